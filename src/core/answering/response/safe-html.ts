import { marked } from 'marked';
import sanitizeHtml from 'sanitize-html';

/** The tags of simple Markdown; everything else, images above all, stays text or goes. */
const TAGS = ['p', 'br', 'strong', 'em', 'del', 'ul', 'ol', 'li', 'blockquote', 'code', 'pre', 'a', 'hr'];
/** Those of Markdown that chats do not show. */
export const DOCUMENT_TAGS = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
];

/** Markdown as HTML. The text is anybody's, so it is cleaned after it is rendered. @param more tags to be kept */
export function toSafeHtml(text: string, more: readonly string[] = []): string {
  const markup = marked.parse(text, { async: false, gfm: true, breaks: true });
  return sanitizeHtml(markup, {
    allowedTags: [...TAGS, ...more],
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener nofollow' }) },
  }).trim();
}

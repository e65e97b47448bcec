import { marked } from 'marked';
import sanitizeHtml from 'sanitize-html';
import { type Html, trusted } from './html.ts';

/** What simple Markdown can make; everything else, images and HTML above all, stays text or goes. */
const ALLOWED = {
  allowedTags: ['p', 'br', 'strong', 'em', 'del', 'ul', 'ol', 'li', 'blockquote', 'code', 'pre', 'a', 'hr'],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener nofollow' }) },
};

/** An answer as members see it. Its text is anybody's, so it is cleaned after it is rendered. */
export function renderMarkdown(text: string): Html {
  const markup = marked.parse(text, { async: false, gfm: true, breaks: true });
  return trusted(sanitizeHtml(markup, ALLOWED));
}

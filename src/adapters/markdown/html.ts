import { decodeHTMLStrict } from 'entities';
import { toLine } from '../../domain/text.ts';
import { renderBlocks } from '../html/blocks.ts';
import { parseTree } from '../html/tree.ts';
import { cleanText, decodeEntities, toFileMarks } from './inline.ts';

/** Twenty times what an entry holds. */
const MAX_CHARACTERS = 200_000;
const MARKDOWN = /^\s{0,3}(?:#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|```|~~~|\|)|\*\*|\]\(|`/m;
const FIRST_TAG =
  /^\s*<(?:p|div|ul|ol|dl|table|h[1-6]|section|article|main|header|center|blockquote|pre|details|span|strong|b|em|i|u|font|br|hr|a|img|figure|picture|style|script)[\s/>]/i;
/** Tags that shape words; a text that speaks of `<div>` has none of them. */
const SHAPES =
  /<br\s?\/?>|<a\s[^<>]*href|<(li|p|h[1-6]|td|th|strong|b|em|i|u|span)(?:\s[^<>]*)?>[^<>]{0,200}\p{L}{2}[^<>]*<\/\1>/iu;
/** HTML that was escaped once more on its way. */
const ESCAPED = /^\s*&lt;(?:p|div|ul|ol|table|h[1-6]|span|br)\b[\s\S]*&gt;\s*$/i;

/**
 * HTML as Markdown: lists, tables, breaks and links stay; headings become bold lines.
 * @param baseUrl null: links without a host lose their address.
 * @param most characters of HTML that are read.
 */
export function htmlToMarkdown(html: string, baseUrl: string | null, most = MAX_CHARACTERS): string {
  const blocks = renderBlocks(parseTree(html.slice(0, most)), baseUrl ?? 'about:blank');
  return blocks
    .map((block) => (block.kind === 'heading' ? `**${block.text}**` : block.markdown))
    .join('\n\n');
}

/**
 * The text of an exported entry: HTML becomes Markdown, also where a few tags stand in Markdown. Plain Markdown and
 * prose that speaks of tags stay as they are.
 */
export function readExportedText(text: string, baseUrl: string | null): string {
  const html = ESCAPED.test(text) ? decodeHTMLStrict(text) : text;
  const isShaped = html.includes('<') && SHAPES.test(html);
  if (FIRST_TAG.test(html) && (isShaped || html.trimEnd().endsWith('>')))
    return htmlToMarkdown(html, baseUrl);
  if (isShaped)
    return MARKDOWN.test(html)
      ? cleanText(html, toFileMarks(new Map(), new Set()))
      : htmlToMarkdown(html, baseUrl);
  return html.includes('&') && !html.includes('`') ? decodeEntities(html) : html;
}

export function readExportedTitle(title: string): string {
  if (!/[<&]/.test(title)) return title;
  const plain = title.replace(/<\/?(?:b|strong|i|em|u|span|p|br|h[1-6]|font)(?:\s[^<>]*)?\/?>/gi, ' ');
  return toLine(decodeHTMLStrict(plain));
}

import type { Block } from '../../html/blocks.ts';
import { TAG_START } from '../../html/inline.ts';
import { readLines } from '../../markdown/lines.ts';
import { readMarkdown as readMarkdownFile } from '../../markdown/reader.ts';

const HIDDEN_HTML = /<!--[\s\S]*?-->|<(script|style|template)\b[^>]*>[\s\S]*?<\/\1\s*>/gi;
const TAG = /<\/?[a-z][^<>\n]{0,500}>/gi;
const IMAGE = /!\[([^\]\n]{0,500})\]\([^()\n]{0,2000}\)/g;

/** A Markdown file as blocks: its headings and questions, and the text between them without HTML. */
export function readMarkdown(text: string): Block[] {
  return readMarkdownFile(text).sections.flatMap((section): Block[] => {
    const { level, title, anchor, text: said } = section;
    const markdown = cleanText(said);
    const blocks: Block[] = level === 0 ? [] : [{ kind: 'heading', level, text: cleanLine(title), anchor }];
    return markdown === '' ? blocks : [...blocks, { kind: 'text', markdown }];
  });
}

/** A text file as it stands, but for what a Markdown reader would take for a tag. */
export function readPlainText(text: string): Block[] {
  const markdown = text.replace(/\r\n?/g, '\n').split('\n').map(escapeTag).join('\n').trim();
  return markdown === '' ? [] : [{ kind: 'text', markdown }];
}

/** Without tags, comments and scripts outside of code; a block of code that is left open is no code. */
function cleanText(text: string): string {
  const lines = readLines(text);
  const pieces: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const isCode = lines[at]?.kind === 'code';
    const from = at;
    while (at < lines.length && (lines[at]?.kind === 'code') === isCode) at += 1;
    const piece = lines
      .slice(from, at)
      .map((line) => line.text)
      .join('\n');
    pieces.push(isCode ? piece : piece.replace(HIDDEN_HTML, '').split('\n').map(cleanLine).join('\n'));
  }
  return pieces.join('\n').trim();
}

/** Code spans stay as they are; elsewhere tags go and images leave their alternative text. */
function cleanLine(line: string): string {
  const parts = line.split(/((?<![`\\])(?:`[^`]+`|``[^`]+``)(?!`))/);
  return parts
    .map((part, n) => (n % 2 === 1 ? part : cleanProse(part.replace(IMAGE, '$1').replace(TAG, ''))))
    .join('');
}

/** Backticks that pair with nothing in their line must not pair with another line's. */
function cleanProse(text: string): string {
  return escapeTag(text.replace(/\\*`/g, '\\`'));
}

/** Removing a tag can leave another one behind: `<<b>script>`. */
function escapeTag(text: string): string {
  return text.replace(TAG_START, '&lt;');
}

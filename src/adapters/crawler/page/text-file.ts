import { readMarkdown as readMarkdownFile } from '../../markdown/reader.ts';
import type { Block } from '../markdown/blocks.ts';

const FENCE = /^[ \t]*(`{3,}|~{3,})([^`\n]*)$/;
const HIDDEN_HTML = /<!--[\s\S]*?-->|<(script|style|template)\b[^>]*>[\s\S]*?<\/\1\s*>/gi;
const TAG = /<\/?[a-z][^<>\n]{0,500}>/gi;
const IMAGE = /!\[([^\]\n]{0,500})\]\([^()\n]{0,2000}\)/g;

/** A Markdown file as blocks: its headings and questions, and the text between them without HTML. */
export function readMarkdown(text: string): Block[] {
  return readMarkdownFile(text).sections.flatMap((section): Block[] => {
    const { level, title, anchor, text: said } = section;
    const markdown = markLines(said)
      .map(({ line, isCode }) => (isCode ? line : cleanLine(line)))
      .join('\n')
      .trim();
    const blocks: Block[] = level === 0 ? [] : [{ kind: 'heading', level, text: cleanLine(title), anchor }];
    return markdown === '' ? blocks : [...blocks, { kind: 'text', markdown }];
  });
}

/** A text file as it stands, but for what a Markdown reader would take for a tag. */
export function readPlainText(text: string): Block[] {
  const markdown = text.replace(/\r\n?/g, '\n').split('\n').map(escapeTag).join('\n').trim();
  return markdown === '' ? [] : [{ kind: 'text', markdown }];
}

/** Lines with whether they belong to a code block; comments and scripts outside of code are gone. */
function markLines(text: string): { line: string; isCode: boolean }[] {
  const marked: { line: string; isCode: boolean }[] = [];
  let prose: string[] = [];
  let fence = '';
  const endProse = () => {
    const clean = prose.join('\n').replace(HIDDEN_HTML, '');
    for (const line of prose.length === 0 ? [] : clean.split('\n')) marked.push({ line, isCode: false });
    prose = [];
  };
  for (const line of text.split('\n')) {
    const [, mark = '', info = ''] = FENCE.exec(line) ?? [];
    if (fence === '' && mark === '') {
      prose.push(line);
      continue;
    }
    endProse();
    marked.push({ line, isCode: true });
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence) && info.trim() === '') fence = '';
  }
  endProse();
  // Left open it would swallow whatever is put behind it.
  if (fence !== '') marked.push({ line: fence, isCode: true });
  return marked;
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

/** What taking a tag out leaves behind may be a tag again: `<<b>script>`. */
function escapeTag(text: string): string {
  return text.replace(/<(?=[a-z/!?]|$)/gi, '&lt;');
}

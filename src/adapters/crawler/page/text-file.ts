import type { Block } from '../markdown/blocks.ts';

const FENCE = /^[ \t]*(`{3,}|~{3,})([^`\n]*)$/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
const HEADING_ID = /[ \t]*\{#([\w.:-]{1,100})\}$/;
const HIDDEN_HTML = /<!--[\s\S]*?-->|<(script|style|template)\b[^>]*>[\s\S]*?<\/\1\s*>/gi;
const TAG = /<\/?[a-z][^<>\n]{0,500}>/gi;
const IMAGE = /!\[([^\]\n]{0,500})\]\([^()\n]{0,2000}\)/g;

/** A Markdown file as blocks: its headings, and the text between them without HTML and images. */
export function readMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  const endText = () => {
    const markdown = lines.join('\n').trim();
    if (markdown !== '') blocks.push({ kind: 'text', markdown });
    lines = [];
  };
  for (const { line, isCode } of markLines(withoutFrontMatter(text))) {
    const [, marks = '', name = ''] = isCode ? [] : (HEADING.exec(line) ?? []);
    if (marks === '') {
      lines.push(isCode ? line : cleanLine(line));
      continue;
    }
    endText();
    const anchor = HEADING_ID.exec(name)?.[1] ?? null;
    const title = cleanLine(name.replace(HEADING_ID, '').replace(/[ \t]#+[ \t]*$/, '')).trim();
    if (title !== '') blocks.push({ kind: 'heading', level: marks.length, text: title, anchor });
  }
  endText();
  return blocks;
}

/** A text file as it stands, but for what a Markdown reader would take for a tag. */
export function readPlainText(text: string): Block[] {
  const markdown = text.replace(/\r\n?/g, '\n').split('\n').map(escapeTag).join('\n').trim();
  return markdown === '' ? [] : [{ kind: 'text', markdown }];
}

function withoutFrontMatter(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/^---\n(?:[^\n]*\n){0,200}?---\n/, '');
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

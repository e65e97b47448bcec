import { type Line, readLines } from './fences.ts';
import { isTableHead, renderTable } from './tables.ts';

const MAX_FENCE = 20;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const UNDERLINE = /^ {0,3}(?:=+|-{2,})[ \t]*$/;
const SMALL_HEADING = /^ {0,3}#{4,6}[ \t]+(\S.*)$/;
/** A code block that begins behind other words. */
const LATE_FENCE = /^([^`]*[^`\s])[ \t]*(```[\w+#.-]*)$/;

/**
 * Markdown as the platform shows it: tables become code blocks or lists, small headings bold, rules are left
 * out, every code block has fences of backticks on lines of their own and is closed.
 */
export function toPlatformMarkdown(markdown: string): string {
  const text = markdown
    .replaceAll('\r\n', '\n')
    .split('\n')
    .flatMap((line) => (line.includes('```') && LATE_FENCE.exec(line)?.slice(1)) || [line])
    .join('\n');
  const lines = readLines(text, MAX_FENCE);
  const shown: string[] = [];
  for (let index = 0; index < lines.length; ) index += showLine(text, lines, index, shown);
  const open = lines.at(-1)?.after;
  if (open) shown.push(open.indent + (isTilde(lines, lines.length - 1, text) ? '```' : open.mark));
  return shown
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Writes what the line at `index` becomes. @returns how many lines that were. */
function showLine(text: string, lines: readonly Line[], index: number, shown: string[]): number {
  const line = lines[index];
  if (line === undefined) return 1;
  const own = text.slice(line.from, line.to);
  if (line.kind !== 'text') {
    shown.push(isTilde(lines, index, text) && line.kind !== 'code' ? own.replace(/~{3,}/, '```') : own);
    return 1;
  }
  const next = lines[index + 1];
  const below = next?.kind === 'text' ? text.slice(next.from, next.to) : undefined;
  if (isTableHead(own, below)) return showTable(text, lines, index, shown);
  if (own.trim() !== '' && below !== undefined && UNDERLINE.test(below) && !isBlockStart(own)) {
    shown.push(toBold(own));
    return 2;
  }
  if (!RULE.test(own)) shown.push(own.replace(SMALL_HEADING, (_, title: string) => toBold(title)));
  else if (shown.at(-1) !== '') shown.push('');
  return 1;
}

function showTable(text: string, lines: readonly Line[], index: number, shown: string[]): number {
  const rows: string[] = [];
  for (const line of lines.slice(index)) {
    const row = text.slice(line.from, line.to);
    if (line.kind !== 'text' || !row.includes('|')) break;
    rows.push(row);
  }
  const [header = '', , ...body] = rows;
  shown.push(...renderTable(header, body));
  return rows.length;
}

/** Of these a line below is no heading's underline but a rule. */
function isBlockStart(line: string): boolean {
  return /^[ \t]*(?:[-*+>#|]|\d+[.)])/.test(line);
}

function toBold(text: string): string {
  return `**${text.trim().replace(/ #+$/, '').replaceAll('**', '')}**`;
}

/** Whether the line stands in a code block of tildes, which the platform does not know, without backticks. */
function isTilde(lines: readonly Line[], index: number, text: string): boolean {
  const fence = lines[index]?.before ?? lines[index]?.after;
  if (!fence?.mark.startsWith('~')) return false;
  const first = lines.findIndex(({ after }) => after === fence);
  const last = lines.findLastIndex(({ before }) => before === fence);
  return !text.slice(lines[first]?.from, lines[last]?.to).includes('```');
}

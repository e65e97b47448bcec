import type { Line } from './lines.ts';
import { listMarkOf } from './questions/question-marks.ts';
import { readHeading } from './sections.ts';

const MEANING = /^ {0,3}:\s{1,9}(?=\S)/;

/** Lists of terms as PHP Markdown Extra and Pandoc have them: the term becomes a bold line, `:` goes. */
export function readDefinitions(lines: readonly Line[]): Line[] {
  const plain = [...lines];
  /** Columns before the text of the meaning that is read; 0 outside of one. */
  let columns = 0;
  for (const [index, line] of lines.entries()) {
    if (line.kind !== 'text' || line.text.trim() === '') continue;
    const mark = MEANING.exec(line.text)?.[0] ?? '';
    const term = mark === '' ? null : findTerm(lines, index, columns > 0);
    if (term) plain[term.index] = toBold(term.line);
    columns = columnsOf(line.text, mark, term ? mark.length : columns);
    if (columns > 0) plain[index] = { ...line, text: withoutColumns(line.text, mark, columns) };
  }
  return plain;
}

/** Of the meaning that a line begins or goes on with; 0 behind its end. */
function columnsOf(text: string, mark: string, columns: number): number {
  if (columns === 0 || mark !== '') return columns === 0 ? 0 : mark.length;
  return /^(?: {2,}|\t)/.test(text) ? columns : 0;
}

/** The line above that a meaning belongs to; null where it is another one of the same term, or none. */
function findTerm(lines: readonly Line[], index: number, isWithin: boolean) {
  const at = lines[index - 1]?.text.trim() === '' ? index - 2 : index - 1;
  const line = lines[at];
  if (line?.kind !== 'text' || !/^ {0,3}[^\s>|:#]/.test(line.text) || (isWithin && at < index - 1))
    return null;
  return listMarkOf(line.text) === '' && !readHeading(line.text) ? { index: at, line } : null;
}

function toBold(line: Line): Line {
  return /^\s*(?:\*\*|__)/.test(line.text) ? line : { ...line, text: `**${line.text.trim()}**` };
}

function withoutColumns(text: string, mark: string, columns: number): string {
  const blanks = text.length - text.trimStart().length;
  return text.slice(mark === '' ? Math.min(columns, blanks) : mark.length);
}

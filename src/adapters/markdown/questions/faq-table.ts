import type { Line } from '../lines.ts';
import { isQuestion } from './title.ts';

const QUESTION = /^(?:q|f|faqs?|questions?|fragen?|häufige fragen?)$/iu;
/** `Short answer`, `Antwort (kurz)`. */
const ANSWER_WORD = /(?<!\p{L})(?:answers?|antwort(?:en)?)(?!\p{L})/iu;
const ANSWER = /^(?:a|answers?|antwort(?:en)?|responses?|repl(?:y|ies))$/i;

export interface TableRow {
  question: string;
  answer: string;
  line: number;
}

/**
 * A table from its header on, and the index of the line behind it; null where none begins. Rows only where they are
 * questions and answers: the header names them, or every first cell asks something.
 */
export function readTable(
  lines: readonly Line[],
  from: number,
): { rows: TableRow[] | null; to: number } | null {
  const delimiter = lines[from + 1];
  if (!isRow(lines[from]) || delimiter?.kind !== 'text' || !isDelimiter(delimiter.text)) return null;
  const head = cellsOf(lines[from]?.text ?? '');
  const names = head.map((cell) => cell.replace(/[*_`:]/g, '').trim());
  let to = from + 2;
  while (isRow(lines[to])) to += 1;
  const body = lines.slice(from + 2, to).map((line) => ({ line: line.number, cells: cellsOf(line.text) }));
  const asks = names.findIndex((name) => QUESTION.test(name));
  const answers = names.flatMap((name, n) => (ANSWER.test(name) || ANSWER_WORD.test(name) ? [n] : []));
  const column = Math.max(asks, 0);
  const isAsked =
    body.length > (asks >= 0 ? 0 : 1) && body.every(({ cells }) => isQuestion(cells[column] ?? ''));
  if (head.length < 2 || !((asks >= 0 && answers.length > 0) || isAsked)) return { rows: null, to };
  const rows = body.map(({ line, cells }) => ({
    line,
    question: cells[column] ?? '',
    answer: joinAnswer(names, cells, column, answers),
  }));
  return { rows: rows.filter(({ question }) => question !== ''), to };
}

/** The answer first, then what other columns say, each behind its name. */
function joinAnswer(
  names: readonly string[],
  cells: readonly string[],
  asks: number,
  answers: readonly number[],
): string {
  const others = cells.flatMap((cell, column) => {
    if (column === asks || answers.includes(column) || cell === '') return [];
    const name = names[column] ?? '';
    return [name === '' || (answers.length === 0 && names.length === 2) ? cell : `${name}: ${cell}`];
  });
  const said = answers.map((column) => cells[column] ?? '');
  return [...said, ...others].filter((part) => part !== '').join('\n\n');
}

function isRow(line: Line | undefined): boolean {
  return line?.kind === 'text' && line.text.includes('|') && line.text.trim() !== '';
}

function isDelimiter(text: string): boolean {
  return /^[|:\s-]+$/.test(text) && text.includes('-') && text.includes('|');
}

function cellsOf(text: string): string[] {
  const row = text.trim();
  const inner = row.slice(
    row.startsWith('|') ? 1 : 0,
    row.endsWith('|') && !row.endsWith('\\|') ? -1 : undefined,
  );
  return inner.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
}

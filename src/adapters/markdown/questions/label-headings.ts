import type { Line } from '../lines.ts';
import { readHeading } from '../sections.ts';
import { isQuestion } from './title.ts';

const QUESTION =
  /^[*_]{0,3}(?:(?:question|frage)\s?(?:(?:no|nr)\.?\s?)?#?\d{0,3}|[qf]\s?\d{1,3}|[qf](?=[:.)]))\s?[:.)]?[*_]{0,3}$/i;
const ANSWER =
  /^[*_]{0,3}(?:(?:answer|antwort)\s?(?:(?:no|nr)\.?\s?)?#?\d{0,3}|a\s?\d{1,3}|a(?=[:.)]))\s?[:.)]?[*_]{0,3}$/i;
/** A question may run over some lines. */
const MAX_LINES = 5;

/**
 * Headings that only say `Question 1` get the words below them as their title; headings that only say `Answer 1` go,
 * so that what stands below them is the answer to the question above.
 */
export function readLabelHeadings(lines: readonly Line[]): Line[] {
  const plain = [...lines];
  let isAsked = false;
  for (const [index, line] of lines.entries()) {
    const heading = line.kind === 'text' ? readHeading(line.text) : null;
    if (!heading) continue;
    if (isAsked && ANSWER.test(heading.title)) {
      plain[index] = { ...line, text: '' };
      continue;
    }
    const words = QUESTION.test(heading.title) ? readWords(lines, index + 1) : null;
    if (words) {
      plain.fill({ ...line, text: '' }, index, words.end);
      plain[index] = { ...line, text: `${'#'.repeat(heading.level)} ${words.title}` };
    }
    isAsked = words !== null || isQuestion(heading.title) || isAnsweredBelow(lines, index, heading.level);
  }
  return plain;
}

/** The paragraph below a heading, where it asks or the next heading answers it. */
function readWords(lines: readonly Line[], from: number): { title: string; end: number } | null {
  const start = nextSaid(lines, from);
  let end = start;
  while (end < start + MAX_LINES && isPlain(lines[end])) end += 1;
  const paragraph = lines.slice(start, end).map(({ text }) => text.trim());
  const title = paragraph.join(' ').replace(/^>\s?/, '');
  if (title === '' || title.length > 400) return null;
  const next = readHeading(lines[nextSaid(lines, end)]?.text ?? '');
  return isQuestion(title) || (next && ANSWER.test(next.title)) ? { title, end } : null;
}

function isPlain(line: Line | undefined): boolean {
  return line?.kind === 'text' && line.text.trim() !== '' && !readHeading(line.text);
}

/** Whether the next heading is a lower one that says `Answer`. */
function isAnsweredBelow(lines: readonly Line[], index: number, level: number): boolean {
  const next = readHeading(lines[nextSaid(lines, index + 1)]?.text ?? '');
  return next !== null && next.level > level && ANSWER.test(next.title);
}

function nextSaid(lines: readonly Line[], from: number): number {
  let at = from;
  while (lines[at] !== undefined && lines[at]?.text.trim() === '') at += 1;
  return at;
}

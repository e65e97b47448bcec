import { cleanText, type FileMarks } from './inline.ts';
import type { Line } from './lines.ts';
import { readLabel } from './questions/question-marks.ts';

const RULE = /^[-*_\s]+$/;
const isSaid = ({ text }: Line) => text.trim() !== '' && !RULE.test(text);

/**
 * Lines as one text, HTML and other marks outside of code taken out. A rule below an entry parts it from the next, one
 * above its text from its heading.
 */
export function toText(
  lines: readonly Line[],
  marks: FileMarks,
  isAnswer: boolean,
): { text: string; textLine: number } {
  const first = lines.findIndex(isSaid);
  const said = lines.slice(Math.max(0, first), lines.findLastIndex(isSaid) + 1);
  const textLine = said[0]?.number ?? 1;
  const [top] = said;
  const label = isAnswer && top?.kind === 'text' ? readLabel(top.text) : null;
  const plain = top && label?.kind === 'answer' ? [{ ...top, text: label.words }, ...said.slice(1)] : said;
  const stretches: string[] = [];
  for (let at = 0; at < plain.length; ) {
    const kind = plain[at]?.kind;
    let end = at;
    while (end < plain.length && plain[end]?.kind === kind) end += 1;
    const text = plain
      .slice(at, end)
      .map((line) => line.text)
      .join('\n');
    stretches.push(kind === 'code' ? text : tidy(cleanText(text, marks)));
    at = end;
  }
  const text = withoutMargin(stretches.join('\n'));
  return { text: isSaid({ text, number: 0, kind: 'text' }) ? text : '', textLine };
}

function tidy(text: string): string {
  return text.replace(/\n{3,}/g, '\n\n');
}

/** Without blank lines around, and without the columns that all lines are indented by; a lone item loses its mark. */
function withoutMargin(text: string): string {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => line.trim() !== '');
  const kept = lines.slice(Math.max(0, from), lines.findLastIndex((line) => line.trim() !== '') + 1);
  const margin = kept.reduce((least, line) => {
    return line.trim() === '' ? least : Math.min(least, line.length - line.trimStart().length);
  }, 80);
  const [only = '', ...others] = kept.map((line) => line.slice(margin));
  return others.length === 0 ? only.replace(/^[-*+]\s{1,4}(?=\S)/, '') : [only, ...others].join('\n');
}

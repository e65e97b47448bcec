import { endOfString } from './objects.ts';

/** Signs between the strings of an object that stand for those of JSON. */
const OTHER_SIGN = /#[^\n]*|=>|[：＝=]|[，；;]|\\[nrt]|[()]/g;

/** Quotation marks of print that begin or end a string, by what stands beside them. */
export function straightenQuotes(text: string): string {
  return text.replace(/[„“”‟«»]/g, (mark, index: number) => {
    const isStart = /[{[,:]\s{0,19}$/.test(text.slice(Math.max(0, index - 20), index));
    const isEnd = /^.\s{0,18}[,:}\]]/.test(text.slice(index, index + 20));
    return isStart || isEnd ? '"' : mark;
  });
}

/** Written in other languages' ways: full-width marks, `=>`, `=` and `;`, tuples, comments behind `#`, breaks written out. */
export function tidySigns(text: string): string {
  const pieces: string[] = [];
  let position = 0;
  for (let mark = text.indexOf('"'); mark !== -1; mark = text.indexOf('"', position)) {
    const end = Math.min(text.length, endOfString(text, mark) + 1);
    pieces.push(tidy(text.slice(position, mark)), text.slice(mark, end));
    position = end;
  }
  return [...pieces, tidy(text.slice(position))].join('');
}

function tidy(between: string): string {
  const signs = between.replace(OTHER_SIGN, (sign) => {
    if (sign.startsWith('#')) return '';
    if (sign.startsWith('\\')) return ' ';
    if (sign === '(' || sign === ')') return sign === '(' ? '[' : ']';
    return /[，；;]/.test(sign) ? ',' : ':';
  });
  return signs.replace(/,[\s,]*,/g, ',').replace(/([{[]\s{0,20}),/g, '$1');
}

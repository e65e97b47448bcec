import { toParagraphs } from './print.ts';

/** Two columns and the line between them fit a terminal of 80 characters. */
const WIDTH = 38;
const BETWEEN = ' | ';

interface Column {
  head: string;
  text: string;
}

/** Two texts beside each other under their heads, wrapped at words. */
export function setSideBySide(left: Column, right: Column): string {
  const columns = [left, right].map(({ head, text }) => [...wrap(head), '-'.repeat(WIDTH), ...wrap(text)]);
  const [ours = [], theirs = []] = columns;
  return Array.from({ length: Math.max(ours.length, theirs.length) }, (_, line) =>
    `${pad(ours[line] ?? '')}${BETWEEN}${theirs[line] ?? ''}`.trimEnd(),
  ).join('\n');
}

function pad(text: string): string {
  return text + ' '.repeat(WIDTH - [...text].length);
}

function wrap(text: string): string[] {
  return toParagraphs(text)
    .split('\n')
    .flatMap((line) => wrapLine(line));
}

/** A word that is longer than a line goes on in the next one. */
function wrapLine(line: string): string[] {
  const lines: string[] = [];
  let current: string[] = [];
  for (const word of line.split(/\s+/)) {
    let rest = [...word];
    if (current.length > 0 && current.length + 1 + rest.length > WIDTH) {
      lines.push(current.join(''));
      current = [];
    }
    if (current.length > 0) current.push(' ');
    for (; current.length + rest.length > WIDTH; current = []) {
      const room = WIDTH - current.length;
      lines.push([...current, ...rest.slice(0, room)].join(''));
      rest = rest.slice(room);
    }
    current.push(...rest);
  }
  return [...lines, current.join('')];
}

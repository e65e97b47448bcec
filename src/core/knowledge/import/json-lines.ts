import type { Candidate } from './candidates.ts';
import { readRecord } from './record.ts';

/** One entry a line, as our own files and the exports of help desks have it. */
export function* readJsonLines(text: string): Generator<Candidate> {
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    if (line.trim() !== '') yield { line: index + 1, ...parse(line) };
  }
}

function parse(text: string): Omit<Candidate, 'line'> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: 'not_json' };
  }
  return readRecord(value);
}

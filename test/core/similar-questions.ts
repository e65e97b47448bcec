import { readRows } from '../support/rows.ts';

const rows = readRows<{ one: string; other: string; isSame: boolean }>(
  'similar-questions.jsonl',
  import.meta.url,
);
const pairsOf = (isSame: boolean) =>
  rows.filter((row) => row.isSame === isSame).map(({ one, other }): [string, string] => [one, other]);

export const SAME = pairsOf(true);
export const DIFFERENT = pairsOf(false);

/** A program's log, which has no word twice. */
export const LOG = Array.from({ length: 4_000 }, (_, n) => `x${n}`)
  .join(' ')
  .slice(0, 16_000);

/** Long words, many of them alike. */
export const LONG_WORDS = Array.from(
  { length: 2_000 },
  (_, n) => `wörtchen${'abcdefghij'[n % 10]}${'klmnopqrst'[n % 9]}`,
)
  .join(' ')
  .slice(0, 16_000);

const VERBS = Array.from(
  { length: 60 },
  (_, n) => `verb${String.fromCharCode(97 + (n % 26), 97 + ((n * 7) % 26))}e`,
);

/** Questions made to share all their words. */
export const OF_SHARED_WORDS = Array.from({ length: 1_000 }, (_, n) =>
  VERBS.filter((_word, index) => (n * 31 + index * 17) % 3 > 0).join(' '),
);

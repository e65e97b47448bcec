import { splitSentences } from '../../../domain/markdown/sentences.ts';
import { NUMBER } from './ages.ts';

/** A stretch of a sentence. */
export interface Clause {
  at: number;
  end: number;
}

const CLAUSE = /[;()]|[,:](?!\d)|\s[–—-]\s|\s(?:und|and|sowie|or|oder)\s/g;
const OTHER_SUBJECT = /^ (?:und|and) (?:nur |only )?(?:du|wir|ihr|sie|er|es|you|we|it|they)(?!\p{L})/u;
const ENDS_MEASURED = new RegExp(`(?<!\\p{L})(?:${NUMBER})[^,;]{0,40}$`, 'u');
const MEASURED = new RegExp(`^[^,;]*(?<!\\p{L})(?:${NUMBER})(?!\\p{L})`, 'u');
const CONTRAST = /;|,? (?:aber|but|sondern|doch|jedoch|however) /g;

/** Sentences; a small letter goes on with the one before: `bis zum 31.03. möglich`. */
export function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const joined: string[] = [];
    for (const { text: part, before } of splitSentences(line)) {
      if (before === 'perhaps') joined.push((joined.pop() ?? '') + part);
      else joined.push(part);
    }
    return joined.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
  });
}

/** The clauses of a sentence; `and` is between two only where there is a number on either side. */
export function clausesOf(lower: string): Clause[] {
  const marks = [...lower.matchAll(CLAUSE)].filter(({ index, 0: mark }) => {
    if (mark.length < 4 || OTHER_SUBJECT.test(lower.slice(index))) return true;
    return ENDS_MEASURED.test(lower.slice(0, index)) && MEASURED.test(lower.slice(index));
  });
  return between(
    lower,
    marks.map(({ index }) => ({ at: index, end: index + 1 })),
  );
}

/** Stretches that a `but` sets against each other. */
export function contrastsOf(lower: string): Clause[] {
  return between(
    lower,
    [...lower.matchAll(CONTRAST)].map(({ index, 0: mark }) => ({ at: index, end: index + mark.length })),
  );
}

function between(text: string, marks: readonly Clause[]): Clause[] {
  const starts = [0, ...marks.map(({ end }) => end)];
  return starts.map((at, index) => ({ at, end: marks[index]?.at ?? text.length }));
}

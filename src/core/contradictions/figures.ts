import type { Steps } from '../runtime/slices.ts';
import { words } from '../search/words/analyse.ts';
import type { Finding } from './memory.ts';
import type { Statement } from './statements.ts';

/** More entries of one title are a heading (`Price`), not a question. */
const MOST_OF_ONE_QUESTION = 3;
/** Addresses, mentions and commands hold digits that count nothing. */
const NO_FIGURES = /[@#<>_]|:\/\/|^\//;
const MOST_FIGURES = 100;
const FIGURE = /(?<![\p{L}\d])\d+(?:[.,:]\d+)*/gu;
const THOUSANDS = /[.,](?=\d{3}(?!\d))/g;

export function* compareFigures(statements: readonly Statement[]): Steps<Finding[]> {
  const byQuestion = new Map<string, Set<Statement>>();
  for (const statement of statements) {
    for (const question of statement.questions) {
      const key = words(question).join(' ');
      byQuestion.set(key, (byQuestion.get(key) ?? new Set()).add(statement));
    }
    yield;
  }
  const findings: Finding[] = [];
  for (const group of byQuestion.values()) {
    const entries = new Set([...group].map(({ entryId }) => entryId));
    if (entries.size > 1 && entries.size <= MOST_OF_ONE_QUESTION) findings.push(...pairUp([...group]));
    yield;
  }
  return findings;
}

function* pairUp(group: readonly Statement[]): Generator<Finding> {
  for (const [place, one] of group.entries())
    for (const other of group.slice(place + 1)) {
      const why = one.entryId === other.entryId ? null : differInFigures(one.text, other.text);
      if (why !== null) yield { one, other, why };
    }
}

/** The first figures of each that the other lacks, as `5 ≠ 7`; null unless both have one: else one only says more. */
export function differInFigures(one: string, other: string): string | null {
  const [mine, theirs] = [readFigures(one), readFigures(other)];
  const [only, instead] = [findMissing(mine, theirs), findMissing(theirs, mine)];
  return only && instead ? `${only} ≠ ${instead}` : null;
}

function readFigures(text: string): Map<string, string> {
  const plain = text.split(/\s+/).filter((word) => !NO_FIGURES.test(word));
  const found = plain.join(' ').match(FIGURE) ?? [];
  const toPlain = (figure: string) => figure.replace(THOUSANDS, '').replace(/[,:]/g, '.');
  return new Map(found.slice(0, MOST_FIGURES).map((figure) => [toPlain(figure), figure]));
}

function findMissing(some: ReadonlyMap<string, string>, all: ReadonlyMap<string, string>) {
  return [...some].find(([value]) => ![...all.keys()].some((other) => isSame(value, other)))?.[1];
}

/** `4.90` is `4.9`, `18.00` is `18`, and `1.20` holds for `1.20.4`. */
function isSame(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].toSorted((a, b) => a.length - b.length);
  const isVersion = long.split('.').length > 2;
  return Number(one) === Number(other) || one === other || (isVersion && long.startsWith(`${short}.`));
}

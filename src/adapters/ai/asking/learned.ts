import { type Dialect, FIRST_DIALECT } from './dialect.ts';

/** A backend that was upgraded gets back to the first dialect after this. */
const KEPT_MS = 60 * 60_000;

/** What is known of each model; behind a gateway each may understand something else. */
export interface Learned {
  /** The dialect to ask in, and whether it has worked lately. */
  of(model: string): { dialect: Dialect; isProven: boolean };
  /** It worked. @returns whether it is another one than before. */
  keep(model: string, dialect: Dialect): boolean;
}

/** @param now milliseconds that never go back. */
export function createLearned(now: () => number): Learned {
  const kept = new Map<string, { dialect: Dialect; until: number }>();

  function find(model: string): Dialect | null {
    const known = kept.get(model);
    return known && now() < known.until ? known.dialect : null;
  }

  return {
    of(model) {
      const dialect = find(model);
      return { dialect: dialect ?? FIRST_DIALECT, isProven: dialect !== null };
    },
    keep(model, dialect) {
      const before = find(model);
      const isNew = !isSame(before ?? FIRST_DIALECT, dialect);
      // The hour is not begun anew with every answer: what was learned would be tried again never.
      if (before === null || isNew) kept.set(model, { dialect, until: now() + KEPT_MS });
      return isNew;
    },
  };
}

function isSame(one: Dialect, other: Dialect): boolean {
  return one.format === other.format && one.limit === other.limit && one.rules === other.rules;
}

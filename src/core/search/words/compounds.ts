/** Shorter parts are more often endings than words. */
const MIN_PART = 4;
const MAX_PARTS = 4;
const LINKS = ['', 's', 'n', 'es', 'en', 'er', 'e'];
const MIN_LENGTH = 2 * MIN_PART;

/** The possible parts of a compound; each function returns the index term of a known word, else -1. */
export interface PartLookUp {
  /** For all parts except the last; called often, so it does not stem. */
  head(part: string): number;
  /** For the last part, which carries the ending. */
  tail(part: string): number;
}

/** A known word in a compound, up to `end`. */
interface Head {
  term: number;
  end: number;
}

/**
 * Splits a German compound into words of the server's own vocabulary; [] if it is not one. `word` is
 * unified. Linking elements (`Zahlung|s|art`) are skipped. Fewest parts win, then the longest first part.
 */
export function splitCompound(word: string, lookUp: PartLookUp): number[] {
  if (word.length < MIN_LENGTH) return [];
  const first = findHeads(word, 0, lookUp);
  if (first.length === 0) return [];
  const splitter = new Splitter(word, lookUp, first);
  for (let parts = 2; parts <= MAX_PARTS && parts * MIN_PART <= word.length; parts += 1) {
    const found = splitter.split(parts, 0);
    if (found) return found;
  }
  return [];
}

class Splitter {
  readonly #word: string;
  readonly #lookUp: PartLookUp;
  /** Heads by start index; with a map and a set for each word, splitting would take a fifth longer. */
  readonly #heads: (readonly Head[])[] = [];
  /** Dead ends by state, so that a word like `aaaa…` costs at most its length squared. */
  readonly #failed: boolean[] = [];

  constructor(word: string, lookUp: PartLookUp, first: readonly Head[]) {
    this.#word = word;
    this.#lookUp = lookUp;
    this.#heads.push(first);
  }

  split(parts: number, start: number): number[] | null {
    const state = start * (MAX_PARTS + 1) + parts;
    if (this.#failed[state]) return null;
    const found = parts === 1 ? this.#splitTail(start) : this.#splitHead(parts, start);
    if (!found) this.#failed[state] = true;
    return found;
  }

  #splitTail(start: number): number[] | null {
    const term = this.#word.length - start < MIN_PART ? -1 : this.#lookUp.tail(this.#word.slice(start));
    return term < 0 ? null : [term];
  }

  #splitHead(parts: number, start: number): number[] | null {
    const last = this.#word.length - (parts - 1) * MIN_PART;
    for (const { term, end } of this.#headsAt(start)) {
      if (end > last) continue;
      for (const link of LINKS) {
        const rest = this.#word.startsWith(link, end) ? this.split(parts - 1, end + link.length) : null;
        if (rest) return [term, ...rest];
      }
    }
    return null;
  }

  #headsAt(start: number): readonly Head[] {
    const heads = this.#heads[start] ?? findHeads(this.#word, start, this.#lookUp);
    this.#heads[start] = heads;
    return heads;
  }
}

/** The known words that begin at `start` and leave room for another one, longest first. */
function findHeads(word: string, start: number, lookUp: PartLookUp): Head[] {
  const heads: Head[] = [];
  for (let end = word.length - MIN_PART; end >= start + MIN_PART; end -= 1) {
    const term = lookUp.head(word.slice(start, end));
    if (term >= 0) heads.push({ term, end });
  }
  return heads;
}

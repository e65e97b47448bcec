/** Shorter parts are endings more often than words. */
const MIN_PART = 4;
const MAX_PARTS = 4;
const LINKS = ['', 's', 'n', 'es', 'en', 'er', 'e'];
const MIN_LENGTH = 2 * MIN_PART;

/** What a compound may be made of; each gives the index term of a known word and -1 otherwise. */
export interface PartLookUp {
  /** For all parts but the last; is asked often, so it does not stem. */
  head(part: string): number;
  /** For the last part, which carries the ending. */
  tail(part: string): number;
}

/**
 * Splits a German compound into words of the server's own vocabulary; [] when it is none. `word` is
 * unified. Linking elements (`Zahlung|s|art`) are skipped. Fewest parts win, then the longest first part.
 */
export function splitCompound(word: string, lookUp: PartLookUp): number[] {
  if (word.length < MIN_LENGTH) return [];
  const splitter = new Splitter(word, lookUp);
  for (let parts = 2; parts <= MAX_PARTS && parts * MIN_PART <= word.length; parts += 1) {
    const found = splitter.split(parts, 0);
    if (found) return found;
  }
  return [];
}

class Splitter {
  readonly #word: string;
  readonly #lookUp: PartLookUp;
  /** Dead ends, so that a word like `aaaa…` costs no more than its length squared. */
  readonly #failed = new Set<number>();

  constructor(word: string, lookUp: PartLookUp) {
    this.#word = word;
    this.#lookUp = lookUp;
  }

  split(parts: number, start: number): number[] | null {
    const state = start * (MAX_PARTS + 1) + parts;
    if (this.#failed.has(state)) return null;
    const found = parts === 1 ? this.#splitTail(start) : this.#splitHead(parts, start);
    if (!found) this.#failed.add(state);
    return found;
  }

  #splitTail(start: number): number[] | null {
    const term = this.#word.length - start < MIN_PART ? -1 : this.#lookUp.tail(this.#word.slice(start));
    return term < 0 ? null : [term];
  }

  #splitHead(parts: number, start: number): number[] | null {
    for (let end = this.#word.length - (parts - 1) * MIN_PART; end >= start + MIN_PART; end -= 1) {
      const term = this.#lookUp.head(this.#word.slice(start, end));
      if (term < 0) continue;
      for (const link of LINKS) {
        const rest = this.#word.startsWith(link, end) ? this.split(parts - 1, end + link.length) : null;
        if (rest) return [term, ...rest];
      }
    }
    return null;
  }
}

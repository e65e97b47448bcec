const HASH_START = 0x811c9dc5;
const HASH_PRIME = 0x01000193;
/** Of the substrings that are no words one in 20 passes; the bits of 60,000 words take 128 KB. */
const BITS_PER_WORD = 16;
const MIN_BITS = 10;

/** Tells which beginnings of a word may be words themselves before a substring is made of any. */
export class PrefixFilter {
  readonly #bits: Uint32Array;
  readonly #shift: number;

  /** For about `count` words. */
  constructor(count: number) {
    const size = Math.max(MIN_BITS, Math.ceil(Math.log2(BITS_PER_WORD * count + 1)));
    this.#bits = new Uint32Array(2 ** (size - 5));
    this.#shift = 32 - size;
  }

  add(word: string): void {
    let hash = HASH_START;
    for (let i = 0; i < word.length; i += 1) hash = Math.imul(hash ^ word.charCodeAt(i), HASH_PRIME);
    const bit = this.#bitOf(hash);
    this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }

  /** Ends between `first` and `last`, ascending, of what begins at `start` and may be a word. */
  endsOf(word: string, start: number, first: number, last: number): number[] {
    const ends: number[] = [];
    let hash = HASH_START;
    for (let end = start + 1; end <= last; end += 1) {
      hash = Math.imul(hash ^ word.charCodeAt(end - 1), HASH_PRIME);
      if (end < first) continue;
      const bit = this.#bitOf(hash);
      if (((this.#bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0) ends.push(end);
    }
    return ends;
  }

  /** The highest bits of FNV-1a are mixed worst by the last letter, the lowest ones by the first. */
  #bitOf(hash: number): number {
    return Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> this.#shift;
  }
}

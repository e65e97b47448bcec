/** A list of small numbers for each word, all of them in one block: as arrays of their own they take ten times as much. */
export class NumberTable {
  readonly #places = new Map<string, number>();
  readonly #starts: Uint32Array;
  readonly #numbers: Uint16Array;

  /** @param lists numbers below 65,536. */
  constructor(lists: ReadonlyMap<string, readonly number[]>) {
    this.#starts = new Uint32Array(lists.size + 1);
    this.#numbers = new Uint16Array([...lists.values()].flat());
    for (const [word, numbers] of lists) {
      const place = this.#places.size;
      this.#places.set(word, place);
      this.#starts[place + 1] = (this.#starts[place] ?? 0) + numbers.length;
    }
  }

  /** Those of a word, none where it is not in the table. */
  get(word: string): number[] {
    const place = this.#places.get(word);
    if (place === undefined) return [];
    return [...this.#numbers.subarray(this.#starts[place], this.#starts[place + 1])];
  }
}

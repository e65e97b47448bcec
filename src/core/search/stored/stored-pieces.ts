import type { Piece } from '../passages.ts';

/** Tokens of pieces in a prompt, where they were counted; pieces are kept from one index to the next. */
export const knownTokens = new WeakMap<Piece, number>();

/** The pieces of a knowledge as they were stored, each read when it is first asked for: a question shows a few of them. */
export class StoredPieces {
  readonly size: number;
  readonly #bytes: Buffer;
  readonly #ends: Uint32Array;
  readonly #ids: readonly string[];
  readonly #tokens: Uint32Array;
  #numbers: Map<string, number> | null = null;
  readonly #known: (Piece | undefined)[] = [];

  /** @param said JSON of each piece, and where each ends. @param known of each: its id and its tokens, 0 if not counted. */
  constructor(
    said: { bytes: Buffer; ends: Uint32Array },
    known: { ids: readonly string[]; tokens: Uint32Array },
  ) {
    this.#bytes = said.bytes;
    this.#ends = said.ends;
    this.#ids = known.ids;
    this.#tokens = known.tokens;
    this.size = said.ends.length;
  }

  get(id: string): Piece | undefined {
    const number = this.#numberOf(id);
    return number === undefined ? undefined : this.#read(number);
  }

  *values(): Generator<Piece> {
    for (let number = 0; number < this.size; number += 1) yield this.#read(number);
  }

  #numberOf(id: string): number | undefined {
    this.#numbers ??= new Map(this.#ids.map((known, number) => [known, number]));
    return this.#numbers.get(id);
  }

  #read(number: number): Piece {
    const known = this.#known[number];
    if (known) return known;
    const from = number === 0 ? 0 : this.#ends[number - 1];
    const piece: Piece = JSON.parse(this.#bytes.toString('utf8', from, this.#ends[number]));
    const tokens = this.#tokens[number] ?? 0;
    if (tokens > 0) knownTokens.set(piece, tokens);
    this.#known[number] = piece;
    return piece;
  }
}

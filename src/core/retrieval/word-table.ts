import { GrowingList } from './growing-list.ts';

const MAX_WORD_LENGTH = 64;
const FIRST_SLOTS = 1 << 12;
/** FNV-1a, over UTF-16 units. */
const HASH_START = 0x811c9dc5;
const HASH_PRIME = 0x01000193;

/**
 * Numbers the distinct words of running text without making a string of each: a table of strings takes three
 * times as long for the million words of 20,000 entries.
 */
export class WordTable {
  #slots = new Int32Array(FIRST_SLOTS).fill(-1);
  readonly #hashes = new GrowingList((length) => new Uint32Array(length));
  /** Word n is units[ends[n - 1] .. ends[n]]. */
  readonly #units = new GrowingList((length) => new Uint16Array(length));
  readonly #ends = new GrowingList((length) => new Uint32Array(length));

  /**
   * Visits the words of a text, normalised and lower case, in reading order.
   * @param onNew called once for each word that the table did not hold; its number is the next one.
   */
  read(text: string, onNew: (word: string) => void, onWord: (number: number) => void): void {
    let start = -1;
    let hash = HASH_START;
    for (let i = 0; i < text.length; i += 1) {
      const unit = text.charCodeAt(i);
      if (isWordUnit(text, i, unit)) {
        if (start < 0) start = i;
        if (i - start < MAX_WORD_LENGTH) hash = Math.imul(hash ^ unit, HASH_PRIME);
      } else if (start >= 0) {
        onWord(this.#numberOf(text, start, i, hash, onNew));
        start = -1;
        hash = HASH_START;
      }
    }
    if (start >= 0) onWord(this.#numberOf(text, start, text.length, hash, onNew));
  }

  #numberOf(text: string, start: number, end: number, hash: number, onNew: (word: string) => void): number {
    const length = Math.min(end - start, MAX_WORD_LENGTH);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let number = this.#slots[slot] ?? -1; number >= 0; number = this.#slots[slot] ?? -1) {
      if (this.#hashes.values[number] === hash >>> 0 && this.#isSame(number, text, start, length))
        return number;
      slot = (slot + 1) & mask;
    }
    return this.#learn(text, start, length, hash, slot, onNew);
  }

  #isSame(number: number, text: string, start: number, length: number): boolean {
    const from = number === 0 ? 0 : (this.#ends.values[number - 1] ?? 0);
    if ((this.#ends.values[number] ?? 0) - from !== length) return false;
    for (let i = 0; i < length; i += 1) {
      if (this.#units.values[from + i] !== text.charCodeAt(start + i)) return false;
    }
    return true;
  }

  #learn(
    text: string,
    start: number,
    length: number,
    hash: number,
    slot: number,
    onNew: (word: string) => void,
  ): number {
    const number = this.#hashes.length;
    this.#slots[slot] = number;
    this.#hashes.push(hash >>> 0);
    for (let i = start; i < start + length; i += 1) this.#units.push(text.charCodeAt(i));
    this.#ends.push(this.#units.length);
    if (2 * number > this.#slots.length) this.#grow();
    onNew(text.slice(start, start + length));
    return number;
  }

  #grow(): void {
    const mask = 2 * this.#slots.length - 1;
    this.#slots = new Int32Array(mask + 1).fill(-1);
    for (let number = 0; number < this.#hashes.length; number += 1) {
      let slot = (this.#hashes.values[number] ?? 0) & mask;
      while ((this.#slots[slot] ?? -1) >= 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number;
    }
  }
}

const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;
/** 1 for the UTF-16 units that are a letter or a number by themselves. */
const WORD_UNITS = new Uint8Array(1 << 16).map((_, unit) =>
  Number(LETTER_OR_NUMBER.test(String.fromCharCode(unit))),
);

function isWordUnit(text: string, at: number, unit: number): boolean {
  if (unit < 0xd800 || unit > 0xdfff) return WORD_UNITS[unit] === 1;
  // Either half of a pair stands for the whole character.
  const code = text.codePointAt(unit < 0xdc00 ? at : at - 1) ?? unit;
  return code > 0xffff && LETTER_OR_NUMBER.test(String.fromCodePoint(code));
}

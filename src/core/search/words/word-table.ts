import { GrowingList } from './growing-list.ts';

const MAX_WORD_LENGTH = 64;
const FIRST_SLOTS = 1 << 12;
/** FNV-1a, over UTF-16 units. */
const HASH_START = 0x811c9dc5;
const HASH_PRIME = 0x01000193;

const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;
const [OTHER, WORD, SURROGATE] = [0, 1, 2];
/** What each UTF-16 unit is by itself. */
const KINDS = new Uint8Array(1 << 16).map((_, unit) => {
  if (unit >= 0xd800 && unit <= 0xdfff) return SURROGATE;
  return LETTER_OR_NUMBER.test(String.fromCharCode(unit)) ? WORD : OTHER;
});

/** A slot is four numbers side by side, so that a look-up touches one cache line: hash, place, length, number. */
const SLOT_SIZE = 4;
const [PLACE, LENGTH, NUMBER] = [1, 2, 3];

/**
 * Numbers the distinct words of running text without making a string of each: a table of strings takes three
 * times as long for the million words of 20,000 entries.
 */
export class WordTable {
  /** A slot of length 0 is free. */
  #slots = new Uint32Array(SLOT_SIZE * FIRST_SLOTS);
  #size = 0;
  /** The known words, one after the other. */
  readonly #units = new GrowingList((length) => new Uint16Array(length));

  /**
   * Appends the numbers of the words of a text, normalised and lower case, in reading order.
   * @param onNew called once for each word that the table did not hold; its number is the next one.
   */
  read(text: string, numbers: GrowingList<Uint32Array>, onNew: (word: string) => void): void {
    numbers.reserve((text.length >>> 1) + 1);
    this.#units.reserve(text.length);
    const [units, found] = [this.#units.values, numbers.values];
    let count = numbers.length;
    let start = -1;
    // The word is written behind the known ones, where it stays if it is new.
    let end = this.#units.length;
    let hash = HASH_START;
    for (let i = 0; i < text.length; i += 1) {
      const unit = text.charCodeAt(i);
      const kind = KINDS[unit] ?? OTHER;
      if (kind === WORD || (kind === SURROGATE && isWordPair(text, i, unit))) {
        if (start < 0) start = i;
        if (i - start >= MAX_WORD_LENGTH) continue;
        hash = Math.imul(hash ^ unit, HASH_PRIME);
        units[end] = unit;
        end += 1;
      } else if (start >= 0) {
        found[count] = this.#numberOf(text, start, end, hash, onNew);
        count += 1;
        start = -1;
        end = this.#units.length;
        hash = HASH_START;
      }
    }
    if (start >= 0) {
      found[count] = this.#numberOf(text, start, end, hash, onNew);
      count += 1;
    }
    numbers.length = count;
  }

  /** The number of the word behind the known ones, up to `end`. */
  #numberOf(text: string, start: number, end: number, hash: number, onNew: (word: string) => void): number {
    const slots = this.#slots;
    const place = this.#units.length;
    const length = end - place;
    const mask = slots.length - 1;
    let slot = Math.imul(hash, SLOT_SIZE) & mask;
    while (slots[slot + LENGTH] !== 0) {
      const isCandidate = slots[slot] === hash >>> 0 && slots[slot + LENGTH] === length;
      if (isCandidate && this.#isSame(slots[slot + PLACE] ?? 0, place, length))
        return slots[slot + NUMBER] ?? 0;
      slot = (slot + SLOT_SIZE) & mask;
    }
    const number = this.#size;
    slots[slot] = hash;
    slots[slot + PLACE] = place;
    slots[slot + LENGTH] = length;
    slots[slot + NUMBER] = number;
    this.#units.length = end;
    this.#size += 1;
    if (2 * SLOT_SIZE * this.#size > slots.length) this.#grow();
    onNew(text.slice(start, start + length));
    return number;
  }

  #isSame(place: number, other: number, length: number): boolean {
    const units = this.#units.values;
    for (let i = 0; i < length; i += 1) {
      if (units[place + i] !== units[other + i]) return false;
    }
    return true;
  }

  #grow(): void {
    const before = this.#slots;
    const mask = 2 * before.length - 1;
    this.#slots = new Uint32Array(mask + 1);
    for (let old = 0; old < before.length; old += SLOT_SIZE) {
      if (before[old + LENGTH] === 0) continue;
      let slot = Math.imul(before[old] ?? 0, SLOT_SIZE) & mask;
      while (this.#slots[slot + LENGTH] !== 0) slot = (slot + SLOT_SIZE) & mask;
      for (let i = 0; i < SLOT_SIZE; i += 1) this.#slots[slot + i] = before[old + i] ?? 0;
    }
  }
}

/** Either half of a pair stands for the whole character. */
function isWordPair(text: string, at: number, unit: number): boolean {
  const code = text.codePointAt(unit < 0xdc00 ? at : at - 1) ?? unit;
  return code > 0xffff && LETTER_OR_NUMBER.test(String.fromCodePoint(code));
}

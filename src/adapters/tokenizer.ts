import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { pid } from 'node:process';
import { crc32 } from 'node:zlib';
import { O200K_TOKEN_SPLIT_REGEX as WORD } from 'gpt-tokenizer/encodingParams/constants';
import library from 'gpt-tokenizer/package.json' with { type: 'json' };

/** Without the special ones. */
const TOKENS = 199_998;
/** A power of two, so that two of three are empty and most searches end with the first. */
const SLOTS = 2 ** 19;
const HEAD_BYTES = 4 * (SLOTS + TOKENS + 1);

/** The rank of bytes that are no token. */
export const NO_TOKEN = 2 ** 31 - 1;

/**
 * The 200,000 tokens of o200k as a hash table in one block of 4 MB: as the strings of a Map they take 17 MB and
 * 70 ms of each start. The block holds slots (rank + 1, 0 is empty), where each token starts, and the bytes of all.
 */
export class TokenVocabulary {
  readonly #slots: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #bytes: Uint8Array;

  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    this.#slots = new Uint32Array(buffer, byteOffset, SLOTS);
    this.#starts = new Uint32Array(buffer, byteOffset + 4 * SLOTS, TOKENS + 1);
    this.#bytes = new Uint8Array(buffer, byteOffset + HEAD_BYTES, byteLength - HEAD_BYTES);
  }

  /** @returns the rank of the token that `bytes` are between two places; lower ranks merge first. */
  rankOf(bytes: Uint8Array, from: number, to: number): number {
    for (let slot = hash(bytes, from, to); ; slot = (slot + 1) % SLOTS) {
      const rank = (this.#slots[slot] as number) - 1;
      if (rank < 0) return NO_TOKEN;
      if (this.#isToken(rank, bytes, from, to)) return rank;
    }
  }

  #isToken(rank: number, bytes: Uint8Array, from: number, to: number): boolean {
    const start = this.#starts[rank] as number;
    if ((this.#starts[rank + 1] as number) - start !== to - from) return false;
    for (let at = from; at < to; at += 1) if (bytes[at] !== this.#bytes[start + at - from]) return false;
    return true;
  }
}

/** FNV-1a, folded into the number of slots. */
function hash(bytes: Uint8Array, from: number, to: number): number {
  let value = 0x811c9dc5;
  for (let at = from; at < to; at += 1) value = Math.imul(value ^ (bytes[at] as number), 0x01000193);
  return (value ^ (value >>> 15)) & (SLOTS - 1);
}

/**
 * Reads the table of an earlier start beside Node's compiled code, else makes it from gpt-tokenizer's file.
 * @param folder undefined: nothing is kept.
 */
export function readVocabulary(folder = getCompileCacheDir()): TokenVocabulary {
  const file = folder ? join(folder, `o200k-${library.version}.table`) : null;
  const kept = file ? readKept(file) : null;
  if (kept) return new TokenVocabulary(kept);
  const made = makeTable();
  if (file) keep(file, made);
  return new TokenVocabulary(made);
}

/** Each line: a token in base 64, a blank, and its rank, which is also the line's number. */
function makeTable(): Uint8Array {
  const path = createRequire(import.meta.url).resolve('gpt-tokenizer/data/o200k_base.tiktoken');
  const lines = readFileSync(path, 'latin1').trimEnd().split('\n');
  const tokens = lines.map((line) => Buffer.from(line.slice(0, line.indexOf(' ')), 'base64'));
  const table = new Uint8Array(HEAD_BYTES + tokens.reduce((sum, { length }) => sum + length, 0));
  const slots = new Uint32Array(table.buffer, 0, SLOTS);
  const starts = new Uint32Array(table.buffer, 4 * SLOTS, TOKENS + 1);
  tokens.forEach((token, rank) => {
    const start = starts[rank] as number;
    starts[rank + 1] = start + token.length;
    table.set(token, HEAD_BYTES + start);
    let slot = hash(token, 0, token.length);
    while (slots[slot] !== 0) slot = (slot + 1) % SLOTS;
    slots[slot] = rank + 1;
  });
  return table;
}

/** Null unless a whole one is kept. */
function readKept(file: string): Uint8Array | null {
  try {
    const kept = readFileSync(file);
    const table = kept.subarray(0, -4);
    return table.length > HEAD_BYTES && kept.readUInt32LE(table.length) === crc32(table) ? table : null;
  } catch {
    return null;
  }
}

/** Whole or not at all; a folder that cannot be written only makes starts slower. */
function keep(file: string, table: Uint8Array): void {
  try {
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(table));
    const unfinished = `${file}.${pid}`;
    writeFileSync(unfinished, Buffer.concat([table, sum]));
    renameSync(unfinished, file);
  } catch {
    // Every start then makes the table anew.
  }
}

const vocabulary = readVocabulary();
const encoder = new TextEncoder();

/** The counted word's bytes, where each of its parts starts, and the rank of each part with the next. */
let bytes = new Uint8Array(1_024);
let starts = new Int32Array(bytes.length + 1);
let ranks = new Int32Array(bytes.length + 1);

/**
 * Number of o200k tokens, control tokens taken as text, as gpt-tokenizer counts them in four times the memory. The time
 * grows with the square of the longest word. Byte pair encoding: https://aclanthology.org/P16-1162.
 */
export function countTokens(text: string): number {
  let tokens = 0;
  let start = 0;
  // Every character belongs to a word; reading the matches would take twice as long.
  WORD.lastIndex = 0;
  while (WORD.test(text)) {
    const end = WORD.lastIndex;
    tokens += countWord(encode(text, start, end));
    start = end;
  }
  return tokens;
}

/** Puts a word into `bytes`. @returns how many they are. */
function encode(text: string, start: number, end: number): number {
  makeRoom(3 * (end - start));
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return encoder.encodeInto(text.slice(start, end), bytes).written;
    bytes[at - start] = code;
  }
  return end - start;
}

function makeRoom(length: number): void {
  if (length <= bytes.length) return;
  bytes = new Uint8Array(length);
  starts = new Int32Array(length + 1);
  ranks = new Int32Array(length + 1);
}

/** A word is one token, or its bytes merged pair by pair, the pair of the lowest rank first. */
function countWord(length: number): number {
  if (vocabulary.rankOf(bytes, 0, length) !== NO_TOKEN) return 1;
  for (let part = 0; part <= length; part += 1) starts[part] = part;
  let parts = length;
  for (let part = 0; part < parts; part += 1) ranks[part] = rankWithNext(part, parts);
  for (;;) {
    const lowest = findLowest(parts);
    if (ranks[lowest] === NO_TOKEN) return parts;
    starts.copyWithin(lowest + 1, lowest + 2, parts + 1);
    ranks.copyWithin(lowest + 1, lowest + 2, parts);
    parts -= 1;
    ranks[lowest] = rankWithNext(lowest, parts);
    if (lowest > 0) ranks[lowest - 1] = rankWithNext(lowest - 1, parts);
  }
}

function rankWithNext(part: number, parts: number): number {
  if (part + 1 >= parts) return NO_TOKEN;
  return vocabulary.rankOf(bytes, starts[part] as number, starts[part + 2] as number);
}

function findLowest(parts: number): number {
  let lowest = 0;
  for (let part = 1; part < parts; part += 1)
    if ((ranks[part] as number) < (ranks[lowest] as number)) lowest = part;
  return lowest;
}

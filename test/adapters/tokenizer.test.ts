import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { countTokens as countByLibrary } from 'gpt-tokenizer';
import original from 'gpt-tokenizer/bpeRanks/o200k_base';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countTokens, NO_TOKEN, readVocabulary, type TokenVocabulary } from '../../src/adapters/tokenizer.ts';
import { countRuns } from '../support/runs.ts';

const AS_TEXT = { disallowedSpecial: new Set<string>() };

/** Of each kind that the expression for words tells apart, halves of pairs among them. */
const character = fc.oneof(
  fc.constantFrom(...' \n\r\t/\'-.,"0159aeinrstEINS', '\u00a0', '\u2028'),
  fc.constantFrom('ä', 'ß', 'ſ', 'Ω', 'я', 'ǅ', 'ʰ', 'ا', '中', 'の', '\u0301', '٣', '👍🏽', '🏴‍☠️'),
  fc.constantFrom('\ud800', '\udfff', '\ufffd', '\0'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);
const text = fc.oneof(
  fc.array(character, { maxLength: 200 }).map((characters) => characters.join('')),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.tuple(character, fc.nat(2_000)).map(([one, times]) => one.repeat(times)),
);

describe('the tokenizer', () => {
  test('counts like the library, whatever the text', () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(countTokens(any)).toBe(countByLibrary(any, AS_TEXT));
      }),
      { numRuns: countRuns(100) },
    );
  });

  test.each([
    ['', 0],
    ['<|endoftext|>', 7],
    ["I'll don't WE'VE", 5],
    ['Donaudampfschifffahrtsgesellschaft', 10],
  ])('counts in %j %d tokens', (any, tokens) => {
    expect([countTokens(any), countByLibrary(any, AS_TEXT)]).toEqual([tokens, tokens]);
  });
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lotse-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const bytesOf = (token: string | readonly number[]) => Buffer.from(token as string);
/** One expectation for all: 200,000 of them take seconds. */
function expectWhole(vocabulary: TokenVocabulary): void {
  const wrong = original.filter((token, rank) => {
    const bytes = bytesOf(token);
    return vocabulary.rankOf(bytes, 0, bytes.length) !== rank;
  });
  expect(wrong).toEqual([]);
  for (const none of ['', 'Lotsenbuch', original.join('')]) {
    const bytes = bytesOf(none);
    expect(vocabulary.rankOf(bytes, 0, bytes.length)).toBe(NO_TOKEN);
  }
}

describe('the vocabulary of the tokenizer', () => {
  test('knows the rank of each token, from the library and as an earlier start left it', () => {
    const first = readVocabulary(folder);
    const [file = ''] = readdirSync(folder);
    const left = readFileSync(join(folder, file));
    const second = readVocabulary(folder);
    expect(readdirSync(folder)).toEqual([file]);
    expect(readFileSync(join(folder, file)).equals(left)).toBe(true);
    expectWhole(first);
    expectWhole(second);
  });

  test.each([
    ['the first half', (whole: Buffer) => whole.subarray(0, whole.length / 2)],
    ['a wrong byte', (whole: Buffer) => whole.fill(whole.readUInt8(1_000) ^ 1, 1_000, 1_001)],
  ])('is stored again in place of %s', (_, spoil) => {
    readVocabulary(folder);
    const file = join(folder, readdirSync(folder)[0] ?? '');
    const whole = readFileSync(file);
    writeFileSync(file, spoil(Buffer.from(whole)));
    expectWhole(readVocabulary(folder));
    expect(readFileSync(file).equals(whole)).toBe(true);
  });

  test('is available even if nothing can be stored', () => {
    for (const nowhere of [undefined, join(folder, 'missing')]) expectWhole(readVocabulary(nowhere));
    expect(readdirSync(folder)).toEqual([]);
  });
});

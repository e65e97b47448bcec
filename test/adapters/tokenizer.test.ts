import fc from 'fast-check';
import { countTokens as countByLibrary } from 'gpt-tokenizer';
import { describe, expect, test } from 'vitest';
import { countTokens } from '../../src/adapters/tokenizer.ts';

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
      { numRuns: 500 },
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

import fc from 'fast-check';
import { countTokens as countAtOnce } from 'gpt-tokenizer';
import { describe, expect, test } from 'vitest';
import { countTokens } from '../../src/core/search/tokens.ts';
import { countRuns } from '../support/runs.ts';

const WORDS = ['Wie komme ich auf den Server?', 'Überweisung', 'the refund,', 'don’t', '1.21', '✓', 'a\nb'];
const prose = fc.array(fc.constantFrom(...WORDS), { maxLength: 400 }).map((words) => words.join(' '));

describe('counting tokens', () => {
  test('gives the tokenizer’s own number for ordinary text of any length', () => {
    fc.assert(
      fc.property(prose, (text) => {
        expect(countTokens(text)).toBe(countAtOnce(text));
      }),
      { numRuns: countRuns(100) },
    );
  });

  test('never gives less, whatever the text, and treats control tokens as text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
        const atOnce = countAtOnce(text, { disallowedSpecial: new Set() });
        expect(countTokens(text)).toBeGreaterThanOrEqual(atOnce);
      }),
      { numRuns: countRuns(100) },
    );
    expect(countTokens('<|endoftext|>')).toBeGreaterThan(1);
  });

  test('stops soon above a limit, so that a huge text costs no more than its limit', () => {
    const tokens = countTokens('x y '.repeat(100_000), 1_000);
    expect(tokens).toBeGreaterThan(1_000);
    expect(tokens).toBeLessThan(1_400);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../../src/core/handover/text.ts';
import { countRuns } from '../../support/runs.ts';

const SIGNS = `aeiouqbns t  ..,,--–—…!?;'/"(@$5401*_\n\r\täöüßé’“”`;
const PIECES = ['b a n', 'acc0unt', '/ban', ' - ', '\n- ', '. ', '.5', '...', 'bannned', 'queue', 'Straße'];
const SINGLES = ['a', 'b', 'x', 'i', 'ü', 'é', 'ae', 'oe', 'ue', 'que', 'ß', '1', 'ab'];

describe('the sentences of a ticket', () => {
  // An invisible character is no plain text: what follows the short way must be read as on the long one.
  const expectSame = (text: string): void => {
    expect(splitSentences(`${text}\u200b`)).toEqual(splitSentences(text));
  };

  it('are the same with and without an invisible character', () => {
    const words = fc.constantFrom(...PIECES);
    const signs = fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 12 });
    const text = fc.array(fc.oneof(words, signs), { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(fc.property(text, expectSame), { numRuns: countRuns(5_000) });
  });

  it('are the same for words with spaced letters', () => {
    const letters = fc.array(fc.constantFrom(...SINGLES), { minLength: 3, maxLength: 8 });
    const text = fc
      .tuple(letters, fc.constantFrom(' ', '.', '-', '_', '*', '\t'))
      .map(([parts, gap]) => parts.join(gap));
    fc.assert(fc.property(text, expectSame), { numRuns: countRuns(3_000) });
  });

  it('are the same for any Latin letters and signs', () => {
    const unit = fc.integer({ min: 0, max: 0x1ff }).map((code) => String.fromCharCode(code));
    fc.assert(fc.property(fc.string({ unit, maxLength: 12 }), expectSame), { numRuns: countRuns(3_000) });
  });

  it('are folded words, with commas as separators', () => {
    expect(splitSentences('Grüße! Wurde gebannt - why? v. 2: ok.')).toEqual([
      'gruse',
      'wurde gebant , why',
      'v 2 , ok',
    ]);
    expect(splitSentences(' , ')).toEqual([]);
  });

  it('are the same with Polish and Turkish letters and without', () => {
    expect(splitSentences('Zażółć gęślą jaźń ŁÓDŹ')).toEqual(['zazolc gesla jazn lodz']);
    expect(splitSentences('HESABIM ÇALINDI İşte ışık')).toEqual(['hesabim calindi iste isik']);
  });
});

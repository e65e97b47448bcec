import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SearchResult, takeLikely } from '../../../src/core/search/search.ts';

const [LEAST, MOST] = [4, 16];

function findWith(scores: readonly number[], confidence: number): SearchResult {
  const hits = scores.map((score, place) => ({ id: `passage-${place}`, score, signs: [], confidence }));
  return { hits, confidence, channel: 'words', evidence: confidence };
}

const anyScores = fc
  .array(fc.double({ min: 0, max: 30, noNaN: true }), { maxLength: 40 })
  .map((scores) => scores.toSorted((a, b) => b - a));
const anyConfidence = fc.double({ min: 0, max: 1, noNaN: true });

describe('The passages that are sent', () => {
  test('are the best ones in their order, never fewer than the level has and never more than four times as many', () => {
    fc.assert(
      fc.property(anyScores, anyConfidence, (scores, confidence) => {
        const found = findWith(scores, confidence);
        const sent = takeLikely(found, LEAST, MOST);
        expect(sent).toEqual(found.hits.slice(0, sent.length));
        expect(sent.length).toBeGreaterThanOrEqual(Math.min(LEAST, scores.length));
        expect(sent.length).toBeLessThanOrEqual(MOST);
      }),
    );
  });

  test('are no more the surer the search is, as long as it found anything related', () => {
    const related = fc.double({ min: 0.1, max: 1, noNaN: true });
    fc.assert(
      fc.property(anyScores, related, related, (scores, one, other) => {
        const [unsure, sure] = [one, other]
          .toSorted((a, b) => a - b)
          .map((confidence) => takeLikely(findWith(scores, confidence), LEAST, MOST).length);
        expect(sure).toBeLessThanOrEqual(unsure ?? 0);
      }),
    );
  });

  test('are all that score nearly as much as the best, however sure the search is', () => {
    expect(takeLikely(findWith(Array(20).fill(7), 1), LEAST, MOST)).toHaveLength(MOST);
  });
});

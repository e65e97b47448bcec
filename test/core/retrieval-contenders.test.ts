import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom, pickOne } from '../../bench/random.ts';
import { planQuery } from '../../src/core/retrieval/query.ts';
import { scoreDocuments } from '../../src/core/retrieval/score.ts';
import { buildIndex } from '../../src/core/retrieval/search.ts';

const FUNCTION_WORDS = 'how do i the is not you with on for in to of when can will your are be this'.split(
  ' ',
);
const CONTENT_WORDS =
  'castle bridge garden harbour lantern market meadow mill orchard palace river stable tower village well forge';
const CONTENT = CONTENT_WORDS.split(' ');

/** English entries in which function words stand as often as in none, in many and in titles. */
function makeIndex(seed: number) {
  const random = createRandom(seed, 'contenders');
  const text = (length: number, share: number) =>
    Array.from({ length: 1 + Math.floor(length * random()) }, () =>
      pickOne(random, random() < share ? FUNCTION_WORDS : CONTENT),
    ).join(' ');
  const documents = Array.from({ length: 1_500 }, (_, number) => ({
    id: `${number}`,
    title: text(6, random()),
    text: text(30, random()),
    language: 'en' as const,
  }));
  return buildIndex(documents);
}

test('function words change who is best as if they were added to every document', () => {
  const index = makeIndex(1);
  const word = fc.constantFrom(...FUNCTION_WORDS, ...CONTENT);
  const questions = fc.array(word, { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(questions, fc.integer({ min: 1, max: 60 }), (question, count) => {
      const { words } = planQuery(index, [{ text: question.join(' '), weight: 1 }]);
      // Of more than there are, every document is a contender.
      const everywhere = scoreDocuments(index, words, index.size + 1).best.slice(0, count);
      expect(scoreDocuments(index, words, count).best).toEqual(everywhere);
    }),
    { numRuns: 500 },
  );
  expect(index.columns.size).toBeGreaterThan(10);
});

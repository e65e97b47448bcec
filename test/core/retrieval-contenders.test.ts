import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom, pickOne } from '../../bench/random.ts';
import { documentFrequency, impactOf, MAX_IMPACT } from '../../src/core/search/ranking/bm25.ts';
import { planQuery } from '../../src/core/search/ranking/query.ts';
import { scoreDocuments } from '../../src/core/search/ranking/score.ts';
import { buildIndex } from '../../src/core/search/search.ts';
import { countRuns } from '../support/runs.ts';

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
    // Here two documents differ by less than the step in which the table keeps an impact.
    { numRuns: countRuns(500), examples: [[['is', 'river', 'the', 'to'], 22]] },
  );
});

test('the table keeps the impacts of frequent words to a 131,000th of the greatest, and no rare word', () => {
  const { terms, frequentWords, postings, size } = makeIndex(1);
  let frequent = 0;
  for (const term of terms.values()) {
    const column = frequentWords.find(term);
    expect(column >= 0).toBe(documentFrequency(postings, term) >= size / 16);
    if (column < 0) continue;
    frequent += 1;
    for (let document = 0; document < size; document += 1) {
      const difference = frequentWords.impactOf(column, document) - impactOf(postings, term, document);
      if (Math.abs(difference) > MAX_IMPACT / 131_000) expect.fail(`${difference} in document ${document}`);
    }
  }
  expect(frequent).toBeGreaterThan(10);
});

test('of more frequent words than the table has columns it keeps the most frequent ones', () => {
  const documents = Array.from({ length: 1_000 }, (_, number) => ({
    id: `${number}`,
    title: '',
    // Word n stands in n of 100 documents.
    text: Array.from({ length: 100 }, (_, word) => (number % 100 < word ? `w${word}x` : '')).join(' '),
    language: 'en' as const,
  }));
  const { terms, frequentWords } = buildIndex(documents);
  const kept = [...terms].filter(([, term]) => frequentWords.find(term) >= 0).map(([word]) => word);
  expect(kept.sort()).toEqual(Array.from({ length: 64 }, (_, n) => `w${36 + n}x`));
});

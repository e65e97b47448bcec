import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runAtOnce } from '../../src/core/runtime/slices.ts';
import { buildPostings } from '../../src/core/search/ranking/bm25.ts';
import { buildLetterGrams } from '../../src/core/search/ranking/letters.ts';
import { selectTop } from '../../src/core/search/ranking/score.ts';
import { buildIndex, type SearchDocument, search } from '../../src/core/search/search.ts';
import { countRuns } from '../support/runs.ts';

const rank = (documents: readonly SearchDocument[], text: string) =>
  search(buildIndex(documents), [{ text, weight: 1 }], 5);
const firstOf = (documents: readonly SearchDocument[], text: string) => rank(documents, text).hits[0]?.id;

describe('ranking by similarity', () => {
  const courts: SearchDocument[] = [
    { id: 'hail', title: '', text: 'Hagel und Sturm im Frühjahr', language: 'de' },
    { id: 'law', title: '', text: 'Gerichtsverhandlung und Sturm im Frühjahr', language: 'de' },
  ];
  const boats: SearchDocument[] = [
    // Three times in the text is as often as once in the title: only the titles differ.
    { id: 'harbour', title: 'Boat harbour', text: 'Repair, repair, repair.', language: 'en' },
    { id: 'asked', title: 'Boat repair', text: 'Harbour, harbour, harbour.', language: 'en' },
    { id: 'oven', title: 'Lighting the oven', text: 'It burns coal.', language: 'en' },
    { id: 'night', title: 'Skipping the night', text: 'All players lie in bed.', language: 'en' },
  ];

  const tests = (word: string): SearchDocument[] => [
    { id: 'garden', title: 'Garten, Rosen, Hecke', text: 'Im Garten steht eine Sonnenuhr.', language: 'de' },
    { id: 'tests', title: 'Garten, Rosen, Hecke', text: `Im Garten steht eine ${word}.`, language: 'de' },
    { id: 'word', title: 'Infizierte', text: 'Infizierte bleiben daheim.', language: 'de' },
  ];

  it('finds by letters when neither stem nor compound matches, even with a typo', () => {
    expect(firstOf(courts, 'Gerichtsverfahren im Sturm')).toBe('law');
    expect(firstOf(courts, 'Sturm im Gerichtsvrefahren')).toBe('law');
  });

  it('prefers the entry whose title is the question among entries with the same words', () => {
    expect(firstOf(boats, 'How can I repair my boat?')).toBe('asked');
  });

  it('a relative of a word raises an entry, but not the confidence', () => {
    const place = (word: string) =>
      rank(tests(word), 'Garten Rosen Hecke Infizierte').hits.map(({ id }) => id);
    expect(place('Infizierung').indexOf('tests')).toBeLessThan(place('Infizierung').indexOf('garden'));
    expect(place('Taschenuhr').indexOf('garden')).toBeLessThan(place('Taschenuhr').indexOf('tests'));
    const confidence = (word: string) => rank(tests(word), 'Garten Rosen Hecke Infizierte').confidence;
    expect(confidence('Infizierung')).toBeCloseTo(confidence('Taschenuhr'), 10);
  });
});

describe('letter grams', () => {
  /** Of terms and of documents that are given as numbers of terms. */
  const gramsOf = (terms: readonly string[], documents: readonly (readonly number[])[]) => {
    const toWord = (term: number) => ({ term, parts: [] });
    const words = documents.map((text) => ({ title: [], text: text.map(toWord) }));
    const postings = runAtOnce(buildPostings(words, terms.length));
    return runAtOnce(
      buildLetterGrams(
        terms,
        postings,
        documents.map((text) => ({ title: new Uint32Array(), text: Uint32Array.from(text) })),
      ),
    );
  };

  it('of a document do not depend on its neighbours', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'aber'), minLength: 1 });
    fc.assert(
      fc.property(
        fc.uniqueArray(letters, { minLength: 1 }),
        fc.array(fc.array(fc.nat()), { minLength: 1 }),
        (terms, numbers) => {
          const documents = numbers.map((document) => document.map((number) => number % terms.length));
          const grams = gramsOf(terms, documents);
          for (const [number, document] of documents.entries()) {
            const own = [...(grams.ofDocuments[number] ?? [])];
            expect(new Set(own).size).toBe(own.length);
            expect([own]).toEqual(gramsOf(terms, [document]).ofDocuments.map((alone) => [...alone]));
          }
        },
      ),
      { numRuns: countRuns(200) },
    );
  });
});

describe('the best documents', () => {
  it('are those that sorting all would give, and of equal ones the first', () => {
    const scores = fc.array(fc.integer({ min: -1, max: 12 }), { maxLength: 60 });
    fc.assert(
      fc.property(scores, fc.integer({ min: 0, max: 20 }), (list, count) => {
        const numbers = [...list.keys()].filter((number) => (list[number] ?? 0) > 0);
        const sorted = numbers.sort((a, b) => (list[b] ?? 0) - (list[a] ?? 0) || a - b);
        expect(selectTop(Float32Array.from(list), count)).toEqual(sorted.slice(0, count));
      }),
    );
  });
});

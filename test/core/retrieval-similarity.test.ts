import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runAtOnce } from '../../src/core/runtime/slices.ts';
import { buildPostings } from '../../src/core/search/ranking/bm25.ts';
import { buildLetterGrams, compareLetters } from '../../src/core/search/ranking/letters.ts';
import { selectTop } from '../../src/core/search/ranking/score.ts';
import { buildIndex, type SearchDocument, search } from '../../src/core/search/search.ts';
import { TermList } from '../../src/core/search/words/term-list.ts';
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

describe('families', () => {
  const familiesOf = (terms: readonly string[]) => {
    const list = new TermList();
    for (const term of terms) list.add(term);
    return list;
  };

  it('contain the terms with the same first five letters, but no short words and no numbers', () => {
    const families = familiesOf(['testung', 'testu', 'test', '12345', '123456', 'testunger', 'teston']);
    expect(families.familyOf('testungen')).toEqual([0, 1, 5]);
    expect(families.familyOf('test')).toEqual([]);
    expect(families.familyOf('12345')).toEqual([]);
  });

  it('are empty when the terms only share a common prefix', () => {
    const terms = Array.from({ length: 31 }, (_, i) => `unter${i}`);
    expect(familiesOf(terms.slice(0, 30)).familyOf('unterhalt')).toHaveLength(30);
    expect(familiesOf(terms).familyOf('unterhalt')).toEqual([]);
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

  it('make a document as similar to a question as they share letters, however often it repeats them', () => {
    const grams = gramsOf(['gericht', 'verfahren', 'katze'], [[0], [0, 0], [0, 1], [1], [2]]);
    const similarity = (question: readonly string[]) => compareLetters(grams, question, [0, 1, 2, 3, 4]);
    const [once, twice, longer, , other] = similarity(['gericht']);
    expect(once).toBeCloseTo(1, 5);
    expect(twice).toBe(once);
    expect(longer).toBeLessThan(0.9);
    expect(other).toBe(0);
    const [mistyped = 0, , , unlike] = similarity(['gercht']);
    expect(mistyped).toBeGreaterThan(unlike ?? 1);
    expect(similarity([])).toEqual([0, 0, 0, 0, 0]);
  });

  it('stay between 0 and 1 for any words', () => {
    const anyTerms = fc.uniqueArray(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 1 });
    fc.assert(
      fc.property(anyTerms, fc.array(fc.string({ unit: 'binary' })), (terms, question) => {
        const grams = gramsOf(terms, [[...terms.keys()], [], [0]]);
        for (const similarity of compareLetters(grams, question, [0, 1, 2]))
          expect(similarity >= 0 && similarity <= 1 + 1e-6).toBe(true);
        expect(grams.wanted.every((wanted) => wanted === 0)).toBe(true);
      }),
      { numRuns: countRuns(200) },
    );
  });

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

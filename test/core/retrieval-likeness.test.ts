import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PostingsBuilder } from '../../src/core/retrieval/bm25.ts';
import { buildFamilies, familyOf } from '../../src/core/retrieval/families.ts';
import { buildLetterGrams, LetterComparison } from '../../src/core/retrieval/letters.ts';
import { buildIndex, type SearchDocument, search } from '../../src/core/retrieval/search.ts';
import { selectTop } from '../../src/core/retrieval/top.ts';
import { runAtOnce } from '../../src/core/slices.ts';

const rank = (documents: readonly SearchDocument[], text: string) =>
  search(buildIndex(documents), [{ text, weight: 1 }], 5);
const firstOf = (documents: readonly SearchDocument[], text: string) => rank(documents, text).hits[0]?.id;
const numbered = (terms: readonly string[]) => new Map(terms.map((term, number) => [term, number]));

describe('ranking by likeness', () => {
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

  it('finds by letters where neither stem nor compound meets, also with a typo', () => {
    expect(firstOf(courts, 'Gerichtsverfahren im Sturm')).toBe('law');
    expect(firstOf(courts, 'Sturm im Gerichtsvrefahren')).toBe('law');
  });

  it('prefers the title that is the question among entries of the same words', () => {
    expect(firstOf(boats, 'How can I repair my boat?')).toBe('asked');
  });

  it('lets a relative of a word lift an entry, but not the confidence', () => {
    const place = (word: string) =>
      rank(tests(word), 'Garten Rosen Hecke Infizierte').hits.map(({ id }) => id);
    expect(place('Infizierung').indexOf('tests')).toBeLessThan(place('Infizierung').indexOf('garden'));
    expect(place('Taschenuhr').indexOf('garden')).toBeLessThan(place('Taschenuhr').indexOf('tests'));
    const confidence = (word: string) => rank(tests(word), 'Garten Rosen Hecke Infizierte').confidence;
    expect(confidence('Infizierung')).toBeCloseTo(confidence('Taschenuhr'), 10);
  });
});

describe('families', () => {
  const familiesOf = (terms: readonly string[]) => runAtOnce(buildFamilies(numbered(terms)));

  it('are the terms with the same first five letters, none of a short word or a number', () => {
    const families = familiesOf(['testung', 'testu', 'test', '12345', '123456', 'testunger', 'teston']);
    expect(familyOf(families, 'testungen')).toEqual([0, 1, 5]);
    expect(familyOf(families, 'test')).toEqual([]);
    expect(familyOf(families, '12345')).toEqual([]);
  });

  it('are given up when only a common prefix holds them together', () => {
    const terms = Array.from({ length: 31 }, (_, i) => `unter${i}`);
    expect(familyOf(familiesOf(terms.slice(0, 30)), 'unterhalt')).toHaveLength(30);
    expect(familyOf(familiesOf(terms), 'unterhalt')).toEqual([]);
  });
});

describe('letter grams', () => {
  const gramsOf = (terms: readonly string[]) => {
    const builder = new PostingsBuilder(terms.length);
    for (const term of terms.keys()) {
      builder.count(term, 1);
      builder.endDocument(1);
    }
    return runAtOnce(buildLetterGrams(numbered(terms), runAtOnce(builder.finish())));
  };

  it('make a document as like a question as they share letters, however often it says them', () => {
    const terms = ['gericht', 'verfahren', 'katze'];
    const likeness = (question: readonly string[], ...document: number[]) =>
      new LetterComparison(gramsOf(terms), question).measure(Uint32Array.from(document), 0);
    expect(likeness(['gericht'], 0)).toBeCloseTo(1, 5);
    expect(likeness(['gericht'], 0, 0)).toBeCloseTo(1, 5);
    expect(likeness(['gericht'], 0, 1)).toBeLessThan(0.9);
    expect(likeness(['gercht'], 0)).toBeGreaterThan(likeness(['gercht'], 1));
    expect(likeness(['gericht'], 2)).toBe(0);
    expect(likeness([], 0)).toBe(0);
  });

  it('stay between 0 and 1 for any words', () => {
    const anyTerms = fc.uniqueArray(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 1 });
    fc.assert(
      fc.property(anyTerms, fc.array(fc.string({ unit: 'binary' })), (terms, question) => {
        const comparison = new LetterComparison(gramsOf(terms), question);
        const likeness = comparison.measure(Uint32Array.from(terms.keys()), 0);
        expect(likeness >= 0 && likeness <= 1 + 1e-6).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('are the same whatever other comparisons are made in between, and the second time', () => {
    const words = fc.array(fc.string({ unit: fc.constantFrom(...'aber '), minLength: 1, maxLength: 6 }));
    const questions = fc.tuple(words, words);
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: fc.constantFrom(...'aber'), minLength: 1 })),
        questions,
        (terms, [one, other]) => {
          const documents = terms.map((_, number) => Uint32Array.of(number, terms.length - 1 - number));
          const alone = documents.map((text, number) =>
            new LetterComparison(gramsOf(terms), one).measure(text, number),
          );
          const grams = gramsOf(terms);
          const [first, second] = [new LetterComparison(grams, one), new LetterComparison(grams, other)];
          for (const round of [1, 2]) {
            const measured = documents.map((text, number) => {
              second.measure(text, number);
              return first.measure(text, number);
            });
            expect(measured, `round ${round}`).toEqual(alone);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('the best documents', () => {
  it('are those that sorting all of them would give, of equal ones the first', () => {
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

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runAtOnce } from '../../../src/core/runtime/slices.ts';
import {
  buildIndex,
  IndexBuilder,
  type SearchDocument,
  type SearchIndex,
  search,
} from '../../../src/core/search/search.ts';
import { countRuns } from '../../support/runs.ts';

/** The index after a change: what has the id of an added document goes, and so do `removed`. */
function change(before: SearchIndex, added: readonly SearchDocument[], removed: readonly string[] = []) {
  const gone = new Set([...removed, ...added.map(({ id }) => id)]);
  const builder = new IndexBuilder(before);
  for (const document of added) builder.add(document);
  return runAtOnce(builder.finishChange(before, (id) => gone.has(id)));
}

/** What the inverted lists say, by words: numbers of terms depend on the order in which they were met. */
function impactsOf({ terms, postings, documents }: SearchIndex) {
  return terms
    .texts()
    .flatMap((text, term) => {
      const [from = 0, to = 0] = postings.offsets.slice(term, term + 2);
      return Array.from(postings.documents.slice(from, to), (document, place) => [
        ...[text, documents[document]?.id ?? ''],
        Math.fround(postings.impacts[from + place] ?? 0).toFixed(4),
      ]);
    })
    .toSorted((a, b) => (a.join() < b.join() ? -1 : 1));
}

const WORDS = ['harbour', 'ferry', 'ticket', 'price', 'night', 'pier', 'bicycle', 'weather'];
const anyText = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 })
  .map((all) => all.join(' '));
const anyDocument = fc.record({
  id: fc.constantFrom(...'abcdefgh'),
  title: anyText,
  text: anyText,
  language: fc.constant('en' as const),
});
const anyDocuments = fc.uniqueArray(anyDocument, { selector: ({ id }) => id });

test('a changed index has the very lists of one that is built of the same documents', () => {
  const anyChanges = fc.array(fc.tuple(anyDocuments, fc.subarray([...'abcdefgh'])), { maxLength: 4 });
  fc.assert(
    fc.property(anyDocuments, anyChanges, (first, changes) => {
      let documents: SearchDocument[] = first;
      let index = buildIndex(first);
      for (const [added, removed] of changes) {
        const gone = new Set([...removed, ...added.map(({ id }) => id)]);
        documents = [...documents.filter(({ id }) => !gone.has(id)), ...added];
        index = change(index, added, removed);
      }
      const built = buildIndex(documents);
      expect(index.documents.map(({ id }) => id)).toEqual(built.documents.map(({ id }) => id));
      expect(impactsOf(index)).toEqual(impactsOf(built));
      expect(index.languageCounts).toEqual(built.languageCounts);
      const hits = search(index, [{ text: 'night ferry price', weight: 1 }], 3).hits.map(({ id }) => id);
      expect(hits.every((id) => documents.some((document) => document.id === id))).toBe(true);
    }),
    { numRuns: countRuns(200) },
  );
});

const PORT: SearchDocument[] = [
  { id: 'ferry', title: 'When does the ferry leave?', text: 'At nine.', language: 'en' },
  { id: 'price', title: 'What does a ticket cost?', text: 'Ten euros.', language: 'en' },
];
const firstOf = (index: SearchIndex, text: string) =>
  search(index, [{ text, weight: 1 }], 1).hits.map(({ id }) => id);

test('a search on the index before a change finds what it found before', () => {
  const before = buildIndex(PORT);
  const after = change(
    before,
    [{ id: 'zeppelin', title: 'Where do zeppelins land?', text: 'On the meadow.', language: 'en' }],
    ['price'],
  );
  expect(firstOf(after, 'zeppelin landing')).toEqual(['zeppelin']);
  expect(firstOf(before, 'zeppelin landing')).toEqual([]);
  expect(firstOf(before, 'ticket cost')).toEqual(['price']);
  expect(firstOf(after, 'ticket cost')).toEqual([]);
});

test('a mistyped word and a compound of an added document are found', () => {
  const before = buildIndex([{ id: 'a', title: 'Zahlung', text: 'Mit Karte.', language: 'de' }]);
  const after = change(before, [{ id: 'b', title: 'Fährverbindungen', text: 'Zur Insel.', language: 'de' }]);
  expect(firstOf(after, 'Fährverbnidungen')).toEqual(['b']);
});

import { expect, it } from 'vitest';
import { buildIndex, queriesOf, search } from '../../../src/core/search/search.ts';

const DOCUMENTS = [
  { id: 'delivery', title: 'Delivery time', text: 'A parcel takes three days.' },
  { id: 'returns', title: 'Returns', text: 'Put the slip into the box.' },
  { id: 'tea', title: 'Brewing tea', text: 'Use water of 70 degrees.' },
];
const taught = buildIndex(
  DOCUMENTS.map((document) =>
    document.id === 'returns' ? { ...document, questions: ['How do I get rid of it again?'] } : document,
  ),
);
const ask = (index: typeof taught, text: string) =>
  search(index, queriesOf([{ role: 'user', content: text }]), 1);

it('a question in words that only another wording of an entry has finds the entry', () => {
  const plain = buildIndex(DOCUMENTS);
  expect(ask(plain, 'How can I get rid of the pot?').hits[0]?.id).not.toBe('returns');
  expect(ask(taught, 'How can I get rid of the pot?').hits[0]?.id).toBe('returns');
});

it('a question that is another wording word for word is as sure as one that is the title', () => {
  expect(ask(taught, 'How do I get rid of it again?').confidence).toBeGreaterThanOrEqual(
    ask(taught, 'Returns').confidence,
  );
});

it('other wordings leave the title a match of its own', () => {
  expect(ask(taught, 'Returns').hits[0]?.id).toBe('returns');
});

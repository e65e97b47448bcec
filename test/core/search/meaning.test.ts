import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runAtOnce } from '../../../src/core/runtime/slices.ts';
import { buildIndex, queriesOf, search } from '../../../src/core/search/search.ts';
import { buildVectorMatrix, compareDirections } from '../../../src/core/search/vectors.ts';

const index = buildIndex([
  { id: 'parcel', title: 'Delivery time', text: 'A parcel takes three days.' },
  { id: 'return', title: 'Returns', text: 'Put the slip into the box and take it to a branch.' },
  { id: 'tea', title: 'Brewing tea', text: 'Use water of 70 degrees for two minutes.' },
  { id: 'pan', title: 'Iron pan', text: 'The pan may not go into the dishwasher.' },
]);
const ask = (text: string, cosines: readonly number[], limit = 4) =>
  search(index, queriesOf([{ role: 'user', content: text }]), limit, Float32Array.from(cosines));

describe('with meaning', () => {
  it('a passage near in meaning that shares no word with the question comes first', () => {
    expect(ask('How do I get rid of my order?', [0.2, 0.8, 0.1, 0.1]).hits[0]?.id).toBe('return');
  });

  it('the passage with the very words of the question stays ahead of one that is nearer in meaning alone', () => {
    expect(ask('May the iron pan go into the dishwasher?', [0.4, 0.7, 0.4, 0.6]).hits[0]?.id).toBe('pan');
  });

  it('the passage with the very words is shown, however many others are near in meaning alone', () => {
    const many = Array.from({ length: 30 }, (_, n) => ({
      id: `other-${n}`,
      title: `Stone ${n}`,
      text: 'Grey.',
    }));
    const pan = { id: 'pan', title: 'Iron pan', text: 'The pan may not go into the dishwasher.' };
    const large = buildIndex([...many, pan]);
    const cosines = Float32Array.from([...many.map(() => 0.9), 0.1]);
    const queries = queriesOf([{ role: 'user', content: 'May the iron pan go into the dishwasher?' }]);
    expect(search(large, queries, 4, cosines).hits.map(({ id }) => id)).toContain('pan');
  });

  it('confidence rises where the best passage stands out in meaning', () => {
    const [near, far] = [
      ask('How do I get rid of my order?', [0.1, 0.9, 0.1, 0.1]),
      ask('How do I get rid of my order?', [0.1, 0.2, 0.1, 0.1]),
    ];
    expect(near.confidence).toBeGreaterThan(far.confidence);
  });

  it('every passage can be found, and confidence stays between 0 and 1, whatever the cosines', () => {
    const cosine = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.string(), fc.array(cosine, { minLength: 4, maxLength: 4 }), (text, cosines) => {
        const { hits, confidence } = ask(text, cosines);
        expect(hits.map(({ id }) => id).toSorted()).toEqual(['pan', 'parcel', 'return', 'tea']);
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('directions', () => {
  const matrix = buildVectorMatrix([
    { document: 0, vector: [10, 0] },
    { document: 1, vector: [0, 0] },
    { document: 2, vector: [0, 5] },
    { document: 2, vector: [0.1, 0.1] },
  ]);

  it('are compared by angle, and the nearest row of a document counts', () => {
    const [x, zero, other] = runAtOnce(compareDirections(matrix, 3, [2, 2])) ?? [];
    expect(x).toBeCloseTo(Math.SQRT1_2, 5);
    expect(zero).toBe(0);
    expect(other).toBeCloseTo(1, 5);
  });

  it('of another dimension are refused', () => {
    expect(runAtOnce(compareDirections(matrix, 3, [1, 2, 3]))).toBeNull();
    const mixed = [
      { document: 0, vector: [1] },
      { document: 1, vector: [1, 2] },
    ];
    expect(() => buildVectorMatrix(mixed)).toThrow(RangeError);
  });
});

const WORDED = [
  { id: 'delivery', title: 'Delivery time', text: 'A parcel takes three days.' },
  { id: 'returns', title: 'Returns', text: 'Put the slip into the box.' },
  { id: 'tea', title: 'Brewing tea', text: 'Use water of 70 degrees.' },
];
const taught = buildIndex(
  WORDED.map((document) =>
    document.id === 'returns' ? { ...document, questions: ['How do I get rid of it again?'] } : document,
  ),
);
const askIn = (index: typeof taught, text: string) =>
  search(index, queriesOf([{ role: 'user', content: text }]), 1);

it('a question in words that only another wording of an entry has finds the entry', () => {
  const plain = buildIndex(WORDED);
  expect(askIn(plain, 'How can I get rid of the pot?').hits[0]?.id).not.toBe('returns');
  expect(askIn(taught, 'How can I get rid of the pot?').hits[0]?.id).toBe('returns');
});

it('a question that is another wording word for word is as sure as one that is the title', () => {
  expect(askIn(taught, 'How do I get rid of it again?').confidence).toBeGreaterThanOrEqual(
    askIn(taught, 'Returns').confidence,
  );
});

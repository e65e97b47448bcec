import { describe, expect, it } from 'vitest';
import { isGarbled } from '../../src/core/answering/model/garble.ts';
import { readRows } from '../support/rows.ts';

type Kind = 'script' | 'circle' | 'again' | 'like' | 'person';
const rows = readRows<{ kind: Kind; answer: string; known?: string[] }>('garble.jsonl', import.meta.url);
const rowsOf = (kind: Kind) => rows.filter((row) => row.kind === kind);
const KNOWN = ['Do you ship to Austria?', 'Shipping to Austria takes 3 days and costs 4.90 euros.'];

describe('an answer', () => {
  it.each(rowsOf('script'))('in a script that nobody used is garbled: $answer', ({ answer }) => {
    expect(isGarbled(answer, KNOWN)).toBe(true);
  });

  it.each(rowsOf('circle'))('that goes round in a circle is garbled: $answer', ({ answer }) => {
    expect(isGarbled(answer, KNOWN)).toBe(true);
  });

  it.each(rowsOf('again'))('that says the same sentences again is garbled, unless they are known: $answer', ({
    answer,
    known = [],
  }) => {
    expect(isGarbled(answer, [...KNOWN, ...known])).toBe(true);
    expect(isGarbled(answer, [...KNOWN, ...known, `It goes like this:\n${answer}`])).toBe(false);
  });

  it.each(rowsOf('like'))('that says the like of several things is not: $answer', ({ answer }) => {
    expect(isGarbled(answer, KNOWN)).toBe(false);
  });

  it.each(rowsOf('person'))('that a person could have written is not: $answer', ({ answer, known = [] }) => {
    expect(isGarbled(answer, [...KNOWN, ...known])).toBe(false);
  });
});

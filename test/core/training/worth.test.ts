import { describe, expect, test } from 'vitest';
import { isWorthLearning } from '../../../src/core/learning/suggestions/learn.ts';
import { readRows } from '../../support/rows.ts';

const rows = readRows<{ question: string; answer: string; isWorth: boolean }>('worth.jsonl', import.meta.url);

describe('a reply', () => {
  test.each(rows.filter(({ isWorth }) => isWorth))('to $question is worth learning: $answer', (row) => {
    expect(isWorthLearning(row)).toBe(true);
  });

  test.each(rows.filter(({ isWorth }) => !isWorth))('to $question teaches nothing: $answer', (row) => {
    expect(isWorthLearning(row)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import {
  measureAuc,
  measureBestF1,
  measureDetection,
  measureNdcg,
  measureRecall,
  measureReciprocalRank,
} from '../../bench/eval/metrics.ts';
import { perturb } from '../../bench/eval/perturb.ts';

describe('ranking metrics', () => {
  it('give 1 to a perfect ranking and 0 to one without a relevant document', () => {
    expect(measureNdcg(['a', 'b', 'c'], ['a', 'b'], 10)).toBe(1);
    expect(measureNdcg(['x', 'y'], ['a'], 10)).toBe(0);
    expect(measureNdcg([], [], 10)).toBe(0);
  });

  it('discount by the logarithm of the rank', () => {
    expect(measureNdcg(['x', 'a'], ['a'], 10)).toBeCloseTo(1 / Math.log2(3), 10);
    expect(measureNdcg(['x', 'a', 'b'], ['a', 'b'], 2)).toBeCloseTo(
      1 / Math.log2(3) / (1 + 1 / Math.log2(3)),
      10,
    );
  });

  it('count only the first ranks for recall, and the first hit for the reciprocal rank', () => {
    expect(measureRecall(['x', 'a', 'b'], ['a', 'b'], 2)).toBe(0.5);
    expect(measureReciprocalRank(['x', 'y', 'a', 'b'], ['b', 'a'])).toBeCloseTo(1 / 3, 10);
    expect(measureReciprocalRank(['x'], ['a'])).toBe(0);
  });
});

describe('hand-over metrics', () => {
  it('give an AUC of 1 to a clean split, 0 to a reversed one and one half to ties', () => {
    const examples = (high: number, low: number) => [
      { value: high, positive: true },
      { value: low, positive: false },
    ];
    expect(measureAuc(examples(0.9, 0.1))).toBe(1);
    expect(measureAuc(examples(0.1, 0.9))).toBe(0);
    expect(measureAuc(examples(0.5, 0.5))).toBe(0.5);
  });

  it('count hits, misses and false alarms', () => {
    const decisions = [
      ...[1, 2, 3].map(() => ({ flagged: true, positive: true })),
      { flagged: false, positive: true },
      { flagged: true, positive: false },
      ...[1, 2, 3].map(() => ({ flagged: false, positive: false })),
    ];
    expect(measureDetection(decisions)).toEqual({
      precision: 0.75,
      recall: 0.75,
      f1: 0.75,
      falseAlarms: 0.25,
    });
    expect(measureDetection([]).f1).toBe(0);
  });
});

describe('perturbed questions', () => {
  it('spell umlauts out and leave the rest', () => {
    expect(perturb('Größe der Übung?', 'umlauts', 1)).toBe('Groesse der Uebung?');
    expect(perturb('Größe der Übung?', 'none', 1)).toBe('Größe der Übung?');
  });

  it('have the same typos in every run, at most one per word, and none in short words', () => {
    const question = 'Wie kann ich mein Passwort ändern';
    const typed = perturb(question, 'typos', 7);
    expect(typed).toBe(perturb(question, 'typos', 7));
    expect(typed.split(' ')[0]).toBe('Wie');
    for (const [index, word] of question.split(' ').entries()) {
      expect(Math.abs((typed.split(' ')[index]?.length ?? 0) - word.length)).toBeLessThanOrEqual(1);
    }
  });
});

describe('the best F1', () => {
  it('is 1 if one threshold separates, and that of flagging everything if none does', () => {
    const values = [0.9, 0.8, 0.2, 0.1];
    const separable = values.map((value, n) => ({ value, positive: n < 2 }));
    expect(measureBestF1(separable)).toBe(1);
    const upsideDown = values.map((value, n) => ({ value, positive: n > 1 }));
    expect(measureBestF1(upsideDown)).toBeCloseTo(2 / 3, 10);
  });
});

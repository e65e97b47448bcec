import { describe, expect, test } from 'vitest';
import { measureShipped } from '../../bench/quality/findings.ts';
import type { MeasuredBase } from '../../bench/quality/measure.ts';
import { readShipped, renderShipped, replaceShipped } from '../../bench/quality/report.ts';
import { renderCalibration } from '../../bench/quality/sections.ts';
import { findWorstBases, findWorstKinds } from '../../bench/quality/worst.ts';
import { readDocument } from './documents.ts';

const { text } = readDocument('bench/QUALITY.md');

/** Ten questions of each kind; `rightly` of them are decided as they should be. */
function baseOf(name: string, licence: string, ndcg10: number, rightly: number): MeasuredBase {
  const answers = Array.from({ length: 10 }, (_, n) => ({
    ...{ id: `${name}-${n}`, text: `What is | ${name} ${n}?`, kind: 'in_kb', answerable: true },
    ...{ confidence: 0.75, isHandedOver: n >= rightly },
    ...{ relevant: ['right'], ranking: [n === 3 ? 'other' : 'right'] },
  }));
  const detection = { precision: 1, recall: 1, f1: 1, falseAlarms: 0 };
  const score = {
    ...{
      chunks: 1,
      questions: 10,
      ndcg10,
      recall5: 1,
      recallSent: 1,
      sent: 4,
      mrr: 1,
      auc: 1,
      f1Always: 0.5,
    },
    decision: detection,
  };
  return { name, language: 'en', source: 'a source', licence, score, answers };
}

describe('The page about quality', () => {
  test('has the figures of what ships with Lotse as `npm run quality` writes them now', async () => {
    const part = renderShipped(await measureShipped());
    expect(readShipped(text)).toBe(part);
    expect(replaceShipped(text, part)).toBe(text);
  });

  test('shows the worst three of what was measured, worst first', () => {
    const bases = [0.9, 0.2, 0.7, 0.4].map((value) => baseOf(`base-${value}`, 'MIT', value, 10 * value));
    const worst = ['base-0.2', 'base-0.4', 'base-0.7'];
    expect(findWorstBases(bases).map(({ set }) => set)).toEqual(worst);
    expect(findWorstKinds(bases).map(({ set, value }) => [set, value.toFixed(1)])).toEqual([
      ...[
        ['base-0.2', '0.2'],
        ['base-0.4', '0.4'],
      ],
      ['base-0.7', '0.7'],
    ]);
  });

  test('quotes a question only where the licence of its set allows it, and never breaks a table', () => {
    const [own] = findWorstBases([baseOf('own', 'MIT', 0.5, 5)]);
    expect(own?.example).toBe('“What is \\| own 3?”');
    for (const licence of ['CC BY-SA 4.0', 'Apache-2.0 repository; texts of others', '']) {
      expect(findWorstBases([baseOf('others', licence, 0.5, 5)])[0]?.example).toBe('`others-3`');
    }
  });

  test('says how far the confidence is from what is true', () => {
    const bases = [baseOf('own', 'MIT', 0.5, 5)];
    // All ten can be answered, and 75 % was said.
    const shown = renderCalibration({ ways: [{ name: 'words', bases }], tickets: [] });
    expect(shown).toContain('**0.250**');
    expect(shown).toContain('| 0.7 to 0.8 | `██████████` | 10 | 0.75 | 1.00 |');
  });
});

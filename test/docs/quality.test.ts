import { describe, expect, test } from 'vitest';
import { measureShipped } from '../../bench/quality/findings.ts';
import type { MeasuredBase } from '../../bench/quality/measure.ts';
import { readShipped, renderShipped, replaceShipped } from '../../bench/quality/report.ts';
import { findWorstBases } from '../../bench/quality/worst.ts';
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
      asked: 0.3,
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

  test('quotes a question only where the licence of its set allows it, and never breaks a table', () => {
    const [own] = findWorstBases([baseOf('own', 'MIT', 0.5, 5)]);
    expect(own?.example).toBe('“What is \\| own 3?”');
    for (const licence of ['CC BY-SA 4.0', 'Apache-2.0 repository; texts of others', '']) {
      expect(findWorstBases([baseOf('others', licence, 0.5, 5)])[0]?.example).toBe('`others-3`');
    }
  });
});

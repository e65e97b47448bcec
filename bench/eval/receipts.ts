import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { findDoubts } from '../../src/core/answering/receipts/doubts.ts';
import { withoutDoubts } from '../../src/core/answering/receipts/receipts.ts';
import { guessLanguage } from '../../src/core/reading/language.ts';
import { words } from '../../src/core/search/words/analyse.ts';
import { LANGUAGES } from '../../src/domain/types.ts';

const caseSchema = z.object({
  set: z.string(),
  language: z.enum(LANGUAGES),
  ...{ title: z.string(), text: z.string(), link: z.string().optional(), question: z.string() },
  ...{ true: z.string(), false: z.string().optional(), planted: z.string().optional() },
  kind: z.string().optional(),
});
type Case = z.infer<typeof caseSchema>;

export interface ReceiptScore {
  planted: number;
  /** The planted words are not shown. */
  stopped: number;
  true: number;
  /** A sentence of a true answer is cut, or all of it. */
  harmed: number;
  /** Of one answer, in microseconds. */
  cpu: number;
}

/**
 * How many false values in answers of a model are stopped, and how many true answers lose a sentence, by set, each
 * written without a look at the checks. These were fitted to all but `fifth` after their first figures: 57 of 65, 220 of
 * 270, 161 of 200 and 164 of 200 stopped, 6 of 65, 55 of 324, 21 of 200 and 18 of 200 harmed.
 */
export function scoreReceipts(path: string): Record<string, ReceiptScore> {
  const cases = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => caseSchema.parse(JSON.parse(line)));
  const sets = Object.groupBy(cases, ({ set }) => set);
  return Object.fromEntries(Object.entries(sets).map(([name, some = []]) => [name, scoreSet(some)]));
}

function scoreSet(cases: readonly Case[]): ReceiptScore {
  const planted = cases.filter((one) => one.false !== undefined);
  const before = process.cpuUsage();
  const stopped = planted.filter((one) => !show(one, one.false ?? '').includes(one.planted ?? ''));
  const harmed = cases.filter((one) => show(one, one.true) !== one.true);
  const { user, system } = process.cpuUsage(before);
  return {
    ...{ planted: planted.length, stopped: stopped.length, true: cases.length, harmed: harmed.length },
    cpu: Math.round((user + system) / (planted.length + cases.length)),
  };
}

/** What is left of an answer. */
function show({ title, text, link, question, language }: Case, answer: string): string {
  const said = [title, text, link ?? ''].join('\n');
  const passages = [{ id: 'passage', language: guessLanguage(words(said)), text: said }];
  const doubts = findDoubts(answer, language, { passages, used: ['passage'], others: [question], question });
  const isSure = doubts.every((some) => some.length === 0);
  return isSure ? answer : (withoutDoubts(answer, language, { doubts, passages }) ?? '');
}

import { describe, expect, it } from 'vitest';
import { isGrounded } from '../../src/core/answering/model/grounding.ts';
import type { Language } from '../../src/domain/types.ts';
import { readRows } from '../support/rows.ts';

interface Row {
  base: string;
  language: Language;
  asked: string;
  answer: string;
  used: string[];
  facts?: string[];
  known?: string[];
  isGrounded: boolean;
}

type Base = { base: string; entries: { id: string; language: Language | null; text: string }[] };
const BASES = new Map(
  readRows<Base>('grounding-bases.jsonl', import.meta.url).map(({ base, entries }) => [base, entries]),
);
/** Answers that say nothing of what was sent, and some that do. */
const ROWS = readRows<Row>('grounding.jsonl', import.meta.url);

function judge({ base, asked, facts = [], known = [], isGrounded: _, ...rest }: Row): boolean {
  return isGrounded({ ...rest, asked: [asked], passages: BASES.get(base) ?? [], facts, known });
}

describe('an answer', () => {
  it.each(
    ROWS.filter((row) => !row.isGrounded),
  )('that says nothing of what was sent rests on nothing: $answer', (row) => {
    expect(judge(row)).toBe(false);
  });

  it.each(
    ROWS.filter((row) => row.isGrounded),
  )('that says what was sent, in whatever words, rests on it: $answer', (row) => {
    expect(judge(row)).toBe(true);
  });
});

import { describe, expect, test } from 'vitest';
import { readEvalFile } from '../../../bench/eval/files.ts';
import { detectTeamReason } from '../../../src/core/handover/handover.ts';
import type { ReasonRules } from '../../../src/core/handover/pattern.ts';
import { RuleBook } from '../../../src/core/handover/rule-book.ts';
import { foldWord } from '../../../src/core/handover/text.ts';
import { correctTypo } from '../../../src/core/handover/typos.ts';
import { runAtOnce } from '../../../src/core/slices.ts';
import type { TeamReason } from '../../../src/domain/types.ts';

const reasonIn = (content: string): TeamReason | null => detectTeamReason([{ role: 'user', content }]);

/** As people type it without the keys of their language. */
function typePlainly(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łŁıİ]/g, (letter) => ({ ł: 'l', Ł: 'L', ı: 'i', İ: 'I' })[letter] ?? letter);
}

/** The tickets of one language, each typed with its accents and without. */
export function testReasons(tickets: Partial<Record<TeamReason, readonly string[]>>): void {
  describe.each(Object.entries(tickets))('%s is the reason for', (reason, texts) => {
    test.each(texts)('%s', (text) => {
      expect([reasonIn(text), reasonIn(typePlainly(text))]).toEqual([reason, reason]);
    });
  });
}

/** What the assistant answers by itself, typed with its accents and without. */
export function testHarmless(texts: readonly string[]): void {
  test.each(texts)('needs nobody: %s', (text) => {
    expect([reasonIn(text), reasonIn(typePlainly(text))]).toEqual([null, null]);
  });
}

/** Messages of German and English tickets. */
const otherTickets = readEvalFile('bench/eval/handover.jsonl')
  .tickets.flatMap(({ messages }) => messages)
  .filter(({ role }) => role === 'user');

/** What holds for the rules of a language beside German and English. */
export function testRules(rules: readonly ReasonRules[]): void {
  test('no rule holds in a German or an English ticket', () => {
    const book = new RuleBook(rules);
    const hit = otherTickets.filter((ticket) => Number.isFinite(runAtOnce(book.findInTicket([ticket]))));
    expect(otherTickets.length).toBeGreaterThan(700);
    expect(hit.map(({ content }) => content)).toEqual([]);
  });

  test('no word of a rule is taken for a typo of a German or an English word', () => {
    const written = rules.flatMap(({ vocabulary, always, unlessHypothetical, unlessGeneral }) => [
      ...Object.values(vocabulary).flat(),
      ...[...always, ...unlessHypothetical, ...unlessGeneral],
    ]);
    const words = written.flatMap((line) => line.split(/[\s|_]+/)).filter((word) => /^\p{L}+$/u.test(word));
    expect(words.length).toBeGreaterThan(1_000);
    expect(words.map(foldWord).filter((word) => correctTypo(word) !== word)).toEqual([]);
  });
}

import { describe, expect, test } from 'vitest';
import { explainTeamReasons } from '../../../src/core/handover/handover.ts';
import { findNearest, type Mark, NEAR, toMarks } from '../../../src/core/handover/nearness.ts';
import type { ChatMessage } from '../../../src/domain/types.ts';
import { readRows } from '../../support/rows.ts';

/** Thirty texts that an owner marked; two each that say nearly the same, and two of the same matter that do not. */
const MARKED_TEXTS = readRows<{ marked: string; near: string[]; related: string[] }>(
  'marked-texts.jsonl',
  import.meta.url,
);

/*
 * The threshold was chosen on the 30 marks of marked-texts.jsonl, 60 texts near to them and 60 that are merely related
 * (found / wrongly found): .50 60/9, .55 60/5, .60 60/1, .62 60/0, .65 60/0, .70 59/0, .75 54/0. The nearest mark is
 * the right one each time. Of a second round
 * of 16 and 16 in freer words, .62 finds 11 and wrongly 1 ("I was banned for using …" near "Can I be banned for using
 * …?"), which its surer reason keeps from being dismissed; of a third of 17 and 11 in words as people retype them, 17
 * and wrongly 2, short ones of which one word differs ("Are ranks permanent?").
 */

const at = new Date('2026-03-18T12:00:00Z');
const toMark = (text: string, isNeeded: boolean, id = text): Mark => {
  return { id, answerId: id, text, isNeeded, createdAt: at };
};
const say = (...texts: string[]): ChatMessage[] => texts.map((content) => ({ role: 'user', content }));
const explain = (text: string | string[], ...marks: Mark[]) =>
  explainTeamReasons(say(...[text].flat()), [], toMarks(marks));

describe('Nearness', () => {
  const all = toMarks(MARKED_TEXTS.map(({ marked }) => toMark(marked, true)));

  test('finds the right one of 30 marks for 60 near texts, and none for 60 merely related ones', () => {
    for (const { marked, near, related } of MARKED_TEXTS) {
      for (const text of near) expect([text, findNearest(all, text)?.mark.text]).toEqual([text, marked]);
      for (const text of related) expect([text, findNearest(all, text)]).toEqual([text, null]);
    }
  });

  test('is one for the same text, whatever its case and accents, and none for an empty one', () => {
    for (const { marked } of MARKED_TEXTS)
      expect(findNearest(all, marked.toUpperCase())?.likeness).toBeGreaterThan(0.99);
    for (const text of ['', ' ', '?!', '😀']) expect(findNearest(all, text)).toBeNull();
    expect(NEAR).toBeLessThan(1);
  });

  test('never holds between texts of which one is many times as long', () => {
    const short = MARKED_TEXTS[0]?.marked ?? '';
    const long = MARKED_TEXTS.map(({ marked }) => marked).join(' ');
    expect(findNearest(toMarks([toMark(short, true)]), long)).toBeNull();
    expect(findNearest(toMarks([toMark(long, true)]), short)).toBeNull();
  });

  test('follows the later one of two marks with the same text', () => {
    const text = MARKED_TEXTS[0]?.marked ?? '';
    const both = toMarks([toMark(text, true, 'first'), toMark(text, false, 'second')]);
    expect(findNearest(both, text)?.mark.id).toBe('second');
  });
});

describe('A mark', () => {
  const HARMLESS = 'When does the old lighthouse open for visitors in winter?';
  const CHARGED = 'I was charged twice and I want my money back';

  test('makes near texts need the team, with the words that both hold', () => {
    expect(explain(HARMLESS)).toEqual([]);
    const [found] = explain(
      'when does the old lighthouse open for visitors in winter',
      toMark(HARMLESS, true),
    );
    expect(found).toMatchObject({ by: 'owner', words: expect.arrayContaining(['lighthouse', 'visitors']) });
    expect(found?.score).toBeGreaterThanOrEqual(NEAR);
    expect(explain('Where is the lighthouse?', toMark(HARMLESS, true))).toEqual([]);
  });

  test('of a ticket of several messages counts for each of them alone', () => {
    const mark = toMark(CHARGED, false);
    expect(explain([HARMLESS, `${CHARGED}!!`], mark)).toEqual([]);
    expect(explain([HARMLESS, CHARGED], toMark(HARMLESS, true), mark)).toMatchObject([{ by: 'owner' }]);
    expect(explain([CHARGED, 'I was banned for no reason, unban me'], mark)).toMatchObject([
      { reason: 'ban', by: 'model' },
    ]);
  });

  test('does not dismiss somebody who is affected where the marked text asks in general', () => {
    const mark = toMark('Can I be banned for using a minimap mod?', false);
    expect(explain('I was banned for using a minimap mod', mark)).toMatchObject([{ reason: 'ban' }]);
  });

  test.each([
    'I cut my arms every night and nobody knows',
    'Since my dad died I do not see any point in living',
    'I want to kill myself',
    'Can I talk to a human please',
  ])('takes no reason of safety and none of a plain rule away: %s', (text) => {
    expect(explain(text)[0]?.reason).toMatch(/safety|asked_for_human/);
    expect(explain(text, toMark(text, false))[0]?.reason).toBe(explain(text)[0]?.reason);
  });

  test('of the assistant’s words does not count', () => {
    const messages: ChatMessage[] = [{ role: 'assistant', content: HARMLESS }, ...say('thanks a lot')];
    expect(explainTeamReasons(messages, [], toMarks([toMark(HARMLESS, true)]))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { modelAnswer, readNested, toEngineReply } from '../../src/core/answering/model/model-answer.ts';
import { readRows } from '../support/rows.ts';

const IDS = new Map([
  ...['ship', 'pay', 'long#3'].map((id) => [id, id] as const),
  ['1', 'ship'],
  ['2', 'pay'],
]);
const SAID = [{ role: 'user' as const, content: '<knowledge>[{"text":"Press [2]."}]</knowledge>' }];
const TYPES = {
  answer: { type: 'string' },
  needs_team: { type: 'boolean' },
  answerable: { type: 'boolean' },
  used: { type: 'array' },
};

function replyOf(reply: object) {
  const plain = { answer: 'Yes.', needs_team: false, answerable: true, used: [], ...reply };
  return toEngineReply(readNested(plain, { properties: TYPES }), { idsByName: IDS, messages: SAID });
}

describe('an answer of a model', () => {
  it('is shown without the ids of entries, which count as used', () => {
    const cases: [string, string, string[], string[]?][] = [
      ['Three days [ship].', 'Three days.', ['ship']],
      ['Three days 【ship】, by card [ids: pay, ship].', 'Three days, by card.', ['ship', 'pay']],
      ['Three days [1], by card (source: 1).', 'Three days, by card.', ['ship']],
      ['Press [2] for that.', 'Press [2] for that.', ['ship', 'pay'], ['#1, [2]']],
      ['[long] Wait (source: pay).', 'Wait.', ['long#3', 'pay']],
    ];
    for (const [said, answer, used, named = []] of cases)
      expect(replyOf({ answer: said, used: named })).toMatchObject({ answer, used });
    expect(replyOf({ answer: 'Three days [ship][pay].' }).answer).toBe('Three days.');
  });

  it.each(
    readRows<{ answer: string; shown: string }>('model-answer.jsonl', import.meta.url),
  )('is shown without other keys, source lists and escapes, which may be meant: $answer', ({
    answer,
    shown,
  }) => {
    expect(replyOf({ answer }).answer).toBe(shown);
  });

  it('that contains the whole reply again is read again, and either may call the team', () => {
    const inner = JSON.stringify({
      answer: 'In three days.',
      needs_team: true,
      answerable: true,
      used: ['ship'],
    });
    for (const answer of [inner, `\`\`\`json\n${inner}\n\`\`\``]) {
      expect(replyOf({ answer })).toEqual({
        ...{ answer: 'In three days.', needsTeam: true, answerable: true, used: ['ship'], confidence: 0 },
      });
    }
    expect(replyOf({ answer: 'In three days.", "needs_team": false, "used": []}' }).answer).toBe(
      'In three days.',
    );
    expect(replyOf({ answer: '{"ship": "three days"}' }).answer).toBe('');
  });

  it('may omit default fields, and all of its text if a person takes over', () => {
    expect(modelAnswer.parse({ answer: ' Yes. ' })).toEqual({
      ...{ answer: 'Yes.', needs_team: false, answerable: true, used: [] },
    });
    expect(modelAnswer.safeParse({ answer: null, needs_team: true }).success).toBe(true);
    expect(modelAnswer.safeParse({ answer: '', answerable: false }).success).toBe(true);
    expect(modelAnswer.safeParse({ answer: '', used: ['ship'] }).success).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { modelAnswer, readNested, toEngineReply } from '../../src/core/answering/model/model-answer.ts';

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
    expect(replyOf({ answer: 'Three days [ship].' })).toMatchObject({
      answer: 'Three days.',
      used: ['ship'],
    });
    expect(replyOf({ answer: 'Three days 【ship】, by card [ids: pay, ship].' })).toMatchObject({
      ...{ answer: 'Three days, by card.', used: ['ship', 'pay'] },
    });
    expect(replyOf({ answer: 'Three days [1], by card (source: 1).' })).toMatchObject({
      ...{ answer: 'Three days, by card.', used: ['ship'] },
    });
    expect(replyOf({ answer: 'Press [2] for that.', used: ['#1, [2]'] })).toMatchObject({
      ...{ answer: 'Press [2] for that.', used: ['ship', 'pay'] },
    });
    expect(replyOf({ answer: 'Three days [ship][pay].' }).answer).toBe('Three days.');
    expect(replyOf({ answer: '[long] Wait (source: pay).' })).toMatchObject({
      ...{ answer: 'Wait.', used: ['long#3', 'pay'] },
    });
  });

  it.each([
    ['Three days.\n\nSources: [ship]', 'Three days.'],
    ['Drei Tage.\n\n**Quellen:** [ship]', 'Drei Tage.'],
    ['Three days【4:0†source】.', 'Three days.'],
    ['Three days.\nneeds_team: false\nanswerable: true\nused: ["ship"]', 'Three days.'],
    ['Three days.\n```json\n{"needs_team": false}\n```', 'Three days.'],
    ['Three days.\n\nused: ["ship"]', 'Three days.'],
    ['Three days. needs_team: false', 'Three days.'],
    ['Three days. (needs_team=false, answerable=true)', 'Three days.'],
    ['Three days. used: ["ship"]', 'Three days.'],
    ['Three days. answerable: true, needs_team: false, used: [ship]', 'Three days.'],
    ['Three days."}', 'Three days.'],
    ['Three days.",', 'Three days.'],
    ['Three days.\n}', 'Three days.'],
    ['Three days.\nAssistant:', 'Three days.'],
    ['Three days.\n\n**User**:', 'Three days.'],
    ['Write {name} or "name",', 'Write {name} or "name",'],
    ['The rule is `{"a": {}}`', 'The rule is `{"a": {}}`'],
    ['We used: [two, three]', 'We used: [two, three]'],
    ['Who may come:\n- model\n- user', 'Who may come:\n- model\n- user'],
    ['Send `needs_team: true` to call us.', 'Send `needs_team: true` to call us.'],
    ['Used: two stamps.\nSources: the wall.', 'Used: two stamps.\nSources: the wall.'],
  ])('is shown without source lists and other keys after it: %j', (answer, shown) => {
    expect(replyOf({ answer }).answer).toBe(shown);
  });

  it.each([
    'See [ship](https://shop.example/ship) [optional] (ship).',
    'Write `[ship]`, then:\n```\nmove [pay]\n```',
    '- [x] packed\n- [ ] sent [7]',
  ])('keeps links, code and other brackets: %j', (answer) => {
    expect(replyOf({ answer })).toMatchObject({ answer });
  });

  it.each([
    ['First wait.\\nThen open it.', 'First wait.\nThen open it.'],
    ['Eins\\n\\nzwei', 'Eins\n\nzwei'],
    ['You need:\\n- a key\\r\\n- a door', 'You need:\n- a key\n- a door'],
    ['Drei Tage f\\u00fcr dich', 'Drei Tage für dich'],
  ])('has real line breaks and letters: %j', (answer, said) => {
    expect(replyOf({ answer })).toMatchObject({ answer: said });
  });

  it.each([
    'Open C:\\new\\notes and D:\\games\\nova.',
    'Use \\n for a line break.',
    'Type `print("a\\nB")`.',
  ])('keeps backslashes that are meant: %j', (answer) => {
    expect(replyOf({ answer })).toMatchObject({ answer });
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

import { beforeEach, describe, expect, test } from 'vitest';
import { listGaps } from '../../../src/core/learning/gaps.ts';
import { sound, useStubbedApp } from '../../core/prompt-setup.ts';
import { readRows } from '../../support/rows.ts';

const { app, stub } = useStubbedApp();

const QUESTION = 'How is a berth paid?';
const ENTRIES = [
  { id: 'berths', title: 'Berths', text: 'A berth is paid monthly.' },
  { id: 'vip', title: 'VIP', text: 'Buy VIP in the shop.' },
];
const ANSWER = { role: 'assistant', content: 'A berth is paid monthly.' };

let server: { id: string; key: string };
beforeEach(async () => {
  server = await app.addServer({ language: 'en' });
  await app.addKnowledge(server.id, ENTRIES);
  stub.reply({ ...sound, answer: 'Monthly.', used: ['berths'] });
});

/** What a ticket gets, and how often the backend was asked. */
async function see(...given: (string | { role: string; content: string })[]) {
  const before = stub.requests.length;
  const messages = given.map((one) => (typeof one === 'string' ? { role: 'user', content: one } : one));
  const { status, body } = await app.chat(server.key, { messages });
  expect(status).toBe(200);
  return { body, calls: stub.requests.length - before };
}

const MACHINES = readRows<{ name: string; text: string }>('machine-mails.jsonl', import.meta.url);
const TALK = [
  'lol',
  'haha true',
  'лол',
  'ㅋㅋㅋ',
  '.',
  '?',
  '+1',
  '32',
  '🤷',
  '<:kekw:123456789012345678>',
  '1.20.4',
];
const LINK = 'https://tenor.com/view/cat-123';

describe('what asks nothing', () => {
  const cases = [
    ...MACHINES.map(({ name, text }) => [name, text] as const),
    ...[...TALK, LINK].map((text) => [text, text] as const),
  ];
  test.each(
    cases,
  )('%s gets one friendly line without a backend or a debit, and nobody is called', async (_, text) => {
    const { body, calls } = await see(text);
    expect(body).toMatchObject({
      ...{ kind: 'not_a_question', needs_team: false, team_reason: null, sources: [] },
      ...{ draft: false, repeated: false, confidence: 0 },
    });
    expect([body.answer === '', calls]).toEqual([false, 0]);
    expect(body.usage).toMatchObject({ available_percent: 100, requests_today: 1 });
    expect(await listGaps(app.core, server.id)).toEqual([]);
  });

  test('is told of the last message alone', async () => {
    expect((await see(QUESTION, ANSWER, MACHINES.at(-1)?.text ?? '')).body.kind).toBe('not_a_question');
    expect((await see('lol', ANSWER, QUESTION)).body.kind).toBe('answer');
  });
});

const QUESTIONS = [
  ...['vip', 'lags?', 'refund', 'no sound', 'error 403', 'kms', '退款', 'thanks'],
  'I get 550 5.1.1 when I mail you. How is a berth paid?',
  'From: Kim <kim@firm.example>\nAuto-Submitted: no\nSubject: berth\n\nHow is a berth paid?',
  'Subject: Re: berth\n\nHow is a berth paid since 7.12.2026?',
  'Fwd: Re: berth\n\nIt is not paid since 7.12.2026.',
  'I am out of office next week, so quickly: How is a berth paid?',
  'constructor: How is a berth paid?\ntoString: monthly?',
];
test.each(QUESTIONS)('%j is read as a question', async (text) => {
  expect((await see(text)).body.kind).not.toBe('not_a_question');
});

test.each([
  ['1', 'Is it berth 1 or 2?'],
  ['2', 'Type 1 for monthly, 2 for yearly.'],
  ['ja', 'Shall I call somebody?'],
  ['1.20.4', 'Which version do you have?'],
  ['?', 'A berth is paid monthly.'],
])('%j is an answer to %j, so it is no chatter', async (text, content) => {
  expect((await see(QUESTION, { role: 'assistant', content }, text)).body.kind).not.toBe('not_a_question');
});

test('an open question before chatter is still answered', async () => {
  expect((await see(QUESTION, 'lol')).body).toMatchObject({ kind: 'answer', answer: 'Monthly.' });
});

const PICTURE = `data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUgAA'.repeat(900)}`;
test.each([
  `<div>${QUESTION}</div><img src="${PICTURE}" alt="x">`,
  `${QUESTION} ![x](${PICTURE})`,
])('a picture in a message takes none of its 16,000 characters', async (text) => {
  expect((await see(text)).body).toMatchObject({ kind: 'answer', answer: 'Monthly.' });
  expect(JSON.stringify(stub.requests.at(-1)?.body)).not.toContain('iVBOR');
});

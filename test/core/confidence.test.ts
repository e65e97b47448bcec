import { beforeAll, expect, test } from 'vitest';
import { ask } from '../support/app.ts';
import { readRows } from '../support/rows.ts';
import { sound, useStubbedApp } from './prompt-setup.ts';

interface Rated {
  asked: string;
  answer: string;
  used: string[];
  right: boolean;
}

const { stub, app } = useStubbedApp();

const RATED = readRows<Rated>('rated-answers.jsonl', import.meta.url);
const ENTRIES = readRows<{ id?: string }>('../../bench/quality/chat.jsonl', import.meta.url).filter(
  ({ id }) => id,
);

let key: string;
beforeAll(async () => {
  const server = await app.addServer({ language: 'en', drafts: 'unsure' });
  await app.addKnowledge(server.id, ENTRIES);
  ({ key } = server);
});

async function answerWith({ asked, ...reply }: Omit<Rated, 'right'> & { answerable?: boolean }) {
  stub.reply({ ...sound, ...reply });
  return (await app.chat(key, ask(asked))).body;
}

test('right answers to rephrased and foreign questions are sent, and hardly any wrong ones among them', async () => {
  const sent = { right: 0, wrong: 0 };
  const withheld: string[] = [];
  for (const { right, ...said } of RATED) {
    const { draft, needs_team: needsTeam, confidence } = await answerWith(said);
    if (draft && right) withheld.push(`${confidence} ${said.asked}`);
    if (!draft && !needsTeam) sent[right ? 'right' : 'wrong'] += 1;
  }
  expect(withheld.length, withheld.join('\n')).toBeLessThanOrEqual(RATED.length / 20);
  expect(sent.wrong / (sent.right + sent.wrong)).toBeLessThanOrEqual(0.05);
});

test('a hand-over that shows no answer has none, and a greeting is not looked at first', async () => {
  const unknown = await answerWith({
    asked: 'Can I rent a boat?',
    answer: 'No idea.',
    used: [],
    answerable: false,
  });
  expect(unknown).toMatchObject({ confidence: 0, needs_team: true });
  const rule = await answerWith({ asked: 'I want my money back!', answer: 'The team will look.', used: [] });
  expect(rule).toMatchObject({ confidence: 0, team_reason: 'payment' });
  expect(await answerWith({ asked: 'Hello!', answer: 'Hi there.', used: [] })).toMatchObject({
    draft: false,
  });
});

test('an answer that rests on what the caller knows of the customer needs no entry', async () => {
  stub.reply({ ...sound, answer: 'Your parcel left the depot in Hamburg on Tuesday.' });
  const context = [{ label: 'Parcel', value: 'left the depot in Hamburg on Tuesday' }];
  const { body } = await app.chat(key, { ...ask('How far is my parcel?'), context });
  expect(body).toMatchObject({ draft: false, needs_team: false });
});

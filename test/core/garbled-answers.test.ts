import { beforeEach, expect, test } from 'vitest';
import type { StubChatRequest } from '../support/ai-stub.ts';
import { ask } from '../support/app.ts';
import { readCharges, readWeek } from '../support/books.ts';
import { BUDGETS, kindOf, record, sound, useStubbedApp } from './prompt-setup.ts';

const { stub, app } = useStubbedApp();
beforeEach(() => stub.usage({ promptTokens: 300, completionTokens: 40 }));

const QUESTION = 'What is the fee for a berth?';
const LOOP = 'and so on '.repeat(60);
const FOREIGN = '泊位的费用是每晚七欧元，请在港口办公室付款。';
const GOOD = { ...sound, answer: 'A berth is 7 euros a night.', used: ['fee'] };

async function addServer(level: 'V1' | 'V1.5' | 'V2' = 'V1') {
  const server = await app.addServer({ level, plan: 'premium', language: 'en' });
  await app.addKnowledge(server.id, [{ id: 'fee', title: 'Fees', text: 'A berth costs 7 euros a night.' }]);
  return server;
}

/** The answers of the model in turn; its other calls go well. */
function answerWith(...answers: string[]): void {
  stub.reply((body: StubChatRequest) => {
    const kind = kindOf({ path: '', headers: {}, body });
    if (kind !== 'answer') return { question: QUESTION, supported: true, queries: [] };
    const answer = answers.shift();
    return answer === undefined ? GOOD : { ...GOOD, answer };
  });
}

const askIn = (key: string) => record(stub, () => app.chat(key, ask(QUESTION)));

test.each(
  BUDGETS,
)('a garbled answer is asked for once more on %s, and both calls are charged', async (level) => {
  for (const garbled of [LOOP, FOREIGN]) {
    const { id, key } = await addServer(level);
    answerWith(garbled);
    const { result, requests } = await askIn(key);
    expect(result.body).toMatchObject({ answer: GOOD.answer, needs_team: false });
    expect(requests.map(kindOf).filter((kind) => kind === 'answer')).toHaveLength(2);
    expect(await readCharges(app, id)).toMatchObject([{ prompt_tokens: 300 * requests.length }]);
  }
});

test.each([
  ['German', 'Ein Liegeplatz kostet sieben Euro in der Nacht, und ihr zahlt beim Hafenmeister.'],
  ['Polish', 'Miejsce kosztuje siedem euro za noc i płaci się w biurze portu, jak zawsze.'],
])('an answer in a language that nobody used is asked for once more: %s', async (_, answer) => {
  const { id, key } = await addServer();
  answerWith(answer);
  const { result, requests } = await askIn(key);
  expect(result.body).toMatchObject({ answer: GOOD.answer, needs_team: false });
  expect(await readCharges(app, id)).toMatchObject([{ prompt_tokens: 300 * requests.length }]);
  expect(requests).toHaveLength(2);
  answerWith(answer, answer);
  const second = await app.chat(key, ask(`${QUESTION} Please tell me.`));
  expect(second.body).toMatchObject({ needs_team: true, team_reason: 'model', sources: [] });
  expect(second.body.answer).not.toContain(answer);
});

test.each([
  ['the customer asks for it', `${QUESTION} Please answer in German.`, {}],
  ['the owner asks for it', QUESTION, { instructions: 'Always answer in German.' }],
  ['the owner asks for it in it', QUESTION, { instructions: 'Antworte immer auf Deutsch.' }],
  ['it is the language of the server', QUESTION, { language: 'de' as const }],
])('a language is not wrong where %s', async (_, question, settings) => {
  const { id, key } = await app.addServer({ level: 'V1', language: 'en', ...settings });
  await app.addKnowledge(id, [{ id: 'fee', title: 'Fees', text: 'A berth costs 7 euros a night.' }]);
  const answer = 'Ein Liegeplatz kostet 7 Euro in der Nacht, und ihr zahlt beim Hafenmeister.';
  answerWith(answer);
  const { result, requests } = await record(stub, () => app.chat(key, ask(question)));
  expect(result.body).toMatchObject({ answer, needs_team: false });
  expect(requests).toHaveLength(1);
});

test('one that is no better the second time calls the team, and nobody sees it', async () => {
  const { key } = await addServer();
  answerWith(LOOP, FOREIGN);
  const { result, requests } = await askIn(key);
  expect(result.body).toMatchObject({ needs_team: true, team_reason: 'model', sources: [] });
  expect(result.body.answer).not.toMatch(/and so on|泊/);
  expect(requests).toHaveLength(2);
});

test('a second call that fails calls the team too', async () => {
  const { key } = await addServer();
  answerWith(LOOP);
  const asked = stub.requests.length;
  const waiting = app.chat(key, ask(QUESTION));
  await stub.received(asked + 1);
  stub.fault('status:400');
  expect((await waiting).body).toMatchObject({ needs_team: true, team_reason: 'model' });
  stub.fault(null);
});

test('what the first call took leaves no room for a second: the team is called, within the reservation', async () => {
  const { id, key } = await addServer();
  stub.usage({ promptTokens: 3_000, completionTokens: 400 });
  answerWith(LOOP);
  const { result, requests } = await askIn(key);
  expect(result.body).toMatchObject({ needs_team: true, team_reason: 'model' });
  expect(requests).toHaveLength(1);
  const { used, reserved } = await readWeek(app, id);
  expect([used > 0, Number(reserved)]).toEqual([true, 0]);
});

test('an answer that says nothing of the entries is the hand-over of a question that they do not answer', async () => {
  const { key } = await addServer();
  stub.reply({ ...GOOD, answer: 'The provided context does not contain any information about that.' });
  const { body } = await app.chat(key, ask('Do you sell sails?'));
  expect(body).toMatchObject({ needs_team: true, team_reason: 'not_in_knowledge', sources: [] });
  expect(body.answer).not.toContain('context');
});

test('an empty knowledge, and a question whose words call the team, leave the answer to the model', async () => {
  const { key } = await app.addServer({ language: 'en' });
  stub.reply({ ...sound, answer: 'Sails are a fine thing.' });
  expect((await app.chat(key, ask('Do you sell sails?'))).body).toMatchObject({
    answer: 'Sails are a fine thing.',
    needs_team: false,
  });
  const known = await addServer();
  expect((await app.chat(known.key, ask('I want my money back.'))).body).toMatchObject({
    answer: 'Sails are a fine thing.',
    team_reason: 'payment',
  });
});

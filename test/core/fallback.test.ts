import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOTICES } from '../../src/core/answering/notices.ts';
import { tryQuestion } from '../../src/core/playground/playground.ts';
import type { TeamReason } from '../../src/domain/types.ts';
import { type AiStub, type StubFault, startAiStub } from '../support/ai-stub.ts';
import { type ApiAnswer, ask, startApp, type TestApp, UNABORTED } from '../support/app.ts';
import { readBooks, readCharges, readWeek } from '../support/books.ts';
import { startTwin } from '../support/twin.ts';

const DEADLINE_MS = 500;
const ENTRY = {
  id: 'hours',
  title: 'When are you open?',
  text: 'We are open from 9 to 17 from Monday to Friday.',
};

let stub: AiStub;
let app: TestApp;
/** The same with a deadline that tests can wait for. */
let hasty: TestApp;
beforeAll(async () => {
  stub = await startAiStub();
  const settings = { OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k', LIMIT_PER_MINUTE: '100' };
  app = await startApp(settings);
  hasty = await startApp({ ...settings, AI_TIMEOUT_MS: String(DEADLINE_MS) });
});
beforeEach(() => {
  stub.fault(null);
  stub.usage('estimate');
});
afterAll(async () => {
  await app.stop();
  await hasty.stop();
  await stub.close();
});

async function addServer(which = app) {
  const server = await which.addServer();
  await which.addKnowledge(server.id, [ENTRY]);
  return server;
}

function expectHandOver(answer: ApiAnswer, reason: TeamReason, notice: string): void {
  expect([answer.status, answer.body]).toMatchObject([
    200,
    { answer: notice, needs_team: true, team_reason: reason, sources: [] },
  ]);
}

const completion = (choice: object, more: object = {}): StubFault => ({
  body: { object: 'chat.completion', choices: [{ index: 0, ...choice }], ...more },
});
const error = (status: number, fields: object): StubFault => ({ status, body: { error: fields } });

/** How backends say that they will not answer this. */
const cutOff = { finish_reason: 'content_filter', message: { role: 'assistant', content: null } };
const REFUSALS: [string, StubFault][] = [
  ['a model that refuses', completion({ finish_reason: 'stop', message: { content: null, refusal: 'No.' } })],
  ['a filter that names itself in a 400', error(400, { code: 'content_filter', message: 'Filtered.' })],
  ['a filter that ends the answer before it begins', completion(cutOff)],
  [
    'a filter that cuts the answer',
    completion({ finish_reason: 'content_filter', message: { content: '{"answer": "I am so' } }),
  ],
];

const FAULTS: [string, StubFault][] = [
  ...REFUSALS,
  ['an outage', 'status:503'],
  ['too many requests', error(429, { message: 'Slow down.' })],
  ['a connection that breaks', 'reset'],
  ['an answer in prose', 'not-json'],
  ['an answer that is cut', 'length'],
];

describe('a question whose words call the team is handed over with that reason', () => {
  test.each(FAULTS)('when the backend answers with %s', async (_title, fault) => {
    const { key } = await addServer();
    stub.fault(fault);
    const inEnglish = await app.chat(key, ask('I want a refund for my order, please'));
    expectHandOver(inEnglish, 'payment', NOTICES.en.teamTakesOver);
    const inGerman = await app.chat(key, ask('Ich wurde gebannt und möchte entbannt werden'));
    expectHandOver(inGerman, 'ban', NOTICES.de.teamTakesOver);
  });

  test('when the backend does not answer in time, or is unreachable', async () => {
    stub.fault('hang');
    const { key } = await addServer(hasty);
    const late = await hasty.chat(key, ask('Can I talk to a human, please?'));
    expectHandOver(late, 'asked_for_human', NOTICES.en.teamTakesOver);

    const lonely = await startApp({ OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' });
    try {
      const server = await lonely.addServer();
      const answer = await lonely.chat(server.key, ask('I want my money back'));
      expectHandOver(answer, 'payment', NOTICES.en.teamTakesOver);
      expect(await readCharges(lonely, server.id)).toMatchObject([{ units: 0 }]);
    } finally {
      await lonely.stop();
    }
  });

  test('while the circuit is open and the backend is not asked', async () => {
    const broken = await startTwin(app);
    try {
      const { key } = await broken.addServer();
      stub.fault('status:503');
      const before = stub.requests.length;
      const answers: ApiAnswer[] = [];
      while (answers.length === stub.requests.length - before && answers.length < 200) {
        const ten = Array.from({ length: 10 }, () => broken.chat(key, ask('I want a refund')));
        answers.push(...(await Promise.all(ten)));
      }
      expect(stub.requests.length - before).toBeLessThan(answers.length);
      for (const answer of answers) expectHandOver(answer, 'payment', NOTICES.en.teamTakesOver);
    } finally {
      await broken.stop();
    }
  });

  test('on the topic that the owner named', async () => {
    const { id, key } = await addServer();
    await app.core.database.kysely
      .updateTable('servers')
      .set({ settings: JSON.stringify({ topics: ['wholesale'] }) })
      .where('id', '=', id)
      .execute();
    stub.fault('status:500');
    const answer = await app.chat(key, ask('Do you do wholesale for bakeries?'));
    expectHandOver(answer, 'owner_topic', NOTICES.en.teamTakesOver);
  });

  test('with the emergency number if somebody may be in danger', async () => {
    const { key } = await addServer();
    stub.fault('status:500');
    const inEnglish = await app.chat(key, ask('I want to kill myself'));
    expectHandOver(inEnglish, 'safety', NOTICES.en.teamTakesOverSafety);
    const inGerman = await app.chat(key, ask('Ich will nicht mehr leben'));
    expectHandOver(inGerman, 'safety', NOTICES.de.teamTakesOverSafety);
    for (const { teamTakesOverSafety } of Object.values(NOTICES))
      expect(teamTakesOverSafety).toContain('112');
  });

  test('on the highest level too, whatever comes earlier in the ticket', async () => {
    const { key } = await app.addServer({ level: 'V2' });
    stub.fault('status:500');
    const messages = [
      { role: 'user', content: 'My payment was taken twice, I want it back' },
      { role: 'assistant', content: 'Which order is it about?' },
      { role: 'user', content: 'Number 4711' },
    ];
    const answer = await app.chat(key, { messages });
    expectHandOver(answer, 'payment', NOTICES.en.teamTakesOver);
    expect(answer.body.level).toBe('V2');
  });
});

describe('the cost of such a hand-over', () => {
  test('is zero if the backend used nothing; it is recorded and counted as a request', async () => {
    const { id, key } = await addServer();
    stub.fault('status:500');
    const { body } = await app.chat(key, ask('I want a refund'));
    expect(body.usage).toMatchObject({ available_percent: 100, requests_today: 1 });
    expect(await readWeek(app, id)).toEqual({ used: 0, reserved: 0, api_used: 0, api_reserved: 0 });
    expect(await readCharges(app, id)).toMatchObject([{ units: 0 }]);
    const { answers } = await readBooks(app, id);
    expect(answers).toMatchObject([
      { needs_team: true, reason: 'payment', question: 'I want a refund', used_ids: [] },
    ]);
  });

  test('is kept under an Idempotency-Key: the next try gets the same answer', async () => {
    const { id, key } = await addServer();
    const once = { headers: { 'Idempotency-Key': 'ticket-9' } };
    stub.fault('status:500');
    const answer = await app.chat(key, ask('I want a refund'), once);
    expectHandOver(answer, 'payment', NOTICES.en.teamTakesOver);
    stub.fault(null);
    expect((await app.chat(key, ask('I want a refund'), once)).body).toEqual(answer.body);
    expect(await readCharges(app, id)).toHaveLength(1);
  });
});

describe('without such words', () => {
  /** Its circuit has seen no outage: after as many as above it does not ask the backend. */
  let fresh: TestApp;
  beforeAll(async () => {
    fresh = await startTwin(app);
  });
  afterAll(() => fresh.stop());

  test.each(REFUSALS)('%s hands over, because a retry would end the same way', async (_title, fault) => {
    const { key } = await addServer();
    stub.fault(fault);
    const inEnglish = await fresh.chat(key, ask('When are you open?'));
    expectHandOver(inEnglish, 'model', NOTICES.en.teamTakesOver);
    const inGerman = await fresh.chat(key, ask('Wann habt ihr am Montag geöffnet?'));
    expectHandOver(inGerman, 'model', NOTICES.de.teamTakesOver);
  });

  test('the tokens of a refusal are charged as the backend reports them', async () => {
    const { id, key } = await addServer();
    const usage = { prompt_tokens: 700, completion_tokens: 40, total_tokens: 740 };
    stub.fault(completion({ finish_reason: 'content_filter', message: { content: null } }, { usage }));
    await fresh.chat(key, ask('When are you open?'));
    expect(await readCharges(app, id)).toMatchObject([{ units: 700 + 4 * 40 }]);
  });

  test.each<[string, StubFault]>([
    ['an outage', 'status:503'],
    ['an answer in prose', 'not-json'],
  ])('%s gives a 503, because there is nothing to tell a person', async (_title, fault) => {
    const { id, key } = await addServer();
    stub.fault(fault);
    const answer = await fresh.chat(key, ask('When are you open?'));
    expect([answer.status, answer.body.error.code]).toEqual([503, 'ai_unavailable']);
    expect(await readCharges(app, id)).toEqual([]);
  });
});

test('the playground shows the hand-over as a customer would see it', async () => {
  const { id } = await addServer();
  stub.fault('status:500');
  const shown = await tryQuestion(app.core, id, 'I want a refund', UNABORTED);
  expect(shown).toMatchObject({
    ...{ answer: NOTICES.en.teamTakesOver, needs_team: true, team_reason: 'payment', sources: [] },
    passages: [],
  });
});

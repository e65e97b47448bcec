import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addServer, getServer } from '../../src/core/owners/servers.ts';
import { parseSettings } from '../../src/core/owners/settings.ts';
import { deliverDue } from '../../src/core/webhooks/deliver.ts';
import { setWebhook } from '../../src/core/webhooks/webhooks.ts';
import { type AiStub, type StubChatRequest, startAiStub } from '../support/ai-stub.ts';
import { ask, startApp, type TestApp, UNABORTED } from '../support/app.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

const CANARIES = {
  message: 'canary.one@example.org',
  history: '0171 2345678',
  name: 'canary.name@example.org',
  customer: 'canary.customer@example.org',
  context: 'DE89 3704 0044 0532 0130 00',
  quoted: 'canary.quoted@example.org',
};
const ENTRY = {
  id: 'codes',
  title: 'When does the code come?',
  text: 'The code comes by mail within 5 minutes.',
};

let stub: AiStub;
let receiver: Receiver;
let app: TestApp;
beforeAll(async () => {
  stub = await startAiStub();
  receiver = await startReceiver();
  const backend = { OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k', EMBEDDING_MODEL: 'meaning' };
  app = await startApp({ PUBLIC_URL: 'https://lotse.example', ...backend }, receiver.world);
  app.clock.now = Math.floor(Date.now() / 1000) * 1000;
});
afterAll(async () => {
  await app.stop();
  await receiver.close();
  await stub.close();
});

/** Every step of a model says what it was asked; its answer ends with all placeholders that it saw. */
function echo({ messages }: StubChatRequest): object {
  const shown = messages.map(({ content }) => content).join('\n');
  const seen = [...new Set(shown.match(/\[[A-Z]+_\d\](?! stand)/g))].join(' ');
  if (shown.includes('"queries"')) return { queries: [`code ${seen}`] };
  if (shown.includes('{"question"')) return { question: `When does the code come for ${seen}?` };
  if (shown.includes('"doubted"')) return { supported: true, doubted: [] };
  return {
    used: ['1'],
    answerable: true,
    needs_team: false,
    answer: `The code comes by mail within 5 minutes. You wrote ${seen} [EMAIL_99].`,
  };
}

async function addAsked(change: object = {}) {
  const server = await app.addServer({ level: 'V2', ...change });
  await app.addKnowledge(server.id, [
    ENTRY,
    ...Array.from({ length: 60 }, (_, n) => ({
      id: `e${n}`,
      title: `Boat ${n}`,
      text: 'The boat is blue. '.repeat(60),
    })),
  ]);
  await setWebhook(app.core, server.id, 'http://hooks.example/in');
  stub.reply(echo);
  return server;
}

const QUESTION = {
  messages: [
    { role: 'user', content: `Call me at ${CANARIES.history} please, about the boat` },
    { role: 'assistant', content: `We will call ${CANARIES.history}.` },
    {
      role: 'user',
      name: CANARIES.name,
      content: `I want a refund! When does the code come to ${CANARIES.message}?\n\nOn Mon, 2 Mar 2026 at 10:00, Me <${CANARIES.quoted}> wrote:\n> hello`,
    },
  ],
  customer: CANARIES.customer,
  context: [{ label: 'Account', value: CANARIES.context }],
};

describe('with `mask`, personal data', () => {
  test('of message, history, name, customer and context is in no prompt, embedding, event or log, and stands in the answer', async () => {
    const { key } = await addAsked();
    const before = stub.requests.length;
    const { status, body } = await app.chat(key, QUESTION);
    expect(status).toBe(200);
    await deliverDue(app.core, UNABORTED);
    expect(receiver.received.length).toBeGreaterThan(0);
    const sent = stub.requests.slice(before);
    const paths = new Set(sent.map(({ path }) => path));
    expect(paths).toEqual(new Set(['/v1/chat/completions', '/v1/embeddings']));
    const seen = JSON.stringify([sent, receiver.received, app.logged]) + inspect(app.logged, { depth: 9 });
    for (const canary of Object.values(CANARIES)) expect(seen).not.toContain(canary);
    for (const canary of Object.values(CANARIES)) expect(body.answer).toContain(canary);
    expect(body.answer).toContain('[EMAIL_99]');
  });

  test('is not in the record of the answer, which says what the model said', async () => {
    const { id, key } = await addAsked();
    const { body } = await app.chat(key, ask(`When does the code come to ${CANARIES.message}?`));
    expect(body.answer).toContain(CANARIES.message);
    const row = await app.core.database.kysely
      .selectFrom('answers')
      .select(['question', 'answer'])
      .where('server_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.question).toContain(CANARIES.message);
    expect(row.answer).toMatch(/You wrote \[EMAIL_1\] \[EMAIL_99\]/);
  });

  test('comes back for a retry and for whoever asks the same, each with their own', async () => {
    const { key } = await addAsked({ repeats: true });
    const question = ask('When does the code come to Ada.One@example.org?');
    const init = { headers: { 'Idempotency-Key': 'retry-1' } };
    const first = await app.chat(key, question, init);
    expect(first.body.answer).toContain('Ada.One@example.org');
    expect((await app.chat(key, question, init)).body).toEqual(first.body);
    const stored = await app.core.database.kysely
      .selectFrom('idempotency')
      .select('response')
      .where('idempotency_key', '=', 'retry-1')
      .execute();
    expect(stored).toEqual([{ response: { sealed: expect.any(String) } }]);
    const repeated = await app.chat(key, ask('When does the code come to ADA.one@example.org?'));
    expect(repeated.body.repeated).toBe(true);
    expect(repeated.body.answer).toContain('ADA.one@example.org');
    expect(repeated.body.answer).not.toContain('Ada.One@example.org');
  });
});

test('a server that is added begins with `mask`; one from before, or with `off`, sends what was written', async () => {
  const added = await addServer(app.core, 'fresh', { name: 'Fresh' });
  expect(parseSettings(added.settings).pii).toBe('mask');
  expect(parseSettings({}).pii).toBe('off');
  const { id, key } = await addAsked({ pii: 'off' });
  const before = stub.requests.length;
  await app.chat(key, ask(`When does the code come to ${CANARIES.message}?`));
  expect(JSON.stringify(stub.requests.slice(before))).toContain(CANARIES.message);
  expect(parseSettings((await getServer(app.core, id)).settings).pii).toBe('off');
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AiStub, type StubChatRequest, startAiStub } from '../support/ai-stub.ts';
import { ask, startApp, type TestApp } from '../support/app.ts';
import { readCharges, readWeek } from '../support/books.ts';
import { record, sound } from './prompt-setup.ts';

const THINKING = 3_000;
const USAGE = { prompt_tokens: 300, completion_tokens: 400, total_tokens: 700 };

let stub: AiStub;
let app: TestApp;
beforeAll(async () => {
  stub = await startAiStub();
});
beforeEach(async () => {
  stub.fault(null);
  stub.reply(sound);
  stub.usage({ promptTokens: 300, completionTokens: 900 });
  // What is known of a model lives in the process.
  app = await startApp({ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k' });
  return () => app.stop();
});
afterAll(() => stub.close());

/** Thoughts up to the limit, and no answer. */
const cut = (message: object = { content: '' }) => ({
  body: {
    choices: [{ index: 0, finish_reason: 'length', message: { role: 'assistant', ...message } }],
    usage: USAGE,
  },
});
const limitOf = ({ body }: { body: unknown }) => (body as StubChatRequest).max_tokens;

describe('a model that thinks until its output is cut', () => {
  test('is asked once more with more room; both calls are charged, within the reservation', async () => {
    const { id, key } = await app.addServer();
    stub.fault([cut()]);
    const { result, requests } = await record(stub, () => app.chat(key, ask('When do you open?')));
    expect(result.body).toMatchObject({ answer: sound.answer, needs_team: false });
    expect(requests.map(limitOf)).toEqual([400, 400 + THINKING]);
    const [charge] = await readCharges(app, id);
    expect(charge).toMatchObject({ prompt_tokens: 600, completion_tokens: 1_300 });
    expect((await readWeek(app, id)).reserved).toBe(0);
  });

  test('gets that room at once from then on, and it is reserved', async () => {
    const { id, key } = await app.addServer();
    const reservedFor = async () => {
      const arrived = stub.requests.length;
      const letGo = stub.hold();
      const underWay = app.chat(key, ask('When do you open?'));
      await stub.received(arrived + 1);
      const { reserved } = await readWeek(app, id);
      letGo();
      await underWay;
      return reserved;
    };
    const before = await reservedFor();
    stub.fault([cut()]);
    await app.chat(key, ask('When do you open?'));
    expect(await reservedFor()).toBe(before + 4 * THINKING);
    expect(limitOf(stub.requests.at(-1) ?? { body: {} })).toBe(400 + THINKING);
  });

  test('a second time is not asked a third time', async () => {
    const { key } = await app.addServer();
    stub.fault([cut(), cut()]);
    const { result, requests } = await record(stub, () => app.chat(key, ask('When do you open?')));
    expect([result.status, requests.length]).toEqual([503, 2]);
    stub.fault([cut()]);
    const next = await record(stub, () => app.chat(key, ask('When do you open?')));
    expect([next.result.status, next.requests.length]).toEqual([503, 1]);
  });
});

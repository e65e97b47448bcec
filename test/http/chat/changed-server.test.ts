import { afterAll, describe, expect, test } from 'vitest';
import { revokeKey } from '../../../src/core/owners/keys.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { startAiStub } from '../../support/ai-stub.ts';
import { ask, startApp, type TestApp } from '../../support/app.ts';
import { expectNothingCounted } from '../../support/books.ts';
import { startTwin } from '../../support/twin.ts';
import { expectChatRefusal, expectRefusal, rateLimitOf } from '../refusal.ts';

const stub = await startAiStub();
const app = await startApp({ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k' });
const twin = await startTwin(app);
afterAll(async () => {
  await twin.stop();
  await app.stop();
  await stub.close();
});

/** A server whose key the app has just answered. */
async function addKnownServer(change: Parameters<TestApp['addServer']>[0] = {}) {
  const server = await app.addServer(change);
  expect((await app.chat(server.key, ask('When do you open?'))).status).toBe(200);
  return server;
}

const REFUSED_BODIES: [string, unknown, string][] = [
  ['a question', ask('And now?'), 'the limits'],
  ['no messages', { messages: [] }, 'its form'],
  ['no JSON', '{', 'its bytes'],
];

describe('A key that was used before, after a change in another process', () => {
  test.each(REFUSED_BODIES)('gets 401 when it was revoked, before %s is judged', async (_title, body) => {
    const { id, key, keyId } = await addKnownServer();
    const asked = stub.requests.length;
    await revokeKey(twin.core, id, keyId);
    const answer = await expectNothingCounted(app, id, () => app.chat(key, body as object));
    expectRefusal(answer, 'invalid_api_key');
    expect(answer.headers.get('ratelimit')).toBeNull();
    expect(stub.requests).toHaveLength(asked);
  });

  test('gets an answer with the bot’s current name and knowledge, which counts once', async () => {
    const { id, key } = await addKnownServer();
    await changeServer(twin.core, id, { bot_name: 'Petra' });
    await twin.addKnowledge(id, [{ title: 'Berths', text: 'A berth costs 12 euros a night.' }]);
    const answer = await app.chat(key, ask('What does a berth cost?'));
    expect(answer.body.bot.name).toBe('Petra');
    expect(JSON.stringify(stub.requests.at(-1)?.body)).toContain('12 euros a night');
    expect(rateLimitOf(answer)).toMatchObject({ minute: 18, day: 998 });
  });

  test('gets 403 when the bot was removed, and is admitted when it is back', async () => {
    const { id, key } = await addKnownServer();
    await changeServer(twin.core, id, { active: false });
    expectChatRefusal(await app.chat(key, ask('And now?')), 'server_inactive');
    await changeServer(twin.core, id, { active: true });
    expect((await app.chat(key, ask('And now?'))).status).toBe(200);
  });

  test('has the limits of its current plan', async () => {
    const { id, key } = await addKnownServer();
    await changeServer(twin.core, id, { plan: 'free' });
    const answer = await app.chat(key, ask('And now?'));
    expect(answer.body.usage.premium).toBe(false);
    expect(rateLimitOf(answer)).toMatchObject({ dayQuota: 150, day: 148 });
  });

  test('is told what is left now, whatever the refusal', async () => {
    const { key } = await addKnownServer();
    for (let n = 0; n < 5; n += 1) await twin.chat(key, ask('Hi'));
    const refused = await app.chat(key, { messages: [] });
    expectChatRefusal(refused, 'invalid_body');
    expect(rateLimitOf(refused)).toMatchObject({ minute: 14, day: 994 });
  });

  test('gets an answer to all of many concurrent requests, or to none, from the change on', async () => {
    const { id, key, keyId } = await addKnownServer();
    const askAll = () => Promise.all(Array.from({ length: 8 }, () => app.chat(key, ask('And now?'))));
    await changeServer(twin.core, id, { bot_name: 'Petra' });
    for (const answer of await askAll()) expect(answer.body.bot.name).toBe('Petra');
    await revokeKey(twin.core, id, keyId);
    for (const answer of await askAll()) expectRefusal(answer, 'invalid_api_key');
  });

  test('gets a stored answer only while it is valid', async () => {
    const { id, key, keyId } = await addKnownServer();
    const once = { headers: { 'Idempotency-Key': 'ticket-1' } };
    expect((await app.chat(key, ask('And now?'), once)).status).toBe(200);
    await revokeKey(twin.core, id, keyId);
    expectRefusal(await app.chat(key, ask('And now?'), once), 'invalid_api_key');
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { revokeKey } from '../../../src/core/owners/keys.ts';
import { deleteServer } from '../../../src/core/owners/servers.ts';
import { type AiStub, startAiStub } from '../../support/ai-stub.ts';
import { ask, startApp, type TestApp } from '../../support/app.ts';
import { expectNothingCounted } from '../../support/books.ts';
import { BAD_KEYS, sendWithout } from '../bad-keys.ts';
import { expectRefusal } from '../refusal.ts';

let app: TestApp;
let stub: AiStub;
beforeAll(async () => {
  stub = await startAiStub();
  app = await startApp({ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k' });
});
afterAll(async () => {
  await app.stop();
  await stub.close();
});

describe('POST /api/v1/chat answers 401', () => {
  test.each(BAD_KEYS)('to %s, always with the same body, and counts nothing', async (_title, credentials) => {
    const server = await app.addServer();
    const answer = await expectNothingCounted(app, server.id, async () =>
      sendWithout(app, 'POST', '/api/v1/chat', await credentials(app, server)),
    );
    expect(expectRefusal(answer, 'invalid_api_key')).toEqual({
      type: 'authentication',
      code: 'invalid_api_key',
      message: 'The API key is missing, wrong or revoked. Send it as "Authorization: Bearer <API_KEY>".',
    });
    expect(answer.headers.get('ratelimit')).toBeNull();
    expect(stub.requests).toHaveLength(0);
  });

  test('E41 · from the moment a key is revoked, while an answer in progress is still given', async () => {
    const { id, key, keyId } = await app.addServer();
    const arrived = stub.requests.length;
    const letGo = stub.hold();
    const underWay = app.chat(key, ask('When do you open?'));
    await stub.received(arrived + 1);
    await revokeKey(app.core, id, keyId);
    const refused = await Promise.all(Array.from({ length: 10 }, () => app.chat(key, ask('And now?'))));
    letGo();
    for (const answer of refused) expectRefusal(answer, 'invalid_api_key');
    expect((await underWay).status).toBe(200);
    expect(stub.requests).toHaveLength(arrived + 1);
  });

  test('when the server is deleted during the request, without an internal error', async () => {
    const { id, key } = await app.addServer();
    const arrived = stub.requests.length;
    const letGo = stub.hold();
    const underWay = app.chat(key, ask('When do you open?'));
    await stub.received(arrived + 1);
    await deleteServer(app.core, id);
    letGo();
    expect((await underWay).status).toBe(503);
    expectRefusal(await app.chat(key, ask('And now?')), 'invalid_api_key');
  });
});

describe('a valid key', () => {
  test.each(['Bearer', 'bearer', 'BEARER'])('is accepted with the scheme written %s', async (scheme) => {
    const { key } = await app.addServer();
    const answer = await app.chat(key, ask('Hi'), { headers: { Authorization: `${scheme} ${key}` } });
    expect(answer.status).toBe(200);
  });

  test('of another server keeps working when one is revoked', async () => {
    const [one, other] = [await app.addServer(), await app.addServer()];
    await revokeKey(app.core, one.id, one.keyId);
    expect((await app.chat(other.key, ask('Hi'))).status).toBe(200);
  });
});

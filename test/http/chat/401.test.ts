import { describe, expect, test } from 'vitest';
import { revokeKey } from '../../../src/core/owners/keys.ts';
import { deleteServer } from '../../../src/core/owners/servers.ts';
import { ask } from '../../support/app.ts';
import { useAppWithAi } from '../../support/use-app.ts';
import { expectRefusal } from '../refusal.ts';

const { app, stub } = useAppWithAi();

describe('POST /api/v1/chat answers 401', () => {
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
  test('is accepted with the scheme in small letters', async () => {
    const { key } = await app.addServer();
    const answer = await app.chat(key, ask('Hi'), { headers: { Authorization: `bearer ${key}` } });
    expect(answer.status).toBe(200);
  });

  test('of another server keeps working when one is revoked', async () => {
    const [one, other] = [await app.addServer(), await app.addServer()];
    await revokeKey(app.core, one.id, one.keyId);
    expect((await app.chat(other.key, ask('Hi'))).status).toBe(200);
  });
});

import { afterAll, describe, expect, test } from 'vitest';
import { createKey, revokeKey } from '../../../src/core/owners/keys.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { ask, startApp } from '../../support/app.ts';
import { expectChatRefusal, expectRefusal } from '../refusal.ts';
import { openClient, speakAs } from './setup.ts';

const ENTRY = { title: 'When are you open?', text: 'From nine to five.' };

const app = await startApp();
afterAll(() => app.stop());

describe('the routes of the knowledge answer 403', () => {
  test('K94 · to a key of scope chat, a test key too, and a key of scope knowledge gets it from chat', async () => {
    const client = await openClient(app);
    const test = await createKey(app.core, { serverId: client.serverId, isTest: true });
    for (const key of [client.chatKey, test.key]) {
      const wrong = speakAs(app, key);
      for (const answer of [await wrong.list(), await wrong.put('a', ENTRY), await wrong.remove('a')])
        expect(expectRefusal(answer, 'wrong_scope')).toMatchObject({
          type: 'permission',
          details: { scope: 'chat', needed: 'knowledge' },
        });
    }
    expectChatRefusal(await app.chat(client.key, ask('Hi')), 'wrong_scope');
    expect((await client.list()).body.entries).toEqual([]);
    expect((await app.status(client.key)).status).toBe(200);
  });

  test('on a server that the bot left', async () => {
    const client = await openClient(app);
    await changeServer(app.core, client.serverId, { active: false });
    for (const answer of [await client.list(), await client.put('a', ENTRY), await client.remove('a')])
      expectRefusal(answer, 'server_inactive');
  });
});

describe('K93 · the routes of the knowledge answer 404', () => {
  test('to what is not there, what was there, and what another server has', async () => {
    const [client, other] = [await openClient(app), await openClient(app)];
    await other.put('theirs', ENTRY);
    await client.put('mine', ENTRY);
    await client.remove('mine');
    for (const id of ['never', 'mine', 'theirs', 'MINE', 'training:x'])
      expectRefusal(await client.remove(id), 'not_found');
    expect((await other.list()).body.entries).toHaveLength(1);
  });

  test('to one entry of another server put by its id: both have their own', async () => {
    const [client, other] = [await openClient(app), await openClient(app)];
    await other.put('same', ENTRY);
    expect((await client.put('same', { ...ENTRY, text: 'Mine.' })).status).toBe(201);
    expect((await other.list()).body.entries).toMatchObject([{ text: ENTRY.text }]);
  });
});

describe('PUT /api/v1/knowledge/{id} answers', () => {
  test('409 when another entry has the title, and names it', async () => {
    const client = await openClient(app);
    await client.put('one', ENTRY);
    await client.put('two', { title: 'Fees', text: 'Ten.' });
    for (const id of ['two', 'three']) {
      const refused = await client.put(id, { ...ENTRY, title: ENTRY.title.toUpperCase() });
      expect(expectRefusal(refused, 'already_exists')).toMatchObject({
        type: 'conflict',
        details: { id: 'one' },
      });
    }
    expect((await client.put('one', { ...ENTRY, title: ENTRY.title.toUpperCase() })).status).toBe(200);
  });

  test('K95 · 409 to all but one that put one title at once', async () => {
    const client = await openClient(app);
    const puts = await Promise.all(Array.from({ length: 6 }, (_, n) => client.put(`e${n}`, ENTRY)));
    expect(puts.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  test('413 to more than 256 KiB and 415 to what is no JSON', async () => {
    const client = await openClient(app);
    const large = { ...ENTRY, more: 'x'.repeat(256 * 1024) };
    expectRefusal(await client.put('a', large), 'body_too_large');
    for (const type of [
      'text/plain',
      'application/json; charset=latin1',
      'application/x-www-form-urlencoded',
    ])
      expectRefusal(await client.put('a', ENTRY, { 'content-type': type }), 'unsupported_media_type');
    expect((await client.list()).body.entries).toEqual([]);
  });

  test('401 from the moment its key is revoked', async () => {
    const client = await openClient(app);
    const { id, key } = await createKey(app.core, { serverId: client.serverId, scope: 'knowledge' });
    await revokeKey(app.core, client.serverId, id);
    expectRefusal(await speakAs(app, key).put('a', ENTRY), 'invalid_api_key');
  });
});

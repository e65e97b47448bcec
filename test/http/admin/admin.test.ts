import { beforeEach, describe, expect, test } from 'vitest';
import { createLedgerStore } from '../../../src/adapters/db/quota/quota.ts';
import { admitAdministration } from '../../../src/core/answering/admission/admission.ts';
import { listActions } from '../../../src/core/members/audit.ts';
import { createAdminKey, listAdminKeys, revokeAdminKey } from '../../../src/core/owners/admin-keys.ts';
import { generateKey } from '../../../src/core/owners/key-format.ts';
import { createKey } from '../../../src/core/owners/keys.ts';
import { getServer } from '../../../src/core/owners/servers.ts';
import { type ApiAnswer, ask, NOON } from '../../support/app.ts';
import { expectNothingCounted } from '../../support/books.ts';
import { dumpKept, findInTables } from '../../support/tables.ts';
import { useApp } from '../../support/use-app.ts';
import { request } from '../answers/setup.ts';
import { expectRefusal, expectSafeHeaders, retryAfterOf } from '../refusal.ts';
import { administer } from './setup.ts';

const app = useApp({ ROLES: 'api,dashboard' });

let admin: { id: string; key: string };
beforeEach(async () => {
  app.clock.now = NOON;
  admin = await createAdminKey(app.core, 'our shop system');
});

const send = (method: string, path = '', body?: unknown) => administer(app, admin.key, method, path, body);
const toldOf = async (id: string) =>
  (await listActions(app.core, id, { limit: 50 })).map(({ channel, action, subject }) => [
    ...[channel, action, subject],
  ]);

describe('a server from its beginning to its end', () => {
  test('is made, set, given a key that answers and a webhook, and deleted', async () => {
    const fields = { name: 'Pier', members: 250, joined: '2026-01-01', plan: 'premium', level: 'V1.5' };
    const made = await send('POST', '', { id: 'pier', ...fields, language: 'en', learning: true });
    expect(made.status).toBe(201);
    expectSafeHeaders(made.headers);
    expect(made.body).toMatchObject({
      ...{ id: 'pier', ...fields, joined: '2026-01-01T00:00:00.000Z', language: 'en', learning: true },
      ...{ pii: 'mask', active: true },
    });
    expect(await send('GET', '/pier')).toMatchObject({ status: 200, body: made.body });

    const hours = { zone: 'Europe/Berlin', monday: '09:00-17:00' };
    const change = { drafts: 'all', draft_below: 0.7, topics: ['refund'], hours, alerts_channel: '77' };
    const changed = await send('PATCH', '/pier', { ...change, channels: { '17': 'forum' } });
    expect([changed.status, changed.body]).toEqual([
      200,
      expect.objectContaining({
        ...{ level: 'V1.5', drafts: 'all', draft_below: 0.7, topics: ['refund'], alerts_channel: '77' },
        ...{ channels: { '17': 'forum' }, hours: expect.objectContaining({ friday: '09:00-17:00' }) },
      }),
    ]);

    const { status, body } = await send('POST', '/pier/keys', { name: 'tickets' });
    expect([status, body]).toEqual([
      201,
      {
        ...{ id: expect.any(String), key: expect.stringMatching(/^lts_[0-9A-Za-z]{38}$/), name: 'tickets' },
        ...{ scope: 'chat', test: false, observe: false, last4: body.key.slice(-4) },
      },
    ]);
    expect((await app.chat(body.key, ask('When do you open?'))).body).toMatchObject({ draft: true });
    await send('PATCH', '/pier', { drafts: 'off' });
    expect((await app.chat(body.key, ask('When do you open?'))).body).toMatchObject({ draft: false });

    const url = 'https://hooks.example.org/lotse?token=receiver';
    const hook = await send('POST', '/pier/webhooks', { url, types: ['answer.created'] });
    expect([hook.status, hook.body]).toEqual([
      201,
      { id: 1, url, types: ['answer.created'], secret: expect.stringMatching(/^whsec_/) },
    ]);
    const rotated = await send('POST', '/pier/webhooks/1/rotate');
    expect(rotated.status).toBe(201);
    expect(rotated.body).toMatchObject({ id: 1, former_until: new Date(NOON + 86_400_000).toISOString() });
    expect(rotated.body.secret).not.toBe(hook.body.secret);
    const listed = await send('GET', '/pier/webhooks');
    expect(listed.body.webhooks).toMatchObject([{ id: 1, url, types: ['answer.created'], state: 'works' }]);

    // Each secret is in the one answer alone.
    const secrets = [admin.key, body.key, hook.body.secret, rotated.body.secret];
    const kept = JSON.stringify([await dumpKept(app.core), app.logged, listed.body]);
    const shown = JSON.stringify((await send('GET', '/pier/keys')).body);
    for (const secret of secrets)
      expect([kept.includes(secret), shown.includes(secret)]).toEqual([false, false]);
    expect(await toldOf('pier')).toEqual([
      ['api', 'webhook.rotated', 'hooks.example.org'],
      ['api', 'webhook.set', 'hooks.example.org'],
      ['api', 'drafts.changed', 'drafts: all → off'],
      ['api', 'key.created', `tickets …${body.last4}`],
      ['api', 'hours.changed', expect.stringMatching(/^hours/)],
      ...['all', '0.7'].map(() => ['api', 'drafts.changed', expect.any(String)]),
      ['api', 'alerts.changed', 'alerts_channel: – → 77'],
      ['api', 'channels.changed', 'channels 17: – → forum'],
      ['api', 'persona.changed', 'topics: – → refund'],
      ['api', 'server.added', 'Pier'],
    ]);

    expect((await send('DELETE', `/pier/keys/${body.id}`)).status).toBe(204);
    expectRefusal(await app.chat(body.key, ask('When do you open?')), 'invalid_api_key');
    expect((await send('DELETE', '/pier/webhooks/1')).status).toBe(204);
    expect((await send('DELETE', '/pier')).status).toBe(204);
    expectRefusal(await send('GET', '/pier'), 'not_found');
    const left = await findInTables(app.core, 'pier');
    expect(left.filter((row) => !row.startsWith('cache: '))).toEqual([]);
  });
});

describe('the list of servers', () => {
  test('has 100 a page, in the order of their ids', async () => {
    for (let n = 0; n < 101; n += 1) await app.addServer({ id: `s-${String(n).padStart(3, '0')}` });
    const first = await send('GET', '?after=s-');
    expect([first.status, first.body.servers.length]).toEqual([200, 100]);
    const ids = first.body.servers.map(({ id }: { id: string }) => id);
    expect(first.body.next).toBe(ids.at(-1));
    const second = await send('GET', `?after=${first.body.next}`);
    expect(second.body.servers.map(({ id }: { id: string }) => id)).toContain('s-100');
    expect(second.body.next).toBeNull();
  });
});

describe('of changes at once', () => {
  test('none is lost', async () => {
    const { id } = await app.addServer();
    const changes = [
      { tone: 'dry' },
      { level: 'V2' },
      { learning: true },
      { members: 7 },
      { repeats: false },
    ];
    await Promise.all(changes.map((change) => send('PATCH', `/${id}`, change)));
    expect((await send('GET', `/${id}`)).body).toMatchObject(Object.assign({}, ...changes));
  });
});

describe('a key', () => {
  test('of scope admin opens nothing of a server', async () => {
    const wanted: [string, string][] = [
      ['GET', '/status'],
      ['GET', '/answers'],
      ['GET', '/statistics'],
      ['GET', '/knowledge'],
      ['DELETE', '/knowledge/faq-1'],
    ];
    for (const [method, path] of wanted) {
      const { details } = expectRefusal(await request(app, admin.key, path, method), 'wrong_scope');
      const needed = path.startsWith('/knowledge') ? 'knowledge' : 'chat';
      expect(details).toEqual({ scope: 'admin', needed });
    }
    expectRefusal(await app.chat(admin.key, ask('When do you open?')), 'wrong_scope');
    const headers = { Authorization: `Bearer ${admin.key}`, 'Content-Type': 'application/json' };
    expect((await fetch(`${app.url}/mcp`, { method: 'POST', headers, body: '{}' })).status).toBe(403);
  });

  test.each(['chat', 'knowledge'] as const)('of scope %s manages no server', async (scope) => {
    const { id } = await app.addServer();
    const { key } = await createKey(app.core, { serverId: id, scope });
    for (const [method, path] of [
      ...[['GET', ''] as const, ['POST', ''] as const, ['GET', `/${id}`] as const],
      ...[['DELETE', `/${id}`] as const, ['POST', `/${id}/keys`] as const],
      ['POST', `/${id}/webhooks/1/rotate`] as const,
    ]) {
      const { details } = expectRefusal(await administer(app, key, method, path), 'wrong_scope');
      expect(details).toEqual({ scope, needed: 'admin' });
    }
    expect((await send('GET', `/${id}`)).status).toBe(200);
  });

  test('that is unknown, malformed or revoked is refused in the same words', async () => {
    await revokeAdminKey(app.core, admin.id);
    const unknown = generateKey('admin');
    const answers = [admin.key, unknown, generateKey('live'), `${unknown.slice(0, -1)}-`, 'x'].map((key) =>
      administer(app, key, 'GET'),
    );
    const told = (await Promise.all(answers)).map((answer) => expectRefusal(answer, 'invalid_api_key'));
    expect(new Set(told.map((error) => JSON.stringify(error))).size).toBe(1);
    expectRefusal(await app.chat(admin.key, ask('When do you open?')), 'invalid_api_key');
  });

  test('is listed with its last use, and never by its text', async () => {
    await send('GET');
    const [used] = (await listAdminKeys(app.core)).filter(({ id }) => id === admin.id);
    expect(used).toMatchObject({ name: 'our shop system', lastUsedAt: new Date(NOON), revokedAt: null });
  });

  test('of five is the last that a server gets', async () => {
    const { id } = await app.addServer();
    for (let n = 0; n < 4; n += 1) expect((await send('POST', `/${id}/keys`, {})).status).toBe(201);
    expectRefusal(await send('POST', `/${id}/keys`, {}), 'key_limit_reached');
  });
});

describe('a sign-in link', () => {
  const follow = async (url: string) => {
    const body = new URLSearchParams({ token: new URL(url).searchParams.get('token') ?? '' });
    return (await fetch(`${app.url}/login/link`, { method: 'POST', body, redirect: 'manual' })).status;
  };

  test('is made for one server, works once, and is noted in its audit log without its address', async () => {
    const { id } = await app.addServer();
    const made = await send('POST', `/${id}/sign-in-links`, { right: 'editor', name: 'Night shift' });
    expect([made.status, made.body]).toEqual([
      201,
      {
        url: expect.stringMatching(/\/login\/link\?token=[\w-]{43}$/),
        ...{ expires_at: new Date(NOON + 86_400_000).toISOString(), right: 'editor' },
      },
    ]);
    expect([await follow(made.body.url), await follow(made.body.url)]).toEqual([303, 403]);
    const plain = await send('POST', `/${id}/sign-in-links`, {});
    expect([plain.status, plain.body.right]).toEqual([201, 'admin']);
    expect((await send('DELETE', `/${id}/sign-in-links`)).status).toBe(204);
    expect(await follow(plain.body.url)).toBe(403);
    expect(await toldOf(id)).toEqual([
      ['api', 'sign_in.ended', null],
      ['api', 'sign_in.offered', 'admin'],
      ['api', 'sign_in.offered', 'Night shift (editor)'],
    ]);
  });

  test('opens nothing by a right under a wrong name, or for no server', async () => {
    const { id } = await app.addServer();
    for (const [param, body] of [
      ...[['right', { right: 'owner' }] as const, ['rights', { rights: 'viewer' }] as const],
      ['name', { name: 7 }] as const,
    ])
      expect(expectRefusal(await send('POST', `/${id}/sign-in-links`, body), 'invalid_body').param).toBe(
        param,
      );
    for (const method of ['POST', 'DELETE'])
      expectRefusal(await send(method, '/nobody/sign-in-links', {}), 'not_found');
    expect(await toldOf(id)).toEqual([]);
  });
});

describe('more than 60 requests in 60 seconds', () => {
  const limitOf = ({ headers }: ApiAnswer) => [headers.get('ratelimit-policy'), headers.get('ratelimit')];

  test('with one key are refused from the 61st on, as those of a chat key are, and no other key is', async () => {
    const { id, key } = await app.addServer();
    const other = await createAdminKey(app.core, '');
    const answers = await Promise.all(Array.from({ length: 70 }, () => send('GET', `/${id}`)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(10);
    for (const answer of refused) {
      expect(expectRefusal(answer, 'rate_limited_minute').type).toBe('rate_limit');
      expect([retryAfterOf(answer), ...limitOf(answer)]).toEqual([
        60,
        '"minute";q=60;w=60',
        '"minute";r=0;t=60',
      ]);
    }
    expect((await administer(app, other.key, 'GET', `/${id}`)).status).toBe(200);
    expect((await app.status(key)).status).toBe(200);
    expectRefusal(await send('POST', '', {}), 'rate_limited_minute');
    app.clock.now += 59_999;
    expectRefusal(await send('DELETE', `/${id}`), 'rate_limited_minute');
    app.clock.now += 1;
    const again = await send('GET', `/${id}`);
    expect([again.status, ...limitOf(again)]).toEqual([200, '"minute";q=60;w=60', '"minute";r=59;t=60']);
  });

  test('are counted by processes that take keys in another order, none of which waits for the other', async () => {
    const made = Array.from({ length: 20 }, () => createAdminKey(app.core, ''));
    const keys = (await Promise.all(made)).map(({ id }) => id);
    const options = { clock: () => NOON, calendar: app.core.calendar, reservationMs: 60_000 };
    const processes = [keys, keys.toReversed()].map((order) => ({
      order,
      core: { ...app.core, ledger: createLedgerStore(app.core.database, options) },
    }));
    for (let n = 0; n < 30; n += 1)
      await Promise.all(
        processes.flatMap(({ order, core }) => order.map((key) => admitAdministration(core, key))),
      );
    // A deadlock is answered by sending again, after a second in which everybody waits.
    const count = 'SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()';
    expect(await app.core.database.query(null, count, [])).toEqual([{ deadlocks: 0 }]);
    for (const key of keys)
      expect(await admitAdministration(app.core, key)).toMatchObject({
        ...{ window: { used: 60 }, refusal: { code: 'rate_limited_minute' } },
      });
  });

  test('are counted whatever came of them, and take nothing of a server', async () => {
    const { id } = await app.addServer();
    const refused = await expectNothingCounted(app, id, async () => [
      await send('GET', '/nobody'),
      await send('PATCH', `/${id}`, { level: 'V9' }),
    ]);
    expect(refused.map((answer) => limitOf(answer)[1])).toEqual(['"minute";r=59;t=60', '"minute";r=58;t=60']);
    const [none, wrong] = [await administer(app, 'x', 'GET'), await app.addServer()];
    for (const answer of [none, await administer(app, wrong.key, 'GET')])
      expect(limitOf(answer)).toEqual([null, null]);
  });
});

describe('what another server has', () => {
  test('is not there', async () => {
    const [one, other] = [await app.addServer(), await app.addServer()];
    await send('POST', `/${other.id}/webhooks`, { url: 'https://hooks.example.org/' });
    const answers: ApiAnswer[] = [
      await send('DELETE', `/${one.id}/keys/${other.keyId}`),
      await send('DELETE', `/${one.id}/webhooks/1`),
      await send('POST', `/${one.id}/webhooks/1/rotate`),
      await send('POST', `/${one.id}/webhooks/first/rotate`),
      await send('GET', '/nobody'),
      await send('PATCH', '/nobody', { level: 'V2' }),
      await send('DELETE', '/%00'),
      await send('GET', '/nobody/keys'),
      await send('POST', '/nobody/webhooks', { url: 'https://hooks.example.org/' }),
    ];
    for (const answer of answers) expectRefusal(answer, 'not_found');
    expect((await app.status(other.key)).status).toBe(200);
  });
});

describe('a bad value', () => {
  test.each<[string, object]>([
    ['colour', { colour: 'red' }],
    ['picture', { picture: `${'0'.repeat(64)}.png` }],
    ['id', { id: 'other' }],
    ['level', { level: 'V9' }],
    ['language', { language: 'xx' }],
    ['plan', { plan: 'gold' }],
    ['learning', { learning: 'on' }],
    ['members', { members: '12' }],
    ['members', { members: -1 }],
    ['draft_below', { draft_below: 2 }],
    ['member_questions', { member_questions: 1.5 }],
    ['active', { active: 'true' }],
    ['joined', { joined: 'yesterday' }],
    ['name', { name: ' ' }],
    ['hours.zone', { hours: { zone: 'Atlantis', monday: '09:00-17:00' } }],
    ['topics[0]', { topics: [7] }],
    ['avatar', { avatar: 'ftp://a.example/' }],
  ])('of %s changes nothing and is named', async (param, change) => {
    const { id } = await app.addServer();
    const before = await getServer(app.core, id);
    expect(
      expectRefusal(await send('PATCH', `/${id}`, { tone: 'dry', ...change }), 'invalid_body').param,
    ).toBe(param);
    expect(await getServer(app.core, id)).toEqual(before);
  });

  test.each<[string, string, string, unknown]>([
    ['id', 'invalid_body', '', { name: 'Pier' }],
    ['id', 'invalid_body', '', { id: 'a b', name: 'Pier' }],
    ['name', 'invalid_body', '', { id: 'pier-2' }],
    ['scope', 'invalid_body', '/keys', { scope: 'admin' }],
    ['test', 'invalid_body', '/keys', { scope: 'knowledge', test: true }],
    ['id', 'invalid_body', '/keys', { id: '0123456789' }],
    ['url', 'invalid_body', '/webhooks', {}],
    ['url', 'invalid_body', '/webhooks', { url: 'ftp://hooks.example.org/' }],
    ['url', 'invalid_input', '/webhooks', { url: 'https://10.0.0.1/' }],
    ['types[0]', 'invalid_body', '/webhooks', { url: 'https://hooks.example.org/', types: ['all'] }],
    ['types', 'invalid_body', '/webhooks', { url: 'https://hooks.example.org/', types: [] }],
  ])('of %s: %s below %s', async (param, code, path, body) => {
    const { id } = await app.addServer();
    const answer = await send('POST', path === '' ? '' : `/${id}${path}`, body);
    expect(expectRefusal(answer, code as 'invalid_body').param).toBe(param);
  });

  test('is no list, no text and no server that is there', async () => {
    const { id } = await app.addServer();
    expectRefusal(await send('PATCH', `/${id}`, []), 'invalid_body');
    expectRefusal(await send('POST', '', 'Pier'), 'invalid_body');
    expectRefusal(await send('POST', '', { id, name: 'Pier' }), 'already_exists');
    const testKey = await send('POST', `/${id}/keys`, { scope: 'knowledge', test: true });
    expect(expectRefusal(testKey, 'invalid_body').message).toBe(
      'test works only with scope chat: a test key must not change real knowledge.',
    );
    expect(expectRefusal(await send('GET', '?after=%20'), 'invalid_body').param).toBe('after');
  });
});

import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { createKey } from '../../../src/core/owners/keys.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { ask, NOON, type TestApp } from '../../support/app.ts';
import { expectNothingCounted, readCharges, setUsed } from '../../support/books.ts';
import { useAppWithAi } from '../../support/use-app.ts';
import { type ContractCode, expectChatRefusal, expectRefusal, retryAfterOf, sendBytes } from '../refusal.ts';

const MAX_BODY_BYTES = 262_144;
const SHARE = 2_000_000;

const { app, stub } = useAppWithAi({ LIMIT_PER_MINUTE: '3', LIMIT_PER_DAY_PREMIUM: '5' });
beforeEach(() => {
  app.clock.now = NOON;
  stub.fault(null);
});

type Server = Awaited<ReturnType<TestApp['addServer']>>;

const sound = JSON.stringify(ask('Hi'));
const withBytes = (bytes: number) => sound + ' '.repeat(bytes - sound.length);
const toChunk = (bytes: string) => `${bytes.length.toString(16)}\r\n${bytes}\r\n0\r\n\r\n`;
const typed = (type: string) => ({ headers: { 'Content-Type': type } });

describe('if there are two reasons to refuse, the response names the first of 401, 415/413/400, 403, 429, 402, 503', () => {
  const isInactive = ({ id }: Server) => changeServer(app.core, id, { active: false });
  const hasNoUnits = ({ id }: Server) => setUsed(app, id, SHARE);
  const hasBrokenBackend = () => stub.fault('status:500');
  const hasFullMinute = async ({ key }: Server) => {
    for (let i = 0; i < 3; i += 1) await app.chat(key, sound);
  };
  const hasFullDay = async (server: Server) => {
    await hasFullMinute(server);
    app.clock.now += 60_000;
    for (let i = 0; i < 2; i += 1) await app.chat(server.key, sound);
  };
  const bad = { body: '{', type: 'application/json' };
  const tooLarge = { body: withBytes(MAX_BODY_BYTES + 1), type: 'application/json' };
  const fine = { body: sound, type: 'application/json' };

  test.each<[string, typeof fine, ((server: Server) => unknown)[], ContractCode]>([
    ['no JSON on a removed server', bad, [isInactive], 'invalid_json'],
    ['a large body on a removed server', tooLarge, [isInactive], 'body_too_large'],
    ['a large body without units', tooLarge, [hasNoUnits], 'body_too_large'],
    ['a large body of a wrong type', { ...tooLarge, type: 'text/plain' }, [], 'unsupported_media_type'],
    ['a removed server with a full minute', fine, [hasFullMinute, isInactive], 'server_inactive'],
    ['a full minute without units', fine, [hasFullMinute, hasNoUnits], 'rate_limited_minute'],
    ['a full day without units', fine, [hasFullDay, hasNoUnits], 'rate_limited_day'],
    ['no units with a broken backend', fine, [hasNoUnits, hasBrokenBackend], 'quota_exhausted'],
  ])('%s', async (_title, { body, type }, states, code) => {
    const server = await app.addServer();
    for (const reach of states) await reach(server);
    expectChatRefusal(await app.chat(server.key, body, typed(type)), code);
    const withoutKey = await app.chat('lts_wrong', body, typed(type));
    expectRefusal(withoutKey, 'invalid_api_key');
    expect(withoutKey.headers.get('ratelimit')).toBeNull();
  });
});

describe('POST /api/v1/chat answers 413', () => {
  test('to 256 KiB and one byte, but not to 256 KiB', async () => {
    const { id, key } = await app.addServer();
    const refused = await expectNothingCounted(app, id, () => app.chat(key, withBytes(MAX_BODY_BYTES + 1)));
    expectChatRefusal(refused, 'body_too_large');
    expect((await app.chat(key, withBytes(MAX_BODY_BYTES))).status).toBe(200);
  });

  test.each([
    ['of unknown length', { 'Transfer-Encoding': 'chunked' }, toChunk(withBytes(2 * MAX_BODY_BYTES))],
    [
      'that announces itself',
      { 'Content-Length': String(2 * MAX_BODY_BYTES) },
      withBytes(2 * MAX_BODY_BYTES),
    ],
    [
      'that is small only as long as it is compressed',
      { 'Transfer-Encoding': 'chunked', 'Content-Encoding': 'gzip' },
      toChunk(gzipSync(withBytes(100 * MAX_BODY_BYTES)).toString('latin1')),
    ],
  ])('to a body %s, and the next request on the connection is answered', async (_title, fields, body) => {
    const { id, key } = await app.addServer();
    const headers = {
      Host: 'x',
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      ...fields,
    };
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const answers = await expectNothingCounted(app, id, () =>
      sendBytes(
        app.url,
        `POST /api/v1/chat HTTP/1.1\r\n${head.join('')}\r\n${body}` +
          'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([413, 200]);
    for (const answer of answers.slice(0, 1)) expectChatRefusal(answer, 'body_too_large');
  });
});

describe('POST /api/v1/chat answers 415', () => {
  test.each([
    '',
    'text/plain',
    'application/vnd.api+json',
    'application/json; charset=utf-16',
    'application/jsonp',
  ])('to Content-Type "%s"', async (type) => {
    const { id, key } = await app.addServer();
    const answer = await expectNothingCounted(app, id, () => app.chat(key, sound, typed(type)));
    expectChatRefusal(answer, 'unsupported_media_type');
  });

  test('to a compression that nobody knows', async () => {
    const { key } = await app.addServer();
    const answer = await app.chat(key, sound, { headers: { 'Content-Encoding': 'lzma' } });
    expectChatRefusal(answer, 'unsupported_media_type');
  });

  test.each(['APPLICATION/JSON', 'application/json;charset="utf-8"'])('but not to "%s"', async (type) => {
    const { key } = await app.addServer();
    expect((await app.chat(key, sound, typed(type))).status).toBe(200);
  });
});

describe('an Idempotency-Key', () => {
  const once = { headers: { 'Idempotency-Key': 'ticket-1' } };

  test('in use gives 409 to the same body and 422 to another, and is charged once', async () => {
    const { id, key } = await app.addServer();
    const arrived = stub.requests.length;
    const letGo = stub.hold();
    const first = app.chat(key, sound, once);
    await stub.received(arrived + 1);
    const [same, other] = await expectNothingCounted(app, id, () =>
      Promise.all([app.chat(key, sound, once), app.chat(key, ask('Something else?'), once)]),
    );
    letGo();
    expect(expectChatRefusal(same, 'idempotency_in_progress').type).toBe('conflict');
    expect(retryAfterOf(same)).toBe(1);
    expect(expectChatRefusal(other, 'idempotency_mismatch').type).toBe('invalid_request');

    const answered = await first;
    expect(answered.status).toBe(200);
    const replays = await expectNothingCounted(app, id, () =>
      Promise.all(Array.from({ length: 5 }, () => app.chat(key, sound, once))),
    );
    for (const replay of replays) expect([replay.status, replay.body]).toEqual([200, answered.body]);
    expect(stub.requests).toHaveLength(arrived + 1);
    expect(await readCharges(app, id)).toHaveLength(1);
  });

  test('used by many at once lets one through', async () => {
    const { id, key } = await app.addServer();
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.chat(key, sound, once)));
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expectChatRefusal(answer, 'idempotency_in_progress');
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(await readCharges(app, id)).toHaveLength(1);
  });

  test('later gives 422 to another body, and counts nothing', async () => {
    const { id, key } = await app.addServer();
    expect((await app.chat(key, sound, once)).status).toBe(200);
    for (const body of [
      ask('hi'),
      { ...ask('Hi'), customer: 'Kim' },
      { messages: [{ role: 'user', content: 'Hi', name: 'Kim' }] },
    ]) {
      const answer = await expectNothingCounted(app, id, () => app.chat(key, body, once));
      expectChatRefusal(answer, 'idempotency_mismatch');
    }
    const spaced = await app.chat(key, JSON.stringify({ later: 1, ...ask('Hi') }, null, 2), once);
    expect(spaced.status).toBe(200);
    expect(await readCharges(app, id)).toHaveLength(1);
  });

  test('belongs to one API key only', async () => {
    const { id, key } = await app.addServer();
    const other = (await createKey(app.core, { serverId: id })).key;
    const stranger = await app.addServer();
    const asked = stub.requests.length;
    for (const one of [key, other, stranger.key]) {
      expect((await app.chat(one, ask(`How do I join ${one.slice(-4)}?`), once)).status).toBe(200);
    }
    expect(stub.requests).toHaveLength(asked + 3);
  });

  test('is free again after a refusal, which is never stored', async () => {
    const { id, key } = await app.addServer();
    await setUsed(app, id, SHARE);
    const refused = await expectNothingCounted(app, id, () => app.chat(key, sound, once));
    expectChatRefusal(refused, 'quota_exhausted');
    await setUsed(app, id, 0);
    expect((await app.chat(key, ask('Another question'), once)).status).toBe(200);
  });

  test('returns the stored answer even when the minute and the units are used up', async () => {
    const { id, key } = await app.addServer();
    const first = await app.chat(key, sound, once);
    for (let i = 0; i < 2; i += 1) await app.chat(key, sound);
    await setUsed(app, id, SHARE);
    const replay = await app.chat(key, sound, once);
    expect([replay.status, replay.body]).toEqual([200, first.body]);
    expectChatRefusal(await app.chat(key, sound), 'rate_limited_minute');
  });
});

describe('an internal error', () => {
  test('is 500 without any detail, counted nowhere, and logged with the request id', async () => {
    const { id, key } = await app.addServer();
    await app.core.database.kysely
      .updateTable('servers')
      .set({ settings: JSON.stringify({ level: 'V9-secret-detail' }) })
      .where('id', '=', id)
      .execute();
    const answer = await expectNothingCounted(app, id, () => app.chat(key, sound));
    expect(expectRefusal(answer, 'internal_error')).toEqual({
      type: 'server',
      code: 'internal_error',
      message: 'Something went wrong on our side.',
    });
    const logged = app.logged.filter(({ fields }) => fields.request_id === answer.body.request_id);
    expect(logged.map(({ level }) => level)).toContain('error');
  });
});

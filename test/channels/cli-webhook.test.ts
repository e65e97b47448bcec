import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listActions } from '../../src/core/members/audit.ts';
import { type Hooked, startHooked } from '../core/webhooks/setup.ts';
import { showLog } from '../support/app.ts';
import { type Received, verify } from '../support/receiver.ts';
import { runOn } from './cli-setup.ts';

let hooked: Hooked;
beforeAll(async () => {
  hooked = await startHooked();
});
beforeEach(() => hooked.reset());
afterAll(() => hooked.stop());

const URL = 'http://hooks.example/in?token=s3cret';
const run = (...argv: string[]) => runOn(async () => hooked.app.core, ['webhook', ...argv]);

test('set prints the secret alone and once; show, remove and the audit log never do', async () => {
  const { id } = await hooked.app.addServer();
  const set = await run('set', id, URL);
  expect(set).toMatchObject({ code: 0, err: '' });
  expect(set.out).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/);
  const shown = await run('show', id);
  expect(shown.out).toContain(URL);
  expect(shown.out).toContain('works');
  expect(shown.out).not.toContain(set.out.trim());
  const again = JSON.parse((await run('set', id, URL, '--json')).out);
  expect(again).toEqual({ url: URL, secret: expect.stringMatching(/^whsec_/) });
  expect(again.secret).not.toBe(set.out.trim());
  expect((await run('remove', id)).out).toBe(`Removed ${URL}.\n`);
  expect((await run('show', id)).err).toBe('This server has no webhook.\n');
  const actions = await listActions(hooked.app.core, id, { limit: 10 });
  expect(actions.map(({ action, subject }) => [action, subject])).toEqual([
    ['webhook.removed', 'hooks.example'],
    ['webhook.set', 'hooks.example'],
    ['webhook.set', 'hooks.example'],
  ]);
  expect(showLog(hooked.app)).not.toContain('s3cret');
});

test('test sends a signed event at once and says what was answered; a refusal ends with 1', async () => {
  const { id } = await hooked.app.addServer();
  const { secret } = JSON.parse((await run('set', id, URL, '--json')).out);
  expect(await run('test', id)).toEqual({ code: 0, out: 'The receiver answered with HTTP 200.\n', err: '' });
  const [received] = hooked.receiver.received as [Received];
  expect(verify(secret, received)).toMatchObject({ type: 'webhook.test', data: { server: id } });
  hooked.receiver.answer(403);
  expect(await run('test', id)).toEqual({ code: 1, out: '', err: 'The receiver answered with HTTP 403.\n' });
  hooked.receiver.names['hooks.example'] = ['127.0.0.1'];
  const refused = await run('test', id, '--json');
  expect([refused.code, JSON.parse(refused.out)]).toEqual([
    1,
    { delivered: false, status: null, error: 'This address is not on the public internet.' },
  ]);
  hooked.receiver.names['hooks.example'] = ['93.184.216.34'];
  const listed = JSON.parse((await run('deliveries', id, '--json')).out);
  expect(
    listed.map(({ type, state, status, fault }: Record<string, unknown>) => [type, state, status, fault]),
  ).toEqual([
    ['webhook.test', 'failed', null, 'not_public'],
    ['webhook.test', 'failed', 403, null],
    ['webhook.test', 'delivered', 200, null],
  ]);
});

test('deliveries lists what came of each event, and sends one again under its id', async () => {
  const { id } = await hooked.addHooked();
  expect((await run('deliveries', id)).out).toBe('No events are stored.\n');
  const [event = ''] = await hooked.addEvents(id, 1);
  hooked.receiver.answer(500);
  await hooked.deliver();
  expect((await run('deliveries', id)).out).toMatch(
    new RegExp(`${event} +webhook\\.test .* waiting +1 .* The receiver answered with HTTP 500\\.`),
  );
  hooked.receiver.answer(200);
  expect((await run('deliveries', id, '--redeliver', event)).code).toBe(0);
  await hooked.deliver();
  expect(hooked.receiver.ids()).toEqual([event, event]);
  expect((await run('deliveries', id, '--redeliver', `msg_${'0'.repeat(32)}`)).err).toBe(
    'There is no such delivery.\n',
  );
  expect((await run('deliveries', id, '--redeliver', 'x')).err).toBe(
    '--redeliver: is not the id of a delivery\n',
  );
});

test('a webhook that is switched off says so and is switched on by enable', async () => {
  const { id } = await hooked.addHooked();
  await hooked.addEvents(id, 1);
  hooked.receiver.answer(410);
  await hooked.deliver();
  expect((await run('show', id)).out).toContain(`webhook enable ${id}`);
  expect(JSON.parse((await run('enable', id, '--json')).out)).toMatchObject({
    state: 'works',
    disabled_at: null,
  });
});

test.each([
  ['http://127.0.0.1/', 'This address is not on the public internet.', 1],
  ['http://u:p4ss@hooks.example/', 'This address cannot be used', 1],
  ['http://hooks.example/\r\nX: y', 'must be one web address', 2],
])('the address %j is refused: %s', async (url, told, exitCode) => {
  const { id } = await hooked.app.addServer();
  const { code, out, err } = await run('set', id, url);
  expect([code, out]).toEqual([exitCode, '']);
  expect(err).toContain(told);
  expect(err).not.toContain('p4ss');
});

test('a server that does not exist is named', async () => {
  for (const verb of [
    ['set', 'nobody', URL],
    ['show', 'nobody'],
    ['test', 'nobody'],
    ['remove', 'nobody'],
    ['deliveries', 'nobody'],
  ])
    expect((await run(...verb)).err).toBe('There is no server with the id nobody.\n');
});

test('add, list, show, rotate, test and remove know several addresses; set, show and remove without an id mean the first', async () => {
  const { id } = await hooked.app.addServer();
  await run('set', id, URL);
  const added = await run('add', id, 'http://hooks.example/more', '--types', 'report.weekly, quota.reached');
  expect(added).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=\n$/),
  });
  const third = JSON.parse((await run('add', id, 'http://hooks.example/all', '--json')).out);
  expect(third).toEqual({
    ...{ id: 3, url: 'http://hooks.example/all', types: null },
    secret: expect.stringMatching(/^whsec_/),
  });
  const listed = await run('list', id);
  expect(listed.out).toMatch(/2 +http:\/\/hooks\.example\/more +report\.weekly, quota\.reached +works/);
  expect(listed.out).not.toContain('whsec_');
  expect(JSON.parse((await run('list', id, '--json')).out).map((one: { id: number }) => one.id)).toEqual([
    1, 2, 3,
  ]);
  expect((await run('show', id, '2')).out).toContain('http://hooks.example/more');
  const rotated = JSON.parse((await run('rotate', id, '3', '--json')).out);
  expect(rotated).toMatchObject({ id: 3, former_until: expect.any(String) });
  expect((await run('test', id, '3')).code).toBe(0);
  const [received] = hooked.receiver.received as [Received];
  for (const secret of [third.secret, rotated.secret]) expect(verify(secret, received)).toBeDefined();
  expect((await run('remove', id, '2')).out).toBe('Removed http://hooks.example/more.\n');
  expect((await run('remove', id)).out).toBe(`Removed ${URL}.\n`);
  expect((await run('rotate', id, '2')).err).toBe('This server has no webhook 2.\n');
  expect((await run('show', id)).err).toBe('This server has no webhook 1.\n');
  expect(JSON.parse((await run('list', id, '--json')).out)).toHaveLength(1);
});

test.each([
  ['a type that is none', ['add', URL, '--types', 'made.up'], '--types: each must be one of answer.created'],
  ['no type at all', ['add', URL, '--types', ''], '--types: each must be one of'],
  ['an id out of range', ['rotate', '6'], 'ID: '],
  ['an inner address', ['add', 'http://10.0.0.1/'], 'not on the public internet'],
])('%s is refused', async (_, [verb = '', ...rest], told) => {
  const { id } = await hooked.addHooked();
  const { code, err } = await run(verb, id, ...rest);
  expect(code).not.toBe(0);
  expect(err).toContain(told);
});

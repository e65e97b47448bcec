import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setWebhook, testWebhook } from '../../../src/core/webhooks/webhooks.ts';
import { showLog } from '../../support/app.ts';
import { type Received, verify } from '../../support/receiver.ts';
import { findInTables } from '../../support/tables.ts';
import { type Hooked, MINUTE, startHooked } from './setup.ts';

let hooked: Hooked;
let received: Received;
let server: { id: string; secret: string };
beforeAll(async () => {
  hooked = await startHooked();
});
beforeEach(async () => {
  await hooked.reset();
  hooked.app.clock.now = Date.now();
  server = await hooked.addHooked();
  await testWebhook(hooked.app.core, server.id);
  [received] = hooked.receiver.received as [Received];
});
afterAll(() => hooked.stop());

/** The message with some header fields or another body. */
const altered = (headers: Record<string, string>, body = received.body) => ({
  body,
  headers: { ...received.headers, ...headers },
});

describe('K91 · the package of the specification', () => {
  test('takes what is signed with the secret of the server', () => {
    expect(verify(server.secret, received)).toMatchObject({ type: 'webhook.test' });
    expect(server.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  test.each<[string, () => Pick<Received, 'body' | 'headers'>]>([
    ['whose body was changed', () => altered({}, received.body.replace('webhook.test', 'quota.reached'))],
    [
      'that another id was put on, as a replay under a new one would',
      () => altered({ 'webhook-id': `msg_${'0'.repeat(32)}` }),
    ],
    [
      'whose time was put forward, as a replay after the tolerance would',
      () => altered({ 'webhook-timestamp': String(Number(received.headers['webhook-timestamp']) + 60) }),
    ],
    [
      'with a made-up signature',
      () => altered({ 'webhook-signature': `v1,${Buffer.alloc(32, 7).toString('base64')}` }),
    ],
    ['without a signature', () => altered({ 'webhook-signature': '' })],
  ])('refuses a message %s', (_, alter) => {
    expect(() => verify(server.secret, alter())).toThrow();
  });

  test('refuses a message that comes later than its tolerance of five minutes', async () => {
    hooked.receiver.forget();
    hooked.app.clock.now -= 6 * MINUTE;
    await testWebhook(hooked.app.core, server.id);
    expect(() => verify(server.secret, hooked.receiver.received[0] as Received)).toThrow('too old');
  });

  test('refuses what is signed with the secret of another server, or with the one before', async () => {
    const other = await hooked.addHooked();
    expect(() => verify(other.secret, received)).toThrow();
    hooked.receiver.forget();
    const { secret } = await setWebhook(hooked.app.core, server.id, 'http://hooks.example/in');
    await testWebhook(hooked.app.core, server.id);
    const [anew] = hooked.receiver.received as [Received];
    expect(() => verify(server.secret, anew)).toThrow();
    expect(verify(secret, anew)).toMatchObject({ type: 'webhook.test' });
  });
});

test('K92 · a secret stands in no table, no log and no message', async () => {
  const bare = server.secret.slice('whsec_'.length);
  expect(await findInTables(hooked.app.core, bare)).toEqual([]);
  expect(showLog(hooked.app)).not.toContain(bare);
  expect(JSON.stringify(received)).not.toContain(bare);
});

test.each([
  ['http://127.0.0.1/hook', 'not on the public internet'],
  ['http://169.254.169.254/latest', 'not on the public internet'],
  ['http://[::ffff:7f00:1]/', 'not on the public internet'],
  ['http://intern/', 'not on the public internet'],
  ['http://ada:hunter2@hooks.example/', 'no user name'],
  ['http://hooks.example:22/', 'use port 80'],
  ['ftp://hooks.example/', 'begin with http or https'],
])('K90 · the address %s is refused at once, and the error does not repeat it', async (url, told) => {
  const setting = setWebhook(hooked.app.core, server.id, url);
  await expect(setting).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining(told),
  });
  await expect(setting).rejects.not.toMatchObject({ message: expect.stringContaining('hunter2') });
});

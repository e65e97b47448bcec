import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertEvent } from '../../../src/adapters/db/webhooks/events.ts';
import { deliverDue } from '../../../src/core/webhooks/deliver.ts';
import {
  findWebhook,
  listDeliveries,
  listWebhooks,
  setWebhook,
} from '../../../src/core/webhooks/webhooks.ts';
import { showLog, UNABORTED } from '../../support/app.ts';
import { type Received, type Receiver, startReceiver, verify } from '../../support/receiver.ts';
import { findInTables } from '../../support/tables.ts';
import { type Dashboard, lastAction, startDashboard } from './setup.ts';

const ADDRESS = 'http://hooks.example/in?token=s3cret';
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

let receiver: Receiver;
let dashboard: Dashboard;
beforeAll(async () => {
  receiver = await startReceiver();
  dashboard = await startDashboard({}, { world: receiver.world });
  // The verifying side has no other clock.
  dashboard.app.clock.now = Date.now();
  dashboard.visitor = await dashboard.signIn(dashboard.owner);
});
beforeEach(async () => {
  const { app } = dashboard;
  const { kysely } = app.core.database;
  for (const table of ['webhook_deliveries', 'webhooks'] as const) await kysely.deleteFrom(table).execute();
  receiver.answer(200);
  receiver.forget();
});
afterAll(async () => {
  await dashboard.stop();
  await receiver.close();
});

const section = (seen: { text(selector: string): string | undefined }) => seen.text('#webhook') ?? '';
const set = (url = ADDRESS, more = {}) => dashboard.visitor.post(dashboard.path('webhook'), { url, ...more });
const webhook = () => findWebhook(dashboard.app.core, dashboard.server.id);
const open = (query = '') => dashboard.visitor.get(`${dashboard.path('api')}${query}`);

/** An event that waits, and one run of the job. */
async function sendOne(): Promise<string> {
  const { app, server } = dashboard;
  const event = { serverId: server.id, type: 'webhook.test' as const, subject: String(app.clock.now) };
  await insertEvent(app.core.database.kysely, { ...event, at: new Date(app.clock.now) });
  await deliverDue(app.core, UNABORTED);
  return (await listDeliveries(app.core, server.id))[0]?.id ?? '';
}

describe('setting the webhook', () => {
  test('shows its secret once, which signs what comes; afterwards it stands nowhere', async () => {
    const { app, visitor, server } = dashboard;
    expect(section(await open())).toContain('There is no webhook yet.');
    const seen = await set();
    const secret = seen.text('[data-new-secret]') ?? '';
    expect(seen.status).toBe(200);
    expect(secret).toMatch(SECRET);
    expect(seen.html.split(secret)).toHaveLength(2);
    const again = await open();
    expect(again.html).not.toContain(secret);
    expect(again.text('[data-webhook-state=works]')).toBe('It works.');
    expect(await findInTables(app.core, secret.slice('whsec_'.length))).toEqual([]);
    expect(showLog(app)).not.toContain(secret);
    expect([...visitor.cookies.values(), ...seen.headers.values()].join()).not.toContain(secret);
    expect(await lastAction(app, server.id)).toMatchObject({
      action: 'webhook.set',
      subject: 'hooks.example',
    });
    await sendOne();
    expect(verify(secret, receiver.received[0] as Received)).toMatchObject({ type: 'webhook.test' });
  });

  test('by a form that a reload sends again makes no second secret', async () => {
    const form = await open();
    const replaces = form.attribute('#webhook [name=replaces]', 'value') ?? '?';
    const seen = await Promise.all(Array.from({ length: 4 }, () => set(ADDRESS, { replaces })));
    expect(seen.filter((one) => one.text('[data-new-secret]') !== undefined)).toHaveLength(1);
    const second = await set(ADDRESS, { replaces });
    expect(second.location).toContain('done=webhook_shown');
  });

  test('anew makes a new secret for another address', async () => {
    const first = (await set()).text('[data-new-secret]');
    dashboard.app.clock.now += 1000;
    const form = await open();
    const replaces = form.attribute('#webhook [name=replaces]', 'value') ?? '';
    const second = await set('http://hooks.example/other', { replaces });
    expect(second.text('[data-new-secret]')).toMatch(SECRET);
    expect(second.text('[data-new-secret]')).not.toBe(first);
    expect(await webhook()).toMatchObject({ url: 'http://hooks.example/other' });
  });

  test.each([
    ['', 'Please fill in this field.'],
    ['hooks.example', 'Enter a valid address that begins with http:// or https://.'],
    ['http://hooks.example/a b', 'Enter a valid address that begins with http:// or https://.'],
    [`http://hooks.example/${'a'.repeat(2_000)}`, 'At most 2,000 characters.'],
    ['http://127.0.0.1/hook', 'This address is not on the public internet.'],
    ['http://u:p@hooks.example/', 'This address cannot be used'],
    ['http://hooks.example:22/', 'use port 80, 443, 8080 or 8443'],
  ])('with the address %j is refused with 422, and what was typed stays', async (url, told) => {
    const seen = await set(url);
    expect(seen.status).toBe(422);
    expect(seen.text('#webhook-url-fault')).toContain(told);
    const field = seen.document.querySelector('#webhook-url');
    expect([field?.getAttribute('value'), field?.getAttribute('aria-invalid')]).toEqual([url, 'true']);
    expect(await webhook()).toBeNull();
  });

  test('is refused in German to who reads German', async () => {
    const { visitor, path } = dashboard;
    const seen = await visitor.post(path('webhook?lang=de'), { url: 'http://10.0.0.1/' });
    expect(seen.text('#webhook-url-fault')).toBe('Diese Adresse ist nicht öffentlich im Internet.');
    await visitor.get(path('api?lang=en'));
  });
});

describe('the section of the webhook', () => {
  test('sends a test event and says what was answered', async () => {
    await set();
    const taken = await dashboard.visitor.post(dashboard.path('webhook/test'));
    expect(taken.text('#webhook [role=status]')).toBe(
      'The test event was delivered. The receiver answered with HTTP 200.',
    );
    receiver.answer(500);
    const refused = await dashboard.visitor.post(dashboard.path('webhook/test'));
    expect(refused.text('#webhook [role=alert]')).toBe(
      'The test event was not delivered. The receiver answered with HTTP 500.',
    );
    expect(receiver.types()).toEqual(['webhook.test', 'webhook.test']);
  });

  test('lists the last events with what came of them, and sends one again', async () => {
    await set();
    receiver.answer(500);
    const id = await sendOne();
    const seen = await open();
    const row = seen.text(`[data-delivery=${id}]`)?.replace(/\s+/g, ' ');
    expect(row).toMatch(
      /^Test .* Waiting The receiver answered with HTTP 500\. Next attempt: .* 1 Send again$/,
    );
    expect(seen.text('[data-webhook-state=failing]')).toContain('Failing since');
    receiver.answer(200);
    const again = await dashboard.visitor.submit(dashboard.path('webhook/redeliver'), { id });
    expect(again.text('[role=status]')).toContain('sent again');
    await deliverDue(dashboard.app.core, UNABORTED);
    expect(receiver.ids()).toEqual([id, id]);
    expect((await open()).text(`[data-delivery=${id}]`)).toContain('Delivered');
  });

  test('shows that it is switched off, and switches it on', async () => {
    await set();
    receiver.answer(410);
    await sendOne();
    const seen = await open();
    expect(seen.text('[data-webhook-state=off]')).toContain('Switched off since');
    expect((await open('?lang=de')).text('[data-webhook-state=off]')).toContain('Abgeschaltet seit');
    await open('?lang=en');
    receiver.answer(200);
    await dashboard.visitor.submit(dashboard.path('webhook/enable'));
    expect(await webhook()).toMatchObject({ state: 'works' });
  });

  test('removes it, also when somebody else was faster', async () => {
    const { app, server, visitor, path } = dashboard;
    await set();
    const seen = await visitor.submit(path('webhook/remove'));
    expect(seen.text('[role=status]')).toContain('No more events are sent to this address.');
    expect(await lastAction(app, server.id)).toMatchObject({
      action: 'webhook.removed',
      subject: 'hooks.example',
    });
    expect((await visitor.post(path('webhook/remove'))).status).toBe(303);
    expect((await visitor.post(path('webhook/test'))).status).toBe(303);
  });

  test.each(['x', `msg_${'0'.repeat(32)}`, 'msg_\u0000'])('knows no event %j', async (id) => {
    await set();
    expect((await dashboard.visitor.post(dashboard.path('webhook/redeliver'), { id })).status).toBe(404);
  });

  test('is nobody else’s: another server’s webhook and events are 404', async () => {
    const { app, discord, signIn, path } = dashboard;
    const guild = discord.addGuild({ name: 'Elsewhere' });
    const stranger = guild.addMember({ isAdmin: true });
    await app.addServer({ id: guild.id });
    await setWebhook(app.core, guild.id, ADDRESS);
    const other = await signIn(stranger);
    await other.get(`/servers/${guild.id}/api`);
    await set();
    const id = await sendOne();
    for (const verb of ['', '/add', '/rotate', '/test', '/enable', '/remove', '/redeliver'])
      expect((await other.post(path(`webhook${verb}`), { url: ADDRESS, id })).status).toBe(404);
    expect((await other.post(`/servers/${guild.id}/webhook/redeliver`, { id })).status).toBe(404);
    expect(await webhook()).toMatchObject({ state: 'works' });
  });
});

describe('further webhooks', () => {
  const ADDED = 'http://hooks.example/more';
  const post = (verb: string, fields = {}) =>
    dashboard.visitor.post(dashboard.path(`webhook/${verb}`), fields);
  const all = async () =>
    (await listWebhooks(dashboard.app.core, dashboard.server.id)).map(({ id, url, types }) => [
      id,
      url,
      types,
    ]);
  const standOf = (seen: { attribute(selector: string, name: string): string | null | undefined }) =>
    seen.attribute('form[action$="/webhook/add"] [name=stand]', 'value') ?? '?';

  test('are added with their types beside the first, each with its own secret, up to five', async () => {
    await set();
    const stand = standOf(await open());
    const fields = { url: ADDED, types: ['answer.handed_over', 'made.up'], stand };
    const added = await post('add', fields);
    expect(added.text('[data-new-secret]')).toMatch(SECRET);
    expect((await post('add', fields)).location).toContain('done=webhook_shown');
    expect(await all()).toEqual([
      [1, ADDRESS, null],
      [2, ADDED, ['answer.handed_over']],
    ]);
    for (let n = 3; n <= 5; n += 1) await post('add', { url: ADDED });
    const full = await open();
    expect(full.text('[data-webhook="2"]')).toContain('Handed over to the team');
    expect(full.document.querySelector('form[action$="/webhook/add"]')).toBeNull();
    const sixth = await post('add', { url: ADDED });
    expect([sixth.status, (await all()).length]).toEqual([422, 5]);
  });

  test('are refused beside what was typed, and leave the form of the first as it is', async () => {
    await set();
    const seen = await post('add', { url: 'http://10.0.0.1/', types: ['report.weekly'] });
    expect(seen.status).toBe(422);
    expect(seen.text('#added-url-fault')).toBe('This address is not on the public internet.');
    expect(seen.document.querySelector('#added-url')?.getAttribute('value')).toBe('http://10.0.0.1/');
    expect(seen.document.querySelector('#webhook-url')?.getAttribute('value')).toBe(ADDRESS);
    expect(seen.document.querySelector('[value="report.weekly"]')?.hasAttribute('checked')).toBe(true);
  });

  test('are tested, rotated and removed each by its own buttons', async () => {
    const { app, server } = dashboard;
    await set();
    const first = (await open()).html;
    const old = (await post('add', { url: ADDED })).text('[data-new-secret]') ?? '';
    const form = await open();
    const stand = form.attribute('form[action$="/webhook/rotate"] [name=stand]', 'value') ?? '?';
    const rotated = await post('rotate', { webhook: '2', stand });
    const secret = rotated.text('[data-new-secret]') ?? '';
    expect(secret).toMatch(SECRET);
    expect(await lastAction(app, server.id)).toMatchObject({
      ...{ action: 'webhook.rotated', subject: 'hooks.example' },
    });
    expect((await post('rotate', { webhook: '2', stand })).location).toContain('done=webhook_shown');
    expect((await open()).text('[data-webhook="2"]')).toContain(
      'Events are also signed with the old secret until',
    );
    expect(first).not.toContain('Events are also signed with the old secret until');
    await post('test', { webhook: '2' });
    const [received] = receiver.received as [Received];
    expect(received.path).toBe('/more');
    for (const one of [old, secret]) expect(verify(one, received)).toMatchObject({ type: 'webhook.test' });
    await post('remove', { webhook: '2' });
    expect(await all()).toEqual([[1, ADDRESS, null]]);
    await post('add', { url: ADDED });
    await post('remove', { webhook: '1' });
    expect(section(await open())).not.toContain('There is no webhook yet.');
    for (const webhook of ['0', '6', 'x', '']) expect((await post('remove', { webhook })).status).toBe(404);
  });
});

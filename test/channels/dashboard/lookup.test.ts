import { afterAll, beforeAll, expect, test } from 'vitest';
import { findLookup } from '../../../src/core/receivers/lookups.ts';
import { type Received, type Receiver, startReceiver, verify } from '../../support/receiver.ts';
import { type Dashboard, lastAction, startDashboard } from './setup.ts';

const ADDRESS = 'http://hooks.example/facts?token=s3cret';

let receiver: Receiver;
let dashboard: Dashboard;
beforeAll(async () => {
  receiver = await startReceiver();
  dashboard = await startDashboard({}, { world: receiver.world });
  // The verifying side has no other clock.
  dashboard.app.clock.now = Date.now();
  dashboard.visitor = await dashboard.signIn(dashboard.owner);
});
afterAll(async () => {
  await dashboard.stop();
  await receiver.close();
});

const post = (to: string, form: Record<string, string> = {}) =>
  dashboard.visitor.post(dashboard.path(to), form);
const stored = () => findLookup(dashboard.app.core, dashboard.server.id);

test('an owner sets a look-up, sees its secret once, tries it out and removes it', async () => {
  const set = await post('lookup', { url: ADDRESS, topics: 'Order, rank, order' });
  const secret = set.text('[data-lookup-secret]') ?? '';
  expect([set.status, secret]).toEqual([200, expect.stringMatching(/^whsec_/)]);
  expect(await stored()).toMatchObject({ url: ADDRESS, topics: ['order', 'rank'] });
  expect(await lastAction(dashboard.app, dashboard.server.id)).toMatchObject({
    action: 'lookup.set',
    subject: 'hooks.example',
  });
  const page = await dashboard.visitor.get(dashboard.path('api'));
  expect(page.html).not.toContain(secret);
  receiver.answer((response) => response.end('{"facts":[{"label":"Plan","value":"<b>Gold</b>"}]}'));
  const tried = await post('lookup/test');
  expect(tried.text('#lookup')).toContain('Plan: <b>Gold</b>');
  expect(verify(secret, receiver.received[0] as Received)).toMatchObject({ conversation_id: null });
  receiver.answer(500);
  expect((await post('lookup/test')).text('#lookup')).toContain('did not answer with HTTP 200');
  await post('lookup/remove');
  expect(await stored()).toBeNull();
  expect(await lastAction(dashboard.app, dashboard.server.id)).toMatchObject({ action: 'lookup.removed' });
  // Somebody else's page still shows it.
  expect((await post('lookup/remove')).status).toBe(303);
});

test.each([
  [{ url: 'http://127.0.0.1/' }, 'not on the public internet'],
  [{ url: 'nowhere' }, 'begins with http'],
  [{ url: ADDRESS, topics: 'x'.repeat(61) }, 'At most'],
])('what cannot be taken is refused, and stays in the form: %j', async (form, told) => {
  const seen = await post('lookup', { topics: '', ...form });
  expect(seen.status).toBe(422);
  expect(seen.text('#lookup')).toContain(told);
  expect(seen.html).toContain(form.url.split('?')[0]);
  expect(await stored()).toBeNull();
});

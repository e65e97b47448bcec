import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listActions } from '../../../src/core/members/audit.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { type StripeStub, startStripeStub } from '../../support/stripe.ts';
import { type Dashboard, startDashboard } from './setup.ts';

const DAY = 24 * 3_600_000;
/** A month after the day on which everything is bought here. */
const NEXT_MONTH = Date.parse('2026-04-18T12:00:00Z');
const SHARE = 2_000_000;

let dashboard: Dashboard;
let stripe: StripeStub;
beforeEach(async () => {
  stripe = await startStripeStub(() => dashboard?.app.clock.now ?? Date.now());
  dashboard = await startDashboard(stripe.settings);
  stripe.deliverTo(`${dashboard.app.url}/stripe/webhook`);
  await changeServer(dashboard.app.core, dashboard.server.id, { plan: 'free' });
});
afterEach(async () => {
  await dashboard.stop();
  await stripe.close();
});

type Page = Awaited<ReturnType<Dashboard['visitor']['get']>>;

const openPage = () => dashboard.visitor.get(dashboard.path('payments'));
const premiumForms = ({ document }: Page) =>
  [...document.querySelectorAll('#purchases form')]
    .map((form) => form.getAttribute('action')?.replace(dashboard.path(), '') ?? '')
    .filter((action) => action.includes('premium'));

async function buy(): Promise<string> {
  await openPage();
  const started = await dashboard.visitor.post(dashboard.path('premium'));
  await stripe.pay(started.location ?? '');
  return [...stripe.subscriptions.keys()].at(-1) ?? '';
}

/** Signed in anew: a session does not outlive a month. */
async function waitUntil(at: number): Promise<void> {
  dashboard.app.clock.now = at;
  dashboard.visitor = await dashboard.signIn(dashboard.owner);
}

describe('The page of premium', () => {
  test('records the opened checkout as such, and premium as started by the payment', async () => {
    const { app, server, visitor, path } = dashboard;
    await openPage();
    const started = await visitor.post(path('premium'));
    const actionsOf = async () => {
      const actions = await listActions(app.core, server.id, { limit: 10 });
      return actions.map(({ action, channel }) => `${action} ${channel}`);
    };
    expect(await actionsOf()).toEqual(['premium.checkout dashboard']);
    await stripe.pay(started.location ?? '');
    expect(await actionsOf()).toEqual(['premium.started payment', 'premium.checkout dashboard']);
    expect((await visitor.get(path('audit'))).html).toContain('The page to buy premium was opened.');
    expect((await visitor.get(`${path('audit')}?lang=de`)).html).toContain(
      'Die Seite zum Kauf von Premium wurde geöffnet.',
    );
  });

  test('has a button to end a subscription whose next month is unpaid, in both languages', async () => {
    const id = await buy();
    await waitUntil(NEXT_MONTH + DAY);
    await stripe.renew(id, 'refused');
    expect(premiumForms(await openPage())).toEqual(['/premium/cancel', '/premium']);
    const german = await dashboard.visitor.get(`${dashboard.path('payments')}?lang=de`);
    expect(german.text('[data-renewal-due]')).toContain('der nächste noch nicht bezahlt');
    const english = await dashboard.visitor.get(`${dashboard.path('payments')}?lang=en`);
    expect(english.text('[data-renewal-due]')).toContain('not paid yet');
    const stopped = await dashboard.visitor.submit(dashboard.path('premium/cancel'));
    expect(stripe.subscriptions.get(id)?.endedAt).not.toBeNull();
    expect(stopped.text('main [role=status]')).toContain('The subscription has ended.');
    expect(premiumForms(stopped)).toEqual(['/premium']);
    expect(stopped.document.querySelector('[data-renewal-due]')).toBeNull();
  });

  test('offers to resume the renewal only if that is possible', async () => {
    const id = await buy();
    expect(premiumForms(await openPage())).toEqual(['/premium/cancel']);
    const cancelled = await dashboard.visitor.submit(dashboard.path('premium/cancel'));
    expect(premiumForms(cancelled)).toEqual(['/premium/resume']);
    await stripe.end(id);
    const seen = await openPage();
    expect(seen.attribute('[data-premium]', 'data-premium')).toBe('ending');
    expect(premiumForms(seen)).toEqual([]);
  });
});

test.each([
  [100, 'requests are refused'],
  [20_000, 'requests now use credit'],
])('with %i units of credit left the overview says that %s', async (balance, words) => {
  const { app, server, visitor, path } = dashboard;
  await changeServer(app.core, server.id, { plan: 'premium' });
  const { kysely } = app.core.database;
  const week = app.core.calendar.weekOf(app.clock.now).key;
  const row = { server_id: server.id, week_start: week, used: SHARE, api_used: SHARE };
  await kysely.insertInto('week_quotas').values(row).execute();
  await kysely.updateTable('credit').set({ balance }).where('server_id', '=', server.id).execute();
  expect((await visitor.get(path())).text('[data-forecast=empty]')).toContain(words);
});

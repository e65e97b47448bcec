import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listActions } from '../../../src/core/members/audit.ts';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { showLog } from '../../support/app.ts';
import { type StripeStub, startStripeStub } from '../../support/stripe.ts';
import { type Dashboard, startDashboard } from './setup.ts';

describe('The shop', () => {
  let dashboard: Dashboard;
  let stripe: StripeStub;
  let now = 0;
  beforeEach(async () => {
    stripe = await startStripeStub(() => now);
    dashboard = await startDashboard(stripe.settings);
    now = dashboard.app.clock.now;
    stripe.deliverTo(`${dashboard.app.url}/stripe/webhook`);
    await dashboard.visitor.get(dashboard.path('payments'));
  });
  afterEach(async () => {
    await dashboard.stop();
    await stripe.close();
  });
  const usage = async () => (await dashboard.app.status(dashboard.server.key)).body.usage;
  const actionsOf = async () => {
    const actions = await listActions(dashboard.app.core, dashboard.server.id, { limit: 10 });
    return actions.map(({ action, channel }) => `${action} ${channel}`);
  };

  test('a pack leads to the checkout, and paying there gives credit', async () => {
    const { visitor, path, app } = dashboard;
    const started = await visitor.post(path('top-ups'), { pack: '25' });
    expect(started.status).toBe(303);
    expect(started.location).toMatch(new RegExp(`^${stripe.url}/`));
    expect((await usage()).credit_percent).toBe(0);
    await stripe.pay(started.location ?? '');
    expect((await usage()).credit_percent).toBe(25);
    expect(await actionsOf()).toEqual(['credit.granted payment', 'top_up.started dashboard']);

    const [session] = [...stripe.sessions.values()];
    const back = new URL(session?.params.success_url ?? '');
    expect(back.origin).toBe(new URL(app.core.config.PUBLIC_URL).origin);
    const page = await visitor.follow(await visitor.get(back.pathname + back.search));
    expect(page.text('[role=status]')).toContain('Thank you!');
    expect(page.text('#quota')).toContain('Top-up credit: 25%');
    expect(page.text('#purchases table')).toContain('Top-up 25%');
  });

  test('a payment that goes back says so beside it in both languages, and what is owed before the next is bought', async () => {
    const { visitor, path } = dashboard;
    const buy = async (pack: string) => {
      const started = await visitor.post(path('top-ups'), { pack });
      const events = await stripe.pay(started.location ?? '');
      return String(events.find(({ type }) => type === 'charge.succeeded')?.data.object.id);
    };
    const wordsOn = async (language: string) => {
      const page = await visitor.get(`${path('payments')}?lang=${language}`);
      const found = [...page.document.querySelectorAll('[data-returned], [data-debt]')];
      return found.map((element) => element.textContent.trim());
    };
    await stripe.refund(await buy('25'));
    now += 1000;
    await stripe.refund(await buy('50'), 300);
    now += 1000;
    await stripe.dispute(await buy('100'));
    const { kysely } = dashboard.app.core.database;
    expect(await wordsOn('en')).toEqual([
      'Disputed: what it paid for is on hold',
      '€3.00 of it refunded',
      'Refunded',
    ]);
    await sql`UPDATE credit SET balance = 0, debt = 200000`.execute(kysely);
    expect(await wordsOn('de')).toEqual([
      '10 % Guthaben gingen mit der Zahlung zurück, nachdem sie verbraucht waren. Neues Guthaben gleicht das zuerst aus.',
      'Angefochten: Was sie brachte, ist gesperrt',
      '3,00\u00A0€ davon zurückgezahlt',
      'Zurückgezahlt',
    ]);
    expect((await usage()).credit_percent).toBe(0);
    expect((await actionsOf())[0]).toBe('credit.taken_back payment');
  });

  test('a month that is paid back ends premium, and the page offers to end or to buy anew', async () => {
    const { visitor, path, app, server } = dashboard;
    await changeServer(app.core, server.id, { plan: 'free' });
    const bought = await stripe.pay((await visitor.post(path('premium'))).location ?? '');
    await stripe.refund(String(bought.find(({ type }) => type === 'charge.succeeded')?.data.object.id));
    expect(await usage()).toMatchObject({ premium: false });
    const page = await visitor.get(path('payments'));
    expect(page.text('[data-renewal-due]')).toContain(
      'was returned or is disputed, so premium is not active',
    );
    expect(page.document.querySelector('form[action$="premium/cancel"]')).not.toBeNull();
    expect(page.document.querySelector('form[action$="premium"]')).not.toBeNull();
  });

  test('premium can be bought, cancelled and resumed', async () => {
    const { visitor, path, app, server } = dashboard;
    await changeServer(app.core, server.id, { plan: 'free' });
    const started = await visitor.post(path('premium'));
    await stripe.pay(started.location ?? '');
    expect(await usage()).toMatchObject({ premium: true, requests_per_day: 1000 });
    const stateOf = (html: Awaited<ReturnType<typeof visitor.get>>) =>
      html.attribute('[data-premium]', 'data-premium');
    expect(stateOf(await visitor.get(path('payments')))).toBe('active');

    const twice = await visitor.post(path('premium'));
    expect(twice.status).toBe(422);
    expect(twice.text('#purchases [role=alert]')).toBe('Premium is already active.');

    const cancelled = await visitor.submit(path('premium/cancel'));
    expect(cancelled.text('main [role=status]')).toContain('Premium will not renew.');
    expect(stateOf(cancelled)).toBe('ending');
    const resumed = await visitor.submit(path('premium/resume'));
    expect(stateOf(resumed)).toBe('active');
    expect(await actionsOf()).toEqual(
      expect.arrayContaining([
        'premium.checkout dashboard',
        'premium.cancelled dashboard',
        'premium.resumed dashboard',
      ]),
    );
  });

  test('a pack that is not offered and a subscription that does not exist are refused with the reason', async () => {
    const { visitor, path } = dashboard;
    for (const pack of ['26', 'NaN', '', '-25']) {
      const seen = await visitor.post(path('top-ups'), { pack });
      expect(seen.status).toBe(422);
      expect(seen.text('#purchases [role=alert]')).toBe('There is no top-up of this size.');
    }
    const seen = await visitor.post(`${path('premium/cancel')}?lang=de`);
    expect(seen.status).toBe(422);
    expect(seen.text('#purchases [role=alert]')).toBe('Für diesen Server läuft kein Abo.');
    expect(await actionsOf()).toEqual([]);
  });

  test('when the provider fails, the page says so with 503 and records nothing as done', async () => {
    const { visitor, path, app } = dashboard;
    stripe.fault(500);
    const seen = await visitor.post(path('top-ups'), { pack: '25' });
    expect(seen.status).toBe(503);
    expect(seen.text('#purchases [role=alert]')).toContain('Nothing was charged');
    expect(seen.html + showLog(app)).not.toContain(stripe.settings.STRIPE_SECRET_KEY);
    expect(await actionsOf()).toEqual([]);
  });

  test('an event gets 200, even one that means nothing here; a wrong signature gets 400', async () => {
    const { visitor, path, app } = dashboard;
    stripe.deliverTo(null);
    const started = await visitor.post(path('top-ups'), { pack: '50' });
    const events = await stripe.pay(started.location ?? '');
    const paid = events.find(({ type }) => type === 'checkout.session.completed');
    if (!paid) throw new Error('no event');
    const to = `${app.url}/stripe/webhook`;
    const forged = stripe.sign(paid, { secret: 'whsec_guessed' });
    const headers = { 'stripe-signature': forged.signature };
    expect((await fetch(to, { method: 'POST', body: forged.raw, headers })).status).toBe(400);
    expect((await fetch(to, { method: 'POST', body: forged.raw })).status).toBe(400);
    expect((await usage()).credit_percent).toBe(0);
    const foreign = { ...paid, id: 'evt_other', type: 'customer.created' } as typeof paid;
    expect(await stripe.deliver(foreign, to)).toBe(200);
    expect(await stripe.deliver(paid, to)).toBe(200);
    expect(await stripe.deliver(paid, to)).toBe(200);
    expect((await usage()).credit_percent).toBe(50);
  });

  test('an event that cannot be stored is refused with 503, and counts once when it comes again', async () => {
    const { visitor, path, app } = dashboard;
    stripe.deliverTo(null);
    const to = `${app.url}/stripe/webhook`;
    const started = await visitor.post(path('top-ups'), { pack: '50' });
    const events = await stripe.pay(started.location ?? '');
    const paid = events.find(({ type }) => type === 'checkout.session.completed');
    if (!paid) throw new Error('no event');
    const { kysely } = app.core.database;
    await sql`ALTER TABLE payment_events RENAME TO payment_events_away`.execute(kysely);
    expect(await stripe.deliver(paid, to)).toBe(503);
    await sql`ALTER TABLE payment_events_away RENAME TO payment_events`.execute(kysely);
    expect((await usage()).credit_percent).toBe(0);
    expect(await stripe.deliver(paid, to)).toBe(200);
    expect((await usage()).credit_percent).toBe(50);
  });
});

describe('Without a payment provider', () => {
  test('the page says how the operator grants credit, and the webhook does not exist', async () => {
    const dashboard = await startDashboard();
    const { visitor, path, app, server } = dashboard;
    const page = await visitor.get(path('payments'));
    expect(page.text('#purchases pre')).toContain(`credit grant ${server.id} 100 --reference`);
    expect(page.document.querySelector('form[action$="top-ups"]')).toBeNull();
    const seen = await visitor.post(path('top-ups'), { pack: '25' });
    expect(seen.status).toBe(404);
    expect(seen.text('#purchases [role=alert]')).toContain('Nothing can be bought here');
    expect((await fetch(`${app.url}/stripe/webhook`, { method: 'POST', body: '{}' })).status).toBe(404);
    await dashboard.stop();
  });
});

import { describe, expect, test } from 'vitest';
import { createPayments } from '../../../src/adapters/payments/stripe.ts';
import { diagnose } from '../../../src/core/operations/doctor/doctor.ts';
import { changeServer, deleteServer, getServer } from '../../../src/core/owners/servers.ts';
import {
  cancelPremium,
  describeBilling,
  endSubscriptionsOf,
  resumePremium,
  startPremium,
  startTopUp,
  takePaymentEvent,
} from '../../../src/core/quota/billing/billing.ts';
import { showLog } from '../../support/app.ts';
import type { ApiFault } from '../../support/stripe.ts';
import { DAY, HOUR, NEXT_MONTH, openShop, RETURN_URL, subscriptionIn } from './shop.ts';

const shop = await openShop();

const returnUrl = RETURN_URL;
const sessionAt = (page: string) => shop.stripe.sessions.get(page.slice(page.lastIndexOf('/') + 1))?.params;

describe('buying', () => {
  test('a pack leads to a page with its price in EUR, in the language of the server, and back', async () => {
    const { core } = shop;
    const serverId = await shop.addServer();
    await changeServer(core, serverId, { language: 'de' });
    const page = await startTopUp(core, { serverId, percent: 50, returnUrl });
    expect(sessionAt(page)).toMatchObject({
      mode: 'payment',
      locale: 'de',
      success_url: `${RETURN_URL}?paid=1`,
      cancel_url: RETURN_URL,
      metadata: { server_id: serverId, kind: 'top_up', percent: '50', cents: '900' },
      line_items: {
        0: {
          price_data: {
            unit_amount: 900,
            product_data: { name: '50 % API-Guthaben', description: 'Harbour' },
          },
        },
      },
    });
    expect(sessionAt(page)?.payment_intent_data?.metadata).toEqual(sessionAt(page)?.metadata);
  });

  test('premium leads to a page with a monthly price, and its subscription names the server', async () => {
    const serverId = await shop.addServer();
    const page = await startPremium(shop.core, { serverId, returnUrl });
    const params = sessionAt(page);
    expect(params).toMatchObject({ mode: 'subscription', locale: 'en' });
    expect(params?.line_items[0].price_data).toMatchObject({
      unit_amount: 1500,
      recurring: { interval: 'month' },
    });
    expect(params?.subscription_data?.metadata).toMatchObject({ server_id: serverId, kind: 'premium' });
  });

  test('a second click leads to the same page, so nobody subscribes twice', async () => {
    const serverId = await shop.addServer();
    const start = () => startPremium(shop.core, { serverId, returnUrl });
    const pages = await Promise.all([start(), start(), start()]);
    expect(new Set(pages).size).toBe(1);
    shop.app.clock.now += HOUR;
    expect(pages).not.toContain(await start());
  });

  test('only packs on offer are sold, and only for existing servers', async () => {
    const serverId = await shop.addServer();
    const before = shop.stripe.calls.length;
    for (const percent of [0, 26, -25, 25.5, Number.NaN]) {
      await expect(startTopUp(shop.core, { serverId, percent, returnUrl })).rejects.toMatchObject({
        code: 'invalid_input',
        context: { param: 'pack' },
      });
    }
    const stranger = { serverId: 'nowhere', returnUrl };
    await expect(startTopUp(shop.core, { ...stranger, percent: 25 })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(startPremium(shop.core, stranger)).rejects.toMatchObject({ code: 'not_found' });
    expect(shop.stripe.calls).toHaveLength(before);
  });

  test('the page sells what the settings say', async () => {
    const server = await getServer(shop.core, await shop.addServer());
    expect(await describeBilling(shop.core, server)).toEqual({
      isOn: true,
      packs: [
        { percent: 25, cents: 500 },
        { percent: 50, cents: 900 },
        { percent: 100, cents: 1600 },
      ],
      premiumCents: 1500,
      currency: 'EUR',
      premium: { state: 'none', until: null },
      isRenewalDue: false,
      isMonthReturned: false,
      debtPercent: 0,
      isResumable: false,
      payments: [],
    });
  });
});

describe('premium', () => {
  test('is not sold twice: neither while a subscription runs nor while the operator grants it', async () => {
    const serverId = await shop.addServer();
    await shop.take(await shop.buyPremium(serverId));
    const again = () => startPremium(shop.core, { serverId, returnUrl });
    await expect(again()).rejects.toMatchObject({ code: 'already_exists' });
    expect(await shop.premiumOf(serverId)).toEqual({ state: 'active', until: new Date(NEXT_MONTH) });
    const { id } = await shop.app.addServer({ plan: 'premium' });
    await expect(startPremium(shop.core, { serverId: id, returnUrl })).rejects.toMatchObject({
      code: 'already_exists',
    });
    expect(await shop.premiumOf(id)).toEqual({ state: 'granted', until: null });
  });

  test('ends with its paid period when cancelled, and continues when resumed', async () => {
    const serverId = await shop.addServer();
    const bought = await shop.buyPremium(serverId);
    await shop.take(bought);
    const id = subscriptionIn(bought);
    await cancelPremium(shop.core, serverId);
    expect(shop.stripe.subscriptions.get(id)?.cancelsAtPeriodEnd).toBe(true);
    expect(await shop.premiumOf(serverId)).toEqual({ state: 'ending', until: new Date(NEXT_MONTH) });
    expect((await shop.read(serverId)).premiumUntil).toEqual(new Date(NEXT_MONTH));
    await resumePremium(shop.core, serverId);
    expect(shop.stripe.subscriptions.get(id)?.cancelsAtPeriodEnd).toBe(false);
    expect(await shop.premiumOf(serverId)).toEqual({ state: 'active', until: new Date(NEXT_MONTH) });
    await shop.take(shop.stripe.events.filter(({ data }) => data.object.id === id));
    expect((await shop.premiumOf(serverId)).state).toBe('active');
  });

  test('that is not active can be neither cancelled nor resumed', async () => {
    const { id } = await shop.app.addServer({ plan: 'premium' });
    for (const change of [cancelPremium, resumePremium]) {
      await expect(change(shop.core, id)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  test('whose renewal was never paid is ended at the provider before a new one begins', async () => {
    const serverId = await shop.addServer();
    const bought = await shop.buyPremium(serverId);
    await shop.take(bought);
    shop.app.clock.now = NEXT_MONTH + DAY;
    await shop.take(await shop.stripe.renew(subscriptionIn(bought), 'refused'));
    expect((await shop.premiumOf(serverId)).state).toBe('none');
    await startPremium(shop.core, { serverId, returnUrl });
    expect(shop.stripe.subscriptions.get(subscriptionIn(bought))?.endedAt).not.toBeNull();
  });

  test('is ended at the provider before its server is deleted; what comes afterwards changes nothing', async () => {
    const serverId = await shop.addServer();
    const bought = await shop.buyPremium(serverId);
    await shop.take(bought);
    const seen = shop.stripe.events.length;
    await endSubscriptionsOf(shop.core, serverId);
    await deleteServer(shop.core, serverId);
    expect(shop.stripe.subscriptions.get(subscriptionIn(bought))?.endedAt).not.toBeNull();
    await shop.take([...shop.stripe.events.slice(seen), ...bought]);
    expect(
      shop.app.logged.filter(({ level, fields }) => level === 'error' && fields.server === serverId),
    ).not.toEqual([]);
    await expect(getServer(shop.core, serverId)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('that has already ended at the provider does not block deleting its server', async () => {
    const serverId = await shop.addServer();
    const bought = await shop.buyPremium(serverId);
    await shop.take(bought);
    await shop.stripe.end(subscriptionIn(bought));
    await endSubscriptionsOf(shop.core, serverId);
  });
});

describe('the provider', () => {
  const unavailable = { code: 'payment_unavailable', message: 'payment_unavailable' };

  test.each<[string, ApiFault]>([
    ['a fault of its own', 500],
    ['a refused key', 401],
    ['too many calls', 429],
    ['a cut connection', 'cut'],
  ])('with %s sells nothing, changes nothing, and reveals none of its words', async (_, fault) => {
    const serverId = await shop.addServer();
    await shop.take(await shop.buyPremium(serverId));
    const other = await shop.addServer();
    const before = await shop.read(serverId);
    shop.stripe.fault(fault);
    const { core } = shop;
    await expect(startTopUp(core, { serverId, percent: 25, returnUrl })).rejects.toMatchObject(unavailable);
    await expect(startPremium(core, { serverId: other, returnUrl })).rejects.toMatchObject(unavailable);
    await expect(cancelPremium(core, serverId)).rejects.toMatchObject(unavailable);
    await expect(endSubscriptionsOf(core, serverId)).rejects.toMatchObject(unavailable);
    expect(await shop.read(serverId)).toEqual(before);
    expect(showLog(shop.app)).not.toMatch(/not_to_be_seen|Broken for the test/);
  });

  test('that is silent is abandoned', { timeout: 30_000 }, async () => {
    shop.stripe.fault('slow');
    const serverId = await shop.addServer();
    await expect(startTopUp(shop.core, { serverId, percent: 25, returnUrl })).rejects.toMatchObject(
      unavailable,
    );
  });

  test('that fails once is asked again, and opens one page', async () => {
    const serverId = await shop.addServer();
    const before = shop.stripe.sessions.size;
    for (const fault of ['cut', 503, 'lost'] as const) {
      shop.stripe.fault([fault]);
      await startTopUp(shop.core, { serverId, percent: 25, returnUrl });
    }
    expect(shop.stripe.sessions.size).toBe(before + 3);
  });

  test('is examined by doctor without buying anything', async () => {
    const check = async () => (await diagnose(shop.core)).find((found) => found.check === 'payments');
    expect(await check()).toMatchObject({ status: 'ok' });
    shop.stripe.fault(401);
    expect(await check()).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('STRIPE_SECRET_KEY'),
    });
  });

  test('is off unless both secrets are set, so that no payment goes unnoticed', async () => {
    const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL } = shop.stripe.settings;
    const halves = [{ STRIPE_SECRET_KEY }, { STRIPE_WEBHOOK_SECRET }, {}];
    const none = { STRIPE_SECRET_KEY: undefined, STRIPE_WEBHOOK_SECRET: undefined, STRIPE_API_URL };
    for (const half of halves) expect(createPayments({ ...none, ...half })).toBeNull();
    const serverId = await shop.addServer();
    const core = { ...shop.core, payments: null };
    const off = { code: 'payments_off' };
    await expect(startTopUp(core, { serverId, percent: 25, returnUrl })).rejects.toMatchObject(off);
    await expect(startPremium(core, { serverId, returnUrl })).rejects.toMatchObject(off);
    await expect(cancelPremium(core, serverId)).rejects.toMatchObject(off);
    await expect(takePaymentEvent(core, Buffer.from('{}'), '')).rejects.toMatchObject(off);
    expect((await describeBilling(core, await getServer(core, serverId))).isOn).toBe(false);
    await endSubscriptionsOf(core, serverId);
  });
});

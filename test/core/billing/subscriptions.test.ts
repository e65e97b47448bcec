import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAnsweredRenewed } from '../../../src/adapters/payments/events.ts';
import { createStripe, type StripeSettings } from '../../../src/adapters/payments/stripe.ts';
import { changeServer, deleteServer, getServer } from '../../../src/core/owners/servers.ts';
import {
  cancelPremium,
  describeBilling,
  endSubscriptionsOf,
  resumePremium,
  startPremium,
} from '../../../src/core/quota/billing/billing.ts';
import { NOON } from '../../support/app.ts';
import { countRuns } from '../../support/runs.ts';
import type { ApiFault, StripeEvent } from '../../support/stripe.ts';
import { DAY, HOUR, NEXT_MONTH, only, openShop, RETURN_URL, subscriptionIn } from './shop.ts';

const MINUTE = 60_000;
/** For some hundred transactions on a busy machine: a test that is given up goes on and disturbs the next ones. */
const PATIENCE_MS = 120_000;
const unavailable = { code: 'payment_unavailable' };

const shop = await openShop();

const startPage = (serverId: string) => startPremium(shop.core, { serverId, returnUrl: RETURN_URL });
const describeOf = async (serverId: string) =>
  describeBilling(shop.core, await getServer(shop.core, serverId));
const atProvider = (id: string) => shop.stripe.subscriptions.get(id);
const errorsOf = (serverId: string) =>
  shop.app.logged.filter(({ level, fields }) => level === 'error' && fields.server === serverId);

/** A server with premium whose next month has begun and is not paid. */
async function addUnpaid(at: number) {
  const serverId = await shop.addServer();
  const bought = await shop.buyPremium(serverId);
  await shop.take(bought);
  shop.app.clock.now = at;
  await shop.take(await shop.stripe.renew(subscriptionIn(bought), 'refused'));
  return { serverId, id: subscriptionIn(bought) };
}

describe('a subscription of a server that is gone', () => {
  async function deleteWithOpenPage() {
    const serverId = await shop.addServer();
    const page = await startPage(serverId);
    await endSubscriptionsOf(shop.core, serverId);
    await deleteServer(shop.core, serverId);
    const paid = await shop.stripe.pay(page);
    return { serverId, id: subscriptionIn(paid), paid };
  }

  test('is ended at the provider when it is paid, and the operator is told', async () => {
    const { serverId, id, paid } = await deleteWithOpenPage();
    await shop.take([only(paid, 'invoice.paid')]);
    expect(atProvider(id)?.endedAt).not.toBeNull();
    expect(errorsOf(serverId)).toHaveLength(1);
    await shop.take([...paid, ...shop.stripe.events.slice(-1)]);
  });

  test('is left alone if the page was not ours: the account may be shared with another installation', async () => {
    const { serverId, id, paid } = await deleteWithOpenPage();
    const text = JSON.stringify(only(paid, 'invoice.paid'));
    const ofOther = text.replaceAll(shop.core.seal.markOf(serverId), 'M'.repeat(43));
    expect(ofOther).not.toBe(text);
    for (const foreign of [ofOther, text.replaceAll(/"mark":"[^"]+"/g, '"other":"1"')])
      await shop.take([JSON.parse(foreign)]);
    expect(atProvider(id)?.endedAt).toBeNull();
    expect(errorsOf(serverId)).toHaveLength(2);
  });

  test('is not acknowledged before it is ended, so that the provider sends the event again', async () => {
    const { id, paid } = await deleteWithOpenPage();
    const event = only(paid, 'invoice.paid');
    shop.stripe.fault(500);
    await expect(shop.take([event])).rejects.toMatchObject(unavailable);
    expect(atProvider(id)?.endedAt).toBeNull();
    shop.stripe.fault(null);
    await shop.take([event]);
    expect(atProvider(id)?.endedAt).not.toBeNull();
  });
});

describe('a subscription whose next month is not paid', () => {
  test('ends at once if its owner stops it while the renewal is pending: nothing more is collected', async () => {
    const { serverId, id } = await addUnpaid(NEXT_MONTH + HOUR);
    expect(await describeOf(serverId)).toMatchObject({ premium: { state: 'active' }, isRenewalDue: true });
    await cancelPremium(shop.core, serverId);
    expect(atProvider(id)).toMatchObject({ endedAt: shop.app.clock.now / 1000, cancelsAtPeriodEnd: false });
    const after = { premium: { state: 'none' }, isRenewalDue: false };
    expect(await describeOf(serverId)).toMatchObject(after);
    await shop.take(shop.stripe.events.slice(-1));
    expect(await describeOf(serverId)).toMatchObject(after);
    await startPage(serverId);
  });

  test('can still be stopped after premium has ended, but only once', async () => {
    const { serverId, id } = await addUnpaid(NEXT_MONTH + DAY);
    expect(await describeOf(serverId)).toMatchObject({ premium: { state: 'none' }, isRenewalDue: true });
    shop.stripe.fault(500);
    await expect(cancelPremium(shop.core, serverId)).rejects.toMatchObject(unavailable);
    expect((await describeOf(serverId)).isRenewalDue).toBe(true);
    shop.stripe.fault(null);
    await cancelPremium(shop.core, serverId);
    expect(atProvider(id)?.endedAt).not.toBeNull();
    expect((await describeOf(serverId)).isRenewalDue).toBe(false);
    await expect(cancelPremium(shop.core, serverId)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('can be stopped if the operator grants premium, which stays', async () => {
    const { serverId, id } = await addUnpaid(NEXT_MONTH + DAY);
    await changeServer(shop.core, serverId, { plan: 'premium' });
    expect(await describeOf(serverId)).toMatchObject({ premium: { state: 'granted' }, isRenewalDue: true });
    await cancelPremium(shop.core, serverId);
    expect(atProvider(id)?.endedAt).not.toBeNull();
    expect(await describeOf(serverId)).toMatchObject({ premium: { state: 'granted', until: null } });
  });

  test('does not count as a second one when a new one begins, even before its end is reported', async () => {
    const { serverId, id } = await addUnpaid(NEXT_MONTH + DAY);
    const bought = await shop.buyPremium(serverId);
    expect(atProvider(id)?.endedAt).not.toBeNull();
    await shop.take(bought);
    expect(atProvider(subscriptionIn(bought))?.endedAt).toBeNull();
    expect(await describeOf(serverId)).toMatchObject({ premium: { state: 'active' }, isRenewalDue: false });
  });
});

describe('two pages that are open at the same time', () => {
  /** @returns the events of the older subscription and of the newer one. */
  async function payBoth(): Promise<{ serverId: string; older: StripeEvent[]; newer: StripeEvent[] }> {
    const serverId = await shop.addServer();
    const first = await startPage(serverId);
    shop.app.clock.now += 20 * MINUTE;
    const second = await startPage(serverId);
    expect(second).not.toBe(first);
    const older = await shop.stripe.pay(first);
    shop.app.clock.now += MINUTE;
    return { serverId, older, newer: await shop.stripe.pay(second) };
  }

  const aliveOf = (...ids: string[]) => ids.filter((id) => atProvider(id)?.endedAt === null);

  test('end as one subscription, in whatever order and however often their events come', {
    timeout: PATIENCE_MS,
  }, async () => {
    const orders = fc.array(fc.nat(), { minLength: 12, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(orders, async (ranks) => {
        shop.app.clock.now = NOON;
        const { serverId, older, newer } = await payBoth();
        const ids = [subscriptionIn(older), subscriptionIn(newer)];
        const events = [...older, ...newer, ...older, ...newer].map((event, at) => ({
          event,
          rank: ranks[at],
        }));
        const inOrder = events.toSorted((one, other) => Number(one.rank) - Number(other.rank));
        const begun = shop.stripe.events.length;
        await shop.take(inOrder.map(({ event }) => event));
        const [survivor, ...others] = aliveOf(...ids);
        expect([typeof survivor, others]).toEqual(['string', []]);
        expect(errorsOf(serverId)).toMatchObject([{ message: expect.stringContaining('refund') }]);
        expect(errorsOf(serverId)[0]?.fields.subscription).not.toBe(survivor);
        await shop.take(shop.stripe.events.slice(begun));
        expect((await shop.premiumOf(serverId)).state).toBe('active');
        shop.app.clock.now = NEXT_MONTH + HOUR;
        await shop.take(await shop.stripe.renew(String(survivor)));
        expect([errorsOf(serverId).length, aliveOf(...ids)]).toEqual([1, [survivor]]);
      }),
      // A failing order is told at once: looking for a simpler one would end as a time-out without any.
      { numRuns: countRuns(25), endOnFailure: true },
    );
  });

  test.each<[string, readonly (ApiFault | null)[]]>([
    ['which go on', [500, 500, 500, 500]],
    ['which go on, about one of the two', [null, 500, 500]],
    ['which go on, without a word', ['cut', 'cut', 'cut', 'cut']],
    ['to end one', [null, null, 500, 500]],
  ])('stay two while the provider fails when asked %s, and become one when the event comes again', async (_, faults) => {
    const { older, newer } = await payBoth();
    const ids = [subscriptionIn(older), subscriptionIn(newer)];
    await shop.take(older);
    shop.stripe.fault(faults);
    const event = only(newer, 'invoice.paid');
    await expect(shop.take([event])).rejects.toMatchObject(unavailable);
    expect(aliveOf(...ids)).toEqual(ids);
    shop.stripe.fault(null);
    await shop.take([event]);
    expect(aliveOf(...ids)).toHaveLength(1);
  });

  test('end as one even if the response about the end of one was lost, and the operator is told to refund it', async () => {
    const { serverId, older, newer } = await payBoth();
    await shop.take(older);
    shop.stripe.fault([null, null, 'lost', 'lost']);
    const event = only(newer, 'invoice.paid');
    await expect(shop.take([event])).rejects.toMatchObject(unavailable);
    shop.stripe.fault(null);
    await shop.take([event]);
    const [survivor, ...others] = aliveOf(subscriptionIn(older), subscriptionIn(newer));
    expect([typeof survivor, others]).toEqual(['string', []]);
    expect(errorsOf(serverId)).toMatchObject([{ message: expect.stringContaining('refund') }]);
    expect(errorsOf(serverId)[0]?.fields.subscription).not.toBe(survivor);
  });

  test('are closed after three quarters of an hour at most', async () => {
    // At the end and the begin of the minutes in which a second click leads to the same page.
    for (const offset of [0, 10 * MINUTE - 1]) {
      shop.app.clock.now = NOON + offset;
      const page = await startPage(await shop.addServer());
      shop.app.clock.now += 45 * MINUTE;
      await expect(shop.stripe.pay(page)).rejects.toThrow('expired');
    }
  });
});

test('premium that the operator ended at the provider cannot be resumed, and one that its owner cancelled can', async () => {
  const serverId = await shop.addServer();
  const bought = await shop.buyPremium(serverId);
  await shop.take(bought);
  await cancelPremium(shop.core, serverId);
  expect(await describeOf(serverId)).toMatchObject({ premium: { state: 'ending' }, isResumable: true });
  await shop.take(await shop.stripe.end(subscriptionIn(bought)));
  expect(await describeOf(serverId)).toMatchObject({ premium: { state: 'ending' }, isResumable: false });
  await expect(resumePremium(shop.core, serverId)).rejects.toMatchObject({ code: 'not_found' });
});

test('the provider says whether a subscription is charged again; a response without that is a fault', async () => {
  const { payments } = shop.core;
  if (!payments) throw new Error('payments are on here');
  const serverId = await shop.addServer();
  const id = subscriptionIn(await shop.buyPremium(serverId));
  for (const shape of ['before_2025', 'current'] as const) {
    shop.stripe.useShape(shape);
    expect(await payments.isRenewed(id)).toBe(true);
  }
  await payments.setRenewal(id, false);
  expect(await payments.isRenewed(id)).toBe(false);
  await payments.setRenewal(id, true);
  await shop.stripe.renew(id, 'refused');
  expect(await payments.isRenewed(id)).toBe(true);
  await shop.stripe.end(id);
  expect(await payments.isRenewed(id)).toBe(false);
  expect(await payments.isRenewed('sub_unknown')).toBe(false);
  expect(isAnsweredRenewed({ id, status: 'incomplete_expired' })).toBe(false);
  for (const answer of [{ id }, { status: 'active' }, null])
    expect(() => isAnsweredRenewed(answer)).toThrow('unexpected subscription');
});

test('a client of the provider that could not be opened is opened again', async () => {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = shop.stripe.settings;
  const settings: StripeSettings = { secretKey, webhookSecret, apiUrl: 'no address' };
  const payments = createStripe(settings);
  await expect(payments.checkAccess()).rejects.toThrow('payment provider');
  settings.apiUrl = shop.stripe.url;
  await payments.checkAccess();
});

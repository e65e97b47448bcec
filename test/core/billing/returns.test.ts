import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listActions } from '../../../src/core/members/audit.ts';
import { keepHouse } from '../../../src/core/operations/housekeeping.ts';
import { changeServer, getServer } from '../../../src/core/owners/servers.ts';
import { describeBilling, takePaymentEvent } from '../../../src/core/quota/billing/billing.ts';
import { showLog } from '../../support/app.ts';
import type { StripeEvent } from '../../support/stripe.ts';
import { findInTables } from '../../support/tables.ts';
import {
  chargeIn,
  DAY,
  disputeIn,
  HUNDRED_PERCENT,
  NEXT_MONTH,
  only,
  openShop,
  refundIn,
  subscriptionIn,
} from './shop.ts';

const shop = await openShop();

type Fields = Record<string, unknown>;

const QUARTER = HUNDRED_PERCENT / 4;
const creditOf = async (serverId: string) => (await shop.read(serverId)).credit;
const describeOf = async (serverId: string) =>
  describeBilling(shop.core, await getServer(shop.core, serverId));

let drawn = 0;
/** The same event under another id and with other facts. */
function change(event: StripeEvent, object: Fields, head: Partial<StripeEvent> = {}): StripeEvent {
  const id = `${event.id}_${drawn++}`;
  return { ...event, id, ...head, data: { object: { ...event.data.object, ...object } } };
}

/** As answers do, without a week that pays first. */
async function spend(serverId: string, units: number): Promise<void> {
  const { kysely } = shop.core.database;
  await sql`UPDATE credit SET balance = balance - ${units} WHERE server_id = ${serverId}`.execute(kysely);
}

const linesOf = (serverId: string) =>
  shop.app.logged
    .filter(({ level, fields }) => fields.server === serverId && /error|warn/.test(level))
    .map(({ level, message }) => `${level} ${message}`);

const actionsOf = async (serverId: string) =>
  (await listActions(shop.core, serverId, { limit: 20 }))
    .toReversed()
    .map(({ action, subject, channel }) => `${action} ${subject ?? ''} ${channel}`);

describe('credit that was spent before its payment was returned', () => {
  test('is owed: buying, using, claiming the money back and buying again wins nothing', async () => {
    const serverId = await shop.addServer();
    const bought = await shop.buyTopUp(serverId);
    await shop.take(bought);
    await spend(serverId, QUARTER - 1000);
    const refunded = await shop.stripe.refund(chargeIn(bought));
    await shop.take(refunded);
    expect(await creditOf(serverId)).toBe(0);
    expect((await describeOf(serverId)).debtPercent).toBeCloseTo(24.95);
    await shop.take(await shop.buyTopUp(serverId, 50));
    expect(await creditOf(serverId)).toBe(QUARTER + 1000);
    expect((await describeOf(serverId)).debtPercent).toBe(0);
    await shop.take(await shop.stripe.failRefund(refundIn(refunded)));
    expect(await creditOf(serverId)).toBe(2 * QUARTER + 1000);
  });

  test('is owed in part while answers hold it, and what they give back pays the debt', async () => {
    const serverId = await shop.addServer();
    const bought = await shop.buyTopUp(serverId);
    await shop.take(bought);
    const { kysely } = shop.core.database;
    await sql`UPDATE credit SET reserved = 3000 WHERE server_id = ${serverId}`.execute(kysely);
    await shop.take(await shop.stripe.refund(chargeIn(bought)));
    expect(await creditOf(serverId)).toBe(3000);
    expect((await describeOf(serverId)).debtPercent).toBe(0.15);
  });
});

describe('a payment that goes back', () => {
  test('is in the audit log and one line for the operator each time something changes, and nowhere else', async () => {
    const serverId = await shop.addServer();
    const bought = await shop.buyTopUp(serverId);
    await shop.take(bought);
    const refunded = await shop.stripe.refund(chargeIn(bought), 100);
    const disputed = await shop.stripe.dispute(chargeIn(bought), { cents: 400 });
    const won = await shop.stripe.closeDispute(disputeIn(disputed), 'won');
    await shop.take([...refunded, ...refunded, ...disputed, ...refunded, ...disputed]);
    expect(linesOf(serverId)).toEqual(['warn payment was returned', 'error payment is disputed']);
    await shop.take([...won, ...disputed]);
    expect(linesOf(serverId)).toHaveLength(2);
    expect(await actionsOf(serverId)).toEqual([
      'credit.granted 25 % payment',
      'credit.taken_back 5 % payment',
      'credit.taken_back 20 % payment',
      'credit.given_back 20 % payment',
    ]);
    expect(await findInTables(shop.core, 'payer@example.org')).toEqual([]);
    expect(showLog(shop.app)).not.toContain('payer@example.org');
  });

  test('by a lost dispute is an error line of its own, after that of the dispute', async () => {
    const serverId = await shop.addServer();
    const bought = await shop.buyTopUp(serverId);
    const disputed = await shop.stripe.dispute(chargeIn(bought));
    await shop.take([
      ...bought,
      ...disputed,
      ...(await shop.stripe.closeDispute(disputeIn(disputed), 'lost')),
    ]);
    expect(linesOf(serverId)).toEqual(['error payment is disputed', 'error dispute of a payment is lost']);
    expect((await shop.read(serverId)).payments).toMatchObject([{ paidBack: 500, disputed: 0 }]);
  });

  test('leaves the credit of other payments alone', async () => {
    const serverId = await shop.addServer();
    const first = await shop.buyTopUp(serverId);
    await shop.take([...first, ...(await shop.buyTopUp(serverId, 100))]);
    await shop.take(await shop.stripe.refund(chargeIn(first)));
    expect(await creditOf(serverId)).toBe(HUNDRED_PERCENT);
  });

  test('takes nothing where nothing was granted, as when less than the price was paid', async () => {
    const serverId = await shop.addServer();
    const bought = await shop.buyTopUp(serverId);
    const completed = change(only(bought, 'checkout.session.completed'), { amount_total: 499 });
    await shop.take([
      only(bought, 'charge.succeeded'),
      completed,
      ...(await shop.stripe.refund(chargeIn(bought))),
    ]);
    expect(await creditOf(serverId)).toBe(0);
    expect((await describeOf(serverId)).debtPercent).toBe(0);
  });

  test.each<[string, string | undefined, number]>([
    ['refund.created', 'requires_action', 0],
    ['refund.updated', 'canceled', QUARTER],
    ['charge.refund.updated', 'failed', QUARTER],
    ['refund.failed', undefined, QUARTER],
    ['charge.dispute.created', 'needs_response', 0],
    ['charge.dispute.updated', 'under_review', 0],
    ['charge.dispute.created', 'a_status_of_next_year', 0],
    ['charge.dispute.created', 'warning_under_review', QUARTER],
    ['charge.dispute.closed', 'prevented', QUARTER],
    ['charge.dispute.closed', 'lost', 0],
    ['charge.dispute.closed', 'won', QUARTER],
    ['charge.dispute.funds_withdrawn', 'warning_needs_response', 0],
    ['charge.dispute.funds_reinstated', 'lost', QUARTER],
    ['charge.dispute.of_next_year', 'lost', QUARTER],
  ])('is understood where %s with the status %s is all that is heard', async (type, status, left) => {
    const serverId = await shop.addServer();
    const bought = await shop.buyTopUp(serverId);
    const refunded = only(await shop.stripe.refund(chargeIn(bought)), 'refund.created');
    await shop.take([...bought, change(refunded, { status, id: `xx_${refunded.id}` }, { type })]);
    expect(await creditOf(serverId)).toBe(left);
  });

  test('is found where only an expanded charge says whose it is, before and after the purchase', async () => {
    for (const isFirst of [true, false]) {
      const serverId = await shop.addServer();
      const bought = await shop.buyTopUp(serverId);
      const completed = change(only(bought, 'checkout.session.completed'), { payment_intent: null });
      const refunded = only(await shop.stripe.refund(chargeIn(bought)), 'refund.created');
      const charge = only(bought, 'charge.succeeded').data.object;
      const expanded = change(refunded, { payment_intent: null, charge });
      await shop.take(isFirst ? [expanded, completed] : [completed, expanded]);
      expect(await creditOf(serverId)).toBe(0);
    }
  });

  test('is found by a chain of names that come to be known one after the other', async () => {
    const serverId = await shop.addServer();
    const bought = await shop.buyTopUp(serverId);
    const completed = only(bought, 'checkout.session.completed');
    const [made, total] = await shop.stripe.refund(chargeIn(bought), 200);
    const bare = change(only(bought, 'charge.succeeded'), { metadata: {} });
    const byCharge = change(made as StripeEvent, { payment_intent: null });
    const noMetadata = change(total as StripeEvent, { metadata: {}, amount_refunded: 200 });
    await shop.take([byCharge, bare, completed, noMetadata]);
    expect(await creditOf(serverId)).toBe((QUARTER * 3) / 5);
    const events = [byCharge, noMetadata, completed].map((event) => change(event, {}));
    await shop.take(events.toReversed());
    expect(await creditOf(serverId)).toBe((QUARTER * 3) / 5);
  });

  test('of an earlier version is found by what its charge says, and takes the percent that was sold', async () => {
    const serverId = await shop.addServer();
    const bought = await shop.buyTopUp(serverId);
    await shop.take(bought);
    const { kysely } = shop.core.database;
    await sql`UPDATE payments SET names = ARRAY[id], credit_units = NULL WHERE server_id = ${serverId}`.execute(
      kysely,
    );
    await shop.take([only(await shop.stripe.refund(chargeIn(bought), 250), 'charge.refunded')]);
    expect(await creditOf(serverId)).toBe(QUARTER / 2);
  });

  test('and is not known here changes nothing, waits for a month, and is one line where it is disputed', async () => {
    const serverId = await shop.addServer();
    const before = await shop.read(serverId);
    const bought = await shop.buyTopUp(serverId);
    const refunded = await shop.stripe.refund(chargeIn(bought), 100);
    await shop.take([...refunded, ...(await shop.stripe.dispute(chargeIn(bought)))]);
    expect(await shop.read(serverId)).toEqual(before);
    expect(shop.app.logged.at(-1)).toMatchObject({
      level: 'warn',
      message: 'dispute of a payment that is not known here',
    });
    const count = async () =>
      (
        await shop.core.database.kysely
          .selectFrom('payment_traces')
          .select('id')
          .where('server_id', 'is', null)
          .execute()
      ).length;
    expect(await count()).toBeGreaterThan(0);
    shop.app.clock.now += 31 * DAY;
    await keepHouse(shop.core, new AbortController().signal);
    expect(await count()).toBe(0);
  });

  test('goes with its server', async () => {
    const serverId = await shop.addServer();
    const bought = await shop.buyTopUp(serverId);
    const refunded = await shop.stripe.refund(chargeIn(bought));
    await shop.take([...bought, ...refunded]);
    await shop.core.database.kysely.deleteFrom('servers').where('id', '=', serverId).execute();
    await shop.take(refunded.map((event) => change(event, {})));
    expect(await findInTables(shop.core, serverId)).toEqual([]);
  });
});

describe('a refunded month', () => {
  const monthsOf = async (serverId: string) => {
    const bought = await shop.buyPremium(serverId);
    shop.app.clock.now = NEXT_MONTH + DAY;
    return { bought, renewed: await shop.stripe.renew(subscriptionIn(bought)) };
  };

  test('ends premium at once if it is the running one; the next that is paid is premium again', async () => {
    const serverId = await shop.addServer();
    const { bought, renewed } = await monthsOf(serverId);
    await shop.take([...bought, ...renewed, ...(await shop.stripe.refund(chargeIn(renewed)))]);
    expect(await describeOf(serverId)).toMatchObject({
      premium: { state: 'none' },
      isRenewalDue: true,
      isMonthReturned: true,
    });
    expect(await actionsOf(serverId)).toEqual([
      'premium.started  payment',
      'premium.taken_back 15.00 EUR payment',
    ]);
    expect(linesOf(serverId)).toEqual(['warn payment was returned']);
    shop.app.clock.now = Date.parse('2026-05-18T13:00:00Z');
    await shop.take(await shop.stripe.renew(subscriptionIn(bought)));
    expect((await shop.premiumOf(serverId)).state).toBe('active');
  });

  test('is bought anew by ending the subscription that goes on', async () => {
    const serverId = await shop.addServer();
    const bought = await shop.buyPremium(serverId);
    await shop.take([...bought, ...(await shop.stripe.refund(chargeIn(bought)))]);
    const again = await shop.buyPremium(serverId);
    await shop.take(again);
    expect(shop.stripe.subscriptions.get(subscriptionIn(bought))?.endedAt).not.toBeNull();
    expect((await shop.premiumOf(serverId)).state).toBe('active');
  });

  test('of a second subscription leaves the first one running', async () => {
    const serverId = await shop.addServer();
    const first = await shop.buyPremium(serverId);
    shop.app.clock.now += 20 * 60_000;
    const second = await shop.buyPremium(serverId);
    await shop.take([...first, ...second]);
    const ended = [first, second].find((one) => shop.stripe.subscriptions.get(subscriptionIn(one))?.endedAt);
    await shop.take(await shop.stripe.refund(chargeIn(ended ?? [])));
    expect((await shop.premiumOf(serverId)).state).toBe('active');
  });

  test('does not shorten what the operator granted without end', async () => {
    const serverId = await shop.addServer();
    const bought = await shop.buyPremium(serverId);
    await shop.take(bought);
    await changeServer(shop.core, serverId, { plan: 'premium' });
    await shop.take(await shop.stripe.refund(chargeIn(bought)));
    expect(await shop.read(serverId)).toMatchObject({ plan: 'premium', premiumUntil: null });
  });

  test.each([
    'as the invoice says itself',
    'told before the invoice',
    'told after the refund',
  ])('is found by the payment of its invoice, %s', async (when) => {
    const serverId = await shop.addServer();
    const bought = await shop.buyPremium(serverId);
    const paid = only(bought, 'invoice.paid');
    const link = only(bought, 'invoice_payment.paid');
    const refunded = await shop.stripe.refund(chargeIn(bought));
    const telling = change(paid, { payments: { object: 'list', data: [link.data.object] } });
    if (when === 'as the invoice says itself') await shop.take([telling, ...refunded]);
    else if (when === 'told before the invoice') await shop.take([link, ...refunded, paid]);
    else await shop.take([paid, ...refunded, link]);
    expect((await shop.premiumOf(serverId)).state).toBe('none');
  });

  test('of an earlier version ends too, whatever month was stored with it', async () => {
    shop.stripe.useShape('before_2025');
    const serverId = await shop.addServer();
    const bought = await shop.buyPremium(serverId);
    await shop.take(bought);
    const { kysely } = shop.core.database;
    await sql`UPDATE payments SET names = ARRAY[id], subscription_id = NULL, period_start = NULL, period_end = NULL
      WHERE server_id = ${serverId}`.execute(kysely);
    await shop.take([only(await shop.stripe.refund(chargeIn(bought)), 'charge.refunded')]);
    expect((await shop.premiumOf(serverId)).state).toBe('none');
  });
});

test('every event that is read stands in the list that operators copy', async () => {
  const list = readFileSync('.env.example', 'utf8');
  const serverId = await shop.addServer();
  const heard = await shop.buyTopUp(serverId);
  const later = only(await shop.buyTopUp(serverId, 25, 'later'), 'checkout.session.completed');
  heard.push(...(await shop.stripe.moneyArrives(String(later.data.object.id))));
  const bought = await shop.buyPremium(serverId);
  const refunded = await shop.stripe.refund(chargeIn(heard), 100);
  const disputed = await shop.stripe.dispute(chargeIn(heard), { cents: 100 });
  const failed = await shop.stripe.failRefund(refundIn(refunded));
  const won = await shop.stripe.closeDispute(disputeIn(disputed), 'won');
  const ended = await shop.stripe.end(subscriptionIn(bought));
  const { payments } = shop.core;
  for (const event of [...heard, ...bought, ...refunded, ...disputed, ...failed, ...won, ...ended]) {
    const { raw, signature } = shop.stripe.sign(event);
    const read = await payments?.readEvent(raw, signature, shop.app.clock.now);
    // The same was said by an event of a newer name.
    const isOld = ['invoice.payment_succeeded', 'charge.refund.updated'].includes(event.type);
    if (read?.kind === 'ignored' || isOld) continue;
    expect(list).toContain(event.type);
  }
  await expect(takePaymentEvent(shop.core, Buffer.from('{}'), '')).rejects.toMatchObject({
    code: 'forbidden',
  });
});

import { describe, expect, test } from 'vitest';
import { listKnowledge } from '../../../src/adapters/db/knowledge/knowledge.ts';
import { changeServer, describeServer, getServer } from '../../../src/core/owners/servers.ts';
import { takePaymentEvent } from '../../../src/core/quota/billing/billing.ts';
import { planLimitsOf } from '../../../src/core/quota/plan-limits.ts';
import { NOON, showLog } from '../../support/app.ts';
import type { StripeEvent } from '../../support/stripe.ts';
import { findInTables } from '../../support/tables.ts';
import { exportText, rowsOf } from '../backup-setup.ts';
import { DAY, HOUR, HUNDRED_PERCENT, NEXT_MONTH, only, openShop, subscriptionIn } from './shop.ts';

const shop = await openShop();

/** The same event with another id or other facts, as the provider would sign it. */
function change(event: StripeEvent, head: Partial<StripeEvent>, object: object = {}): StripeEvent {
  return { ...event, ...head, data: { object: { ...event.data.object, ...object } } };
}

const errorsOf = (serverId: string) =>
  shop.app.logged.filter(({ level, fields }) => level === 'error' && fields.server === serverId);

describe('a top-up', () => {
  test.each([
    [25, 500],
    [50, 900],
    [100, 1600],
  ])('of %i percent grants that much credit for %i cents, with its payment and receipt', async (percent, cents) => {
    const serverId = await shop.addServer();
    await shop.take(await shop.buyTopUp(serverId, percent));
    const { credit, payments } = await shop.read(serverId);
    expect(credit).toBe((HUNDRED_PERCENT * percent) / 100);
    expect(payments).toEqual([
      {
        id: expect.any(String),
        kind: 'top_up',
        percent,
        cents,
        currency: 'EUR',
        receiptUrl: expect.stringContaining('https://receipt.example/'),
        at: new Date(NOON + 1000),
        paidBack: 0,
        disputed: 0,
      },
    ]);
  });

  test('that is paid later grants its credit when the money arrives, once', async () => {
    const serverId = await shop.addServer();
    const completed = await shop.buyTopUp(serverId, 50, 'later');
    await shop.take(completed);
    expect(await shop.read(serverId)).toMatchObject({ credit: 0, payments: [] });
    const page = String(only(completed, 'checkout.session.completed').data.object.id);
    const arrived = await shop.stripe.moneyArrives(page);
    const paid = only(arrived, 'checkout.session.async_payment_succeeded');
    await shop.take([paid, paid, change(paid, { id: 'evt_other', type: 'checkout.session.completed' })]);
    expect((await shop.read(serverId)).credit).toBe(HUNDRED_PERCENT / 2);
  });

  test.each([
    ['less than its price', { amount_total: 499 }],
    ['another currency', { currency: 'usd' }],
  ])('paid with %s is recorded and logged, and grants nothing', async (_, object) => {
    const serverId = await shop.addServer();
    const completed = only(await shop.buyTopUp(serverId), 'checkout.session.completed');
    await shop.take([change(completed, {}, object)]);
    const { credit, payments } = await shop.read(serverId);
    expect(credit).toBe(0);
    expect(payments).toHaveLength(1);
    expect(errorsOf(serverId)).toHaveLength(1);
  });

  test('paid with more than its price, such as a tax on top, grants what was bought', async () => {
    const serverId = await shop.addServer();
    const completed = only(await shop.buyTopUp(serverId), 'checkout.session.completed');
    await shop.take([change(completed, {}, { amount_total: 595 })]);
    expect((await shop.read(serverId)).credit).toBe(HUNDRED_PERCENT / 4);
  });

  test('that began before the packs changed grants what was offered then', async () => {
    const serverId = await shop.addServer();
    const events = await shop.buyTopUp(serverId, 25);
    const config = { ...shop.core.config, TOP_UP_PACKS: [{ percent: 25, cents: 9900 }] };
    await shop.take(events, { ...shop.core, config });
    expect((await shop.read(serverId)).credit).toBe(HUNDRED_PERCENT / 4);
  });

  test('never expires and outlives premium', async () => {
    const serverId = await shop.addServer();
    await shop.take([...(await shop.buyTopUp(serverId)), ...(await shop.buyPremium(serverId))]);
    shop.app.clock.now += 500 * DAY;
    expect((await shop.read(serverId)).credit).toBe(HUNDRED_PERCENT / 4);
  });

  test('is in the audit log of its server once, by the payment provider', async () => {
    const serverId = await shop.addServer();
    const events = [...(await shop.buyTopUp(serverId)), ...(await shop.buyPremium(serverId))];
    await shop.take([...events, ...events]);
    const rows = await shop.core.database.kysely
      .selectFrom('audit_log')
      .select(['channel', 'action', 'subject', 'member_id'])
      .where('server_id', '=', serverId)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { channel: 'payment', action: 'credit.granted', subject: '25 %', member_id: null },
      { channel: 'payment', action: 'premium.started', subject: null, member_id: null },
    ]);
  });
});

describe('premium', () => {
  const planOf = async (serverId: string) =>
    planLimitsOf(shop.core, await getServer(shop.core, serverId)).plan;

  test.each([
    'current',
    'before_2025',
  ] as const)('is paid for a month by its invoice, renewed by the next, with payments and receipts (%s)', async (shape) => {
    shop.stripe.useShape(shape);
    const serverId = await shop.addServer();
    const bought = await shop.buyPremium(serverId);
    await shop.take(bought.filter(({ type }) => type !== 'checkout.session.completed'));
    expect(await shop.premiumOf(serverId)).toEqual({ state: 'active', until: new Date(NEXT_MONTH) });
    shop.app.clock.now = NEXT_MONTH + HOUR;
    await shop.take(await shop.stripe.renew(subscriptionIn(bought)));
    const until = new Date('2026-05-18T12:00:00Z');
    expect(await shop.premiumOf(serverId)).toEqual({ state: 'active', until });
    const { payments } = await shop.read(serverId);
    expect(payments).toHaveLength(2);
    expect(payments[0]).toMatchObject({
      kind: 'premium',
      percent: null,
      cents: 1500,
      at: new Date(NEXT_MONTH + HOUR),
    });
    expect(payments[0]?.receiptUrl).toMatch(/^https:\/\/invoice\.example/);
    await shop.take([await shop.stripe.end(subscriptionIn(bought)).then(([event]) => event as StripeEvent)]);
    expect(await shop.premiumOf(serverId)).toEqual({ state: 'ending', until });
    expect((await shop.read(serverId)).premiumUntil).toEqual(until);
  });

  test('begins with the end of the checkout, before any invoice, and every process sees it', async () => {
    const serverId = await shop.addServer();
    const { revision } = await getServer(shop.core, serverId);
    await shop.take([only(await shop.buyPremium(serverId), 'checkout.session.completed')]);
    expect(await planOf(serverId)).toBe('premium');
    expect((await shop.premiumOf(serverId)).until).toEqual(new Date(NEXT_MONTH));
    expect((await getServer(shop.core, serverId)).revision).toBeGreaterThan(revision);
  });

  test('continues for some hours while a renewal is pending, but not for an unpaid month', async () => {
    const serverId = await shop.addServer();
    const bought = await shop.buyPremium(serverId);
    await shop.take(bought);
    shop.app.clock.now = NEXT_MONTH + HOUR;
    await shop.take(await shop.stripe.renew(subscriptionIn(bought), 'refused'));
    expect(await planOf(serverId)).toBe('premium');
    shop.app.clock.now = NEXT_MONTH + 6 * HOUR;
    expect(await planOf(serverId)).toBe('free');
    shop.app.clock.now = NEXT_MONTH + 20 * DAY;
    await shop.take(await shop.stripe.end(subscriptionIn(bought)));
    expect(await planOf(serverId)).toBe('free');
    expect((await shop.read(serverId)).premiumUntil).toEqual(new Date(NEXT_MONTH));
  });

  test('that is cancelled ends by the clock alone: free limits apply, knowledge and credit stay', async () => {
    const serverId = await shop.addServer();
    await shop.app.addKnowledge(serverId, [{ title: 'Opening hours', text: 'We open at nine.' }]);
    const bought = [...(await shop.buyPremium(serverId)), ...(await shop.buyTopUp(serverId))];
    await shop.take(bought);
    await shop.core.payments?.setRenewal(subscriptionIn(bought), false);
    await shop.take(shop.stripe.events.slice(-1));
    const perDay = async () => planLimitsOf(shop.core, await getServer(shop.core, serverId)).perDay;
    shop.app.clock.now = NEXT_MONTH - 1;
    expect(await perDay()).toBe(1000);
    shop.app.clock.now = NEXT_MONTH;
    expect(await perDay()).toBe(150);
    expect(await shop.premiumOf(serverId)).toEqual({ state: 'none', until: null });
    expect(await listKnowledge(shop.core.database, serverId)).toHaveLength(1);
    expect((await shop.read(serverId)).credit).toBe(HUNDRED_PERCENT / 4);
  });

  test('that the operator granted without end is not shortened by a subscription', async () => {
    const serverId = await shop.addServer();
    const bought = await shop.buyPremium(serverId);
    await changeServer(shop.core, serverId, { plan: 'premium' });
    await shop.take([...bought, ...(await shop.stripe.end(subscriptionIn(bought)))]);
    expect(await shop.read(serverId)).toMatchObject({ plan: 'premium', premiumUntil: null });
  });

  test('that the operator withdrew is not restored by old events or by payments for no new time', async () => {
    const serverId = await shop.addServer();
    const bought = await shop.buyPremium(serverId);
    await shop.take(bought);
    await changeServer(shop.core, serverId, { plan: 'free' });
    await shop.take(bought);
    const late = bought.map((event, index) => change(event, { id: `evt_late_${index}` }));
    await shop.core.payments?.setRenewal(subscriptionIn(bought), false);
    await shop.take([
      ...late,
      ...shop.stripe.events.slice(-1),
      ...(await shop.stripe.end(subscriptionIn(bought))),
    ]);
    expect(await shop.read(serverId)).toMatchObject({ plan: 'free', premiumUntil: null });
  });

  test('of a subscription that ended at an unknown time ends with the event', async () => {
    const serverId = await shop.addServer();
    const bought = await shop.buyPremium(serverId);
    await shop.take(bought);
    shop.app.clock.now = NOON + DAY;
    const [ended] = await shop.stripe.end(subscriptionIn(bought));
    const bare = { items: undefined, ended_at: null };
    await shop.take([change(ended as StripeEvent, {}, bare)]);
    expect((await shop.read(serverId)).premiumUntil).toEqual(new Date(NOON + DAY));
  });
});

describe('an event', () => {
  const forbidden = { code: 'forbidden', message: 'forbidden' };
  const send = (raw: Buffer, signature: string) => takePaymentEvent(shop.core, raw, signature);

  test('that the provider did not sign recently is refused and changes nothing', async () => {
    const serverId = await shop.addServer();
    const [event] = (await shop.buyTopUp(serverId)).slice(-1) as [StripeEvent];
    const { raw, signature } = shop.stripe.sign(event);
    const tampered = Buffer.from(raw.toString().replace('"25"', '"99"'));
    const attempts: [Buffer, string][] = [
      [raw, ''],
      [raw, 'nonsense'],
      [raw, signature.replace(/v1=./, 'v1=x')],
      [raw, signature.replace('v1=', 'v0=')],
      [raw, shop.stripe.sign(event, { secret: 'whsec_other' }).signature],
      [raw, shop.stripe.sign(event, { at: NOON - 301_000 }).signature],
      [raw, signature.replace(/t=\d+/, `t=${NOON / 1000 + 1}`)],
      [tampered, signature],
      [Buffer.concat([raw, Buffer.from(' ')]), signature],
      [Buffer.alloc(0), signature],
    ];
    expect(tampered.equals(raw)).toBe(false);
    for (const [body, header] of attempts) await expect(send(body, header)).rejects.toMatchObject(forbidden);
    expect(await shop.read(serverId)).toMatchObject({ credit: 0, payments: [] });
    await send(raw, shop.stripe.sign(event, { at: NOON - 299_000 }).signature);
    expect((await shop.read(serverId)).credit).toBe(HUNDRED_PERCENT / 4);
  });

  test('of something else that the account sells changes nothing', async () => {
    const serverId = await shop.addServer();
    const before = await shop.read(serverId);
    const bought = [...(await shop.buyTopUp(serverId)), ...(await shop.buyPremium(serverId))];
    const text = JSON.stringify(bought).replaceAll(/"(server_id|kind)"/g, '"other_$1"');
    await shop.take(JSON.parse(text));
    const [event] = bought as [StripeEvent];
    await shop.take([
      change(event, { id: 'evt_a', type: 'customer.created' }),
      change(event, { id: 'evt_b', type: 'constructor' }),
      change(event, { id: 'evt_c' }, { metadata: null }),
      change(event, { id: 'evt_d' }, { metadata: { server_id: serverId, kind: 'shoes' } }),
    ]);
    expect(await shop.read(serverId)).toEqual(before);
  });

  test('that names only a subscription applies to the server that has it, and an unknown one changes nothing', async () => {
    const serverId = await shop.addServer();
    const bought = await shop.buyPremium(serverId);
    const completed = only(bought, 'checkout.session.completed');
    await shop.take([completed]);
    const deletion = (id: string, subscription: string) => ({
      ...{ ...completed, id, type: 'customer.subscription.deleted' },
      data: { object: { id: subscription } },
    });
    const before = await shop.read(serverId);
    await shop.take([deletion('evt_foreign', 'sub_foreign')]);
    expect(await shop.read(serverId)).toEqual(before);
    expect((await shop.premiumOf(serverId)).state).toBe('active');
    await shop.take([deletion('evt_bare', subscriptionIn(bought))]);
    shop.app.clock.now += 60_000;
    expect((await shop.premiumOf(serverId)).state).toBe('none');
    expect(describeServer(shop.core, await getServer(shop.core, serverId)).plan).toBe('free');
  });

  test('for a server that does not exist is acknowledged, logged and leaves no trace', async () => {
    const serverId = await shop.addServer();
    const bought = [...(await shop.buyTopUp(serverId)), ...(await shop.buyPremium(serverId))];
    await shop.take(JSON.parse(JSON.stringify(bought).replaceAll(serverId, 'gone-server')));
    expect(errorsOf('gone-server').length).toBeGreaterThan(0);
    expect(await findInTables(shop.core, 'gone-server')).toEqual([]);
  });

  test('that is ours and signed but not understood is logged and refused, so that it comes again', async () => {
    const serverId = await shop.addServer();
    const completed = only(await shop.buyTopUp(serverId), 'checkout.session.completed');
    const broken = [
      change(completed, { id: 'evt_1' }, { created: 'yesterday' }),
      change(
        completed,
        { id: 'evt_2' },
        { metadata: { server_id: serverId, kind: 'top_up', percent: '-5' } },
      ),
      { id: 'evt_3' },
    ];
    for (const event of broken) {
      const { raw, signature } = shop.stripe.sign(event as StripeEvent);
      await expect(send(raw, signature)).rejects.toMatchObject({
        code: 'invalid_body',
        message: 'invalid_body',
      });
    }
    expect(shop.app.logged.at(-1)).toMatchObject({ level: 'error', message: 'payment event not understood' });
    expect(await shop.read(serverId)).toMatchObject({ credit: 0, payments: [] });
  });

  test('leaves nothing of the payer behind, and payments are in the export of their server', async () => {
    const serverId = await shop.addServer();
    const bought = [...(await shop.buyTopUp(serverId)), ...(await shop.buyPremium(serverId))];
    await shop.take(bought);
    expect(JSON.stringify(bought)).toContain('payer@example.org');
    expect(await findInTables(shop.core, 'payer@example.org')).toEqual([]);
    expect(await findInTables(shop.core, 'not_to_be_seen')).toEqual([]);
    expect(showLog(shop.app)).not.toMatch(/payer@example\.org|not_to_be_seen/);
    const rows = rowsOf(await exportText(shop.core, serverId)).map((line) => JSON.parse(line));
    expect(rows.filter(({ table }) => table === 'payments')).toHaveLength(2);
    const subscriptions = rows.filter(({ table }) => table === 'subscriptions');
    expect(subscriptions).toMatchObject([{ row: { id: subscriptionIn(bought) } }]);
  });
});

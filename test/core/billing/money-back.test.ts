import { describe, expect, test } from 'vitest';
import type { StripeEvent } from '../../support/stripe.ts';
import {
  chargeIn,
  DAY,
  disputeIn,
  HUNDRED_PERCENT,
  NEXT_MONTH,
  only,
  openShop,
  refundIn,
  type Shop,
  subscriptionIn,
} from './shop.ts';

const shop = await openShop();

type Events = readonly StripeEvent[];

/** The same event with other facts; undefined takes one away. */
function change(event: StripeEvent, object: object, head: Partial<StripeEvent> = {}): StripeEvent {
  return { ...event, ...head, data: { object: { ...event.data.object, ...object } } };
}

/** Everything that may happen to a bought pack of 25 percent (500 cents), whose events are `bought`. */
interface PackCase {
  title: string;
  run: (stripe: Shop['stripe'], bought: Events, charge: string) => Promise<Events>;
  /** Percent of credit that is left. */
  left: number;
}

const PACKS: PackCase[] = [
  {
    title: 'paid back whole',
    run: async (stripe, bought, charge) => [...bought, ...(await stripe.refund(charge))],
    left: 0,
  },
  {
    title: 'paid back whole, told by the refund alone, which names no metadata',
    run: async (stripe, bought, charge) => [...bought, only(await stripe.refund(charge), 'refund.created')],
    left: 0,
  },
  {
    title: 'paid back in three parts, the last one first',
    run: async (stripe, bought, charge) => {
      const parts = [
        await stripe.refund(charge, 100),
        await stripe.refund(charge, 100),
        await stripe.refund(charge, 50),
      ];
      return [...bought, ...parts.toReversed().flat()];
    },
    left: 12.5,
  },
  {
    title: 'paid back before anybody heard that it was bought',
    run: async (stripe, bought, charge) => [...(await stripe.refund(charge)), ...bought],
    left: 0,
  },
  {
    title: 'paid back by one refund that fails and one that does not',
    run: async (stripe, bought, charge) => {
      const first = await stripe.refund(charge, 300);
      const failed = await stripe.failRefund(refundIn(first));
      return [...failed, ...bought, ...(await stripe.refund(charge, 100)), ...first];
    },
    left: 20,
  },
  {
    title: 'disputed',
    run: async (stripe, bought, charge) => [...bought, ...(await stripe.dispute(charge))],
    left: 0,
  },
  {
    title: 'disputed and lost',
    run: async (stripe, bought, charge) => {
      const opened = await stripe.dispute(charge);
      return [...bought, ...opened, ...(await stripe.closeDispute(disputeIn(opened), 'lost'))];
    },
    left: 0,
  },
  {
    title: 'disputed and won, the end told first',
    run: async (stripe, bought, charge) => {
      const opened = await stripe.dispute(charge);
      return [...(await stripe.closeDispute(disputeIn(opened), 'won')), ...opened, ...bought, ...opened];
    },
    left: 25,
  },
  {
    title: 'disputed, lost, and reinstated after all',
    run: async (stripe, bought, charge) => {
      const opened = await stripe.dispute(charge);
      const lost = await stripe.closeDispute(disputeIn(opened), 'lost');
      const back = change(
        only(lost, 'charge.dispute.closed'),
        {},
        {
          id: `${lost[0]?.id}_back`,
          type: 'charge.dispute.funds_reinstated',
        },
      );
      return [...bought, ...opened, ...lost, back];
    },
    left: 25,
  },
  {
    title: 'disputed whole after it was paid back whole',
    run: async (stripe, bought, charge) => [
      ...bought,
      ...(await stripe.refund(charge)),
      ...(await stripe.dispute(charge)),
    ],
    left: 0,
  },
  {
    title: 'asked about by the bank, which then takes the money',
    run: async (stripe, bought, charge) => {
      const opened = await stripe.dispute(charge, { isInquiry: true });
      return [...bought, ...(await stripe.escalate(disputeIn(opened))), ...opened];
    },
    left: 0,
  },
  {
    title: 'paid back as an account tells it that has its objects expanded',
    run: async (stripe, bought, charge) => {
      const refunded = only(await stripe.refund(charge), 'refund.created');
      const whole = only(bought, 'charge.succeeded').data.object;
      return [...bought, change(refunded, { charge: whole, payment_intent: { id: whole.payment_intent } })];
    },
    left: 0,
  },
  {
    title: 'paid back by an account that names the charge alone',
    run: async (stripe, bought, charge) => [
      change(only(await stripe.refund(charge), 'refund.created'), { payment_intent: null }),
      ...bought,
    ],
    left: 0,
  },
  {
    title: 'paid back in another currency, which is no payment of ours',
    run: async (stripe, bought, charge) => [
      ...bought,
      ...(await stripe.refund(charge)).map((event) => change(event, { currency: 'usd' })),
    ],
    left: 25,
  },
  {
    title: 'left alone while something else that the account sells is paid back and disputed',
    run: async (stripe, bought, charge) => {
      const foreign = [...(await stripe.refund(charge)), ...(await stripe.dispute(charge))];
      const other = { metadata: {}, payment_intent: 'pi_other', charge: 'ch_other' };
      return [
        ...bought,
        ...foreign.map((event) =>
          change(event, event.type === 'charge.refunded' ? { ...other, id: 'ch_other' } : other),
        ),
      ];
    },
    left: 25,
  },
];

describe('E43 · a pack', () => {
  test.each(PACKS)('$title has its credit right, and keeps it right when every event comes again', async ({
    run,
    left,
  }) => {
    const serverId = await shop.addServer();
    const bought = await shop.buyTopUp(serverId);
    const events = await run(shop.stripe, bought, chargeIn(bought));
    await shop.take(events);
    const credit = (HUNDRED_PERCENT * left) / 100;
    expect((await shop.read(serverId)).credit).toBe(credit);
    await shop.take(events.toReversed());
    expect((await shop.read(serverId)).credit).toBe(credit);
  });
});

/** Everything that may happen to a bought month, whose events are `bought`. */
interface MonthCase {
  title: string;
  run: (stripe: Shop['stripe'], bought: Events, charge: string) => Promise<Events>;
  isLeft: boolean;
}

const MONTHS: MonthCase[] = [
  {
    title: 'paid back whole',
    run: async (stripe, bought, charge) => [...bought, ...(await stripe.refund(charge))],
    isLeft: false,
  },
  {
    title: 'paid back whole before it was heard of',
    run: async (stripe, bought, charge) => [...(await stripe.refund(charge)), ...bought.toReversed()],
    isLeft: false,
  },
  {
    title: 'paid back in part',
    run: async (stripe, bought, charge) => [...bought, ...(await stripe.refund(charge, 700))],
    isLeft: true,
  },
  {
    title: 'disputed',
    run: async (stripe, bought, charge) => [...bought, ...(await stripe.dispute(charge))],
    isLeft: false,
  },
  {
    title: 'disputed and won',
    run: async (stripe, bought, charge) => {
      const opened = await stripe.dispute(charge);
      return [...bought, ...opened, ...(await stripe.closeDispute(disputeIn(opened), 'won'))];
    },
    isLeft: true,
  },
  {
    title: 'paid back by a refund that fails',
    run: async (stripe, bought, charge) => {
      const refunded = await stripe.refund(charge);
      return [...bought, ...refunded, ...(await stripe.failRefund(refundIn(refunded)))];
    },
    isLeft: true,
  },
  {
    title: 'of another customer paid back',
    run: async (stripe, bought, charge) => {
      const other = { payment_intent: 'pi_other', charge: 'ch_other', invoice: 'in_other' };
      const refunded = (await stripe.refund(charge)).map((event) =>
        change(event, event.type === 'charge.refunded' ? { ...other, id: 'ch_other' } : other),
      );
      return [...bought, ...refunded];
    },
    isLeft: true,
  },
];

describe.each(['current', 'before_2025'] as const)('a month of premium (%s)', (shape) => {
  test.each(MONTHS)('$title runs as it is paid, also when every event comes again', async ({
    run,
    isLeft,
  }) => {
    shop.stripe.useShape(shape);
    const serverId = await shop.addServer();
    const bought = await shop.buyPremium(serverId);
    shop.app.clock.now += DAY;
    const events = await run(shop.stripe, bought, chargeIn(bought));
    await shop.take(events);
    const state = isLeft ? 'active' : 'none';
    expect((await shop.premiumOf(serverId)).state).toBe(state);
    await shop.take(events.toReversed());
    expect((await shop.premiumOf(serverId)).state).toBe(state);
    const { plan, premiumUntil } = await shop.read(serverId);
    expect(plan === 'premium' && Number(premiumUntil) > shop.app.clock.now).toBe(isLeft);
  });

  test('that is paid back takes nothing from the next one', async () => {
    shop.stripe.useShape(shape);
    const serverId = await shop.addServer();
    const bought = await shop.buyPremium(serverId);
    shop.app.clock.now = NEXT_MONTH + DAY;
    const renewed = await shop.stripe.renew(subscriptionIn(bought));
    const refunded = await shop.stripe.refund(chargeIn(bought));
    await shop.take([...refunded, ...renewed, ...bought]);
    expect(await shop.premiumOf(serverId)).toEqual({
      state: 'active',
      until: new Date('2026-05-18T12:00:00Z'),
    });
  });
});

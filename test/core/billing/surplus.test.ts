import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { Core } from '../../../src/core/core.ts';
import { NOON } from '../../support/app.ts';
import { countRuns } from '../../support/runs.ts';
import type { StripeEvent } from '../../support/stripe.ts';
import { startTwin } from '../../support/twin.ts';
import { HOUR, only, openShop, subscriptionIn } from './shop.ts';

const shop = await openShop();
const twin = await startTwin(shop.app);
afterAll(() => twin.stop());

const atProvider = (id: string) => shop.stripe.subscriptions.get(id);
const endings = () => shop.stripe.calls.filter(({ method }) => method === 'DELETE').length;
const warningsOf = (serverId: string) =>
  shop.app.logged.filter(({ level, fields }) => level !== 'info' && fields.server === serverId);

function permute<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) => permute(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

const inTurn = (index: number): Core => (index % 2 === 0 ? shop.core : twin.core);

type Delivery = (events: readonly StripeEvent[]) => Promise<unknown>;
const DELIVERIES: Record<string, Delivery> = {
  'by two processes in turn': async (events) => {
    for (const [index, event] of events.entries()) await shop.take([event], inTurn(index));
  },
  'by two processes at once': (events) =>
    Promise.all(events.map((event, index) => shop.take([event], inTurn(index)))),
};

interface Pair {
  serverId: string;
  /** The paid invoice of each. */
  olderPaid: StripeEvent;
  newerPaid: StripeEvent;
  older: string;
  newer: string;
  /** What became of the older one before the newer one was bought. */
  between: StripeEvent[];
}

/**
 * Buys two subscriptions and delivers nothing.
 * @param lesser whose name comes first: it stays when both are thought to go on.
 */
async function buyTwo(
  lesser: 'older' | 'newer',
  between: (older: string) => Promise<StripeEvent[]>,
): Promise<Pair> {
  shop.app.clock.now = NOON;
  const serverId = await shop.addServer();
  const first = await shop.buyPremium(serverId);
  const older = subscriptionIn(first);
  shop.app.clock.now += HOUR;
  const events = await between(older);
  shop.app.clock.now += HOUR;
  const second = await shop.buyPremium(serverId);
  const newer = subscriptionIn(second);
  if (older < newer !== (lesser === 'older')) return buyTwo(lesser, between);
  const [olderPaid, newerPaid] = [only(first, 'invoice.paid'), only(second, 'invoice.paid')];
  return { serverId, older, newer, olderPaid, newerPaid, between: events };
}

const end = (id: string) => shop.stripe.end(id);
async function cancel(id: string): Promise<StripeEvent[]> {
  await shop.core.payments?.setRenewal(id, false);
  return shop.stripe.events.slice(-1);
}

describe.each(Object.entries(DELIVERIES))('events taken %s', (_, deliver) => {
  test.each([
    ['is over', 'older', end],
    ['was cancelled', 'newer', cancel],
  ] as const)('in any order leave a subscription alone that follows one that %s (%s named first)', async (_, lesser, happen) => {
    const bought = await buyTwo(lesser, happen);
    const events = [bought.olderPaid, ...bought.between, bought.newerPaid];
    await shop.take(events);
    const expected = await shop.read(bought.serverId);
    expect(expected.subscriptions.find(({ id }) => id === bought.newer)?.endedAt).toBeNull();
    for (const order of permute(events)) {
      const serverId = await shop.addServer();
      const ended = endings();
      await deliver(JSON.parse(JSON.stringify(order).replaceAll(bought.serverId, serverId)));
      expect(await shop.read(serverId)).toEqual(expected);
      expect([endings() - ended, atProvider(bought.newer)?.endedAt, warningsOf(serverId)]).toEqual([
        0,
        null,
        [],
      ]);
    }
  });

  test.each([
    'older',
    'newer',
  ] as const)('of two that continue leave one, whichever process checks (%s named first)', async (lesser) => {
    const { serverId, older, newer, olderPaid, newerPaid } = await buyTwo(lesser, async () => []);
    await deliver([olderPaid, newerPaid, newerPaid, olderPaid, olderPaid, newerPaid]);
    const [stays, goes] = lesser === 'older' ? [older, newer] : [newer, older];
    expect([atProvider(stays)?.endedAt, atProvider(goes)?.endedAt]).toEqual([null, expect.any(Number)]);
    expect(await shop.premiumOf(serverId)).toMatchObject({ state: 'active' });
    expect(new Set(warningsOf(serverId).map(({ fields }) => fields.subscription))).toEqual(new Set([goes]));
  });
});

type Fate = 'goes on' | 'is over' | 'was cancelled';
const fates = fc.array(fc.constantFrom<Fate[]>('goes on', 'goes on', 'is over', 'was cancelled'), {
  minLength: 2,
  maxLength: 3,
});

test('of any number of active subscriptions one stays, and unrelated ones are not touched', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fates, fc.infiniteStream(fc.nat(1_000_000)), async (wanted, keys) => {
      shop.app.clock.now = NOON;
      const serverId = await shop.addServer();
      const begin = shop.stripe.events.length;
      const bought: { id: string; fate: Fate }[] = [];
      for (const fate of wanted) {
        const id = subscriptionIn(await shop.buyPremium(serverId));
        if (fate === 'is over') await shop.stripe.end(id);
        if (fate === 'was cancelled') await cancel(id);
        bought.push({ id, fate });
        shop.app.clock.now += HOUR;
      }
      const events = shop.stripe.events.slice(begin);
      const mixed = [...events, ...events]
        .map((event) => ({ event, key: keys.next().value ?? 0 }))
        .toSorted((one, other) => one.key - other.key);
      const before = endings();
      for (let at = 0; at < mixed.length; at += 3) {
        const few = mixed.slice(at, at + 3);
        await Promise.all(few.map(({ event }, index) => shop.take([event], inTurn(index))));
      }
      const goOn = bought.filter(({ fate }) => fate === 'goes on').map(({ id }) => id);
      const alive = goOn.filter((id) => atProvider(id)?.endedAt === null);
      expect(alive).toEqual(goOn.toSorted().slice(0, 1));
      if (goOn.length < 2) expect([endings() - before, warningsOf(serverId)]).toEqual([0, []]);
      const cancelled = bought.filter(({ fate }) => fate === 'was cancelled');
      expect(cancelled.filter(({ id }) => atProvider(id)?.endedAt !== null)).toEqual([]);
      const { state } = await shop.premiumOf(serverId);
      expect(state).toBe(goOn.length > 0 ? 'active' : 'ending');
    }),
    // A failing history is told at once: looking for a smaller one would end as a time-out without any.
    { numRuns: countRuns(25), endOnFailure: true },
  );
});

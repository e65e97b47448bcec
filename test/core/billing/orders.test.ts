import fc from 'fast-check';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Core } from '../../../src/core/core.ts';
import { takePaymentEvent } from '../../../src/core/quota/billing/billing.ts';
import { AppError } from '../../../src/domain/errors.ts';
import { NOON } from '../../support/app.ts';
import { countRuns } from '../../support/runs.ts';
import type { StripeEvent } from '../../support/stripe.ts';
import { startTwin } from '../../support/twin.ts';
import { DAY, HOUR, HUNDRED_PERCENT, openShop, subscriptionIn } from './shop.ts';

// Some thousand transactions take their time when the machine is busy.
vi.setConfig({ testTimeout: 120_000 });

const shop = await openShop();
const twin = await startTwin(shop.app);
afterAll(() => twin.stop());

type Step =
  | { act: 'top_up'; percent: number }
  | { act: 'pay_later'; percent: number }
  | { act: 'subscribe' | 'renew' | 'fail' | 'cancel' | 'resume' | 'end' }
  | { act: 'refund' | 'bounce' | 'dispute' | 'win' | 'lose'; ago: number; part: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    act: fc.constantFrom('top_up' as const, 'pay_later' as const),
    percent: fc.constantFrom(25, 50, 100),
  }),
  fc.record({
    act: fc.constantFrom('subscribe', 'renew', 'renew', 'fail', 'cancel', 'resume', 'end').map((act) => act),
  }) as fc.Arbitrary<Step>,
  fc.record({
    act: fc.constantFrom('refund', 'refund', 'bounce', 'dispute', 'win', 'lose').map((act) => act),
    ago: fc.nat(2),
    part: fc.constantFrom(0.2, 0.5, 1),
  }) as fc.Arbitrary<Step>,
);
const moved = fc.record({ step, hours: fc.constantFrom(0, 1, 24, 24 * 31) });
/** Mostly of a subscription, because what happens to one is what depends on the order. */
const history = fc
  .tuple(fc.constantFrom('subscribe', 'subscribe', 'renew'), fc.array(moved, { minLength: 2, maxLength: 8 }))
  .map(([act, steps]) => [{ step: { act } as Step, hours: 0 }, ...steps]);

/** What the provider would send of a history, in the order in which it happened; nothing is delivered. */
async function live(
  serverId: string,
  steps: readonly { step: Step; hours: number }[],
): Promise<StripeEvent[]> {
  const { app, stripe } = shop;
  const begin = stripe.events.length;
  let current: string | null = null;
  for (const { step, hours } of steps) {
    app.clock.now += hours * HOUR;
    if (step.act === 'top_up') await shop.buyTopUp(serverId, step.percent);
    else if (step.act === 'pay_later') await payLater(serverId, step.percent);
    else if (step.act === 'subscribe') current ??= subscriptionIn(await shop.buyPremium(serverId));
    else if ('ago' in step) await sendBack(stripe.events.slice(begin), step);
    else if (current !== null) {
      await change(current, step.act);
      if (step.act === 'end') current = null;
    }
    // Pages are kept for some minutes, and one that is paid cannot be paid again.
    app.clock.now += HOUR;
  }
  return stripe.events.slice(begin);
}

async function payLater(serverId: string, percent: number): Promise<void> {
  const [completed] = await shop.buyTopUp(serverId, percent, 'later');
  await shop.stripe.moneyArrives(String(completed?.data.object.id));
}

/** As the provider allows: a disputed charge is not refunded, and is disputed once. */
async function sendBack(events: readonly StripeEvent[], step: Extract<Step, { ago: number }>): Promise<void> {
  const { stripe } = shop;
  const latest = (type: string) => {
    const made = events.filter((event) => event.type === type);
    return made.at(-1 - (step.ago % Math.max(1, made.length)))?.data.object;
  };
  const isOver = (id: unknown) =>
    events.some(({ type, data }) => /closed|failed/.test(type) && data.object.id === id);
  const charge = stripe.charges.get(String(latest('charge.succeeded')?.id));
  const left = charge && !charge.isDisputed ? charge.amount - charge.refunded : 0;
  const cents = Math.ceil(left * step.part);
  if (charge && step.act === 'refund' && cents > 0) await stripe.refund(charge.id, cents);
  if (charge && step.act === 'dispute' && cents > 0) await stripe.dispute(charge.id, { cents });
  const refund = latest('refund.created')?.id;
  if (refund && step.act === 'bounce' && !isOver(refund)) await stripe.failRefund(String(refund));
  const dispute = latest('charge.dispute.created')?.id;
  if (!dispute || isOver(dispute)) return;
  if (step.act === 'win') await stripe.closeDispute(String(dispute), 'won');
  if (step.act === 'lose') await stripe.closeDispute(String(dispute), 'lost');
}

/** Counts what is left of every pack, by what the provider's account says in the end. */
function creditLeft(events: readonly StripeEvent[]): number {
  const packs = events.filter(({ type }) => type === 'charge.succeeded').map(({ data }) => data.object);
  return packs.reduce((sum, { id, metadata }) => {
    const charge = shop.stripe.charges.get(String(id));
    const percent = Number((metadata as Record<string, string>).percent ?? 0);
    if (!charge) return sum;
    const gone = Math.min(1, (charge.refunded + charge.held) / charge.amount);
    return (
      sum +
      Math.round((HUNDRED_PERCENT * percent) / 100) -
      Math.round((HUNDRED_PERCENT * percent * gone) / 100)
    );
  }, 0);
}

async function change(id: string, act: Step['act']): Promise<void> {
  const { stripe, core } = shop;
  if (act === 'renew') await stripe.renew(id);
  if (act === 'fail') await stripe.renew(id, 'refused');
  if (act === 'cancel' || act === 'resume') await core.payments?.setRenewal(id, act === 'resume');
  if (act === 'end') await stripe.end(id);
}

/** Another id for each id, and the same whenever it is met. */
const other = (id: string) =>
  id.replace(/[0-9a-f](?="?$)/, (digit) => (15 - Number.parseInt(digit, 16)).toString(16));

/** The provider sends again what a busy database refused. */
async function sendUntilTaken(core: Core, raw: Buffer, signature: string): Promise<void> {
  try {
    await takePaymentEvent(core, raw, signature);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'service_unavailable') throw error;
    await sendUntilTaken(core, raw, signature);
  }
}

/** The same events, or what came of them, as if they were of another server and its own payments. */
function moveTo<Facts>(facts: Facts, from: string, to: string): Facts {
  const text = JSON.stringify(facts).replaceAll(from, to);
  return JSON.parse(text.replaceAll(/\b[a-z_]+_[0-9a-f]{24}|"[0-9a-f-]{36}"/g, other));
}

/** How many at once. */
const AT_ONCE = 3;

/** Half by each process, a few at a time. */
async function takeMixed(events: readonly StripeEvent[]): Promise<void> {
  for (let start = 0; start < events.length; start += AT_ONCE) {
    const few = events.slice(start, start + AT_ONCE);
    await Promise.all(few.map((event, index) => shop.take([event], coreOf(index))));
  }
}

const coreOf = (index: number): Core => (index % 2 === 0 ? shop.core : twin.core);

describe('events of payments', () => {
  test('give the same credit, payments and premium in any order, money that goes back included, repeated and by two processes', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.array(fc.nat(1_000_000), { minLength: 100, maxLength: 100 }),
        async (steps, keys) => {
          shop.app.clock.now = NOON;
          const [ordered, mixed] = [await shop.addServer(), await shop.addServer()];
          const events = await live(ordered, steps);
          const asked = shop.stripe.calls.length;
          await shop.take(events);
          const expected = await shop.read(ordered);
          const moved = moveTo(events, ordered, mixed);
          const twice = [...moved, ...moved.filter((_, index) => (keys[index] ?? 0) % 2 === 0)];
          const shuffled = twice
            .map((event, index) => ({ event, key: keys[(index * 7 + 3) % keys.length] ?? 0 }))
            .toSorted((a, b) => a.key - b.key);
          await takeMixed(shuffled.map(({ event }) => event));
          expect(JSON.parse(JSON.stringify(await shop.read(mixed)))).toEqual(
            moveTo(expected, ordered, mixed),
          );
          expect(expected.credit).toBe(creditLeft(events));
          // Never two at the same time, so nothing is to be ended.
          const endings = shop.stripe.calls.slice(asked).filter(({ method }) => method === 'DELETE');
          expect(endings).toEqual([]);
        },
      ),
      // A smaller history costs some hundred transactions a try: looking for it would end as a time-out without one.
      { numRuns: countRuns(30), endOnFailure: true },
    );
  });

  test('that arrive at the same moment in two processes take effect once', async () => {
    const serverId = await shop.addServer();
    const events = [...(await shop.buyTopUp(serverId, 100)), ...(await shop.buyPremium(serverId))];
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        Promise.all(
          events.map((event) => {
            const { raw, signature } = shop.stripe.sign(event);
            return sendUntilTaken(coreOf(index), raw, signature);
          }),
        ),
      ),
    );
    const { credit, payments, subscriptions } = await shop.read(serverId);
    expect({ credit, payments: payments.length, subscriptions: subscriptions.length }).toEqual({
      credit: HUNDRED_PERCENT,
      payments: 2,
      subscriptions: 1,
    });
  });

  test('about an end that arrive before those about the beginning leave what is paid', async () => {
    const serverId = await shop.addServer();
    const bought = await shop.buyPremium(serverId);
    shop.app.clock.now = NOON + 3 * DAY;
    const ended = await shop.stripe.end(subscriptionIn(bought));
    await shop.take(ended);
    expect(await shop.read(serverId)).toMatchObject({ plan: 'free', premiumUntil: null });
    await shop.take(bought);
    const until = new Date('2026-04-18T12:00:00Z');
    expect(await shop.premiumOf(serverId)).toEqual({ state: 'ending', until });
    expect((await shop.read(serverId)).premiumUntil).toEqual(until);
  });
});

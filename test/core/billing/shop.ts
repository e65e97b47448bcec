import { afterAll, beforeEach } from 'vitest';
import { listPayments } from '../../../src/adapters/db/quota/payments.ts';
import { listSubscriptions } from '../../../src/adapters/db/quota/subscriptions.ts';
import type { Core } from '../../../src/core/core.ts';
import { getServer } from '../../../src/core/owners/servers.ts';
import {
  describeBilling,
  startPremium,
  startTopUp,
  takePaymentEvent,
} from '../../../src/core/quota/billing/billing.ts';
import { NOON, startApp, type TestApp } from '../../support/app.ts';
import { type StripeEvent, type StripeStub, startStripeStub } from '../../support/stripe.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** What 100 percent of credit are; a premium week of the API. */
export const HUNDRED_PERCENT = 2_000_000;
/** A month after noon on March 18th. */
export const NEXT_MONTH = Date.parse('2026-04-18T12:00:00Z');
export const RETURN_URL = 'https://lotse.example/servers/1/ki';

/** An app that sells, and the provider in front of it; both have the app's clock. */
export interface Shop {
  app: TestApp;
  core: Core;
  stripe: StripeStub;
  /** A free server without anything bought. */
  addServer(): Promise<string>;
  /** Starts and pays; events wait to be delivered. */
  buyTopUp(serverId: string, percent?: number, how?: 'now' | 'later'): Promise<StripeEvent[]>;
  buyPremium(serverId: string): Promise<StripeEvent[]>;
  /** Delivers, in this order. */
  take(events: readonly StripeEvent[], core?: Core): Promise<void>;
  /** All that payments changed. */
  read(serverId: string): Promise<State>;
  premiumOf(serverId: string): Promise<{ state: string; until: Date | null }>;
  stop(): Promise<void>;
}

export type State = Awaited<ReturnType<typeof readState>>;

/** A shop for one test file, which closes it; each test begins at noon. */
export async function openShop(settings: Record<string, string> = {}): Promise<Shop> {
  const shop = await startShop(settings);
  beforeEach(() => {
    shop.app.clock.now = NOON;
    shop.stripe.useShape('current');
    shop.stripe.fault(null);
  });
  afterAll(() => shop.stop());
  return shop;
}

async function startShop(settings: Record<string, string> = {}): Promise<Shop> {
  const time = { now: () => NOON };
  const stripe = await startStripeStub(() => time.now());
  const app = await startApp({ ...stripe.settings, ...settings });
  time.now = () => app.clock.now;
  const { core } = app;
  return {
    app,
    core,
    stripe,
    addServer: async () => (await app.addServer({ plan: 'free', name: 'Harbour' })).id,
    buyTopUp: async (serverId, percent = 25, how = 'now') =>
      stripe.pay(await startTopUp(core, { serverId, percent, returnUrl: RETURN_URL }), how),
    buyPremium: async (serverId) => stripe.pay(await startPremium(core, { serverId, returnUrl: RETURN_URL })),
    take: async (events, by = core) => {
      const receiver = (raw: Buffer, signature: string) => takePaymentEvent(by, raw, signature);
      for (const event of events) await stripe.deliver(event, receiver);
    },
    read: (serverId) => readState(core, serverId),
    premiumOf: async (serverId) => (await describeBilling(core, await getServer(core, serverId))).premium,
    stop: async () => {
      await app.stop();
      await stripe.close();
    },
  };
}

async function readState(core: Core, serverId: string) {
  const { plan, premiumUntil } = await getServer(core, serverId);
  const { kysely } = core.database;
  const credit = await kysely
    .selectFrom('credit')
    .select('balance')
    .where('server_id', '=', serverId)
    .executeTakeFirstOrThrow();
  return {
    plan,
    premiumUntil,
    credit: credit.balance,
    payments: await listPayments(core.database, serverId, 1000),
    subscriptions: await listSubscriptions(core.database, serverId),
  };
}

/** The subscription that some events are about. */
export function subscriptionIn(events: readonly StripeEvent[]): string {
  const created = events.find(({ type }) => type === 'customer.subscription.created');
  return String(created?.data.object.id);
}

export function only(events: readonly StripeEvent[], type: string): StripeEvent {
  const found = events.find((event) => event.type === type);
  if (!found) throw new Error(`no ${type}`);
  return found;
}

/** A later event names the charge behind some events, a refund or a dispute. */
export const chargeIn = (events: readonly StripeEvent[]) => idIn(events, 'charge.succeeded');
export const refundIn = (events: readonly StripeEvent[]) => idIn(events, 'refund.created');
export const disputeIn = (events: readonly StripeEvent[]) => idIn(events, 'charge.dispute.created');

function idIn(events: readonly StripeEvent[], type: string): string {
  return String(only(events, type).data.object.id);
}

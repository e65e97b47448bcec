import { listPayments } from '../adapters/db/payments.ts';
import { changeSubscription, listSubscriptions, type Subscription } from '../adapters/db/subscriptions.ts';
import type { Payment } from '../adapters/payments.ts';
import { AppError } from '../domain/errors.ts';
import type { Server } from '../domain/types.ts';
import { callProvider, requirePayments } from './billing/provider.ts';
import {
  decideRenewal,
  isRenewed,
  isRunning,
  latest,
  nextPremiumEnd,
  paidEndOf,
} from './billing/subscription.ts';
import { namePremium, nameTopUp } from './billing/wording.ts';
import type { Core } from './core.ts';
import { getServer } from './servers.ts';
import { parseSettings } from './settings.ts';
import { termsOf } from './terms.ts';

export { takePaymentEvent } from './billing/events.ts';

const MAX_PAYMENTS_SHOWN = 50;
/** A second start within it leads to the same page, unless something changed in between. */
const ATTEMPT_MS = 600_000;

export interface Pack {
  percent: number;
  cents: number;
}

export interface Billing {
  isOn: boolean;
  packs: Pack[];
  premiumCents: number;
  currency: 'EUR';
  /** `granted`: by the operator, without a subscription. `until`: end of what is paid; null: no end. */
  premium: { state: 'none' | 'active' | 'ending' | 'granted'; until: Date | null };
  /** The last 50, the latest first. */
  payments: Payment[];
}

/** What can be bought for a server, what runs and what was paid. */
export async function describeBilling(core: Core, server: Server): Promise<Billing> {
  const { config, database } = core;
  const [subscriptions, payments] = await Promise.all([
    listSubscriptions(database, server.id),
    listPayments(database, server.id, MAX_PAYMENTS_SHOWN),
  ]);
  return {
    isOn: core.payments !== null,
    packs: config.TOP_UP_PACKS.map(({ percent, cents }) => ({ percent, cents })),
    premiumCents: config.PREMIUM_PRICE,
    currency: 'EUR',
    premium: describePremium(core, server, subscriptions),
    payments,
  };
}

function describePremium(
  core: Core,
  server: Server,
  subscriptions: readonly Subscription[],
): Billing['premium'] {
  const running = subscriptions.filter((subscription) => isRunning(subscription, core.clock()));
  if (running.length > 0) {
    return { state: running.some(isRenewed) ? 'active' : 'ending', until: latest(running.map(paidEndOf)) };
  }
  const isGranted = termsOf(core, server).plan === 'premium';
  return isGranted ? { state: 'granted', until: server.premiumUntil } : { state: 'none', until: null };
}

/**
 * @param input.percent that of a pack.
 * @param input.returnUrl where the person comes back to, with `paid=1` after paying.
 * @returns the address of the provider's page.
 * @throws AppError('payments_off' | 'not_found' | 'invalid_input' (param `pack`) | 'payment_unavailable')
 */
export async function startTopUp(
  core: Core,
  input: { serverId: string; percent: number; returnUrl: string },
): Promise<string> {
  const { serverId, percent, returnUrl } = input;
  requirePayments(core);
  const pack = core.config.TOP_UP_PACKS.find((offered) => offered.percent === percent);
  if (!pack) throw new AppError('invalid_input', { param: 'pack', message: 'There is no such pack.' });
  const server = await getServer(core, serverId);
  const product = nameTopUp(parseSettings(server.settings).language, percent);
  const checkout = { ...checkoutOf(server, returnUrl), product, percent, cents: pack.cents };
  return callProvider(core, (payments) => payments.startTopUp(checkout));
}

/**
 * Starts a monthly subscription; `returnUrl` and result as for a top-up. One whose renewal was never paid is ended
 * first, so that nobody pays twice.
 * @throws AppError('payments_off' | 'not_found' | 'already_exists' | 'payment_unavailable')
 */
export async function startPremium(
  core: Core,
  input: { serverId: string; returnUrl: string },
): Promise<string> {
  requirePayments(core);
  const server = await getServer(core, input.serverId);
  const subscriptions = await listSubscriptions(core.database, server.id);
  if (describePremium(core, server, subscriptions).state !== 'none') {
    throw new AppError('already_exists', { message: 'Premium runs already.' });
  }
  const lapsed = subscriptions.filter(({ endedAt, paidUntil }) => endedAt === null && paidUntil !== null);
  for (const { id } of lapsed) await callProvider(core, (payments) => payments.endSubscription(id));
  const checkout = {
    ...checkoutOf(server, input.returnUrl),
    product: namePremium(parseSettings(server.settings).language),
    cents: core.config.PREMIUM_PRICE,
    attempt: attemptOf(core, subscriptions),
  };
  return callProvider(core, (payments) => payments.startPremium(checkout));
}

function attemptOf(core: Core, subscriptions: readonly Subscription[]): string {
  const known = subscriptions.map(({ id }) => id).toSorted();
  return [...known, Math.floor(core.clock() / ATTEMPT_MS)].join(' ');
}

function checkoutOf(server: Server, returnUrl: string) {
  const successUrl = new URL(returnUrl);
  successUrl.searchParams.set('paid', '1');
  return {
    serverId: server.id,
    description: server.name,
    language: parseSettings(server.settings).language,
    successUrl: successUrl.href,
    cancelUrl: returnUrl,
  };
}

/**
 * Lets premium end with its paid period.
 * @throws AppError('payments_off' | 'not_found' (no subscription runs) | 'payment_unavailable')
 */
export function cancelPremium(core: Core, serverId: string): Promise<void> {
  return setRenewal(core, serverId, false);
}

/** Takes a cancellation back. @throws AppError('payments_off' | 'not_found' | 'payment_unavailable') */
export function resumePremium(core: Core, serverId: string): Promise<void> {
  return setRenewal(core, serverId, true);
}

/** The provider first: what is stored never promises more than it knows of. */
async function setRenewal(core: Core, serverId: string, renews: boolean): Promise<void> {
  requirePayments(core);
  const stored = await listSubscriptions(core.database, serverId);
  const running = stored.filter((one) => one.endedAt === null && isRunning(one, core.clock()));
  if (running.length === 0) throw new AppError('not_found', { message: 'No subscription runs.' });
  for (const { id } of renews ? running.slice(-1) : running) {
    const cancelsAt = await callProvider(core, (payments) => payments.setRenewal(id, renews));
    await changeSubscription(core.database, serverId, (server, known) => {
      const subscription = decideRenewal(known, id, { cancelsAt, at: new Date(core.clock()) });
      return { subscription, premiumUntil: nextPremiumEnd(server, known, subscription) };
    });
  }
}

/**
 * Ends whatever would still be charged, before a server is deleted; on a fault the server has to stay.
 * @throws AppError('payments_off' (a subscription runs, but the settings are gone) | 'payment_unavailable')
 */
export async function endSubscriptionsOf(core: Core, serverId: string): Promise<void> {
  const stored = await listSubscriptions(core.database, serverId);
  for (const subscription of stored.filter(({ endedAt }) => endedAt === null)) {
    // Settings that were removed long ago must not keep a server for ever.
    if (!core.payments && !isRunning(subscription, core.clock())) continue;
    await callProvider(core, (payments) => payments.endSubscription(subscription.id));
  }
}

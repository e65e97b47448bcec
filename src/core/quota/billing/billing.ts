import { readDebt } from '../../../adapters/db/quota/credit.ts';
import { type ListedPayment, listPayments } from '../../../adapters/db/quota/payments.ts';
import type { Subscription } from '../../../adapters/db/quota/subscriptions.ts';
import { changeSubscription, listSubscriptions } from '../../../adapters/db/quota/subscriptions.ts';
import { AppError } from '../../../domain/errors.ts';
import { interfaceLanguageOf, type Server } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import { invalid } from '../../owners/invalid-input.ts';
import { getServer } from '../../owners/servers.ts';
import { parseSettings } from '../../owners/settings.ts';
import { planLimitsOf } from '../plan-limits.ts';
import { unitsOfHundredPercent } from '../usage.ts';
import {
  callProvider,
  decideRenewal,
  endNow,
  isOverdue,
  isRenewed,
  isRunning,
  isVoided,
  latest,
  PRODUCTS,
  paidEndOf,
  planChange,
  requirePayments,
} from './subscription.ts';

export { takePaymentEvent } from './events.ts';

const MAX_PAYMENTS_SHOWN = 50;
/** A second start within it leads to the same page, unless something changed in between. */
const ATTEMPT_MS = 600_000;
/** The provider wants at least 30 minutes, by its own clock. */
const PAGE_MS = 35 * 60_000;

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
  /** A month has begun that is not paid, and nothing beyond it is: the provider charges for it, or tries to. */
  isRenewalDue: boolean;
  /** The paid month went back, so premium does not run, but the next one will be charged for. */
  isMonthReturned: boolean;
  /** Credit that was taken back after it was spent, in percent: whatever is bought next pays it first. */
  debtPercent: number;
  /** Premium ends, and can be renewed after all. */
  isResumable: boolean;
  /** The last 50, the latest first. */
  payments: ListedPayment[];
}

export async function describeBilling(core: Core, server: Server): Promise<Billing> {
  const { config, database } = core;
  const [subscriptions, payments, debt] = await Promise.all([
    listSubscriptions(database, server.id),
    listPayments(database, server.id, MAX_PAYMENTS_SHOWN),
    readDebt(database, server.id),
  ]);
  const now = core.clock();
  const premium = describePremium(core, server, subscriptions);
  const renewed = subscriptions.filter((one) => isRenewed(one) && one.paidUntil !== null);
  return {
    isOn: core.payments !== null,
    packs: config.TOP_UP_PACKS.map(({ percent, cents }) => ({ percent, cents })),
    premiumCents: config.PREMIUM_PRICE,
    currency: 'EUR',
    premium,
    isRenewalDue: renewed.length > 0 && renewed.every((one) => isOverdue(one, now)),
    isMonthReturned: renewed.length > 0 && renewed.every(isVoided),
    debtPercent: (100 * debt) / unitsOfHundredPercent(core),
    isResumable: premium.state === 'ending' && subscriptions.some((one) => isResumable(one, now)),
    payments,
  };
}

/** A subscription that is over at the provider cannot be resumed, though it is paid for longer. */
function isResumable(subscription: Subscription, now: number): boolean {
  return subscription.endedAt === null && isRunning(subscription, now);
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
  const isGranted = planLimitsOf(core, server).plan === 'premium';
  return isGranted ? { state: 'granted', until: server.premiumUntil } : { state: 'none', until: null };
}

/**
 * @param input.percent of a pack. @param input.returnUrl gets `paid=1` after paying. @returns the address of the
 * provider's page. @throws AppError('payments_off' | 'not_found' | 'invalid_input' (param `pack`) |
 * 'payment_unavailable')
 */
export async function startTopUp(
  core: Core,
  input: { serverId: string; percent: number; returnUrl: string },
): Promise<string> {
  const { serverId, percent, returnUrl } = input;
  requirePayments(core);
  const pack = core.config.TOP_UP_PACKS.find((offered) => offered.percent === percent);
  if (!pack) throw invalid('pack', 'There is no such pack.');
  const server = await getServer(core, serverId);
  const product = PRODUCTS[interfaceLanguageOf(parseSettings(server.settings).language)].topUp(percent);
  const checkout = { ...checkoutOf(server, returnUrl), product, percent, cents: pack.cents };
  return callProvider(core, (payments) => payments.startTopUp(checkout));
}

/**
 * Starts a monthly subscription and first ends one whose renewal was never paid. A second one that is paid on another
 * page is ended when its money arrives.
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
    throw new AppError('already_exists', { message: 'Premium is already active.' });
  }
  for (const { id } of subscriptions.filter(isCharged)) await endNow(core, server.id, id);
  const checkout = {
    ...checkoutOf(server, input.returnUrl),
    product: PRODUCTS[interfaceLanguageOf(parseSettings(server.settings).language)].premium,
    cents: core.config.PREMIUM_PRICE,
    mark: core.seal.markOf(server.id),
    ...attemptOf(core, subscriptions),
  };
  return callProvider(core, (payments) => payments.startPremium(checkout));
}

/** Paid once and, as far as is known, not over. */
function isCharged({ endedAt, paidUntil }: Subscription): boolean {
  return endedAt === null && paidUntil !== null;
}

function attemptOf(core: Core, subscriptions: readonly Subscription[]) {
  const known = subscriptions.map(({ id }) => id).toSorted();
  const round = Math.floor(core.clock() / ATTEMPT_MS);
  const expiresAt = new Date((round + 1) * ATTEMPT_MS + PAGE_MS);
  return { attempt: [...known, round].join(' '), expiresAt };
}

function checkoutOf(server: Server, returnUrl: string) {
  const successUrl = new URL(returnUrl);
  successUrl.searchParams.set('paid', '1');
  return {
    serverId: server.id,
    description: server.name,
    language: interfaceLanguageOf(parseSettings(server.settings).language),
    successUrl: successUrl.href,
    cancelUrl: returnUrl,
  };
}

/**
 * Ends with the paid period; where that is over, at once.
 * @returns whether a paid period is left.
 * @throws AppError('payments_off' | 'not_found' (nothing is charged) | 'payment_unavailable')
 */
export async function cancelPremium(core: Core, serverId: string): Promise<boolean> {
  requirePayments(core);
  const charged = (await listSubscriptions(core.database, serverId)).filter(isCharged);
  if (charged.length === 0) throw noSubscription();
  const now = core.clock();
  const isPaid = (one: Subscription) => Number(paidEndOf(one)) > now;
  for (const one of charged) {
    await (isPaid(one)
      ? setRenewal(core, serverId, { id: one.id, renews: false })
      : endNow(core, serverId, one.id));
  }
  return charged.some(isPaid);
}

/** @throws AppError('payments_off' | 'not_found' | 'payment_unavailable') */
export async function resumePremium(core: Core, serverId: string): Promise<void> {
  requirePayments(core);
  const stored = await listSubscriptions(core.database, serverId);
  const last = stored.findLast((one) => isResumable(one, core.clock()));
  if (!last) throw noSubscription();
  await setRenewal(core, serverId, { id: last.id, renews: true });
}

function noSubscription(): AppError {
  return new AppError('not_found', { message: 'There is no running subscription.' });
}

/** The provider first: the stored state never promises more than it knows. */
async function setRenewal(core: Core, serverId: string, { id, renews }: { id: string; renews: boolean }) {
  const cancelsAt = await callProvider(core, (payments) => payments.setRenewal(id, renews));
  await changeSubscription(core.database, serverId, (server, known) => {
    const subscription = decideRenewal(known, id, { cancelsAt, at: new Date(core.clock()) });
    return planChange(core, server, subscription, { stored: known });
  });
}

/**
 * Before a server is deleted; on a fault the server stays.
 * @throws AppError('payments_off' (a subscription runs without settings) | 'payment_unavailable')
 */
export async function endSubscriptionsOf(core: Core, serverId: string): Promise<void> {
  const stored = await listSubscriptions(core.database, serverId);
  for (const subscription of stored.filter(({ endedAt }) => endedAt === null)) {
    // Settings removed long ago must not keep a server for ever.
    if (!core.payments && !isRunning(subscription, core.clock())) continue;
    await callProvider(core, (payments) => payments.endSubscription(subscription.id));
  }
}

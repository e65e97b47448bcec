import type { Subscription, SubscriptionPlan } from '../../../adapters/db/quota/subscriptions.ts';
import { changeSubscription } from '../../../adapters/db/quota/subscriptions.ts';
import { PaymentFault, type Payments } from '../../../adapters/payments/payments.ts';
import { AppError } from '../../../domain/errors.ts';
import type { InterfaceLanguage, Server } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import { planAt } from '../../owners/servers.ts';

/** @throws AppError('payments_off') */
export function requirePayments({ payments }: Pick<Core, 'payments'>): Payments {
  if (!payments) throw new AppError('payments_off');
  return payments;
}

/** The provider's words about a failure stay in the log. @throws AppError('payments_off' | 'payment_unavailable') */
export async function callProvider<Result>(core: Core, act: (payments: Payments) => Promise<Result>) {
  const payments = requirePayments(core);
  try {
    return await act(payments);
  } catch (error) {
    if (!(error instanceof PaymentFault)) throw error;
    core.log.error({ reason: error.message }, 'call to the payment provider failed');
    throw new AppError('payment_unavailable', { cause: error });
  }
}

/**
 * The provider keeps a renewal's invoice open for an hour; premium goes on meanwhile, unless it was cancelled or is
 * over.
 */
const RENEWAL_GRACE_MS = 6 * 3_600_000;
/** Checkout and invoice may differ by days at the end of February. */
const LONGEST_MONTH_MS = 31 * 86_400_000;
const VOID_MARGIN_MS = 4 * 86_400_000;

export type SubscriptionChange =
  | { paidUntil: Date | null }
  | { cancelsAt: Date | null; at: Date }
  | { endedAt: Date };

/** The same comes out in any order: the latest paid period, the latest end, and the last word about renewal. */
export function mergeSubscription(
  stored: readonly Subscription[],
  id: string,
  change: SubscriptionChange,
): Subscription {
  const unknown = { id, paidUntil: null, cancelsAt: null, endedAt: null, changedAt: new Date(0), voided: [] };
  const known = stored.find((subscription) => subscription.id === id) ?? unknown;
  if ('paidUntil' in change) return { ...known, paidUntil: latest([known.paidUntil, change.paidUntil]) };
  if ('endedAt' in change) return { ...known, endedAt: latest([known.endedAt, change.endedAt]) };
  const { cancelsAt, at } = change;
  const isNewer = at.getTime() > known.changedAt.getTime();
  // A cancellation wins over another word in the same second.
  const isLevel = at.getTime() === known.changedAt.getTime();
  const settled = isLevel ? latest([known.cancelsAt, cancelsAt]) : cancelsAt;
  return isNewer || isLevel ? { ...known, cancelsAt: settled, changedAt: at } : known;
}

/** The owner's decision is newer than any earlier word. */
export function decideRenewal(
  stored: readonly Subscription[],
  id: string,
  { cancelsAt, at }: { cancelsAt: Date | null; at: Date },
): Subscription {
  const said = stored.find((subscription) => subscription.id === id)?.changedAt.getTime() ?? 0;
  return mergeSubscription(stored, id, { cancelsAt, at: new Date(Math.max(at.getTime(), said + 1)) });
}

/** Null: nothing is paid. */
export function paidEndOf(subscription: Subscription): Date | null {
  const { endedAt } = subscription;
  const paidUntil = standingEndOf(subscription);
  return paidUntil && endedAt && endedAt < paidUntil ? endedAt : paidUntil;
}

/** Paid time that ends within a voided month counts until that month began. */
function standingEndOf({ paidUntil, voided }: Subscription): Date | null {
  return voided.toReversed().reduce((end, { from, until }) => {
    const last = (until?.getTime() ?? from.getTime() + LONGEST_MONTH_MS) + VOID_MARGIN_MS;
    return end && end > from && end.getTime() <= last ? from : end;
  }, paidUntil);
}

/** Nothing is awaited then. */
export function isVoided(subscription: Subscription): boolean {
  return standingEndOf(subscription) !== subscription.paidUntil;
}

/** The paid time, and a little longer while its renewal is awaited. */
function premiumEndOf(subscription: Subscription): Date | null {
  const paidEnd = paidEndOf(subscription);
  return paidEnd && isRenewed(subscription) && !isVoided(subscription)
    ? new Date(paidEnd.getTime() + RENEWAL_GRACE_MS)
    : paidEnd;
}

export function isRenewed({ cancelsAt, endedAt }: Subscription): boolean {
  return cancelsAt === null && endedAt === null;
}

export function isRunning(subscription: Subscription, now: number): boolean {
  const end = premiumEndOf(subscription);
  return end !== null && end.getTime() > now;
}

/** A month has begun that is not paid. */
export function isOverdue(subscription: Subscription, now: number): boolean {
  const paidEnd = paidEndOf(subscription);
  return isRenewed(subscription) && paidEnd !== null && paidEnd.getTime() <= now;
}

/**
 * The server's new plan, with the alerts of the free plan that premium leaves behind.
 * @param subscription null: only voided months changed.
 * @param before as they stood before.
 */
export function planChange(
  { calendar, clock }: Pick<Core, 'calendar' | 'clock'>,
  server: Server,
  subscription: Subscription | null,
  { stored, before = stored }: { stored: readonly Subscription[]; before?: readonly Subscription[] },
): SubscriptionPlan {
  const now = clock();
  const others = stored.filter(({ id }) => id !== subscription?.id);
  const premiumUntil = nextPremiumEnd(server, before, subscription ? [...others, subscription] : others);
  const isUpgraded = timeOf(premiumUntil) > now && planAt(server, now) === 'free';
  return { subscription, premiumUntil, outdatedAlerts: isUpgraded ? calendar.weekOf(now).key : null };
}

/**
 * Null: the plan stays. Premium without end is the operator's. Only newly paid time makes premium; other changes move
 * an end that a subscription set, so the operator's changes are never undone.
 */
function nextPremiumEnd(
  server: Pick<Server, 'plan' | 'premiumUntil'>,
  before: readonly Subscription[],
  after: readonly Subscription[],
): Date | null {
  const { plan, premiumUntil } = server;
  if (plan === 'premium' && premiumUntil === null) return null;
  const end = latest(after.map(premiumEndOf));
  const wasEnd = latest(before.map(premiumEndOf));
  const isPaidLonger = timeOf(latest(after.map(paidEndOf))) > timeOf(latest(before.map(paidEndOf)));
  const isOurs = plan === 'premium' && timeOf(premiumUntil) === timeOf(wasEnd);
  const isNew = plan !== 'premium' || timeOf(premiumUntil) !== timeOf(end);
  return isNew && (isPaidLonger || isOurs) ? end : null;
}

export function latest(moments: readonly (Date | null)[]): Date | null {
  const known = moments.filter((at) => at !== null);
  return known.length > 0 ? new Date(Math.max(...known.map(Number))) : null;
}

function timeOf(at: Date | null): number {
  return at?.getTime() ?? 0;
}

/** Ends it at the provider first, then here. @throws AppError('payments_off' | 'payment_unavailable') */
export async function endNow(core: Core, serverId: string, id: string): Promise<void> {
  await callProvider(core, (payments) => payments.endSubscription(id));
  await changeSubscription(core.database, serverId, (server, known) => {
    const subscription = mergeSubscription(known, id, { endedAt: new Date(core.clock()) });
    return planChange(core, server, subscription, { stored: known });
  });
}

/** Names on the provider's page and the receipt. */
export const PRODUCTS = {
  de: { topUp: (percent: number) => `${percent} % API-Guthaben`, premium: 'Premium (monatlich)' },
  en: { topUp: (percent: number) => `${percent}% API credit`, premium: 'Premium (monthly)' },
} satisfies Record<InterfaceLanguage, object>;

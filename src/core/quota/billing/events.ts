import { type Taken, takeTopUp } from '../../../adapters/db/quota/payments.ts';
import {
  findServerOfSubscription,
  listSubscriptions,
  takeSubscriptionEvent,
} from '../../../adapters/db/quota/subscriptions.ts';
import { EventFault, type PaymentEvent, type Payments } from '../../../adapters/payments/payments.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Core } from '../../core.ts';
import { recordAction } from '../../members/audit.ts';
import { unitsOfPercent } from '../usage.ts';
import { judgeReturns, PROVIDER, takePaymentTrace, tellReturn } from './returns.ts';
import type { SubscriptionChange } from './subscription.ts';
import {
  callProvider,
  endNow,
  isRenewed,
  isRunning,
  mergeSubscription,
  planChange,
  requirePayments,
} from './subscription.ts';

type OwnEvent = AboutServer & { serverId: string };
type AboutServer = Exclude<PaymentEvent, { kind: 'ignored' | 'payment_traced' }>;
type TopUp = Extract<OwnEvent, { kind: 'top_up_paid' }>;
type SubscriptionEvent = Extract<OwnEvent, { subscriptionId: string }>;

/**
 * Takes what the payment provider reports. Each event takes effect once, however often and in whatever order they
 * come; what is not about us changes nothing. A subscription that nobody has any use of is ended at the provider.
 * @throws AppError('payments_off' | 'forbidden' (not signed by the provider just now) | to be sent again:
 * 'invalid_body' (signed and not understood) | 'payment_unavailable' (something is to be ended) | 'service_unavailable')
 */
export async function takePaymentEvent(core: Core, raw: Buffer, signature: string): Promise<void> {
  const event = await readEvent(core, requirePayments(core), { raw, signature });
  if (event.kind === 'ignored') return;
  if (event.kind === 'payment_traced') return takePaymentTrace(core, event.trace);
  const serverId = await findServerOf(core, event);
  if (serverId === null) return;
  const own = { ...event, serverId };
  const outcome = await takeEffect(core, own);
  if (outcome === 'unknown_server') await closeUnknownServer(core, own);
}

/** Null: the account sells something else, too. */
async function findServerOf(core: Core, event: AboutServer) {
  if (event.serverId !== null || !('subscriptionId' in event)) return event.serverId;
  return findServerOfSubscription(core.database, event.subscriptionId);
}

/**
 * Tells the operator to pay back money for a server that is gone, and ends its subscription, which would be charged
 * monthly. Only where the page was ours: an unknown server may be another installation's.
 */
async function closeUnknownServer(core: Core, event: OwnEvent): Promise<void> {
  const isMoney = event.kind === 'top_up_paid' || event.kind === 'premium_paid';
  const level = isMoney ? 'error' : 'info';
  core.log[level](factsOf(event), 'payment event of a server that does not exist');
  if (event.kind !== 'premium_paid' || event.mark !== core.seal.markOf(event.serverId)) return;
  await callProvider(core, (payments) => payments.endSubscription(event.subscriptionId));
}

async function readEvent(
  core: Core,
  payments: Payments,
  { raw, signature }: { raw: Buffer; signature: string },
): Promise<PaymentEvent> {
  try {
    return await payments.readEvent(raw, signature, core.clock());
  } catch (error) {
    if (!(error instanceof EventFault)) throw error;
    if (error.reason === 'signature') throw new AppError('forbidden', { cause: error });
    core.log.error({ reason: error.message }, 'payment event not understood');
    throw new AppError('invalid_body', { cause: error });
  }
}

async function takeEffect(core: Core, event: OwnEvent): Promise<Taken<unknown>['outcome']> {
  if (event.kind === 'top_up_paid') return grantTopUp(core, event);
  if (event.kind !== 'receipt_ready') return changePremium(core, event);
  const receipt = { payment: event.payment, credit: null, judge: judgeReturns(core) };
  const taken = await takeTopUp(core.database, event, receipt);
  if (taken.outcome === 'taken' && taken.result.returned) await tellReturn(core, taken.result.returned);
  return taken.outcome;
}

/** A wrong amount is noted and granted nothing, for the operator to look at. */
async function grantTopUp(core: Core, event: TopUp): Promise<Taken<unknown>['outcome']> {
  const { serverId, percent, payment, priceCents, reference } = event;
  const units = unitsOfPercent(core, percent);
  const isPaid = payment.currency === 'EUR' && payment.cents >= priceCents;
  const credit = isPaid && units > 0 ? { units, reference } : null;
  const taken = await takeTopUp(core.database, event, { payment, credit, judge: judgeReturns(core) });
  if (taken.outcome !== 'taken') return taken.outcome;
  if (!credit) {
    const { cents, currency } = payment;
    core.log.error({ ...factsOf(event), cents, currency, priceCents, percent }, 'payment granted no credit');
  }
  if (taken.result.isGranted) {
    const subject = `${percent} %`;
    await recordAction(core, { serverId, actor: PROVIDER, action: 'credit.granted', subject });
  }
  if (taken.result.returned) await tellReturn(core, taken.result.returned);
  return 'taken';
}

async function changePremium(core: Core, event: SubscriptionEvent): Promise<Taken<unknown>['outcome']> {
  const { subscriptionId, serverId } = event;
  const payment = event.kind === 'premium_paid' ? event.payment : null;
  let isFirst = false;
  const taken = await takeSubscriptionEvent(core.database, event, {
    payment,
    judge: judgeReturns(core),
    plan: (server, stored, before) => {
      const subscription = mergeSubscription(stored, subscriptionId, changeOf(event));
      const wasPaid = stored.some(({ id, paidUntil }) => id === subscriptionId && paidUntil !== null);
      isFirst = !wasPaid && subscription.paidUntil !== null;
      return planChange(core, server, subscription, { stored, before });
    },
  });
  if (taken.outcome === 'taken' && isFirst) {
    await recordAction(core, { serverId, actor: PROVIDER, action: 'premium.started' });
  }
  if (taken.outcome === 'taken' && taken.result) await tellReturn(core, taken.result);
  // An earlier delivery may have failed before this.
  const isNews = isFirst || taken.outcome === 'repeated';
  if (event.kind === 'premium_paid' && isNews) await endSurplus(core, serverId);
  return taken.outcome;
}

/**
 * Ends all but one of the subscriptions bought on two pages at once. Their names decide which goes on, so every process
 * chooses the same.
 */
async function endSurplus(core: Core, serverId: string): Promise<void> {
  const stored = await listSubscriptions(core.database, serverId);
  const renewed = stored.filter((one) => isRenewed(one) && isRunning(one, core.clock()));
  if (renewed.length < 2) return;
  const [, ...surplus] = await leaveRenewed(core, renewed.map(({ id }) => id).toSorted());
  for (const id of surplus) {
    const facts = { server: serverId, subscription: id };
    core.log.warn(facts, 'ending the second subscription of a server');
    try {
      await endNow(core, serverId, id);
    } catch (error) {
      // When only the answer was lost it is over, and the repeated event finds no second one.
      core.log.error(
        facts,
        'second subscription of a server: unknown whether it ended; if it did, please refund its month',
      );
      throw error;
    }
    core.log.error(facts, 'second subscription of a server: it was ended, please refund its month');
  }
}

/**
 * An end that was not heard of yet would make the last running one look surplus. One that ends after this counts as
 * having ended a moment later.
 */
async function leaveRenewed(core: Core, ids: readonly string[]): Promise<string[]> {
  const known = await Promise.all(
    ids.map(async (id) => ({ id, goesOn: await callProvider(core, (payments) => payments.isRenewed(id)) })),
  );
  return known.filter(({ goesOn }) => goesOn).map(({ id }) => id);
}

function changeOf(event: SubscriptionEvent): SubscriptionChange {
  if (event.kind === 'premium_paid') return { paidUntil: event.paidUntil };
  if (event.kind === 'premium_ended') return { endedAt: event.endedAt };
  return { cancelsAt: event.cancelsAt, at: event.at };
}

function factsOf(event: OwnEvent): Record<string, unknown> {
  const subscription = 'subscriptionId' in event ? event.subscriptionId : undefined;
  const payment = 'payment' in event ? event.payment?.id : undefined;
  return { event: event.id, kind: event.kind, server: event.serverId, subscription, payment };
}

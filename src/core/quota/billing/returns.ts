import type { JudgeReturn, ReturnChange } from '../../../adapters/db/quota/payment-traces.ts';
import { takeReturn } from '../../../adapters/db/quota/subscriptions.ts';
import { type PaymentTrace, STAGES } from '../../../adapters/payments/payments.ts';
import type { Core } from '../../core.ts';
import { type Actor, recordAction } from '../../members/audit.ts';
import { unitsOfPercent } from '../usage.ts';
import { planChange } from './subscription.ts';

export const PROVIDER: Actor = { channel: 'payment', memberId: null, memberName: null };

/** Keeps a report of an unknown payment until that is known. */
export async function takePaymentTrace(core: Core, trace: PaymentTrace): Promise<void> {
  const change = await takeReturn(core.database, trace, {
    judge: judgeReturns(core),
    plan: (server, stored, before) => planChange(core, server, null, { stored, before }),
  });
  if (change === 'unknown_payment') tellUnknown(core, trace);
  else if (change) await tellReturn(core, change);
}

/** The account may sell something else, but a lost payment of ours should be noticed. */
function tellUnknown(core: Core, { id, kind, stage, names }: PaymentTrace): void {
  if (kind !== 'dispute' || stage !== STAGES.held) return;
  core.log.warn({ dispute: id, names }, 'dispute of a payment that is not known here');
}

/**
 * Adds refunds and disputes by their amounts, or the total that the charges gave back less failed refunds. Units go in
 * proportion; other currencies do not count.
 */
export function judgeReturns(core: Core): JudgeReturn {
  return ({ kind, percent, cents, currency, creditUnits }, traces) => {
    const own = traces.filter((trace) => trace.currency === currency);
    const sumOf = (of: PaymentTrace['kind'], stage: number) =>
      own.reduce((sum, trace) => sum + (trace.kind === of && trace.stage === stage ? trace.cents : 0), 0);
    const total = sumOf('total', STAGES.gone) - sumOf('refund', STAGES.kept);
    const refunded = Math.max(sumOf('refund', STAGES.gone), total);
    const paidBack = Math.min(cents, refunded + sumOf('dispute', STAGES.gone));
    const disputed = Math.min(cents - paidBack, sumOf('dispute', STAGES.held));
    const earlier = kind === 'top_up' && currency === 'EUR' ? unitsOfPercent(core, percent ?? 0) : 0;
    const share = cents > 0 ? (paidBack + disputed) / cents : 0;
    return { paidBack, disputed, takenUnits: Math.round((creditUnits ?? earlier) * share) };
  };
}

/** Writes the audit log, and one line for the operator, who has to respond to a dispute. */
export async function tellReturn(core: Core, change: ReturnChange): Promise<void> {
  const { serverId, payment, before, after, debtUnits } = change;
  const { paidBack, disputed } = after;
  const isMore = paidBack + disputed > before.paidBack + before.disputed;
  const isBank = disputed > before.disputed || (disputed < before.disputed && paidBack > before.paidBack);
  const facts = { server: serverId, payment: payment.id, bought: payment.kind, cents: payment.cents };
  const said = { ...facts, paidBack, disputed, debtUnits };
  if (isBank) core.log.error(said, disputed > 0 ? 'payment is disputed' : 'dispute of a payment is lost');
  else if (isMore) core.log.warn(said, 'payment was returned');
  else core.log.info(said, 'payment is valid after all');
  await recordReturn(core, change);
}

async function recordReturn(core: Core, { serverId, payment, before, after }: ReturnChange): Promise<void> {
  const { kind, percent, cents, currency } = payment;
  const goneOf = ({ paidBack, disputed }: ReturnChange['after']) => paidBack + disputed;
  const record = (action: Parameters<typeof recordAction>[1]['action'], subject: string) =>
    recordAction(core, { serverId, actor: PROVIDER, action, subject });
  if (kind === 'premium') {
    const [wasVoid, isVoid] = [before, after].map((returned) => cents > 0 && goneOf(returned) >= cents);
    const subject = `${(cents / 100).toFixed(2)} ${currency}`;
    if (wasVoid !== isVoid) await record(isVoid ? 'premium.taken_back' : 'premium.given_back', subject);
    return;
  }
  const taken = after.takenUnits - before.takenUnits;
  if (taken === 0) return;
  const share = Math.abs(goneOf(after) - goneOf(before)) / cents;
  const subject = `${Number(((percent ?? 0) * share).toFixed(2))} %`;
  await record(taken > 0 ? 'credit.taken_back' : 'credit.given_back', subject);
}

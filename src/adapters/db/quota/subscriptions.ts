import { type Kysely, sql } from 'kysely';
import type { Server } from '../../../domain/types.ts';
import type { PaymentTrace, ReportedPayment } from '../../payments/payments.ts';
import type { Database } from '../connect.ts';
import { updateServer } from '../owners/servers.ts';
import { findRow, fromRow, insertNew, type Row, readRows, toRow } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { type JudgeReturn, type ReturnChange, settleReturns } from './payment-traces.ts';
import { type EventNote, lockServerRow, type Taken, takeOnce, takeTrace, writePayment } from './payments.ts';
import { forgetAlerts } from './quota-alerts.ts';

/**
 * `paidUntil` null: nothing is paid yet. `changedAt`: when `cancelsAt` was reported. From `endedAt` on it is over,
 * whatever is paid. The money of `voided` months went back whole.
 */
export type Subscription = Omit<Row<'subscriptions'>, 'serverId'> & { voided: VoidedMonth[] };

/** `until` null: the payment named no month; the one that began about then. */
export interface VoidedMonth {
  from: Date;
  until: Date | null;
}

/** `premiumUntil` null leaves the plan as it is. */
export interface SubscriptionPlan {
  /** Null: only void months changed. */
  subscription: Subscription | null;
  premiumUntil: Date | null;
  /** Week whose alerts were about the plan before. */
  outdatedAlerts: string | null;
}

/** Runs with the server locked. @param before as it stood before a payment changed. */
export type PlanSubscription = (
  server: Server,
  stored: readonly Subscription[],
  before: readonly Subscription[],
) => SubscriptionPlan;

/** @returns money that went back, reported before the payment was known. */
export function takeSubscriptionEvent(
  database: Database,
  note: EventNote & { subscriptionId: string },
  { payment, judge, plan }: { payment: ReportedPayment | null; judge: JudgeReturn; plan: PlanSubscription },
): Promise<Taken<ReturnChange | null>> {
  return takeOnce(database, note, async (transaction, server) => {
    // Exists before its months are looked for: the first one may have gone back already.
    await insertNew(transaction, 'subscriptions', {
      ...{ serverId: server.id, id: note.subscriptionId, changedAt: new Date(0) },
      ...{ paidUntil: null, cancelsAt: null, endedAt: null },
    });
    const before = await listSubscriptions({ kysely: transaction }, server.id);
    if (payment) await writePayment(transaction, server.id, payment);
    const place = payment && { serverId: server.id, id: payment.id };
    const returned = place && (await settleReturns(transaction, place, judge));
    await applyPlan(transaction, server, plan, before);
    return returned;
  });
}

/** @returns null for a repeated report. */
export function takeReturn(
  database: Database,
  trace: PaymentTrace,
  { judge, plan }: { judge: JudgeReturn; plan: PlanSubscription },
): Promise<ReturnChange | 'unknown_payment' | null> {
  return takeTrace(database, trace, async (transaction, server, paymentId) => {
    const before = await listSubscriptions({ kysely: transaction }, server.id);
    const returned = await settleReturns(transaction, { serverId: server.id, id: paymentId }, judge);
    if (returned?.payment.kind === 'premium') await applyPlan(transaction, server, plan, before);
    return returned;
  });
}

/** A change by the owner; does nothing where the server is gone. */
export async function changeSubscription(database: Database, serverId: string, plan: PlanSubscription) {
  await database.kysely.transaction().execute(async (transaction) => {
    const server = await lockServerRow(transaction, serverId);
    if (server) await applyPlan(transaction, server, plan);
  });
}

export async function listSubscriptions(database: Pick<Database, 'kysely'>, serverId: string) {
  const rows = await readRows(
    database.kysely,
    'subscriptions',
    { serverId },
    ['id', 'paidUntil', 'cancelsAt', 'endedAt', 'changedAt'],
    sql`ORDER BY id`,
  );
  if (rows.length === 0) return [];
  const voided = await listVoidedMonths(database, serverId);
  return rows.map((row): Subscription => {
    // A payment without a stored subscription belongs to the only one there is.
    const own = voided.filter(({ subscription_id: id }) => (id === null ? rows.length === 1 : id === row.id));
    return { ...fromRow(row), voided: own.map(({ from, until }) => ({ from, until })) };
  });
}

/** Months whose money went back whole or is held by the payer's bank. */
function listVoidedMonths({ kysely }: Pick<Database, 'kysely'>, serverId: string) {
  return kysely
    .selectFrom('payments')
    .select(['subscription_id', 'period_end as until'])
    .select(({ fn }) => fn.coalesce('period_start', 'at').as('from'))
    .where('server_id', '=', serverId)
    .where('kind', '=', 'premium')
    .where('cents', '>', 0)
    .whereRef('cents', '<=', ({ eb }) => eb('paid_back', '+', eb.ref('disputed')))
    .orderBy('from')
    .execute();
}

export async function findServerOfSubscription(database: Database, id: string): Promise<string | null> {
  const row = await findRow(database.kysely, 'subscriptions', { id }, ['serverId']);
  return row?.serverId ?? null;
}

async function applyPlan(
  transaction: Kysely<Schema>,
  server: Server,
  plan: PlanSubscription,
  before?: readonly Subscription[],
): Promise<void> {
  const stored = await listSubscriptions({ kysely: transaction }, server.id);
  const { subscription, premiumUntil, outdatedAlerts } = plan(server, stored, before ?? stored);
  if (subscription) await writeSubscription(transaction, server.id, subscription);
  if (!premiumUntil) return;
  await updateServer({ kysely: transaction }, server.id, { plan: 'premium', premium_until: premiumUntil });
  if (outdatedAlerts !== null) await forgetAlerts({ kysely: transaction }, server.id, outdatedAlerts);
}

async function writeSubscription(
  transaction: Kysely<Schema>,
  serverId: string,
  { id, paidUntil, cancelsAt, endedAt, changedAt }: Subscription,
): Promise<void> {
  const columns = toRow({ paidUntil, cancelsAt, endedAt, changedAt });
  await transaction
    .insertInto('subscriptions')
    .values({ server_id: serverId, id, ...columns })
    .onConflict((conflict) => conflict.columns(['server_id', 'id']).doUpdateSet(columns))
    .execute();
}

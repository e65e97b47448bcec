import type { Kysely } from 'kysely';
import type { Server } from '../../../domain/types.ts';
import type { Payment } from '../../payments/payments.ts';
import type { Database } from '../connect.ts';
import { updateServer } from '../owners/servers.ts';
import { fromRow, type Row, toRow } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { type EventNote, lockServerRow, type Taken, takeOnce, writePayment } from './payments.ts';
import { forgetAlerts } from './quota-alerts.ts';

/**
 * A monthly subscription as its events told of it so far, whatever their order: paid until then (null: nothing yet),
 * not renewed after `cancelsAt`, as was said at `changedAt`, and over from `endedAt` on, whatever is paid.
 */
export type Subscription = Omit<Row<'subscriptions'>, 'serverId'>;

/** What a subscription and the server's plan are to become; `premiumUntil` null leaves the plan as it is. */
export interface SubscriptionPlan {
  subscription: Subscription;
  premiumUntil: Date | null;
  /** Week whose alerts were about the plan before; null: they still hold. */
  outdatedAlerts: string | null;
}

/** Decides from what is stored, with the server locked. */
export type PlanSubscription = (server: Server, stored: readonly Subscription[]) => SubscriptionPlan;

/** @returns whether premium was written to the server. */
export function takeSubscriptionEvent(
  database: Database,
  note: EventNote,
  { payment, plan }: { payment: Payment | null; plan: PlanSubscription },
): Promise<Taken<boolean>> {
  return takeOnce(database, note, async (transaction, server) => {
    if (payment) await writePayment(transaction, note.serverId, payment);
    return applyPlan(transaction, server, plan);
  });
}

/** A change that the owner made, not an event; nothing where the server is gone. */
export async function changeSubscription(database: Database, serverId: string, plan: PlanSubscription) {
  await database.kysely.transaction().execute(async (transaction) => {
    const server = await lockServerRow(transaction, serverId);
    if (server) await applyPlan(transaction, server, plan);
  });
}

export async function listSubscriptions(database: Pick<Database, 'kysely'>, serverId: string) {
  const rows = await database.kysely
    .selectFrom('subscriptions')
    .select(['id', 'paid_until', 'cancels_at', 'ended_at', 'changed_at'])
    .where('server_id', '=', serverId)
    .orderBy('id')
    .execute();
  return rows.map(fromRow);
}

/** null: nobody here has it. */
export async function findServerOfSubscription(database: Database, id: string): Promise<string | null> {
  const row = await database.kysely
    .selectFrom('subscriptions')
    .select('server_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.server_id ?? null;
}

async function applyPlan(transaction: Kysely<Schema>, server: Server, plan: PlanSubscription) {
  const stored = await listSubscriptions({ kysely: transaction }, server.id);
  const { subscription, premiumUntil, outdatedAlerts } = plan(server, stored);
  await writeSubscription(transaction, server.id, subscription);
  if (!premiumUntil) return false;
  await updateServer({ kysely: transaction }, server.id, { plan: 'premium', premium_until: premiumUntil });
  if (outdatedAlerts !== null) await forgetAlerts({ kysely: transaction }, server.id, outdatedAlerts);
  return true;
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

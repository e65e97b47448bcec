import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Server } from '../../../domain/types.ts';
import type { Payment } from '../../payments/payments.ts';
import type { Database } from '../connect.ts';
import { toServer } from '../owners/servers.ts';
import { fromRow } from '../rows.ts';
import type { Schema } from '../schema.ts';

/** An event of the payment provider, to be noted together with its effect. */
export interface EventNote {
  id: string;
  serverId: string;
  at: Date;
}

/** What became of an event: its effect, or why it has none. */
export type Taken<Result> =
  | { outcome: 'taken'; result: Result }
  | { outcome: 'repeated' }
  | { outcome: 'unknown_server' };

/**
 * Notes an event and does what it brings, both or nothing, once for its id. The server's row is locked, so that
 * of two at once, in whichever process, the second sees what the first did.
 */
export function takeOnce<Result>(
  database: Database,
  note: EventNote,
  act: (transaction: Kysely<Schema>, server: Server) => Promise<Result>,
): Promise<Taken<Result>> {
  return database.kysely.transaction().execute(async (transaction): Promise<Taken<Result>> => {
    const server = await lockServerRow(transaction, note.serverId);
    if (!server) return { outcome: 'unknown_server' };
    const noted = await transaction
      .insertInto('payment_events')
      .values({ server_id: note.serverId, id: note.id, at: note.at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!noted) return { outcome: 'repeated' };
    return { outcome: 'taken', result: await act(transaction, server) };
  });
}

/** Waits for changes of the plan, not for rows that only refer to the server. */
export async function lockServerRow(transaction: Kysely<Schema>, id: string): Promise<Server | null> {
  const row = await transaction
    .selectFrom('servers')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? toServer(row) : null;
}

/** @param credit null: the money is noted and nothing granted. @returns whether credit was granted. */
export function takeTopUp(
  database: Database,
  note: EventNote,
  { payment, credit }: { payment: Payment; credit: { units: number; reference: string } | null },
): Promise<Taken<boolean>> {
  return takeOnce(database, note, async (transaction) => {
    await writePayment(transaction, note.serverId, payment);
    if (!credit) return false;
    return (await addCredit(transaction, { serverId: note.serverId, ...credit })).granted;
  });
}

/** Two events may tell of one payment: the later moment and whichever receipt there is stay. */
export async function writePayment(transaction: Kysely<Schema>, serverId: string, payment: Payment) {
  const { id, kind, percent, cents, currency, receiptUrl, at } = payment;
  await transaction
    .insertInto('payments')
    .values({ server_id: serverId, id, kind, percent, cents, currency, receipt_url: receiptUrl, at })
    .onConflict((conflict) =>
      conflict.columns(['server_id', 'id']).doUpdateSet({
        receipt_url: sql`COALESCE(payments.receipt_url, excluded.receipt_url)`,
        at: sql`GREATEST(payments.at, excluded.at)`,
      }),
    )
    .execute();
}

/** The latest first. */
export async function listPayments(database: Database, serverId: string, limit: number): Promise<Payment[]> {
  const rows = await database.kysely
    .selectFrom('payments')
    .select(['id', 'kind', 'percent', 'cents', 'currency', 'receipt_url', 'at'])
    .where('server_id', '=', serverId)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

export interface CreditGrant {
  serverId: string;
  units: number;
  /** What it is granted for, such as one payment. */
  reference: string;
}

/**
 * Adds units to a server's credit, once for each reference.
 * @returns whether anything was granted, and the balance afterwards in units.
 */
export function grantCredit(database: Database, grant: CreditGrant) {
  return database.kysely.transaction().execute((transaction) => addCredit(transaction, grant));
}

/** The same within a transaction of the caller. */
async function addCredit(transaction: Kysely<Schema>, { serverId, units, reference }: CreditGrant) {
  const entry = await transaction
    .insertInto('credit_entries')
    .values({ server_id: serverId, id: randomUUID(), units, reference })
    .onConflict((conflict) => conflict.columns(['server_id', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst();
  const row = await transaction
    .updateTable('credit')
    .set({ balance: entry ? sql`balance + ${units}` : sql`balance` })
    .where('server_id', '=', serverId)
    .returning('balance')
    .executeTakeFirstOrThrow();
  return { granted: entry !== undefined, balanceUnits: row.balance };
}

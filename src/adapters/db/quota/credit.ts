import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../connect.ts';
import { findRow } from '../rows.ts';
import type { Schema } from '../schema.ts';

export interface CreditChange {
  serverId: string;
  /** Below zero: taken back. */
  units: number;
  /** Names the reason, such as one payment. */
  reference: string;
}

/**
 * Adds units once for each reference. @returns whether anything was added, and what the server has or owes afterwards.
 */
export function grantCredit(database: Database, change: CreditChange) {
  return database.kysely.transaction().execute((transaction) => addCredit(transaction, change));
}

/**
 * The same within a longer transaction. Units taken back after they were spent, or while answers hold them, become a
 * debt that later credit pays first.
 */
export async function addCredit(
  transaction: Kysely<Schema>,
  { serverId, units, reference }: CreditChange,
): Promise<{ granted: boolean; balanceUnits: number; debtUnits: number }> {
  const entry =
    units !== 0 &&
    (await transaction
      .insertInto('credit_entries')
      .values({ server_id: serverId, id: randomUUID(), units, reference })
      .onConflict((conflict) => conflict.columns(['server_id', 'reference']).doNothing())
      .returning('id')
      .executeTakeFirst());
  const net = sql`balance - debt + ${entry ? units : 0}::bigint`;
  const row = await transaction
    .updateTable('credit')
    .set({ balance: sql`GREATEST(${net}, reserved)`, debt: sql`GREATEST(reserved - (${net}), 0)` })
    .where('server_id', '=', serverId)
    .returning(['balance', 'debt'])
    .executeTakeFirstOrThrow();
  return { granted: Boolean(entry), balanceUnits: row.balance, debtUnits: row.debt };
}

export async function readDebt(database: Database, serverId: string): Promise<number> {
  const row = await findRow(database.kysely, 'credit', { serverId }, ['debt']);
  return row?.debt ?? 0;
}

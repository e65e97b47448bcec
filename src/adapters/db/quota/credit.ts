import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../connect.ts';
import type { Schema } from '../schema.ts';

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
export function grantCredit(
  database: Database,
  grant: CreditGrant,
): Promise<{ granted: boolean; balanceUnits: number }> {
  return database.kysely.transaction().execute((transaction) => addCredit(transaction, grant));
}

/** The same within a transaction of the caller. */
export async function addCredit(
  transaction: Kysely<Schema>,
  { serverId, units, reference }: CreditGrant,
): Promise<{ granted: boolean; balanceUnits: number }> {
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

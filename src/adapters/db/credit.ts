import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from './connect.ts';

/**
 * Adds units to a server's credit, once for each reference.
 * @returns whether anything was granted, and the balance afterwards in units.
 */
export async function grantCredit(
  database: Database,
  grant: { serverId: string; units: number; reference: string },
): Promise<{ granted: boolean; balanceUnits: number }> {
  const { serverId, units, reference } = grant;
  return database.kysely.transaction().execute(async (transaction) => {
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
  });
}

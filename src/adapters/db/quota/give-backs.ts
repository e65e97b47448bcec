import { type Kysely, sql } from 'kysely';
import type { Database } from '../connect.ts';
import type { Schema } from '../schema.ts';

/**
 * Gives the units of an answer that did not hold back to where they came from, once; the rules stand in ../ledger.sql.
 * Comes first in its transaction: it locks the charge, which a release does before it deletes the answer.
 * @returns whether anything came back.
 */
export async function giveBack(
  kysely: Kysely<Schema>,
  { serverId, answerId, at }: { serverId: string; answerId: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ given: boolean }>`
    SELECT give_back(${serverId}, ${answerId}::uuid, ${at}) AS given`.execute(kysely);
  return rows[0]?.given === true;
}

/** Units that came back so far: to one week (by its Monday), and to credit. */
export async function readGivenBack(database: Database, serverId: string, week: string) {
  const [row] = await database.query<{ week: number; credit: number }>(
    'read-given-back',
    `SELECT coalesce(sum(week_units) FILTER (WHERE week_start = $2), 0)::bigint AS week,
       coalesce(sum(credit_units), 0)::bigint AS credit
     FROM charges WHERE server_id = $1 AND given_back_at IS NOT NULL`,
    [serverId, week],
    { repeatable: true },
  );
  return row ?? { week: 0, credit: 0 };
}

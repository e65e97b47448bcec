import { type Kysely, sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { forgetTextsOf } from '../answering/answers.ts';
import { forgetMarksOf } from '../answering/marks.ts';
import type { Database } from '../connect.ts';
import { withdrawPostsWithin } from '../knowledge/posts.ts';
import { changeWithin, type TrainingPlan } from '../learning/suggestion-changes.ts';
import { findBySource } from '../learning/suggestion-sources.ts';
import type { Suggestion } from '../learning/suggestions.ts';
import { forgetClaimer } from '../members/handovers.ts';
import { changeRows } from '../rows.ts';
import type { Schema } from '../schema.ts';
import type { BackupTable } from './backup.ts';

/** One import at a time: of two with the same keys, the second sees the first. */
const IMPORT_LOCK = 7_256_034_911;

export class RowRefusedError extends Error {
  readonly index: number;

  constructor(index: number, cause: unknown) {
    super(cause instanceof Error ? cause.message.slice(0, 200) : 'refused', { cause });
    this.name = 'RowRefusedError';
    this.index = index;
  }
}

export interface Rows {
  table: BackupTable;
  columns: readonly string[];
  rows: readonly object[];
}

/** One server on its way into the database, all of it or nothing. */
export interface Restoration {
  /** @returns how many were written; the others belong to a missing row. @throws RowRefusedError */
  insert(rows: Rows): Promise<number>;
  /** Other servers with a key or subscription of this one. */
  findServersWithSame(): Promise<{ keys: string[]; subscriptions: string[] }>;
  /** Adds the rows a server needs, and sets a revision that has every index built anew. */
  complete(revision: number): Promise<void>;
  forgetTexts(before: Date): Promise<void>;
  /** Named members who opted out or had their data deleted since. */
  findUnwilling(since: Date): Promise<string[]>;
  forgetMember(memberId: string, plan: (stored: Suggestion[]) => TrainingPlan): Promise<void>;
}

/** Runs in one transaction; a throw leaves nothing behind. */
export function restoreWithin<Result>(
  database: Database,
  serverId: string,
  run: (restoration: Restoration) => Promise<Result>,
): Promise<Result> {
  return database.withoutLimits((kysely) =>
    kysely.transaction().execute(async (transaction) => {
      await sql`SELECT pg_advisory_xact_lock(${IMPORT_LOCK}), set_config('lotse.restoring', 'on', true)`.execute(
        transaction,
      );
      return run({
        insert: (rows) => insertRows(transaction, serverId, rows),
        findServersWithSame: () => findServersWithSame(transaction, serverId),
        complete: (revision) => complete(transaction, serverId, revision),
        forgetTexts: (before) => forgetTexts(transaction, serverId, before),
        findUnwilling: (since) => findUnwilling(transaction, serverId, since),
        forgetMember: (memberId, plan) => forgetMember(transaction, serverId, memberId, plan),
      });
    }),
  );
}

/** Writes all at once; on a refusal one by one, to name the row. */
async function insertRows(transaction: Kysely<Schema>, serverId: string, batch: Rows): Promise<number> {
  await sql`SAVEPOINT batch`.execute(transaction);
  try {
    const written = await insert(transaction, serverId, batch);
    await sql`RELEASE SAVEPOINT batch`.execute(transaction);
    return written;
  } catch (error) {
    if (error instanceof AppError) throw error;
    await sql`ROLLBACK TO SAVEPOINT batch`.execute(transaction);
    for (const [index, row] of batch.rows.entries()) {
      await insert(transaction, serverId, { ...batch, rows: [row] }).catch((cause: unknown) => {
        throw cause instanceof AppError ? cause : new RowRefusedError(index, cause);
      });
    }
    throw error;
  }
}

async function insert(transaction: Kysely<Schema>, serverId: string, { table, columns, rows }: Rows) {
  const names = sql.join(columns.map((name) => sql.id(name)));
  const values = sql.join(columns.map((name) => sql`r.${sql.id(name)}`));
  const { belongsTo } = table;
  const joined = Object.entries(belongsTo?.columns ?? {}).map(
    ([here, there]) => sql`o.${sql.id(there)} = r.${sql.id(here)}`,
  );
  const hasOwner = belongsTo
    ? sql`WHERE EXISTS (SELECT FROM ${sql.table(belongsTo.table)} o
        WHERE o.server_id = ${serverId} AND ${sql.join(joined, sql` AND `)})`
    : sql``;
  const result = await sql`
    INSERT INTO ${sql.table(table.name)} (${sql.id(table.owner)}${columns.length > 0 ? sql`, ${names}` : sql``})
    SELECT ${serverId}${columns.length > 0 ? sql`, ${values}` : sql``}
    FROM jsonb_populate_recordset(NULL::${sql.table(table.name)}, ${JSON.stringify(rows)}::jsonb) r
    ${hasOwner} ${table.owner === 'id' ? sql`ON CONFLICT DO NOTHING` : sql``}`.execute(transaction);
  return Number(result.numAffectedRows ?? 0n);
}

async function findServersWithSame(transaction: Kysely<Schema>, serverId: string) {
  const find = async (table: 'api_keys' | 'subscriptions', column: string) => {
    const { rows } = await sql<{ id: string }>`
      SELECT DISTINCT other.server_id AS id FROM ${sql.table(table)} own
      JOIN ${sql.table(table)} other
        ON other.${sql.id(column)} = own.${sql.id(column)} AND other.server_id <> own.server_id
      WHERE own.server_id = ${serverId} ORDER BY 1`.execute(transaction);
    return rows.map(({ id }) => id);
  };
  return { keys: await find('api_keys', 'sha256'), subscriptions: await find('subscriptions', 'id') };
}

/** A key needs its window; released reservations pay a debt; older files name no payment. */
async function complete(transaction: Kysely<Schema>, serverId: string, revision: number): Promise<void> {
  await sql`INSERT INTO credit (server_id) VALUES (${serverId}) ON CONFLICT DO NOTHING`.execute(transaction);
  await sql`UPDATE credit SET balance = GREATEST(balance - debt, 0), debt = GREATEST(debt - balance, 0)
    WHERE server_id = ${serverId}`.execute(transaction);
  await sql`UPDATE payments SET names = ARRAY[id] WHERE server_id = ${serverId} AND names = '{}'`.execute(
    transaction,
  );
  await sql`INSERT INTO key_windows (server_id, key_id) SELECT server_id, id FROM api_keys
    WHERE server_id = ${serverId} ON CONFLICT DO NOTHING`.execute(transaction);
  await changeRows(transaction, 'servers', { id: serverId }, { revision });
}

async function forgetTexts(transaction: Kysely<Schema>, serverId: string, before: Date): Promise<void> {
  const which = sql`WHERE a.server_id = ${serverId} AND a.at < ${before} AND a.question IS NOT NULL`;
  await forgetTextsOf(transaction, which);
  // A file made by hand may hold details of deleted words.
  await sql`DELETE FROM answer_details d USING answers a WHERE d.server_id = ${serverId}
    AND a.server_id = d.server_id AND a.id = d.answer_id AND a.question IS NULL`.execute(transaction);
}

/** A deletion marked just before an export may end after it, and two clocks differ. */
const MARK_SLACK_MS = 5 * 60_000;

/** The digest of core/members/privacy.ts, in SQL: a server may name a hundred thousand members. */
async function findUnwilling(transaction: Kysely<Schema>, serverId: string, since: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH named AS (
      SELECT member_id FROM handled_messages WHERE server_id = ${serverId}
      UNION SELECT member_id FROM training_sources WHERE server_id = ${serverId}
      UNION SELECT member_id FROM handover_marks WHERE server_id = ${serverId}
      UNION SELECT member_id FROM audit_log WHERE server_id = ${serverId}
      UNION SELECT member_id FROM conversations WHERE server_id = ${serverId}
      UNION SELECT unnest(ARRAY[member_id, claimed_by]) FROM discord_handovers WHERE server_id = ${serverId}
      UNION SELECT member_id FROM pages WHERE server_id = ${serverId}
    ), hashed AS (
      SELECT member_id, sha256(convert_to('opt-out:' || member_id, 'UTF8')) AS hash FROM named
      WHERE member_id <> ''
    )
    SELECT h.member_id AS id FROM hashed h
    WHERE EXISTS (SELECT FROM opt_outs o WHERE o.member_hash = h.hash)
      OR EXISTS (SELECT FROM deletions d WHERE d.member_hash = h.hash AND d.at >= ${new Date(since.getTime() - MARK_SLACK_MS)})
    ORDER BY 1`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Does for this server what members.ts does for all. */
async function forgetMember(
  transaction: Kysely<Schema>,
  serverId: string,
  memberId: string,
  plan: (stored: Suggestion[]) => TrainingPlan,
): Promise<void> {
  await changeWithin(transaction, serverId, () => findBySource(transaction, serverId, { memberId }), plan);
  await forgetMarksOf(transaction, serverId, { memberId });
  await withdrawPostsWithin(transaction, serverId, memberId);
  await forgetTextsOf(
    transaction,
    sql`FROM handled_messages m WHERE m.server_id = ${serverId} AND m.member_id = ${memberId}
      AND a.server_id = m.server_id AND a.id = m.answer_id`,
  );
  for (const statement of [
    sql`UPDATE handled_messages SET member_id = NULL`,
    sql`UPDATE audit_log SET member_id = NULL, member_name = NULL`,
    sql`DELETE FROM conversations`,
    sql`DELETE FROM discord_handovers`,
  ])
    await sql`${statement} WHERE server_id = ${serverId} AND member_id = ${memberId}`.execute(transaction);
  await forgetClaimer(transaction, { serverId, claimedBy: memberId });
}

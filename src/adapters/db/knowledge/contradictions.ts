import { sql } from 'kysely';
import type { ErrorCode } from '../../../domain/errors.ts';
import type { Server, StoredContradiction } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { changeRows, inParts, insertNew, readRows } from '../rows.ts';

export interface Check {
  found: readonly StoredContradiction[];
  /** Passages not compared yet. */
  uncompared: number;
  /** Why the check stopped. */
  fault: ErrorCode | null;
}

type ServerRevision = Pick<Server, 'id' | 'revision'>;

/** Null unless this revision was checked and no entry has expired since. */
export async function findCheck(
  database: Database,
  { id, revision }: ServerRevision,
  now: Date,
): Promise<Check | null> {
  const row = await database.kysely
    .selectFrom('contradiction_checks')
    .select(['found', 'uncompared', 'fault'])
    .where(({ and }) => and({ server_id: id, revision }))
    .where(({ or, eb }) => or([eb('valid_until', 'is', null), eb('valid_until', '>', now)]))
    .executeTakeFirst();
  return row?.found ? { ...row, found: row.found } : null;
}

/** Servers whose present revision is unchecked come first, then those whose check may go on. */
export async function listUnchecked(database: Database, now: Date, limit: number): Promise<ServerRevision[]> {
  const { rows } = await sql<ServerRevision>`
    SELECT s.id, s.revision FROM servers s LEFT JOIN contradiction_checks c ON c.server_id = s.id
    WHERE s.active AND (c.server_id IS NULL OR c.revision <> s.revision OR c.valid_until <= ${now}
        OR (c.claimed_until <= ${now} AND (c.found IS NULL OR c.goes_on_at <= ${now})))
      AND EXISTS (SELECT FROM knowledge k WHERE k.server_id = s.id)
    ORDER BY c.goes_on_at NULLS FIRST, s.id LIMIT ${limit}`.execute(database.kysely);
  return rows;
}

/** One of the processes that ask is told true. */
export async function claimCheck(
  database: Database,
  { id, revision }: ServerRevision,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO contradiction_checks AS c (server_id, revision, claimed_until)
    SELECT id, ${revision}, ${until}::timestamptz FROM servers WHERE id = ${id}
    ON CONFLICT (server_id) DO UPDATE
      SET revision = excluded.revision, claimed_until = excluded.claimed_until,
        found = CASE WHEN c.revision = excluded.revision THEN c.found END
      WHERE c.revision <> excluded.revision OR c.claimed_until <= ${now}
    RETURNING server_id`.execute(database.kysely);
  return rows.length > 0;
}

/** Stores a check and ends its claim, unless the knowledge has changed: the check may quote deleted words. */
export async function saveCheck(
  database: Database,
  { id, revision }: ServerRevision,
  check: Check & { validUntil: Date | null; goesOnAt: Date | null; now: Date },
): Promise<void> {
  const { uncompared, fault, validUntil, goesOnAt, now } = check;
  const found = JSON.stringify(check.found);
  await sql`
    INSERT INTO contradiction_checks
      (server_id, revision, claimed_until, found, uncompared, fault, valid_until, goes_on_at)
    SELECT id, ${revision}, ${now}::timestamptz, ${found}::jsonb, ${uncompared}, ${fault},
      ${validUntil}::timestamptz, ${goesOnAt}::timestamptz
    FROM servers WHERE id = ${id} AND revision = ${revision} FOR SHARE
    ON CONFLICT (server_id) DO UPDATE SET revision = excluded.revision, found = excluded.found,
      claimed_until = excluded.claimed_until,
      uncompared = excluded.uncompared, fault = excluded.fault, valid_until = excluded.valid_until,
      goes_on_at = excluded.goes_on_at`.execute(database.kysely);
}

export async function releaseCheck(
  database: Database,
  { id, revision }: ServerRevision,
  now: Date,
): Promise<void> {
  await changeRows(
    database.kysely,
    'contradiction_checks',
    { serverId: id, revision },
    { claimedUntil: now },
  );
}

/** Ids of the pairs that an owner declared fine. */
export async function listFine(database: Database, serverId: string): Promise<Set<string>> {
  const rows = await readRows(database.kysely, 'fine_contradictions', { serverId }, ['id']);
  return new Set(rows.map(({ id }) => id));
}

/** @returns false when it was declared before. */
export function insertFine(database: Database, serverId: string, id: string, now: Date): Promise<boolean> {
  return insertNew(database.kysely, 'fine_contradictions', { serverId, id, declaredAt: now });
}

/** By digests of both texts: null, or the sealed reason why they contradict each other. */
export interface Comparison {
  name: string;
  compared: Record<string, string | null>;
  isDone: boolean;
}

const NAMES_PER_READ = 2_000;
/** A suggestion or an entry may come back within a month. */
const KEPT_MS = 30 * 24 * 3600 * 1000;

export async function readComparisons(
  database: Database,
  serverId: string,
  names: readonly string[],
): Promise<Comparison[]> {
  const read: Comparison[] = [];
  for (const part of inParts(names, NAMES_PER_READ)) {
    const match = { serverId, name: part };
    read.push(...(await readRows(database.kysely, 'comparisons', match, ['name', 'compared', 'isDone'])));
  }
  return read;
}

/** Merges with stored comparisons; does nothing once the server is deleted. */
export async function saveComparisons(
  database: Database,
  serverId: string,
  comparisons: readonly Comparison[],
  now: Date,
): Promise<void> {
  const rows = JSON.stringify(comparisons);
  await sql`
    INSERT INTO comparisons AS c (server_id, name, compared, is_done, compared_at)
    SELECT s.id, r.name, r.compared, r."isDone", ${now}::timestamptz
    FROM servers s, jsonb_to_recordset(${rows}::jsonb) AS r(name text, compared jsonb, "isDone" boolean)
    WHERE s.id = ${serverId}
    ON CONFLICT (server_id, name) DO UPDATE SET compared = c.compared || excluded.compared,
      is_done = c.is_done OR excluded.is_done, compared_at = excluded.compared_at`.execute(database.kysely);
}

export async function removeOldComparisons(
  database: Database,
  serverId: string,
  names: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    DELETE FROM comparisons WHERE server_id = ${serverId} AND compared_at < ${new Date(now.getTime() - KEPT_MS)}
      AND NOT name = ANY(${[...names]}::text[])`.execute(database.kysely);
}

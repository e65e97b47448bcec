import { sql } from 'kysely';
import type { StoredContradiction } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';

/** What the check of a server's revision found, if it is done and no entry has expired since; null otherwise. */
export async function findChecked(
  database: Database,
  { id, revision }: { id: string; revision: number },
  now: Date,
): Promise<StoredContradiction[] | null> {
  const row = await database.kysely
    .selectFrom('contradiction_checks')
    .select('found')
    .where(({ and }) => and({ server_id: id, revision }))
    .where(({ or, eb }) => or([eb('valid_until', 'is', null), eb('valid_until', '>', now)]))
    .executeTakeFirst();
  return row?.found ?? null;
}

/** Servers with knowledge whose present revision nobody has checked or is checking, at most `limit`. */
export async function listUnchecked(
  database: Database,
  now: Date,
  limit: number,
): Promise<{ id: string; revision: number }[]> {
  const { rows } = await sql<{ id: string; revision: number }>`
    SELECT s.id, s.revision FROM servers s LEFT JOIN contradiction_checks c ON c.server_id = s.id
    WHERE s.active AND (c.server_id IS NULL OR c.revision <> s.revision OR c.valid_until <= ${now}
        OR (c.found IS NULL AND c.claimed_until <= ${now}))
      AND EXISTS (SELECT FROM knowledge k WHERE k.server_id = s.id)
    ORDER BY s.id LIMIT ${limit}`.execute(database.kysely);
  return rows;
}

/** Whether this process is the one that checks a revision; of several that ask one is told true. */
export async function claimCheck(
  database: Database,
  { id, revision }: { id: string; revision: number },
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO contradiction_checks AS c (server_id, revision, claimed_until)
    SELECT id, ${revision}, ${until}::timestamptz FROM servers WHERE id = ${id}
    ON CONFLICT (server_id) DO UPDATE
      SET revision = excluded.revision, claimed_until = excluded.claimed_until, found = NULL, valid_until = NULL
      WHERE c.revision <> excluded.revision OR c.valid_until <= ${now}
        OR (c.found IS NULL AND c.claimed_until <= ${now})
    RETURNING server_id`.execute(database.kysely);
  return rows.length > 0;
}

/** Keeps what a check found, unless the knowledge has changed meanwhile: what it quotes may have been deleted. */
export async function saveCheck(
  database: Database,
  { id, revision }: { id: string; revision: number },
  check: { found: readonly StoredContradiction[]; validUntil: Date | null; now: Date },
): Promise<void> {
  const found = JSON.stringify(check.found);
  await sql`
    INSERT INTO contradiction_checks (server_id, revision, claimed_until, found, valid_until)
    SELECT id, ${revision}, ${check.now}::timestamptz, ${found}::jsonb, ${check.validUntil}::timestamptz
    FROM servers WHERE id = ${id} AND revision = ${revision} FOR SHARE
    ON CONFLICT (server_id) DO UPDATE
      SET revision = excluded.revision, claimed_until = excluded.claimed_until, found = excluded.found,
        valid_until = excluded.valid_until`.execute(database.kysely);
}

/** Gives a claimed revision back, so that the next process may check it. */
export async function releaseCheck(
  database: Database,
  { id, revision }: { id: string; revision: number },
  now: Date,
): Promise<void> {
  await database.kysely
    .updateTable('contradiction_checks')
    .set({ claimed_until: now })
    .where(({ and }) => and({ server_id: id, revision }))
    .where('found', 'is', null)
    .execute();
}

/** Ids of the pairs that an owner declared fine. */
export async function listFine(database: Database, serverId: string): Promise<Set<string>> {
  const rows = await database.kysely
    .selectFrom('fine_contradictions')
    .select('id')
    .where('server_id', '=', serverId)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Once more is no error. @returns whether it is new. */
export async function insertFine(
  database: Database,
  serverId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const inserted = await database.kysely
    .insertInto('fine_contradictions')
    .values({ server_id: serverId, id, declared_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

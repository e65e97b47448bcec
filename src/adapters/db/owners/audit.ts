import { sql } from 'kysely';
import type { Database } from '../connect.ts';
import { changeRows, deleteRows, type Row } from '../rows.ts';

/** Without member: the operator, the payment provider, or somebody who is not named. */
export interface AuditEntry extends Omit<Row<'audit_log'>, 'serverId' | 'id'> {
  id: string;
}

/** An entry as it is written. */
type NewEntry = Omit<AuditEntry, 'id'>;

/** Writes nothing for a server that is gone. */
export async function insertAction(database: Database, serverId: string, entry: NewEntry) {
  const { at, channel, memberId, memberName, action, subject } = entry;
  await database.query(
    'record-action',
    `INSERT INTO audit_log (server_id, at, channel, member_id, member_name, action, subject)
     SELECT id, $2, $3, $4, $5, $6, $7 FROM servers WHERE id = $1`,
    [serverId, at, channel, memberId, memberName, action, subject],
  );
}

/** Newest first. @param slice.before id of an entry; null begins at the top. */
export async function listActions(
  database: Database,
  serverId: string,
  slice: {
    before: number | null;
    limit: number;
    /** The id of a member, or a channel where nobody is named. */
    who: string | null;
    what: string | null;
    since: Date | null;
    until: Date | null;
  },
): Promise<AuditEntry[]> {
  const { before, limit, who, what, since, until } = slice;
  return database.query<AuditEntry>(
    null,
    `SELECT id::text, at, channel, member_id AS "memberId", member_name AS "memberName", action, subject
     FROM audit_log WHERE server_id = $1
       AND ($3::bigint IS NULL OR (at, id) < (SELECT at, id FROM audit_log WHERE server_id = $1 AND id = $3))
       AND ($4::text IS NULL OR member_id = $4 OR (member_id IS NULL AND channel = $4))
       AND ($5::text IS NULL OR action = $5)
       AND at >= coalesce($6, '-infinity'::timestamptz) AND at < coalesce($7, 'infinity'::timestamptz)
     ORDER BY audit_log.at DESC, audit_log.id DESC LIMIT $2`,
    [serverId, limit, before, who, what, since, until],
    { repeatable: true },
  );
}

const MAX_ACTORS = 100;

export async function listActors(database: Database, serverId: string) {
  return database.query<{ memberId: string; memberName: string | null }>(
    null,
    `SELECT member_id AS "memberId", max(member_name) AS "memberName" FROM audit_log
     WHERE server_id = $1 AND member_id IS NOT NULL GROUP BY member_id ORDER BY 2, 1 LIMIT ${MAX_ACTORS}`,
    [serverId],
    { repeatable: true },
  );
}

export async function forgetActor(database: Database, memberId: string): Promise<void> {
  await changeRows(database.kysely, 'audit_log', { memberId }, { memberId: null, memberName: null });
}

export async function removeOldActions(database: Database, before: Date): Promise<void> {
  await deleteRows(database.kysely, 'audit_log', { at: sql`< ${before}` });
}

import { sql } from 'kysely';
import type { Database } from '../connect.ts';
import { changeRows, deleteRows, type Row } from '../rows.ts';

/** Without member: the operator, the payment provider, or somebody who is not named. */
export interface AuditEntry extends Omit<Row<'audit_log'>, 'serverId' | 'id'> {
  id: string;
  /** What the subject was until then, where an entry before says it. */
  before: string | null;
}

/** An entry as it is written. */
type NewEntry = Omit<AuditEntry, 'id' | 'before'>;

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

/** Their subject says the whole of what was set, so the one before it is what it was until then. */
const WITH_BEFORE = [
  ...['alerts.changed', 'drafts.changed', 'hours.changed', 'learning.changed', 'limits.changed'],
  'channels.changed',
];

/** A change of channels begins with the channel that it is about. */
const BEFORE = `
  LEFT JOIN LATERAL (
    SELECT p.subject FROM audit_log p
    WHERE p.server_id = a.server_id AND p.action = a.action AND a.action = ANY($3) AND (p.at, p.id) < (a.at, a.id)
      AND (a.action <> 'channels.changed' OR split_part(p.subject, ' ', 1) = split_part(a.subject, ' ', 1))
    ORDER BY p.at DESC, p.id DESC LIMIT 1) past ON true`;

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
    `SELECT a.id::text, a.at, a.channel, a.member_id AS "memberId", a.member_name AS "memberName", a.action,
       a.subject, past.subject AS before
     FROM (
       SELECT * FROM audit_log WHERE server_id = $1
         AND ($4::bigint IS NULL OR (at, id) < (SELECT at, id FROM audit_log WHERE server_id = $1 AND id = $4))
         AND ($5::text IS NULL OR member_id = $5 OR (member_id IS NULL AND channel = $5))
         AND ($6::text IS NULL OR action = $6)
         AND at >= coalesce($7, '-infinity'::timestamptz) AND at < coalesce($8, 'infinity'::timestamptz)
       ORDER BY at DESC, id DESC LIMIT $2) a ${BEFORE}
     ORDER BY a.at DESC, a.id DESC`,
    [serverId, limit, WITH_BEFORE, before, who, what, since, until],
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

import { sql } from 'kysely';
import type { Database } from '../connect.ts';
import { changeRows, deleteRows, fromRow, type Row } from '../rows.ts';

/** Without member: the operator, the payment provider, or somebody who is not named. */
export interface AuditEntry extends Omit<Row<'audit_log'>, 'serverId' | 'id'> {
  id: string;
}

/** Writes nothing for a server that is gone. */
export async function insertAction(database: Database, serverId: string, entry: Omit<AuditEntry, 'id'>) {
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
  slice: { before: number | null; limit: number },
): Promise<AuditEntry[]> {
  const rows = await database.kysely
    .selectFrom('audit_log')
    .select(['id', 'at', 'channel', 'member_id', 'member_name', 'action', 'subject'])
    .where('server_id', '=', serverId)
    .$if(slice.before !== null, (query) =>
      query.where(
        sql<boolean>`(at, id) < (SELECT at, id FROM audit_log WHERE server_id = ${serverId} AND id = ${slice.before})`,
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(slice.limit)
    .execute();
  return rows.map((row) => ({ ...fromRow(row), id: String(row.id) }));
}

export async function forgetActor(database: Database, memberId: string): Promise<void> {
  await changeRows(database.kysely, 'audit_log', { memberId }, { memberId: null, memberName: null });
}

export async function removeOldActions(database: Database, before: Date): Promise<void> {
  await deleteRows(database.kysely, 'audit_log', { at: sql`< ${before}` });
}

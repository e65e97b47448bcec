import type { Selectable } from 'kysely';
import type { Server } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import type { Schema } from '../schema.ts';
import { toServer } from './servers.ts';

type SessionRow = Selectable<Schema['sessions']>;

export interface StoredSession {
  digest: Buffer;
  kind: 'discord' | 'local';
  memberId: string | null;
  name: string;
  expiresAt: Date;
}

/** Which servers a session may manage, as Discord said at `readAt`. */
export interface Rights {
  sealedToken: Buffer | null;
  guildIds: string[];
  readAt: Date | null;
}

export async function insertSession(
  database: Database,
  session: StoredSession & { sealedToken: Buffer; createdAt: Date },
): Promise<void> {
  await database.kysely
    .insertInto('sessions')
    .values({
      digest: session.digest,
      kind: session.kind,
      member_id: session.memberId,
      name: session.name,
      sealed_token: session.sealedToken,
      guild_ids: [],
      guilds_read_at: null,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
    })
    .execute();
}

/** null: unknown, ended or expired. */
export async function findSession(
  database: Database,
  digest: Buffer,
  now: Date,
): Promise<StoredSession | null> {
  const [row] = await database.query<SessionRow>(
    'find-session',
    'SELECT digest, kind, member_id, name, expires_at FROM sessions WHERE digest = $1 AND expires_at > $2',
    [digest, now],
    { repeatable: true },
  );
  if (!row) return null;
  return {
    digest: row.digest,
    kind: row.kind,
    memberId: row.member_id,
    name: row.name,
    expiresAt: row.expires_at,
  };
}

/** null: the session has ended meanwhile. */
export async function readRights(database: Database, digest: Buffer, now: Date): Promise<Rights | null> {
  const [row] = await database.query<SessionRow>(
    'session-rights',
    'SELECT sealed_token, guild_ids, guilds_read_at FROM sessions WHERE digest = $1 AND expires_at > $2',
    [digest, now],
    { repeatable: true },
  );
  return row ? { sealedToken: row.sealed_token, guildIds: row.guild_ids, readAt: row.guilds_read_at } : null;
}

export async function saveRights(
  database: Database,
  digest: Buffer,
  { guildIds, readAt }: { guildIds: string[]; readAt: Date },
): Promise<void> {
  await database.kysely
    .updateTable('sessions')
    .set({ guild_ids: guildIds, guilds_read_at: readAt })
    .where('digest', '=', digest)
    .execute();
}

export async function deleteSession(database: Database, digest: Buffer): Promise<void> {
  await database.kysely.deleteFrom('sessions').where('digest', '=', digest).execute();
}

/** Deletes every session of a member, or with null all local ones. */
export async function deleteSessionsOf(database: Database, memberId: string | null): Promise<void> {
  const sessions = database.kysely.deleteFrom('sessions');
  await (memberId === null
    ? sessions.where('kind', '=', 'local')
    : sessions.where('member_id', '=', memberId)
  ).execute();
}

/** Those of the servers where the bot is. */
export async function listActiveServers(database: Database, ids: readonly string[]): Promise<Server[]> {
  if (ids.length === 0) return [];
  const rows = await database.kysely
    .selectFrom('servers')
    .selectAll()
    .where('id', 'in', ids)
    .where('active', '=', true)
    .execute();
  return rows.map(toServer);
}

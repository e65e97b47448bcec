import type { Selectable } from 'kysely';
import type { Server } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { fromRow, type Row, toRow } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { toServer } from './servers.ts';

type SessionRow = Selectable<Schema['sessions']>;

export type StoredSession = Pick<Row<'sessions'>, 'digest' | 'kind' | 'memberId' | 'name' | 'expiresAt'>;

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
  const { digest, kind, memberId, name, sealedToken, createdAt, expiresAt } = session;
  const row = toRow({ digest, kind, memberId, name, sealedToken, guildIds: [], createdAt, expiresAt });
  await database.kysely.insertInto('sessions').values(row).execute();
}

/** null: unknown, ended or expired. */
export async function findSession(database: Database, digest: Buffer, now: Date) {
  const [row] = await database.query<
    Pick<SessionRow, 'digest' | 'kind' | 'member_id' | 'name' | 'expires_at'>
  >(
    'find-session',
    'SELECT digest, kind, member_id, name, expires_at FROM sessions WHERE digest = $1 AND expires_at > $2',
    [digest, now],
    { repeatable: true },
  );
  return row ? fromRow(row) : null;
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

/** A sign-in under way: somebody is at Discord and will come back with the state. */
export type SignIn = Omit<Row<'sign_ins'>, 'stateDigest'>;

/** Stores it, and drops what expired before `now`: anybody may begin a sign-in, nobody has to end it. */
export async function insertSignIn(database: Database, signIn: SignIn & { stateDigest: Buffer }, now: Date) {
  const { kysely } = database;
  await kysely.deleteFrom('sign_ins').where('expires_at', '<=', now).execute();
  await kysely.insertInto('sign_ins').values(toRow(signIn)).execute();
}

/** Takes it out: of two that ask with one state, one gets it. */
export async function takeSignIn(database: Database, stateDigest: Buffer): Promise<SignIn | null> {
  const row = await database.kysely
    .deleteFrom('sign_ins')
    .where('state_digest', '=', stateDigest)
    .returning(['browser_digest', 'sealed_verifier', 'next', 'expires_at'])
    .executeTakeFirst();
  return row ? fromRow(row) : null;
}

/** The one link that works from now on. */
export async function replaceLink(database: Database, digest: Buffer, expiresAt: Date): Promise<void> {
  await database.kysely.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('sign_in_links').execute();
    await transaction.insertInto('sign_in_links').values({ digest, expires_at: expiresAt }).execute();
  });
}

/**
 * Uses a link up and begins the session in the same statement: of two that come at once, one gets in.
 * @returns false for a link that is unknown, used or expired.
 */
export async function redeemLink(
  database: Database,
  linkDigest: Buffer,
  session: Pick<StoredSession, 'digest' | 'name' | 'expiresAt'>,
  now: Date,
): Promise<boolean> {
  const rows = await database.query(
    null,
    `WITH used AS (DELETE FROM sign_in_links WHERE digest = $1 RETURNING expires_at)
     INSERT INTO sessions (digest, kind, name, created_at, expires_at)
     SELECT $2::bytea, 'local', $3::text, $4::timestamptz, $5::timestamptz FROM used WHERE used.expires_at > $4
     RETURNING kind`,
    [linkDigest, session.digest, session.name, now, session.expiresAt],
  );
  return rows.length > 0;
}

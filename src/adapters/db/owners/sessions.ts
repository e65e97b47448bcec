import { type Selectable, sql } from 'kysely';
import type { Right, Server } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { changeRows, deleteRows, fromRow, insertNew, type Row, toRow } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { toServer } from './servers.ts';

type SessionRow = Selectable<Schema['sessions']>;

export type StoredSession = Pick<Row<'sessions'>, 'digest' | 'kind' | 'memberId' | 'name' | 'expiresAt'>;

/** The servers a session may manage, as Discord said at `readAt`. */
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

interface FoundSession extends Pick<SessionRow, 'digest' | 'member_id' | 'name' | 'expires_at'> {
  kind: SessionRow['kind'] | 'link';
  /** Both null unless a link made it. */
  server_id: string | null;
  held_right: Right | null;
}

/** Null: unknown, ended or expired. */
export async function findSession(database: Database, digest: Buffer, now: Date) {
  const [row] = await database.query<FoundSession & Record<string, unknown>>(
    'find-session',
    `SELECT digest, kind, member_id, name, expires_at, NULL AS server_id, NULL AS held_right
     FROM sessions WHERE digest = $1 AND expires_at > $2
     UNION ALL SELECT digest, 'link', NULL, name, expires_at, server_id, held_right
     FROM server_sign_ins WHERE digest = $1 AND NOT is_link AND expires_at > $2`,
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
  await changeRows(database.kysely, 'sessions', { digest }, { guildIds, guildsReadAt: readAt });
}

export async function deleteSession(database: Database, digest: Buffer): Promise<void> {
  await deleteRows(database.kysely, 'sessions', { digest });
  await deleteRows(database.kysely, 'server_sign_ins', { digest });
}

/** @param memberId null: all local sessions. */
export async function deleteSessionsOf(database: Database, memberId: string | null): Promise<void> {
  await deleteRows(database.kysely, 'sessions', memberId === null ? { kind: 'local' } : { memberId });
}

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

export type SignIn = Omit<Row<'sign_ins'>, 'stateDigest'>;

/** Also drops expired ones: anybody may begin a sign-in without ending it. */
export async function insertSignIn(database: Database, signIn: SignIn & { stateDigest: Buffer }, now: Date) {
  const { kysely } = database;
  await deleteRows(kysely, 'sign_ins', { expiresAt: sql`<= ${now}` });
  await kysely.insertInto('sign_ins').values(toRow(signIn)).execute();
}

/** One of two callers with the same state gets it. */
export async function takeSignIn(database: Database, stateDigest: Buffer): Promise<SignIn | null> {
  const row = await database.kysely
    .deleteFrom('sign_ins')
    .where('state_digest', '=', stateDigest)
    .returning(['browser_digest', 'sealed_verifier', 'next', 'expires_at'])
    .executeTakeFirst();
  return row ? fromRow(row) : null;
}

/** Earlier links stop working. */
export async function replaceLink(database: Database, digest: Buffer, expiresAt: Date): Promise<void> {
  await database.kysely.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('sign_in_links').execute();
    await transaction.insertInto('sign_in_links').values({ digest, expires_at: expiresAt }).execute();
  });
}

/**
 * Uses a link up and begins the session in one statement: of two at once, one gets in.
 * @returns false for an unknown, used or expired link.
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

export async function insertServerLink(
  database: Database,
  link: Omit<Row<'server_sign_ins'>, 'isLink'>,
): Promise<void> {
  await insertNew(database.kysely, 'server_sign_ins', { ...link, isLink: true });
}

/**
 * Makes the session out of the link, whose digest is gone with that: of two at once, one gets in.
 * @returns false for an unknown, used or expired link.
 */
export async function redeemServerLink(
  database: Database,
  linkDigest: Buffer,
  session: Pick<StoredSession, 'digest' | 'expiresAt'>,
  now: Date,
): Promise<boolean> {
  const link = { digest: linkDigest, isLink: true, expiresAt: sql`> ${now}` };
  const { digest, expiresAt } = session;
  return (
    (await changeRows(database.kysely, 'server_sign_ins', link, { digest, expiresAt, isLink: false })) > 0
  );
}

/** @param which all links to the server and their sessions, or the sessions of one name. @returns how many. */
export function deleteServerSignIns(
  database: Database,
  which: { serverId: string } | { serverId: string; name: string; isLink: false },
): Promise<number> {
  return deleteRows(database.kysely, 'server_sign_ins', which);
}

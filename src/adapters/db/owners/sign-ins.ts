import type { Database } from '../connect.ts';
import type { StoredSession } from './sessions.ts';

/** A sign-in under way: somebody is at Discord and will come back with the state. */
export interface SignIn {
  browserDigest: Buffer;
  sealedVerifier: Buffer;
  next: string;
  expiresAt: Date;
}

/** Stores it, and drops what expired before `now`: anybody may begin a sign-in, nobody has to end it. */
export async function insertSignIn(
  database: Database,
  signIn: SignIn & { stateDigest: Buffer },
  now: Date,
): Promise<void> {
  const { kysely } = database;
  await kysely.deleteFrom('sign_ins').where('expires_at', '<=', now).execute();
  await kysely
    .insertInto('sign_ins')
    .values({
      state_digest: signIn.stateDigest,
      browser_digest: signIn.browserDigest,
      sealed_verifier: signIn.sealedVerifier,
      next: signIn.next,
      expires_at: signIn.expiresAt,
    })
    .execute();
}

/** Takes it out: of two that ask with one state, one gets it. */
export async function takeSignIn(database: Database, stateDigest: Buffer): Promise<SignIn | null> {
  const row = await database.kysely
    .deleteFrom('sign_ins')
    .where('state_digest', '=', stateDigest)
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  return {
    browserDigest: row.browser_digest,
    sealedVerifier: row.sealed_verifier,
    next: row.next,
    expiresAt: row.expires_at,
  };
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

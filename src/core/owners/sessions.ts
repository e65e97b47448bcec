import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import * as store from '../../adapters/db/owners/sessions.ts';
import type { Right } from '../../domain/types.ts';
import type { Core } from '../core.ts';

/** 32 bytes in base64url. */
const SECRET = /^[\w-]{43}$/;
const MAX_SESSION_MS = 7 * 24 * 3600 * 1000;

/** Somebody who signed in: a member of Discord, by their id there, the operator, or an owner by a link to one server. */
export type Person = { name: string } & (
  | { kind: 'discord'; id: string }
  | { kind: 'local'; id: null }
  | { kind: 'link'; id: null; serverId: string; right: Right }
);

export interface Session {
  /** Hex digest of the cookie's secret, never the secret. */
  id: string;
  person: Person;
  /** Stands in every form of this session, and tells also later which session that was. */
  csrf: string;
  expiresAt: Date;
}

/** 32 random bytes for a cookie or a link. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored instead of a secret. */
export function digestOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Of what somebody sends; null for what was never a secret of ours. */
export function digestOfGiven(given: string): Buffer | null {
  return SECRET.test(given) ? digestOf(given) : null;
}

/** A new session's secret and end. @param lifeMs at most so long; seven days at the most. */
export function drawSession(core: Core, lifeMs: number) {
  const secret = makeSecret();
  const digest = digestOf(secret);
  const createdAt = core.clock();
  const expiresAt = new Date(createdAt + Math.min(MAX_SESSION_MS, lifeMs));
  return { secret, digest, createdAt: new Date(createdAt), expiresAt };
}

/** Where the access token of a session is kept. */
export function placeOf(digest: Buffer): string {
  return `session:${digest.toString('hex')}`;
}

/**
 * Who holds this cookie.
 * @param secret the cookie's value; what is malformed costs no query.
 * @returns null for a session that is unknown, ended or expired.
 */
export async function findSession(core: Core, secret: string): Promise<Session | null> {
  const digest = digestOfGiven(secret);
  const found = digest && (await store.findSession(core.database, digest, new Date(core.clock())));
  const person = found && toPerson(core, found);
  if (!person) return null;
  const id = found.digest.toString('hex');
  return { id, person, csrf: `${id}.${core.seal.csrfOf(id)}`, expiresAt: found.expiresAt };
}

type Found = NonNullable<Awaited<ReturnType<typeof store.findSession>>>;

function toPerson(core: Core, { kind, memberId, name, serverId, heldRight }: Found): Person | null {
  if (kind === 'discord') return memberId === null ? null : { kind, id: memberId, name };
  if (kind === 'link')
    return serverId && heldRight ? { kind, id: null, name, serverId, right: heldRight } : null;
  // The operator's way in belongs to the embedded database, wherever its rows may have been copied to.
  return core.database.isEmbedded ? { kind, id: null, name } : null;
}

/** Whether a form carries the session's own token. */
export function isCsrfToken(session: Session, given: string): boolean {
  // Digests, for both must have one length.
  return timingSafeEqual(digestOf(session.csrf), digestOf(given));
}

/** Signs out in this browser. */
export function endSession(core: Core, session: Session): Promise<void> {
  return store.deleteSession(core.database, toDigest(session));
}

/**
 * Signs the person out everywhere and, where it can, ends what Discord granted; of the operator: all local sessions, of
 * whom a link let in: those of the same name on the same server.
 */
export async function endAllSessions(core: Core, session: Session): Promise<void> {
  const { person } = session;
  if (person.kind === 'link') {
    const { serverId, name } = person;
    await store.deleteServerSignIns(core.database, { serverId, name, isLink: false });
    return;
  }
  const rights = await store.readRights(core.database, toDigest(session), new Date(core.clock()));
  await store.deleteSessionsOf(core.database, person.id);
  const token = rights && openToken(core, session, rights);
  // The sessions have ended, whatever Discord says; its adapter has logged why it could not.
  if (token) await core.discordSignIn?.revoke(token).catch(() => undefined);
}

/** The access token of a session; null where it cannot be read any more. */
export function openToken(core: Core, session: Session, { sealedToken }: store.Rights): string | null {
  return sealedToken && core.seal.open(sealedToken, placeOf(toDigest(session)));
}

/** What a session is stored under. */
export function toDigest({ id }: Session): Buffer {
  return Buffer.from(id, 'hex');
}

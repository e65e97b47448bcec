import { timingSafeEqual } from 'node:crypto';
import * as store from '../../adapters/db/owners/sessions.ts';
import type { Core } from '../core.ts';
import { digestOf, digestOfGiven, makeSecret } from './sessions.ts';

const KEPT_MS = 3_600_000;

/** A form that was sent after its session had ended. */
export interface KeptForm {
  /** Path that it was sent to, and path of the page on which it stands. */
  action: string;
  page: string;
  fields: [name: string, value: string][];
}

/**
 * Keeps a form for an hour, until its sender has signed in again. Takes only what a page of ours sent: the form's
 * token is that of a session, and the session has ended.
 * @returns what the sender opens it with; null for any other form
 */
export async function keepForm(core: Core, csrf: string, form: KeptForm): Promise<string | null> {
  const [sessionId = '', mac] = csrf.split('.');
  if (!mac || !timingSafeEqual(digestOf(mac), digestOf(core.seal.csrfOf(sessionId)))) return null;
  const digest = Buffer.from(sessionId, 'hex');
  if (await store.findSession(core.database, digest, new Date(core.clock()))) return null;
  const secret = makeSecret();
  const key = keyOf(digestOf(secret));
  const value = core.seal.close(JSON.stringify(form), key).toString('base64');
  await core.cache.setMany([{ key, value }], KEPT_MS);
  return secret;
}

/** @returns null where it is unknown, or too old */
export async function readKeptForm(core: Core, secret: string): Promise<KeptForm | null> {
  const digest = digestOfGiven(secret);
  if (!digest) return null;
  const [sealed] = await core.cache.getMany<string>([keyOf(digest)]);
  const text = sealed === undefined ? null : core.seal.open(Buffer.from(sealed, 'base64'), keyOf(digest));
  return text === null ? null : JSON.parse(text);
}

function keyOf(digest: Buffer): string {
  return `form:${digest.toString('hex')}`;
}

import { timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import * as store from '../../adapters/db/owners/sessions.ts';
import { type DiscordSignIn, TokenRefusedError } from '../../adapters/discord-sign-in.ts';
import { AppError } from '../../domain/errors.ts';
import { cutAt, toCleanName } from '../../domain/text.ts';
import type { Core } from '../core.ts';
import type { serverLinkSchema } from './keys.ts';
import { getServer } from './servers.ts';
import { digestOf, digestOfGiven, drawSession, makeSecret, placeOf } from './sessions.ts';

const SIGN_IN_MS = 10 * 60_000;
const LINK_MS = 24 * 3600 * 1000;
const MAX_NAME_CHARACTERS = 100;
const MAX_NEXT_CHARACTERS = 500;
const MAX_CODE_CHARACTERS = 500;
const HOME = '/servers';

/** Path and query in plain ASCII, no empty and no dot segment, nothing that names another host. */
const OWN_PATH =
  /^(?:\/(?!\.{1,2}(?:[/?]|$))(?:[\w.~:@!$&'()*+,;=-]|%[2-9A-F][0-9A-F])+)+\/?(?:\?[\w.~:@!$&'()*+,;=/?%-]*)?$/i;
/** A dot, slash or backslash in disguise. */
const DISGUISED = /%(?:2e|2f|5c|7f)/i;

/** What the login page offers: Discord where it is set up, the operator's link on the embedded database. */
export function signInMethods(core: Core): { discord: boolean; local: boolean } {
  return { discord: core.discordSignIn !== null, local: core.database.isEmbedded };
}

/** A path of the dashboard to go to after signing in; anything else is the list of servers. */
export function toOwnPath(next: string): string {
  const [path = ''] = next.split('?');
  const isOwn =
    next.length <= MAX_NEXT_CHARACTERS &&
    OWN_PATH.test(next) &&
    !DISGUISED.test(path) &&
    !/^\/login\b/.test(path);
  return isOwn ? next : HOME;
}

/**
 * Begins a sign-in that only this browser can end, within 10 minutes.
 * @param input.browserSecret what the browser keeps already: sign-ins of two tabs go on side by side
 * @returns where to send the browser, and what it has to keep in a cookie meanwhile.
 * @throws AppError('forbidden') where sign-in with Discord is not set up
 */
export async function beginSignIn(core: Core, input: { next: string; browserSecret?: string | undefined }) {
  const { url, state, verifier } = await requireDiscord(core).begin();
  const given = input.browserSecret ?? '';
  const browserSecret = digestOfGiven(given) ? given : makeSecret();
  const stateDigest = digestOf(state);
  const now = core.clock();
  const begun = {
    ...{ stateDigest, browserDigest: digestOf(browserSecret) },
    sealedVerifier: core.seal.close(verifier, verifierPlace(stateDigest)),
    ...{ next: toOwnPath(input.next), expiresAt: new Date(now + SIGN_IN_MS) },
  };
  await store.insertSignIn(core.database, begun, new Date(now));
  return { url, browserSecret };
}

/**
 * Ends a sign-in with what Discord sent back; a state is good once, whatever comes of it.
 * @throws AppError('forbidden' (unknown, used, expired, another browser's, refused) | 'discord_unavailable')
 */
export async function completeSignIn(
  core: Core,
  input: { state: string; code: string; browserSecret: string | null },
): Promise<{ secret: string; expiresAt: Date; next: string }> {
  const discord = requireDiscord(core);
  const { verifier, next } = await takeSignIn(core, input);
  const isCode = input.code !== '' && input.code.length <= MAX_CODE_CHARACTERS;
  const token = isCode ? await discord.redeemCode(input.code, verifier) : null;
  if (!token) throw new AppError('forbidden');
  const user = await readUser(discord, token.accessToken);
  const session = drawSession(core, token.lifeSeconds * 1000);
  await store.insertSession(core.database, {
    ...session,
    kind: 'discord',
    memberId: user.id,
    name: cutAt(toCleanName(user.name), MAX_NAME_CHARACTERS) || user.id,
    sealedToken: core.seal.close(token.accessToken, placeOf(session.digest)),
  });
  return { secret: session.secret, expiresAt: session.expiresAt, next };
}

/**
 * Signs the operator in with a link of the embedded database; it works once.
 * @throws AppError('forbidden') for a token that is unknown, used or expired
 */
export async function signInLocally(core: Core, token: string): Promise<{ secret: string; expiresAt: Date }> {
  const digest = core.database.isEmbedded ? digestOfGiven(token) : null;
  if (!digest) throw new AppError('forbidden');
  const session = drawSession(core, Number.POSITIVE_INFINITY);
  const row = { ...session, name: 'operator' };
  if (!(await store.redeemLink(core.database, digest, row, session.createdAt)))
    throw new AppError('forbidden');
  return { secret: session.secret, expiresAt: session.expiresAt };
}

/**
 * An address that signs the operator in once within 24 hours; earlier ones stop working.
 * @throws AppError('forbidden') on PostgreSQL, where people sign in with Discord
 */
export async function createLocalLink(core: Core): Promise<string> {
  if (!core.database.isEmbedded) {
    throw new AppError('forbidden', {
      message:
        "The operator's own link works only with the embedded database. With DATABASE_URL, make a link to one server, or sign in with Discord: set DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET.",
    });
  }
  const token = makeSecret();
  await store.replaceLink(core.database, digestOf(token), new Date(core.clock() + LINK_MS));
  return `${core.config.PUBLIC_URL}/login/local?token=${token}`;
}

/**
 * An address that signs in to this one server once within 24 hours, on either database.
 * @returns also what the audit log says of it. @throws AppError('not_found')
 */
export async function createServerLink(
  core: Core,
  serverId: string,
  { right, name }: z.output<typeof serverLinkSchema>,
) {
  await getServer(core, serverId);
  const token = makeSecret();
  const expiresAt = new Date(core.clock() + LINK_MS);
  const link = { serverId, digest: digestOf(token), heldRight: right, name: name || right, expiresAt };
  await store.insertServerLink(core.database, link);
  const url = `${core.config.PUBLIC_URL}/login/link?token=${token}`;
  return {
    shape: { url, expires_at: expiresAt.toISOString(), right },
    subject: name ? `${name} (${right})` : right,
  };
}

/**
 * Signs in with a link to one server; the session ends after a week, or with the server.
 * @throws AppError('forbidden') for a token that is unknown, used or expired
 */
export async function signInToServer(
  core: Core,
  token: string,
): Promise<{ secret: string; expiresAt: Date }> {
  const digest = digestOfGiven(token);
  const session = drawSession(core, Number.POSITIVE_INFINITY);
  if (!digest || !(await store.redeemServerLink(core.database, digest, session, session.createdAt)))
    throw new AppError('forbidden');
  return { secret: session.secret, expiresAt: session.expiresAt };
}

/** Ends all links to a server, and all sessions that they made. @returns how many. @throws AppError('not_found') */
export async function endServerSignIns(core: Core, serverId: string): Promise<number> {
  await getServer(core, serverId);
  return store.deleteServerSignIns(core.database, { serverId });
}

async function takeSignIn(core: Core, input: { state: string; browserSecret: string | null }) {
  const stateDigest = digestOfGiven(input.state);
  const found = stateDigest && (await store.takeSignIn(core.database, stateDigest));
  const browserDigest = digestOfGiven(input.browserSecret ?? '');
  const isValid =
    found &&
    browserDigest &&
    timingSafeEqual(browserDigest, found.browserDigest) &&
    found.expiresAt.getTime() > core.clock();
  const verifier = isValid ? core.seal.open(found.sealedVerifier, verifierPlace(stateDigest)) : null;
  if (!found || verifier === null) throw new AppError('forbidden');
  return { verifier, next: toOwnPath(found.next) };
}

async function readUser(discord: DiscordSignIn, accessToken: string) {
  try {
    return await discord.readUser(accessToken);
  } catch (error) {
    throw error instanceof TokenRefusedError ? new AppError('forbidden') : error;
  }
}

function requireDiscord({ discordSignIn }: Core): DiscordSignIn {
  if (!discordSignIn) throw new AppError('forbidden', { message: 'Sign-in with Discord is not set up.' });
  return discordSignIn;
}

function verifierPlace(stateDigest: Buffer): string {
  return `sign-in:${stateDigest.toString('hex')}`;
}

import * as store from '../../adapters/db/owners/sessions.ts';
import { type GuildsOfPerson, TokenRefusedError } from '../../adapters/discord-sign-in.ts';
import { AppError } from '../../domain/errors.ts';
import { RIGHTS_MS } from '../../domain/limits.ts';
import type { Right, Server } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { isYoung } from '../runtime/memory.ts';
import { reaches, rightOf } from './access.ts';
import { getServer, listServers, serverIdSchema } from './servers.ts';
import { endSession, openToken, type Session, toDigest } from './sessions.ts';
import { parseSettings, type Settings } from './settings.ts';

/** A server with what somebody may do there. */
export interface ReachableServer extends Server {
  right: Right;
}

/**
 * The servers where the person has a right and where the bot is, by name; for the operator all servers, for a link its
 * one.
 * @throws AppError('not_signed_in') when Discord refuses the token (the session has then ended),
 * AppError('discord_unavailable')
 */
export async function listReachable(core: Core, session: Session): Promise<ReachableServer[]> {
  const servers = await findReachable(core, session);
  const collator = new Intl.Collator('de', { numeric: true });
  return servers.toSorted((a, b) => collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
}

async function findReachable(core: Core, session: Session): Promise<ReachableServer[]> {
  const asAdmin = (server: Server) => ({ ...server, right: 'admin' as const });
  const { person } = session;
  if (person.kind === 'local') return (await listServers(core)).map(asAdmin);
  if (person.kind === 'link') return [{ ...(await findServer(core, person.serverId)), right: person.right }];
  const managed = await readManaged(core, session);
  const { others } = await readGuilds(core, session);
  const found = await store.listActiveServers(core.database, [...managed, ...others]);
  const reached = await Promise.all(
    found.map(async (server) => {
      if (managed.includes(server.id)) return asAdmin(server);
      // One server whose roles cannot be read costs nobody the others.
      const right = await readRight(core, server, person.id).catch(() => null);
      return right && { ...server, right };
    }),
  );
  return reached.filter((server) => server !== null);
}

/**
 * The server, if the person's right there reaches what is needed at this moment; what Discord said counts for 60 s.
 * @throws AppError('not_found' (unknown, another's or beyond their right, without telling which) | 'not_signed_in' |
 * 'discord_unavailable')
 */
export async function requireRight(
  core: Core,
  session: Session,
  serverId: string,
  needed: Right = 'admin',
): Promise<ReachableServer> {
  if (!serverIdSchema.safeParse(serverId).success) throw new AppError('not_found');
  const right = await findRight(core, session, serverId);
  if (right === null || !reaches(right, needed)) throw new AppError('not_found');
  return { ...(await findServer(core, serverId)), right };
}

async function findRight(core: Core, session: Session, serverId: string): Promise<Right | null> {
  const { person } = session;
  if (person.kind === 'local') return 'admin';
  if (person.kind === 'link') return person.serverId === serverId ? person.right : null;
  if ((await readManaged(core, session)).includes(serverId)) return 'admin';
  const { others } = await readGuilds(core, session);
  if (!others.includes(serverId)) return null;
  const server = await findServer(core, serverId);
  return server.active ? readRight(core, server, person.id) : null;
}

function findServer(core: Core, serverId: string): Promise<Server> {
  return getServer(core, serverId).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not_found' ? new AppError('not_found') : error;
  });
}

/** By the roles that the bot sees; none where nobody was given a right, or where the bot may not look. */
async function readRight(core: Core, server: Server, memberId: string): Promise<Right | null> {
  const settings = parseSettings(server.settings);
  const isShared = Object.keys(settings.access).length > 0;
  if (!isShared || !core.discord) return null;
  return askForRight(core, core.discord, { settings, serverId: server.id, memberId });
}

async function askForRight(
  core: Core,
  discord: NonNullable<Core['discord']>,
  { settings, serverId, memberId }: { settings: Settings; serverId: string; memberId: string },
): Promise<Right | null> {
  try {
    const ask = () => discord.readMemberRoles(serverId, memberId);
    const roleIds = await core.rolesOfMembers(`${serverId}:${memberId}`, ask);
    return rightOf(settings, { isAdmin: false, roleIds });
  } catch (error) {
    if (error instanceof AppError && error.code !== 'discord_unavailable') return null;
    core.log.warn({ err: error, server: serverId }, 'roles of a member not read');
    throw error;
  }
}

/** Ids of the servers this person may manage, read at most 60 s ago, by whichever process. */
async function readManaged(core: Core, session: Session): Promise<readonly string[]> {
  const { readAt, guildIds } = await readStored(core, session);
  const isKnown = readAt !== null && isYoung(core.clock, readAt.getTime(), RIGHTS_MS);
  return isKnown ? guildIds : (await readGuilds(core, session)).managed;
}

/** All servers of this person, read at most 60 s ago; requests that come at once share one reading. */
function readGuilds(core: Core, session: Session): Promise<GuildsOfPerson> {
  return core.guildsOfSessions(session.id, () => askDiscord(core, session));
}

async function readStored(core: Core, session: Session): Promise<store.Rights> {
  const rights = await store.readRights(core.database, toDigest(session), new Date(core.clock()));
  if (!rights) throw new AppError('not_signed_in');
  return rights;
}

async function askDiscord(core: Core, session: Session): Promise<GuildsOfPerson> {
  // Before the question: the answer may be as old as that.
  const readAt = new Date(core.clock());
  const token = openToken(core, session, await readStored(core, session));
  try {
    // The application or the secret may no longer be the one that the token was sealed for.
    if (!core.discordSignIn || token === null) throw new TokenRefusedError();
    const guilds = await core.discordSignIn.listGuilds(token);
    await store.saveRights(core.database, toDigest(session), { guildIds: guilds.managed, readAt });
    return guilds;
  } catch (error) {
    if (!(error instanceof TokenRefusedError)) throw error;
    await endSession(core, session);
    throw new AppError('not_signed_in');
  }
}

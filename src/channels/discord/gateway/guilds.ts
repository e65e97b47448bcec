import type {
  APIGuild,
  Client,
  GatewayGuildCreateDispatchData,
  GatewayReadyDispatchData,
  Guild,
  REST,
} from 'discord.js';
import { Events, GatewayDispatchEvents, Routes, ShardClientUtil } from 'discord.js';
import type { Core } from '../../../core/core.ts';
import type { ServerFacts } from '../../../core/members/arrivals.ts';
import {
  findMissingServers,
  leaveServers,
  updateMemberCount,
  welcomeServers,
} from '../../../core/members/arrivals.ts';
import { recordAction } from '../../../core/members/audit.ts';
import { setRight } from '../../../core/owners/access.ts';
import { chatIdSchema } from '../../../core/owners/setting-list/kinds.ts';
import { attemptEach } from '../../../domain/errors.ts';
import { LANGUAGES } from '../../../domain/types.ts';
import { isOutOfReach } from '../errors.ts';
import { createWorker } from './worker.ts';

/** By server; null: the bot was removed. */
type PendingFacts = Map<string, ServerFacts | null>;

/** The servers that READY listed of one shard, and those that came after it. */
interface Listing {
  ids: Set<string>;
  isOurs(id: string): boolean;
}

/** Keeps in the database which servers the bot is on, with members and the day it joined. */
export function createGuilds(core: Core, rest: REST) {
  const waiting: PendingFacts = new Map();
  const listings = new Map<number, Listing>();
  const stopping = new AbortController();
  // One run at a time, so that what happened last is what stands.
  const worker = createWorker({
    isWaiting: () => waiting.size + listings.size > 0,
    work: () =>
      attemptEach([() => writeFacts(core, waiting, stopping.signal), writeListings], (attempt) => attempt()),
    onFault: (error, isAgain) => {
      if (stopping.signal.aborted) return;
      const fields = { err: error, servers: waiting.size };
      core.log[isAgain ? 'debug' : 'warn'](fields, 'servers not stored, trying again');
    },
  });

  function note(guild: Guild): void {
    if (!guild.available) return;
    for (const { ids } of listings.values()) ids.add(guild.id);
    noteFact(guild.id, factsOf(guild));
  }
  function noteFact(id: string, fact: ServerFacts | null): void {
    waiting.set(id, fact);
    worker.wake();
  }
  async function writeListings(): Promise<void> {
    await attemptEach([...listings], async ([shard, listing]) => {
      await leaveMissing(core, rest, listing, stopping.signal);
      if (listings.get(shard) === listing) listings.delete(shard);
    });
  }

  return {
    follow: (client: Client): void => {
      // Compatible servers leave it out where there is no outage; the library would then wait for ever.
      client.ws.on(GatewayDispatchEvents.GuildCreate, (guild: GatewayGuildCreateDispatchData) => {
        guild.unavailable ??= false;
      });
      client.on(Events.GuildCreate, note);
      client.on(Events.GuildAvailable, note);
      client.on(Events.GuildUpdate, (_, guild) => note(guild));
      client.on(Events.GuildRoleDelete, ({ id, guild }) => void forgetRole(core, guild.id, id));
      // Without a reason it is an outage, which the client reports as another event.
      client.on(Events.GuildDelete, (guild) => noteFact(guild.id, null));
      client.ws.on(GatewayDispatchEvents.Ready, (ready: GatewayReadyDispatchData) => {
        listings.set(ready.shard?.[0] ?? 0, listingOf(ready));
        worker.wake();
      });
    },
    /** Writes what is known of a guild and resolves when it is stored. */
    ensure: (guild: Guild): Promise<void> => welcomeServers(core, [factsOf(guild)]),
    /** Reads the member counts anew; joins and leaves are not told without a privileged intent. */
    refresh: async (client: Client<true>, signal: AbortSignal): Promise<void> => {
      for (const id of client.guilds.cache.keys()) {
        if (signal.aborted) return;
        await refreshOne(core, rest, id);
      }
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await worker.stop();
    },
  };
}

async function writeFacts(core: Core, waiting: PendingFacts, signal: AbortSignal): Promise<void> {
  const batch = [...waiting];
  const takeOut = (done: typeof batch) => {
    for (const [id, fact] of done) if (waiting.get(id) === fact) waiting.delete(id);
  };
  const [joined, left] = [batch.filter(([, fact]) => fact), batch.filter(([, fact]) => !fact)];
  if (joined.length > 0)
    await welcomeServers(
      core,
      joined.flatMap(([, fact]) => fact ?? []),
    );
  takeOut(joined);
  const ids = left.map(([id]) => id);
  await leaveServers(core, ids, { isLeft: (id) => waiting.get(id) === null, signal });
  takeOut(left);
}

/** A platform may give the id of a deleted role to a new one, which must not come with the right of the old one. */
async function forgetRole(core: Core, serverId: string, role: string): Promise<void> {
  try {
    const deeds = await setRight(core, serverId, { role, right: null });
    const actor = { channel: 'discord' as const, memberId: null, memberName: null };
    for (const deed of deeds) await recordAction(core, { serverId, actor, ...deed });
  } catch (error) {
    core.log.warn({ err: error, server: serverId }, 'access of a deleted role not removed');
  }
}

function listingOf({ guilds, shard = [0, 1] }: GatewayReadyDispatchData): Listing {
  const [number, count] = shard;
  return {
    ids: new Set(guilds.map(({ id }) => id)),
    isOurs: (id) =>
      chatIdSchema.safeParse(id).success && ShardClientUtil.shardIdForGuildId(id, count) === number,
  };
}

/** A server that READY does not list was left while nobody looked; an empty list is not believed without asking. */
async function leaveMissing(
  core: Core,
  rest: REST,
  { ids, isOurs }: Listing,
  signal: AbortSignal,
): Promise<void> {
  const missing = await findMissingServers(core, ids, isOurs);
  const left: string[] = [];
  const look = () =>
    attemptEach(missing, async (id) => {
      if (ids.size > 0 || (await isClosed(rest, id))) left.push(id);
    });
  const isLeft = (id: string) => !ids.has(id);
  await attemptEach([look, () => leaveServers(core, left, { isLeft, signal })], (attempt) => attempt());
}

/** @throws where it cannot be told */
async function isClosed(rest: REST, id: string): Promise<boolean> {
  return rest.get(Routes.guild(id)).then(
    () => false,
    (error: unknown) => {
      if (isOutOfReach(error)) return true;
      throw error;
    },
  );
}

async function refreshOne(core: Core, rest: REST, id: string): Promise<void> {
  try {
    const query = new URLSearchParams({ with_counts: 'true' });
    const guild = (await rest.get(Routes.guild(id), { query })) as APIGuild;
    const members = guild.approximate_member_count;
    if (members !== undefined) await updateMemberCount(core, id, members);
  } catch (error) {
    core.log.debug({ err: error, server: id }, 'member count not read');
  }
}

function factsOf(guild: Guild): ServerFacts {
  return {
    id: guild.id,
    name: guild.name,
    icon: guild.iconURL(),
    members: guild.memberCount ?? 0,
    joinedAt: guild.joinedTimestamp ? new Date(guild.joinedTimestamp) : null,
    language: LANGUAGES.find((language) => guild.preferredLocale?.startsWith(language)) ?? 'en',
  };
}

import {
  type APIGuild,
  type Client,
  Events,
  GatewayDispatchEvents,
  type GatewayReadyDispatchData,
  type Guild,
  type REST,
  Routes,
  ShardClientUtil,
} from 'discord.js';
import {
  leaveMissingServers,
  leaveServer,
  type ServerFacts,
  updateMemberCount,
  welcomeServers,
} from '../../core/arrivals.ts';
import type { Core } from '../../core/core.ts';

/** Facts that arrive together (a thousand at start) are written together. */
const GATHER_MS = 50;
const RETRY_MS = 2_000;

export interface Guilds {
  /** Follows joins, changes and removals that this client is told of. */
  follow(client: Client): void;
  /** Writes what is known of a guild and resolves when it is stored. */
  ensure(guild: Guild): Promise<void>;
  /** Reads the member counts anew; joins and leaves are not told without a privileged intent. */
  refresh(client: Client<true>, signal: AbortSignal): Promise<void>;
  stop(): void;
}

/** Keeps in the database which servers the bot is on, with members and the day it joined. */
export function createGuilds(core: Core, rest: REST): Guilds {
  const waiting = new Map<string, ServerFacts>();
  const stored = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;

  function note(guild: Guild): void {
    waiting.set(guild.id, factsOf(guild));
    if (!isStopped) timer ??= setTimeout(() => void write(), GATHER_MS);
  }

  async function write(): Promise<void> {
    timer = null;
    const batch = [...waiting.values()];
    try {
      await welcomeServers(core, batch);
      for (const facts of batch) {
        stored.add(facts.id);
        if (waiting.get(facts.id) === facts) waiting.delete(facts.id);
      }
    } catch (error) {
      core.log.warn({ err: error, servers: batch.length }, 'servers not stored, trying again');
      if (!isStopped) timer ??= setTimeout(() => void write(), RETRY_MS);
    }
  }

  async function leave(id: string): Promise<void> {
    waiting.delete(id);
    stored.delete(id);
    await leaveServer(core, id).catch((error: unknown) =>
      core.log.warn({ err: error, server: id }, 'leaving not stored'),
    );
  }

  /** READY lists every server of the shard: one that is missing was left while nobody looked. */
  async function compare(ids: readonly string[], [shard, count]: readonly [number, number]): Promise<void> {
    const isOurs = (id: string) =>
      /^\d{1,20}$/.test(id) && ShardClientUtil.shardIdForGuildId(id, count) === shard;
    await leaveMissingServers(core, new Set(ids), isOurs).catch((error: unknown) =>
      core.log.warn({ err: error, shard }, 'servers not compared'),
    );
  }

  return {
    follow: (client) => {
      client.on(Events.GuildCreate, note);
      client.on(Events.GuildAvailable, note);
      client.on(Events.GuildUpdate, (_, guild) => note(guild));
      // Without a reason it is an outage, which the client reports as another event.
      client.on(Events.GuildDelete, (guild) => void leave(guild.id));
      client.ws.on(GatewayDispatchEvents.Ready, ({ guilds, shard }: GatewayReadyDispatchData) => {
        void compare(
          guilds.map(({ id }) => id),
          shard ?? [0, 1],
        );
      });
    },
    ensure: async (guild) => {
      if (stored.has(guild.id)) return;
      await welcomeServers(core, [factsOf(guild)]);
      stored.add(guild.id);
    },
    refresh: async (client, signal) => {
      for (const id of client.guilds.cache.keys()) {
        if (signal.aborted) return;
        await refreshOne(core, rest, id);
      }
    },
    stop: () => {
      isStopped = true;
      if (timer) clearTimeout(timer);
    },
  };
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
    language: guild.preferredLocale?.startsWith('de') ? 'de' : 'en',
  };
}

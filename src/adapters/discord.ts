import type { APIMessage, RateLimitData, REST } from 'discord.js';
import type { Config } from '../config.ts';
import { type CommandDefinition, NEEDED_RIGHTS } from '../domain/command-definitions.ts';
import { AppError, MISSING_RIGHTS } from '../domain/errors.ts';
import { createPostReader, type PostReader } from './discord-posts.ts';

export interface Application {
  id: string;
  name: string;
  mayReadMessages: boolean;
}

interface Announcement {
  /** A channel of another server takes nothing. */
  serverId: string;
  channelId: string;
  /** At most 2,000 characters. */
  text: string;
  /** At most 25 characters; the same again within minutes is the same message. */
  nonce: string;
  /** A message of the bot's own, and the member who is pinged; what its last reply there says is not said again. */
  replyTo?: { messageId: string; memberId: string | null };
}

/** `text` takes messages, `forum` takes posts. */
export interface GuildChannel {
  id: string;
  name: string;
  /** A category takes no messages itself. */
  kind: 'text' | 'voice' | 'forum' | 'category';
  above: string | null;
}

export interface Guild {
  channels: GuildChannel[];
  /** Without @everyone and roles of bots. */
  roles: { id: string; name: string }[];
}

export interface GuildRights {
  name: string;
  missing: string[];
}

export interface Discord {
  posts: PostReader;
  /** @throws an Error of the library, with `status` 401 for a wrong token; within 5 s. */
  readApplication(): Promise<Application>;
  /** Commands for all servers, with their texts in every language. @throws as before */
  readCommands(applicationId: string): Promise<CommandDefinition[]>;
  /** For the first thousand servers; channels may take away more. @throws an Error of the library; within 5 s. */
  readRights(): Promise<GuildRights[]>;
  /** @throws AppError('not_found' | 'forbidden' | 'discord_unavailable'); within 5 s. */
  readGuild(guildId: string): Promise<Guild>;
  /** Ids. @throws AppError('not_found' | 'forbidden' | 'discord_unavailable'); within 5 s. */
  readMemberRoles(guildId: string, memberId: string): Promise<string[]>;
  /**
   * Sends a message within 5 s.
   * @throws AppError('not_found'), AppError('forbidden') when a right is missing, AppError('discord_unavailable') when
   * another try may help
   */
  announce(announcement: Announcement, signal?: AbortSignal): Promise<void>;
}

const TIMEOUT_MS = 5_000;
/** The nonce makes another try safe. */
const SEND_RETRIES = 1;

/** A proxy may change its status, which is 404. */
const UNKNOWN_CHANNEL = 10003;
/** What a reply to a message that is gone is, too. */
const INVALID_FORM = 50035;

/** A directory of servers is nothing to choose. */
const KINDS: Partial<Record<number, GuildChannel['kind']>> = {
  0: 'text',
  2: 'voice',
  4: 'category',
  5: 'text',
  13: 'voice',
  15: 'forum',
  16: 'forum',
};
const MOST_CHANNELS = 1_000;

interface APIGuildChannel {
  id: string;
  name: string;
  type: number;
  position?: number;
  parent_id?: string | null;
}
interface APIPartialGuild {
  id: string;
  name: string;
  permissions: string;
}
interface APIRole {
  id: string;
  name: string;
  position: number;
  tags?: { bot_id?: string };
}

/** null without a token. */
export function createDiscord(config: Pick<Config, 'DISCORD_TOKEN' | 'DISCORD_API_URL'>): Discord | null {
  const token = config.DISCORD_TOKEN;
  if (!token) return null;
  const openReader = keepRest(config.DISCORD_API_URL, { token, retries: 0 });
  const openSender = keepRest(config.DISCORD_API_URL, { token, retries: SEND_RETRIES });
  return {
    posts: createPostReader(config.DISCORD_API_URL, token),
    readApplication: async () => {
      const { ApplicationFlags, Routes } = await import('discord.js');
      const rest = await openReader();
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const read = await rest.get(Routes.currentApplication(), { signal });
      const { id, name, flags = 0 } = read as { id: string; name: string; flags?: number };
      const isOn = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;
      return { id, name, mayReadMessages: (flags & isOn) !== 0 };
    },
    readCommands: async (applicationId) => {
      const { Routes } = await import('discord.js');
      const rest = await openReader();
      const query = new URLSearchParams({ with_localizations: 'true' });
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const read = await rest.get(Routes.applicationCommands(applicationId), { query, signal });
      return Array.isArray(read) ? read : [];
    },
    readRights: async () => readRights(await openReader()),
    readGuild: async (guildId) => {
      const { Routes } = await import('discord.js');
      const rest = await openReader();
      const options = { signal: AbortSignal.timeout(TIMEOUT_MS) };
      try {
        const [channels, roles] = await Promise.all([
          rest.get(Routes.guildChannels(guildId), options),
          rest.get(Routes.guildRoles(guildId), options),
        ]);
        return {
          channels: toChannels(channels as APIGuildChannel[]),
          roles: toRoles(roles as APIRole[], guildId),
        };
      } catch (error) {
        throw toAppError(error);
      }
    },
    readMemberRoles: async (guildId, memberId) => {
      const { Routes } = await import('discord.js');
      const rest = await openReader();
      const options = { signal: AbortSignal.timeout(TIMEOUT_MS) };
      const read = await rest.get(Routes.guildMember(guildId, memberId), options).catch((error: unknown) => {
        throw toAppError(error);
      });
      const { roles } = read as { roles?: unknown };
      return Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : [];
    },
    announce: async (announcement, stop) => {
      const { Routes } = await import('discord.js');
      const rest = await openSender();
      const { serverId, channelId, text, nonce, replyTo } = announcement;
      const allowed_mentions = { parse: [], users: replyTo?.memberId ? [replyTo.memberId] : [] };
      const about = replyTo && { message_reference: { message_id: replyTo.messageId } };
      const body = { content: text, nonce, enforce_nonce: true, allowed_mentions, ...about };
      const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(stop ? [stop] : [])]);
      try {
        const channel = await rest.get(Routes.channel(channelId), { signal });
        if ((channel as { guild_id?: string }).guild_id !== serverId) throw new AppError('not_found');
        if (replyTo && (await isSaid(rest, announcement, signal))) return;
        await rest.post(Routes.channelMessages(channelId), { body, signal });
      } catch (error) {
        throw error instanceof AppError ? error : toAppError(error);
      }
    },
  };
}

/** A reply of minutes ago is among the newest messages, and a dead process may not have told of it. */
async function isSaid(
  rest: REST,
  { channelId, text, replyTo }: Announcement,
  signal: AbortSignal,
): Promise<boolean> {
  const { Routes } = await import('discord.js');
  const query = new URLSearchParams({ limit: '100' });
  const newest = (await rest.get(Routes.channelMessages(channelId), { query, signal })) as APIMessage[];
  const last = newest.find(
    ({ author, message_reference: to, referenced_message: about }) =>
      to?.message_id === replyTo?.messageId && author.id === about?.author.id,
  );
  return last?.content === text;
}

const GUILDS_PER_PAGE = 200;
const GUILD_PAGES = 5;
const PAGE_WAIT_MS = 1_500;

async function readRights(rest: REST): Promise<GuildRights[]> {
  const { PermissionsBitField, Routes } = await import('discord.js');
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const found: GuildRights[] = [];
  let after = '0';
  for (let page = 0; page < GUILD_PAGES; page += 1) {
    const query = new URLSearchParams({ limit: String(GUILDS_PER_PAGE), after });
    const guilds = (await rest.get(Routes.userGuilds(), { query, signal })) as APIPartialGuild[];
    for (const { name, permissions } of guilds) {
      const has = new PermissionsBitField(BigInt(permissions));
      found.push({ name, missing: has.missing([...NEEDED_RIGHTS]) });
    }
    if (guilds.length < GUILDS_PER_PAGE) break;
    after = guilds.at(-1)?.id ?? after;
  }
  return found;
}

/** One client for all calls: it knows the limits of each route, and its timers are never stopped. */
function keepRest(api: string, { token, retries }: { token: string; retries: number }): () => Promise<REST> {
  let opened: Promise<REST> | null = null;
  const open = async () => {
    // Takes 300 ms, which every command would pay.
    const { REST, Routes } = await import('discord.js');
    // The client's own count of a second is waited for, and the next page of servers; another limit is told at once.
    const isTooLong = ({ route, global: isOfAll, retryAfter }: RateLimitData) =>
      (route !== Routes.userGuilds() && !isOfAll) || retryAfter > PAGE_WAIT_MS;
    const limits = { timeout: TIMEOUT_MS, retries, rejectOnRateLimit: isTooLong };
    return new REST({ version: '10', api, ...limits });
  };
  return async () => {
    opened ??= open().catch((error: unknown) => {
      opened = null;
      throw error;
    });
    // The library drops a refused token for good.
    return (await opened).setToken(token);
  };
}

function toChannels(channels: readonly APIGuildChannel[]): GuildChannel[] {
  const positions = new Map(channels.map(({ id, position = 0 }) => [id, position]));
  const rank = ({ parent_id: parent, position = 0, type }: APIGuildChannel) => {
    if (KINDS[type] === 'category') return (position + 1) * MOST_CHANNELS - 1 / 2;
    return (parent ? (positions.get(parent) ?? 0) + 1 : 0) * MOST_CHANNELS + position;
  };
  return channels
    .toSorted((one, other) => rank(one) - rank(other))
    .flatMap(({ id, name, type, parent_id: above = null }) => {
      const kind = KINDS[type];
      return kind ? [{ id, name, kind, above }] : [];
    });
}

function toRoles(roles: readonly APIRole[], guildId: string): Guild['roles'] {
  return roles
    .filter(({ id, tags }) => id !== guildId && !tags?.bot_id)
    .toSorted((one, other) => other.position - one.position)
    .map(({ id, name }) => ({ id, name }));
}

function toAppError(cause: unknown): AppError {
  const { status, code, rawError } = cause as { status?: unknown; code?: unknown; rawError?: unknown };
  if (MISSING_RIGHTS.has(code)) return new AppError('forbidden', { cause });
  const isReferenceGone = code === INVALID_FORM && JSON.stringify(rawError).includes('message_reference');
  if (status === 404 || code === UNKNOWN_CHANNEL || isReferenceGone)
    return new AppError('not_found', { cause });
  return new AppError(status === 403 ? 'forbidden' : 'discord_unavailable', { cause });
}

import type {
  APIChannel,
  APIGuild,
  APIGuildMember,
  APIMessage,
  APIRole,
  APIThreadList,
  REST,
} from 'discord.js';
import { MISSING_RIGHTS, PageFaultError } from '../domain/errors.ts';

/** A message of a channel, or the first one of a forum's post. */
export interface ChannelPost {
  id: string;
  /** The channel, or the post's thread. */
  channelId: string;
  authorId: string;
  /** The bot itself wrote it. */
  isOwn: boolean;
  /** Another bot, or a webhook. */
  isProgram: boolean;
  isPinned: boolean;
  /** Neither a reply nor a line of the platform. */
  isPost: boolean;
  /** Markdown as it was written, with names in the place of people; then its embeds and what it forwards. */
  text: string;
}

export interface ForumPost {
  id: string;
  title: string;
}

export interface PostChannel {
  kind: 'text' | 'announcement' | 'forum';
  /** At most 100, the newest first. */
  page(before: string | null): Promise<ChannelPost[]>;
  pinned(): Promise<ChannelPost[]>;
  /** Open ones first, then those archived last. */
  forumPosts(): AsyncGenerator<ForumPost>;
  /** null: it is gone. */
  post(channelId: string, id: string): Promise<ChannelPost | null>;
  /** The name of a forum's post; null: it is gone, or elsewhere. */
  titleOf(threadId: string): Promise<string | null>;
  /** Has one of these roles, or may manage the server. */
  isTeam(memberId: string, roles: ReadonlySet<string>): Promise<boolean>;
}

export interface PostReader {
  /**
   * A channel of this server that the bot may read. Every call waits for the platform's limits.
   * @throws PageFaultError, here and from each of its functions: `no_channel`, `not_posts`, `right_missing`,
   * `content_refused`, `discord_unavailable`; or the reason of the signal
   */
  open(place: { serverId: string; channelId: string }, signal: AbortSignal): Promise<PostChannel>;
}

const TIMEOUT_MS = 15_000;
const RETRIES = 2;
/** Leaves most of the platform's fifty to answers. */
const REQUESTS_PER_SECOND = 10;
export const MESSAGES_PER_PAGE = 100;
const PAGE = String(MESSAGES_PER_PAGE);
const KINDS: Partial<Record<number, PostChannel['kind']>> = {
  0: 'text',
  5: 'announcement',
  15: 'forum',
  16: 'forum',
};
/** A channel, a member and a message; another 404 may come from a proxy or an outage. */
const GONE = new Set<unknown>([10003, 10007, 10008]);
/** The kind of a message that answers nothing. */
const SAID = 0;
const MENTION = /<@!?(\d{1,20})>/g;
const MAX_EMBEDS = 10;

type Get = <Found>(route: string, query?: Record<string, string>) => Promise<Found>;

export function createPostReader(api: string, token: string): PostReader {
  let opened: Promise<REST> | null = null;
  const open = async () => {
    const { REST } = await import('discord.js');
    const limits = { timeout: TIMEOUT_MS, retries: RETRIES, globalRequestsPerSecond: REQUESTS_PER_SECOND };
    return new REST({ version: '10', api, ...limits }).setToken(token);
  };
  return {
    open: async ({ serverId, channelId }, signal) => {
      opened ??= open();
      const rest = await opened;
      const get: Get = async <Found>(route: string, query?: Record<string, string>) => {
        try {
          const given = query ? { query: new URLSearchParams(query) } : {};
          return (await rest.get(route as `/${string}`, { ...given, signal })) as Found;
        } catch (error) {
          signal.throwIfAborted();
          throw toFault(error);
        }
      };
      return openChannel(get, serverId, channelId);
    },
  };
}

async function openChannel(get: Get, serverId: string, channelId: string): Promise<PostChannel> {
  const { ApplicationFlags: Flags, Routes } = await import('discord.js');
  const own = Routes.channel(channelId);
  const channel = await getOrNone<APIChannel & Placed>(get, own, Routes.guildChannels(serverId));
  // Another server's channel is none of this one.
  if (channel?.guild_id !== serverId) throw new PageFaultError('no_channel');
  const kind = KINDS[channel.type];
  if (!kind) throw new PageFaultError('not_posts');
  const { flags = 0 } = await get<{ flags?: number }>(Routes.currentApplication());
  if ((flags & (Flags.GatewayMessageContent | Flags.GatewayMessageContentLimited)) === 0)
    throw new PageFaultError('content_refused');
  const { id: botId } = await get<{ id: string }>(Routes.user());
  const guild = await get<APIGuild>(Routes.guild(serverId));
  const roles = new Map((await get<APIRole[]>(Routes.guildRoles(serverId))).map((role) => [role.id, role]));
  const people = createPeople(get, guild, roles, botId);
  if (!(await mayRead(channel, { botId, roles, ...(await people.find(botId)) })))
    throw new PageFaultError('right_missing');
  const toPost = (message: APIMessage) => readPost(message, botId);
  const page = async (before: string | null) => {
    const query = { limit: PAGE, ...(before === null ? {} : { before }) };
    return (await get<APIMessage[]>(Routes.channelMessages(channelId), query)).map(toPost);
  };
  return {
    kind,
    page,
    pinned: async () => {
      const pins = await getOrNone<PinPage>(get, Routes.channelMessagesPins(channelId), own);
      return (pins?.items ?? []).map(({ message }) => toPost(message));
    },
    forumPosts: () => listForum(get, serverId, channelId),
    post: async (place, id) => {
      const list = Routes.channelMessages(place);
      const query = { around: id, limit: '1' };
      const found = await getOrNone<APIMessage>(get, Routes.channelMessage(place, id), list, query);
      return found && toPost(found);
    },
    titleOf: async (threadId) => {
      const thread = await getOrNone<APIChannel & Placed>(get, Routes.channel(threadId), own);
      return thread?.parent_id === channelId ? (thread.name ?? '') : null;
    },
    isTeam: people.isTeam,
  };
}

interface Placed {
  guild_id?: string;
  parent_id?: string | null;
  name?: string | null;
  permission_overwrites?: { id: string; allow: string; deny: string }[];
}

interface PinPage {
  items: { message: APIMessage }[];
}

interface PostStanding {
  isOwner: boolean;
  roleIds: readonly string[];
}

/** Looks each member up once: a page of messages does not name the roles of its authors. */
function createPeople(get: Get, guild: APIGuild, roles: ReadonlyMap<string, APIRole>, botId: string) {
  const known = new Map<string, Promise<PostStanding>>();
  const look = async (id: string): Promise<PostStanding> => {
    const { Routes } = await import('discord.js');
    const own = Routes.guildMember(guild.id, botId);
    const member = await getOrNone<APIGuildMember>(get, Routes.guildMember(guild.id, id), own);
    return {
      isOwner: member !== null && guild.owner_id === id,
      roleIds: member ? [guild.id, ...member.roles] : [],
    };
  };
  const find = (id: string) => {
    const found = known.get(id) ?? look(id);
    known.set(id, found);
    return found;
  };
  return {
    find,
    isTeam: async (id: string, team: ReadonlySet<string>): Promise<boolean> => {
      const { PermissionFlagsBits: Bits } = await import('discord.js');
      const { isOwner, roleIds } = await find(id);
      const allowed = permissionsOf(roleIds, roles);
      return (
        isOwner ||
        roleIds.some((role) => team.has(role)) ||
        (allowed & (Bits.ManageGuild | Bits.Administrator)) !== 0n
      );
    },
  };
}

function permissionsOf(roleIds: readonly string[], roles: ReadonlyMap<string, APIRole>): bigint {
  return roleIds.reduce((all, id) => all | BigInt(roles.get(id)?.permissions ?? 0), 0n);
}

/** The platform shows no messages without these rights and reports no error. */
async function mayRead(
  { guild_id: everyone, permission_overwrites: overwrites = [] }: Placed,
  bot: PostStanding & { botId: string; roles: ReadonlyMap<string, APIRole> },
): Promise<boolean> {
  const { PermissionFlagsBits: Bits } = await import('discord.js');
  let allowed = permissionsOf(bot.roleIds, bot.roles);
  if (bot.isOwner || (allowed & Bits.Administrator) !== 0n) return true;
  const steps = [[everyone], bot.roleIds.filter((id) => id !== everyone), [bot.botId]];
  for (const ids of steps) {
    const meant = overwrites.filter(({ id }) => ids.includes(id));
    for (const { deny } of meant) allowed &= ~BigInt(deny);
    for (const { allow } of meant) allowed |= BigInt(allow);
  }
  const needed = Bits.ViewChannel | Bits.ReadMessageHistory;
  return (allowed & needed) === needed;
}

async function* listForum(get: Get, serverId: string, forumId: string): AsyncGenerator<ForumPost> {
  const { Routes } = await import('discord.js');
  type ListedThreads = (Placed & ForumPost & { thread_metadata?: { archive_timestamp: string } })[];
  const open = await get<APIThreadList>(Routes.guildActiveThreads(serverId));
  const seen = new Set<string>();
  const fresh = (threads: ListedThreads) =>
    threads.flatMap(({ id, name, parent_id: parent }) => {
      if (parent !== forumId || seen.has(id)) return [];
      seen.add(id);
      return [{ id, title: name ?? '' }];
    });
  yield* fresh(open.threads as unknown as ListedThreads);
  for (let before: string | null = null; ; ) {
    const query: Record<string, string> = { limit: PAGE, ...(before === null ? {} : { before }) };
    const route = Routes.channelThreads(forumId, 'public');
    const listed: APIThreadList & { has_more?: boolean } = await get(route, query);
    const threads = listed.threads as unknown as ListedThreads;
    yield* fresh(threads);
    before = threads.at(-1)?.thread_metadata?.archive_timestamp ?? null;
    if (listed.has_more !== true || before === null) return;
  }
}

/** Compatible servers leave out what is usual or empty. */
function readPost(message: APIMessage, botId: string): ChannelPost {
  const { id, channel_id: channelId, author, pinned, webhook_id: webhook, type } = message;
  const said: Partial<APIMessage> = message;
  const { content = '', embeds = [], mentions = [], message_snapshots: forwarded = [] } = said;
  const names = new Map(mentions.map((user) => [user.id, user.global_name ?? user.username]));
  const own = content.replace(MENTION, (_, user: string) =>
    user === botId ? '' : `@${names.get(user) ?? '…'}`,
  );
  const copied = forwarded.flatMap(({ message: copy }) => [
    copy.content ?? '',
    ...embedTexts(copy.embeds ?? []),
  ]);
  return {
    ...{ id, channelId, authorId: author.id, isOwn: author.id === botId },
    isProgram: author.bot === true || webhook !== undefined,
    ...{ isPinned: pinned === true, isPost: (type ?? SAID) === SAID },
    text: [own, ...embedTexts(embeds), ...copied].filter((text) => text.trim() !== '').join('\n\n'),
  };
}

/** What a program wrote, not previews of addresses; titles are headings. */
function embedTexts(embeds: APIMessage['embeds']): string[] {
  return embeds
    .slice(0, MAX_EMBEDS)
    .filter(({ type }) => type === undefined || String(type) === 'rich')
    .map(({ title, description, fields = [] }) => {
      const parts = fields.map(({ name, value }) => `### ${name}\n${value}`);
      return [title && `## ${title}`, description, ...parts].filter(Boolean).join('\n\n');
    });
}

/**
 * null for what is gone. A compatible server's 404 has no code of Discord's, and neither has that of an outage; so a list
 * that would have it is read, or something of its kind that is there. @throws PageFaultError
 */
async function getOrNone<Found>(
  get: Get,
  route: string,
  proof: string,
  query?: Record<string, string>,
): Promise<Found | null> {
  return get<Found>(route).catch(async (error: unknown) => {
    if (!(error instanceof PageFaultError)) throw error;
    if (error.fault === 'no_channel') return null;
    if ((error.cause as { status?: unknown }).status !== 404) throw error;
    const read = await get<(Found & { id: string })[] | object>(proof, query);
    return Array.isArray(read) ? (read.find(({ id }) => route.endsWith(`/${id}`)) ?? null) : null;
  });
}

function toFault(cause: unknown): PageFaultError {
  const { status, code } = cause as { status?: unknown; code?: unknown };
  if (GONE.has(code)) return new PageFaultError('no_channel', null, cause);
  const isHidden = status === 403 || MISSING_RIGHTS.has(code);
  return new PageFaultError(isHidden ? 'right_missing' : 'discord_unavailable', null, cause);
}

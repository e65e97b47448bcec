import { type APIMessage, ChannelType, MessageType } from 'discord-api-types/v10';
import { permissionsOf } from './permissions.ts';
import type { ChannelState, GuildState, MemberState, World } from './world.ts';

/** A guild member as JSON; `withUser` is off where Discord puts the user beside it. */
export function viewMember({ user, ...member }: MemberState, withUser = true): object {
  const rest = {
    avatar: null,
    banner: null,
    premium_since: null,
    pending: false,
    communication_disabled_until: null,
  };
  return { ...rest, ...member, ...(withUser && { user }), deaf: false, mute: false, flags: 0 };
}

/** The guild without what only GUILD_CREATE carries. */
export function viewGuild(guild: GuildState): Record<string, unknown> {
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    icon_hash: null,
    splash: null,
    discovery_splash: null,
    owner_id: guild.ownerId,
    afk_channel_id: null,
    afk_timeout: 300,
    widget_enabled: false,
    widget_channel_id: null,
    verification_level: 1,
    default_message_notifications: 1,
    explicit_content_filter: 0,
    roles: [...guild.roles.values()],
    emojis: [],
    features: ['COMMUNITY'],
    mfa_level: 0,
    application_id: null,
    system_channel_id: null,
    system_channel_flags: 0,
    rules_channel_id: null,
    max_presences: null,
    max_members: 25_000_000,
    vanity_url_code: null,
    description: null,
    banner: null,
    premium_tier: 0,
    premium_subscription_count: 0,
    preferred_locale: guild.locale,
    public_updates_channel_id: null,
    max_video_channel_users: 25,
    max_stage_video_channel_users: 50,
    nsfw_level: 0,
    stickers: [],
    premium_progress_bar_enabled: false,
    safety_alerts_channel_id: null,
    incidents_data: null,
  };
}

/** The data of GUILD_CREATE: only the bot among the members, as without the intent GuildMembers. */
export function viewGuildCreate(world: World, guild: GuildState): object {
  if (!guild.available) return { id: guild.id, unavailable: true };
  const channels = [...guild.channels.values()];
  const bot = guild.members.get(world.bot.id);
  return {
    ...viewGuild(guild),
    joined_at: guild.joinedAt.toISOString(),
    large: guild.memberCount > 50,
    ...(world.isCompatible ? {} : { unavailable: false }),
    member_count: guild.memberCount,
    voice_states: [],
    members: bot ? [viewMember(bot)] : [],
    channels: channels.filter((channel) => !channel.thread_metadata),
    threads: channels.filter((channel) => channel.thread_metadata),
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

/**
 * The message without what needs MessageContent, unless the bot wrote it or is mentioned in it. What it replies to
 * stands in it one level deep, and is null once that was deleted.
 */
export function viewMessage(world: World, message: APIMessage, withContent: boolean): APIMessage {
  const { referenced_message: _, ...shown } = stripMessage(world, message, withContent);
  const { message_reference: reference, type } = message;
  if (!reference?.message_id || !REFERRING.has(type)) return shown;
  const referenced = world.messagesIn(reference.channel_id).find(({ id }) => id === reference.message_id);
  if (!referenced) return { ...shown, referenced_message: null };
  const { referenced_message: __, ...inner } = stripMessage(world, referenced, withContent);
  return { ...shown, referenced_message: inner };
}

/** Forwarded messages carry a reference too, and a copy instead of what it points to. */
const REFERRING: ReadonlySet<MessageType> = new Set([MessageType.Reply, MessageType.ThreadStarterMessage]);

function stripMessage(world: World, message: APIMessage, withContent: boolean): APIMessage {
  const isOpen =
    withContent ||
    message.author.id === world.bot.id ||
    message.mentions.some(({ id }) => id === world.bot.id);
  if (isOpen) return message;
  const { message_snapshots: snapshots, ...rest } = message;
  const hidden = { content: '', embeds: [], attachments: [], components: [] };
  return {
    ...{ ...rest, ...hidden },
    ...(snapshots && {
      message_snapshots: snapshots.map((one) => ({ message: { ...one.message, ...hidden } })),
    }),
  };
}

/** A fresh channel as JSON. */
export function makeChannel(
  guildId: string,
  id: string,
  name: string,
  type: ChannelType,
  position = 0,
): ChannelState {
  const forum = { available_tags: [], default_reaction_emoji: null, default_sort_order: null };
  return {
    id,
    type,
    guild_id: guildId,
    name,
    position,
    parent_id: null,
    topic: null,
    nsfw: false,
    flags: 0,
    last_message_id: null,
    rate_limit_per_user: 0,
    permission_overwrites: [],
    ...(type === ChannelType.GuildForum && forum),
  };
}

export function makeThread(parent: ChannelState, id: string, name: string, ownerId: string): ChannelState {
  const now = new Date().toISOString();
  return {
    id,
    type: ChannelType.PublicThread,
    guild_id: parent.guild_id,
    parent_id: parent.id,
    owner_id: ownerId,
    name,
    last_message_id: null,
    message_count: 0,
    total_message_sent: 0,
    member_count: 1,
    rate_limit_per_user: 0,
    flags: 0,
    applied_tags: [],
    thread_metadata: {
      archived: false,
      auto_archive_duration: 1440,
      archive_timestamp: now,
      create_timestamp: now,
      locked: false,
    },
  };
}

const GUILDS_PER_PAGE = 200;

/** The servers that somebody is on, in pages by ascending id, each with what their roles allow. */
export function listGuildsOf(world: World, userId: string, query: URLSearchParams): object[] {
  const after = BigInt(query.get('after') ?? 0);
  return [...world.guilds.values()]
    .flatMap((guild) => {
      const member = guild.members.get(userId);
      return member && BigInt(guild.id) > after ? [{ guild, member }] : [];
    })
    .toSorted((a, b) => (BigInt(a.guild.id) < BigInt(b.guild.id) ? -1 : 1))
    .slice(0, Math.min(GUILDS_PER_PAGE, Number(query.get('limit') ?? GUILDS_PER_PAGE)))
    .map(({ guild, member }) => ({
      id: guild.id,
      name: guild.name,
      icon: null,
      banner: null,
      owner: guild.ownerId === member.user.id,
      permissions: String(permissionsOf(guild, member)),
      features: [],
    }));
}

import type {
  APIApplicationCommand,
  APIMessage,
  APIOverwrite,
  APIRole,
  APIThreadMetadata,
  APIUser,
  ChannelType,
} from 'discord-api-types/v10';
import { ApplicationFlags, GatewayIntentBits } from 'discord-api-types/v10';
import { ALL_PERMISSIONS, permissionsIn } from './permissions.ts';
import { missingAccess, unknownChannel, unknownGuild, unknownMessage } from './problem.ts';
import { makeSnowflake } from './snowflake.ts';

/** A channel or thread as Discord's JSON has it. */
export interface ChannelState {
  id: string;
  type: ChannelType;
  guild_id: string;
  name: string;
  parent_id: string | null;
  last_message_id: string | null;
  position?: number;
  permission_overwrites?: APIOverwrite[];
  thread_metadata?: APIThreadMetadata;
  owner_id?: string;
  /** Of a private thread. */
  thread_members?: ReadonlySet<string>;
  [more: string]: unknown;
}

export interface MemberState {
  user: APIUser;
  roles: string[];
  nick: string | null;
  /** Until then the member may not write. */
  communication_disabled_until?: string | null;
  joined_at: string;
}

export interface GuildState {
  readonly id: string;
  name: string;
  locale: string;
  ownerId: string;
  memberCount: number;
  joinedAt: Date;
  /** False during an outage of the server. */
  available: boolean;
  readonly roles: Map<string, APIRole>;
  /** Threads too. */
  readonly channels: Map<string, ChannelState>;
  readonly members: Map<string, MemberState>;
  readonly botRoleId: string;
}

/** Everything that Discord would know: the application, its servers, their channels and messages. */
export class World {
  readonly token: string;
  readonly bot: APIUser;
  readonly applicationId: string;
  /** Privileged intents that are switched on in the developer portal. */
  enabledIntents = 0;
  commands: APIApplicationCommand[] = [];
  recommendedShards = 1;
  /** Fields of a command that a compatible platform does not know and drops. */
  readonly forgets = new Set<string>();
  /**
   * As of a compatible platform: GUILD_CREATE contains `unavailable` only in an outage, interactions say nothing of the
   * member's rights, a 404 has no code of Discord's, commands take no unknown field, and no threads are listed.
   */
  isCompatible = false;
  readonly guilds = new Map<string, GuildState>();
  readonly channels = new Map<string, ChannelState>();
  /** Attachments by id. */
  readonly files = new Map<string, Buffer>();
  /** Channels of servers that the bot is no longer in. */
  readonly #left = new Set<string>();
  readonly #messages = new Map<string, Map<string, APIMessage>>();

  constructor(token: string) {
    this.token = token;
    this.applicationId = makeSnowflake();
    this.bot = makeUser(this.applicationId, 'support-bot', true);
  }

  get application() {
    const { applicationId: id, bot } = this;
    const contentFlag = ApplicationFlags.GatewayMessageContentLimited;
    const flags = this.enabledIntents & GatewayIntentBits.MessageContent ? contentFlag : 0;
    return {
      id,
      name: bot.username,
      icon: null,
      description: '',
      bot,
      bot_public: true,
      verify_key: '',
      flags,
    };
  }

  guild(id: string | undefined): GuildState {
    const guild = this.guilds.get(id ?? '');
    if (!guild) throw unknownGuild();
    return guild;
  }

  channel(id: string | undefined): ChannelState {
    const channel = this.channels.get(id ?? '');
    if (!channel && this.#left.has(id ?? '')) throw missingAccess();
    if (!channel) throw unknownChannel();
    return channel;
  }

  message(channelId: string, id: string | undefined): APIMessage {
    const message = this.#messages.get(channelId)?.get(id ?? '');
    if (!message) throw unknownMessage();
    return message;
  }

  /** The message wherever it is, or undefined. */
  findMessage(id: string): APIMessage | undefined {
    for (const messages of this.#messages.values()) {
      const message = messages.get(id);
      if (message) return message;
    }
    return undefined;
  }

  /** Oldest first. */
  messagesIn(channelId: string): APIMessage[] {
    return [...(this.#messages.get(channelId)?.values() ?? [])];
  }

  storeMessage(message: APIMessage): void {
    const messages = this.#messages.get(message.channel_id) ?? new Map<string, APIMessage>();
    this.#messages.set(message.channel_id, messages.set(message.id, message));
    this.channel(message.channel_id).last_message_id = message.id;
  }

  removeMessage(channelId: string, id: string): void {
    this.#messages.get(channelId)?.delete(id);
  }

  addChannel(channel: ChannelState): void {
    this.channels.set(channel.id, channel);
    this.guild(channel.guild_id).channels.set(channel.id, channel);
  }

  /** Its threads and messages go with it. */
  removeChannel({ id, guild_id }: ChannelState): void {
    const { channels } = this.guild(guild_id);
    for (const channel of channels.values()) {
      if (channel.thread_metadata && channel.parent_id === id) this.removeChannel(channel);
    }
    channels.delete(id);
    this.channels.delete(id);
    this.#messages.delete(id);
  }

  removeGuild(id: string): void {
    for (const channel of [...this.guild(id).channels.values()]) {
      this.#left.add(channel.id);
      this.removeChannel(channel);
    }
    this.guilds.delete(id);
  }

  botPermissions(channel: ChannelState): bigint {
    const guild = this.guild(channel.guild_id);
    const bot = guild.members.get(this.bot.id);
    return bot ? permissionsIn(guild, bot, channel) : ALL_PERMISSIONS;
  }
}

export function makeUser(id: string, username: string, bot = false): APIUser {
  return { id, username, discriminator: '0', global_name: null, avatar: null, bot };
}

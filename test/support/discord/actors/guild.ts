import type { APIMessage, APIOverwrite, APIRole } from 'discord-api-types/v10';
import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { type Core, dispatchGuild } from '../core.ts';
import { BOT_PERMISSIONS, EVERYONE_PERMISSIONS } from '../permissions.ts';
import { makeSnowflake, snowflakeAt } from '../snowflake.ts';
import { makeChannel, makeThread, viewGuild, viewGuildCreate, viewMember } from '../views.ts';
import { type ChannelState, type GuildState, makeUser, type World } from '../world.ts';
import { FakeChannel } from './channel.ts';
import { FakeMember } from './member.ts';

export interface GuildOptions {
  name?: string;
  members?: number;
  joinedAt?: Date;
  locale?: string;
  /** False: the server has an outage when the bot connects. */
  available?: boolean;
  /** This many text channels and roles exist from the start. */
  channels?: number;
  roles?: number;
}

interface ThreadOptions {
  name: string;
  by?: FakeMember;
  text?: string;
  from?: APIMessage;
  isHistory?: boolean;
  /** Talk among few; the bot sees it as one of them, or as a moderator. */
  isPrivate?: boolean;
  isBotIn?: boolean;
}

const KINDS = {
  text: ChannelType.GuildText,
  forum: ChannelType.GuildForum,
  announcement: ChannelType.GuildAnnouncement,
  voice: ChannelType.GuildVoice,
  category: ChannelType.GuildCategory,
} as const;

/** A server, and what its people do to it. */
export class FakeGuild {
  readonly state: GuildState;
  readonly #core: Core;
  #admin: APIRole | null = null;

  constructor(core: Core, options: GuildOptions) {
    this.#core = core;
    this.state = makeGuild(core.world, options);
    core.world.guilds.set(this.id, this.state);
    for (let n = 1; n <= (options.channels ?? 0); n += 1) {
      core.world.addChannel(makeGrownChannel(this.state, n));
    }
    dispatchGuild(core, 'GUILD_CREATE', this.id, viewGuildCreate(core.world, this.state));
  }

  get id(): string {
    return this.state.id;
  }

  get name(): string {
    return this.state.name;
  }

  /** The role that everybody has. */
  get everyone(): APIRole {
    return this.state.roles.get(this.id) as APIRole;
  }

  get channels(): FakeChannel[] {
    return [...this.state.channels.values()].map((state) => new FakeChannel(this.#core, state));
  }

  addChannel({
    name,
    kind = 'text',
    under,
    overwrites,
  }: {
    name?: string;
    kind?: keyof typeof KINDS;
    under?: FakeChannel;
    /** Who may do what there from the start, as ticket bots make their channels. */
    overwrites?: readonly APIOverwrite[];
  } = {}): FakeChannel {
    const position = this.state.channels.size;
    const state = makeChannel(this.id, makeSnowflake(), name ?? `${kind}-${position}`, KINDS[kind], position);
    state.parent_id = under?.id ?? null;
    state.permission_overwrites = [...(overwrites ?? [])];
    this.#core.world.addChannel(state);
    // Nobody is told of a channel that they may not see.
    if (this.#core.world.botPermissions(state) & Bits.ViewChannel)
      dispatchGuild(this.#core, 'CHANNEL_CREATE', this.id, state);
    return new FakeChannel(this.#core, state);
  }

  /**
   * A thread of a channel, or a post of a forum: then its first message has the id of the thread. A thread that
   * grows out of a message has its id too, and begins with a pointer to it.
   */
  addThread(
    channel: FakeChannel,
    { name, by, text, from, isHistory = false, isPrivate = false, isBotIn = false }: ThreadOptions,
  ): FakeChannel {
    const author = by ?? this.addMember();
    const isPost = channel.state.type === ChannelType.GuildForum;
    const state = makeThread(channel.state, from?.id ?? makeSnowflake(), name, author.id);
    if (isPrivate) {
      const members = new Set([author.id, ...(isBotIn ? [this.#core.world.bot.id] : [])]);
      Object.assign(state, { type: ChannelType.PrivateThread, thread_members: members });
    }
    this.#core.world.addChannel(state);
    channel.state.last_message_id = state.id;
    if (this.#core.world.botPermissions(state) & Bits.ViewChannel)
      dispatchGuild(this.#core, 'THREAD_CREATE', this.id, { ...state, newly_created: true });
    const thread = new FakeChannel(this.#core, state);
    if (from) author.pointsTo(thread, from);
    if (isPost || text !== undefined)
      author.says(thread, text ?? name, { isHistory, ...(isPost ? { id: state.id } : {}) });
    return thread;
  }

  /** Nobody has it any more. */
  deleteRole({ id }: { id: string }): void {
    this.state.roles.delete(id);
    for (const member of this.state.members.values())
      member.roles = member.roles.filter((role) => role !== id);
    dispatchGuild(this.#core, 'GUILD_ROLE_DELETE', this.id, { guild_id: this.id, role_id: id });
  }

  addRole(options: { name?: string; permissions?: bigint; mentionable?: boolean } = {}): APIRole {
    const position = this.state.roles.size;
    const role = makeRole(
      makeSnowflake(),
      options.name ?? `role-${position}`,
      options.permissions ?? 0n,
      position,
    );
    role.mentionable = options.mentionable ?? false;
    this.state.roles.set(role.id, role);
    dispatchGuild(this.#core, 'GUILD_ROLE_CREATE', this.id, { guild_id: this.id, role });
    return role;
  }

  updateRole(role: APIRole, change: { name?: string; permissions?: bigint; mentionable?: boolean }): void {
    const permissions = String(change.permissions ?? role.permissions);
    Object.assign(role, change, { permissions });
    dispatchGuild(this.#core, 'GUILD_ROLE_UPDATE', this.id, { guild_id: this.id, role });
  }

  removeRole(role: APIRole): void {
    this.state.roles.delete(role.id);
    for (const member of this.state.members.values())
      member.roles = member.roles.filter((id) => id !== role.id);
    dispatchGuild(this.#core, 'GUILD_ROLE_DELETE', this.id, { guild_id: this.id, role_id: role.id });
  }

  /**
   * `isAdmin`: may manage the server. `person`: somebody of another server joins. Nothing is sent, as without the
   * intent GuildMembers.
   */
  addMember(
    options: {
      name?: string;
      roles?: APIRole[];
      isAdmin?: boolean;
      isBot?: boolean;
      person?: FakeMember;
    } = {},
  ): FakeMember {
    const id = options.person?.id ?? makeSnowflake();
    const made = makeUser(id, options.name ?? `member-${id.slice(-6)}`, options.isBot ?? false);
    const user = options.person?.state.user ?? made;
    const roles = (options.roles ?? []).map((role) => role.id);
    if (options.isAdmin) {
      this.#admin ??= this.addRole({ name: 'admin', permissions: Bits.ManageGuild });
      roles.push(this.#admin.id);
    }
    const state = { user, roles, nick: null, joined_at: new Date().toISOString() };
    this.state.members.set(id, state);
    return new FakeMember(this.#core, state);
  }

  update({ name, locale, members }: { name?: string; locale?: string; members?: number }): void {
    this.state.name = name ?? this.state.name;
    this.state.locale = locale ?? this.state.locale;
    this.state.memberCount = members ?? this.state.memberCount;
    dispatchGuild(this.#core, 'GUILD_UPDATE', this.id, viewGuild(this.state));
  }

  /** Only the owner has every permission without a role. */
  setOwner({ id }: FakeMember): void {
    this.state.ownerId = id;
  }

  /** A moderator times the bot out until then, or ends that. */
  timesOutBot(until: Date | null): void {
    const bot = this.state.members.get(this.#core.world.bot.id);
    if (!bot) return;
    bot.communication_disabled_until = until?.toISOString() ?? null;
    dispatchGuild(this.#core, 'GUILD_MEMBER_UPDATE', this.id, { ...viewMember(bot), guild_id: this.id });
  }

  /** The bot is kicked, or the server deleted. */
  remove(): void {
    this.#core.world.removeGuild(this.id);
    dispatchGuild(this.#core, 'GUILD_DELETE', this.id, { id: this.id });
  }

  /** An outage of the server begins. */
  goesAway(): void {
    this.state.available = false;
    dispatchGuild(this.#core, 'GUILD_DELETE', this.id, { id: this.id, unavailable: true });
  }

  comesBack(): void {
    this.state.available = true;
    dispatchGuild(this.#core, 'GUILD_CREATE', this.id, viewGuildCreate(this.#core.world, this.state));
  }
}

// One id per millisecond of the past, so that servers spread over the shards.
let lastGuildMs = Date.UTC(2024, 0);

function makeGuild(world: World, options: GuildOptions): GuildState {
  lastGuildMs += 1;
  const id = snowflakeAt(lastGuildMs);
  const joinedAt = options.joinedAt ?? new Date();
  const botRole = makeRole(makeSnowflake(), world.bot.username, BOT_PERMISSIONS, 1);
  Object.assign(botRole, { managed: true, tags: { bot_id: world.bot.id } });
  const bot = { user: world.bot, roles: [botRole.id], nick: null, joined_at: joinedAt.toISOString() };
  const roles = [makeRole(id, '@everyone', EVERYONE_PERMISSIONS, 0), botRole];
  for (let n = 1; n <= (options.roles ?? 0); n += 1)
    roles.push(makeRole(makeSnowflake(), `role-${n}`, 0n, n + 1));
  return {
    id,
    name: options.name ?? `server-${id.slice(-6)}`,
    locale: options.locale ?? 'en-US',
    ownerId: makeSnowflake(),
    memberCount: options.members ?? 100,
    joinedAt,
    available: options.available ?? true,
    roles: new Map(roles.map((role) => [role.id, role])),
    channels: new Map(),
    members: new Map([[world.bot.id, bot]]),
    botRoleId: botRole.id,
  };
}

/** As large as channels of real servers are: with a topic and overwrites (that change nothing). */
function makeGrownChannel({ id, roles }: GuildState, n: number): ChannelState {
  const overwrites = [...roles.keys()]
    .slice(-3)
    .map((role) => ({ id: role, type: 0, allow: '0', deny: '0' }));
  return {
    ...makeChannel(id, makeSnowflake(), `channel-${n}`, ChannelType.GuildText, n),
    topic: 'What this channel is for. '.repeat(8),
    permission_overwrites: overwrites,
  };
}

function makeRole(id: string, name: string, permissions: bigint, position: number): APIRole {
  const colors = { primary_color: 0, secondary_color: null, tertiary_color: null };
  return {
    id,
    name,
    color: 0,
    colors,
    hoist: false,
    icon: null,
    unicode_emoji: null,
    position,
    permissions: String(permissions),
    managed: false,
    mentionable: false,
    flags: 0 as APIRole['flags'],
  };
}

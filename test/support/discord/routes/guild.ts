import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { type Answer, type Call, type Route, route } from '../http.ts';
import { invalidForm, missingAccess, missingPermissions, notFound, unknownMember } from '../problem.ts';
import { viewGuild, viewMember } from '../views.ts';
import type { ChannelState, World } from '../world.ts';

/** Servers and channels, read only. */
export const guildRoutes: readonly Route[] = [
  route('GET /guilds/:guild', ({ core, params, query }) => {
    const guild = core.world.guild(params.guild);
    const counts = { approximate_member_count: guild.memberCount, approximate_presence_count: 1 };
    return { body: { ...viewGuild(guild), ...(query.get('with_counts') === 'true' && counts) } };
  }),
  route('GET /guilds/:guild/channels', ({ core, params }) => {
    const channels = [...core.world.guild(params.guild).channels.values()];
    return { body: channels.filter((channel) => !channel.thread_metadata) };
  }),
  route('GET /guilds/:guild/roles', ({ core, params }) => ({
    body: [...core.world.guild(params.guild).roles.values()],
  })),
  route('GET /guilds/:guild/members/:user', ({ core, params }) => {
    const member = core.world.guild(params.guild).members.get(params.user ?? '');
    if (!member) throw unknownMember();
    return { body: viewMember(member) };
  }),
  route('GET /guilds/:guild/threads/active', ({ core: { world }, params }) => {
    if (world.isCompatible) throw notFound();
    const channels = [...world.guild(params.guild).channels.values()];
    const threads = channels.filter(({ thread_metadata: state }) => state && !state.archived);
    return { body: { threads: threads.filter((thread) => maySee(world, thread)), members: [] } };
  }),
  route('GET /channels/:channel/threads/archived/public', (call) => listArchived(call, 'public')),
  route('GET /channels/:channel/threads/archived/private', (call) => {
    if (!(call.core.world.botPermissions(visibleChannel(call)) & Bits.ManageThreads))
      throw missingPermissions();
    return listArchived(call, 'private');
  }),
  route('GET /channels/:channel/users/@me/threads/archived/private', listJoined),
  route('GET /channels/:channel', (call) => ({ body: visibleChannel(call) })),
];

/** Those archived last first, by pages. */
function listArchived(call: Call, kind: 'public' | 'private'): Answer {
  const before = Date.parse(call.query.get('before') ?? '9999-01-01T00:00:00Z');
  if (Number.isNaN(before)) throw invalidForm(['before'], 'BAD_DATE', 'not an ISO8601 timestamp');
  const archivedAt = (thread: ChannelState) => Date.parse(thread.thread_metadata?.archive_timestamp ?? '');
  const found = archivedIn(call)
    .filter(({ type }) => (type === ChannelType.PrivateThread) === (kind === 'private'))
    .filter((thread) => archivedAt(thread) < before)
    .toSorted((one, other) => archivedAt(other) - archivedAt(one));
  return toPage(call, found);
}

/** The private ones that the bot is in, the youngest first, by pages. */
function listJoined(call: Call): Answer {
  const before = call.query.get('before');
  if (before !== null && !/^\d+$/.test(before))
    throw invalidForm(['before'], 'NUMBER_TYPE_COERCE', 'not snowflake.');
  const { bot } = call.core.world;
  const found = archivedIn(call)
    .filter(({ type, thread_members: members }) => type === ChannelType.PrivateThread && members?.has(bot.id))
    .filter(({ id }) => before === null || BigInt(id) < BigInt(before))
    .toSorted((one, other) => (BigInt(one.id) > BigInt(other.id) ? -1 : 1));
  return toPage(call, found);
}

function archivedIn(call: Call): ChannelState[] {
  if (call.core.world.isCompatible) throw notFound();
  const { id, guild_id } = visibleChannel(call);
  const { world } = call.core;
  if (!(world.botPermissions(world.channel(id)) & Bits.ReadMessageHistory)) throw missingPermissions();
  const all = [...world.guild(guild_id).channels.values()];
  return all.filter(({ parent_id, thread_metadata: state }) => parent_id === id && state?.archived);
}

function toPage({ query }: Call, found: readonly ChannelState[]): Answer {
  const limit = Number(query.get('limit') ?? 50);
  if (!(limit >= 2 && limit <= 100))
    throw invalidForm(['limit'], 'NUMBER_TYPE_MAX', 'int value should be between 2 and 100.');
  return { body: { threads: found.slice(0, limit), members: [], has_more: found.length > limit } };
}

function maySee(world: World, channel: ChannelState): boolean {
  return (world.botPermissions(channel) & Bits.ViewChannel) !== 0n;
}

/** The channel of the path; 10003 or 50001 when the bot must not see it. */
export function visibleChannel({ core: { world }, params }: Pick<Call, 'core' | 'params'>): ChannelState {
  const channel = world.channel(params.channel);
  if (!(world.botPermissions(channel) & Bits.ViewChannel)) throw missingAccess();
  return channel;
}

import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { type Answer, type Call, type Route, route } from '../http.ts';
import { invalidForm, missingAccess, missingPermissions, unknownMember } from '../problem.ts';
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
    const channels = [...world.guild(params.guild).channels.values()];
    const threads = channels.filter(({ thread_metadata: state }) => state && !state.archived);
    return { body: { threads: threads.filter((thread) => maySee(world, thread)), members: [] } };
  }),
  route('GET /channels/:channel/threads/archived/public', listArchived),
  route('GET /channels/:channel', (call) => ({ body: visibleChannel(call) })),
];

/** Those archived last first, by pages. */
function listArchived(call: Call): Answer {
  const { core, query } = call;
  const { id, guild_id } = visibleChannel(call);
  const channel = core.world.channel(id);
  if (!(core.world.botPermissions(channel) & Bits.ReadMessageHistory)) throw missingPermissions();
  const limit = Number(query.get('limit') ?? 50);
  if (!(limit >= 2 && limit <= 100))
    throw invalidForm(['limit'], 'NUMBER_TYPE_MAX', 'int value should be between 2 and 100.');
  const before = Date.parse(query.get('before') ?? '9999-01-01T00:00:00Z');
  if (Number.isNaN(before)) throw invalidForm(['before'], 'BAD_DATE', 'not an ISO8601 timestamp');
  const archivedAt = (thread: ChannelState) => Date.parse(thread.thread_metadata?.archive_timestamp ?? '');
  const found = [...core.world.guild(guild_id).channels.values()]
    .filter(({ parent_id, thread_metadata: state }) => parent_id === id && state?.archived)
    .filter(({ type }) => type !== ChannelType.PrivateThread)
    .filter((thread) => archivedAt(thread) < before)
    .toSorted((one, other) => archivedAt(other) - archivedAt(one));
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

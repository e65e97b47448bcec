import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { type Call, type Route, route } from '../http.ts';
import { missingAccess, unknownMember } from '../problem.ts';
import { viewGuild, viewMember } from '../views.ts';
import type { ChannelState } from '../world.ts';

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
  route('GET /channels/:channel', (call) => ({ body: visibleChannel(call) })),
];

/** The channel of the path; 10003 or 50001 when the bot must not see it. */
export function visibleChannel({ core: { world }, params }: Pick<Call, 'core' | 'params'>): ChannelState {
  const channel = world.channel(params.channel);
  if (!(world.botPermissions(channel) & Bits.ViewChannel)) throw missingAccess();
  return channel;
}

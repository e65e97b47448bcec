import type { APIMessage } from 'discord-api-types/v10';
import { GatewayIntentBits, PermissionFlagsBits } from 'discord-api-types/v10';
import type { Bell } from './bell.ts';
import type { Gateway } from './gateway.ts';
import type { Interactions } from './interactions.ts';
import type { Records } from './records.ts';
import { viewMember, viewMessage } from './views.ts';
import type { World } from './world.ts';

/** The parts of one fake, passed to its routes and actors. */
export interface Core {
  readonly world: World;
  readonly gateway: Gateway;
  readonly records: Records;
  readonly interactions: Interactions;
  readonly bell: Bell;
  /** http://127.0.0.1:PORT */
  readonly origin: string;
}

/** MESSAGE_CREATE or MESSAGE_UPDATE, unless the bot may not see the channel. */
export function dispatchMessage(
  { world, gateway }: Pick<Core, 'world' | 'gateway'>,
  type: string,
  message: APIMessage,
): void {
  const channel = world.channel(message.channel_id);
  if (!(world.botPermissions(channel) & PermissionFlagsBits.ViewChannel)) return;
  const guild = world.guild(channel.guild_id);
  const author = guild.members.get(message.author.id);
  const mentions = message.mentions.map((user) => {
    const member = guild.members.get(user.id);
    return member ? { ...user, member: viewMember(member, false) } : user;
  });
  const extra = {
    guild_id: guild.id,
    channel_type: channel.type,
    mentions,
    ...(author && !message.webhook_id && { member: viewMember(author, false) }),
  };
  gateway.dispatch({
    type,
    guildId: guild.id,
    intents: GatewayIntentBits.GuildMessages,
    data: { ...viewMessage(world, message, true), ...extra },
    stripped: { ...viewMessage(world, message, false), ...extra },
  });
}

export function dispatchGuild({ gateway }: Core, type: string, guildId: string, data: unknown): void {
  gateway.dispatch({ type, guildId, intents: GatewayIntentBits.Guilds, data });
}

/** MESSAGE_DELETE, or with several MESSAGE_DELETE_BULK; neither says more than ids. */
export function dispatchDeletion({ world, gateway }: Core, channelId: string, ...ids: string[]): void {
  const { guild_id } = world.channel(channelId);
  const place = { channel_id: channelId, guild_id };
  gateway.dispatch({
    type: ids.length === 1 ? 'MESSAGE_DELETE' : 'MESSAGE_DELETE_BULK',
    guildId: guild_id,
    intents: GatewayIntentBits.GuildMessages,
    data: ids.length === 1 ? { id: ids[0], ...place } : { ids, ...place },
  });
}

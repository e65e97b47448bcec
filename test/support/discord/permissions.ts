import { PermissionFlagsBits as Bits, ChannelType, OverwriteType } from 'discord-api-types/v10';
import type { ChannelState, GuildState, MemberState } from './world.ts';

export const ALL_PERMISSIONS = Object.values(Bits).reduce((all, bit) => all | bit, 0n);

/** The text permissions that Discord gives to @everyone on a new server. */
export const EVERYONE_PERMISSIONS =
  Bits.CreateInstantInvite |
  Bits.AddReactions |
  Bits.ViewChannel |
  Bits.SendMessages |
  Bits.EmbedLinks |
  Bits.AttachFiles |
  Bits.ReadMessageHistory |
  Bits.MentionEveryone |
  Bits.UseExternalEmojis |
  Bits.ChangeNickname |
  Bits.UseApplicationCommands |
  Bits.CreatePublicThreads |
  Bits.SendMessagesInThreads;

export const BOT_PERMISSIONS =
  Bits.ViewChannel |
  Bits.SendMessages |
  Bits.SendMessagesInThreads |
  Bits.CreatePublicThreads |
  Bits.EmbedLinks |
  Bits.AttachFiles |
  Bits.ReadMessageHistory;

/** What a member may do on a server, before any channel's overwrites. */
export function permissionsOf(guild: GuildState, member: MemberState): bigint {
  if (guild.ownerId === member.user.id) return ALL_PERMISSIONS;
  let allowed = BigInt(guild.roles.get(guild.id)?.permissions ?? 0);
  for (const id of member.roles) allowed |= BigInt(guild.roles.get(id)?.permissions ?? 0);
  return allowed & Bits.Administrator ? ALL_PERMISSIONS : allowed;
}

/** What a member may do in a channel; a thread has the overwrites of its channel. */
export function permissionsIn(guild: GuildState, member: MemberState, channel: ChannelState): bigint {
  let allowed = permissionsOf(guild, member);
  if (allowed === ALL_PERMISSIONS) return allowed;
  const owner = channel.thread_metadata ? guild.channels.get(channel.parent_id ?? '') : channel;
  const overwrites = owner?.permission_overwrites ?? [];
  const layers = [
    overwrites.filter(({ id }) => id === guild.id),
    overwrites.filter(({ id, type }) => type === OverwriteType.Role && member.roles.includes(id)),
    overwrites.filter(({ id, type }) => type === OverwriteType.Member && id === member.user.id),
  ];
  for (const layer of layers) {
    const deny = layer.reduce((bits, overwrite) => bits | BigInt(overwrite.deny), 0n);
    const allow = layer.reduce((bits, overwrite) => bits | BigInt(overwrite.allow), 0n);
    allowed = (allowed & ~deny) | allow;
  }
  return isHidden(channel, member, allowed) ? 0n : allowed;
}

/** A private thread is seen by those in it and by moderators. */
function isHidden(channel: ChannelState, { user }: MemberState, allowed: bigint): boolean {
  if (channel.type !== ChannelType.PrivateThread) return false;
  return !channel.thread_members?.has(user.id) && (allowed & Bits.ManageThreads) === 0n;
}

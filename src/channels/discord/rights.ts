import { type Channel, PermissionFlagsBits } from 'discord.js';

/** What keeps a bot from writing although no right is missing; shown like a right. */
const TIMED_OUT = 'TimedOut';

/**
 * What the bot lacks to write in a channel, by the platform's names of the rights, as the gateway keeps it up to
 * date. Empty where it may write, and where it cannot be told.
 */
export function listMissingToWrite(channel: Channel | null): string[] {
  if (!channel || channel.isDMBased()) return [];
  const { me } = channel.guild.members;
  const has = me && channel.permissionsFor(me);
  if (!has) return [];
  if (has.has(PermissionFlagsBits.Administrator)) return [];
  const needed = ['ViewChannel', channel.isThread() ? 'SendMessagesInThreads' : 'SendMessages'] as const;
  const missing: string[] = needed.filter((right) => !has.has(PermissionFlagsBits[right]));
  if (me.isCommunicationDisabled()) missing.push(TIMED_OUT);
  const isClosed = channel.isThread() && channel.archived === true && channel.locked === true;
  if (isClosed && !has.has(PermissionFlagsBits.ManageThreads)) missing.push('ManageThreads');
  return missing;
}

/** What a channel belongs to, closest first: a thread's channel, then the category. */
export function placesAbove(channel: Channel | null): string[] {
  if (!channel || channel.isDMBased()) return [];
  const category = channel.isThread() ? channel.parent?.parentId : null;
  return [channel.parentId, category].filter((id) => typeof id === 'string');
}

import { type Channel, type GuildBasedChannel, type Message, PermissionFlagsBits } from 'discord.js';
import { LRUCache } from 'lru-cache';
import { tellUnwritable } from '../../../core/alerts/alerts.ts';
import type { Core } from '../../../core/core.ts';
import { getServer } from '../../../core/owners/servers.ts';
import { modeIn, parseSettings, type Settings, teamRolesOf } from '../../../core/owners/settings.ts';
import { NEEDED_RIGHTS } from '../../../domain/command-definitions.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Incoming } from './incoming.ts';

/** Every message asks for it; a change made elsewhere counts after this time, one made here at once. */
const FRESH_MS = 5_000;
const MAX_SERVERS = 10_000;

/** What decides whether a message is looked at at all. */
export interface Policy {
  channels: Settings['channels'];
  /** Ticket bots whose opening message is the asker's question. */
  formBots: ReadonlySet<string>;
  team: ReadonlySet<string>;
  handOverRole: string | null;
  /** Whether replies of teachers become suggestions, and which roles make a teacher. */
  learning: boolean;
  teachers: ReadonlySet<string>;
  language: Settings['language'];
  /** Questions of one member in an hour, and when the team is there. */
  limits: Pick<Settings, 'member_questions' | 'hours'>;
  /** Whether there is a row of the server. */
  isStored: boolean;
}

const DEFAULT_POLICY: Policy = {
  ...{ channels: {}, formBots: new Set<string>(), team: new Set<string>(), handOverRole: null },
  ...{ learning: false, teachers: new Set<string>() },
  ...{ language: 'en', isStored: false, limits: parseSettings({}) },
};

export interface Policies {
  /**
   * A server without a row yet has the defaults. While the database is away, what was read last counts.
   * @throws AppError('service_unavailable')
   */
  of(serverId: string): Promise<Policy>;
  forget(serverId: string): void;
}

export function createPolicies(core: Core): Policies {
  const known = new LRUCache<string, { policy: Promise<Policy>; readAt: number }>({ max: MAX_SERVERS });
  return {
    forget: (serverId) => void known.delete(serverId),
    of: (serverId) => {
      const now = core.clock();
      const found = known.get(serverId);
      if (found && now - found.readAt < FRESH_MS && now >= found.readAt) return found.policy;
      const policy = readPolicy(core, serverId).catch((error: unknown) => {
        if (found) return found.policy;
        known.delete(serverId);
        throw error;
      });
      known.set(serverId, { policy, readAt: now });
      return policy;
    },
  };
}

async function readPolicy(core: Core, serverId: string): Promise<Policy> {
  try {
    const settings = parseSettings((await getServer(core, serverId)).settings);
    const { channels, handover_role: handOverRole, learning, language } = settings;
    const roles = { team: teamRolesOf(settings), teachers: new Set(settings.teach_roles), handOverRole };
    const formBots = new Set(settings.form_bots);
    return { channels, formBots, ...roles, learning, language, limits: settings, isStored: true };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return DEFAULT_POLICY;
    throw error;
  }
}

export function isTeam(policy: Policy, roleIds: readonly string[]): boolean {
  return roleIds.some((id) => policy.team.has(id));
}

/** The role that makes somebody a teacher where learning is on; null: nothing is learned from them. */
export function teachingRoleOf(policy: Policy, roleIds: readonly string[]): string | null {
  if (!policy.learning) return null;
  return roleIds.find((id) => policy.teachers.has(id)) ?? null;
}

/** Whether there is nothing in a message that could be answered. */
export function isBlank({ text, forwarded, hasAttachment }: Incoming): boolean {
  return text === '' && forwarded === null && !hasAttachment;
}

/** Whether a message wants an answer, apart from who wrote it. */
export function wantsAnswer(policy: Policy, message: Incoming): boolean {
  const mode = modeIn(policy, message);
  if (mode === 'off') return false;
  if (message.isForBot) return true;
  // Without the intent for message content nothing of others can be read; nor is there in a sticker.
  if (isBlank(message)) return false;
  return mode === 'every_message' || (mode === 'forum' && message.isThread);
}

/** Channels in which somebody asked lately. */
const MAX_CHANNELS = 5_000;

/** Questions in places that the bot may not write in: nobody is answered, so nothing is begun. */
export interface Unwritable {
  /** Whether a message stands where the bot may not write; whoever can mend it is told. */
  isAt(message: Incoming, channel: Message['channel']): boolean;
  wasAsked(serverId: string, channelId: string): boolean;
}

export function createUnwritable(core: Core): Unwritable {
  const asked = new LRUCache<string, true>({ max: MAX_CHANNELS });
  return {
    wasAsked: (serverId, channelId) => asked.has(`${serverId}:${channelId}`),
    isAt: ({ serverId, channelId }, channel) => {
      const rights = listMissingToWrite(channel);
      if (rights.length === 0) return false;
      const key = `${serverId}:${channelId}`;
      const at = { server: serverId, channel: channelId, missing: rights };
      core.log[asked.has(key) ? 'debug' : 'info'](at, 'question left: no right to write there');
      asked.set(key, true);
      tellUnwritable(core, { serverId, channelId, rights }).catch((error: unknown) =>
        core.log.warn({ err: error, server: serverId }, 'missing right not told'),
      );
      return true;
    },
  };
}

/**
 * What the bot lacks to read what was said in a channel, by the platform's names of the rights; empty where it cannot
 * be told. Without the right to its history the platform shows none and says no more.
 */
export function listMissingToRead(channel: Channel | null): string[] {
  if (!channel || channel.isDMBased()) return [];
  const { me } = channel.guild.members;
  const has = me && channel.permissionsFor(me);
  if (!has) return [];
  const needed = ['ViewChannel', 'ReadMessageHistory'] as const;
  return needed.filter((right) => !has.has(PermissionFlagsBits[right]));
}

/**
 * What the bot lacks to answer in a channel and its threads, by the platform's names of the rights. Messages of a
 * forum stand in its posts; empty where it cannot be told.
 */
export function listMissingToAnswer(channel: GuildBasedChannel): string[] {
  const { me } = channel.guild.members;
  const has = me && channel.permissionsFor(me);
  if (!has) return [];
  const missing = has.missing([...NEEDED_RIGHTS]);
  const isMeant = (right: string) => right !== 'SendMessages' || !channel.isThreadOnly();
  return [...missing.filter(isMeant), ...(me.isCommunicationDisabled() ? [TIMED_OUT] : [])];
}

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

import { type Channel, type GuildBasedChannel, type Message, PermissionFlagsBits } from 'discord.js';
import { LRUCache } from 'lru-cache';
import { tellUnwritable } from '../../../core/alerts/alerts.ts';
import type { Core } from '../../../core/core.ts';
import { getServer } from '../../../core/owners/servers.ts';
import { modeIn, parseSettings, type Settings, teamRolesOf } from '../../../core/owners/settings.ts';
import { readKind } from '../../../core/reading/kinds.ts';
import { NEEDED_RIGHTS } from '../../../domain/command-definitions.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Incoming } from './incoming.ts';

/** A change made elsewhere counts after this time, one made here at once. */
const FRESH_MS = 5_000;
const MAX_SERVERS = 10_000;

export interface Policy extends Pick<Settings, 'channels' | 'observe'> {
  formBots: ReadonlySet<string>;
  team: ReadonlySet<string>;
  roles: Pick<Settings, 'handover_role' | 'handover_roles'>;
  learning: boolean;
  teachers: ReadonlySet<string>;
  language: Settings['language'];
  limits: Pick<Settings, 'member_questions' | 'role_questions' | 'hours' | 'place_hours'>;
  isStored: boolean;
}

const DEFAULT_POLICY: Policy = {
  ...{ channels: {}, observe: false, formBots: new Set<string>(), team: new Set<string>() },
  roles: parseSettings({}),
  ...{ learning: false, teachers: new Set<string>() },
  ...{ language: 'en', isStored: false, limits: parseSettings({}) },
};

export type Policies = ReturnType<typeof createPolicies>;

export function createPolicies(core: Core) {
  const known = new LRUCache<string, { policy: Promise<Policy>; readAt: number }>({ max: MAX_SERVERS });
  return {
    forget: (serverId: string): void => void known.delete(serverId),
    /**
     * Gives a server without a row the defaults, and the last known policy while the database is away.
     * @throws AppError('service_unavailable')
     */
    of: (serverId: string): Promise<Policy> => {
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
    const { channels, observe, learning, language } = settings;
    const people = { team: teamRolesOf(settings), teachers: new Set(settings.teach_roles), roles: settings };
    const formBots = new Set(settings.form_bots);
    return { channels, observe, formBots, ...people, learning, language, limits: settings, isStored: true };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return DEFAULT_POLICY;
    throw error;
  }
}

export function isTeam(policy: Policy, roleIds: readonly string[]): boolean {
  return roleIds.some((id) => policy.team.has(id));
}

/** null: nothing is learned from them. */
export function teachingRoleOf(policy: Policy, roleIds: readonly string[]): string | null {
  if (!policy.learning) return null;
  return roleIds.find((id) => policy.teachers.has(id)) ?? null;
}

export function isBlank({ text, forwarded, hasAttachment }: Incoming): boolean {
  return text === '' && forwarded === null && !hasAttachment;
}

export function wantsAnswer(policy: Policy, message: Incoming): boolean {
  const mode = modeIn(policy, message);
  if (mode === 'off') return false;
  if (message.isForBot) return true;
  // Without the intent for message content others' words cannot be read.
  if (isBlank(message)) return false;
  return mode === 'every_message' || mode === 'observe' || (mode === 'forum' && message.isThread);
}

/** `!rank`, `.play never gonna`, `t!daily`: a sign that other bots listen to and, without a blank, a word. */
const COMMAND = /^(?:[!?.,;$%&~+=/-]{1,2}|[a-z]{1,2}[!?.])[a-z][\w-]{0,31}(?:\s|$)[^\n]*$/i;
const ASKS = /[?？؟]/;

/** Whether a message names or answers another member, or is a command of another bot. A forum post is for anybody. */
export function isForOthers({ id, channelId, isForBot, text, author, replyTo, ...rest }: Incoming): boolean {
  if (isForBot || id === channelId) return false;
  const meant = [...rest.mentionedIds, replyTo?.authorId].filter((one) => one != null && one !== author.id);
  return meant.length > 0 || isCommand(text);
}

/** `/home does not work` tells of a command, as does a question; nobody types those of the platform with more words. */
function isCommand(text: string): boolean {
  if (!COMMAND.test(text) || readKind(text) === 'unhelped') return false;
  const args = text.trim().replace(/^\S+\s*/, '');
  return args === '' || (!text.startsWith('/') && !ASKS.test(args));
}

const MAX_CHANNELS = 5_000;

export type Unwritable = ReturnType<typeof createUnwritable>;

/** Places that the bot may not write in: nothing is begun there. */
export function createUnwritable(core: Core) {
  const asked = new LRUCache<string, true>({ max: MAX_CHANNELS });
  return {
    wasAsked: (serverId: string, channelId: string): boolean => asked.has(`${serverId}:${channelId}`),
    /** Also tells those who can grant the right. */
    isAt: ({ serverId, channelId }: Incoming, channel: Message['channel']): boolean => {
      const rights = listMissingToWrite(channel);
      if (rights.length === 0) return false;
      const key = `${serverId}:${channelId}`;
      const at = { server: serverId, channel: channelId, missing: rights };
      core.log[asked.has(key) ? 'debug' : 'info'](at, 'question not answered: no permission to write there');
      asked.set(key, true);
      tellUnwritable(core, { serverId, channelId, rights }).catch((error: unknown) =>
        core.log.warn({ err: error, server: serverId }, 'missing permission not reported'),
      );
      return true;
    },
  };
}

/**
 * Names of rights that the bot lacks to read the history of a channel; empty where it cannot be told. The platform
 * shows no messages without them and reports no error.
 */
export function listMissingToRead(channel: Channel | null): string[] {
  if (!channel || channel.isDMBased()) return [];
  const has = rightsIn(channel);
  if (!has) return [];
  const needed = ['ViewChannel', 'ReadMessageHistory'] as const;
  return needed.filter((right) => !has.has(PermissionFlagsBits[right]));
}

/** Names of rights that the bot lacks to answer in a channel and its threads; empty where it cannot be told. */
export function listMissingToAnswer(channel: GuildBasedChannel): string[] {
  const has = rightsIn(channel);
  if (!has) return [];
  const missing = has.missing([...NEEDED_RIGHTS]);
  const isMeant = (right: string) => right !== 'SendMessages' || !channel.isThreadOnly();
  return [...missing.filter(isMeant), ...(isTimedOut(channel) ? [TIMED_OUT] : [])];
}

/** A timeout keeps a bot from writing although no right is missing. */
const TIMED_OUT = 'TimedOut';

/**
 * Names of rights that the bot lacks to write in a channel, as the gateway last told; empty where it may, or where it
 * cannot be told.
 */
export function listMissingToWrite(channel: Channel | null): string[] {
  if (!channel || channel.isDMBased()) return [];
  const has = rightsIn(channel);
  if (!has) return [];
  if (has.has(PermissionFlagsBits.Administrator)) return [];
  const needed = ['ViewChannel', channel.isThread() ? 'SendMessagesInThreads' : 'SendMessages'] as const;
  const missing: string[] = needed.filter((right) => !has.has(PermissionFlagsBits[right]));
  if (isTimedOut(channel)) missing.push(TIMED_OUT);
  const isClosed = channel.isThread() && channel.archived === true && channel.locked === true;
  if (isClosed && !has.has(PermissionFlagsBits.ManageThreads)) missing.push('ManageThreads');
  return missing;
}

/** null where it cannot be told. */
function rightsIn(channel: GuildBasedChannel) {
  const { me } = channel.guild.members;
  return me && channel.permissionsFor(me);
}

function isTimedOut({ guild }: GuildBasedChannel): boolean {
  return guild.members.me?.isCommunicationDisabled() === true;
}

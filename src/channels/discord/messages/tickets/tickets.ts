import {
  type Channel,
  ChannelType,
  type Guild,
  type Message,
  PermissionFlagsBits,
  type REST,
} from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Core } from '../../../../core/core.ts';
import { modeIn } from '../../../../core/owners/settings.ts';
import { isStatus } from '../../errors.ts';
import { type Incoming, placesAbove, readIncoming } from '../incoming.ts';
import { type Policies, type Policy, wantsAnswer } from '../policies.ts';
import {
  listAllowed,
  nameAsker,
  type OpenedForm,
  readFormMessage,
  readOpenedForm,
  readOpening,
} from './opening.ts';

/** Channels of which it is known whether a ticket bot opened them. */
const MAX_CHANNELS = 5_000;
const READ_WITHIN_MS = 3_000;

/** Channels in which one ticket runs, and the forms that open them. */
export interface Tickets {
  /** A message of a person, or the form of a ticket bot; null for what is never answered. @throws AppError */
  read(message: Message): Promise<Incoming | null>;
  /** Whether one ticket runs in a channel. Never rejects. */
  isTicket(channel: Channel | null): Promise<boolean>;
  /** Whether one conversation runs in a channel: a thread or a ticket. Never rejects. */
  isOnePlace(channel: Channel | null): Promise<boolean>;
  /** Whether nobody but ticket bots wrote in the channel before a form. @throws DiscordAPIError, AppError */
  isOpening(form: Incoming): Promise<boolean>;
  /** A form as it stands now, with everything that the bot wrote beside it; null: it is gone. Never rejects. */
  latest(form: Incoming): Promise<Incoming | null>;
  /** The form that opened a ticket; null: there is none. @throws DiscordAPIError, AppError */
  formOf(message: Incoming, signal: AbortSignal): Promise<OpenedForm | null>;
}

/** What all that handles messages of a server needs. */
export interface BotDeps extends TicketDeps {
  tickets: Tickets;
}

interface TicketDeps {
  core: Core;
  rest: REST;
  policies: Policies;
  /** null while it is not known. */
  findGuild(serverId: string): Guild | null;
}

export function createTickets(deps: TicketDeps): Tickets {
  const opened = new LRUCache<string, Promise<boolean>>({ max: MAX_CHANNELS });
  const keyOf = ({ formBots }: Policy, channelId: string) => [channelId, ...formBots].join(' ');

  /** Asked once for each channel; what could not be read is asked again. */
  function isOpenedByBot(policy: Policy, at: Pick<Incoming, 'channelId' | 'botId'>): Promise<boolean> {
    const key = keyOf(policy, at.channelId);
    const known = opened.get(key);
    if (known) return known;
    const asked = readOpening(deps.rest, policy, at, AbortSignal.timeout(READ_WITHIN_MS)).then(
      (opening) => opening.length > 0,
      (error: unknown) => {
        deps.core.log.debug({ err: error, channel: at.channelId }, 'opening of a channel not readable');
        opened.delete(key);
        return false;
      },
    );
    opened.set(key, asked);
    return asked;
  }

  async function isTicket(channel: Channel | null): Promise<boolean> {
    if (channel?.type !== ChannelType.GuildText) return false;
    const policy = await deps.policies.of(channel.guildId).catch(() => null);
    if (policy === null) return false;
    const path = { channelId: channel.id, above: placesAbove(channel) };
    if (modeIn(policy, path) !== 'every_message') return false;
    if (!Object.hasOwn(policy.channels, channel.id) && isPrivate(policy, channel)) return true;
    return (
      policy.formBots.size > 0 &&
      isOpenedByBot(policy, { channelId: channel.id, botId: channel.client.user.id })
    );
  }

  async function readNow(at: Incoming, policy: Policy, signal: AbortSignal): Promise<OpenedForm | null> {
    const opening = await readOpening(deps.rest, policy, at, signal);
    const form = readOpenedForm(policy, opening, { ...at, guild: deps.findGuild(at.serverId) });
    return form && { ...form, author: await nameAsker(deps.rest, at.serverId, form.author, signal) };
  }

  return {
    isTicket,
    isOnePlace: async (channel) => channel?.isThread() === true || isTicket(channel),
    formOf: async (message, signal) => {
      const policy = await deps.policies.of(message.serverId);
      if (policy.formBots.size === 0 || !(await isOpenedByBot(policy, message))) return null;
      return readNow(message, policy, signal);
    },
    read: async (received) => {
      const message = readIncoming(received);
      if (message) return { ...message, isTicket: await isTicket(received.channel) };
      const policy = await deps.policies.of(received.guildId ?? '');
      const form = readFormMessage(policy, received);
      if (!form || !wantsAnswer(policy, form)) return null;
      return form;
    },
    isOpening: async (form) => {
      const policy = await deps.policies.of(form.serverId);
      const opening = await readOpening(deps.rest, policy, form, AbortSignal.timeout(READ_WITHIN_MS));
      const isOpening = opening.some(({ id }) => id === form.id);
      if (isOpening) opened.set(keyOf(policy, form.channelId), Promise.resolve(true));
      return isOpening;
    },
    latest: async (form) => {
      try {
        const policy = await deps.policies.of(form.serverId);
        const now = await readNow(form, policy, AbortSignal.timeout(READ_WITHIN_MS));
        return now && { ...form, ...now };
      } catch (error) {
        if (isStatus(error, 404)) return null;
        deps.core.log.debug({ err: error, server: form.serverId }, 'form not read again');
        return form;
      }
    },
  };
}

/** Whether a channel is shown to single members alone, as ticket bots do it. */
function isPrivate({ formBots }: Policy, channel: Channel & { type: ChannelType.GuildText }): boolean {
  const everyone = channel.guild.roles.everyone;
  if (channel.permissionsFor(everyone).has(PermissionFlagsBits.ViewChannel)) return false;
  return listAllowed(channel).some((id) => !formBots.has(id));
}

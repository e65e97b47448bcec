import type { Channel, Guild, Message, REST } from 'discord.js';
import { ChannelType, PermissionFlagsBits } from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Core } from '../../../../core/core.ts';
import { modeIn } from '../../../../core/owners/settings.ts';
import { isStatus } from '../../errors.ts';
import { type Incoming, placesAbove, readIncoming } from '../incoming.ts';
import { type Policies, type Policy, wantsAnswer } from '../policies.ts';
import type { OpenedForm } from './opening.ts';
import { listAllowed, nameAsker, readFormMessage, readOpenedForm, readOpening } from './opening.ts';

const MAX_CHANNELS = 5_000;
const READ_WITHIN_MS = 3_000;

type Tickets = ReturnType<typeof createTickets>;

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

export function createTickets(deps: TicketDeps) {
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
        deps.core.log.debug({ err: error, channel: at.channelId }, 'first messages of a channel unread');
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
    if (!['every_message', 'observe'].includes(modeIn(policy, path))) return false;
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
    /** Whether one conversation runs in a channel. Never rejects. */
    isOnePlace: async (channel: Channel | null): Promise<boolean> =>
      channel?.isThread() === true || isTicket(channel),
    /** @throws DiscordAPIError, AppError */
    formOf: async (message: Incoming, signal: AbortSignal): Promise<OpenedForm | null> => {
      const policy = await deps.policies.of(message.serverId);
      if (policy.formBots.size === 0 || !(await isOpenedByBot(policy, message))) return null;
      return readNow(message, policy, signal);
    },
    /** null for messages that are never answered. @throws AppError */
    read: async (received: Message): Promise<Incoming | null> => {
      const message = readIncoming(received);
      if (message) return { ...message, isTicket: await isTicket(received.channel) };
      const policy = await deps.policies.of(received.guildId ?? '');
      const form = readFormMessage(policy, received);
      if (!form || !wantsAnswer(policy, form)) return null;
      return form;
    },
    /** Whether nobody but ticket bots wrote before a form. @throws DiscordAPIError, AppError */
    isOpening: async (form: Incoming): Promise<boolean> => {
      const policy = await deps.policies.of(form.serverId);
      const opening = await readOpening(deps.rest, policy, form, AbortSignal.timeout(READ_WITHIN_MS));
      const isOpening = opening.some(({ id }) => id === form.id);
      if (isOpening) opened.set(keyOf(policy, form.channelId), Promise.resolve(true));
      return isOpening;
    },
    /** Reads a form again, with everything that the bot wrote beside it; null: it is gone. Never rejects. */
    latest: async (form: Incoming): Promise<Incoming | null> => {
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

function isPrivate({ formBots }: Policy, channel: Channel & { type: ChannelType.GuildText }): boolean {
  const everyone = channel.guild.roles.everyone;
  if (channel.permissionsFor(everyone).has(PermissionFlagsBits.ViewChannel)) return false;
  return listAllowed(channel).some((id) => !formBots.has(id));
}

import type { APIMessage } from 'discord-api-types/v10';
import {
  PermissionFlagsBits as Bits,
  ChannelType,
  RESTJSONErrorCodes as Codes,
  GatewayIntentBits,
  MessageFlags,
} from 'discord-api-types/v10';
import { z } from 'zod';
import { createSent, editSent, removeSent } from '../bot-messages.ts';
import { checkForm } from '../checks/form.ts';
import { checkEdit, checkNewMessage } from '../checks/message.ts';
import { type Core, dispatchDeletion, dispatchGuild } from '../core.ts';
import { type Answer, type Call, type Route, route } from '../http.ts';
import { makeMessage } from '../messages.ts';
import { ApiProblem, invalidForm, missingPermissions } from '../problem.ts';
import type { MessageBody } from '../records.ts';
import { makeThread, viewMessage } from '../views.ts';
import type { ChannelState } from '../world.ts';
import { visibleChannel } from './guild.ts';

const NONCE_LASTS_MS = 5 * 60_000;

/** Messages, typing and threads of channels. */
export const messageRoutes: readonly Route[] = [
  route('GET /channels/:channel/messages', (call) => {
    const { id } = readableChannel(call);
    return {
      body: pickPage(call.core.world.messagesIn(id), call.query).map((message) => show(call.core, message)),
    };
  }),
  route('GET /channels/:channel/messages/pins', (call) => {
    const { id } = readableChannel(call);
    const limit = Number(call.query.get('limit') ?? 50);
    if (!(limit >= 1 && limit <= 50))
      throw invalidForm(['limit'], 'NUMBER_TYPE_MAX', 'int value should be between 1 and 50.');
    const pins = call.core.world.messagesIn(id).filter(({ pinned }) => pinned);
    const items = pins.toReversed().slice(0, limit);
    const pinned_at = new Date().toISOString();
    return {
      body: {
        items: items.map((message) => ({ pinned_at, message: show(call.core, message) })),
        has_more: pins.length > limit,
      },
    };
  }),
  route('GET /channels/:channel/messages/:message', (call) => {
    const { id } = readableChannel(call);
    return { body: show(call.core, call.core.world.message(id, call.params.message)) };
  }),
  route('POST /channels/:channel/messages', createMessage),
  route('PATCH /channels/:channel/messages/:message', (call) => {
    const message = targetMessage(call);
    const sent = call.core.records.sentMessage(message.id);
    if (!sent)
      throw new ApiProblem(
        403,
        Codes.CannotEditMessageAuthoredByAnotherUser,
        'Cannot edit a message authored by another user',
      );
    const body = (call.body ?? {}) as MessageBody;
    checkEdit(body);
    editSent(call.core, sent, body, call.files);
    return { body: sent.raw };
  }),
  route('DELETE /channels/:channel/messages/:message', (call) => {
    const message = targetMessage(call);
    const { records, world } = call.core;
    const sent = records.sentMessage(message.id);
    const channel = world.channel(message.channel_id);
    if (sent) removeSent(call.core, sent);
    else {
      if (!(world.botPermissions(channel) & Bits.ManageMessages)) throw missingPermissions();
      world.removeMessage(channel.id, message.id);
      dispatchDeletion(call.core, channel.id, message.id);
    }
    return {};
  }),
  route('POST /channels/:channel/typing', (call) => {
    const { id } = writableChannel(call);
    call.core.records.typings.push({ channelId: id, at: performance.now() });
    return {};
  }),
  route('POST /channels/:channel/messages/:message/threads', createThread),
];

function createMessage(call: Call): Answer {
  const { core, files } = call;
  const body = (call.body ?? {}) as MessageBody;
  const channel = writableChannel(call);
  if (channel.type === ChannelType.GuildForum) {
    throw new ApiProblem(
      400,
      Codes.CannotSendMessagesInNonTextChannel,
      'Cannot send messages in a non-text channel',
    );
  }
  checkNewMessage(body, files);
  if (files.length > 0 && !(core.world.botPermissions(channel) & Bits.AttachFiles))
    throw missingPermissions();
  const twin = findTwin(core, body);
  if (twin) return { body: twin };
  const repliedTo = findReplied(core, channel, body);
  const nonce = body.nonce === undefined || body.nonce === null ? {} : { nonce: body.nonce };
  const raw = makeMessage({
    channelId: channel.id,
    author: core.world.bot,
    content: '',
    replyTo: repliedTo,
    more: nonce,
  });
  const sent = createSent(core, { channel, raw, body, files, repliedTo });
  return { body: sent.raw };
}

/** The message that this nonce made before, when the body asks for that. */
function findTwin({ records }: Core, { nonce, enforce_nonce }: MessageBody): APIMessage | undefined {
  if (!enforce_nonce || nonce === undefined || nonce === null) return undefined;
  const twin = records.messageOfNonce(nonce);
  const isRecent = twin && !twin.isDeleted && performance.now() - twin.at < NONCE_LASTS_MS;
  return isRecent ? twin.raw : undefined;
}

function findReplied({ world }: Core, channel: ChannelState, body: MessageBody): APIMessage | undefined {
  const reference = body.message_reference;
  if (!reference) return undefined;
  if (!(world.botPermissions(channel) & Bits.ReadMessageHistory)) throw missingPermissions();
  const message = world.messagesIn(channel.id).find(({ id }) => id === reference.message_id);
  if (!message && reference.fail_if_not_exists !== false) {
    throw invalidForm(['message_reference'], 'REPLIES_UNKNOWN_MESSAGE', 'Unknown message');
  }
  return message;
}

function createThread(call: Call): Answer {
  const { core } = call;
  const message = targetMessage(call);
  const parent = core.world.channel(message.channel_id);
  const { name } = checkForm(z.looseObject({ name: z.string().min(1).max(100) }), call.body);
  if (!(core.world.botPermissions(parent) & Bits.CreatePublicThreads)) throw missingPermissions();
  if (core.world.channels.has(message.id)) {
    throw new ApiProblem(
      400,
      Codes.ThreadAlreadyCreatedForMessage,
      'A thread has already been created for this message',
    );
  }
  const thread = makeThread(parent, message.id, name, core.world.bot.id);
  core.world.addChannel(thread);
  message.flags = (message.flags ?? 0) | MessageFlags.HasThread;
  dispatchGuild(core, 'THREAD_CREATE', parent.guild_id, { ...thread, newly_created: true });
  return { status: 201, body: thread };
}

/** REST shows content by the switch in the portal, not by the intents of a session. */
function show({ world }: Core, message: APIMessage): APIMessage {
  return viewMessage(world, message, (world.enabledIntents & GatewayIntentBits.MessageContent) !== 0);
}

/** Newest first, as Discord sorts; `around` gives half before and half after. */
function pickPage(messages: APIMessage[], query: URLSearchParams): APIMessage[] {
  const limit = Number(query.get('limit') ?? 50);
  if (!(limit >= 1 && limit <= 100)) {
    throw invalidForm(['limit'], 'NUMBER_TYPE_MAX', 'int value should be between 1 and 100.');
  }
  const [before, after, around] = ['before', 'after', 'around'].map((key) => query.get(key));
  const isOlder = (id: string, than: string) => BigInt(id) < BigInt(than);
  let page = messages;
  if (before) page = messages.filter(({ id }) => isOlder(id, before)).slice(-limit);
  else if (after) page = messages.filter(({ id }) => isOlder(after, id)).slice(0, limit);
  else if (around) {
    const index = messages.findIndex(({ id }) => !isOlder(id, around));
    page = messages.slice(Math.max(0, index - Math.floor(limit / 2)), index + Math.ceil(limit / 2));
  } else page = messages.slice(-limit);
  return page.toReversed();
}

/** Without the right to read history a channel looks empty to Discord's bots; here it is refused. */
function readableChannel(call: Call): ChannelState {
  const channel = visibleChannel(call);
  if (!(call.core.world.botPermissions(channel) & Bits.ReadMessageHistory)) throw missingPermissions();
  return channel;
}

function writableChannel(call: Call): ChannelState {
  const channel = visibleChannel(call);
  const needed = channel.thread_metadata ? Bits.SendMessagesInThreads : Bits.SendMessages;
  const { world } = call.core;
  const allowed = world.botPermissions(channel);
  const bot = world.guild(channel.guild_id).members.get(world.bot.id);
  const isTimedOut = Date.parse(bot?.communication_disabled_until ?? '') > Date.now();
  if (isTimedOut || !(allowed & needed)) throw missingPermissions();
  const { archived = false, locked = false } = channel.thread_metadata ?? {};
  if (archived && locked && !(allowed & Bits.ManageThreads))
    throw new ApiProblem(400, Codes.ThreadLocked, 'This thread is locked');
  return channel;
}

function targetMessage(call: Call): APIMessage {
  const channel = visibleChannel(call);
  return call.core.world.message(channel.id, call.params.message);
}

import type { APIEmbed, APIMessage, APIMessageSnapshotFields, APIRole } from 'discord-api-types/v10';
import {
  ApplicationCommandType,
  ComponentType,
  InteractionType,
  Locale,
  MessageReferenceType,
  MessageType,
} from 'discord-api-types/v10';
import { makeAttachment } from '../bot-messages.ts';
import { buildCommand, buildCompletion, type OptionValues } from '../command-options.ts';
import { type Component, findComponent } from '../components.ts';
import { type Core, dispatchDeletion, dispatchMessage } from '../core.ts';
import { dispatchInteraction, guessType } from '../interaction-payload.ts';
import type { Choice, InteractionHandle } from '../interactions.ts';
import { EVERYONE_MENTION, findIds, makeMessage, ROLE_MENTION, USER_MENTION } from '../messages.ts';
import { SentMessage } from '../records.ts';
import { makeSnowflake } from '../snowflake.ts';
import { type MemberState, makeUser } from '../world.ts';
import type { FakeChannel } from './channel.ts';
import { fillModal, type ModalValues } from './modal.ts';

export interface SayOptions {
  id?: string;
  replyTo?: { id: string };
  /** Whether the reply mentions the author it answers; true by default. */
  ping?: boolean;
  /** Mentioned in addition to those in the text. */
  mentions?: (FakeMember | APIRole | { id: string })[];
  /** `url`: it lies elsewhere. */
  attachments?: { name: string; bytes?: Buffer; contentType?: string; url?: string }[];
  embeds?: APIEmbed[];
  /** The message comes from a webhook instead of the member. */
  webhook?: boolean;
  /** It was written before the bot could be told of it. */
  isHistory?: boolean;
}

/** Somebody in a server, with everything that a Discord client lets people do. */
export class FakeMember {
  readonly state: MemberState;
  /** The language of this person's client. */
  locale: `${Locale}` = Locale.EnglishUS;
  readonly #core: Core;

  constructor(core: Core, state: MemberState) {
    this.#core = core;
    this.state = state;
  }

  get id(): string {
    return this.state.user.id;
  }

  get name(): string {
    return this.state.user.username;
  }

  setRoles(roles: APIRole[]): void {
    this.state.roles = roles.map(({ id }) => id);
  }

  /** `<@id>`, `<@&id>` and @everyone in the text become mentions by themselves. */
  says(channel: FakeChannel, text: string, options: SayOptions = {}): APIMessage {
    const { world } = this.#core;
    const replyTo = options.replyTo && world.message(channel.id, options.replyTo.id);
    // A reply to an answer of an interaction mentions nobody: its author is a webhook.
    const repliedId = replyTo && !replyTo.webhook_id && options.ping !== false ? replyTo.author.id : null;
    const webhookId = makeSnowflake();
    const message = makeMessage({
      ...(options.id && { id: options.id }),
      channelId: channel.id,
      author: options.webhook ? makeUser(webhookId, 'webhook', true) : this.state.user,
      content: text,
      replyTo,
      more: {
        ...this.#findMentions(channel, text, repliedId, options),
        attachments: (options.attachments ?? []).map(({ contentType, url, ...file }) => ({
          ...makeAttachment(this.#core, { bytes: Buffer.alloc(0), ...file }),
          ...(url !== undefined && { url, proxy_url: url }),
          ...(contentType && { content_type: contentType }),
        })),
        ...(options.embeds && { embeds: options.embeds }),
        ...(options.webhook && { webhook_id: webhookId }),
      },
    });
    world.storeMessage(message);
    if (!options.isHistory) dispatchMessage(this.#core, 'MESSAGE_CREATE', message);
    return message;
  }

  /** Pins a message, or takes the pin away: an update without an edit. */
  pins(message: APIMessage, isPinned = true): void {
    message.pinned = isPinned;
    dispatchMessage(this.#core, 'MESSAGE_UPDATE', message);
  }

  /** Reacts to a message; without the intent for reactions nothing is sent. */
  reacts(message: APIMessage, name: string): void {
    const reaction = { count: 1, count_details: { burst: 0, normal: 1 }, me: false, me_burst: false };
    message.reactions = [
      ...(message.reactions ?? []),
      { ...reaction, emoji: { id: null, name }, burst_colors: [] },
    ];
  }

  /** Forwards a message, or a copy of one from a place without the bot: without own words. */
  forwards(channel: FakeChannel, what: APIMessage | { content?: string; embeds?: APIEmbed[] }): APIMessage {
    const { content = '', embeds = [] } = what;
    const from =
      'id' in what ? what : makeMessage({ channelId: makeSnowflake(), author: this.state.user, content });
    const reference = {
      type: MessageReferenceType.Forward,
      channel_id: from.channel_id,
      message_id: from.id,
    };
    const snapshot = {
      ...{ type: MessageType.Default, content, embeds, attachments: [], flags: 0 },
      ...{ timestamp: from.timestamp, edited_timestamp: null, mentions: from.mentions, mention_roles: [] },
    } as unknown as APIMessageSnapshotFields;
    const message = makeMessage({
      ...{ channelId: channel.id, author: this.state.user, content: '' },
      more: { message_reference: reference, message_snapshots: [{ message: snapshot }] },
    });
    this.#core.world.storeMessage(message);
    dispatchMessage(this.#core, 'MESSAGE_CREATE', message);
    return message;
  }

  /** The first message of a thread started from another message: without own words. */
  pointsTo(thread: FakeChannel, from: APIMessage): void {
    const reference = { type: 0, channel_id: from.channel_id, message_id: from.id };
    const more = { type: MessageType.ThreadStarterMessage, message_reference: reference };
    const message = makeMessage({ channelId: thread.id, author: this.state.user, content: '', more });
    this.#core.world.storeMessage(message);
    dispatchMessage(this.#core, 'MESSAGE_CREATE', message);
  }

  /** @param at when Discord received it, in milliseconds; now by default. @param embeds left out: they stay. */
  edits(
    message: APIMessage,
    text: string,
    { at = Date.now(), embeds = message.embeds }: { at?: number; embeds?: APIEmbed[] } = {},
  ): void {
    const { members } = this.#core.world.guild(this.#core.world.channel(message.channel_id).guild_id);
    message.content = text;
    message.embeds = embeds;
    message.mentions = findIds(text, USER_MENTION).flatMap((id) => members.get(id)?.user ?? []);
    message.edited_timestamp = new Date(at).toISOString();
    dispatchMessage(this.#core, 'MESSAGE_UPDATE', message);
  }

  /** Own messages, or as a moderator those of others. */
  deletes({
    id,
    channelId,
    channel_id = channelId ?? '',
  }: {
    id: string;
    channelId?: string;
    channel_id?: string;
  }): void {
    const { world, records } = this.#core;
    world.removeMessage(channel_id, id);
    const sent = records.sentMessage(id);
    if (sent) sent.isDeleted = true;
    dispatchDeletion(this.#core, channel_id, id);
  }

  /** A message goes while the bot is not told. */
  vanishes({ id, channel_id }: { id: string; channel_id: string }): void {
    this.#core.world.removeMessage(channel_id, id);
  }

  /** Many messages of one channel at once, as moderators' bots do: 2 to 100. */
  purges(messages: readonly { id: string; channel_id: string }[]): void {
    const [first] = messages;
    if (!first || messages.length < 2 || messages.length > 100) {
      throw new Error(`2 to 100 messages are deleted at once, not ${messages.length}`);
    }
    for (const { id } of messages) this.#core.world.removeMessage(first.channel_id, id);
    dispatchDeletion(this.#core, first.channel_id, ...messages.map(({ id }) => id));
  }

  /** Leaves the server or is removed from it; without the intent GuildMembers nothing is sent. */
  leaves({ id }: { id: string }): void {
    this.#core.world.guild(id).members.delete(this.id);
  }

  /** A slash command as the client would allow it: `runs(channel, 'key create', { name: 'x' })`. */
  runs(channel: FakeChannel, path: string, values: OptionValues = {}): InteractionHandle {
    const { world } = this.#core;
    const data = buildCommand(world, world.guild(channel.state.guild_id), path, values);
    return this.#interact(channel, InteractionType.ApplicationCommand, data);
  }

  /** The choices that the bot offers for what is typed in the option with autocompletion. */
  completes(channel: FakeChannel, path: string, values: OptionValues): Promise<Choice[]> {
    const data = buildCompletion(this.#core.world, path, values);
    return this.#interact(channel, InteractionType.ApplicationCommandAutocomplete, data).completed();
  }

  /** A command of the menu of a message. */
  usesMenu(name: string, message: { id: string }): InteractionHandle {
    const { world } = this.#core;
    const command = world.commands.find(
      (one) => one.type === ApplicationCommandType.Message && one.name === name,
    );
    if (!command) throw new Error(`There is no message menu "${name}"`);
    const target = world.findMessage(message.id);
    if (!target) throw new Error(`Message ${message.id} is not there`);
    const resolved = { messages: { [target.id]: target } };
    const data = { id: command.id, name, type: command.type, target_id: target.id, resolved };
    return this.#interact(
      { state: world.channel(target.channel_id) },
      InteractionType.ApplicationCommand,
      data,
    );
  }

  /** Fails when the button is not on the message or disabled. */
  presses(message: SentMessage, idOrLabel: string): InteractionHandle {
    const { custom_id, type } = findEnabled(message, idOrLabel);
    if (type !== ComponentType.Button) throw new Error(`${idOrLabel} is not a button`);
    return this.#useComponent(message, { custom_id, component_type: type });
  }

  selects(message: SentMessage, customId: string, values: string[]): InteractionHandle {
    const { custom_id, type, ...select } = findEnabled(message, customId);
    const { min_values = 1, max_values = 1, options } = select as SelectLimits;
    const isKnown = (value: string) => !options || options.some((option) => option.value === value);
    if (values.length < min_values || values.length > max_values || !values.every(isKnown)) {
      throw new Error(`${customId} does not take ${values.join(', ')}`);
    }
    return this.#useComponent(message, { custom_id, component_type: type, values, resolved: {} });
  }

  /** Fills in the form of an answer; what is left out keeps the value it came with. */
  submits(form: SentMessage, values: ModalValues): InteractionHandle {
    const { modal } = form;
    if (!modal) throw new Error('This answer is not a form');
    const data = fillModal(modal, values);
    const channel = { state: this.#core.world.channel(form.channelId) };
    return this.#interact(channel, InteractionType.ModalSubmit, data, modal.source);
  }

  /** Sends any interaction, also one that no client would: `overrides` replaces fields beside `data`. */
  forges(
    channel: FakeChannel,
    data: Record<string, unknown>,
    overrides: { type?: InteractionType; message?: SentMessage; [more: string]: unknown } = {},
  ): InteractionHandle {
    const { type = guessType(data), message, ...more } = overrides;
    const source =
      message ?? (type === InteractionType.MessageComponent ? forgeMessage(this.#core, channel) : null);
    const defaults = type === InteractionType.ApplicationCommand ? { id: makeSnowflake(), type: 1 } : {};
    return this.#interact(channel, type, { ...defaults, ...data }, source, more);
  }

  #useComponent(message: SentMessage, data: object): InteractionHandle {
    const channel = { state: this.#core.world.channel(message.channelId) };
    return this.#interact(channel, InteractionType.MessageComponent, data, message);
  }

  #interact(
    { state }: Pick<FakeChannel, 'state'>,
    type: InteractionType,
    data: object,
    source: SentMessage | null = null,
    overrides: object = {},
  ): InteractionHandle {
    const { locale } = this;
    return dispatchInteraction(this.#core, {
      overrides,
      member: this.state,
      channel: state,
      locale,
      type,
      data,
      source,
    });
  }

  #findMentions(channel: FakeChannel, text: string, repliedId: string | null, { mentions = [] }: SayOptions) {
    const guild = this.#core.world.guild(channel.state.guild_id);
    const extra = mentions.map(({ id }) => id);
    const users = new Set([...findIds(text, USER_MENTION), ...extra, ...(repliedId ? [repliedId] : [])]);
    const roles = new Set([...findIds(text, ROLE_MENTION), ...extra]);
    return {
      mentions: [...users].flatMap((id) => guild.members.get(id)?.user ?? []),
      mention_roles: [...roles].filter((id) => guild.roles.has(id)),
      mention_everyone: EVERYONE_MENTION.test(text),
    };
  }
}

/** A message that the bot never sent, for forged components. */
function forgeMessage({ world }: Core, channel: FakeChannel): SentMessage {
  const raw = makeMessage({ channelId: channel.id, author: world.bot, content: 'Forged' });
  const pinged = { everyone: false, roles: [], users: [] };
  return new SentMessage(raw, {}, { pinged, files: [], ephemeral: true, viaInteraction: true });
}

interface SelectLimits {
  min_values?: number;
  max_values?: number;
  options?: { value: string }[];
}

function findEnabled(message: SentMessage, idOrLabel: string): Component {
  const component = findComponent(message.components, idOrLabel);
  if (message.isDeleted) throw new Error('The message was deleted');
  if (!component) {
    throw new Error(`There is no "${idOrLabel}" on the message, only ${JSON.stringify(message.buttons)}`);
  }
  if (component.disabled) throw new Error(`"${idOrLabel}" is disabled`);
  return component;
}

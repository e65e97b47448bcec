import type { APIAttachment, APIMessage } from 'discord-api-types/v10';
import {
  PermissionFlagsBits as Bits,
  RESTJSONErrorCodes as Codes,
  MessageFlags,
} from 'discord-api-types/v10';
import { type Component, walkComponents } from './components.ts';
import { type Core, dispatchDeletion, dispatchMessage } from './core.ts';
import type { Pings, SentFile } from './messages.ts';
import { EVERYONE_MENTION, findIds, ROLE_MENTION, USER_MENTION } from './messages.ts';
import { ApiProblem } from './problem.ts';
import { type MessageBody, SentMessage } from './records.ts';
import { makeSnowflake } from './snowflake.ts';
import type { ChannelState } from './world.ts';

interface Draft {
  channel: ChannelState;
  /** The message without what the body says. */
  raw: APIMessage;
  body: MessageBody;
  files: SentFile[];
  ephemeral?: boolean;
  viaInteraction?: boolean;
  repliedTo?: APIMessage | undefined;
}

const KEPT_FLAGS = MessageFlags.SuppressEmbeds | MessageFlags.SuppressNotifications;

/** Makes the message of the bot, records it, and tells the sessions unless it is ephemeral. */
export function createSent(core: Core, draft: Draft): SentMessage {
  const { channel, raw, body, files, repliedTo, ephemeral = false, viaInteraction = false } = draft;
  if (isEmpty(body, files))
    throw new ApiProblem(400, Codes.CannotSendAnEmptyMessage, 'Cannot send an empty message');
  const pinged = findPings(core, channel, body, repliedTo);
  noteMentions(core, body, `a message in ${channel.id}`);
  fill(core, raw, body, files, pinged);
  raw.flags = (raw.flags ?? 0) | ((body.flags ?? 0) & KEPT_FLAGS);
  const sent = new SentMessage(raw, body, { pinged, files, ephemeral, viaInteraction });
  publish(core, 'MESSAGE_CREATE', sent);
  core.records.addSent(sent);
  return sent;
}

/** Changes what the body names; null empties it. */
export function editSent(core: Core, sent: SentMessage, body: MessageBody, files: SentFile[]): void {
  const { raw } = sent;
  const pinged = findPings(core, core.world.channel(raw.channel_id), body);
  const before = { content: raw.content, components: sent.components };
  const after = { ...before, ...dropUndefined(body) };
  if (isEmpty(after, files) && !body.attachments?.length && sent.attachments.length === 0) {
    throw new ApiProblem(400, Codes.CannotSendAnEmptyMessage, 'Cannot send an empty message');
  }
  noteMentions(core, body, `an edit in ${raw.channel_id}`);
  if (body.attachments !== undefined) keepAttachments(sent, body);
  sent.attachments = [...sent.attachments, ...files];
  fill(core, raw, after, files, pinged);
  raw.edited_timestamp = new Date().toISOString();
  sent.edits.push({ at: performance.now(), content: raw.content, components: sent.components, pinged });
  publish(core, 'MESSAGE_UPDATE', sent);
  core.bell.ring();
}

/** Gives the deferred "is thinking…" message its content. */
export function fillDeferred(core: Core, sent: SentMessage, body: MessageBody, files: SentFile[]): void {
  sent.isLoading = false;
  sent.raw.flags = (sent.raw.flags ?? 0) & ~MessageFlags.Loading;
  sent.raw.flags |= (body.flags ?? 0) & KEPT_FLAGS;
  try {
    editSent(core, sent, body, files);
  } catch (error) {
    sent.isLoading = true;
    throw error;
  }
  // Filling is the first content, not a change of it.
  const first = sent.edits.pop();
  Object.assign(sent.pinged, first?.pinged);
}

export function removeSent(core: Core, sent: SentMessage): void {
  const { id, channel_id } = sent.raw;
  sent.isDeleted = true;
  if (!sent.ephemeral) {
    core.world.removeMessage(channel_id, id);
    dispatchDeletion(core, channel_id, id);
  }
  core.bell.ring();
}

export function publish(core: Core, type: string, { raw, ephemeral }: SentMessage): void {
  if (ephemeral) return;
  core.world.storeMessage(raw);
  dispatchMessage(core, type, raw);
}

function fill(core: Core, raw: APIMessage, body: MessageBody, files: SentFile[], pinged: Pings): void {
  const { guild_id } = core.world.channel(raw.channel_id);
  const { members } = core.world.guild(guild_id);
  raw.content = body.content ?? '';
  raw.components = numberComponents(body.components ?? []) as unknown as NonNullable<
    APIMessage['components']
  >;
  raw.attachments = [...raw.attachments, ...files.map((file) => makeAttachment(core, file))];
  raw.mentions = pinged.users.flatMap((id) => members.get(id)?.user ?? []);
  raw.mention_roles = pinged.roles;
  raw.mention_everyone = pinged.everyone;
}

/** Discord numbers the components of a message where the sender did not. */
function numberComponents(components: Component[]): Component[] {
  const numbered = structuredClone(components);
  let id = 0;
  for (const component of walkComponents(numbered)) component.id ??= ++id;
  return numbered;
}

/** An attachment as JSON; its URL works until the fake stops. */
export function makeAttachment({ origin, world }: Core, { name, bytes }: SentFile): APIAttachment {
  const id = makeSnowflake();
  world.files.set(id, bytes);
  const url = `${origin}/attachments/${id}/${encodeURIComponent(name)}`;
  return { id, filename: name, size: bytes.length, url, proxy_url: url };
}

/** The attachments that the body lists stay; the ids of new files are their indexes, so they match nothing. */
function keepAttachments(sent: SentMessage, { attachments }: MessageBody): void {
  const kept = new Set(attachments?.map(({ id }) => String(id)));
  sent.attachments = sent.attachments.filter((_, index) => kept.has(sent.raw.attachments[index]?.id ?? ''));
  sent.raw.attachments = sent.raw.attachments.filter(({ id }) => kept.has(id));
}

function isEmpty({ content, components }: MessageBody, files: SentFile[]): boolean {
  return !content?.trim() && !components?.length && files.length === 0;
}

function dropUndefined(body: MessageBody): MessageBody {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

/** Every text must say whom it may ping; a list that is not empty is for the tests of hand-overs to judge. */
function noteMentions({ records }: Core, body: MessageBody, what: string): void {
  if (!body.content) return;
  const parse = body.allowed_mentions?.parse;
  if (parse?.length !== 0) {
    records.faults.push(`${what}: allowed_mentions.parse is ${JSON.stringify(parse)} instead of []`);
  }
}

/** Who gets a ping out of this body: what its text names, what it allows, and what the bot may. */
function findPings(core: Core, channel: ChannelState, body: MessageBody, repliedTo?: APIMessage): Pings {
  const { world } = core;
  const guild = world.guild(channel.guild_id);
  const allowed = body.allowed_mentions;
  const parse: readonly string[] = allowed ? (allowed.parse ?? []) : ['everyone', 'roles', 'users'];
  const mayPingAll = (world.botPermissions(channel) & Bits.MentionEveryone) !== 0n;
  const text = body.content ?? '';
  const pick = (kind: 'roles' | 'users', pattern: RegExp) =>
    findIds(text, pattern).filter((id) => parse.includes(kind) || allowed?.[kind]?.includes(id));
  const users = pick('users', USER_MENTION);
  const repliesLoudly = repliedTo && (allowed ? allowed.replied_user === true : true);
  if (repliesLoudly) users.push(repliedTo.author.id);
  return {
    everyone: parse.includes('everyone') && mayPingAll && EVERYONE_MENTION.test(text),
    roles: pick('roles', ROLE_MENTION).filter((id) => mayPingAll || guild.roles.get(id)?.mentionable),
    users: [...new Set(users)],
  };
}

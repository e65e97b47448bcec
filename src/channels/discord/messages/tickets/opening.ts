import type { APIMessage, Channel, Guild, Message, REST } from 'discord.js';
import { OverwriteType, PermissionFlagsBits, Routes, SnowflakeUtil } from 'discord.js';
import { toCleanName } from '../../../../domain/text.ts';
import { fillIn, type Incoming, placesAbove, TALK } from '../incoming.ts';
import { allNamesOf, readMember } from '../members.ts';
import type { Policy } from '../policies.ts';
import { nameOf, namesOn, readMarkup, toShortName } from '../reading/markup.ts';
import { type BotMessage, readForm } from './form.ts';

const OPENS_WITHIN_MS = 60_000;
/** A welcome, a ping and the form are three; bots that clean up write a few more. */
const MAX_OPENING_MESSAGES = 10;

/** Id and name are empty where they cannot be told. */
type TicketRequester = Incoming['author'];

export interface OpenedForm {
  text: string;
  author: TicketRequester;
}

const UNKNOWN: TicketRequester = { id: '', name: '', roleIds: [] };

function mayOpen(
  { formBots }: Pick<Policy, 'formBots'>,
  message: { id: string; channelId: string; authorId: string; isWebhook: boolean },
): boolean {
  return formBots.has(message.authorId) && !message.isWebhook && isInTimeToOpen(message);
}

export function isInTimeToOpen({ id, channelId }: { id: string; channelId: string }): boolean {
  const sinceMs = SnowflakeUtil.timestampFrom(id) - SnowflakeUtil.timestampFrom(channelId);
  return sinceMs >= 0 && sinceMs <= OPENS_WITHIN_MS;
}

/** null for everything else that bots write. */
export function readFormMessage(policy: Policy, message: Message): Incoming | null {
  const { author, channel, guild, client, mentions, embeds, components } = message;
  const botId = client.user.id;
  const written = { id: message.id, channelId: message.channelId, authorId: author.id };
  const isOfBot = author.bot && author.id !== botId && TALK.has(message.type);
  const isEarly = mayOpen(policy, { ...written, isWebhook: message.webhookId !== null });
  if (!message.guildId || !isOfBot || !isEarly) return null;
  const said: BotMessage = {
    content: message.content,
    embeds: embeds.map((embed) => embed.toJSON()),
    components: components.map((component) => component.toJSON()) as BotMessage['components'],
  };
  const people = [...mentions.users.values()].map(({ id, bot, displayName }) => ({
    ...{ id, isBot: bot, name: toShortName(displayName) },
  }));
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const text = readForm([said], (written) => readMarkup(written, namesOn(guild, botId, names)));
  if (text === null) return null;
  const thread = channel.isThread() ? channel : null;
  return {
    ...{ id: message.id, botId, serverId: message.guildId, channelId: message.channelId },
    ...{ isThread: thread !== null, isTicket: thread === null, isForm: true },
    above: placesAbove(channel),
    title: thread?.parent?.isThreadOnly() ? toCleanName(thread.name) : null,
    ownerId: thread?.ownerId ?? null,
    author: findAsker(policy, channel, people),
    ...{
      text,
      written: text,
      forwarded: null,
      hasAttachment: false,
      images: [],
      isForBot: false,
      isMentioned: false,
      replyTo: null,
    },
    ...{ mentionedIds: [], mentionedNames: people.map(({ name }) => name) },
    editedAt: message.editedTimestamp,
  };
}

/** Messages that ticket bots wrote before anybody else in a channel, oldest first. @throws DiscordAPIError */
export async function readOpening(
  rest: REST,
  policy: Policy,
  { channelId, botId }: Pick<Incoming, 'channelId' | 'botId'>,
  signal: AbortSignal,
): Promise<APIMessage[]> {
  // The first message of a forum post has the id of the post.
  const query = new URLSearchParams({
    after: String(BigInt(channelId) - 1n),
    limit: String(MAX_OPENING_MESSAGES),
  });
  const newestFirst = (await rest.get(Routes.channelMessages(channelId), { query, signal })) as APIMessage[];
  const talk = newestFirst
    .toReversed()
    .map(fillIn)
    .filter(
      ({ type, author }) =>
        TALK.has(type) && (!author.bot || author.id === botId || policy.formBots.has(author.id)),
    );
  const end = talk.findIndex(({ author }) => !policy.formBots.has(author.id));
  const opening = end === -1 ? talk : talk.slice(0, end);
  return opening.filter(({ id, author, webhook_id }) =>
    mayOpen(policy, { id, channelId, authorId: author.id, isWebhook: webhook_id !== undefined }),
  );
}

export function readOpenedForm(
  policy: Policy,
  opening: readonly APIMessage[],
  { guild, channelId, botId }: { guild: Guild | null; channelId: string; botId: string },
): OpenedForm | null {
  const users = opening.flatMap(({ mentions }) => mentions);
  const people = users.map((user) => ({ id: user.id, isBot: user.bot === true, name: nameOf(user) }));
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const said = opening.map(({ content, embeds = [], components = [] }) => ({ content, embeds, components }));
  const text = readForm(said, (written) => readMarkup(written, namesOn(guild, botId, names)));
  const channel = guild?.channels.cache.get(channelId) ?? null;
  return text === null ? null : { text, author: findAsker(policy, channel, people) };
}

/**
 * The one person whom the ticket bot lets see the channel, or mentions, or both. Bots do so with people of the team
 * too, hence nobody rather than the wrong one.
 */
function findAsker(
  { formBots }: Pick<Policy, 'formBots'>,
  channel: Channel | null,
  mentioned: readonly { id: string; isBot: boolean; name: string }[],
): TicketRequester {
  const people = new Map(mentioned.filter(({ isBot }) => !isBot).map(({ id, name }) => [id, name]));
  const allowed = listAllowed(channel).filter((id) => !formBots.has(id));
  const both = allowed.filter((id) => people.has(id));
  const [lists] = [both, allowed, [...people.keys()]].filter(({ length }) => length > 0);
  const [id, ...others] = lists ?? [];
  if (id === undefined || others.length > 0) return UNKNOWN;
  return { id, name: people.get(id) ?? '', roleIds: [] };
}

export function listAllowed(channel: Channel | null): string[] {
  if (!channel || channel.isDMBased() || channel.isThread()) return [];
  const botId = channel.client.user.id;
  return [...channel.permissionOverwrites.cache.values()]
    .filter(({ type, allow }) => type === OverwriteType.Member && allow.has(PermissionFlagsBits.ViewChannel))
    .map(({ id }) => id)
    .filter((id) => id !== botId);
}

/** Names an asker of whom only the id is known; nobody where it is a bot, or has left. @throws DiscordAPIError */
export async function nameAsker(
  rest: REST,
  serverId: string,
  asker: TicketRequester,
  signal: AbortSignal,
): Promise<TicketRequester> {
  if (asker.id === '' || asker.name !== '') return asker;
  const member = await readMember(rest, { serverId, memberId: asker.id }, signal);
  if (!member || member.user.bot === true) return UNKNOWN;
  return { ...asker, name: allNamesOf(member)[0] ?? '' };
}

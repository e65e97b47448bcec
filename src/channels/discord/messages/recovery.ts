import type { Client, Collection, GuildTextBasedChannel, Message } from 'discord.js';
import type { Core } from '../../../core/core.ts';
import type { AbandonedMessage } from '../../../core/members/message-claims.ts';
import {
  dropMessages,
  giveAnswerBack,
  hasTeamSpokenSince,
  recordReplies,
  takeAbandoned,
} from '../../../core/members/message-claims.ts';
import { honourOptOut } from '../../../core/members/privacy.ts';
import { isOutOfReach, toFields } from '../errors.ts';
import { type Incoming, isOnePlace, placeOf } from './incoming.ts';
import { isTeam, listMissingToWrite } from './policies.ts';
import type { BotDeps } from './tickets/tickets.ts';

/** A reply that a dead process still sent is looked for among this many pages of later messages. */
const MAX_PAGES = 5;
const PAGE = 100;
/** People who wrote after the question and whose roles are looked at. */
const MAX_SPEAKERS = 10;

export interface RecoveryDeps extends BotDeps {
  has(messageId: string): boolean;
  takeUp(message: Incoming): void;
}

type Left = readonly AbandonedMessage[];

/** Answers what a process left open that died over it: exactly once, for a reply that stands already is found. */
export async function recoverMessages(deps: RecoveryDeps, client: Client<true>): Promise<void> {
  const serverIds = [...client.guilds.cache.keys()];
  let open: readonly AbandonedMessage[];
  do {
    open = await takeAbandoned(deps.core, serverIds);
    await recoverAll(deps, client, open);
  } while (open.length > 0 && client.isReady());
}

async function recoverAll(
  deps: RecoveryDeps,
  client: Client<true>,
  open: readonly AbandonedMessage[],
): Promise<void> {
  const left = open.filter(({ messageId }) => !deps.has(messageId));
  const turns = Map.groupBy(left, ({ answerId, messageId }) => answerId ?? messageId);
  for (const turn of turns.values()) {
    if (!client.isReady()) return;
    try {
      await recoverTurn(deps, client, turn);
    } catch (error) {
      if (isOutOfReach(error)) await drop(deps.core, turn);
      else
        deps.core.log.warn({ ...toFields(error), message: turn[0]?.messageId }, 'message not taken up yet');
    }
  }
}

async function recoverTurn(deps: RecoveryDeps, client: Client<true>, turn: Left): Promise<void> {
  const { core } = deps;
  const [first, last] = [turn[0], turn.at(-1)];
  if (!first || !last) return;
  const channel = await client.channels.fetch(first.channelId);
  if (!channel?.isTextBased() || channel.isDMBased()) return drop(core, turn);
  const later = await readLater(channel, last.messageId, (said) => isReplyTo(said, turn, client.user.id));
  const messages = await readTurn(channel, turn);
  const read = await Promise.all(messages.map((message) => deps.tickets.read(message)));
  const asked = read.filter((message) => message !== null);
  const reply = later.find((said) => isReplyTo(said, turn, client.user.id));
  if (reply) return record(core, turn, { reply, askerId: asked[0]?.author.id || null });
  if (first.answerId) await giveAnswerBack(core, first);
  const isForbidden = listMissingToWrite(channel).length > 0;
  if (
    last.isTooOld ||
    isForbidden ||
    !asked[0] ||
    (await hasTeamSpoken(deps, { asked: asked[0], turn, later }))
  ) {
    return drop(core, turn);
  }
  const kept = new Set(asked.map(({ id }) => id));
  await drop(
    core,
    turn.filter(({ messageId }) => !kept.has(messageId)),
  );
  for (const message of asked) deps.takeUp(message);
}

async function readTurn(channel: GuildTextBasedChannel, turn: Left): Promise<Message[]> {
  const read = turn.map(({ messageId }) =>
    channel.messages.fetch({ message: messageId, cache: false, force: true }).catch((error: unknown) => {
      if (!isOutOfReach(error)) throw error;
      return null;
    }),
  );
  return (await Promise.all(read)).filter((message) => message !== null);
}

async function readLater(
  channel: GuildTextBasedChannel,
  messageId: string,
  isEnough: (said: Message) => boolean,
): Promise<Message[]> {
  const later: Message[] = [];
  let after: string | undefined = messageId;
  for (let page = 0; after !== undefined && page < MAX_PAGES; page++) {
    const found: Collection<string, Message> = await channel.messages.fetch({
      after,
      limit: PAGE,
      cache: false,
    });
    later.push(...found.values());
    // Newest first.
    after = found.size < PAGE || found.some(isEnough) ? undefined : found.firstKey();
  }
  return later;
}

/** By what it replies to; where that was not allowed, by its buttons. */
function isReplyTo({ author, reference, components }: Message, turn: Left, botId: string): boolean {
  if (author.id !== botId) return false;
  const buttons = JSON.stringify(components);
  return turn.some(
    ({ messageId, answerId }) =>
      reference?.messageId === messageId || (answerId !== null && buttons.includes(answerId)),
  );
}

async function hasTeamSpoken(
  { core, policies }: RecoveryDeps,
  { asked, turn, later }: { asked: Incoming; turn: Left; later: readonly Message[] },
): Promise<boolean> {
  const since = turn[0]?.at;
  if (since && (await hasTeamSpokenSince(core, placeOf(asked), since))) return true;
  const policy = await policies.of(asked.serverId);
  if (policy.team.size === 0) return false;
  const ids = new Set(turn.map(({ messageId }) => messageId));
  const isAnswer = ({ author, reference, mentions }: Message) =>
    !author.bot &&
    author.id !== asked.author.id &&
    (isOnePlace(asked) || ids.has(reference?.messageId ?? '') || mentions.users.has(asked.author.id));
  const speakers = new Map(later.filter(isAnswer).map(({ author, guild }) => [author.id, guild]));
  for (const [user, guild] of [...speakers].slice(0, MAX_SPEAKERS)) {
    const member = await guild?.members.fetch({ user, cache: false }).catch(() => null);
    if (member && isTeam(policy, [...member.roles.cache.keys()])) return true;
  }
  return false;
}

async function record(
  core: Core,
  turn: Left,
  { reply, askerId }: { reply: Message; askerId: string | null },
): Promise<void> {
  const [first] = turn;
  if (!first) return;
  const { serverId, channelId, answerId } = first;
  const messageIds = turn.map(({ messageId }) => messageId);
  const done = { serverId, messageIds, channelId, memberId: askerId };
  await recordReplies(core, { ...done, answerId, replyIds: [reply.id] });
  if (askerId) await honourOptOut(core, askerId);
}

async function drop(core: Core, turn: Left): Promise<void> {
  const [first] = turn;
  if (!first) return;
  const messageIds = turn.map(({ messageId }) => messageId);
  await dropMessages(core, { serverId: first.serverId, messageIds, channelId: first.channelId });
}

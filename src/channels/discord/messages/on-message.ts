import { type Client, GatewayDispatchEvents, type Message } from 'discord.js';
import { giveQuestionBack } from '../../../core/members/member-limit.ts';
import { findAnswerOfReply, findAsker, keepQuiet } from '../../../core/members/message-claims.ts';
import { AppError } from '../../../domain/errors.ts';
import {
  apologise,
  createDeliveryContext,
  type DeliveryContext,
  dropUnanswered,
  type MessageDeps,
} from './delivery-context.ts';
import { type Incoming, isOnePlace, readIncoming } from './incoming.ts';
import { listTaken, type Taking } from './member-limit.ts';
import { isBlank, isTeam, type Policy, wantsAnswer } from './policies.ts';
import { isForOthers } from './reading/addressee.ts';
import { outagePatience, takeMessage, takeOver } from './taking.ts';
import { answerTurn, placeOf } from './turn/answer-turn.ts';
import { persist } from './turn/send.ts';
import { createTurns, type Turn } from './turn/turns.ts';

interface MessageHandler {
  /** Follows what becomes of messages that are not answered yet; after `removals`. */
  follow(client: Client): void;
  /** Takes a message as it arrives. Never rejects. */
  receive(message: Message): Promise<void>;
  /** Whether this process is about to answer it. */
  has(messageId: string): boolean;
  /** Answers a message whose claim was taken over. */
  takeUp(message: Incoming): void;
  /** Lets what is under way finish, and what comes meanwhile. */
  finish(): Promise<void>;
  /** Leaves what is still open to the next process. */
  abandon(): Promise<void>;
}

/** A message is looked at, claimed, gathered with what follows at once, and answered; the team's makes the bot quiet. */
export function createMessageHandler(deps: MessageDeps): MessageHandler {
  const delivery: DeliveryContext = createDeliveryContext(
    deps,
    createTurns(deps.burstMs, (turn, signal) => answer(delivery, turn, signal)),
  );
  /** What has come and is not sorted yet. */
  const arriving = new Set<Promise<void>>();
  async function take(received: Message): Promise<void> {
    let message: Incoming | null = null;
    try {
      message = readIncoming(received);
      if (message) await look(delivery, message, received);
      else if (received.author.bot) await lookAtForm(delivery, received);
    } catch (error) {
      if (message) await apologise(delivery, message, error);
      else deps.core.log.debug({ err: error, message: received.id }, 'message not readable');
    }
  }
  const withdraw = () => delivery.turns.withdraw(delivery.isDeleted);
  return {
    follow: (client) => {
      delivery.revisions.follow(client);
      client.ws.on(GatewayDispatchEvents.MessageDelete, withdraw);
      client.ws.on(GatewayDispatchEvents.MessageDeleteBulk, withdraw);
    },
    finish: async () => {
      await Promise.all(arriving);
      await Promise.all([delivery.turns.finish(), delivery.observedReplies.finish()]);
    },
    abandon: async () => {
      delivery.outage.abort(new AppError('service_unavailable'));
      await Promise.all([delivery.turns.abandon(), delivery.observedReplies.abandon()]);
      delivery.typing.stop();
      delivery.claims.stop();
    },
    has: (messageId) => delivery.claims.has(messageId) || isTaking(delivery, messageId),
    takeUp: (message) => add(delivery, message, takeOver(delivery, message)),
    receive: async (received) => {
      const taken = take(received);
      arriving.add(taken);
      await taken;
      arriving.delete(taken);
    },
  };
}

async function look(delivery: DeliveryContext, given: Incoming, { guild, channel }: Message): Promise<void> {
  const policy = await readPolicy(delivery, given);
  const message = { ...given, isTicket: await delivery.tickets.isTicket(channel) };
  const isFromTeam = isTeam(policy, message.author.roleIds);
  if (policy.team.size > 0) delivery.teamMembers.set(`${message.serverId}:${message.author.id}`, isFromTeam);
  if (isFromTeam) {
    const asking = isAsking(delivery, message);
    // At once, so that what belongs together stays in its order.
    delivery.observedReplies.take({ message, guild, policy, isAsking: asking });
    if (!(await asking)) return leaveToTeam(delivery, message);
  }
  if (isForOthers(message)) return;
  const isMore = delivery.turns.open(message).length > 0 && !isBlank(message);
  if (!isMore && !wantsAnswer(policy, message)) return;
  if (delivery.unwritable.isAt(message, channel)) return;
  const isNewServer = !policy.isStored;
  add(delivery, message, takeMessage(delivery, message, { isMore, newIn: isNewServer ? guild : null }));
}

/**
 * Whoever addressed the bot is not forgotten because their server was not looked at before an outage. Messages of both
 * kinds take the same way, so that the second of a turn never overtakes the first.
 */
function readPolicy(delivery: DeliveryContext, message: Incoming): Promise<Policy> {
  const read = () => delivery.policies.of(message.serverId);
  return read().catch((error: unknown) => {
    if (!message.isForBot) throw error;
    return persist(read, outagePatience(delivery, message));
  });
}

/** Of what bots write, only the form of a ticket is looked at. */
async function lookAtForm(delivery: DeliveryContext, received: Message): Promise<void> {
  const form = await delivery.tickets.read(received);
  if (!form || delivery.unwritable.isAt(form, received.channel)) return;
  add(delivery, form, takeMessage(delivery, form, { isMore: false, newIn: null }));
}

/** Its claim is still being asked for. */
function isTaking({ taking }: DeliveryContext, messageId: string): boolean {
  return taking.keys().some(({ id }) => id === messageId);
}

/** At once, so that what follows finds the turn open; whether it is ours turns out meanwhile. */
function add(delivery: DeliveryContext, message: Incoming, taking: Promise<Taking>): void {
  delivery.taking.set(message, taking);
  delivery.turns.add(message);
}

async function answer(delivery: DeliveryContext, gathered: Turn, signal: AbortSignal): Promise<void> {
  const takings = await Promise.all(gathered.map((message) => delivery.taking.get(message)));
  for (const message of gathered) delivery.taking.delete(message);
  const { ours, isOptedOut: isUnrecorded, counted, isTakenOver } = listTaken(gathered, takings);
  const standing = ours.filter((message) => !delivery.isDeleted(message));
  const read = await Promise.all(standing.map((message) => latest(delivery, message)));
  const turn = read.filter((message) => message !== null);
  await leaveDeleted(delivery, [
    ...ours.filter(delivery.isDeleted),
    ...standing.filter((_, at) => !read[at]),
  ]);
  const last = turn.at(-1);
  if (!last) return giveQuestionBack(delivery.core, counted);
  // Not shown yet where it was taken over, or where it waited for the answer before.
  delivery.typing.start(last);
  // Whose form it is may have turned out meanwhile.
  const stopTyping = delivery.typing.take([...ours, ...turn]);
  const isLeftOnce = !isTakenOver;
  await answerTurn(delivery, turn, { signal, isUnrecorded, counted, isLeftOnce, stopTyping });
  delivery.claims.letGo(turn.map(({ id }) => id));
}

/** A message as it stands now; null: it is gone. */
function latest({ revisions, tickets }: DeliveryContext, message: Incoming): Promise<Incoming | null> {
  return message.isForm ? tickets.latest(message) : Promise.resolve(revisions.latest(message));
}

/** What was deleted before it was answered is not; where nothing else is left, nobody seems to be at work any more. */
async function leaveDeleted(delivery: DeliveryContext, deleted: readonly Incoming[]): Promise<void> {
  const [first, ...others] = deleted;
  if (!first) return;
  const messageIds = deleted.map(({ id }) => id);
  delivery.core.log.info({ server: first.serverId, messages: messageIds }, 'question deleted, not answered');
  await dropUnanswered(delivery, [first, ...others]);
}

/**
 * Whether a person of the team wants something of the bot: by name, or by going on with a conversation of their
 * own. A reply to what the bot told somebody else is for that member.
 */
async function isAsking(delivery: DeliveryContext, message: Incoming): Promise<boolean> {
  if (message.isMentioned || !message.isForBot) return message.isMentioned;
  const askerId = await askerOfReplied(delivery, message);
  return askerId === null || askerId === message.author.id;
}

/**
 * Who asked for the answer that this message replies to, or wrote what the bot's line there is about, such as a
 * hand-over; null when it is not known.
 */
async function askerOfReplied(delivery: DeliveryContext, message: Incoming): Promise<string | null> {
  const { core, references } = delivery;
  const { id, serverId, replyTo, botId } = message;
  if (!replyTo || (replyTo.authorId !== null && replyTo.authorId !== botId)) return null;
  const answered = await findAnswerOfReply(core, serverId, replyTo.id);
  if (answered) return answered.askerId;
  const aboutId = references.of(id)?.message?.message_reference?.message_id;
  return aboutId === undefined ? null : findAsker(core, serverId, aboutId);
}

/** A person of the team writes in a thread or answers somebody: what is open there is left to them. */
async function leaveToTeam(delivery: DeliveryContext, message: Incoming): Promise<void> {
  const { serverId, channelId, author } = message;
  const memberIds = isOnePlace(message) ? [''] : await spokenTo(delivery, message);
  const isMeant = (asked: Incoming) =>
    asked.channelId === channelId &&
    asked.author.id !== author.id &&
    memberIds.includes(placeOf(asked).memberId);
  const left = delivery.turns.leave(isMeant);
  const kept = memberIds.map((memberId) => keepQuiet(delivery.core, { serverId, channelId, memberId }));
  await Promise.all([...kept, ...left.map((asked) => leave(delivery, asked))]);
}

/** Whom a message answers: the author of what it replies to, who asked for that, and those it mentions. */
async function spokenTo(delivery: DeliveryContext, message: Incoming): Promise<string[]> {
  const { replyTo, mentionedIds, botId } = message;
  const askerId = await askerOfReplied(delivery, message);
  const members = [...mentionedIds, replyTo?.authorId, askerId].filter((id) => id != null && id !== botId);
  return [...new Set(members)] as string[];
}

/** Never rejects. */
async function leave(delivery: DeliveryContext, asked: Incoming): Promise<void> {
  const taken = await delivery.taking.get(asked);
  delivery.taking.delete(asked);
  if (!taken || taken === 'over_limit') return;
  await Promise.all([dropUnanswered(delivery, [asked]), giveQuestionBack(delivery.core, taken.counted)]);
}

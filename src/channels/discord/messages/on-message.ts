import { type Client, GatewayDispatchEvents, type Guild, type Message } from 'discord.js';
import { readSmallTalk } from '../../../core/answering/ticket/small-talk.ts';
import { solveByAsker } from '../../../core/members/handovers.ts';
import {
  createClaims,
  findAnswerOfReply,
  findAsker,
  keepQuiet,
} from '../../../core/members/message-claims.ts';
import { AppError } from '../../../domain/errors.ts';
import { toFields } from '../errors.ts';
import { apologise, outagePatience } from './claim.ts';
import { showHandover } from './handovers/card.ts';
import { type Incoming, isOnePlace, placeOf, readIncoming } from './incoming.ts';
import { createObservedReplies, type ObservedReplies } from './learning/observed-replies.ts';
import type { Removals } from './learning/removals.ts';
import { MessageLifecycle } from './lifecycle.ts';
import { createMembers, type Members } from './members.ts';
import { isBlank, isForOthers, isTeam, type Policy, type Unwritable, wantsAnswer } from './policies.ts';
import { createRevisions, type References } from './reading/question.ts';
import type { BotDeps } from './tickets/tickets.ts';
import { persist } from './turn/send.ts';

interface MessageDeps extends BotDeps {
  references: References;
  removals: Removals;
  unwritable: Unwritable;
  burstMs: number;
  ensureServer(guild: Guild): Promise<void>;
}

interface LookDeps extends MessageDeps {
  lifecycle: MessageLifecycle;
  members: Members;
  observedReplies: ObservedReplies;
  stopping: AbortSignal;
}

export type MessageHandler = ReturnType<typeof createMessageHandler>;

/**
 * A message is looked at, claimed, gathered with what follows at once, and answered (`lifecycle.ts`); a message of the
 * team makes the bot quiet.
 */
export function createMessageHandler(deps: MessageDeps) {
  const members = createMembers(deps);
  const revisions = createRevisions();
  const observedReplies = createObservedReplies({ ...deps, members });
  const stop = new AbortController();
  const stopping = stop.signal;
  const { isDeleted } = deps.removals;
  const lifecycle = new MessageLifecycle({ ...deps, members, isDeleted, stopping, latest: revisions.latest });
  const lookDeps: LookDeps = { ...deps, lifecycle, members, observedReplies, stopping };
  const arriving = new Set<Promise<void>>();

  async function take(received: Message): Promise<void> {
    let message: Incoming | null = null;
    try {
      message = readIncoming(received);
      if (message) await look(lookDeps, message, received);
      else if (received.author.bot) await lookAtForm(lookDeps, received);
    } catch (error) {
      if (message) await apologise(deps, message, error);
      else deps.core.log.debug({ err: error, message: received.id }, 'message not readable');
    }
  }

  const demandDeps = { ...deps, members, isDeleted, claims: createClaims(deps.core) };

  return {
    demandDeps,
    has: (messageId: string): boolean => lifecycle.has(messageId),
    takeUp: (message: Incoming): void => lifecycle.open(message, { isTakenOver: true }),
    /** Registers after `removals`, which notes deletions first. */
    follow: (client: Client): void => {
      revisions.follow(client);
      for (const event of [
        GatewayDispatchEvents.MessageDelete,
        GatewayDispatchEvents.MessageDeleteBulk,
      ] as const)
        client.ws.on(event, () => lifecycle.withdraw());
    },
    /** Takes a message as it arrives. Never rejects. */
    receive: async (received: Message): Promise<void> => {
      const taken = take(received);
      arriving.add(taken);
      await taken;
      arriving.delete(taken);
    },
    finish: async (): Promise<void> => {
      await Promise.all(arriving);
      await Promise.all([lifecycle.finish(), observedReplies.finish()]);
    },
    /** Leaves what is still open to the next process. */
    abandon: async (): Promise<void> => {
      stop.abort(new AppError('service_unavailable'));
      await Promise.all([lifecycle.abandon(), observedReplies.abandon()]);
    },
  };
}

async function look(deps: LookDeps, given: Incoming, { guild, channel }: Message): Promise<void> {
  const { lifecycle, members, tickets } = deps;
  const policy = await readPolicy(deps, given);
  const message = { ...given, isTicket: await tickets.isTicket(channel) };
  const isFromTeam = isTeam(policy, message.author.roleIds);
  if (policy.team.size > 0) members.note(message.serverId, message.author.id, isFromTeam);
  if (isFromTeam) {
    const asking = isAsking(deps, message);
    deps.observedReplies.take({ message, guild, policy, isAsking: asking });
    if (!(await asking)) return leaveToTeam(deps, message);
    // Not waited for: what is written next belongs to this message, and would overtake it.
  } else if (readSmallTalk(message.text)?.kind === 'closing') void endHandover(deps, message);
  if (isForOthers(message)) return;
  const isMore = lifecycle.isGathering(message) && !isBlank(message);
  if (!isMore && !wantsAnswer(policy, message)) return;
  if (deps.unwritable.isAt(message, channel)) return;
  lifecycle.open(message, { isMore, newIn: policy.isStored ? null : guild });
}

/** "Thanks, it works" of the asker ends what the team took up for them. Never rejects. */
async function endHandover(deps: LookDeps, message: Incoming): Promise<void> {
  const { id: messageId, author } = message;
  try {
    const asked = { place: placeOf(message), askerId: author.id, messageId };
    for (const key of await solveByAsker(deps.core, asked)) await showHandover(deps, key);
  } catch (error) {
    deps.core.log.warn({ ...toFields(error), server: message.serverId }, 'hand-over not marked as solved');
  }
}

/**
 * An outage before a server was looked at loses nobody who addressed the bot. Messages of both kinds take the same
 * way, so that the second of a turn never overtakes the first.
 */
function readPolicy(deps: LookDeps, message: Incoming): Promise<Policy> {
  const read = () => deps.policies.of(message.serverId);
  return read().catch((error: unknown) => {
    if (!message.isForBot) throw error;
    return persist(read, outagePatience(deps, message));
  });
}

async function lookAtForm({ tickets, unwritable, lifecycle }: LookDeps, received: Message): Promise<void> {
  const form = await tickets.read(received);
  if (form && !unwritable.isAt(form, received.channel)) lifecycle.open(form);
}

/**
 * Whether a person of the team wants something of the bot: by name, or by going on with a conversation of their
 * own. A reply to what the bot told somebody else is for that member.
 */
async function isAsking(deps: LookDeps, message: Incoming): Promise<boolean> {
  if (message.isMentioned || !message.isForBot) return message.isMentioned;
  const askerId = await askerOfReplied(deps, message);
  return askerId === null || askerId === message.author.id;
}

/** The asker of the answer, or of the bot's line, that this message replies to; null when it is not known. */
async function askerOfReplied({ core, references }: LookDeps, message: Incoming): Promise<string | null> {
  const { id, serverId, replyTo, botId } = message;
  if (!replyTo || (replyTo.authorId !== null && replyTo.authorId !== botId)) return null;
  const answered = await findAnswerOfReply(core, serverId, replyTo.id);
  if (answered) return answered.askerId;
  const aboutId = references.of(id)?.message?.message_reference?.message_id;
  return aboutId === undefined ? null : findAsker(core, serverId, aboutId);
}

/** A person of the team writes in a thread or answers somebody: what is open there is left to them. */
async function leaveToTeam(deps: LookDeps, message: Incoming): Promise<void> {
  const { serverId, channelId, author } = message;
  const memberIds = isOnePlace(message) ? [''] : await spokenTo(deps, message);
  const isMeant = (asked: Incoming) =>
    asked.channelId === channelId &&
    asked.author.id !== author.id &&
    memberIds.includes(placeOf(asked).memberId);
  const left = deps.lifecycle.leaveToTeam(isMeant);
  const kept = memberIds.map((memberId) => keepQuiet(deps.core, { serverId, channelId, memberId }));
  await Promise.all([left, ...kept]);
}

async function spokenTo(deps: LookDeps, message: Incoming): Promise<string[]> {
  const { replyTo, mentionedIds, botId } = message;
  const askerId = await askerOfReplied(deps, message);
  const members = [...mentionedIds, replyTo?.authorId, askerId].filter((id) => id != null && id !== botId);
  return [...new Set(members)] as string[];
}

import type { Message, REST } from 'discord.js';
import { LRUCache } from 'lru-cache';
import { keepQuiet } from '../../core/conversations.ts';
import type { Core } from '../../core/core.ts';
import { claimMessage, dropMessages } from '../../core/handled.ts';
import { answerTurn, placeOf, type TurnDeps } from './answer-turn.ts';
import { describeError } from './errors.ts';
import { type Incoming, readIncoming } from './incoming.ts';
import { isTeam, type Policies, type Policy, wantsAnswer } from './policies.ts';
import { sendPost } from './send.ts';
import { createTurns, type Turn } from './turns.ts';

/** Members whose role was seen lately. */
const MAX_SPEAKERS = 20_000;

export interface MessageHandler {
  /** Takes a message as it arrives. Never rejects. */
  receive(message: Message): Promise<void>;
  /** Answers a message whose claim was taken over. */
  takeUp(message: Incoming): void;
  /** Lets what is under way finish. */
  finish(): Promise<void>;
}

export interface MessageDeps {
  core: Core;
  rest: REST;
  policies: Policies;
  botId(): string;
  /** Makes the server's row when it is missing. */
  ensureServer(serverId: string): Promise<void>;
  burstMs: number;
}

/** A message is looked at, claimed, gathered with what follows at once, and answered; the team's makes the bot quiet. */
export function createMessageHandler(deps: MessageDeps): MessageHandler {
  const { core, policies } = deps;
  const teamMembers = new LRUCache<string, boolean>({ max: MAX_SPEAKERS });
  const underWay = new Map<Turn, AbortController>();
  const claims = new Map<Incoming, Promise<boolean>>();
  const speakers = {
    get botId() {
      return deps.botId();
    },
    isTeam: (serverId: string, memberId: string) => teamMembers.get(`${serverId}:${memberId}`) === true,
  };
  const turnDeps: TurnDeps = { core, rest: deps.rest, policies, speakers };

  const turns = createTurns(deps.burstMs, async (gathered) => {
    const isOurs = await Promise.all(gathered.map((message) => claims.get(message)));
    const turn = gathered.filter((_, index) => isOurs[index]);
    for (const message of gathered) claims.delete(message);
    const abort = new AbortController();
    underWay.set(turn, abort);
    await answerTurn(turnDeps, turn, abort.signal);
    underWay.delete(turn);
  });

  function take(message: Incoming): void {
    claims.set(message, claim(message));
    turns.add(message);
  }

  async function claim(message: Incoming): Promise<boolean> {
    try {
      await deps.ensureServer(message.serverId);
      const { serverId, id: messageId, channelId } = message;
      return await claimMessage(core, { serverId, messageId, channelId });
    } catch (error) {
      await apologise(message, error);
      return false;
    }
  }

  /** Whoever addressed the bot hears that it cannot work now; the same line twice is one message. */
  async function apologise(message: Incoming, error: unknown): Promise<void> {
    core.log.warn({ err: error, server: message.serverId, message: message.id }, 'message not taken');
    if (!message.isForBot) return;
    const { id, channelId } = message;
    const card = { text: describeError(error, 'en') };
    await sendPost(deps.rest, { channelId, replyToId: id, nonce: id, card }).catch((fault: unknown) =>
      core.log.warn({ err: fault, server: message.serverId }, 'fault not told'),
    );
  }

  /** A person of the team writes in a thread or answers somebody: what is open there is left to them. */
  async function noteTeam(message: Incoming): Promise<void> {
    const memberIds = message.isThread ? [''] : spokenTo(message);
    const isMeant = (asked: Incoming) =>
      asked.channelId === message.channelId && memberIds.includes(placeOf(asked).memberId);
    for (const [turn, abort] of underWay) if (turn.some(isMeant)) abort.abort();
    const left = turns.drop(isMeant);
    for (const asked of left) {
      const { serverId, id, channelId, author } = asked;
      await claims.get(asked);
      claims.delete(asked);
      await dropMessages(core, { serverId, messageIds: [id], channelId, memberId: author.id });
    }
    const { serverId, channelId } = message;
    for (const memberId of memberIds) await keepQuiet(core, { serverId, channelId, memberId });
  }

  async function look(message: Incoming, policy: Policy): Promise<void> {
    const isFromTeam = isTeam(policy, message.author.roleIds);
    if (policy.team.size > 0) teamMembers.set(`${message.serverId}:${message.author.id}`, isFromTeam);
    if (isFromTeam && !message.isForBot) return noteTeam(message);
    const isMore = turns.isOpen(message) && (message.text !== '' || message.hasAttachment);
    if (wantsAnswer(policy, message) || isMore) take(message);
  }

  return {
    finish: () => turns.finish(),
    takeUp: (message) => {
      claims.set(message, Promise.resolve(true));
      turns.add(message);
    },
    receive: async (received) => {
      const message = readIncoming(received, deps.botId());
      if (!message) return;
      try {
        await deps.ensureServer(message.serverId);
        await look(message, await policies.of(message.serverId));
      } catch (error) {
        await apologise(message, error);
      }
    },
  };
}

/** Whom a message answers: the author of what it replies to, and those it mentions. */
function spokenTo({ replyTo, mentionedIds }: Incoming): string[] {
  return [...new Set([...mentionedIds, ...(replyTo?.authorId ? [replyTo.authorId] : [])])];
}

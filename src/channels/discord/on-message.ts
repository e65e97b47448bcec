import type { Message } from 'discord.js';
import { hasOptedOut } from '../../core/privacy.ts';
import { answerTurn } from './answer-turn.ts';
import { apologise, createDesk, type Desk, type MessageDeps, type Taken } from './desk.ts';
import { type Incoming, readIncoming } from './incoming.ts';
import { leaveToTeam } from './on-team-message.ts';
import { isTeam, type Policy, wantsAnswer } from './policies.ts';
import { takeMessage } from './take-message.ts';
import { createTurns, type Turn } from './turns.ts';

export interface MessageHandler {
  /** Takes a message as it arrives. Never rejects. */
  receive(message: Message): Promise<void>;
  /** Answers a message whose claim was taken over. */
  takeUp(message: Incoming): void;
  /** Lets what is under way finish. */
  finish(): Promise<void>;
}

/** A message is looked at, claimed, gathered with what follows at once, and answered; the team's makes the bot quiet. */
export function createMessageHandler(deps: MessageDeps & { burstMs: number }): MessageHandler {
  const desk: Desk = createDesk(
    deps,
    createTurns(deps.burstMs, (turn) => answer(desk, turn)),
  );
  return {
    finish: () => desk.turns.finish(),
    takeUp: (message) => {
      const taken = hasOptedOut(deps.core, message.author.id).then((isOptedOut) => ({ isOptedOut }));
      add(
        desk,
        message,
        taken.catch(() => null),
      );
    },
    receive: async (received) => {
      const message = readIncoming(received, deps.botId());
      if (!message) return;
      try {
        await look(desk, message, await deps.policies.of(message.serverId));
      } catch (error) {
        await apologise(desk, message, error);
      }
    },
  };
}

async function look(desk: Desk, message: Incoming, policy: Policy): Promise<void> {
  const isFromTeam = isTeam(policy, message.author.roleIds);
  if (policy.team.size > 0) desk.teamMembers.set(`${message.serverId}:${message.author.id}`, isFromTeam);
  if (isFromTeam && !message.isForBot) return leaveToTeam(desk, message);
  const isMore = desk.turns.isOpen(message) && (message.text !== '' || message.hasAttachment);
  if (!isMore && !wantsAnswer(policy, message)) return;
  add(desk, message, takeMessage(desk, message, isMore || message.isForBot));
}

/** At once, so that what follows finds the turn open; whether it is ours turns out meanwhile. */
function add(desk: Desk, message: Incoming, taking: Promise<Taken | null>): void {
  desk.taking.set(message, taking);
  desk.turns.add(message);
}

async function answer(desk: Desk, gathered: Turn): Promise<void> {
  const taken = await Promise.all(gathered.map((message) => desk.taking.get(message)));
  for (const message of gathered) desk.taking.delete(message);
  const turn = gathered.filter((_, index) => taken[index]);
  const abort = new AbortController();
  desk.underWay.set(turn, abort);
  await answerTurn(desk, turn, {
    signal: abort.signal,
    isUnrecorded: taken.some((one) => one?.isOptedOut),
    stopTyping: desk.typing.take(gathered),
  });
  desk.underWay.delete(turn);
}

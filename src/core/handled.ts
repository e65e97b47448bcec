import * as store from '../adapters/db/handled.ts';
import type { Core } from './core.ts';

/** How long a claim holds without being renewed; then its process counts as dead. */
const LEASE_MS = 15_000;
/** Renewed in good time before. */
export const RENEW_MS = 5_000;
/** Questions older than this are not taken up again: whoever asked has gone or asked elsewhere. */
const TAKE_UP_WITHIN_MS = 15 * 60 * 1000;

export type { OpenMessage } from '../adapters/db/handled.ts';

/** A message of the chat that asks for an answer; who wrote it is noted when it is answered. */
interface Claim {
  serverId: string;
  messageId: string;
  channelId: string;
}

/**
 * Whether this message is ours to answer: of all who ask, in every process and however often it is delivered,
 * one is told true.
 */
export function claimMessage(core: Core, claim: Claim): Promise<boolean> {
  const now = core.clock();
  return store.claimMessage(core.database, {
    ...claim,
    now: new Date(now),
    leaseUntil: new Date(now + LEASE_MS),
  });
}

/** To be called every `RENEW_MS` while the answer is being made. */
export function renewClaims(
  core: Core,
  claims: { serverId: string; messageIds: readonly string[]; answerId: string },
): Promise<void> {
  return store.renewClaims(core.database, { ...claims, leaseUntil: new Date(core.clock() + LEASE_MS) });
}

/** Records the messages that hold the answer to these messages. */
export function recordReplies(
  core: Core,
  done: {
    serverId: string;
    messageIds: readonly string[];
    channelId: string;
    memberId: string | null;
    answerId: string | null;
    replyIds: readonly string[];
  },
): Promise<void> {
  return store.finishMessages(core.database, { ...done, state: 'answered', now: new Date(core.clock()) });
}

/** Records that these messages get no answer: the team took over, or nobody can be reached. */
export function dropMessages(
  core: Core,
  done: { serverId: string; messageIds: readonly string[]; channelId: string; memberId: string | null },
): Promise<void> {
  return store.finishMessages(core.database, {
    ...done,
    state: 'dropped',
    answerId: null,
    replyIds: [],
    now: new Date(core.clock()),
  });
}

/** Takes over what dead processes left unanswered on these servers. */
export function takeAbandoned(core: Core, serverIds: readonly string[]): Promise<store.OpenMessage[]> {
  const now = core.clock();
  return store.takeAbandoned(core.database, {
    serverIds,
    now: new Date(now),
    notBefore: new Date(now - TAKE_UP_WITHIN_MS),
    leaseUntil: new Date(now + LEASE_MS),
  });
}

/** What was charged for an answer that nobody has seen is given back: it will be made again. */
export async function giveAnswerBack(core: Core, { serverId, answerId }: store.OpenMessage): Promise<void> {
  if (answerId) await core.releases.release({ id: answerId, serverId });
}

/** The answer that a message of the bot holds, with its question as long as that is kept. */
export async function findAnswerOfReply(
  core: Core,
  serverId: string,
  messageId: string,
): Promise<{ answerId: string; question: string | null; askerId: string | null } | null> {
  const found = await store.findAnswerOfReply(core.database, serverId, messageId);
  return found ? { answerId: found.answerId, question: found.question, askerId: found.askerId } : null;
}

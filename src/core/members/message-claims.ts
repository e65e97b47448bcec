import * as conversations from '../../adapters/db/members/message-claims.ts';
import * as store from '../../adapters/db/members/message-claims.ts';
import type { Core } from '../core.ts';
import { hasOptedOut } from './privacy.ts';

export type { OpenMessage } from '../../adapters/db/members/message-claims.ts';

/** How long a claim holds without being renewed; then its process counts as dead. */
const LEASE_MS = 15_000;
/** Renewed in good time before. */
const RENEW_MS = 5_000;
/** Questions older than this are not taken up again: whoever asked has gone or asked elsewhere. */
const TAKE_UP_WITHIN_MS = 15 * 60 * 1000;

/** A message of the chat that asks for an answer; who wrote it is noted when it is answered. */
interface MessageClaim {
  serverId: string;
  messageId: string;
  channelId: string;
}

/** The messages that this process has claimed and not finished; it renews their leases until then. */
export type Claims = ReturnType<typeof createClaims>;

export function createClaims(core: Core) {
  const held = new Map<string, string>();
  let timer: NodeJS.Timeout | null = null;

  async function renew(): Promise<void> {
    const leaseUntil = new Date(core.clock() + LEASE_MS);
    await store.renewClaims(core.database, { claims: [...held], leaseUntil }).catch((error: unknown) => {
      core.log.debug({ err: error, messages: held.size }, 'claims not renewed');
    });
  }
  /** Holds a claim that was taken over from a dead process. */
  function keep({ serverId, messageId }: Omit<MessageClaim, 'channelId'>): void {
    held.set(messageId, serverId);
    timer ??= setInterval(() => void renew(), RENEW_MS);
  }
  /** Nothing more becomes of these messages here. */
  function letGo(messageIds: readonly string[]): void {
    for (const id of messageIds) held.delete(id);
    if (held.size > 0 || !timer) return;
    clearInterval(timer);
    timer = null;
  }
  return {
    keep,
    letGo,
    has: (messageId: string): boolean => held.has(messageId),
    /**
     * Whether this message is ours to answer: of all who ask, in every process and however often it is delivered,
     * one is told true. @throws AppError('service_unavailable')
     */
    claim: async (claim: MessageClaim): Promise<boolean> => {
      const now = core.clock();
      const lease = { now: new Date(now), leaseUntil: new Date(now + LEASE_MS) };
      const isOurs = await store.claimMessage(core.database, { ...claim, ...lease });
      if (isOurs) keep(claim);
      return isOurs;
    },
    /** Lets go of all; the next process takes them over. */
    stop: () => letGo([...held.keys()]),
  };
}

/** Notes which answer is being made for these messages and for whom, so that both are found whatever happens. */
export function noteAnswer(
  core: Core,
  begun: { serverId: string; messageIds: readonly string[]; memberId: string | null; answerId: string },
): Promise<void> {
  return store.noteAnswer(core.database, begun);
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
    /** The ids are those of slash commands. */
    isCommand?: boolean;
  },
): Promise<void> {
  return store.finishMessages(core.database, { ...done, state: 'answered', now: new Date(core.clock()) });
}

/** Records that these messages get no answer: the team took over, or nobody can be reached. Whose they were goes. */
export function dropMessages(
  core: Core,
  done: { serverId: string; messageIds: readonly string[]; channelId: string },
): Promise<void> {
  const nothing = { memberId: null, answerId: null, replyIds: [], now: new Date(core.clock()) };
  return store.finishMessages(core.database, { ...done, ...nothing, state: 'dropped' });
}

/** What a dead process left open. */
export type AbandonedMessage = store.OpenMessage & { isTooOld: boolean };

/** Takes over what dead processes left unanswered on these servers, some at a time, the oldest first. */
export async function takeAbandoned(core: Core, serverIds: readonly string[]): Promise<AbandonedMessage[]> {
  const now = core.clock();
  const lease = { now: new Date(now), leaseUntil: new Date(now + LEASE_MS) };
  const open = await store.takeAbandoned(core.database, { serverIds, ...lease });
  return open.map((left) => ({ ...left, isTooOld: left.at.getTime() < now - TAKE_UP_WITHIN_MS }));
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

/** The messages that an answer answers, oldest first. */
export function findMessagesOfAnswer(core: Core, serverId: string, answerId: string): Promise<string[]> {
  return store.findMessagesOfAnswer(core.database, serverId, answerId);
}

/** Who wrote a message that the bot answered, or asked for the answer that it holds; null when it is not known. */
export async function findAsker(core: Core, serverId: string, messageId: string): Promise<string | null> {
  const asker = await store.findAsker(core.database, serverId, messageId);
  return asker ?? (await findAnswerOfReply(core, serverId, messageId))?.askerId ?? null;
}

const QUIET_MS = 30 * 60 * 1000;
/** The team is not called again in a place, or for the same question, before this time is over. */
export const CALL_PAUSE_MS = 10 * 60 * 1000;

/** Where people talk: a thread (`memberId` empty), or a channel as far as one member is concerned. */
export type Place = conversations.ConversationKey;

/** In the place of the id of whoever opted out: of them none is kept, so they share it. */
const SOMEBODY = 'opted-out';

/** A person of the team speaks here: the bot is quiet for 30 minutes unless it is mentioned. */
export async function keepQuiet(core: Core, place: Place): Promise<void> {
  // Unless they mention it, the bot is quiet towards them anyway.
  if (await isOfOptedOut(core, place)) return;
  await conversations.setQuiet(core.database, place, new Date(core.clock() + QUIET_MS));
}

export function isQuiet(core: Core, place: Place): Promise<boolean> {
  return conversations.isQuiet(core.database, place, new Date(core.clock()));
}

/** Whether a person of the team has spoken here since; as long as that keeps the bot quiet. */
export function hasTeamSpokenSince(core: Core, place: Place, since: Date): Promise<boolean> {
  return conversations.isQuiet(core.database, place, new Date(since.getTime() + QUIET_MS));
}

/** Whether the team may be called here now; at most once in 10 minutes, whoever asks in whichever process. */
export async function claimCall(core: Core, place: Place): Promise<boolean> {
  const now = core.clock();
  const stored = await toStored(core, place);
  return conversations.claimCall(core.database.kysely, stored, new Date(now), new Date(now - CALL_PAUSE_MS));
}

/** The call could not be made. */
export async function giveCallBack(core: Core, place: Place): Promise<void> {
  await conversations.giveCallBack(core.database, await toStored(core, place));
}

/** A place as it may be written down. */
export async function toStored(core: Core, place: Place): Promise<Place> {
  return (await isOfOptedOut(core, place)) ? { ...place, memberId: SOMEBODY } : place;
}

async function isOfOptedOut(core: Core, { memberId }: Place): Promise<boolean> {
  return memberId !== '' && (await hasOptedOut(core, memberId));
}

import * as store from '../../adapters/db/members/message-claims.ts';
import type { Core } from '../core.ts';
import { hasOptedOut } from './privacy.ts';

export type { OpenMessage } from '../../adapters/db/members/message-claims.ts';

/** A claim that is not renewed belongs to a dead process after that. */
const LEASE_MS = 15_000;
const RENEW_MS = 5_000;
/** Older askers have gone or asked elsewhere. */
const TAKE_UP_WITHIN_MS = 15 * 60 * 1000;

/** Its author is noted when it is answered. */
interface MessageClaim {
  serverId: string;
  messageId: string;
  channelId: string;
}

/** Unfinished claims of this process, whose leases it renews. */
export type Claims = ReturnType<typeof createClaims>;

export function createClaims(core: Core) {
  const held = new Map<string, string>();
  let timer: NodeJS.Timeout | null = null;

  async function renew(): Promise<void> {
    const leaseUntil = new Date(core.clock() + LEASE_MS);
    await store.renewClaims(core.database, { claims: [...held], leaseUntil }).catch((error: unknown) => {
      core.log.debug({ err: error, messages: held.size }, 'claims of messages not renewed');
    });
  }
  /** Also for a claim that was taken over from a dead process. */
  function keep({ serverId, messageId }: Omit<MessageClaim, 'channelId'>): void {
    held.set(messageId, serverId);
    timer ??= setInterval(() => void renew(), RENEW_MS);
  }
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
    /** One of all processes and deliveries is told true. `isAgain`: also of a message that was left. @throws AppError('service_unavailable') */
    claim: async (claim: MessageClaim, { isAgain = false } = {}): Promise<boolean> => {
      const now = core.clock();
      const lease = { now: new Date(now), leaseUntil: new Date(now + LEASE_MS) };
      const take = isAgain ? store.claimLeft : store.claimMessage;
      const isOurs = await take(core.database, { ...claim, ...lease });
      if (isOurs) keep(claim);
      return isOurs;
    },
    /** The next process takes them over. */
    stop: () => letGo([...held.keys()]),
  };
}

/** Noted before the answer is made, so both are found whatever happens. */
export function noteAnswer(
  core: Core,
  begun: { serverId: string; messageIds: readonly string[]; memberId: string | null; answerId: string },
): Promise<void> {
  return store.noteAnswer(core.database, begun);
}

export function recordReplies(
  core: Core,
  done: {
    serverId: string;
    messageIds: readonly string[];
    channelId: string;
    memberId: string | null;
    answerId: string | null;
    replyIds: readonly string[];
    isCommand?: boolean;
  },
): Promise<void> {
  return store.finishMessages(core.database, { ...done, state: 'answered', now: new Date(core.clock()) });
}

/** The team took over, or nobody can be reached. Forgets the author. */
export function dropMessages(
  core: Core,
  done: { serverId: string; messageIds: readonly string[]; channelId: string },
): Promise<void> {
  const nothing = { memberId: null, answerId: null, replyIds: [], now: new Date(core.clock()) };
  return store.finishMessages(core.database, { ...done, ...nothing, state: 'dropped' });
}

export type AbandonedMessage = store.OpenMessage & { isTooOld: boolean };

/** Some at a time, the oldest first. */
export async function takeAbandoned(core: Core, serverIds: readonly string[]): Promise<AbandonedMessage[]> {
  const now = core.clock();
  const lease = { now: new Date(now), leaseUntil: new Date(now + LEASE_MS) };
  const open = await store.takeAbandoned(core.database, { serverIds, ...lease });
  return open.map((left) => ({ ...left, isTooOld: left.at.getTime() < now - TAKE_UP_WITHIN_MS }));
}

/** Nobody has seen the answer, and it will be made again. */
export async function giveAnswerBack(core: Core, { serverId, answerId }: store.OpenMessage): Promise<void> {
  if (answerId) await core.releases.release({ id: answerId, serverId });
}

/** With its question as long as that is kept. */
export async function findAnswerOfReply(
  core: Core,
  serverId: string,
  messageId: string,
): Promise<{ answerId: string; question: string | null; askerId: string | null } | null> {
  const found = await store.findAnswerOfReply(core.database, serverId, messageId);
  return found ? { answerId: found.answerId, question: found.question, askerId: found.askerId } : null;
}

/** Oldest first. */
export function findMessagesOfAnswer(core: Core, serverId: string, answerId: string): Promise<string[]> {
  return store.findMessagesOfAnswer(core.database, serverId, answerId);
}

/** Author of a message that the bot answered, or asker of the answer that it holds. */
export async function findAsker(core: Core, serverId: string, messageId: string): Promise<string | null> {
  const asker = await store.findAsker(core.database, serverId, messageId);
  return asker ?? (await findAnswerOfReply(core, serverId, messageId))?.askerId ?? null;
}

export const QUIET_MS = 30 * 60 * 1000;
/** Also between two calls for the same question. */
export const CALL_PAUSE_MS = 10 * 60 * 1000;

/** A thread (`memberId` empty), or a channel towards one member. */
export type Place = store.ConversationKey;

/** Members who opted out share this id, since none of theirs is kept. */
const SOMEBODY = 'opted-out';

/** The team speaks here: the bot is quiet for 30 minutes unless it is mentioned. */
export async function keepQuiet(core: Core, place: Place): Promise<void> {
  // Without a mention, the bot is quiet towards them anyway.
  if (await isOfOptedOut(core, place)) return;
  await store.setQuiet(core.database, place, new Date(core.clock() + QUIET_MS));
}

/** Also while somebody of the team has a question of that place. */
export function isQuiet(core: Core, place: Place): Promise<boolean> {
  return store.isLeftToTeam(core.database, place, new Date(core.clock()));
}

/** As long as that keeps the bot quiet. */
export function hasTeamSpokenSince(core: Core, place: Place, since: Date): Promise<boolean> {
  return store.isQuiet(core.database, place, new Date(since.getTime() + QUIET_MS));
}

/** At most once in 10 minutes over all processes. */
export async function claimCall(core: Core, place: Place): Promise<boolean> {
  const now = core.clock();
  const stored = await toStored(core, place);
  return store.claimCall(core.database.kysely, stored, new Date(now), new Date(now - CALL_PAUSE_MS));
}

export async function giveCallBack(core: Core, place: Place): Promise<void> {
  await store.giveCallBack(core.database, await toStored(core, place));
}

export async function toStored(core: Core, place: Place): Promise<Place> {
  return (await isOfOptedOut(core, place)) ? { ...place, memberId: SOMEBODY } : place;
}

async function isOfOptedOut(core: Core, { memberId }: Place): Promise<boolean> {
  return memberId !== '' && (await hasOptedOut(core, memberId));
}

import * as store from '../../adapters/db/members/handovers.ts';
import type { Language } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { type Place, QUIET_MS, toStored } from './message-claims.ts';
import { findAuthor } from './privacy.ts';

export type Handover = store.StoredHandover;
export type HandoverKey = Pick<Handover, 'serverId' | 'answerId'>;

/** Longer than the platform is waited for; then whoever was at it counts as dead. */
const LEASE_MS = 60_000;
/** The asker of what nobody has touched for so long is reminded. */
const REMIND_ASKER_MS = 24 * 60 * 60 * 1000;
/** At a time, so that all are looked at within their lease. */
const DUE_AT_ONCE = 10;

/** Writes down that the team is called to a question, before the message with its buttons is sent. */
export async function keepHandover(
  core: Core,
  { place, answerId, language }: { place: Place; answerId: string; language: Language },
): Promise<void> {
  const stored = await toStored(core, place);
  await store.insertHandover(core.database, {
    ...{ ...stored, answerId, language, createdAt: new Date(core.clock()) },
  });
}

/** The message stands; a day later the asker is reminded. */
export function noteHandoverMessage(core: Core, key: HandoverKey, messageId: string): Promise<void> {
  const dueAt = new Date(core.clock() + REMIND_ASKER_MS);
  return store.noteHandoverMessage(core.database, key, { messageId, dueAt });
}

/** Nobody was called. */
export function forgetHandover(core: Core, key: HandoverKey): Promise<void> {
  return store.deleteHandover(core.database, key);
}

/** @returns null: it is not kept, or belongs to another server. */
export function findHandover(core: Core, key: HandoverKey): Promise<Handover | null> {
  return store.findHandover(core.database, key);
}

/** `claimed`: by this call; `mine`: by the same person before; `gone`: nothing of it is kept. */
export interface HandoverClaim {
  outcome: 'claimed' | 'mine' | 'taken' | 'solved' | 'gone';
  /** Who has it; null: nobody, or nothing may be kept of them. */
  name: string | null;
}

/** Gives a hand-over to one person: of all who try, in whichever process, one is told `claimed`. */
export async function claimHandover(
  core: Core,
  key: HandoverKey,
  by: { id: string; name: string },
): Promise<HandoverClaim> {
  const claimedBy = await findAuthor(core, by.id);
  const claimedName = claimedBy && by.name;
  const claim = { claimedBy, claimedName, dueAt: leaseFrom(core) };
  if (await store.claimHandover(core.database, key, claim)) return { outcome: 'claimed', name: by.name };
  const found = await store.findHandover(core.database, key);
  if (!found) return { outcome: 'gone', name: null };
  if (found.state === 'solved') return { outcome: 'solved', name: found.claimedName };
  return { outcome: found.claimedBy === by.id ? 'mine' : 'taken', name: found.claimedName };
}

/**
 * Ends a hand-over, in a thread with all others there: what was said until then calls nobody again.
 * @param solvedId the last message that is over; null: the bot finds it out where it shows that it is solved
 * @returns those that were not solved before
 */
export async function solveHandover(
  core: Core,
  { serverId, answerId }: HandoverKey,
  solvedId: string | null,
): Promise<HandoverKey[]> {
  const dueAt = solvedId === null ? new Date(core.clock()) : leaseFrom(core);
  const ids = await store.solveHandover(core.database, { serverId, answerId }, { solvedId, dueAt });
  return ids.map((id) => ({ serverId, answerId: id }));
}

/** The asker says that it is solved. Thanks for the call alone, before anybody of the team took it up, end nothing. */
export async function solveByAsker(
  core: Core,
  { place, askerId, messageId }: { place: Place; askerId: string; messageId: string },
): Promise<HandoverKey[]> {
  const { serverId } = place;
  const solving = { solvedId: messageId, dueAt: leaseFrom(core) };
  const ids = await store.solveAskedBy(core.database, place, { ...solving, askerId, quietMs: QUIET_MS });
  return ids.map((answerId) => ({ serverId, answerId }));
}

/** Its message says so, or is gone. @returns false where it has another state by now */
export function noteShown(core: Core, handover: Handover, solvedId: string | null): Promise<boolean> {
  const { state, remindedAt, createdAt } = handover;
  const isWaiting = state !== 'solved' && remindedAt === null;
  const dueAt = isWaiting ? new Date(createdAt.getTime() + REMIND_ASKER_MS) : null;
  return store.noteShown(core.database, handover, { state, solvedId, dueAt });
}

/** The asker was reminded, or need not be. */
export function endReminder(core: Core, key: HandoverKey): Promise<void> {
  return store.endReminder(core.database, key, new Date(core.clock()));
}

/** Those of these servers that somebody has to go on with, each for this process alone for a minute. */
export function takeDueHandovers(core: Core, serverIds: readonly string[]): Promise<Handover[]> {
  const lease = { now: new Date(core.clock()), leaseUntil: leaseFrom(core), limit: DUE_AT_ONCE };
  return store.takeDueHandovers(core.database, { serverIds, ...lease });
}

/** Whether a message of a place belongs to a hand-over that is solved. */
export async function findWhatIsOver(core: Core, place: Place): Promise<(messageId: string) => boolean> {
  const ids = await store.readSolvedIds(core.database, await toStored(core, place));
  if (ids.includes(null)) return () => true;
  const last = ids.reduce((latest, id) => (BigInt(id ?? 0) > latest ? BigInt(id ?? 0) : latest), -1n);
  return (messageId) => BigInt(messageId) <= last;
}

/** Questions of a ticket of the API before and after its last hand-over was solved; null: none was. */
export function findSolvedTicket(core: Core, ticket: { serverId: string; conversationId: string }) {
  return store.readSolvedTicket(core.database, ticket);
}

function leaseFrom(core: Core): Date {
  return new Date(core.clock() + LEASE_MS);
}

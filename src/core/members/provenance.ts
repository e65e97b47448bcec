import type { SuggestionChange, TrainingPlan } from '../../adapters/db/learning/suggestion-changes.ts';
import { changeSuggestions } from '../../adapters/db/learning/suggestion-changes.ts';
import * as store from '../../adapters/db/learning/suggestion-sources.ts';
import type { Suggestion } from '../../adapters/db/learning/suggestions.ts';
import type { SuspensionReason } from '../../domain/types.ts';
import type { Core } from '../core.ts';

export type { LearnedMessage, StaleSource } from '../../adapters/db/learning/suggestion-sources.ts';

/** A message is looked up on the platform at most this often. */
const CHECKED_AGAIN_MS = 24 * 3_600_000;

interface Lost {
  /** Pending and rejected ones. */
  dropped: number;
  /** Approved ones, out of the knowledge until an admin looks at them. */
  suspended: number;
}

/** Either messages that are gone, or a member (or all of them) whose own words go too. */
export interface Loss {
  reason: SuspensionReason;
  at: Date;
  from?: MessageFilter;
  of?: { memberId: string } | 'everybody';
}

type MessageFilter = Extract<store.SourceFilter, { messageIds: unknown } | { channelId: unknown }>;

/** @returns how much there was; messages that taught nothing cost one statement. */
export function forgetMessages(
  core: Core,
  input: { serverId: string; messageIds: readonly string[]; reason: 'source_deleted' | 'source_edited' },
): Promise<Lost> {
  return forget(core, input.serverId, { messageIds: input.messageIds }, input.reason);
}

/** With all its messages. */
export function forgetChannel(core: Core, { serverId, channelId }: { serverId: string; channelId: string }) {
  return forget(core, serverId, { channelId }, 'source_deleted');
}

async function forget(core: Core, serverId: string, filter: MessageFilter, reason: SuspensionReason) {
  const lost: Lost = { dropped: 0, suspended: 0 };
  // Most messages taught nothing and need no lock.
  const found = await store.findBySource(core.database.kysely, serverId, filter);
  if (found.length === 0) return lost;
  await changeSuggestions(core.database, serverId, found, (stored) => {
    const plan = planLoss(stored, { reason, at: new Date(core.clock()), from: filter });
    lost.dropped = plan.deletedIds.length;
    lost.suspended = plan.changes.filter(({ state }) => state === 'suspended').length;
    // An admin who approves it again knows; only its other sources are still checked.
    return { ...plan, lost: filter };
  });
  if (lost.dropped + lost.suspended > 0)
    core.log.info({ server: serverId, reason, ...lost }, 'suggestions lost their sources');
  return lost;
}

/**
 * Deletes unapproved suggestions whose source is gone and suspends approved ones. A member's own words go with them; a
 * suggestion without words is deleted. Lost wordings go alone.
 */
export function planLoss(
  stored: readonly Suggestion[],
  loss: Loss,
): TrainingPlan & { changes: SuggestionChange[]; deletedIds: string[] } {
  const plan = { changes: [] as SuggestionChange[], deletedIds: [] as string[] };
  for (const suggestion of stored) {
    const { id, sources } = suggestion;
    const lost = sources.filter((source) => isLost(source, loss));
    if (lost.length > 0 && lost.every(({ part }) => part === 'wording')) {
      plan.changes.push({ id, wordings: [] });
      continue;
    }
    const left = loss.of ? withoutWordsOf(suggestion, loss.of) : suggestion;
    const isDropped = suggestion.state === 'pending' || suggestion.state === 'rejected';
    if (isDropped || (left.question === '' && left.answer === '')) plan.deletedIds.push(id);
    else if (suggestion.state === 'approved' || loss.of) plan.changes.push(suspend(suggestion, left, loss));
  }
  return { ...plan, ...(loss.of ? { forgets: loss.of } : {}) };
}

function isLost(
  { isOriginal, messageId, channelId, memberId }: store.TrainingSourceRow,
  { from, of }: Loss,
): boolean {
  if (of) return of === 'everybody' ? memberId !== null : memberId === of.memberId;
  if (!from || !isOriginal) return false;
  if ('channelId' in from) return channelId === from.channelId;
  return messageId !== null && from.messageIds.includes(messageId);
}

function suspend(
  { id, state, decidedAt }: Suggestion,
  { question, answer }: Pick<Suggestion, 'question' | 'answer'>,
  { reason, at }: Loss,
): SuggestionChange {
  // A suspended one has been waiting since then.
  const since = state === 'suspended' ? decidedAt : at;
  const suspended = { state: 'suspended' as const, suspendedFor: reason, decidedAt: since, dropsEntry: true };
  // A member's own words, no longer needed to decide. It is not known whose each wording is, so all go.
  return { id, question, answer, taught: null, wordings: [], ...suspended };
}

function withoutWordsOf(suggestion: Suggestion, of: NonNullable<Loss['of']>) {
  const { question, answer, isQuestionDerived, isAnswerDerived, sources } = suggestion;
  const isOf = (id: string | null) => (of === 'everybody' ? id !== null : id === of.memberId);
  const isTheirs = (part: 'question' | 'answer') =>
    sources.some((source) => source.part === part && isOf(source.memberId));
  return {
    question: isTheirs('question') && !isQuestionDerived ? '' : question,
    answer: isTheirs('answer') && !isAnswerDerived ? '' : answer,
  };
}

/** Not looked at for a day; longest ago first. */
export function listStaleSources(core: Core, serverIds: readonly string[], limit: number) {
  const checkedBefore = new Date(core.clock() - CHECKED_AGAIN_MS);
  return store.listStaleSources(core.database, serverIds, { checkedBefore, limit });
}

/** The message was unchanged. */
export function noteSourceChecked(
  core: Core,
  { serverId, messageId }: { serverId: string; messageId: string },
): Promise<void> {
  return store.noteSourceChecked(core.database, { serverId, messageId, at: new Date(core.clock()) });
}

/** One statement, because hardly any deleted message taught something. @throws AppError('service_unavailable') */
export function findLearnedMessages(
  core: Core,
  messages: readonly { serverId: string; messageId: string }[],
): Promise<store.LearnedMessage[]> {
  return store.findLearnedMessages(core.database, messages);
}

/** @throws AppError('service_unavailable') */
export function findLearnedChannels(
  core: Core,
  channels: readonly { serverId: string; channelId: string }[],
): Promise<{ serverId: string; channelId: string }[]> {
  return store.findLearnedChannels(core.database, channels);
}

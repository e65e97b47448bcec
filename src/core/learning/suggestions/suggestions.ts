import { z } from 'zod';
import { findTwins } from '../../../adapters/db/knowledge/changes.ts';
import { findEntry } from '../../../adapters/db/knowledge/knowledge.ts';
import type { ServerState, SuggestionChange } from '../../../adapters/db/learning/suggestion-changes.ts';
import { changeSuggestions } from '../../../adapters/db/learning/suggestion-changes.ts';
import * as store from '../../../adapters/db/learning/suggestions.ts';
import { AppError } from '../../../domain/errors.ts';
import { MAX_KNOWLEDGE_ENTRIES } from '../../../domain/limits.ts';
import type { TrainingState } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import { fullKnowledge, toEntry } from '../../knowledge/entry.ts';
import { invalid, parseGiven } from '../../owners/invalid-input.ts';
import { getServer } from '../../owners/servers.ts';
import { type EntryCandidate, findRegressions, toCandidate } from '../proof.ts';
import { tryTests } from '../test-questions/test-questions.ts';
import { findConflicts } from './conflicts.ts';
import { decided, missing, refuseDecided, refuseUnfinished } from './refusals.ts';
import { findSameEntry, toWordedCandidate, withQuestion } from './same-entry.ts';
import { isInOtherWords, removeSecrets, toTextSchema } from './texts.ts';

export { ownEntryId } from '../../../adapters/db/learning/suggestion-changes.ts';
export type { TrainingSourceRow } from '../../../adapters/db/learning/suggestion-sources.ts';
export type { Suggestion } from '../../../adapters/db/learning/suggestions.ts';
export { type Conflict, type Conflicts, compareSuggestion, lookAtConflicts } from './conflicts.ts';
export { getGroup, listGroups, listSimilar, merge, pageGroups, type SuggestionGroup } from './groups.ts';
export { prepareText, suggest } from './suggest.ts';

export const suggestionIdSchema = z.string().regex(/^[0-9A-Za-z]{10}$/, 'is not the id of a suggestion');

/** How often a knowledge that changes meanwhile is looked at again. */
const MAX_LOOKS = 3;

/** Newest first. @throws AppError('not_found') */
export async function listTraining(
  core: Core,
  serverId: string,
  state?: TrainingState,
  more: Omit<store.SuggestionFilter, 'state'> = {},
): Promise<store.Suggestion[]> {
  await getServer(core, serverId);
  return store.listSuggestions(core.database, serverId, { ...more, ...(state ? { state } : {}) });
}

export function countTraining(core: Core, serverId: string, state: TrainingState, mentioning?: string) {
  return store.countSuggestions(core.database, serverId, state, mentioning);
}

export async function getSuggestion(core: Core, serverId: string, id: string): Promise<store.Suggestion> {
  const suggestion = await store.findSuggestion(core.database, serverId, id);
  if (!suggestion) throw missing();
  return suggestion;
}

/**
 * Makes a suggestion an entry, or a wording of the chosen entry or of one with the same answer, unless a test question
 * that passes now would fail. @throws AppError('not_found' | 'service_unavailable' (the knowledge keeps changing) |
 * 'invalid_input' (`state`, `question`, `answer`, `entries`: full, `questions`: no room, `source`: a link's entry,
 * `tests` with `details.regressions`))
 */
export async function approve(
  core: Core,
  serverId: string,
  id: string,
  { isForced = false, entryId }: ApprovalOptions = {},
): Promise<store.Suggestion> {
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const looked = await getSuggestion(core, serverId, id);
    refuseDecided(looked);
    refuseUnfinished(entryId === undefined ? looked : { ...looked, answer: 'chosen' });
    const revision = isForced ? null : await refuseRegressions(core, serverId, looked, entryId);
    const approved = await change(core, serverId, id, async (stored, server) => {
      refuseDecided(stored);
      if (!isSameText(stored, looked) || (revision !== null && server.revision !== revision)) return null;
      return { ...(await toApproval(core, stored, server, entryId)), decidedAt: new Date(core.clock()) };
    });
    if (!approved) continue;
    await tryTests(core, serverId);
    return approved;
  }
  throw new AppError('service_unavailable', { retryAfterSeconds: 1 });
}

function isSameText(one: store.Suggestion, other: store.Suggestion): boolean {
  const textOf = ({ question, answer, wordings }: store.Suggestion) =>
    JSON.stringify([question, answer, wordings]);
  return textOf(one) === textOf(other);
}

interface ApprovalOptions {
  isForced?: boolean;
  entryId?: string | undefined;
}

/** The entry that approving a suggestion would write now. @throws AppError as `approve` does for the entry */
export async function lookAhead(
  core: Core,
  serverId: string,
  suggestion: store.Suggestion,
  entryId?: string,
): Promise<EntryCandidate> {
  const { kysely } = core.database;
  const server = {
    findEntry: (id: string) => findEntry(core.database, serverId, id),
    findTwins: (text: string, now: Date) => findTwins(kysely, serverId, text, now),
  };
  const now = new Date(core.clock());
  const same = await findSameEntry(server, suggestion, { entryId, now });
  return same ? toWordedCandidate(withQuestion(same, suggestion)) : toCandidate(suggestion);
}

/** @returns the revision of the knowledge that was looked at. */
async function refuseRegressions(
  core: Core,
  serverId: string,
  suggestion: store.Suggestion,
  entryId: string | undefined,
) {
  const candidate = await lookAhead(core, serverId, suggestion, entryId);
  const { regressions, revision } = await findRegressions(core, serverId, candidate);
  if (regressions.length === 0) return revision;
  const message = `Test questions that pass now would fail with it: ${regressions.length}.`;
  throw invalid('tests', message, { details: { regressions } });
}

async function toApproval(
  core: Core,
  suggestion: store.Suggestion,
  server: ServerState,
  entryId: string | undefined,
): Promise<Omit<SuggestionChange, 'id'>> {
  const now = new Date(core.clock());
  const same = await findSameEntry(server, suggestion, { entryId, now });
  if (same) return { state: 'approved', suspendedFor: null, entry: withQuestion(same, suggestion) };
  if (suggestion.entryId === null && (await server.countEntries()) >= MAX_KNOWLEDGE_ENTRIES)
    throw fullKnowledge();
  const { entryId: id, question: title, answer: text, questions } = toCandidate(suggestion);
  const origin = { source: 'training' as const, provenance: { suggestion: suggestion.id } };
  const entry = toEntry(core, { id, title, text, questions }, origin);
  return { state: 'approved', suspendedFor: null, entry };
}

/**
 * Rejects a suggestion; its entry goes. @throws AppError('not_found' | 'invalid_input' (`state`) when it is decided)
 */
export async function reject(core: Core, serverId: string, id: string): Promise<store.Suggestion> {
  return changeOne(core, serverId, id, (suggestion) => {
    refuseDecided(suggestion);
    const decidedAt = new Date(core.clock());
    return { state: 'rejected', suspendedFor: null, decidedAt, dropsEntry: true };
  });
}

/**
 * Takes an approval back: the entry goes at once. @throws AppError('not_found' | 'invalid_input' (`state`) when it is
 * not approved)
 */
export async function revert(core: Core, serverId: string, id: string): Promise<store.Suggestion> {
  const reverted = await changeOne(core, serverId, id, (suggestion) => {
    if (suggestion.state !== 'approved') throw decided(suggestion);
    // The retention period begins again.
    return { state: 'pending', decidedAt: new Date(core.clock()), dropsEntry: true };
  });
  await tryTests(core, serverId);
  return reverted;
}

/**
 * Changes the texts of an undecided suggestion. Only keys and mentions are removed: an admin may put an address of the
 * team back in. @throws AppError('not_found' | 'invalid_input' with the field, or `state`, as `param`)
 */
export async function editSuggestion(
  core: Core,
  serverId: string,
  id: string,
  given: { question: string; answer: string },
): Promise<store.Suggestion> {
  const text = parseGiven(toTextSchema(removeSecrets), given);
  const server = await getServer(core, serverId);
  const conflicts = await findConflicts(core, server, text);
  return changeOne(core, serverId, id, (stored) => {
    refuseDecided(stored);
    const isQuestionDerived = stored.isQuestionDerived || isInOtherWords(text.question, stored.question);
    const isAnswerDerived = stored.isAnswerDerived || isInOtherWords(text.answer, stored.answer);
    return { ...text, isQuestionDerived, isAnswerDerived, conflicts };
  });
}

type ChangePlanner<Outcome> = (
  stored: store.Suggestion,
  server: ServerState,
) => Promise<Outcome | Omit<SuggestionChange, 'id'>> | Outcome | Omit<SuggestionChange, 'id'>;

async function changeOne(core: Core, serverId: string, id: string, plan: ChangePlanner<never>) {
  const changed = await change(core, serverId, id, plan);
  if (!changed) throw missing();
  return changed;
}

/** @param plan null changes nothing. @returns null then. */
async function change(core: Core, serverId: string, id: string, plan: ChangePlanner<null>) {
  let isChanged = false;
  const [changed] = await changeSuggestions(core.database, serverId, [id], async ([stored], server) => {
    if (!stored) throw missing();
    const planned = await plan(stored, server);
    isChanged = planned !== null;
    return planned === null ? {} : { changes: [{ id, ...planned }] };
  });
  return isChanged && changed ? changed : null;
}

export function findAnswerText(core: Core, serverId: string, answerId: string): Promise<string | null> {
  return store.findAnswerText(core.database, serverId, answerId);
}

import { hash } from 'node:crypto';
import { changeSuggestions } from '../../../adapters/db/learning/suggestion-changes.ts';
import type { Suggestion } from '../../../adapters/db/learning/suggestions.ts';
import * as store from '../../../adapters/db/learning/suggestions.ts';
import { AppError } from '../../../domain/errors.ts';
import { MAX_ENTRY_QUESTIONS, MAX_ENTRY_TEXT_CHARACTERS } from '../../../domain/limits.ts';
import { splitSentences } from '../../../domain/markdown/sentences.ts';
import type { Core } from '../../core.ts';
import { withoutTwins } from '../../knowledge/wordings.ts';
import { invalid } from '../../owners/invalid-input.ts';
import { getServer } from '../../owners/servers.ts';
import { words } from '../../search/words/analyse.ts';
import { groupAndKeep } from '../kept-groups.ts';
import { findConflicts } from './conflicts.ts';
import { decided, missing } from './refusals.ts';

const MAX_SIMILAR_SHOWN = 10;

export interface SuggestionGroup {
  suggestion: Suggestion;
  /** Newest first. */
  similar: Suggestion[];
}

/** The pending suggestions, near-duplicates together, newest first. @throws AppError('not_found') */
export async function listGroups(core: Core, serverId: string): Promise<SuggestionGroup[]> {
  await getServer(core, serverId);
  const groups = await readGroups(core, serverId);
  const pending = await store.listSuggestions(core.database, serverId, { state: 'pending' });
  return assemble(groups, pending);
}

/**
 * A page of them, each with at most ten similar ones. @param slice.mentioning only groups with this text in a question
 * or an answer.
 */
export async function pageGroups(
  core: Core,
  serverId: string,
  slice: { offset: number; limit: number; mentioning?: string },
): Promise<{ total: number; groups: (SuggestionGroup & { similarCount: number })[] }> {
  const { offset, limit, mentioning } = slice;
  const all = await readGroups(core, serverId);
  const found =
    mentioning === undefined ? null : await store.readPendingKeys(core.database, serverId, mentioning);
  const ids = found && new Set(found.map(({ id }) => id));
  const fitting = ids ? all.filter((group) => group.some((id) => ids.has(id))) : all;
  const shown = fitting.slice(offset, offset + limit);
  const wanted = shown.flatMap((group) => group.slice(0, 1 + MAX_SIMILAR_SHOWN));
  const stored = await store.readSuggestions(core.database.kysely, serverId, wanted);
  const pending = stored.filter(({ state }) => state === 'pending');
  const groups = shown.flatMap((ids) =>
    assemble([ids], pending).map((group) => ({ ...group, similarCount: ids.length - 1 })),
  );
  return { total: fitting.length, groups };
}

/** Ids of the pending near-duplicates of a suggestion, newest first. */
export async function listSimilar(core: Core, serverId: string, id: string): Promise<string[]> {
  const groups = await readGroups(core, serverId);
  return groups.find((group) => group.includes(id))?.filter((other) => other !== id) ?? [];
}

/** @throws AppError('not_found') */
export async function getGroup(
  core: Core,
  serverId: string,
  id: string,
): Promise<SuggestionGroup & { similarCount: number }> {
  const similarIds = await listSimilar(core, serverId, id);
  const wanted = [id, ...similarIds.slice(0, MAX_SIMILAR_SHOWN)];
  const stored = await store.readSuggestions(core.database.kysely, serverId, wanted);
  const [group] = assemble([wanted], stored);
  if (group?.suggestion.id !== id) throw missing();
  return { ...group, similarCount: similarIds.length };
}

async function readGroups(core: Core, serverId: string): Promise<string[][]> {
  const pending = await store.readPendingKeys(core.database, serverId);
  const byKey = new Map(pending.map((one) => [toKey(one), one.id]));
  const read = async () => {
    const questions = await store.readPendingQuestions(core.database, serverId);
    return questions.map(({ id, question }) => ({
      key: toKey({ id, digest: hash('md5', question) }),
      text: question,
    }));
  };
  const groups = await groupAndKeep(core, { name: `training ${serverId}`, keys: [...byKey.keys()], read });
  return groups
    .map((group) => group.flatMap((key) => byKey.get(key) ?? []))
    .filter((group) => group.length > 0);
}

function toKey({ id, digest }: { id: string; digest: string }): string {
  return `${id} ${digest}`;
}

function assemble(groups: readonly (readonly string[])[], stored: readonly Suggestion[]) {
  const byId = new Map(stored.map((suggestion) => [suggestion.id, suggestion]));
  return groups.flatMap((ids) => {
    const [suggestion, ...similar] = ids.flatMap((id) => byId.get(id) ?? []);
    return suggestion ? [{ suggestion, similar }] : [];
  });
}

/** How often suggestions that are edited meanwhile are looked at again. */
const MAX_LOOKS = 3;
const TOO_LONG = `Together they are longer than ${MAX_ENTRY_TEXT_CHARACTERS} characters; shorten one first.`;

/**
 * Makes pending suggestions one, with the question of the first, the sentences of all answers and the other questions
 * as wordings; the others are deleted, their sources kept. @throws AppError('not_found' | 'invalid_input' (`state`, or
 * `answer`: too long) | 'service_unavailable'), all undone
 */
export async function merge(
  core: Core,
  serverId: string,
  id: string,
  otherIds: readonly string[],
): Promise<Suggestion> {
  const ids = [id, ...new Set(otherIds.filter((other) => other !== id))];
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const looked = join(await store.readSuggestions(core.database.kysely, serverId, ids), ids);
    // Outside of the transaction, which the search would wait for.
    const conflicts = await findConflicts(core, await getServer(core, serverId), looked);
    let isSame = false;
    const [merged] = await changeSuggestions(core.database, serverId, ids, (stored) => {
      const { question, ...joined } = join(stored, ids);
      isSame = joined.answer === looked.answer && question === looked.question;
      if (!isSame) return {};
      const others = ids.slice(1);
      return { changes: [{ id, ...joined, conflicts, takesSourcesOf: others }], deletedIds: others };
    });
    if (isSame && merged) return merged;
  }
  throw new AppError('service_unavailable', { retryAfterSeconds: 1 });
}

function join(stored: readonly Suggestion[], ids: readonly string[]) {
  const byId = new Map(stored.map((suggestion) => [suggestion.id, suggestion]));
  const inOrder = ids.flatMap((wanted) => byId.get(wanted) ?? []);
  const [kept] = inOrder;
  if (!kept || inOrder.length < ids.length) throw missing();
  for (const suggestion of inOrder) if (suggestion.state !== 'pending') throw decided(suggestion);
  const answer = joinAnswers(inOrder.map((suggestion) => suggestion.answer));
  if (answer.length > MAX_ENTRY_TEXT_CHARACTERS) throw invalid('answer', TOO_LONG);
  const isAnswerDerived = inOrder.every((suggestion) => suggestion.isAnswerDerived);
  const isPutInWords = inOrder.some(({ taught }) => taught !== null);
  const taught = isPutInWords ? joinAnswers(inOrder.map((one) => one.taught ?? one.answer)) : null;
  const asked = inOrder.flatMap(({ question, wordings }) => [question, ...wordings]);
  const wordings = withoutTwins(asked, kept.question).slice(0, MAX_ENTRY_QUESTIONS);
  return { question: kept.question, answer, isAnswerDerived, taught, wordings };
}

/** Keeps those sentences of later paragraphs that were not said before. */
function joinAnswers(answers: readonly string[]): string {
  const said = new Set<string>();
  const isNew = (text: string) => {
    const key = words(text).join(' ') || text.trim();
    return !said.has(key) && said.add(key) !== undefined;
  };
  return answers
    .map((answer) => paragraphsOf(answer).flatMap((paragraph) => keepNew(paragraph, isNew)))
    .filter((paragraphs) => paragraphs.length > 0)
    .map((paragraphs) => paragraphs.join('\n\n'))
    .join('\n\n');
}

function paragraphsOf(text: string): string[] {
  return text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
}

function keepNew(paragraph: string, isNew: (text: string) => boolean): string[] {
  const sentences = splitSentences(paragraph).map(({ text }) => text.trim());
  const kept = sentences.filter(isNew);
  if (kept.length === sentences.length) return [paragraph];
  return kept.length === 0 ? [] : [kept.join(' ')];
}

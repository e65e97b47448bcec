import * as store from '../../adapters/db/learning/gaps.ts';
import { changeSuggestions } from '../../adapters/db/learning/suggestion-changes.ts';
import type { Suggestion } from '../../adapters/db/learning/suggestions.ts';
import type { ConversationKey } from '../../adapters/db/members/message-claims.ts';
import { MAX_ENTRY_TITLE_CHARACTERS, MAX_PENDING_SUGGESTIONS } from '../../domain/limits.ts';
import { cutAt, saysAnything, toLine } from '../../domain/text.ts';
import type { Core } from '../core.ts';
import { CALL_PAUSE_MS, claimCall, giveCallBack, toStored } from '../members/message-claims.ts';
import { findWishes } from '../members/privacy.ts';
import { idFrom } from '../owners/key-format.ts';
import { runInSlices, type Steps } from '../runtime/slices.ts';
import { findSimilar, isSimilar } from './similarity/similarity.ts';
import { prepareText } from './suggestions/suggest.ts';

const SURGE_QUESTIONS = 5;
const SURGE_MS = 10 * 60 * 1000;
const MAX_QUESTIONS = 200;
const MAX_EXAMPLES = 20;

type Recent = store.RecentQuestion;

interface AnswerReference {
  serverId: string;
  answerId: string;
}

/** Makes one draft for many who ask the same. Runs beside the answer: neither delays nor fails it. */
export function noticeSurge(core: Core, asked: AnswerReference): void {
  findSurge(core, asked).catch((error: unknown) =>
    core.log.warn({ err: error, server: asked.serverId }, 'similar questions not searched for'),
  );
}

async function findSurge(core: Core, { serverId, answerId }: AnswerReference): Promise<void> {
  const window = { serverId, since: new Date(core.clock() - SURGE_MS) };
  const { database } = core;
  const questions = await store.readRecentQuestions(database, { ...window, limit: MAX_QUESTIONS });
  // Only a surge pays for the rest; usually nobody else asked.
  const alike = await findAlike(answerId, questions);
  if (alike.length < SURGE_QUESTIONS) return;
  const needsDraft = (drafts: readonly store.SurgeDraft[]) => isDraftMissing(serverId, alike, drafts);
  if (!needsDraft(await store.readSurgeDrafts(database.kysely, window))) return;
  const example = await findExample(core, alike);
  if (!example) return;
  const draft = toSuggestion(core, serverId, example);
  const added = await store.addSurgeDraft(database, window, {
    draft,
    isWanted: needsDraft,
    limit: MAX_PENDING_SUGGESTIONS,
  });
  // A concurrent deletion of this member's data may not have seen this row.
  if (added === 'added' && !(await isUsable(core, example))) {
    await changeSuggestions(database, serverId, [draft.id], (stored) => ({
      deletedIds: stored.filter(({ state }) => state === 'pending').map(({ id }) => id),
    }));
  }
}

async function findAlike(answerId: string, questions: readonly Recent[]): Promise<Recent[]> {
  const own = questions.find((question) => question.answerId === answerId);
  if (!own || questions.length < SURGE_QUESTIONS) return [];
  return runInSlices(findSimilar(own.question, questions, ({ question }) => question));
}

/** Whether enough have asked since the owner's last decision, and there is no draft. */
function isDraftMissing(serverId: string, alike: readonly Recent[], drafts: readonly store.SurgeDraft[]) {
  const ids = new Set(alike.map((question) => idOf(serverId, question)));
  // An owner may put a draft in words that are not similar any more.
  const some = alike.slice(0, SURGE_QUESTIONS);
  const known = drafts.filter(
    ({ id, question }) => ids.has(id) || some.some((one) => isSimilar(one.question, question)),
  );
  if (known.some(({ decidedAt }) => decidedAt === null)) return false;
  const since = Math.max(0, ...known.map(({ decidedAt }) => decidedAt?.getTime() ?? 0));
  return alike.filter(({ at }) => at.getTime() > since).length >= SURGE_QUESTIONS;
}

async function findExample(core: Core, alike: readonly Recent[]): Promise<Recent | null> {
  for (const question of await runInSlices(sortByClearness(alike.slice(0, MAX_EXAMPLES)))) {
    if (await isUsable(core, question)) return question;
  }
  return null;
}

async function isUsable(core: Core, { memberId }: Recent): Promise<boolean> {
  const { hasOptOut, deletions } = await findWishes(core, memberId === null ? [] : [memberId]);
  return !hasOptOut && deletions === '';
}

/** Those similar to most others first, the shortest of equal ones; those without words are left out. */
function* sortByClearness(alike: readonly Recent[]): Steps<Recent[]> {
  const rated: { question: Recent; score: number; length: number }[] = [];
  for (const question of alike) {
    const text = clean(question.question);
    if (!saysAnything(text)) continue;
    const { length: score } = yield* findSimilar(text, alike, (other) => other.question);
    rated.push({ question, score, length: text.length });
  }
  return rated.sort((a, b) => b.score - a.score || a.length - b.length).map(({ question }) => question);
}

function clean(question: string): string {
  return cutAt(toLine(prepareText(question)), MAX_ENTRY_TITLE_CHARACTERS).trim();
}

function toSuggestion(core: Core, serverId: string, example: Recent): Suggestion {
  const { channelId, messageId, memberId } = example;
  const source = { part: 'question' as const, channelId, messageId, memberId, isOriginal: false };
  return {
    id: idOf(serverId, example),
    question: clean(example.question),
    // Must be written before it can be approved.
    answer: '',
    taught: null,
    wordings: [],
    ...{ state: 'pending', source: 'surge', sources: memberId === null ? [] : [source] },
    ...{ authorRole: null, conflicts: [], entryId: null, suspendedFor: null },
    ...{ isQuestionDerived: false, isAnswerDerived: false },
    ...{ createdAt: new Date(core.clock()), decidedAt: null },
  };
}

/** The same question makes the same draft. */
function idOf(serverId: string, { answerId }: Recent): string {
  return idFrom(JSON.stringify(['surge', serverId, answerId]));
}

/**
 * Whether to call the team for an answer handed over for want of knowledge: once in ten minutes for the same question
 * anywhere, and in the same place. Never throws: a call too many is better than a lost answer.
 */
export async function claimTopicCall(
  core: Core,
  place: ConversationKey,
  answerId: string,
): Promise<store.CallClaim> {
  const now = core.clock();
  const call = { answerId, now: new Date(now), notAfter: new Date(now - CALL_PAUSE_MS) };
  try {
    const claim = { ...call, place: await toStored(core, place) };
    return await store.claimTopicCall(core.database, claim, (question, called) =>
      called.some((other) => isSimilar(question, other)),
    );
  } catch (error) {
    core.log.warn(
      { err: error, server: place.serverId },
      'not checked whether the team was already called for a similar question',
    );
    const isDue = await claimCall(core, place).catch(() => true);
    return isDue ? 'due' : 'called_here';
  }
}

export async function giveTopicCallBack(core: Core, place: ConversationKey, answerId: string): Promise<void> {
  await store.setTopicCalled(core.database.kysely, place.serverId, answerId, null);
  await giveCallBack(core, place);
}

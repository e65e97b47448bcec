import * as store from '../../adapters/db/learning/gaps.ts';
import { changeSuggestions } from '../../adapters/db/learning/suggestion-changes.ts';
import { findQuestionOfAnswer } from '../../adapters/db/members/message-claims.ts';
import { AppError } from '../../domain/errors.ts';
import { toLine, truncate } from '../../domain/text.ts';
import { getMarks } from '../answering/known-marks.ts';
import type { Core } from '../core.ts';
import { getEntry } from '../knowledge/change.ts';
import { getServer } from '../owners/servers.ts';
import { planLimitsOf } from '../quota/plan-limits.ts';
import type { Reading } from '../runtime/readings.ts';
import { runInSlices } from '../runtime/slices.ts';
import { findKnowledgeIndex, getKnowledgeIndex } from '../search/knowledge-index.ts';
import { findSome } from './findings.ts';
import { findGapWordings } from './gap-wordings.ts';
import { groupAndKeep } from './kept-groups.ts';
import { isSimilar } from './similarity/similarity.ts';
import { prepareText, suggest } from './suggestions/suggest.ts';
import { approve, listTraining, type Suggestion } from './suggestions/suggestions.ts';
import { isInOtherWords } from './suggestions/texts.ts';

const MAX_QUESTIONS = 5_000;
const MAX_LISTED = 25;
/** Bounds how many questions of a gap are compared with drafts. */
const MAX_COMPARED = 10;
/** All questions together: some 40 ms. */
const MAX_HASTY_PIECES = 20_000;
/** The beginning is enough to know a long ticket by. */
export const MAX_SHOWN_CHARACTERS = 300;

/** Similar questions that were handed over for want of knowledge or voted down, and are still open. */
export interface Gap {
  /** The newest. */
  answerId: string;
  /** The newest, without personal data, in one line of at most 300 characters. */
  question: string;
  answer: string | null;
  /** The newest comment on one of them, without personal data, in one line. */
  comment: string | null;
  /** Whether the knowledge covers the newest by now; null where that would take a wait. */
  isCovered: boolean | null;
  /** A question may be both unanswered and voted down. */
  count: number;
  unanswered: number;
  votedDown: number;
  at: Date;
  answerIds: string[];
}

/** Questions of one gap, newest first; never empty. */
export interface Group {
  newest: store.OpenQuestion;
  questions: store.OpenQuestion[];
}

/**
 * The gaps among the newest 5,000 open questions, most often asked first. @throws AppError('not_found' |
 * 'service_unavailable')
 */
export async function listGaps(
  core: Core,
  serverId: string,
  { limit = MAX_LISTED }: { limit?: number } = {},
): Promise<Gap[]> {
  return (await pageGaps(core, serverId, { offset: 0, limit })).gaps;
}

/**
 * @param slice.isHasty builds no index (a fifth of a second for 5,000 entries) and searches few questions (10 ms
 * each); `isCovered` is null for the rest. @throws AppError('not_found' | 'service_unavailable')
 */
export async function pageGaps(
  core: Core,
  serverId: string,
  { offset, limit, isHasty = false }: { offset: number; limit: number; isHasty?: boolean },
): Promise<{ gaps: Gap[]; total: number }> {
  await getServer(core, serverId);
  const groups = (await readGroups(core, serverId)).toSorted(byFrequency);
  const gaps = await describe(core, serverId, groups.slice(offset, offset + limit), { isHasty });
  return { gaps, total: groups.length };
}

/** Most often asked first, then the newest. */
export function byFrequency(one: Group, other: Group): number {
  return other.questions.length - one.questions.length || other.newest.at.getTime() - one.newest.at.getTime();
}

/** @throws AppError('service_unavailable') */
export async function countGaps(core: Core, serverId: string): Promise<number> {
  return (await readGroups(core, serverId)).length;
}

/** @throws AppError('not_found') when the answer is in no gap, or no longer. */
export async function getGap(core: Core, serverId: string, answerId: string): Promise<Gap> {
  const [gap] = await describe(core, serverId, [await findGroup(core, serverId, answerId)]);
  if (!gap) throw missing();
  return gap;
}

interface GapAnswer {
  serverId: string;
  question: string;
  answer: string;
  authorId: string | null;
  authorRole: string | null;
}

/**
 * Makes a suggestion, approves it and closes the gap. After a refused approval the suggestion waits for an owner, and
 * the gap stays open. @throws AppError('not_found' | 'forbidden' (the asker opted out) | 'invalid_input' (the field,
 * or `tests`))
 */
export async function answerGap(
  core: Core,
  input: GapAnswer & { answerId: string; isForced?: boolean },
): Promise<Suggestion> {
  const { serverId, answerId, isForced = false } = input;
  const group = await findGroup(core, serverId, answerId);
  const waiting = await findWaiting(core, input);
  const suggestion = waiting ?? (await suggestAnswer(core, input, group));
  const approved = await approve(core, serverId, suggestion.id, { isForced });
  await close(core, serverId, group);
  return approved;
}

/** Finds the suggestion that the same person wrote before and that test questions spoke against. */
async function findWaiting(core: Core, { serverId, question, answer, authorId }: GapAnswer) {
  const [title, text] = [prepareText(question), prepareText(answer)];
  const pending = await listTraining(core, serverId, 'pending', { containing: title });
  const isSame = (one: Suggestion) =>
    one.source === 'gap' && one.question === title && one.answer === text && authorOf(one) === authorId;
  return pending.find(isSame) ?? null;
}

function authorOf({ sources }: Suggestion): string | null {
  return sources.find(({ part }) => part === 'answer')?.memberId ?? null;
}

/**
 * Adds the question to an entry that answers it, and closes the gap. @throws AppError('not_found' | 'forbidden' (the
 * asker opted out) | 'invalid_input' (`question`, `questions`: no room, `source`: a link's entry, `tests`))
 */
export async function answerGapWithEntry(
  core: Core,
  input: { serverId: string; answerId: string; question: string; entryId: string; isForced?: boolean },
): Promise<Suggestion> {
  const { serverId, answerId, question, entryId, isForced = false } = input;
  const { text: answer } = await getEntry(core, serverId, entryId);
  const given = { serverId, question, answer, authorId: null, authorRole: null };
  const group = await findGroup(core, serverId, answerId);
  const suggestion = (await findWaiting(core, given)) ?? (await suggestAnswer(core, given, group));
  const approved = await approve(core, serverId, suggestion.id, { isForced, entryId });
  await close(core, serverId, group);
  return approved;
}

async function suggestAnswer(
  core: Core,
  given: GapAnswer,
  { newest, questions }: Group,
): Promise<Suggestion> {
  const { serverId, question, answer, authorId, authorRole } = given;
  const asked = await findQuestionOfAnswer(core.database, serverId, newest.answerId);
  const asker = asked?.askerId
    ? [{ part: 'question' as const, messageId: asked.messageId, memberId: asked.askerId, isOriginal: false }]
    : [];
  const texts = await store.readTexts(core.database, serverId, [newest.answerId]);
  const original = texts.get(newest.answerId)?.question ?? '';
  const others = questions.map(({ answerId }) => answerId).filter((id) => id !== newest.answerId);
  // Their author saw the newest: words they left out of it must not come back.
  const known = [question, original];
  const more = await findGapWordings(core, serverId, { answerIds: others, known });
  const author = authorId ? [{ part: 'answer' as const, memberId: authorId, isOriginal: false }] : [];
  return suggest(core, {
    ...{ serverId, question, answer, authorRole },
    source: 'gap',
    channelId: asked?.channelId ?? null,
    sources: [...asker, ...author, ...more.sources],
    wordings: more.wordings,
    isQuestionDerived: isInOtherWords(question, original),
  });
}

/**
 * Puts all questions of a gap aside. @returns how many. @throws AppError('not_found') when the answer is in no open
 * gap.
 */
export async function closeGap(
  core: Core,
  { serverId, answerId }: { serverId: string; answerId: string },
): Promise<number> {
  return close(core, serverId, await findGroup(core, serverId, answerId));
}

/** Deletes the draft that a surge of these questions made, unless somebody wrote its answer. */
async function close(core: Core, serverId: string, { questions }: Group): Promise<number> {
  const answerIds = questions.map((question) => question.answerId);
  const texts = await store.readTexts(core.database, serverId, answerIds.slice(0, MAX_COMPARED));
  const asked = [...texts.values()].map(({ question }) => question);
  const isTheirs = ({ source, state, answer, question }: Suggestion) =>
    source === 'surge' &&
    state === 'pending' &&
    answer === '' &&
    asked.some((one) => isSimilar(one, question));
  const drafts = (await listTraining(core, serverId, 'pending', { source: 'surge' })).filter(isTheirs);
  const ids = drafts.map(({ id }) => id);
  if (ids.length > 0) {
    await changeSuggestions(core.database, serverId, ids, (stored) => ({
      deletedIds: stored.filter(isTheirs).map(({ id }) => id),
    }));
  }
  return store.closeQuestions(core.database, { serverId, answerIds, at: new Date(core.clock()) });
}

async function findGroup(core: Core, serverId: string, answerId: string): Promise<Group> {
  const groups = await readGroups(core, serverId);
  const group = groups.find(({ questions }) => questions.some((question) => question.answerId === answerId));
  if (!group) throw missing();
  return group;
}

/** Groups the open questions, in the order of the newest of each group. */
export async function readGroups(
  core: Core,
  serverId: string,
  { since, reading = core.readings.primary }: { since?: Date; reading?: Reading } = {},
): Promise<Group[]> {
  const wanted = { since, limit: MAX_QUESTIONS };
  const open = await reading.read((database) => store.readOpenQuestions(database, serverId, wanted));
  const byId = new Map(open.map((question) => [question.answerId, question]));
  const read = async (answerIds: readonly string[]) => {
    const texts = await reading.read((database) => store.readQuestions(database, serverId, answerIds));
    return texts.map(({ answerId, question }) => ({ key: answerId, text: question }));
  };
  const name = `gaps ${serverId} ${since ? 'lately' : ''}`;
  const groups = await groupAndKeep(core, { name, keys: [...byId.keys()], read });
  return groups.flatMap((answerIds) => {
    const questions = answerIds.flatMap((answerId) => byId.get(answerId) ?? []);
    const [newest] = questions;
    return newest ? [{ newest, questions }] : [];
  });
}

async function describe(
  core: Core,
  serverId: string,
  groups: readonly Group[],
  { isHasty = false }: { isHasty?: boolean } = {},
): Promise<Gap[]> {
  if (groups.length === 0) return [];
  const newestIds = groups.map(({ newest }) => newest.answerId);
  const texts = await store.readTexts(core.database, serverId, newestIds);
  // A gap whose newest question was deleted this moment is listed the next time, by the rest.
  const known = groups.flatMap((group) => {
    const text = texts.get(group.newest.answerId);
    return text ? [{ ...group, ...text }] : [];
  });
  const asked = known.map(({ question }) => question);
  const covered = await findCovered(core, serverId, asked, { isHasty });
  const idsOf = ({ questions }: Group) => questions.map(({ answerId }) => answerId);
  const comments = await store.readComments(core.database, serverId, known.map(idsOf));
  return known.map(({ newest, questions, question, answer }, index) => ({
    answerId: newest.answerId,
    question: truncate(toLine(prepareText(question)), MAX_SHOWN_CHARACTERS),
    answer,
    comment: toLine(prepareText(comments[index] ?? '')) || null,
    isCovered: covered[index] ?? null,
    count: questions.length,
    unanswered: questions.filter(({ isUnanswered }) => isUnanswered).length,
    votedDown: questions.filter(({ isVotedDown }) => isVotedDown).length,
    at: newest.at,
    answerIds: idsOf({ newest, questions }),
  }));
}

/** By words alone; null where an answer would take a wait. */
async function findCovered(
  core: Core,
  serverId: string,
  questions: readonly string[],
  { isHasty }: { isHasty: boolean },
): Promise<(boolean | null)[]> {
  const server = await getServer(core, serverId);
  const knowledge = isHasty ? findKnowledgeIndex(core, server) : await getKnowledgeIndex(core, server);
  if (!knowledge) return questions.map(() => null);
  const planLimits = planLimitsOf(core, server);
  const marks = await getMarks(core, server);
  const most = isHasty ? Math.floor(MAX_HASTY_PIECES / knowledge.pieces.size) : questions.length;
  const found = await runInSlices(findSome(knowledge, planLimits, questions, { most, marks }));
  return found.map((one) => one && one.teamReason === null);
}

function missing(): AppError {
  return new AppError('not_found', { message: 'There is no such gap; it may have been closed.' });
}

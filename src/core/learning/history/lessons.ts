import {
  areKnownMessages,
  insertImported,
  joinImported,
} from '../../../adapters/db/learning/history-imports.ts';
import type { Suggestion } from '../../../adapters/db/learning/suggestions.ts';
import { readPendingQuestions, readSuggestions } from '../../../adapters/db/learning/suggestions.ts';
import { AppError } from '../../../domain/errors.ts';
import type { LeftOutReason } from '../../../domain/history.ts';
import { MAX_ENTRY_QUESTIONS } from '../../../domain/limits.ts';
import type { Core } from '../../core.ts';
import { findWishes, honourWishes } from '../../members/privacy.ts';
import { getServer } from '../../owners/servers.ts';
import { parseSettings, type Settings } from '../../owners/settings.ts';
import { REST_MS, runInSlices, type Steps } from '../../runtime/slices.ts';
import { compare, readText, type TextFeatures } from '../similarity/compare.ts';
import { saysOtherwise } from '../statements/stance.ts';
import { tryToDistil } from '../suggestions/distil.ts';
import { prepareLesson } from '../suggestions/learn.ts';
import { makeSuggestion, type SuggestInput } from '../suggestions/suggest.ts';
import { hasRemoved } from '../suggestions/texts.ts';
import { HistoryEndedError, type HistoryRun } from './imports.ts';
import type { HistoryMessage, Pair } from './pairs.ts';

/** The most similar ones. */
const MAX_CANDIDATES = 10;

/** Makes suggestions of a run's pairs, one for all that ask and answer the same. */
export interface Lessons {
  /** Notes a pair with its result. @throws HistoryEndedError, HistoryClaimLostError, AppError */
  settle(pair: Pair, place: { channelId: string }, signal: AbortSignal): Promise<void>;
}

interface PendingQuestion {
  id: string;
  reading: TextFeatures;
}

interface SuggestionDraft {
  input: SuggestInput;
  memberIds: [askerId: string, teacherId: string];
  pair: Pair;
}

/** @throws AppError('service_unavailable') */
export async function openLessons(run: HistoryRun): Promise<Lessons> {
  const { core, serverId } = run;
  const waiting = await readPendingQuestions(core.database, serverId);
  const known = await runInSlices(readAll(waiting), { restMs: REST_MS });
  const quota = { isUsedUp: false };
  return {
    settle: async (pair, { channelId }, signal) => {
      const reason = await learn(run, { known, quota }, toTold(serverId, channelId, pair), signal);
      if (reason !== null) leaveOut(run, pair, reason);
    },
  };
}

function* readAll(questions: readonly { id: string; question: string }[]): Steps<PendingQuestion[]> {
  const known: PendingQuestion[] = [];
  for (const { id, question } of questions) {
    known.push({ id, reading: readText(question) });
    yield;
  }
  return known;
}

/** Settles a pair without a suggestion; written with the next progress. */
export function leaveOut(
  { progress }: Pick<HistoryRun, 'progress'>,
  pair: Pair,
  reason: LeftOutReason,
): void {
  progress.pairs += 1;
  progress.leftOut = { ...progress.leftOut, [reason]: (progress.leftOut[reason] ?? 0) + 1 };
  progress.answerId = answerIdOf(pair);
}

/** Names a pair within its stretch: the later the answer, the greater. */
export function answerIdOf({ answer }: Pair): string {
  return answer.messages[0]?.id ?? '';
}

function toTold(serverId: string, channelId: string, pair: Pair): SuggestionDraft {
  const { question, answer } = pair;
  const sourceOf = (part: 'question' | 'answer', memberId: string) => (said: HistoryMessage) => ({
    ...{ part, messageId: said.id, memberId, isOriginal: true },
  });
  const input: SuggestInput = {
    ...{ serverId, channelId, source: 'reply', authorRole: answer.roleId },
    ...{ question: question.text, answer: answer.text },
    names: [...new Set([...question.messages, ...answer.messages].flatMap(({ names }) => names))],
    sources: [
      ...question.messages.map(sourceOf('question', question.memberId)),
      ...answer.messages.map(sourceOf('answer', answer.memberId)),
    ],
  };
  return { input, memberIds: [question.memberId, answer.memberId], pair };
}

interface LearningState {
  known: PendingQuestion[];
  /** Learning's half of the week. */
  quota: { isUsedUp: boolean };
}

/** @returns why nothing came of it; null: it is written down. */
async function learn(
  run: HistoryRun,
  memory: LearningState,
  told: SuggestionDraft,
  signal: AbortSignal,
): Promise<LeftOutReason | null> {
  const { core, serverId } = run;
  const { pair, memberIds } = told;
  const prepared = prepareLesson(told.input);
  if (typeof prepared === 'string') return prepared;
  const messageIds = (messages: readonly HistoryMessage[]) => messages.map(({ id }) => id);
  const [answerIds, questionIds] = [messageIds(pair.answer.messages), messageIds(pair.question.messages)];
  if (await areKnownMessages(core.database, serverId, { answerIds, questionIds })) return 'known';
  const { teach_roles } = await readWanted(core, serverId);
  if (!teach_roles.includes(pair.answer.roleId)) return 'no_role';
  const wishes = await findWishes(core, memberIds);
  if (wishes.hasOptOut) return 'opted_out';
  const { taught, asked } = prepared;
  for (const suggestion of await findSame(run, memory.known, taught)) {
    if (!(await join(run, suggestion, { pair, taught }))) continue;
    await honourWishes(core, memberIds, wishes);
    return null;
  }
  const made = await make(run, { pair, taught }, memory.quota.isUsedUp && core.ai !== null);
  if (typeof made === 'string') return made;
  memory.known.push({ id: made.id, reading: readText(taught.question) });
  if (!memory.quota.isUsedUp)
    await putInWords(run, memory, { suggestion: made, serverId, asked, names: taught.names ?? [] }, signal);
  return null;
}

/** @throws HistoryEndedError */
export async function readWanted(core: Core, serverId: string): Promise<Settings> {
  const server = await getServer(core, serverId);
  if (!server.active) throw new HistoryEndedError('server_left');
  const settings = parseSettings(server.settings);
  if (!settings.learning || settings.teach_roles.length === 0) throw new HistoryEndedError('learning_off');
  return settings;
}

/** Suggestions of the team's replies that wait, ask the same and do not contradict; the most similar first. */
async function findSame(
  run: HistoryRun,
  known: readonly PendingQuestion[],
  taught: SuggestInput,
): Promise<Suggestion[]> {
  const { core, serverId } = run;
  const ids = await runInSlices(findSimilar(readText(taught.question), known));
  if (ids.length === 0) return [];
  const stored = await readSuggestions(core.database.kysely, serverId, ids);
  const byId = new Map(stored.map((suggestion) => [suggestion.id, suggestion]));
  return ids
    .flatMap((id) => byId.get(id) ?? [])
    .filter(({ state, source, answer }) => state === 'pending' && source === 'reply' && answer !== '')
    .filter(({ answer }) => !saysOtherwise(taught.answer, answer));
}

function* findSimilar(reading: TextFeatures, known: readonly PendingQuestion[]): Steps<string[]> {
  const found: { id: string; score: number }[] = [];
  for (const { id, reading: other } of known) {
    const score = compare(reading, other);
    if (score > 0) found.push({ id, score });
    yield;
  }
  const best = found.sort((one, other) => other.score - one.score).map(({ id }) => id);
  return [...new Set(best)].slice(0, MAX_CANDIDATES);
}

interface Prepared {
  pair: Pair;
  taught: SuggestInput;
}

/** Makes the question a wording of a suggestion that asks the same. @returns false: it waits no more. */
async function join(run: HistoryRun, { id }: Suggestion, { pair, taught }: Prepared): Promise<boolean> {
  const before = { ...run.progress };
  noteSettled(run, pair, 'grouped');
  const checkedAt = new Date(run.core.clock());
  const sources = pair.question.messages.map((said) => ({
    ...{ part: 'wording' as const, channelId: taught.channelId ?? null, messageId: said.id },
    ...{ memberId: pair.question.memberId, isOriginal: true },
  }));
  // Nobody asks with words that held personal data.
  const wording = hasRemoved(taught.question) ? [] : [taught.question];
  const isJoined = await joinImported(run.core.database, run.toSave(), id, ({ question, wordings }) => {
    const said = new Set([question, ...wordings].map((text) => readText(text).key));
    const added = wording.filter((text) => !said.has(readText(text).key));
    const all = [...wordings, ...added].slice(0, MAX_ENTRY_QUESTIONS);
    return {
      addsSources: { sources, checkedAt },
      ...(all.length > wordings.length ? { wordings: all } : {}),
    };
  });
  if (isJoined) run.saved();
  else Object.assign(run.progress, before);
  return isJoined;
}

function noteSettled({ progress }: HistoryRun, pair: Pair, count: 'suggested' | 'grouped'): void {
  progress.pairs += 1;
  progress[count] += 1;
  progress.answerId = answerIdOf(pair);
}

/** @returns the suggestion, or why there is none. @throws HistoryEndedError, HistoryClaimLostError */
async function make(
  run: HistoryRun,
  { pair, taught }: Prepared,
  isInOwnWords: boolean,
): Promise<Suggestion | LeftOutReason> {
  const before = { ...run.progress };
  noteSettled(run, pair, 'suggested');
  if (isInOwnWords) run.progress.ownWords += 1;
  try {
    const { suggestion, isNew } = await makeSuggestion(run.core, taught, (database, ...adding) =>
      insertImported(database, run.toSave(), ...adding),
    );
    if (isNew) {
      run.saved();
      return suggestion;
    }
    Object.assign(run.progress, before);
    return 'known';
  } catch (error) {
    Object.assign(run.progress, before);
    return reasonOf(error);
  }
}

/** @throws the error where it is no reason to leave a pair out. */
function reasonOf(error: unknown): LeftOutReason {
  const { code, context } = error instanceof AppError ? error : { code: null, context: {} };
  if (code === 'invalid_input' && context.param === 'suggestions') throw new HistoryEndedError('full');
  if (code === 'server_inactive') throw new HistoryEndedError('server_left');
  if (code === 'forbidden') return 'opted_out';
  if (code === 'invalid_input') return 'unfit';
  // Somebody deleted it the moment it was written.
  if (code === 'not_found') return 'gone';
  throw error;
}

/** Learning's half of the week pays for this; after that, suggestions stay as they were written. */
async function putInWords(
  run: HistoryRun,
  { known, quota }: LearningState,
  raw: Parameters<typeof tryToDistil>[1],
  signal: AbortSignal,
): Promise<void> {
  const { progress } = run;
  const { suggestion, fault } = await tryToDistil(run.core, raw, signal);
  signal.throwIfAborted();
  if (fault === 'quota_exhausted') {
    quota.isUsedUp = true;
    progress.ownWords += 1;
  }
  if (suggestion === null) {
    progress.suggested -= 1;
    progress.leftOut = { ...progress.leftOut, no_use: (progress.leftOut.no_use ?? 0) + 1 };
  } else if (suggestion.question !== raw.suggestion.question)
    known.push({ id: suggestion.id, reading: readText(suggestion.question) });
}

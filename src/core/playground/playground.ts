import type { ChatMessage, Language, Level, Server } from '../../domain/types.ts';
import type { Cost } from '../answering/admission/settlement.ts';
import { type Answered, answerQuestion } from '../answering/answer.ts';
import type { Answer, Decider } from '../answering/question.ts';
import type { Recalled } from '../answering/recall.ts';
import { toPlainMarks } from '../answering/sanitise/plain-marks.ts';
import type { Core } from '../core.ts';
import { explainTeamReasons } from '../handover/handover.ts';
import { getServer } from '../owners/servers.ts';
import { type ChannelPath, parseSettings } from '../owners/settings.ts';
import type { FoundReason } from '../reading/reader.ts';
import type { RecalledPassage } from '../search/passages.ts';
import type { WeightedQuery } from '../search/search.ts';

export interface Trial {
  messages: readonly ChatMessage[];
  /** The free plan answers on V1 whatever is chosen. */
  level?: Level | undefined;
  language?: Language | undefined;
  path?: ChannelPath | undefined;
}

export interface Tried {
  answer: Answer;
  /** Best first; then entries used without being found, with no score. */
  passages: readonly TriedPassage[];
  queries: readonly TriedQuery[];
  isWhole: boolean;
  decidedBy: Decider | null;
  /** Reasons in the customer's own words, gravest first. */
  reasons: readonly FoundReason[];
  calls: readonly string[];
  cost: Cost;
  /** `cost.units` of the week's, 0 to 100. */
  weekPercent: number;
  elapsedMs: number;
}

export interface TriedPassage extends Pick<RecalledPassage, 'id' | 'entryId' | 'title' | 'text'> {
  score: number | null;
  isUsed: boolean;
}

export interface TriedQuery extends WeightedQuery {
  isWorded: boolean;
}

/**
 * Asks as a customer would. Costs nothing and is recorded nowhere; at most 100 questions a day and server. @throws
 * AppError('not_found' | 'rate_limited_day' | 'ai_unavailable' | 'client_left')
 */
export async function tryTicket(
  core: Core,
  serverId: string,
  { messages, path, ...chosen }: Trial,
  signal: AbortSignal,
): Promise<Tried> {
  const server = withChosen(await getServer(core, serverId), chosen);
  const startedAt = core.clock();
  const asked = { messages, signal, key: null, ...(path && { path }) };
  const answered = await answerQuestion(core, { server, channel: 'playground', ...asked });
  const elapsedMs = core.clock() - startedAt;
  const { answer, work, finished, cost } = answered;
  const { recalled, usedIds, decidedBy } = finished;
  return {
    ...{ answer, decidedBy, cost, elapsedMs, isWhole: work.session !== null && recalled?.whole != null },
    passages: recalled ? await makeReadable(core, answered, listPassages(recalled, usedIds)) : [],
    queries: recalled ? listQueries(recalled) : [],
    reasons: explainTeamReasons(work.ticket.judged, work.planLimits.settings.topics, work.marks),
    calls: work.session?.calls ?? [],
    weekPercent: (cost.units / work.planLimits.quota) * 100,
  };
}

export async function tryQuestion(core: Core, serverId: string, question: string, signal: AbortSignal) {
  const messages = [{ role: 'user' as const, content: question }];
  const tried = await tryTicket(core, serverId, { messages }, signal);
  const { answer, needsTeam, teamReason, level, engine, confidence, sources } = tried.answer;
  return {
    ...{ answer, needs_team: needsTeam, team_reason: teamReason, level, engine, confidence, sources },
    passages: tried.passages.flatMap(({ id, title, text, score }) =>
      score === null ? [] : [{ id, title, text, score }],
    ),
  };
}

function withChosen(server: Server, { level, language }: Pick<Trial, 'level' | 'language'>): Server {
  const settings = parseSettings(server.settings);
  return { ...server, settings: { ...settings, ...(level && { level }), ...(language && { language }) } };
}

function listPassages({ passages, whole }: Recalled, usedIds: readonly string[]): TriedPassage[] {
  const found = passages.map((passage) => ({ passage, score: passage.score }));
  const unfound = (whole ?? [])
    .filter(({ id }) => usedIds.includes(id) && !passages.some((passage) => passage.id === id))
    .map((passage) => ({ passage, score: null }));
  return [...found, ...unfound].map(({ passage: { id, entryId, title, text }, score }) => ({
    ...{ id, entryId, title, text, score },
    isUsed: usedIds.includes(id),
  }));
}

async function makeReadable(
  core: Core,
  { work, answer: { language } }: Answered,
  passages: readonly TriedPassage[],
): Promise<TriedPassage[]> {
  const at = { serverId: work.question.server.id, language };
  const texts = await toPlainMarks(
    core,
    at,
    passages.flatMap(({ title, text }) => [title, text]),
  );
  return passages.map((passage, index) => {
    const [title = '', text = ''] = texts.slice(2 * index, 2 * index + 2);
    return { ...passage, title, text };
  });
}

function listQueries({ queries, worded }: Recalled): TriedQuery[] {
  return queries.map(({ text, weight }) => ({ text, weight, isWorded: worded.includes(text) }));
}

import type { Embedder } from '../../src/adapters/ai/ai.ts';
import { findTeamReason } from '../../src/core/handover/handover.ts';
import {
  ANSWER_THRESHOLD,
  buildIndex,
  queriesOf,
  type SearchMode,
  search,
  takeLikely,
} from '../../src/core/search/search.ts';
import { LEVEL_LIMITS, PASSAGES_FACTOR } from '../../src/domain/limits.ts';
import { type Example, measureCalibrationError } from './calibrate.ts';
import type { Base, Message, Question, Ticket } from './files.ts';
import type { Observed } from './fit.ts';
import { embedChunks } from './meaning.ts';
import {
  type Detection,
  mean,
  measureAuc,
  measureBestF1,
  measureDetection,
  measureNdcg,
  measureRecall,
  measureReciprocalRank,
} from './metrics.ts';
import { type Perturbation, perturb } from './perturb.ts';

const DEPTH = 10;
/** Part of the id of questions that nothing was fitted on. */
export const HELD_OUT = '-held-';
/** What the smallest level sends. */
const LEAST = LEVEL_LIMITS.V1.passages;
const MOST = LEAST * PASSAGES_FACTOR;

export interface BaseScore {
  chunks: number;
  questions: number;
  ndcg10: number;
  recall5: number;
  /** Recall among the passages that V1 sends, and how many those are in the mean. */
  recallSent: number;
  sent: number;
  /** Share of the answerable questions for which a model is first asked for other words. */
  asked: number;
  mrr: number;
  auc: number;
  /** Expected calibration error of the confidence. */
  ece: number;
  /** Confidence below the threshold. */
  confidence: Detection;
  /** What the product does: a rule on the question's words, or confidence below the threshold. */
  decision: Detection;
  f1Always: number;
  /** F1 of the confidence with the threshold that suits this base best. */
  f1Best: number;
}

/** What the product decided on one question before any model is asked. */
export interface Judged {
  question: Question;
  /** Ids, best first. */
  ranking: string[];
  /** How many of them V1 sends. */
  sent: number;
  /** Of the search, both 0 to 1. */
  evidence: number;
  confidence: number;
  /** What speaks for the first passage as the answer, how likely it is right, and whether it is. */
  channel: SearchMode;
  signs: readonly number[];
  shown: number;
  isRight: boolean;
  /** The extractive engine does not show it. */
  isUnsure: boolean;
  /** A rule on the question's words, or confidence below the threshold. */
  isHandedOver: boolean;
}

/** Asks every question of a base, by words or, with an embedder, by words and meaning. */
export async function judgeBase(
  { chunks, questions }: Pick<Base, 'chunks' | 'questions'>,
  options: { perturbation?: Perturbation; embedder?: Embedder | null } = {},
): Promise<Judged[]> {
  const { perturbation = 'none', embedder = null } = options;
  const index = buildIndex(chunks.map(({ lang, ...chunk }) => ({ ...chunk, language: lang ?? null })));
  const meaningOf = embedder && (await embedChunks(embedder, chunks));
  const judged: Judged[] = [];
  for (const [number, question] of questions.entries()) {
    const messages = question.messages.map((turn) => perturbTurn(turn, perturbation, number));
    const meaning = (await meaningOf?.(messages)) ?? null;
    const found = search(index, queriesOf(messages), MOST, meaning);
    const { hits, channel, evidence, confidence } = found;
    const [first] = hits;
    const shown = first?.confidence ?? 0;
    const isUnsure = shown < ANSWER_THRESHOLD;
    const isHandedOver = isUnsure || findTeamReason(messages) !== null;
    judged.push({
      question,
      ranking: hits.map(({ id }) => id),
      sent: takeLikely(found, LEAST, MOST).length,
      evidence,
      ...{ confidence, channel, shown, signs: first?.signs ?? [] },
      isRight: first !== undefined && question.relevant.includes(first.id),
      isUnsure,
      isHandedOver,
    });
  }
  return judged;
}

/** Retrieval over the answerable questions, hand-over over all of them (positive: not answerable). */
export function scoreBase(chunks: number, judged: readonly Judged[]): BaseScore {
  const doubts = judged.map(({ confidence, question }) => ({
    value: 1 - confidence,
    positive: !question.answerable,
  }));
  const ranked = judged.flatMap(({ question: { relevant }, ranking, sent, isUnsure }) =>
    relevant.length > 0 ? [{ relevant, ranking, sent, isUnsure }] : [],
  );
  const detect = (isFlagged: (one: Judged) => boolean) =>
    measureDetection(judged.map((one) => ({ flagged: isFlagged(one), positive: !one.question.answerable })));
  return {
    chunks,
    questions: judged.length,
    ndcg10: mean(ranked.map(({ ranking, relevant }) => measureNdcg(ranking, relevant, DEPTH))),
    recall5: mean(ranked.map(({ ranking, relevant }) => measureRecall(ranking, relevant, 5))),
    recallSent: mean(ranked.map(({ ranking, relevant, sent }) => measureRecall(ranking, relevant, sent))),
    sent: mean(ranked.map(({ sent }) => sent)),
    asked: mean(ranked.map(({ isUnsure }) => Number(isUnsure))),
    mrr: mean(
      ranked.map(({ ranking, relevant }) => measureReciprocalRank(ranking.slice(0, DEPTH), relevant)),
    ),
    auc: measureAuc(doubts),
    ece: measureCalibrationError(listExamples(judged)),
    confidence: detect(({ isUnsure }) => isUnsure),
    decision: detect(({ isHandedOver }) => isHandedOver),
    f1Always: detect(() => true).f1,
    f1Best: measureBestF1(doubts),
  };
}

/** Confidence, or the evidence for it, beside what is true. */
export function listExamples(
  judged: readonly Judged[],
  value: 'confidence' | 'evidence' = 'confidence',
): Example[] {
  return judged.map((one) => ({ value: one[value], isAnswerable: one.question.answerable }));
}

/** A wrong answer near the topic is worse than a hand-over, and meaning, which is near as well, tempts more. */
const NEAR_WEIGHT = { words: 2, meaning: 4 };

/** What the weights of the signs are fitted on: every question but those that are held out. */
export function listObserved(judged: readonly Judged[]): Observed[] {
  return judged.flatMap(({ question: { id, kind }, signs, channel, isRight }) => {
    const weight = kind?.includes('near') ? NEAR_WEIGHT[channel] : 1;
    return id.includes(HELD_OUT) || signs.length === 0 ? [] : [{ signs, isRight, weight }];
  });
}

export interface TicketScore extends Detection {
  tickets: number;
  f1Always: number;
  /** By category: how many tickets, how many of them were handed over. */
  categories: Record<string, { tickets: number; flagged: number }>;
  wrong: string[];
}

/** The rules on the customer's words, without any knowledge. */
export function scoreTickets(tickets: readonly Ticket[]): TicketScore {
  const results = tickets.map((ticket) => {
    const flagged = findTeamReason(ticket.messages) !== null;
    return { ...ticket, flagged, positive: ticket.needsTeam };
  });
  const groups = Map.groupBy(results, ({ category }) => category);
  const categories = [...groups].map(([category, members]) => {
    return [category, { tickets: members.length, flagged: members.filter(({ flagged }) => flagged).length }];
  });
  return {
    tickets: tickets.length,
    ...measureDetection(results),
    f1Always: measureDetection(results.map(({ positive }) => ({ flagged: true, positive }))).f1,
    categories: Object.fromEntries(categories),
    wrong: results.filter(({ flagged, positive }) => flagged !== positive).map(({ id }) => id),
  };
}

function perturbTurn(turn: Message, perturbation: Perturbation, seed: number): Message {
  return turn.role === 'user' ? { ...turn, content: perturb(turn.content, perturbation, seed) } : turn;
}

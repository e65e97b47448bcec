import { detectTeamReason } from '../../src/core/handover/handover.ts';
import { ANSWER_THRESHOLD, buildIndex, queriesOf, search } from '../../src/core/search/search.ts';
import type { Chunk, Message, Question, Ticket } from './files.ts';
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

export interface BaseScore {
  chunks: number;
  questions: number;
  ndcg10: number;
  recall5: number;
  mrr: number;
  auc: number;
  /** Confidence below the threshold. */
  confidence: Detection;
  /** What the product does: a rule on the question's words, or confidence below the threshold. */
  decision: Detection;
  f1Always: number;
  /** F1 of the confidence with the threshold that suits this base best. */
  f1Best: number;
}

/** Retrieval over the answerable questions, hand-over over all of them (positive: not answerable). */
export function scoreBase(
  chunks: readonly Chunk[],
  questions: readonly Question[],
  perturbation: Perturbation,
): BaseScore {
  const index = buildIndex(
    chunks.map(({ id, title, text, lang }) => ({ id, title, text, language: lang ?? null })),
  );
  const results = questions.map((question, number) => {
    const messages = question.messages.map((turn) => perturbTurn(turn, perturbation, number));
    const { hits, confidence } = search(index, queriesOf(messages), DEPTH);
    const isUnsure = confidence < ANSWER_THRESHOLD;
    const isHandedOver = isUnsure || detectTeamReason(messages) !== null;
    const ranking = hits.map(({ id }) => id);
    return {
      relevant: question.relevant,
      ranking,
      confidence,
      isUnsure,
      isHandedOver,
      positive: !question.answerable,
    };
  });
  const doubts = results.map(({ confidence, positive }) => ({ value: 1 - confidence, positive }));
  const judged = results.filter(({ relevant }) => relevant.length > 0);
  return {
    chunks: chunks.length,
    questions: questions.length,
    ndcg10: mean(judged.map(({ ranking, relevant }) => measureNdcg(ranking, relevant, DEPTH))),
    recall5: mean(judged.map(({ ranking, relevant }) => measureRecall(ranking, relevant, 5))),
    mrr: mean(judged.map(({ ranking, relevant }) => measureReciprocalRank(ranking, relevant))),
    auc: measureAuc(doubts),
    confidence: measureDetection(results.map(({ isUnsure, positive }) => ({ flagged: isUnsure, positive }))),
    decision: measureDetection(
      results.map(({ isHandedOver, positive }) => ({ flagged: isHandedOver, positive })),
    ),
    f1Always: measureDetection(results.map(({ positive }) => ({ flagged: true, positive }))).f1,
    f1Best: measureBestF1(doubts),
  };
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
    const flagged = detectTeamReason(ticket.messages) !== null;
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

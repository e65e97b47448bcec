import type { Embedder } from '../../src/adapters/ai/embedder.ts';
import { detectTeamReason } from '../../src/core/handover/handover.ts';
import {
  ANSWER_THRESHOLD,
  buildIndex,
  type Meaning,
  queriesOf,
  search,
} from '../../src/core/search/search.ts';
import type { Base } from '../eval/files.ts';
import { measureMeanings } from '../eval/meaning.ts';
import {
  mean,
  measureAuc,
  measureDetection,
  measureNdcg,
  measureRecall,
  measureReciprocalRank,
} from '../eval/metrics.ts';
import type { BaseScore } from '../eval/score.ts';

const DEPTH = 10;

/** What happened to one question of a base. */
export interface Answered {
  id: string;
  text: string;
  /** Why it can or cannot be answered. */
  kind: string;
  answerable: boolean;
  /** 0 to 1: how surely the knowledge covers the question. */
  confidence: number;
  isHandedOver: boolean;
  relevant: readonly string[];
  /** The first ten entries, best first. */
  ranking: readonly string[];
}

/** A base, searched in one way. */
export interface MeasuredBase extends Omit<Base, 'chunks' | 'questions'> {
  name: string;
  score: Omit<BaseScore, 'confidence' | 'f1Best'>;
  answers: Answered[];
}

/** @param embedder for searching by meaning too; null: by words alone. */
export async function measureBase(
  name: string,
  base: Base,
  embedder: Embedder | null,
): Promise<MeasuredBase> {
  const { chunks, questions: _, ...about } = base;
  const answers = askBase(base, embedder ? await measureMeanings(base, embedder) : []);
  return { name, ...about, score: scoreAnswers(chunks.length, answers), answers };
}

/** Each question by itself, as the product decides on it before any model is asked. */
function askBase({ chunks, questions }: Base, meanings: readonly (Meaning | null)[]): Answered[] {
  const index = buildIndex(
    chunks.map(({ id, title, text, lang }) => ({ id, title, text, language: lang ?? null })),
  );
  return questions.map(({ id, messages, relevant, answerable, kind }, number) => {
    const { hits, confidence } = search(index, queriesOf(messages), DEPTH, meanings[number] ?? null);
    return {
      ...{ id, answerable, confidence, relevant },
      text: messages.at(-1)?.content ?? '',
      kind: kind ?? (answerable ? 'answerable' : 'not answerable'),
      isHandedOver: confidence < ANSWER_THRESHOLD || detectTeamReason(messages) !== null,
      ranking: hits.map((hit) => hit.id),
    };
  });
}

/** The figures of `npm run eval`, from the answers. */
function scoreAnswers(chunks: number, answers: readonly Answered[]): MeasuredBase['score'] {
  const judged = answers.filter(({ relevant }) => relevant.length > 0);
  const decided = answers.map(({ isHandedOver, answerable }) => {
    return { flagged: isHandedOver, positive: !answerable };
  });
  const doubts = answers.map(({ confidence, answerable }) => {
    return { value: 1 - confidence, positive: !answerable };
  });
  return {
    ...{ chunks, questions: answers.length },
    ndcg10: mean(judged.map(({ ranking, relevant }) => measureNdcg(ranking, relevant, DEPTH))),
    recall5: mean(judged.map(({ ranking, relevant }) => measureRecall(ranking, relevant, 5))),
    mrr: mean(judged.map(({ ranking, relevant }) => measureReciprocalRank(ranking, relevant))),
    auc: measureAuc(doubts),
    decision: measureDetection(decided),
    f1Always: measureDetection(decided.map(({ positive }) => ({ flagged: true, positive }))).f1,
  };
}

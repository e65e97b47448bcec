import type { Embedder } from '../../src/adapters/ai/ai.ts';
import type { Base } from '../eval/files.ts';
import { type BaseScore, type Judged, judgeBase, scoreBase } from '../eval/score.ts';

/** What happened to one question of a base. */
export interface Answered {
  id: string;
  text: string;
  /** Why it can or cannot be answered. */
  kind: string;
  answerable: boolean;
  /** 0 to 1: how surely the knowledge answers the question. */
  confidence: number;
  isHandedOver: boolean;
  relevant: readonly string[];
  /** The first ten entries, best first. */
  ranking: readonly string[];
}

/** A base, searched in one way. */
export interface MeasuredBase extends Omit<Base, 'chunks' | 'questions'> {
  name: string;
  score: Omit<BaseScore, 'confidence' | 'ece' | 'f1Best'>;
  answers: Answered[];
}

/** @param embedder for searching by meaning too; null: by words alone. */
export async function measureBase(
  name: string,
  base: Base,
  embedder: Embedder | null,
): Promise<MeasuredBase> {
  const { chunks, questions: _, ...about } = base;
  const judged = await judgeBase(base, { embedder });
  return { name, ...about, score: scoreBase(chunks.length, judged), answers: judged.map(toAnswered) };
}

function toAnswered({ question, ranking, confidence, isHandedOver }: Judged): Answered {
  const { id, messages, relevant, answerable, kind } = question;
  return {
    ...{ id, answerable, confidence, isHandedOver, relevant, ranking },
    text: messages.at(-1)?.content ?? '',
    kind: kind ?? (answerable ? 'answerable' : 'not answerable'),
  };
}

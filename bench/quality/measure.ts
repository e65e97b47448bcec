import type { Embedder } from '../../src/adapters/ai/embedder.ts';
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
  /** Place of the first relevant entry, from 1; null: not among the first ten, or there is none. */
  place: number | null;
}

/** A base, searched in one way. */
export interface MeasuredBase extends Omit<Base, 'chunks' | 'questions'> {
  name: string;
  score: BaseScore;
  answers: Answered[];
}

/** @param embedder null: by words alone. */
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
  const place = ranking.findIndex((found) => relevant.includes(found)) + 1;
  return {
    ...{ id, answerable, confidence, isHandedOver },
    text: messages.at(-1)?.content ?? '',
    kind: kind ?? (answerable ? 'answerable' : 'not answerable'),
    place: place === 0 ? null : place,
  };
}

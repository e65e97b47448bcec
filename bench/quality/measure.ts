import { detectTeamReason } from '../../src/core/handover/handover.ts';
import { ANSWER_THRESHOLD, buildIndex, queriesOf, search } from '../../src/core/search/search.ts';
import type { Base } from '../eval/files.ts';
import { type BaseScore, scoreBase } from '../eval/score.ts';

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
  /** Place of the first relevant entry, from 1; null: not among the first ten, or there is none. */
  place: number | null;
}

/** A base, searched in one way. */
export interface MeasuredBase extends Omit<Base, 'chunks' | 'questions'> {
  name: string;
  score: BaseScore;
  answers: Answered[];
}

export function measureBase(name: string, base: Base): MeasuredBase {
  const { chunks, questions, ...about } = base;
  return { name, ...about, score: scoreBase(chunks, questions, 'none'), answers: askBase(base) };
}

/** Each question by itself, as the product decides on it before any model is asked. */
function askBase({ chunks, questions }: Base): Answered[] {
  const index = buildIndex(
    chunks.map(({ id, title, text, lang }) => ({ id, title, text, language: lang ?? null })),
  );
  return questions.map(({ id, messages, relevant, answerable, kind }) => {
    const { hits, confidence } = search(index, queriesOf(messages), DEPTH);
    const place = hits.findIndex((hit) => relevant.includes(hit.id)) + 1;
    return {
      ...{ id, answerable, confidence },
      text: messages.at(-1)?.content ?? '',
      kind: kind ?? (answerable ? 'answerable' : 'not answerable'),
      isHandedOver: confidence < ANSWER_THRESHOLD || detectTeamReason(messages) !== null,
      place: place === 0 ? null : place,
    };
  });
}

import { splitSentences } from '../../../domain/markdown/sentences.ts';
import type { Language } from '../../../domain/types.ts';
import { type Doubt, languageOf } from './doubts.ts';
import { findNearest, type Passage, saysSomething, sentencesOf, statementsOf } from './statements.ts';

/** A sentence of an answer and what carries it. */
export interface Receipt {
  text: string;
  /** The passage that carries it best; null: a courtesy, or something that the asker said. */
  passageId: string | null;
  /** The sentence of that passage. */
  quote: string | null;
}

const LEADS_IN = /[:：]\W*$/u;

/** @param asked the language of the question, which is that of an answer that does not tell its own */
export function readReceipts(answer: string, asked: Language, passages: readonly Passage[]): Receipt[] {
  const language = languageOf(answer, asked);
  const statements = passages.flatMap((passage) => statementsOf(passage, language));
  return sentencesOf(answer).map((sentence) => {
    const nearest = findNearest(sentence, language, statements);
    return { text: sentence.trim(), passageId: nearest?.passageId ?? null, quote: nearest?.text ?? null };
  });
}

/**
 * An answer without its doubted sentences, and without the line that only led in to them.
 * @param doubts of each sentence.
 * @returns null where nothing that is left rests on a passage.
 */
export function withoutDoubts(
  answer: string,
  asked: Language,
  { doubts, passages }: { doubts: readonly (readonly Doubt[])[]; passages: readonly Passage[] },
): string | null {
  const isSure = doubts.map((some) => some.length === 0);
  if (!readReceipts(answer, asked, passages).some(({ quote }, index) => quote !== null && isSure[index]))
    return null;
  const lines = answer.split('\n').map((given) => {
    const kept = splitSentences(given).filter(({ text }) => !saysSomething(text) || isSure.shift());
    const text = kept.map((sentence) => sentence.text).join('');
    return { text, isBlank: given.trim() === '', isGone: saysSomething(given) && !saysSomething(text) };
  });
  const stays = lines.filter(({ text, isGone }, index) => {
    const below = lines.slice(index + 1);
    const start = below.findIndex(({ isBlank }) => !isBlank);
    const end = below.findIndex(({ isBlank }, place) => isBlank && place > start);
    const block = start < 0 ? [] : below.slice(start, end < 0 ? undefined : end);
    const leadsNowhere = LEADS_IN.test(text) && block.length > 0 && block.every((line) => line.isGone);
    return !isGone && !leadsNowhere;
  });
  return stays
    .map(({ text }) => text)
    .join('\n')
    .trim();
}

import { splitSentences } from '../../../domain/markdown/sentences.ts';
import type { Language } from '../../../domain/types.ts';
import { words } from '../../search/words/analyse.ts';
import { isStopWord } from '../../search/words/stop-words.ts';
import { rootOf } from './lexicon.ts';

/** A text that may carry an answer. */
export interface Passage {
  id: string;
  language: Language | null;
  text: string;
}

/** A sentence of the knowledge that an answer may rest on. */
export interface KnowledgeSentence {
  passageId: string;
  text: string;
  terms: ReadonlySet<string>;
}

const TERM_LETTERS = 6;
const SAYS = /[\p{L}\p{N}]/u;

/** Whether a text holds a word or a number. */
export function saysSomething(text: string): boolean {
  return SAYS.test(text);
}

/** The sentences that say something, with the blanks behind each. */
export function sentencesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => splitSentences(line).map((sentence) => sentence.text))
    .filter(saysSomething);
}

/** Beginnings of the stems of its content words. */
export function termsOf(text: string, language: Language): Set<string> {
  const content = words(text).filter((word) => word.length > 1 && !isStopWord(word, language));
  return new Set(content.map((word) => rootOf(word, language).slice(0, TERM_LETTERS)));
}

export function statementsOf({ id, text }: Passage, language: Language): KnowledgeSentence[] {
  return sentencesOf(text).map((sentence) => ({
    passageId: id,
    text: sentence.trim(),
    terms: termsOf(sentence, language),
  }));
}

/** The statement that shares most words with a sentence for its length; null where none shares one. */
export function findNearest(
  sentence: string,
  language: Language,
  statements: readonly KnowledgeSentence[],
): KnowledgeSentence | null {
  const terms = termsOf(sentence, language);
  let [nearest, most]: [KnowledgeSentence | null, number] = [null, 0];
  for (const statement of statements) {
    const score = terms.intersection(statement.terms).size / Math.sqrt(Math.max(1, statement.terms.size));
    if (score > most) [nearest, most] = [statement, score];
  }
  return nearest;
}

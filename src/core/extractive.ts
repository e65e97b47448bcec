import type { ChatMessage, Language } from '../domain/types.ts';
import { NOTICES } from './notices.ts';
import type { FoundPassage } from './passages.ts';
import { ANSWER_THRESHOLD } from './retrieval/search.ts';
import { findSmallTalk } from './small-talk.ts';

/** What an engine says before hand-over rules and sanitising. */
export interface Draft {
  answer: string;
  needsTeam: boolean;
  /** Whether the knowledge holds the answer. */
  answerable: boolean;
  /** Ids of the passages used. */
  used: string[];
}

/** Part of the best score at which an entry in the asker's own language is preferred. */
const TWIN_SCORE = 0.6;

/**
 * Answers without a model: with the stored answer of the best passage and its link, or not at all. Free,
 * private and unable to invent anything.
 * @param confidence of the search, 0 to 1; below the threshold the knowledge does not cover the question.
 */
export function extractAnswer(input: {
  messages: readonly ChatMessage[];
  passages: readonly FoundPassage[];
  confidence: number;
  language: Language;
}): Draft {
  const { passages, language } = input;
  const notices = NOTICES[language];
  const smallTalk = findSmallTalk(input.messages);
  if (smallTalk) return { answer: notices[smallTalk.kind], needsTeam: false, answerable: true, used: [] };
  const best = findBest(passages, language);
  if (!best || !isCovered(input)) {
    return { answer: notices.notInKnowledge, needsTeam: false, answerable: false, used: [] };
  }
  const link = best.link && !best.text.includes(best.link) ? `\n\n${notices.more}: <${best.link}>` : '';
  return { answer: best.text + link, needsTeam: false, answerable: true, used: [best.id] };
}

/** Whether the knowledge holds an answer as far as its words tell, or none is needed. */
export function isCovered(input: {
  messages: readonly ChatMessage[];
  passages: readonly FoundPassage[];
  confidence: number;
}): boolean {
  if (findSmallTalk(input.messages)) return true;
  return input.passages.length > 0 && input.confidence >= ANSWER_THRESHOLD;
}

/** On a bilingual server the twin in the asker's language, when it is about as good as the best. */
function findBest(passages: readonly FoundPassage[], language: Language): FoundPassage | undefined {
  const [first] = passages;
  const isGood = (passage: FoundPassage) => passage.score >= TWIN_SCORE * (first?.score ?? 0);
  return passages.find((passage) => passage.language === language && isGood(passage)) ?? first;
}

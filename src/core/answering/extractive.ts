import { escapeName } from '../../domain/text.ts';
import type { ChatMessage, Language } from '../../domain/types.ts';
import { SEPARATOR } from '../search/parts.ts';
import type { FoundPassage } from '../search/passages.ts';
import { ANSWER_THRESHOLD, type SearchMode } from '../search/search.ts';
import { words } from '../search/words/analyse.ts';
import { NOTICES } from './notices.ts';
import { type FollowUp, isGiven, readFollowUp } from './ticket/follow-up.ts';

/** An engine's answer before the reader's verdict and sanitising. */
export interface EngineReply {
  answer: string;
  needsTeam: boolean;
  answerable: boolean;
  used: string[];
  /** 0 to 1: how likely what is said is right; 0 where it is no answer. */
  confidence: number;
  /** It asks for what the question left out. */
  asksBack?: boolean;
  /** Nothing carries it, and yet the team may look at it. */
  isDoubted?: boolean;
  /** The check that rejected it, where the engine itself did not. */
  overruledBy?: 'repeat' | 'review' | 'refusal' | 'ungrounded' | 'garbled';
}

/** Share of the best score from which an entry in the asker's own language is preferred; meaning ranks all close. */
const TWIN_SCORE: Record<SearchMode, number> = { words: 0.6, meaning: 0.85 };
/** Share of the best score that another passage needs to be offered after the best one did not help. */
const OTHER_SCORE = 0.75;

interface Searched {
  messages: readonly ChatMessage[];
  passages: readonly FoundPassage[];
}

interface Answerable extends Searched {
  followUp?: FollowUp;
  language: Language;
  channel: SearchMode;
}

/** Answers without a model: with the stored answer of the best passage and its link, or not at all. */
export function extractAnswer(input: Answerable): EngineReply {
  const { language, followUp = readFollowUp(input.messages) } = input;
  const notices = NOTICES[language];
  const { talk } = followUp;
  if (talk) return { answer: notices[talk], needsTeam: false, answerable: true, used: [], confidence: 1 };
  const isUnhelped = followUp.kind === 'unhelped';
  const best = isUnhelped ? findOther(input, followUp) : findBest(input);
  if (!best || !isSure(best)) {
    const answer = isUnhelped ? notices.unhelped : notices.notInKnowledge;
    return { answer, needsTeam: false, answerable: false, used: [], confidence: 0 };
  }
  const link = best.link && !best.text.includes(best.link) ? `\n\n${notices.more}: <${best.link}>` : '';
  const cut = best.isContinued ? `\n\n${notices.cut}` : '';
  const answer = nameOf(best, input.messages) + best.text + cut + link;
  const { id, confidence } = best;
  return { answer, needsTeam: false, answerable: true, used: [id], confidence };
}

/** The title shows what was understood, unless the text begins with it or the question ends with it. */
function nameOf({ title, text }: FoundPassage, messages: readonly ChatMessage[]): string {
  const [first = ''] = text.split('\n', 1);
  const isNamed = first.includes(title.split(SEPARATOR).at(-1) ?? title);
  const asked = words(messages.at(-1)?.content ?? '').join(' ');
  const isAsked = asked.endsWith(words(title).join(' '));
  return isNamed || isAsked ? '' : `**${escapeName(title)}**\n\n`;
}

/** Whether the knowledge seems to contain an answer, judged by its words, or none is needed. */
export function isCovered(input: Searched): boolean {
  return readFollowUp(input.messages).talk !== null || isSure(input.passages[0]);
}

function isSure(passage: FoundPassage | undefined): boolean {
  return (passage?.confidence ?? 0) >= ANSWER_THRESHOLD;
}

/** On a bilingual server, the twin in the asker's language if it is about as good as the best and would be shown. */
function findBest({ passages, language, channel }: Answerable): FoundPassage | undefined {
  const [first] = passages;
  const least = TWIN_SCORE[channel] * (first?.score ?? 0);
  const isTwin = (passage: FoundPassage) =>
    passage.language === language && passage.score >= least && isSure(passage);
  // What the language prefers never decides whether there is an answer.
  return isSure(first) ? (passages.find(isTwin) ?? first) : first;
}

/** After an answer that did not help: an equally good passage in the asker's language that was not given yet. */
function findOther(input: Answerable, { isBare }: FollowUp) {
  const { messages, passages, language } = input;
  const [first] = passages;
  const presumed = isBare ? [first, findBest(input)] : [];
  return passages.find((passage) => {
    const isGood = passage.score >= OTHER_SCORE * (first?.score ?? 0);
    const isReadable = passage.language === language || passage.language === null;
    return isGood && isReadable && !presumed.includes(passage) && !isGiven(passage, messages);
  });
}

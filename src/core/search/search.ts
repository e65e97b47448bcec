import type { ChatMessage, Language } from '../../domain/types.ts';
import { runAtOnce } from '../slices.ts';
import type { Hit } from './fuse.ts';
import { SINGLE_OCCURRENCE } from './ranking/bm25.ts';
import { planQuery, type QueryWord, type WeightedQuery } from './ranking/query.ts';
import { scoreDocuments, weighEvidence } from './ranking/score.ts';
import {
  buildSteps,
  type IndexedDocument,
  type SearchDocument,
  type SearchIndex,
} from './ranking/search-index.ts';
import { compareDocuments } from './ranking/similarity.ts';
import { words } from './words/analyse.ts';
import { guessLanguage } from './words/language.ts';
import { isStopWord } from './words/stop-words.ts';

export type { WeightedQuery } from './ranking/query.ts';
export { IndexBuilder, type SearchDocument, type SearchIndex } from './ranking/search-index.ts';

/** Confidence below which the knowledge does not cover a question. */
export const ANSWER_THRESHOLD = 0.35;

/** An entry may be about `Who are you`, but never about `what?` or `and then?`. */
const TELLING_WORDS = 3;
/** `About us` matches an entry with that title. */
const SAME_TITLE = 0.95;

const PREVIOUS_TURN_WEIGHT = 0.5;
const FIRST_TURN_WEIGHT = 0.25;
/** The assistant's last answer says what `it` is; more weight would let a wrong answer repeat itself. */
const ASSISTANT_TURN_WEIGHT = 0.05;
/** The number of documents that are compared with the question more closely. */
const CANDIDATES = 20;
/** The second document may be the best one if the first only repeats one rare word. */
const CONFIDENCE_CANDIDATES = 10;
/**
 * Ratio of score to expected IDF that gives full confidence. German inflects and compounds, so its words match
 * less often: with the English value 17 % of answerable questions were doubted on xquad-de, 4 % on xquad-en. The
 * others inflect like German.
 */
const INFLECTED = 1.17 * SINGLE_OCCURRENCE;
const FULL_CONFIDENCE: Record<Language, number> = {
  de: INFLECTED,
  en: 1.4 * SINGLE_OCCURRENCE,
  ...{
    fr: INFLECTED,
    es: INFLECTED,
    it: INFLECTED,
    pt: INFLECTED,
    nl: INFLECTED,
    pl: INFLECTED,
    tr: INFLECTED,
  },
};

const NOTHING: IndexedDocument = { id: '', title: [], text: [] };
const UNLIKE = { title: 0, earned: 0 };

/** Best first, and the confidence that the knowledge covers the question. */
export interface Found {
  hits: readonly Hit[];
  confidence: number;
}

/** Builds the index in one go. */
export function buildIndex(documents: readonly SearchDocument[]): SearchIndex {
  return runAtOnce(buildSteps(documents));
}

/** What to search for in a conversation: the question of the last user turn and, with less weight, the rest. */
export function queriesOf(messages: readonly ChatMessage[]): WeightedQuery[] {
  const turns = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const answer = messages.findLast(({ role }) => role === 'assistant')?.content;
  const last = turns.at(-1);
  const split = last === undefined ? null : splitAsking(last);
  const candidates = [
    { text: split?.asks ?? last, weight: 1 },
    { text: split?.around, weight: AROUND_WEIGHT },
    { text: turns.at(-2), weight: PREVIOUS_TURN_WEIGHT },
    { text: turns.at(-3) === undefined ? undefined : turns[0], weight: FIRST_TURN_WEIGHT },
    { text: answer, weight: ASSISTANT_TURN_WEIGHT },
  ];
  return candidates.flatMap(({ text, weight }) => (text === undefined ? [] : [{ text, weight }]));
}

/**
 * The best documents for the queries, at most `limit`, best first, and the confidence in [0, 1] that the
 * topic is in the knowledge at all: score over the IDF that the question's words would earn. It does not show
 * whether a fact is in a passage. One or two function words give no confidence unless they are a title.
 */
export function search(index: SearchIndex, queries: readonly WeightedQuery[], limit: number): Found {
  const plan = planQuery(index, queries);
  const count = Math.max(CANDIDATES, limit);
  const { best, scores } = scoreDocuments(index, plan.words, count);
  const likeness = compareDocuments(index, plan.asked, best);
  const ranked = best
    .map((number, place) => {
      const document = index.documents[number] ?? NOTHING;
      const bonus = plan.pairs.score(document);
      const { title, earned } = likeness[place] ?? UNLIKE;
      return {
        id: document.id,
        document: number,
        bonus,
        title,
        score: (scores[number] ?? 0) + bonus + earned,
      };
    })
    .sort((a, b) => b.score - a.score || a.document - b.document);
  const { earned, expected } = weighEvidence(index, plan, ranked.slice(0, CONFIDENCE_CANDIDATES));
  const [first] = ranked;
  const isTitle = (first?.title ?? 0) >= SAME_TITLE;
  const isTelling = isTitle || plan.asked.length >= TELLING_WORDS || plan.words.some(isKnownContent);
  const confidence =
    isTelling && expected > 0 ? Math.min(1, earned / (expected * FULL_CONFIDENCE[plan.language])) : 0;
  const hits = ranked.slice(0, Math.max(0, limit));
  return { hits: hits.map(({ id, score }) => ({ id, score })), confidence };
}

function isKnownContent({ isStopWord, slots }: QueryWord): boolean {
  return !isStopWord && slots.length > 0;
}

/** Shorter texts are searched unchanged: every word may matter. */
const MIN_WORDS = 20;
/** Weight of the text around a question in a long message; it still says what `it` is. */
const AROUND_WEIGHT = 0.3;
const SENTENCE = /[^.!?\n]*(?:[.!?](?=\S)[^.!?\n]*)*[.!?\n]*/g;
const ASKS = /[?？]/;
/** `How long does it take`, without its question mark. */
const BEGINS_TO_ASK =
  /^\W{0,3}(?:(?:and|und|also|but|aber|so|now|nun|well)[ ,]+)?(?:how (?:do|does|can|much|many|long|often|to)|what (?:is|are|does|do)|where|when (?:is|are|do|does|will)|why (?:is|are|do|does|can)|can i|may i|is there|wie (?:kann|lange|viel|oft|komme|richte|bekomme|geht|funktioniert)|was (?:kostet|kosten|ist|sind)|wo (?:kann|finde|ist)|wann (?:ist|sind|kommt|werden)|warum|kann (?:ich|man)|gibt es)\b/i;
/** `Can you help me?` asks nothing that an entry could answer. */
const ASK_NOTHING = new Set(
  `help helfen hilfe weiterhelfen jemand anyone someone idea ideas idee ideen question questions frage fragen tell sagen know
  weiß wissen possible möglich problem thanks danke ok okay right stimmt support team`.split(/\s+/),
);

/** The sentences of a long text that ask something, and the rest; null if they do not help. */
function splitAsking(text: string): { asks: string; around: string } | null {
  const all = words(text);
  if (all.length < MIN_WORDS) return null;
  const sentences = (text.match(SENTENCE) ?? []).filter((sentence) => sentence.trim() !== '');
  const isAsking = (sentence: string) => ASKS.test(sentence) || BEGINS_TO_ASK.test(sentence.trim());
  const { asking = [], telling = [] } = Object.groupBy(sentences, (sentence) =>
    isAsking(sentence) ? 'asking' : 'telling',
  );
  const asks = asking.join(' ');
  return telling.length > 0 && namesSomething(asks) ? { asks, around: telling.join(' ') } : null;
}

function namesSomething(text: string): boolean {
  const all = words(text);
  const language = guessLanguage(all) ?? 'en';
  return all.some((word) => !isStopWord(word, language) && !ASK_NOTHING.has(word));
}

import type { ChatMessage, Language } from '../../domain/types.ts';
import { runAtOnce } from '../slices.ts';
import { impactOf, inverseFrequency, listOf, type Postings, SINGLE_OCCURRENCE } from './bm25.ts';
import { buildSteps, type SearchDocument, type SearchIndex } from './build.ts';
import type { Hit } from './fuse.ts';
import { LetterComparison } from './letters.ts';
import { scorePairs } from './pairs.ts';
import { planQuery, type QueryPlan, type QueryWord, type Slot, type WeightedQuery } from './query.ts';
import { TitleComparison } from './titles.ts';
import { selectTop } from './top.ts';

export { IndexBuilder, type SearchDocument, type SearchIndex } from './build.ts';
export type { WeightedQuery } from './query.ts';

/** Confidence below which the knowledge does not cover a question. */
export const ANSWER_THRESHOLD = 0.35;

const PREVIOUS_TURN_WEIGHT = 0.5;
const FIRST_TURN_WEIGHT = 0.25;
/** What the assistant said last names what `it` is; more weight would let a wrong answer repeat itself. */
const ASSISTANT_TURN_WEIGHT = 0.05;
/** Mean nDCG@10 of seven knowledge bases: without function words .809, with 0.1 .816, with 1 .800. */
const STOP_WORD_WEIGHT = 0.1;
/** `How do I …` fits what support knowledge says, `In which year …` does not: AUC +.014. */
const STOP_WORD_EVIDENCE = 0.8;
/** Few documents do not show which function words are usual: half of that weight at this many. */
const STOP_WORD_DOCUMENTS = 50;
/** Documents that are compared with the question more closely. */
const CANDIDATES = 50;
/** In units of the question's IDF. nDCG@10 of long German texts +.007, with a typo in every word +.011 to +.016. */
const LETTERS_WEIGHT = 0.7;
/** A title that is the question is worth one rare word: nDCG@10 of FAQs +.007 (German), +.028 (English). */
const TITLE_WEIGHT = 1;
/** The best document may be the second one when the first only repeats one rare word. */
const CONFIDENCE_CANDIDATES = 10;
/**
 * Score over expected IDF at which nothing is left to doubt. German inflects and compounds, so its words meet
 * less often: with the English value 17 % of answerable questions were doubted on xquad-de, 4 % on xquad-en.
 */
const FULL_CONFIDENCE: Record<Language, number> = {
  de: 1.17 * SINGLE_OCCURRENCE,
  en: 1.4 * SINGLE_OCCURRENCE,
};

/** Builds the index in one go: about 0.6 s for 20,000 chunks. */
export function buildIndex(documents: readonly SearchDocument[]): SearchIndex {
  return runAtOnce(buildSteps(documents));
}

/** What to search for in a conversation: the last user turn, and less so what was said before. */
export function queriesOf(messages: readonly ChatMessage[]): WeightedQuery[] {
  const turns = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const answer = messages.findLast(({ role }) => role === 'assistant')?.content;
  const candidates = [
    { text: turns.at(-1), weight: 1 },
    { text: turns.at(-2), weight: PREVIOUS_TURN_WEIGHT },
    { text: turns.at(-3) === undefined ? undefined : turns[0], weight: FIRST_TURN_WEIGHT },
    { text: answer, weight: ASSISTANT_TURN_WEIGHT },
  ];
  return candidates.flatMap(({ text, weight }) => (text === undefined ? [] : [{ text, weight }]));
}

/**
 * The best documents for the queries, at most `limit`, best first, and the confidence in [0, 1] that the
 * topic is in the knowledge at all: score over the IDF that the question's words would earn. It cannot tell
 * whether a fact is in a passage. Nothing is found when no content word is known.
 */
export function search(
  index: SearchIndex,
  queries: readonly WeightedQuery[],
  limit: number,
): { hits: Hit[]; confidence: number } {
  const plan = planQuery(index, queries);
  const scores = scoreDocuments(index, plan.words);
  const candidates = selectTop(scores, Math.max(CANDIDATES, limit));
  const likeness = likenessTo(index, plan.asked);
  const ranked = candidates
    .map((document) => {
      const text = termsOf(index, document);
      const bonus = scorePairs(text, plan.pairs);
      return { document, bonus, score: (scores[document] ?? 0) + bonus + likeness(text) };
    })
    .sort((a, b) => b.score - a.score || a.document - b.document);
  const confidence = measureConfidence(index, plan, ranked.slice(0, CONFIDENCE_CANDIDATES));
  const hits = ranked.slice(0, Math.max(0, limit));
  return { hits: hits.map(({ document, score }) => ({ id: index.ids[document] ?? '', score })), confidence };
}

/** What a document, given as its terms, earns for its letters and its title: rank, but no confidence. */
function likenessTo(index: SearchIndex, asked: readonly QueryWord[]): (text: Uint32Array) => number {
  const letters = new LetterComparison(
    index.letters,
    asked.flatMap(({ stems }) => stems),
  );
  const titles = new TitleComparison(index.postings, asked);
  const expected = asked.reduce((sum, word) => sum + (word.isStopWord ? 0 : word.expected), 0);
  const titleWeight = TITLE_WEIGHT * inverseFrequency(index.size, 1);
  return (text) => LETTERS_WEIGHT * expected * letters.measure(text) + titleWeight * titles.measure(text);
}

function scoreDocuments(index: SearchIndex, text: readonly QueryWord[]): Float32Array {
  const scores = new Float32Array(index.size);
  const best = new Float32Array(index.size);
  for (const word of text) {
    const weight = word.isStopWord ? STOP_WORD_WEIGHT * (word.weight < 1 ? 0 : word.weight) : word.weight;
    if (weight === 0) continue;
    for (const slot of [...word.slots, ...word.relatives])
      addSlot(index.postings, slot, weight, scores, best);
  }
  return scores;
}

/** `best` is scratch paper: 0 for every document, before and after. */
function addSlot(
  postings: Postings,
  slot: Slot,
  weight: number,
  scores: Float32Array,
  best: Float32Array,
): void {
  const lists = slot.terms.map((term) => listOf(postings, term));
  for (const { documents, impacts } of lists) {
    for (let i = 0; i < documents.length; i += 1) {
      const document = documents[i] ?? 0;
      const impact = impacts[i] ?? 0;
      if (impact > (best[document] ?? 0)) best[document] = impact;
    }
  }
  const factor = weight * slot.weight;
  for (const { documents } of lists) {
    for (let i = 0; i < documents.length; i += 1) {
      const document = documents[i] ?? 0;
      scores[document] = (scores[document] ?? 0) + factor * (best[document] ?? 0);
      best[document] = 0;
    }
  }
}

function measureConfidence(
  index: SearchIndex,
  plan: QueryPlan,
  candidates: readonly { document: number; bonus: number }[],
): number {
  const weighed = plan.words.map((word) => ({ ...word, weight: evidenceOf(word, index.size) }));
  const expected = weighed.reduce((sum, word) => sum + word.weight * word.expected, 0);
  if (expected <= 0) return 0;
  const earned = candidates.map(({ document, bonus }) =>
    weighed.reduce((sum, word) => sum + word.weight * creditOf(index.postings, word.slots, document), bonus),
  );
  return Math.min(1, Math.max(0, ...earned) / (expected * FULL_CONFIDENCE[plan.language]));
}

function evidenceOf(word: QueryWord, size: number): number {
  if (!word.isStopWord) return word.weight;
  return word.weight < 1 ? 0 : (STOP_WORD_EVIDENCE * size) / (size + STOP_WORD_DOCUMENTS);
}

function creditOf(postings: Postings, slots: readonly Slot[], document: number): number {
  let credit = 0;
  for (const { terms, weight } of slots) {
    credit += weight * Math.max(0, ...terms.map((term) => impactOf(postings, term, document)));
  }
  return credit;
}

function termsOf(index: SearchIndex, document: number): Uint32Array {
  return index.sequence.subarray(document === 0 ? 0 : index.ends[document - 1], index.ends[document]);
}

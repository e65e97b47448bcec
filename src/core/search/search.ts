import { runAtOnce } from '../runtime/slices.ts';
import type { SearchMode } from './confidence.ts';
import {
  ABOVE_ALL_COSINES,
  calibrate,
  EVIDENCE_CANDIDATES,
  listSigns,
  measureEvidence,
  measureSpread,
  rateAnswer,
} from './confidence.ts';
import { planQuery, type QueryPlan, type WeightedQuery } from './ranking/query.ts';
import { creditDocuments, expectScore, scoreDocuments, selectTop } from './ranking/score.ts';
import type { IndexedDocument, SearchDocument, SearchIndex } from './ranking/search-index.ts';
import { buildSteps } from './ranking/search-index.ts';
import { compareDocuments } from './ranking/similarity.ts';

export { ANSWER_THRESHOLD, type SearchMode, SURE_THRESHOLD } from './confidence.ts';
export { queriesOf } from './queries.ts';
export type { WeightedQuery } from './ranking/query.ts';
export { IndexBuilder, type SearchDocument, type SearchIndex } from './ranking/search-index.ts';

/** The number of documents that are compared with the question more closely. */
const CANDIDATES = 20;
/** The same where meaning is known: so many by words, and so many by meaning. */
const MEANT_CANDIDATES = 100;
/** Mean nDCG@10 of five English bases: .887 by words alone, .917 with .5 or .6, .864 with reciprocal ranks. */
const MEANING_PART = 0.5;
/** Share of the cosines above the lowest that they fill at least: nearly equal ones say nothing. */
const LEAST_SPREAD = 0.3;
/** The best by words comes no later, however many are near in meaning: the smallest level sends this many. */
const LAST_PLACE_OF_BEST = 4;
/**
 * A further passage is likely from this share of the best score, times the confidence: `npm run eval` shows the recall
 * of what is sent. By words it is that of 16 passages for all below .85, with 6.4 passages in the mean instead of 10.2.
 */
const LIKELY_PART = 0.65;
/** Below this confidence the rest is as foreign as the best: of 251 questions on public sets, more helped none. */
const HOPELESS = 0.1;
const NO_TERMS = new Uint32Array();
const NOTHING: IndexedDocument = { id: '', language: 'en', title: NO_TERMS, titleEnds: [], text: NO_TERMS };
const UNLIKE = { title: 0, earned: 0 };
const NO_CREDIT = { earned: 0, share: 0, amount: 0 };

/** A document found, and how well it fits: only a comparison within one search. */
export interface Hit {
  id: string;
  score: number;
  /** The signs that its confidence is read from. */
  signs: readonly number[];
  /** 0 to 1: how likely it is the right answer. */
  confidence: number;
}

/** Best first, and how surely they answer the question. */
export interface SearchResult {
  hits: readonly Hit[];
  channel: SearchMode;
  /** The evidence behind the confidence, 0 to 1. */
  evidence: number;
  /** That the documents hold the answer: of 100 questions with .7, about 70 can be answered. */
  confidence: number;
}

/** The cosine of the question with each document of the index, by number. */
export type Meaning = Float32Array;

/** Builds the index in one go. */
export function buildIndex(documents: readonly SearchDocument[]): SearchIndex {
  return runAtOnce(buildSteps(documents));
}

/**
 * The best documents for the queries, at most `limit`, best first, and the confidence in [0, 1] that they hold the
 * answer. Words alone decide, or words and meaning, each half.
 */
export function search(
  index: SearchIndex,
  queries: readonly WeightedQuery[],
  limit: number,
  meaning: Meaning | null = null,
): SearchResult {
  const plan = planQuery(index, queries);
  const byWords = rankByWords(index, plan, Math.max(meaning ? MEANT_CANDIDATES : CANDIDATES, limit), meaning);
  const ranked = meaning ? weighMeaning(byWords, meaning, expectScore(plan.words)) : byWords;
  const channel = meaning ? 'meaning' : 'words';
  const found = ranked.slice(0, Math.max(0, limit));
  const judged = ranked.slice(0, Math.max(limit, EVIDENCE_CANDIDATES[channel]));
  const { credits, expected } = creditDocuments(index, plan, judged);
  const spread = meaning && measureSpread(meaning);
  const hits = found.map(({ id, score, document }, place) => {
    const near = spread && { cosine: meaning[document] ?? -1, spread };
    const signs = listSigns(index, credits[place] ?? NO_CREDIT, expected, near);
    return { id, score, signs, confidence: rateAnswer(signs, channel) };
  });
  const bestByWords = { title: byWords[0]?.title ?? 0, isBest: byWords[0]?.document === ranked[0]?.document };
  const cosines = meaning && ranked.map(({ document }) => meaning[document] ?? -1);
  const evidence = measureEvidence(index, { plan, bestByWords, credits, expected, cosines });
  return { hits, channel, evidence, confidence: calibrate(channel, evidence) };
}

/** Whether there is a word in the queries, other than a function word, that the knowledge knows, perhaps mistyped. */
export function knowsAnyWord(index: SearchIndex, queries: readonly WeightedQuery[]): boolean {
  return planQuery(index, queries).words.some(({ slots, isStopWord }) => slots.length > 0 && !isStopWord);
}

/** The best `least`, and of the rest up to `most` in all that may hold the answer too: the surer the search, the fewer. */
export function takeLikely({ hits, confidence }: SearchResult, least: number, most: number): readonly Hit[] {
  if (confidence < HOPELESS) return hits.slice(0, least);
  const enough = LIKELY_PART * confidence * (hits[0]?.score ?? 0);
  return hits.filter(({ score }, place) => place < least || (place < most && score >= enough));
}

interface ScoredDocument {
  id: string;
  document: number;
  /** For pairs of words. */
  bonus: number;
  /** How closely its title matches the question, 0 to 1. */
  title: number;
  score: number;
}

/** The best documents by words, and with meaning, the best by that, all with their scores by words. */
function rankByWords(
  index: SearchIndex,
  plan: QueryPlan,
  count: number,
  meaning: Meaning | null,
): ScoredDocument[] {
  const { best, scores } = scoreDocuments(index, plan.words, count);
  const near = meaning
    ? selectTop(
        meaning.map((cosine) => ABOVE_ALL_COSINES + cosine),
        count,
      )
    : [];
  const numbers = [...new Set([...best, ...near])];
  const likeness = compareDocuments(index, plan.asked, numbers);
  return numbers
    .map((document, place) => {
      const known = index.documents[document] ?? NOTHING;
      const bonus = plan.pairs.score(known);
      const { title, earned } = likeness[place] ?? UNLIKE;
      return { id: known.id, document, bonus, title, score: (scores[document] ?? 0) + bonus + earned };
    })
    .sort((a, b) => b.score - a.score || a.document - b.document);
}

/**
 * Half of the score by words, over the highest one or what the question's words would earn, and half of the cosine on
 * the scale of all candidates.
 */
function weighMeaning(
  candidates: readonly ScoredDocument[],
  meaning: Meaning,
  expected: number,
): ScoredDocument[] {
  const most = Math.max(...candidates.map(({ score }) => score), expected, Number.MIN_VALUE);
  const cosines = candidates.map(({ document }) => meaning[document] ?? -1);
  const [low, high] = [Math.min(...cosines), Math.max(...cosines)];
  const scale = Math.max(high - low, LEAST_SPREAD * (1 - low), Number.MIN_VALUE);
  const ranked = candidates
    .map((candidate, place) => {
      const near = ((cosines[place] ?? low) - low) / scale;
      return { ...candidate, score: (1 - MEANING_PART) * (candidate.score / most) + MEANING_PART * near };
    })
    .sort((a, b) => b.score - a.score || a.document - b.document);
  const place = ranked.findIndex(({ document }) => document === candidates[0]?.document);
  const last = LAST_PLACE_OF_BEST - 1;
  if (place > last) ranked.splice(last, 0, ...ranked.splice(place, 1));
  return ranked;
}

import { SINGLE_OCCURRENCE } from './ranking/bm25.ts';
import type { QueryPlan, QueryWord } from './ranking/query.ts';
import { type DocumentCredit, selectTop } from './ranking/score.ts';
import type { SearchIndex } from './ranking/search-index.ts';

/** From this confidence on, an answer that rests on other entries than those found contradicts the search. */
export const SURE_THRESHOLD = 0.85;

/** An entry may be about `Who are you`, but never about `what?` or `and then?`. */
const TELLING_WORDS = 3;
/** `About us` matches an entry with that title. */
const SAME_TITLE = 0.95;
/** The second document may be the best one if the first only repeats one rare word. */
export const EVIDENCE_CANDIDATES = { words: 10, meaning: 3 };
/**
 * Ratio of score to expected IDF that gives full evidence. German inflects and compounds, so its words match
 * less often: with the English value 17 % of answerable questions were doubted on xquad-de, 4 % on xquad-en. All
 * other languages inflect as much.
 */
const FULL_EVIDENCE = { english: 1.4 * SINGLE_OCCURRENCE, inflected: 1.17 * SINGLE_OCCURRENCE };
/** Mean AUC of five English bases: .861 by words alone, .873 with these two, flat around them. */
const LIFT_WEIGHT = 0.6;
const AGREEMENT_WEIGHT = 0.06;

/** The sources of the evidence: words alone, or words, meaning and whether both name the same document first. */
export type SearchMode = 'words' | 'meaning';

/** The findings of a search that show how sure it is. */
export interface Findings {
  plan: QueryPlan;
  /** The best by words alone, and whether it is the best over all. */
  bestByWords: { title: number; isBest: boolean };
  /** Credits of the best documents, and that of one about the question. */
  credits: readonly DocumentCredit[];
  expected: number;
  /** The cosine of the question with each candidate, best first; null without meaning. */
  cosines: readonly number[] | null;
}

/**
 * The evidence in [0, 1]: the IDF that the best documents earn over what the question's words would earn, and where
 * they earn little, how far the best cosine stands out. One or two function words are none unless they are a title.
 */
export function measureEvidence(index: SearchIndex, findings: Findings): number {
  const { plan, bestByWords, credits, expected, cosines } = findings;
  const isTitle = bestByWords.title >= SAME_TITLE;
  const isTelling = isTitle || plan.asked.length >= TELLING_WORDS || plan.words.some(isKnownContent);
  if (!isTelling || expected <= 0) return 0;
  // Words of another language match those of the knowledge's own, if any.
  const language = index.languages.includes(plan.language) ? plan.language : index.languages[0];
  const full = FULL_EVIDENCE[language === 'en' ? 'english' : 'inflected'];
  const count = EVIDENCE_CANDIDATES[cosines ? 'meaning' : 'words'];
  const most = Math.max(0, ...credits.slice(0, count).map(({ earned }) => earned));
  const words = Math.min(1, most / (expected * full));
  if (!cosines) return words;
  const agreement = bestByWords.isBest ? AGREEMENT_WEIGHT : 0;
  return Math.min(1, words + LIFT_WEIGHT * (1 - words) * liftOf(cosines) + agreement);
}

function isKnownContent({ isStopWord, slots }: QueryWord): boolean {
  return !isStopWord && slots.length > 0;
}

/** How far the first cosine stands above their mean, as a share of what is possible: encoders differ in scale. */
function liftOf(cosines: readonly number[]): number {
  const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
  return Math.max(0, (cosines[0] ?? 0) - mean) / Math.max(1 - mean, Number.MIN_VALUE);
}

/** Shares of questions that could be answered, by evidence: of the public sets, by `npm run eval -- FILE --calibrate`. */
const CURVES: Record<SearchMode, { evidence: readonly number[]; share: readonly number[] }> = {
  words: {
    evidence: [0, 0.144, 0.246, 0.358, 0.476, 0.636, 0.807, 1],
    share: [0, 0.016, 0.194, 0.532, 0.754, 0.841, 0.897, 0.97],
  },
  meaning: {
    evidence: [0, 0.263, 0.408, 0.549, 0.652, 0.785, 0.912, 1],
    share: [0, 0.042, 0.179, 0.589, 0.721, 0.834, 0.863, 0.957],
  },
};

/** The confidence that belongs to an evidence: on the channel's curve, straight between the points that were fitted. */
export function calibrate(channel: SearchMode, found: number): number {
  const { evidence, share } = CURVES[channel];
  const next = Math.max(
    1,
    evidence.findIndex((at) => at >= found),
  );
  const [lowAt = 0, highAt = 1] = evidence.slice(next - 1, next + 1);
  const [low = 0, high = 1] = share.slice(next - 1, next + 1);
  return low + ((high - low) * (found - lowAt)) / (highAt - lowAt);
}

/**
 * From this likelihood on, the first passage is shown as the answer, and a model is not asked for other words to
 * search for: that asks about 26 % of the answerable questions on public sets, and finds all 30 worded away among 400.
 */
export const ANSWER_THRESHOLD = 0.605;
/** The weights of what `listSigns` lists, first the constant: `npm run eval -- FILE… --fit` prints them. */
const SIGN_WEIGHTS: Record<SearchMode, readonly number[]> = {
  words: [-3.31, 2.64, 3.59, -1.99],
  meaning: [-4.29, 1.33, 3.54, -2.34, 1.06, 1.31],
};
/** Words in a title earn more than is expected. */
const MOST_EARNED = 2;
/** From so many documents on, a word that is in none of them says the more the more they are. */
const SMALL_SIZE = 30;
/** The best has twins in other languages and other pieces: its rival is the fourth. */
const RIVAL_PLACE = 4;
/** In IDFs of a word in one document: from so much on, words speak, and meaning does not carry alone. */
const LOUD_AMOUNT = 0.7;

/** Turns cosines into scores above 0. */
export const ABOVE_ALL_COSINES = 2;

/** How far cosines of one question are apart, and the one that the best has to leave behind. */
export interface Spread {
  deviation: number;
  rival: number;
}

/** Measures the cosines of a question with all documents: encoders differ in scale, and their spread shows it. */
export function measureSpread(cosines: Float32Array): Spread {
  const count = cosines.length;
  const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / count;
  const variance = cosines.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / count;
  const best = selectTop(
    cosines.map((cosine) => ABOVE_ALL_COSINES + cosine),
    RIVAL_PLACE,
  );
  const rival = cosines[best.at(-1) ?? 0] ?? mean;
  return { deviation: Math.max(Math.sqrt(variance), Number.MIN_VALUE), rival };
}

/** The likelihood that a document is the right answer, 0 to 1: a logistic regression on its signs. */
export function rateAnswer(signs: readonly number[], channel: SearchMode): number {
  const [constant = 0, ...weights] = SIGN_WEIGHTS[channel];
  const sum = weights.reduce((total, weight, place) => total + weight * (signs[place] ?? 0), constant);
  return 1 / (1 + Math.exp(-sum));
}

/**
 * Lists the signs that a document is the answer: the IDF that it earns over what the question's words would earn, the share
 * of its content words that the document has, and the rest of them, which says the more the larger the knowledge is.
 * With meaning also how far its cosine stands out, in deviations, and the same once more where words are silent.
 */
export function listSigns(
  { size }: SearchIndex,
  { earned, share, amount }: DocumentCredit,
  expected: number,
  near: { cosine: number; spread: Spread } | null,
): number[] {
  const earning = expected > 0 ? Math.min(MOST_EARNED, Math.max(0, earned) / expected) : 0;
  const words = [earning, share, (1 - share) * Math.log(Math.max(1, size / SMALL_SIZE))];
  if (!near) return words;
  const lead = (near.cosine - near.spread.rival) / near.spread.deviation;
  return [...words, lead, lead * Math.max(0, 1 - amount / LOUD_AMOUNT)];
}

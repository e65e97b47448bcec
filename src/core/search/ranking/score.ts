import { documentFrequency, impactOf, inverseFrequency, type Postings } from './bm25.ts';
import { LETTER, type QueryPlan, type QueryWord } from './query.ts';
import type { SearchIndex, Slot } from './search-index.ts';

/** Mean nDCG@10 of seven knowledge bases: without function words .809, with 0.1 .816, with 1 .800. */
const STOP_WORD_WEIGHT = 0.1;
/** `How do I …` fits support knowledge, `In which year …` does not: AUC +.014. */
const STOP_WORD_EVIDENCE = 0.8;
/** A few documents do not show which function words are common: at this many, the weight is half. */
const STOP_WORD_DOCUMENTS = 50;
/** A function word in more documents distinguishes none of them, and would take the longest to add up. */
const MOST_STOP_WORD_DOCUMENTS = 1_000;

/** The `count` best documents, best first, and the scores of all, which hold until the next call. */
export function scoreDocuments(
  { postings, scratch }: SearchIndex,
  text: readonly QueryWord[],
  count: number,
): { best: number[]; scores: Float32Array } {
  const scores = scratch.scores.fill(0);
  const scoring = { postings, scores, best: scratch.best };
  for (const word of text) {
    const factor = weightOf(word);
    if (factor === 0) continue;
    for (const { terms, weight } of [...word.slots, ...word.relatives]) {
      if (word.isStopWord && isCommon(postings, terms)) continue;
      if (terms.length === 1) addTerm(scoring, terms[0] ?? 0, factor * weight);
      else addTerms(scoring, terms, factor * weight);
    }
  }
  return { best: selectTop(scores, count), scores };
}

/** Function words count little, and nothing if they come from before the question. */
function weightOf({ isStopWord, weight }: QueryWord): number {
  if (!isStopWord) return weight;
  return weight < 1 ? 0 : STOP_WORD_WEIGHT * weight;
}

/** The score of a document about the question: every word earns what it would. */
export function expectScore(text: readonly QueryWord[]): number {
  return text.reduce((sum, word) => sum + weightOf(word) * word.expected, 0);
}

function isCommon(postings: Postings, terms: readonly number[]): boolean {
  return terms.some((term) => documentFrequency(postings, term) > MOST_STOP_WORD_DOCUMENTS);
}

/** The scores so far and the best impact of the current terms, by document; between terms the latter is 0. */
interface Scoring {
  postings: Postings;
  scores: Float32Array;
  best: Float32Array;
}

function addTerm({ postings, scores }: Scoring, term: number, factor: number): void {
  const { documents, impacts, offsets } = postings;
  const end = offsets[term + 1] ?? 0;
  for (let i = offsets[term] ?? 0; i < end; i += 1) {
    const document = documents[i] ?? 0;
    scores[document] = (scores[document] ?? 0) + factor * (impacts[i] ?? 0);
  }
}

/** Credits a document with the best of several terms. */
function addTerms(scoring: Scoring, terms: readonly number[], factor: number): void {
  for (const term of terms) noteBest(scoring, term);
  for (const term of terms) addBest(scoring, term, factor);
}

function noteBest({ postings, best }: Scoring, term: number): void {
  const { documents, impacts, offsets } = postings;
  const end = offsets[term + 1] ?? 0;
  for (let i = offsets[term] ?? 0; i < end; i += 1) {
    const document = documents[i] ?? 0;
    best[document] = Math.max(best[document] ?? 0, impacts[i] ?? 0);
  }
}

function addBest({ postings, scores, best }: Scoring, term: number, factor: number): void {
  const { documents, offsets } = postings;
  const end = offsets[term + 1] ?? 0;
  for (let i = offsets[term] ?? 0; i < end; i += 1) {
    const document = documents[i] ?? 0;
    scores[document] = (scores[document] ?? 0) + factor * (best[document] ?? 0);
    best[document] = 0;
  }
}

/** Lighter words come from further back than the question before, or from around a long one. */
const LEAST_COVERED_WEIGHT = 0.5;

/** The part of a question that a document answers, judged by the words that both have. */
export interface DocumentCredit {
  /** Sum of what its words earn, bonus included. */
  earned: number;
  /** Share of the IDF of the content words, where an unknown word weighs more than any other. */
  share: number;
  /** The same in IDFs of a word in one document. */
  amount: number;
}

/** Weighs what candidates earn by the words of a question, and what a document about it would earn. */
export function creditDocuments(
  index: SearchIndex,
  { words, asked }: QueryPlan,
  candidates: readonly { document: number; bonus: number }[],
): { expected: number; credits: DocumentCredit[] } {
  const { postings, size } = index;
  // Words come by descending weight, so the question and what is near to it are the first of them.
  const near = words.findLastIndex(({ weight }) => weight >= LEAST_COVERED_WEIGHT) + 1;
  const weighed = words.map((word, place) => {
    const isCovered = place < Math.max(near, asked.length) && isContent(word);
    return { word, evidence: evidenceOf(word, size), cover: isCovered ? word.weight : 0 };
  });
  const expected = weighed.reduce((sum, { word, evidence }) => sum + evidence * word.expected, 0);
  const rare = inverseFrequency(size, 1);
  const credits = candidates.map(({ document, bonus }) => {
    let [earned, covered, total] = [bonus, 0, 0];
    let alone = { share: 0, amount: 0 };
    for (const [place, { word, evidence, cover }] of weighed.entries()) {
      const credit = evidence > 0 || cover > 0 ? creditOf(postings, word.slots, document) : 0;
      earned += evidence * credit;
      total += cover * word.expected;
      if (cover > 0) covered += cover * coverOf(postings, word, { credit, document });
      if (place === asked.length - 1) alone = { share: shareOf(covered, total), amount: covered / rare };
    }
    // The question before counts too where that is more: `and for children?`.
    const both = { share: shareOf(covered, total), amount: covered / rare };
    return { earned, ...(both.share > alone.share ? both : alone) };
  });
  return { expected, credits };
}

function shareOf(covered: number, total: number): number {
  return total > 0 ? covered / total : 0;
}

/** An unknown number is nobody's topic. */
function isContent({ isStopWord, slots, stems }: QueryWord): boolean {
  return !isStopWord && (slots.length > 0 || stems.some((root) => LETTER.test(root)));
}

/** A relative of a word is half of it. */
function coverOf(
  postings: Postings,
  { expected, relatives }: QueryWord,
  { credit, document }: { credit: number; document: number },
): number {
  const covered = Math.min(expected, credit);
  const isRelated = () =>
    relatives.some(({ terms }) => terms.some((term) => impactOf(postings, term, document) > 0));
  return covered < expected / 2 && isRelated() ? expected / 2 : covered;
}

function evidenceOf(word: QueryWord, size: number): number {
  if (!word.isStopWord) return word.weight;
  return word.weight < 1 ? 0 : (STOP_WORD_EVIDENCE * size) / (size + STOP_WORD_DOCUMENTS);
}

function creditOf(postings: Postings, slots: readonly Slot[], document: number): number {
  let credit = 0;
  for (const { terms, weight } of slots) {
    let best = 0;
    for (const term of terms) best = Math.max(best, impactOf(postings, term, document));
    credit += weight * best;
  }
  return credit;
}

/** The `count` best documents with scores above 0, best first, ties in order: one pass without sorting all. */
export function selectTop(scores: Float32Array, count: number): number[] {
  const best: number[] = [];
  if (count <= 0) return best;
  let bar = 0;
  for (let document = 0; document < scores.length; document += 1) {
    if ((scores[document] ?? 0) <= bar) continue;
    if (best.length === count) best.pop();
    insert(best, document, scores);
    if (best.length === count) bar = scores[best[count - 1] ?? 0] ?? 0;
  }
  return best;
}

function insert(best: number[], document: number, scores: Float32Array): void {
  const score = scores[document] ?? 0;
  let place = best.length;
  while (place > 0 && (scores[best[place - 1] ?? 0] ?? 0) < score) place -= 1;
  best.splice(place, 0, document);
}

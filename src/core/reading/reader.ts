import { TEAM_REASONS, type TeamReason } from '../../domain/types.ts';
import { foldText, splitFolded, splitSentences } from './features.ts';
import type { Best, LinearModel, Sentences } from './linear-model.ts';
import { readPlainly } from './plain.ts';
import { loadModels } from './weights.ts';

/** Reasons that a text by itself can give. */
export const READ_REASONS = ['safety', 'legal', 'payment', 'ban', 'account', 'asked_for_human'] as const;
export type ReadReason = (typeof READ_REASONS)[number];
/** Fires for every reason: some tickets need somebody, whatever for. */
export const ANY_REASON = 'any';

/** Why a text needs the team. */
export interface FoundReason {
  reason: TeamReason;
  /** How likely, 0 to 1. */
  score: number;
  /** The words that weighed most, in the spelling of the reader. */
  words: readonly string[];
  by: 'rule' | 'model' | 'owner';
}

/**
 * Log odds from which a text gives a reason; danger to somebody counts a little earlier, and a text that fits no reason
 * of its own a little later. See bench/QUALITY.md.
 */
const [LEAST, LEAST_SAFETY, LEAST_ANY] = [0, -0.3, 0.5];
const SHOWN_WORDS = 5;

/**
 * Why somebody of the team must see this text of a customer, gravest first; empty where nothing says so. Reads every
 * run of sentences, so that text beside one never hides it.
 */
export function readReasons(text: string, model: LinearModel = loadModels().reasons): FoundReason[] {
  const steps = readReasonsInSteps([text], model);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same of texts that follow each other, step by step: the largest ticket takes 40 ms. */
export function* readReasonsInSteps(
  texts: readonly string[],
  model: LinearModel = loadModels().reasons,
): Generator<void, FoundReason[], void> {
  const plain: FoundReason[] = [];
  const sentences: string[][] = [];
  for (const text of texts) {
    const folded = foldText(text);
    for (const { reason, words } of readPlainly(folded))
      if (plain.every((one) => one.reason !== reason))
        plain.push({ reason, score: 1, words: [words], by: 'rule' });
    for (const sentence of splitFolded(folded)) sentences.push(sentence);
    yield;
  }
  const best = model.findBest(yield* model.sumInSteps(sentences), READ_REASONS.length);
  const learned = judge(model, sentences, best).filter(({ reason }) =>
    plain.every((one) => one.reason !== reason),
  );
  return [...plain, ...learned].toSorted(
    (one, other) => TEAM_REASONS.indexOf(one.reason) - TEAM_REASONS.indexOf(other.reason),
  );
}

/** The reasons that the best runs of sentences are sure enough of. */
function judge(model: LinearModel, sentences: Sentences, best: readonly Best[]): FoundReason[] {
  const heads = READ_REASONS.map((reason) => ({ reason, head: model.heads.indexOf(reason) }));
  const scoreOf = (head: number) => best[head]?.score ?? Number.NEGATIVE_INFINITY;
  const leastOf = (reason: ReadReason) => (reason === 'safety' ? LEAST_SAFETY : LEAST);
  const fired = heads.filter(({ reason, head }) => scoreOf(head) >= leastOf(reason));
  const any = scoreOf(model.heads.indexOf(ANY_REASON));
  if (fired.length === 0 && any < LEAST_ANY) return [];
  const likeliest = heads.toSorted((one, other) => scoreOf(other.head) - scoreOf(one.head)).slice(0, 1);
  return (fired.length > 0 ? fired : likeliest).map(({ reason, head }) => {
    const run = best[head];
    const words = run ? model.explain(sentences, head, run, SHOWN_WORDS) : [];
    return { reason, score: toShare(fired.length > 0 ? scoreOf(head) : any), words, by: 'model' };
  });
}

/** From these log odds on, one reason is likelier than that there is none of those known. */
const GUESS_THRESHOLD = -1.5;

/** The likeliest reason of a text that somebody says needs the team; null where none is likely, and never safety. */
export function guessReason(text: string): ReadReason | null {
  const { reasons } = loadModels();
  const best = reasons.readRuns(splitSentences(text));
  const scored = READ_REASONS.filter((reason) => reason !== 'safety').map((reason) => {
    return { reason, score: best[reasons.heads.indexOf(reason)]?.score ?? Number.NEGATIVE_INFINITY };
  });
  const [likeliest] = scored.toSorted((one, other) => other.score - one.score);
  return likeliest && likeliest.score >= GUESS_THRESHOLD ? likeliest.reason : null;
}

/** Log odds as a share, with two digits. */
function toShare(score: number): number {
  return Math.round(100 / (1 + Math.exp(-score))) / 100;
}

import { findThreshold } from '../../src/core/answering/draft-threshold.ts';
import { createRandom } from '../random.ts';

export interface ThresholdScore {
  servers: number;
  /** Servers of which a threshold was named. */
  named: number;
  /** Those where it holds in truth, or where none was named. */
  kept: number;
}

const LEVELS = 101;
const WRONG_IN_100 = [2, 5, 10, 20];
const MAX_DRAFTS = 3_000;

/**
 * Servers whose truth is known: confidences are spread in any way, and how often an answer of each is wrong falls with
 * it, more or less steeply and down to zero or not.
 */
export function scoreThresholds(servers: number, seed: number): ThresholdScore {
  const random = createRandom(seed, 'thresholds');
  const score: ThresholdScore = { servers, named: 0, kept: 0 };
  for (let server = 0; server < servers; server += 1) {
    const { shares, wrong } = drawTruth(random);
    const judgements = Array.from({ length: 20 + Math.floor(random() ** 2 * MAX_DRAFTS) }, () => {
      const level = draw(shares, random());
      return { confidence: level / (LEVELS - 1), isWrong: random() < (wrong[level] ?? 0) };
    });
    const wrongIn100 = WRONG_IN_100[server % WRONG_IN_100.length] ?? 5;
    const threshold = findThreshold(judgements, wrongIn100);
    score.named += Number(threshold !== null);
    score.kept += Number(threshold === null || wrongFrom(threshold, shares, wrong) <= wrongIn100 / 100);
  }
  return score;
}

function drawTruth(random: () => number) {
  const [lean, floor, steep, middle] = [0.3 + 3 * random(), 0.1 * random() ** 2, 3 + 20 * random(), random()];
  const confidences = Array.from({ length: LEVELS }, (_, level) => level / (LEVELS - 1));
  const weights = confidences.map((confidence) => (confidence + 0.01) ** lean * (0.1 + random()));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const wrong = confidences.map(
    (confidence) => floor + (1 - floor) / (1 + Math.exp(steep * (confidence - middle))),
  );
  return { shares: weights.map((weight) => weight / sum), wrong };
}

function draw(shares: readonly number[], at: number): number {
  let left = at;
  const level = shares.findIndex((share) => {
    left -= share;
    return left < 0;
  });
  return level === -1 ? LEVELS - 1 : level;
}

/** Of the answers from this confidence on, the share that is wrong in truth. */
function wrongFrom(threshold: number, shares: readonly number[], wrong: readonly number[]): number {
  const first = Math.round(threshold * (LEVELS - 1));
  const [all, bad] = shares
    .slice(first)
    .reduce(([all, bad], share, index) => [all + share, bad + share * (wrong[first + index] ?? 0)], [0, 0]);
  return all === 0 ? 0 : bad / all;
}

/** What the team thought of an answer that was a draft. */
export interface DraftJudgement {
  /** 0 to 1. */
  confidence: number;
  isWrong: boolean;
}

/** How often a threshold that does not hold may be named all the same. */
const RISK = 0.05;
const STEPS = 100;
/** Few judgements find a threshold where nothing is wrong, many also where something is. */
const STARTS = [1, 2, 4];

/**
 * The lowest confidence above which at most `wrongIn100` of 100 answers are wrong, with a confidence of 95 %; null while
 * the judgements show none. Thresholds are tested by exact binomial tests in a fixed order, from the highest down
 * to the first that fails, from several starts that share the risk: fixed sequence testing with multiple starts, as in
 * Angelopoulos et al., Learn then Test (2021).
 * @param judgements independent of each other; their order does not matter.
 */
export function findThreshold(judgements: readonly DraftJudgement[], wrongIn100: number): number | null {
  const risk = RISK / STARTS.length;
  const rate = wrongIn100 / 100;
  if (rate <= 0 || rate >= 1) return null;
  // With nothing wrong, as many judgements pass the test.
  const least = Math.ceil(Math.log(risk) / Math.log(1 - rate));
  const levels = countFrom(judgements);
  const found = STARTS.flatMap((times) => {
    const first = levels.findLastIndex(({ count }) => count >= least * times);
    let lowest: number | null = null;
    for (let step = first; step >= 0; step -= 1) {
      const level = levels[step];
      if (!level || atMostWrong(level.wrong, level.count, rate) > risk) break;
      if (level.isJudged) lowest = step / STEPS;
    }
    return lowest ?? [];
  });
  return found.length === 0 ? null : Math.min(...found);
}

/** By hundredths of confidence: how many judgements lie there or above, and how many of them were wrong. */
function countFrom(judgements: readonly DraftJudgement[]) {
  const levels = Array.from({ length: STEPS + 1 }, () => ({ count: 0, wrong: 0, isJudged: false }));
  for (const { confidence, isWrong } of judgements) {
    const level = levels[Math.floor(Number((confidence * STEPS).toFixed(6)))];
    if (!level) continue;
    level.count += 1;
    level.isJudged = true;
    level.wrong += Number(isWrong);
  }
  for (let step = STEPS - 1; step >= 0; step -= 1) {
    const [level, above] = [levels[step], levels[step + 1]];
    if (!level || !above) continue;
    level.count += above.count;
    level.wrong += above.wrong;
  }
  return levels;
}

/** How likely at most `wrong` of `count` are wrong where `rate` of all are: the binomial distribution function. */
function atMostWrong(wrong: number, count: number, rate: number): number {
  // In logarithms, as the first term of a long row is too small for a number.
  let term = count * Math.log(1 - rate);
  let sum = Math.exp(term);
  for (let index = 1; index <= wrong; index += 1) {
    term += Math.log((count - index + 1) / index) + Math.log(rate / (1 - rate));
    sum += Math.exp(term);
  }
  return Math.min(sum, 1);
}

import { between, createRandom, pickOne } from '../random.ts';
import { TOPICS } from './stage.ts';

/** Those whose answer a webhook hears. */
const LATER = 0.1;
const WITH_IDEMPOTENCY_KEY = 1 / 3;
const LEAVING = 0.02;
const LEAVES_WITHIN_MS = 15;
/** Answered questions with an Idempotency-Key that are asked again. */
const REPEATING = 0.1;

/** How a question ended for its client. */
export type Ending = 'answered' | 'accepted' | 'refused' | 'broken' | 'left' | 'given up';

/** One question of the run: its client's behaviour and its outcome. */
export interface Question {
  /** Unique, so that its charge can be found by it. */
  text: string;
  key: string;
  idempotencyKey: string | null;
  /** When the client gives up its first attempt. */
  leavesAfterMs: number | null;
  /** Its answer is not waited for, and the id under which it was acknowledged. */
  isLater: boolean;
  acceptedId: string | null;
  wantedAnswers: number;
  attempts: number;
  /** When an attempt last ended otherwise than in a conflict, in milliseconds: no later claim can exist. */
  lastEndedAt: number;
  conflicts: number;
  /** Attempts that were told to come again. */
  refusals: number;
  lastOrigin?: string;
  answers: number;
  firstAnswer: string | null;
  /** A later answer that differed from the first. */
  otherAnswer: string | null;
  ending: Ending | null;
  /** Status and code, when it was refused. */
  refusal: string | null;
}

/** The same number and seed give the same question, whoever asks it and when. */
export function makeQuestion(seed: number, number: number, keys: readonly string[]): Question {
  const random = createRandom(seed, `question ${number}`);
  const topic = pickOne(random, TOPICS);
  const key = pickOne(random, keys);
  const isIdempotent = random() < WITH_IDEMPOTENCY_KEY;
  const isLeaving = random() < LEAVING;
  const leavesAfterMs = Math.floor(between(random, 0, LEAVES_WITHIN_MS + 1));
  return {
    text: `Question ${number} of run ${seed}: where do I find the ${topic}?`,
    key,
    idempotencyKey: isIdempotent ? `torture-${seed}-${number}` : null,
    leavesAfterMs: isLeaving ? leavesAfterMs : null,
    wantedAnswers: isIdempotent && random() < REPEATING ? 2 : 1,
    isLater: random() < LATER,
    acceptedId: null,
    ...{ attempts: 0, lastEndedAt: 0, conflicts: 0, refusals: 0 },
    ...{ answers: 0, firstAnswer: null, otherAnswer: null, ending: null, refusal: null },
  };
}

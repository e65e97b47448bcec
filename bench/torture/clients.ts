import { setTimeout as delay } from 'node:timers/promises';
import { between, createRandom, type Random } from '../random.ts';
import { createSender, type Outcome, type SendChat } from './chat.ts';
import { type Fleet, pickOrigin } from './processes.ts';
import { type Ending, makeQuestion, type Question } from './questions.ts';

/** Without the attempts that a kill broke, and the conflicts that follow. */
const MOST_REFUSALS = 60;
/** A dead process's claim can be taken over after 32 s. */
const LONGEST_CONFLICT_MS = 40_000;
const FIRST_CONFLICT_PAUSE_MS = 250;
const LONGEST_CONFLICT_PAUSE_MS = 4000;
const PAUSE_AFTER_LEAVING_MS = 1000;
const PAUSE_AFTER_BREAK_MS = 50;
const PAUSE_AFTER_503_MS = [50, 250] as const;
const IDLE_MS = 20;
const NOBODY_LISTENS_MS = 10;

/** The questions of all clients. */
export interface CrowdOptions {
  seed: number;
  requests: number;
  clients: number;
  keys: readonly string[];
  fleet: Fleet;
}

/** The clients and what they saw. */
export interface Crowd extends CrowdOptions {
  random: Random;
  send: SendChat;
  questions: Question[];
  /** Questions whose next attempt is due, and how many still wait for theirs. */
  due: Question[];
  parked: number;
  inFlight: number;
  ended: number;
  /** Responses by status and code, and requests without one by how they ended. */
  outcomes: Map<string, number>;
  refusedForQuota: number;
  /** Those, and attempts that waited in vain for units held by others: a payment would help both. */
  turnedAway: number;
  /** Responses that no client should see. */
  unexpected: string[];
  /** Resolves when the last question was asked for the first time. */
  allAsked: Promise<void>;
  /** Resolves when every question has ended. */
  allEnded: Promise<void>;
}

/** Starts the clients; each asks one question after another, retries first. */
export function startCrowd(options: CrowdOptions): Crowd {
  const { promise: allAsked, resolve: tellAllAsked } = Promise.withResolvers<void>();
  const sender = createSender(options.clients);
  const crowd: Crowd = {
    ...options,
    random: createRandom(options.seed, 'clients'),
    send: sender.send,
    ...{
      questions: [],
      due: [],
      parked: 0,
      inFlight: 0,
      ended: 0,
      refusedForQuota: 0,
      turnedAway: 0,
      unexpected: [],
    },
    outcomes: new Map(),
    allAsked,
    allEnded: Promise.resolve(),
  };
  const clients = Array.from({ length: options.clients }, () => runClient(crowd, tellAllAsked));
  crowd.allEnded = Promise.all(clients).then(() => sender.close());
  return crowd;
}

async function runClient(crowd: Crowd, tellAllAsked: () => void): Promise<void> {
  for (;;) {
    const question = crowd.due.shift() ?? askNext(crowd);
    if (question) await step(crowd, question);
    else {
      tellAllAsked();
      if (crowd.parked + crowd.inFlight + crowd.due.length === 0) return;
      await delay(IDLE_MS);
    }
  }
}

function askNext(crowd: Crowd): Question | null {
  if (crowd.questions.length === crowd.requests) return null;
  const question = makeQuestion(crowd.seed, crowd.questions.length, crowd.keys);
  crowd.questions.push(question);
  return question;
}

type Response = Extract<Outcome, { kind: 'response' }>;
const CONFLICT = '409 idempotency_in_progress';
const FOR_WANT_OF_UNITS = new Set(['402 quota_exhausted', '503 service_unavailable']);

/** One attempt, and how its client reacts to the outcome. */
async function step(crowd: Crowd, question: Question): Promise<void> {
  crowd.inFlight += 1;
  const outcome = await attempt(crowd, question);
  crowd.inFlight -= 1;
  const next = decide(crowd, question, outcome);
  if (typeof next === 'number') {
    crowd.parked += 1;
    setTimeout(() => {
      crowd.parked -= 1;
      crowd.due.push(question);
    }, next);
    return;
  }
  question.ending = next;
  if (next === 'refused') question.refusal = nameOf(outcome);
  crowd.ended += 1;
}

async function attempt(crowd: Crowd, question: Question): Promise<Outcome> {
  const { text, key, idempotencyKey, isLater, leavesAfterMs } = question;
  const isLeaving = question.attempts === 0 && leavesAfterMs !== null;
  for (;;) {
    const origin = await pickOrigin(crowd.fleet, crowd.random, question.lastOrigin);
    const signal = isLeaving ? AbortSignal.timeout(leavesAfterMs) : null;
    const outcome = await crowd.send({ origin, key, text, idempotencyKey, isLater, signal });
    if (outcome.kind === 'unsent') {
      await delay(NOBODY_LISTENS_MS);
      continue;
    }
    question.attempts += 1;
    question.lastOrigin = origin;
    return outcome;
  }
}

/** @returns the pause before the next attempt in milliseconds, or how the question ended. */
function decide(crowd: Crowd, question: Question, outcome: Outcome): number | Ending {
  const name = nameOf(outcome);
  crowd.outcomes.set(name, (crowd.outcomes.get(name) ?? 0) + 1);
  if (FOR_WANT_OF_UNITS.has(name)) crowd.turnedAway += 1;
  if (name !== CONFLICT) question.lastEndedAt = performance.now();
  if (outcome.kind === 'response') return decideOnResponse(crowd, question, outcome);
  if (outcome.kind === 'hung') crowd.unexpected.push(`no answer in 20 s: ${question.text}`);
  const isLeft = outcome.kind === 'left';
  if (question.idempotencyKey)
    return between(crowd.random, 0, isLeft ? PAUSE_AFTER_LEAVING_MS : PAUSE_AFTER_BREAK_MS);
  return isLeft ? 'left' : 'broken';
}

function decideOnResponse(crowd: Crowd, question: Question, response: Response): number | Ending {
  const { status, text } = response;
  const canRetry = question.idempotencyKey !== null;
  if (status === 200) return takeAnswer(question, text);
  if (status === 202 && question.isLater) return takeAcknowledgement(question, text);
  if (status === 409 && canRetry) return pauseOfConflict(question);
  if (status === 503) return canRetry ? pauseOfRefusal(crowd, question, response) : 'refused';
  // An answered question is not judged again.
  if (status === 402 && question.answers === 0) crowd.refusedForQuota += 1;
  else crowd.unexpected.push(`${status} ${text.slice(0, 300)}`);
  return 'refused';
}

function takeAnswer(question: Question, text: string): number | Ending {
  question.answers += 1;
  question.firstAnswer ??= text;
  if (question.firstAnswer !== text) question.otherAnswer = text;
  return question.answers < question.wantedAnswers ? 0 : 'answered';
}

function takeAcknowledgement(question: Question, text: string): Ending {
  question.acceptedId = (JSON.parse(text) as { id: string }).id;
  return 'accepted';
}

/** No client comes back before the time that it was told. */
function pauseOfRefusal({ random }: Crowd, question: Question, response: Response): number | Ending {
  const { retryAfter = '0' } = response;
  question.refusals += 1;
  if (question.refusals === MOST_REFUSALS) return 'given up';
  return Number(retryAfter) * 1000 + between(random, ...PAUSE_AFTER_503_MS);
}

function pauseOfConflict(question: Question): number | Ending {
  if (performance.now() - question.lastEndedAt > LONGEST_CONFLICT_MS) return 'given up';
  question.conflicts += 1;
  return Math.min(LONGEST_CONFLICT_PAUSE_MS, FIRST_CONFLICT_PAUSE_MS * 2 ** question.conflicts);
}

/** `200`, `503 ai_unavailable`, `broken`. */
function nameOf(outcome: Outcome): string {
  if (outcome.kind !== 'response') return outcome.kind;
  const code = /"code":"(\w+)"/.exec(outcome.text)?.[1];
  return outcome.status === 200 || !code ? String(outcome.status) : `${outcome.status} ${code}`;
}

import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { ErrorCode } from '../../domain/errors.ts';
import type { Channel, Level, TeamReason, TokenUsage } from '../../domain/types.ts';

// Labels hold words of the program alone. A server's, key's or member's id, or a word of a text, would make a line for
// each that ever came by and tell the figures' reader who asked.

export type AiCallKind = 'completion' | 'embedding';
/**
 * `not_asked`: refused by the circuit. `refused`: a status below 500. `filtered`: kept back by a content filter.
 * `cancelled`: the caller has left.
 */
export type AiOutcome = (typeof AI_OUTCOMES)[number];
const AI_OUTCOMES = [
  'ok',
  'outage',
  'timeout',
  'refused',
  'filtered',
  'invalid',
  'not_asked',
  'cancelled',
] as const;

export type JobOutcome = 'ok' | 'failed';
const TRY_OUTCOMES = ['delivered', 'failed'] as const;

export interface Meters {
  /** Not answered yet. */
  readonly inFlight: number;
  /** The circuit refused the last calls. */
  readonly isCircuitOpen: boolean;
  requestBegan(): void;
  requestEnded(request: {
    /** As in the route table; null where none fits. */
    route: string | null;
    method: string;
    status: number;
    /** `not_serving`: the process starts or stops. */
    code: ErrorCode | 'not_serving' | undefined;
    seconds: number;
  }): void;
  aiCallEnded(kind: AiCallKind, outcome: AiOutcome, seconds: number): void;
  circuitIs(state: 'open' | 'closed'): void;
  tokensUsed(level: Level, usage: TokenUsage): void;
  unitsSettled(channel: Channel, units: number): void;
  answered(channel: Channel, reason: TeamReason | null): void;
  indexBuilt(): void;
  /** @param times 0 shows a job that did not run yet. */
  jobEnded(job: string, outcome: JobOutcome, times?: number): void;
  webhookTried(outcome: (typeof TRY_OUTCOMES)[number]): void;
  readonly registry: Registry;
}

/** In seconds, up to the longest usual deadline. */
const BUCKETS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The default of 10 ms takes 0.7 % of a core; this is half of it. */
const LOOP_PRECISION_MS = 20;

/** The process has one, whatever services it starts. */
let ofProcess: Registry | null = null;

/** Nothing of it keeps the process alive. */
export function watchProcess(): Registry {
  if (ofProcess) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess, eventLoopMonitoringPrecision: LOOP_PRECISION_MS });
  return ofProcess;
}

/** Callers may make up methods: the rest is `other`. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** One for each core: several services may run in one process. */
export function createMeters(): Meters {
  const registry = new Registry();
  const counters = createCounters(registry);
  const { requests, durations, refusals, aiCalls, aiDurations, tokens, units, answers, builds, jobs, tries } =
    counters;
  startAtZero(counters);
  let inFlight = 0;
  let isCircuitOpen = false;
  return {
    get inFlight() {
      return inFlight;
    },
    get isCircuitOpen() {
      return isCircuitOpen;
    },
    requestBegan: () => {
      inFlight += 1;
    },
    requestEnded: ({ route, method, status, code, seconds }) => {
      inFlight -= 1;
      const labels = { route: route ?? 'none', method: METHODS.has(method) ? method : 'other', status };
      requests.inc(labels);
      durations.observe({ route: labels.route }, seconds);
      if (code) refusals.inc({ code });
    },
    aiCallEnded: (kind, outcome, seconds) => {
      aiCalls.inc({ kind, outcome });
      if (outcome !== 'not_asked') aiDurations.observe({ kind }, seconds);
    },
    circuitIs: (state) => {
      isCircuitOpen = state === 'open';
    },
    tokensUsed: (level, { promptTokens, completionTokens }) => {
      tokens.inc({ level, kind: 'prompt' }, promptTokens);
      tokens.inc({ level, kind: 'completion' }, completionTokens);
    },
    unitsSettled: (channel, amount) => units.inc({ channel }, amount),
    answered: (channel, reason) => answers.inc({ channel, reason: reason ?? 'none' }),
    indexBuilt: () => builds.inc(),
    jobEnded: (job, outcome, times = 1) => jobs.inc({ job, outcome }, times),
    webhookTried: (outcome) => tries.inc({ outcome }),
    registry,
  };
}

function createCounters(registry: Registry) {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const timings = <Label extends string>(name: string, help: string, label: Label) =>
    new Histogram({ name, help, labelNames: [label], buckets: BUCKETS, registers });
  return {
    requests: counter('lotse_http_requests_total', 'HTTP requests by route, method and status.', [
      'route',
      'method',
      'status',
    ]),
    durations: timings(
      'lotse_http_request_duration_seconds',
      'From the head of a request to its answer, by route.',
      'route',
    ),
    refusals: counter('lotse_http_refusals_total', 'HTTP requests refused or failed, by error code.', [
      'code',
    ]),
    aiCalls: counter('lotse_ai_calls_total', 'Calls to the AI backend, by outcome.', ['kind', 'outcome']),
    aiDurations: timings(
      'lotse_ai_call_duration_seconds',
      'How long calls sent to the AI backend took.',
      'kind',
    ),
    tokens: counter('lotse_ai_tokens_total', 'Tokens of AI calls for answers, by level.', ['level', 'kind']),
    units: counter(
      'lotse_units_settled_total',
      'Quota units charged, by channel; units given back later are not subtracted.',
      ['channel'],
    ),
    answers: counter('lotse_answers_total', 'Answers by channel and reason of the hand-over.', [
      'channel',
      'reason',
    ]),
    builds: counter('lotse_search_index_builds_total', 'Search indexes built.', []),
    tries: counter('lotse_webhook_tries_total', 'Attempts to deliver an event to a webhook.', ['outcome']),
    jobs: counter('lotse_job_runs_total', 'Runs of jobs, by outcome.', ['job', 'outcome']),
  };
}

/** A line that first appears with its first event would hide this event from `rate()`. */
function startAtZero(counters: ReturnType<typeof createCounters>) {
  const { refusals, aiCalls, aiDurations, tokens, units, answers, tries } = counters;
  for (const outcome of TRY_OUTCOMES) tries.inc({ outcome }, 0);
  for (const kind of ['completion', 'embedding'] satisfies AiCallKind[]) {
    aiDurations.zero({ kind });
    for (const outcome of AI_OUTCOMES) aiCalls.inc({ kind, outcome }, 0);
  }
  for (const level of ['V1', 'V1.5', 'V2'] satisfies Level[]) {
    for (const kind of ['prompt', 'completion']) tokens.inc({ level, kind }, 0);
  }
  for (const channel of ['api', 'discord', 'learning', 'rehearsal'] satisfies Channel[])
    units.inc({ channel }, 0);
  for (const channel of ['api', 'discord'] satisfies Channel[]) answers.inc({ channel, reason: 'none' }, 0);
  const faults = ['internal_error', 'ai_unavailable', 'service_unavailable'] satisfies ErrorCode[];
  for (const code of [...faults, 'not_serving']) refusals.inc({ code }, 0);
}

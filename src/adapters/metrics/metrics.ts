import type { ErrorCode } from '../../domain/errors.ts';
import type { Channel, Level, TeamReason, TokenUsage } from '../../domain/types.ts';
import { createCounter, createTimings, type Family } from './family.ts';

export { EXPOSITION_TYPE, watchProcess, writeExposition } from './exposition.ts';
export { type Family, gauge } from './family.ts';

// Labels hold words of the program alone, such as routes, codes and levels. A server's, key's or member's id, or a
// word of a text, would make a line for each that ever came by, in every process and in Prometheus, and tell whoever
// reads the figures who asked. What one server uses stands in its dashboard.

export type AiCallKind = 'completion' | 'embedding';
/**
 * `not_asked`: refused by the circuit. `refused`: a status below 500. `filtered`: kept back by a content filter.
 * `cancelled`: whoever asked has left.
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

/** What happens, counted as it happens; all of one question take less than a microsecond. */
export interface Meters {
  /** Requests whose answer is not made yet. */
  readonly inFlight: number;
  /** Whether the circuit refused the calls before the last one that told. */
  readonly isCircuitOpen: boolean;
  requestBegan(): void;
  requestEnded(request: {
    /** As it is written in the route table; null where none fits. */
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
  /** All that was counted. */
  readonly families: readonly Family[];
}

/** What callers may make up is one of these or `other`. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Of one core: several services may run in one process. */
export function createMeters(): Meters {
  const counters = createCounters();
  const { requests, durations, refusals, aiCalls, aiDurations, tokens, units, answers, builds, jobs } =
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
      requests.add(1, route ?? 'none', METHODS.has(method) ? method : 'other', status);
      durations.observe(seconds, route ?? 'none');
      if (code) refusals.add(1, code);
    },
    aiCallEnded: (kind, outcome, seconds) => {
      aiCalls.add(1, kind, outcome);
      if (outcome !== 'not_asked') aiDurations.observe(seconds, kind);
    },
    circuitIs: (state) => {
      isCircuitOpen = state === 'open';
    },
    tokensUsed: (level, { promptTokens, completionTokens }) => {
      tokens.add(promptTokens, level, 'prompt');
      tokens.add(completionTokens, level, 'completion');
    },
    unitsSettled: (channel, amount) => units.add(amount, channel),
    answered: (channel, reason) => answers.add(1, channel, reason ?? 'none'),
    indexBuilt: () => builds.add(1),
    jobEnded: (job, outcome, times = 1) => jobs.add(times, job, outcome),
    families: Object.values(counters),
  };
}

function createCounters() {
  return {
    requests: createCounter('lotse_http_requests_total', 'HTTP requests by route, method and status.', [
      ...['route', 'method', 'status'],
    ]),
    durations: createTimings(
      'lotse_http_request_duration_seconds',
      'From the head of a request to its answer, by route.',
      'route',
    ),
    refusals: createCounter('lotse_http_refusals_total', 'HTTP requests refused or failed, by error code.', [
      'code',
    ]),
    aiCalls: createCounter('lotse_ai_calls_total', 'Calls of the AI backend by what became of them.', [
      ...['kind', 'outcome'],
    ]),
    aiDurations: createTimings(
      'lotse_ai_call_duration_seconds',
      'How long calls that reached out to the AI backend took.',
      'kind',
      ['completion', 'embedding'] satisfies AiCallKind[],
    ),
    tokens: createCounter('lotse_ai_tokens_total', 'Tokens of AI calls for answers, by level.', [
      ...['level', 'kind'],
    ]),
    units: createCounter(
      'lotse_units_settled_total',
      'Quota units charged, by channel; what was given back later is not taken off.',
      ['channel'],
    ),
    answers: createCounter('lotse_answers_total', 'Answers by channel and reason of the hand-over.', [
      ...['channel', 'reason'],
    ]),
    builds: createCounter('lotse_search_index_builds_total', 'Search indexes built.', []),
    jobs: createCounter('lotse_job_runs_total', 'Runs of jobs by what became of them.', ['job', 'outcome']),
  };
}

/** A line that first appears with its first event would hide this event from `rate()`. */
function startAtZero({
  refusals,
  aiCalls,
  tokens,
  units,
  answers,
  builds,
}: ReturnType<typeof createCounters>) {
  for (const outcome of AI_OUTCOMES) {
    for (const kind of ['completion', 'embedding'] satisfies AiCallKind[]) aiCalls.add(0, kind, outcome);
  }
  for (const level of ['V1', 'V1.5', 'V2'] satisfies Level[]) {
    for (const kind of ['prompt', 'completion']) tokens.add(0, level, kind);
  }
  for (const channel of ['api', 'discord', 'learning'] satisfies Channel[]) units.add(0, channel);
  for (const channel of ['api', 'discord'] satisfies Channel[]) answers.add(0, channel, 'none');
  const faults = ['internal_error', 'ai_unavailable', 'service_unavailable'] satisfies ErrorCode[];
  for (const code of [...faults, 'not_serving']) refusals.add(0, code);
  builds.add(0);
}

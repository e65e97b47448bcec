import { Client, type Dispatcher } from 'undici';
import type { Question } from './questions.ts';

/** The target and the kind of request. */
export interface LoadJob {
  origin: string;
  path: string;
  /** For a question of this ticket. */
  headersOf(ticket: number): Record<string, string>;
  ask(): Question;
  connections: number;
  seconds: number;
  /** Continues after that until this many have been answered. */
  least: number;
}

/** The results of one load. */
export interface Load {
  /** Answers with a status below 400. */
  requests: number;
  /** Until the last answer had come. */
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  /** Unsuccessful answers, broken connections, answers that took more than ten seconds. */
  errors: number;
}

const TIMEOUT_MS = 10_000;

/**
 * Each connection sends its next question as soon as the last is answered, for this many seconds; requests in flight
 * are then awaited, so that every question is counted on both sides. Runs in this process, which does nothing else
 * in the meantime.
 */
export async function runLoad(job: LoadJob, signal: AbortSignal): Promise<Load> {
  const times: number[] = [];
  let errors = 0;
  const startedAt = performance.now();
  const until = startedAt + job.seconds * 1000;
  const converse = async () => {
    const client = new Client(job.origin, { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
    const isOver = () => performance.now() >= until && times.length + errors >= job.least;
    while (!isOver() && !signal.aborted) {
      const { ticket, body } = job.ask();
      const options = { path: job.path, method: 'POST' as const, headers: job.headersOf(ticket), body };
      const sentAt = performance.now();
      if (await isAnswered(client, options)) times.push(performance.now() - sentAt);
      else errors += 1;
    }
    await client.destroy();
  };
  await Promise.all(Array.from({ length: job.connections }, converse));
  signal.throwIfAborted();
  const seconds = (performance.now() - startedAt) / 1000;
  return { requests: times.length, seconds, ...percentilesOf(times), errors };
}

export function percentilesOf(timesMs: readonly number[]): { p50Ms: number; p99Ms: number } {
  const sorted = timesMs.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** The body is read and discarded without parsing, because the load shares a core with the backend. */
function isAnswered(client: Client, options: Dispatcher.DispatchOptions): Promise<boolean> {
  return new Promise((done) => {
    let isSuccess = false;
    client.dispatch(options, {
      onRequestStart: () => undefined,
      onResponseStart: (_, status) => {
        isSuccess = status < 400;
      },
      onResponseData: () => undefined,
      onResponseEnd: () => done(isSuccess),
      onResponseError: () => done(false),
    });
  });
}

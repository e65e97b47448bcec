import { setTimeout as delay } from 'node:timers/promises';
import type { Logger, ScheduledTask } from 'node-cron';
import type { Log } from './log.ts';
import type { Meters } from './metrics/metrics.ts';

export interface Job {
  name: string;
  /** Six cron fields, seconds first. */
  expression: string;
  /** @param signal aborts when the jobs are stopped. */
  run(signal: AbortSignal): Promise<unknown>;
}

interface Watch {
  log: Log;
  meters: Pick<Meters, 'jobEnded'>;
}

const OUTCOMES = ['ok', 'failed'] as const;
/** Loading the library and planning takes 50 ms, which no first answer waits for. */
const PLAN_AFTER_MS = 2_000;

/**
 * Runs jobs by the clock. A run that outlasts its interval is not started twice; a failed one is logged, counted and
 * tried at its next time.
 * @param ready no job runs where it fails.
 * @returns a function that stops all jobs and waits for running ones.
 */
export function startJobs(
  jobs: readonly Job[],
  { log, meters }: Watch,
  ready: Promise<unknown> = Promise.resolve(),
): () => Promise<void> {
  for (const { name } of jobs) for (const outcome of OUTCOMES) meters.jobEnded(name, outcome, 0);
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();
  const isReady = waitFor(ready, stopping.signal);
  const planning = planLater(jobs, { log, isReady, signal: stopping.signal }, async (job) => {
    const run = runJob(job, stopping.signal, { log, meters });
    running.add(run);
    await run.finally(() => running.delete(run));
  });
  return async () => {
    stopping.abort();
    for (const task of await planning) await task.destroy();
    await Promise.all(running);
  };
}

function waitFor(ready: Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  const aborted = new Promise<boolean>((done) => signal.addEventListener('abort', () => done(false)));
  const resolved = ready.then(
    () => true,
    () => false,
  );
  return Promise.race([resolved, aborted]);
}

/** @returns nothing when `signal` aborts first. */
async function planLater(
  jobs: readonly Job[],
  { log, isReady, signal }: { log: Log; isReady: Promise<boolean>; signal: AbortSignal },
  run: (job: Job) => Promise<void>,
): Promise<ScheduledTask[]> {
  try {
    await delay(PLAN_AFTER_MS, undefined, { signal, ref: false });
    if (!(await isReady)) return [];
    const { schedule } = await import('node-cron');
    return jobs.map((job) => {
      const options = { name: job.name, noOverlap: true, logger: toCronLogger(job, log) };
      return schedule(job.expression, () => run(job), options);
    });
  } catch (error) {
    if (!signal.aborted) log.fatal({ err: error }, 'jobs could not be planned, none will run');
    return [];
  }
}

/** The scheduler's own remarks, such as a skipped run, are no news. */
function toCronLogger(job: Job, log: Log): Logger {
  const remark = (message: string | Error) => log.debug({ job: job.name }, String(message));
  return {
    info: remark,
    debug: remark,
    warn: remark,
    error: (error) => log.warn({ err: error, job: job.name }, 'job failed'),
  };
}

async function runJob(job: Job, signal: AbortSignal, { log, meters }: Watch): Promise<void> {
  try {
    await job.run(signal);
    meters.jobEnded(job.name, 'ok');
  } catch (error) {
    if (signal.aborted) return;
    log.warn({ err: error, job: job.name }, 'job failed');
    meters.jobEnded(job.name, 'failed');
  }
}

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
/** To load the library and plan five jobs takes 50 ms, for which no first answer waits. */
const PLAN_AFTER_MS = 2_000;

/**
 * Runs jobs by the clock, from two seconds on; a run that takes longer than its interval is not started twice, and
 * a failed one is logged, counted and tried at its next time.
 * @returns a function that stops them all and waits for those that run.
 */
export function startJobs(jobs: readonly Job[], { log, meters }: Watch): () => Promise<void> {
  for (const { name } of jobs) for (const outcome of OUTCOMES) meters.jobEnded(name, outcome, 0);
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();
  const planning = planLater(jobs, stopping.signal, log, async (job) => {
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

/** @returns what was planned; nothing when `signal` aborts first. */
async function planLater(
  jobs: readonly Job[],
  signal: AbortSignal,
  log: Log,
  run: (job: Job) => Promise<void>,
): Promise<ScheduledTask[]> {
  try {
    await delay(PLAN_AFTER_MS, undefined, { signal, ref: false });
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

/** The scheduler's own remarks, such as a run left out because the last one still runs, are no news. */
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

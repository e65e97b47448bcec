import { type Logger, schedule } from 'node-cron';
import type { Log } from './log.ts';

export interface Job {
  name: string;
  /** Six cron fields, seconds first. */
  expression: string;
  /** @param signal aborts when the jobs are stopped. */
  run(signal: AbortSignal): Promise<unknown>;
}

/**
 * Runs jobs by the clock; a run that takes longer than its interval is not started twice, and a failed one
 * is logged and tried at its next time.
 * @returns a function that stops them all and waits for those that run.
 */
export function startJobs(jobs: readonly Job[], log: Log): () => Promise<void> {
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();
  const tasks = jobs.map((job) =>
    schedule(
      job.expression,
      async () => {
        const run = runJob(job, stopping.signal, log);
        running.add(run);
        await run.finally(() => running.delete(run));
      },
      { name: job.name, noOverlap: true, logger: toCronLogger(job, log) },
    ),
  );
  return async () => {
    stopping.abort();
    for (const task of tasks) await task.destroy();
    await Promise.all(running);
  };
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

async function runJob(job: Job, signal: AbortSignal, log: Log): Promise<void> {
  try {
    await job.run(signal);
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error, job: job.name }, 'job failed');
  }
}

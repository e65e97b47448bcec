import { schedule } from 'node-cron';
import type { Log } from './log.ts';

export interface Job {
  name: string;
  /** Six cron fields, seconds first. */
  expression: string;
  run(): Promise<unknown>;
}

/**
 * Runs jobs by the clock; a run that takes longer than its interval is not started twice, and a failed one
 * is logged and tried at its next time.
 * @returns a function that stops them all.
 */
export function startJobs(jobs: readonly Job[], log: Log): () => Promise<void> {
  const tasks = jobs.map((job) =>
    schedule(
      job.expression,
      async () => {
        try {
          await job.run();
        } catch (error) {
          log.warn({ err: error, job: job.name }, 'job failed');
        }
      },
      { name: job.name, noOverlap: true },
    ),
  );
  return async () => {
    for (const task of tasks) await task.destroy();
  };
}

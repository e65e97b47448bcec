import { claimJob, isJobClaimed } from '../../adapters/db/operations/housekeeping.ts';
import type { Core } from '../core.ts';

const HOUR_MS = 3600 * 1000;

/**
 * Runs what is due once a day in the whole installation, in whichever process comes first. What fails, or dies with
 * its process, is tried again in the next hour: it has to bear being done twice.
 * @returns whether this process did it. @throws what `run` throws.
 */
export async function runDaily(core: Core, job: string, run: () => Promise<void>): Promise<boolean> {
  const now = core.clock();
  const today = new Date(core.calendar.dayOf(now).startsAt);
  const done = `${job} done`;
  if (await isJobClaimed(core.database, done, today)) return false;
  if (!(await claimJob(core.database, job, new Date(now - (now % HOUR_MS))))) return false;
  await run();
  await claimJob(core.database, done, today);
  return true;
}

import { subscribe } from 'node:diagnostics_channel';
import { getHeapSpaceStatistics } from 'node:v8';

/** When garbage is collected beside what V8 does by itself; only with --expose-gc, which `npm start` and the image set. */

/** Half the time that the fastest backends take; at work it is looked at once in such a time. */
const LOOK_EVERY_MS = 25;
/** Above it requests are worked on: those that wait for a backend leave the event loop idle. */
export const IDLE_UTILIZATION = 0.2;
/** What some 150 questions leave behind. Collecting less would only make more collections. */
const LEAST_BYTES = 16e6;

/** Node's own channels: a request came in, a response was sent. */
const ACTIVITY = ['http.server.request.start', 'http.server.response.finish'];

/** Collects everything and gives freed memory back to the system; takes some 50 ms. */
export function collectAll(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/**
 * Collects young objects while the process waits. V8 does it when their space is full, so in the midst of work, and
 * with 200 questions under way that stops everything for 15 to 40 ms. After Degenbaev et al., "Idle Time Garbage
 * Collection Scheduling", PLDI 2016.
 */
export function collectWhenIdle(): void {
  if (!globalThis.gc) return;
  let isLooking = false;
  let before = performance.eventLoopUtilization();
  const lookLater = () => setTimeout(look, LOOK_EVERY_MS).unref();
  const look = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > IDLE_UTILIZATION) {
      lookLater();
      return;
    }
    isLooking = false;
    if (youngBytes() >= LEAST_BYTES) globalThis.gc?.({ type: 'minor', execution: 'sync' });
  };
  const onActivity = () => {
    if (isLooking) return;
    isLooking = true;
    before = performance.eventLoopUtilization();
    lookLater();
  };
  for (const channel of ACTIVITY) subscribe(channel, onActivity);
}

/** What the space of young objects holds. */
function youngBytes(): number {
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  return young?.space_used_size ?? 0;
}

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

const PING_MS = 20;
const MEGABYTE = 1e6;

/** What others notice while something runs. */
export interface Observed {
  seconds: number;
  healthP95Ms: number;
  healthFailed: number;
  longestBlockMs: number;
  /** Resident memory in MB: before, at most, after. */
  memory: { before: number; peak: number; after: number };
}

/** Runs `work` while `/healthz` is asked every 20 ms and the event loop and memory are watched. */
export async function observe(url: string, work: () => Promise<unknown>): Promise<Observed> {
  globalThis.gc?.();
  const loop = monitorEventLoopDelay({ resolution: 1 });
  const before = process.memoryUsage.rss();
  const pings: Promise<number | null>[] = [];
  let peak = before;
  let isRunning = true;
  const startedAt = performance.now();
  loop.enable();
  const watching = (async () => {
    while (isRunning) {
      pings.push(ping(url));
      peak = Math.max(peak, process.memoryUsage.rss());
      await delay(PING_MS);
    }
  })();
  try {
    await work();
  } finally {
    isRunning = false;
    loop.disable();
    await watching;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const times = await Promise.all(pings);
  const sorted = times.filter((time) => time !== null).toSorted((a, b) => a - b);
  globalThis.gc?.();
  return {
    seconds,
    healthP95Ms: sorted[Math.floor(0.95 * (sorted.length - 1))] ?? 0,
    healthFailed: times.length - sorted.length,
    longestBlockMs: loop.max / 1e6,
    memory: {
      before: before / MEGABYTE,
      peak: peak / MEGABYTE,
      after: process.memoryUsage.rss() / MEGABYTE,
    },
  };
}

/** @returns milliseconds, null when it was not answered with 200. */
async function ping(url: string): Promise<number | null> {
  const startedAt = performance.now();
  const status = await fetch(`${url}/healthz`).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
  return status === 200 ? performance.now() - startedAt : null;
}

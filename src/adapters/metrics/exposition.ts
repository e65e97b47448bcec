import type { Metric, Registry } from 'prom-client';
import type { Family } from './family.ts';

export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Looking at the event loop every 10 ms, as is the default, takes 0.7 % of a core; this is half of it. */
const LOOP_PRECISION_MS = 20;

/** About the process and not about a service in it, so they are there once whatever is started. */
let ofProcess: Promise<Registry> | undefined;

/**
 * Loads the library (70 ms, which nobody should wait for amid questions) and begins to watch memory, event loop
 * and garbage collection. Nothing of it keeps the process alive.
 */
export function watchProcess(): Promise<Registry> {
  ofProcess ??= import('prom-client').then(({ Registry, collectDefaultMetrics }) => {
    const register = new Registry();
    collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LOOP_PRECISION_MS });
    return register;
  });
  return ofProcess;
}

/** Metrics in Prometheus' text format, those of the process after the given ones. */
export async function writeExposition(families: readonly Family[]): Promise<string> {
  const [{ Registry }, process] = await Promise.all([import('prom-client'), watchProcess()]);
  const register = new Registry();
  for (const family of families) register.registerMetric(toMetric(family));
  return `${await register.metrics()}\n${await process.metrics()}`;
}

/** What the registry asks of a metric: its name, and its lines when it is read. */
function toMetric({ name, help, type, read }: Family): Metric {
  const get = async () => ({
    ...{ name, help, type, aggregator: 'sum' },
    values: read().map(({ labels, value, suffix = '' }) => ({ labels, value, metricName: name + suffix })),
  });
  return { name, get } as unknown as Metric;
}

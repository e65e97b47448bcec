import { expect, test, vi } from 'vitest';
import { createLog, type Log } from '../../src/adapters/log.ts';
import { createMeters } from '../../src/adapters/metrics/metrics.ts';
import { startJobs } from '../../src/adapters/scheduler.ts';

const silent = () => ({ log: createLog('silent'), meters: createMeters() });

const EVERY_SECOND = '* * * * * *';

test('stopping tells a running job to end, waits for it, and starts no other', async () => {
  const started = Promise.withResolvers<void>();
  let runs = 0;
  let hasEnded = false;
  const run = async (signal: AbortSignal) => {
    runs += 1;
    started.resolve();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    hasEnded = true;
  };
  const stop = startJobs([{ name: 'long', expression: EVERY_SECOND, run }], silent());
  await started.promise;
  await stop();
  expect([hasEnded, runs]).toEqual([true, 1]);
});

test('a run that outlasts its interval is not started twice, and logs nothing', async () => {
  const passedOver = Promise.withResolvers<string>();
  const lines: string[] = [];
  const write = (_fields: unknown, message?: string) => lines.push(message ?? '');
  const debug = (_fields: unknown, message?: string) => passedOver.resolve(message ?? '');
  const log = { debug, info: write, warn: write, error: write, fatal: write } as unknown as Log;
  const onConsole = vi.spyOn(console, 'warn').mockImplementation(write);
  let runs = 0;
  const run = (signal: AbortSignal) => {
    runs += 1;
    return new Promise((resolve) => signal.addEventListener('abort', resolve));
  };
  const stop = startJobs([{ name: 'long', expression: EVERY_SECOND, run }], { log, meters: createMeters() });
  expect(await passedOver.promise).toContain('still running');
  await stop();
  onConsole.mockRestore();
  expect([runs, lines]).toEqual([1, []]);
});

test('the result of each run is counted, and a failed job runs again at its next time', async () => {
  const ended: string[] = [];
  const second = Promise.withResolvers<void>();
  const meters = {
    jobEnded: (job: string, outcome: string, times = 1) => ended.push(`${job} ${outcome} ${times}`),
  };
  let runs = 0;
  const run = async () => {
    runs += 1;
    if (runs === 1) throw new Error('not this time');
    second.resolve();
  };
  const log = createLog('silent');
  const stop = startJobs([{ name: 'job', expression: EVERY_SECOND, run }], { log, meters });
  await second.promise;
  await stop();
  expect(ended.slice(0, 4)).toEqual(['job ok 0', 'job failed 0', 'job failed 1', 'job ok 1']);
});

test('no job runs before what has to come first, none where it fails, and stopping does not wait for it', async () => {
  const ran: string[] = [];
  const start = (name: string, ready: Promise<unknown>) =>
    startJobs([{ name, expression: EVERY_SECOND, run: async () => ran.push(name) }], silent(), ready);
  const schema = Promise.withResolvers<void>();
  const stops = [
    start('late', schema.promise),
    start('failing', Promise.reject(new Error('no schema'))),
    start('hanging', new Promise(() => undefined)),
    start('early', Promise.resolve()),
  ];
  await vi.waitUntil(() => ran.length >= 2, { timeout: 20_000 });
  expect(ran).not.toContain('late');
  schema.resolve();
  await vi.waitUntil(() => ran.includes('late'), { timeout: 20_000 });
  await Promise.all(stops.map((stop) => stop()));
  expect([...new Set(ran)].toSorted()).toEqual(['early', 'late']);
});

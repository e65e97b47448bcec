import { expect, test } from 'vitest';
import { createLog } from '../../src/adapters/log.ts';
import { startJobs } from '../../src/adapters/scheduler.ts';

const EVERY_SECOND = '* * * * * *';

test('stopping tells a running job to end, waits for it, and starts none any more', async () => {
  const started = Promise.withResolvers<void>();
  let runs = 0;
  let hasEnded = false;
  const run = async (signal: AbortSignal) => {
    runs += 1;
    started.resolve();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    hasEnded = true;
  };
  const stop = startJobs([{ name: 'long', expression: EVERY_SECOND, run }], createLog('silent'));
  await started.promise;
  await stop();
  expect([hasEnded, runs]).toEqual([true, 1]);
});

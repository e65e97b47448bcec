import { randomUUID } from 'node:crypto';
import { env } from 'node:process';
import { defineConfig } from 'vitest/config';
import { findFastTests, findMeasuringTests } from './test/support/suites.ts';

const SLOW = 'test/**/*.slow.test.ts';
// biome-ignore lint/style/noProcessEnv: test/postgresql breaks a real server, which the embedded database is not
const needsServer = env.TEST_DATABASE_URL ? [] : ['test/postgresql/**'];
const fast = findFastTests();
const measuring = findMeasuringTests();
const needsDatabase = ['test/support/global-setup.ts'];
// Workers allocate fast: with room for young garbage the suite takes a twentieth less CPU. Not for `slow`: projects
// inherit lists, and the flag holds for threads too, whose limits of memory it breaks.
const roomy = ['--min-semi-space-size=16', '--max-semi-space-size=64'];

const patient = {
  globalSetup: needsDatabase,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  isolate: true,
};

export default defineConfig({
  test: {
    // Limits only end what hangs: on a slow machine a new embedded database takes ten seconds.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    maxConcurrency: 6,
    // A busy machine takes seconds for what usually takes milliseconds.
    expect: { poll: { timeout: 10_000 } },
    // Files share the modules of their worker, never an app or a database: two thirds of the time.
    isolate: false,
    maxWorkers: 3,
    provide: { runId: randomUUID() },
    projects: [
      // Needs neither a database nor a second process: with `npm run verify`.
      {
        extends: true,
        test: { name: 'fast', include: fast, execArgv: roomy, sequence: { groupOrder: 0 } },
      },
      // The whole app on a database of its own.
      {
        extends: true,
        test: {
          name: 'app',
          include: ['test/**/*.test.ts'],
          exclude: [SLOW, ...fast],
          globalSetup: needsDatabase,
          execArgv: roomy,
          sequence: { groupOrder: 0 },
        },
      },
      // Starts processes or foreign programs, or waits for real timeouts: each file in a process of its own.
      {
        extends: true,
        test: {
          ...patient,
          name: 'slow',
          include: [SLOW],
          exclude: [...needsServer, ...measuring],
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      // Measures time or memory, so nothing runs beside it.
      {
        extends: true,
        test: {
          ...patient,
          name: 'alone',
          include: measuring,
          exclude: needsServer,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});

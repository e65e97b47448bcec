import { env } from 'node:process';
import { defineConfig } from 'vitest/config';

/**
 * They measure turns of the event loop, or have to be done by a deadline that half a machine misses: so they run
 * after the rest, one after the other, each in a process of its own.
 */
const MEASURING = [
  'test/adapters/crawler/extractor.test.ts',
  'test/adapters/outbound/limits.test.ts',
  'test/channels/discord/stalled.test.ts',
  'test/core/crawl/hostile.test.ts',
  'test/core/crawl/many-links.test.ts',
  'test/core/slices.test.ts',
  // Outages, slow lines and locks, in up to four processes: every statement there ends after 2.5 s.
  'test/postgresql/**/*.test.ts',
  'test/reliability/event-loop.test.ts',
];
// biome-ignore lint/style/noProcessEnv: test/postgresql breaks a real server, which the embedded database is not
const needsServer = env.TEST_DATABASE_URL ? [] : ['test/postgresql/**'];

export default defineConfig({
  test: {
    // Limits only end what hangs: on a slow machine a new embedded database takes ten seconds.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    maxConcurrency: 6,
    // A busy machine takes seconds for what usually takes milliseconds.
    expect: { poll: { timeout: 10_000 } },
    globalSetup: ['test/support/global-setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          include: ['test/**/*.test.ts'],
          exclude: [...needsServer, ...MEASURING],
          // Files share the modules of their worker, never an app or a database: two thirds of the time.
          isolate: false,
          // Workers allocate fast: with room for young garbage the suite takes a twentieth less CPU.
          execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=64'],
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'measuring',
          include: MEASURING,
          exclude: needsServer,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

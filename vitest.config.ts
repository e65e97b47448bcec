import { env } from 'node:process';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // biome-ignore lint/style/noProcessEnv: test/postgresql breaks a real server, which the embedded database is not
    exclude: env.TEST_DATABASE_URL ? [] : ['test/postgresql/**'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    maxConcurrency: 10,
    globalSetup: ['test/support/global-setup.ts'],
  },
});

import { defineConfig } from 'vitest/config';

/** Tests that need a browser; `npm test` runs without one. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.browser.ts'],
    globalSetup: ['test/support/global-setup.ts', 'test/browser/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    isolate: false,
    maxWorkers: 2,
  },
});

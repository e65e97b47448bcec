import { performance } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { askOne } from '../support/load.ts';
import { withApp } from './setup.ts';

const EACH_WAY_MS = 500;
const ALL_WITHIN_MS = 30_000;

// A second of each statement's two and a half is spent on the way, so nothing else may take the processor meanwhile.
describe('B13 · a database that is half a second away in each direction', () => {
  test.for([
    ['plain', false],
    ['idempotent', true],
  ] as const)('answers 100 parallel %s requests within 30 s and charges each once', ([, once]) =>
    withApp({}, async (app) => {
      const { id, key } = await app.addServer();
      app.proxy.slow(EACH_WAY_MS);
      const startedAt = performance.now();
      const seen = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          askOne({ ...app, key }, { onceAs: once ? `slow-${index}` : undefined }),
        ),
      );
      expect(performance.now() - startedAt).toBeLessThan(ALL_WITHIN_MS);
      expect(seen.filter(({ status }) => status !== 200)).toEqual([]);
      app.proxy.slow(0);
      await app.expectSoundLedger(id, seen);
    }));
});

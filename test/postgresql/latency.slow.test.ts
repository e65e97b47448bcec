import { describe, expect, test } from 'vitest';
import { askOne } from '../support/load.ts';
import { longestOf, withApp } from './setup.ts';

const EACH_WAY_MS = 500;
const ALL_WITHIN_MS = 30_000;

describe.concurrent('B13 · a database that is half a second away in each direction', () => {
  test.for([
    ['plain', false],
    ['idempotent', true],
  ] as const)('answers 100 parallel %s requests within 30 s and charges each once', ([, once], context) =>
    withApp({}, async (app) => {
      const { id, key } = await app.addServer();
      app.proxy.slow(EACH_WAY_MS);
      const seen = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          askOne({ ...app, key }, { onceAs: once ? `slow-${index}` : undefined }),
        ),
      );
      expect(Map.groupBy(seen, ({ status }) => status).get(200)).toHaveLength(100);
      expect(longestOf(seen)).toBeLessThan(ALL_WITHIN_MS);
      app.proxy.slow(0);
      await app.expectSoundLedger(id, seen, context);
    }));
});

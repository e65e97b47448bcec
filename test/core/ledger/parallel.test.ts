import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { readLedger } from '../../../src/adapters/db/owners/servers.ts';
import { startApp } from '../../support/app.ts';
import { countRuns } from '../../support/runs.ts';
import { type Books, readBooks } from './books.ts';
import { INVARIANTS } from './invariants.ts';
import { dayOf, mondayOf } from './model.ts';
import { historyArbitrary, runHistory, START } from './parallel.ts';
import { SEED, seedOf } from './seed.ts';
import { inWorld, type World } from './world.ts';

const app = await startApp();
afterAll(() => app.stop());

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;

const booksOf = ({ database, serverId }: World) => readBooks(database, serverId);

/** Names the invariant that does not hold. */
function holdAll({
  moments,
  swept,
  requests,
}: Awaited<ReturnType<typeof runHistory>> & { swept: Books }): void {
  for (const [name, when, hold] of INVARIANTS) {
    const seen = when === 'always' ? moments : moments.slice(-1);
    try {
      for (const books of [...seen, swept]) hold({ books, requests });
    } catch (cause) {
      throw new Error(name, { cause });
    }
  }
}

describe(`requests of two processes at once, with changing plans and weeks (FC_SEED=${SEED})`, () => {
  test('I1 to I13 · every invariant holds at every moment, at rest and after the sweep', async () => {
    await fc.assert(
      fc.asyncProperty(historyArbitrary, (history) =>
        inWorld(app, { zone: 'UTC', now: START, skewMs: history.skewMs }, async (world) => {
          const { moments, requests } = await runHistory(world, history);
          world.clock.now += HOUR;
          await world.ledgerOf(0).sweep();
          const swept = await booksOf(world);
          expect(swept.open).toEqual({});
          holdAll({ moments, swept, requests });
        }),
      ),
      { numRuns: countRuns(20), seed: seedOf('parallel') },
    );
  });

  test('I10 · a new week begins unused, time alone changes no credit and a refused request changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(historyArbitrary, (history) =>
        inWorld(app, { zone: 'UTC', now: START }, async (world) => {
          await runHistory(world, history);
          await world.ledgerOf(0).sweep();
          const before = await booksOf(world);
          world.clock.now += WEEK;
          const now = { zone: 'UTC', now: world.clock.now };
          expect(await readLedger(world.database, world.serverId, mondayOf(now), dayOf(now))).toEqual({
            ...{ used: 0, reserved: 0, api_used: 0, api_reserved: 0, requests_today: 0 },
            ...{ credit_balance: before.credit.balance, credit_reserved: before.credit.reserved },
          });
          for (const keyId of [world.keyIds[0] ?? null, null]) {
            const id = randomUUID();
            const units = Math.max(0, before.granted) + 101;
            const tooMuch = { wanted: units, least: units, quota: 100, share: 100 };
            const { outcome } = await world.ledgerOf(0).admit({
              ...{ id, serverId: world.serverId, keyId, channel: keyId ? 'api' : 'discord' },
              ...{ ...tooMuch, perMinute: 1, perDay: 1 },
            });
            expect(outcome).toBe('quota_exhausted');
          }
          expect(await booksOf(world)).toEqual(before);
        }),
      ),
      { numRuns: countRuns(8), endOnFailure: true },
    );
  });
});

describe('a request that is settled and released in one statement', () => {
  test.each(['settle', 'release'] as const)('I7 · is released, also when the %s comes first', (first) =>
    inWorld(app, { zone: 'UTC', now: START }, async (world) => {
      const { serverId } = world;
      const ledger = world.ledgerOf(0);
      const id = randomUUID();
      await ledger.admit({
        ...{ id, serverId, keyId: world.keyIds[0] ?? null, channel: 'api', wanted: 10, least: 5 },
        ...{ quota: 100, share: 50, perMinute: 1, perDay: 1 },
      });
      const settle = () =>
        ledger.settle({ id, serverId, units: 7, level: 'V1', promptTokens: 1, completionTokens: 1 });
      const release = () => ledger.settle({ id, serverId, units: null });
      await Promise.all(first === 'settle' ? [settle(), release()] : [release(), settle()]);
      const { weeks, days, open, charges } = await booksOf(world);
      expect({ weeks, days, open, charges }).toEqual({ weeks: {}, days: {}, open: {}, charges: {} });
    }));
});

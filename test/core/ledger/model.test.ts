import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { countRuns } from '../../support/runs.ts';
import { readBooks } from './books.ts';
import { booksOf, createModel } from './model.ts';
import { SEED, seedOf } from './seed.ts';
import { historyArbitrary, takeStep, termsArbitrary } from './steps.ts';
import { inWorld } from './world.ts';

const app = await startApp();
afterAll(() => app.stop());

const DAY = 24 * 3_600_000;

/** Sundays on which clocks change, so that the weeks around have 167 to 169 hours; Apia has none. */
const ZONES: [string, string[]][] = [
  ['Europe/Berlin', ['2026-03-29', '2026-10-25']],
  ['America/New_York', ['2026-11-01', '2027-03-14']],
  ['Australia/Lord_Howe', ['2026-04-05', '2027-10-03']],
  ['Pacific/Apia', ['2026-04-05', '2027-09-26']],
];

describe(`one request after another (FC_SEED=${SEED})`, () => {
  test('I1 to I11 · in every time zone every history has exactly the outcomes, units and ledger of the model', async () => {
    const start = fc
      .constantFrom(...ZONES)
      .chain(([zone, sundays]) =>
        fc
          .tuple(fc.constantFrom(...sundays), fc.integer({ min: -DAY, max: DAY }))
          .map(([sunday, ms]) => ({ zone, now: Date.parse(`${sunday}T12:00:00Z`) + ms })),
      );
    await fc.assert(
      fc.asyncProperty(start, termsArbitrary, historyArbitrary, ({ zone, now }, terms, steps) =>
        inWorld(app, { zone, now }, async (world) => {
          const model = createModel(zone, now, terms);
          for (const step of steps) {
            await takeStep(world, model, step);
            expect(await readBooks(world.database, world.serverId)).toEqual(booksOf(model));
          }
        }),
      ),
      { numRuns: countRuns(60), seed: seedOf('model') },
    );
  });
});

import { beforeEach, expect, test } from 'vitest';
import { changeServer } from '../../../../src/core/owners/servers.ts';
import { readWeek } from '../../../support/books.ts';
import { useCommunity } from '../setup.ts';
import { fill, type History, importAll, openHistory } from './setup.ts';

/** 400 prompt tokens and 100 completion tokens on V1. */
const COST = 800;
const HALF = 6_000;

const home = useCommunity({ settings: { PREMIUM_WEEKLY_UNITS: String(2 * HALF) } });
let school: History;
beforeEach(async () => {
  home.ai.usage({ promptTokens: 400, completionTokens: 100 });
  school = await openHistory(home);
  await changeServer(home.app.core, school.guild.id, { plan: 'premium' });
});

test('what is said is put into general words with half of the week at most; the rest waits as it was written, and is counted', async () => {
  home.ai.reply({
    ...{ reusable: true, question: 'At which gate does it stand?' },
    ...{ answer: 'It stands behind the third gate.', contradicts: [] },
  });
  fill(school, 12);
  const { run, suggestions } = await importAll(home, school);
  expect(run.suggested + run.grouped).toBe(12);
  expect(run.ownWords).toBeGreaterThan(0);
  const { used, reserved } = await readWeek(home.app, school.guild.id);
  expect(reserved).toBe(0);
  expect(used).toBeGreaterThan(0);
  expect(used).toBeLessThanOrEqual(HALF);
  expect(used / COST + run.ownWords).toBe(12);
  expect(suggestions).toHaveLength(run.suggested);
});

test('what is of use to one person alone is left out and counted', async () => {
  home.ai.reply({ reusable: false, question: '', answer: '', contradicts: [] });
  fill(school, 3);
  const { run, suggestions } = await importAll(home, school);
  expect(run).toMatchObject({ pairs: 3, suggested: 0, leftOut: { no_use: 3 } });
  expect(suggestions).toEqual([]);
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testTexts } from '../../../src/channels/dashboard/i18n/quality.ts';
import { listTests } from '../../../src/core/learning/test-questions/test-questions.ts';
import { addOwned } from './learning-setup.ts';
import { type Dashboard, lastAction, startDashboard } from './setup.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
});
afterAll(() => dashboard.stop());

test('a test question that cannot be run is stored once, reported as added but not checked, and is in the log', async () => {
  const { id, visitor, path } = await addOwned(dashboard);
  const { kysely } = dashboard.app.core.database;
  await visitor.get(path('tests'));
  await sql`ALTER TABLE test_questions ADD CONSTRAINT none CHECK (run_at IS NULL) NOT VALID`.execute(kysely);
  const seen = await visitor.submit(path('tests'), { question: 'When does it open?', needs_team: 'yes' });
  await sql`ALTER TABLE test_questions DROP CONSTRAINT none`.execute(kysely);
  expect([seen.status, seen.text('.note.good')]).toEqual([200, 'Added.']);
  expect(seen.text('[data-result]')).toBe('never checked');
  expect(await listTests(dashboard.app.core, id)).toHaveLength(1);
  expect(await lastAction(dashboard.app, id)).toMatchObject({ action: 'test.added' });
});

test('one test question is counted in the singular', () => {
  const { de, en } = testTexts;
  expect(en.notAskedLimit(1)).toMatch(/^1 was not asked:/);
  expect(en.notAskedAi(1)).toMatch(/^1 was not asked:/);
  expect(en.notAskedAi(2)).toMatch(/^2 were not asked:/);
  expect(de.notAskedLimit(1)).toMatch(/^1 wurde nicht gefragt:/);
  expect(de.notAskedAi(1)).toMatch(/^1 wurde nicht gefragt:/);
  expect(de.notAskedLimit(2)).toMatch(/^2 wurden nicht gefragt:/);
  expect([de.counts(3, 1), de.counts(3, 2)]).toEqual([
    '3 insgesamt, 1 scheitert.',
    '3 insgesamt, 2 scheitern.',
  ]);
});

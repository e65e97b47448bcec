import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testTexts } from '../../../src/channels/dashboard/i18n/quality.ts';
import {
  addTest,
  listTests,
  MAX_TESTS_PER_SERVER,
} from '../../../src/core/learning/test-questions/test-questions.ts';
import { addOwned } from './learning-setup.ts';
import { lastAction, useDashboard } from './setup.ts';

const dashboard = useDashboard();

const ENTRY = { id: 'oslo', title: 'How long does delivery to Oslo take?', text: 'Nine days by ship.' };

async function addServer() {
  const owned = await addOwned(dashboard);
  await dashboard.app.addKnowledge(owned.id, [ENTRY]);
  await owned.visitor.get(owned.path('tests'));
  return owned;
}

describe('Test questions', () => {
  test('explain their purpose when there are none, in German too', async () => {
    const { visitor, path } = await addServer();
    expect((await visitor.get(path('tests'))).text('#list')).toContain('There are no test questions yet.');
    expect((await visitor.get(`${path('tests')}?lang=de`)).text('h1')).toBe('Testfragen');
  });

  test('are added with what they expect, show their result at once, and are in the log', async () => {
    const { id, visitor, path } = await addServer();
    const question = 'How long does <b>delivery</b> to Oslo take?';
    const seen = await visitor.submit(path('tests'), { question, expected: '9 weeks', needs_team: 'no' });
    expect(seen.text('.note.good')).toBe('Added.');
    expect(seen.text('[data-test] td')).toBe(question);
    expect(seen.text('[data-result]')).toBe('failed “9 weeks” is missing');
    expect(seen.text('[data-counts]')).toBe('1 in all, 1 failing.');
    expect(await listTests(dashboard.app.core, id)).toMatchObject([
      { expected: '9 weeks', needsTeam: false },
    ]);
    expect(await lastAction(dashboard.app, id)).toMatchObject({
      action: 'test.added',
      subject: expect.stringContaining('How long does'),
    });
  });

  test('that expect nothing are refused beside the field in the reader’s language; what was typed stays', async () => {
    const { id, visitor, path } = await addServer();
    const given = { question: 'How long?', expected: ' ', needs_team: 'any' };
    const seen = await visitor.post(`${path('tests')}?lang=de`, given);
    expect(seen.status).toBe(422);
    expect(seen.text('#expected-fault')).toContain('Sag, was in der Antwort stehen muss');
    expect(seen.text('#question')).toBe('How long?');
    expect(await listTests(dashboard.app.core, id)).toEqual([]);
    const empty = await visitor.post(`${path('tests')}?lang=en`, { question: '', expected: 'x' });
    expect(empty.text('#question-fault')).toContain('The question must have');
  });

  test('are limited to 200', async () => {
    const { id, visitor, path } = await addServer();
    for (let n = 0; n < MAX_TESTS_PER_SERVER; n += 1)
      await addTest(dashboard.app.core, id, { question: `Question ${n}`, needsTeam: true });
    const seen = await visitor.post(path('tests'), { question: 'One more?', needs_team: 'yes' });
    expect(seen.status).toBe(422);
    expect(seen.text('.note.fault')).toContain('already has 200 test questions');
  });

  test('run against the knowledge, and failures are explained', async () => {
    const { id, visitor, path } = await addServer();
    const question = 'How long does delivery to Oslo take?';
    await addTest(dashboard.app.core, id, { question, expected: 'nine days', needsTeam: false });
    await addTest(dashboard.app.core, id, { question: 'Hello Oslo, delivery?', needsTeam: true });
    const seen = await visitor.post(path('tests/run'));
    expect(seen.status).toBe(200);
    expect(seen.text('[data-run] .note')).toBe('1 passed, 1 failed.');
    expect(seen.text('[data-failed]')).toContain('“Hello Oslo, delivery?”: the team is not called.');
    expect(seen.texts('[data-result]').sort()).toEqual(['failed the team is not called', 'passed']);
  });

  test('are really asked within the playground’s limit, and show what the bot said', async () => {
    const { id, visitor, path } = await addServer();
    await addTest(dashboard.app.core, id, { question: ENTRY.title, expected: 'two days' });
    const seen = await visitor.post(path('tests/run'), { answers: 'real' });
    expect(seen.text('[data-failed]')).toContain('Nine days by ship.');
    expect(seen.text('[data-result]')).toBe('never checked');
  });

  test('are asked as often as chosen, and one that falls is told with what was changed', async () => {
    const { id, visitor, path } = await addServer();
    await addTest(dashboard.app.core, id, { question: ENTRY.title, expected: 'Nine days' });
    const passed = await visitor.post(path('tests/run'), { answers: 'real', times: '3' });
    expect(passed.text('[data-run] .note')).toBe('1 passed, 0 failed.');
    await dashboard.app.addKnowledge(id, [{ ...ENTRY, text: 'Ten days by ship.' }]);
    const seen = await visitor.post(path('tests/run'), { answers: 'real', times: '3' });
    expect(seen.text('[data-failed]')).toContain('Right 0 of 3 times.');
    expect(seen.text('[data-changes]')).toContain(`Entry: ${ENTRY.title}`);
  });

  test('are removed, but not those of another server', async () => {
    const [one, other] = [await addServer(), await addServer()];
    const made = await addTest(dashboard.app.core, one.id, { question: 'Mine?', needsTeam: true });
    expect((await other.visitor.post(other.path(`tests/${made.id}/delete`))).status).toBe(404);
    expect((await one.visitor.post(one.path('tests/nothing/delete'))).status).toBe(404);
    const seen = await one.visitor.submit(one.path(`tests/${made.id}/delete`));
    expect(seen.text('.note.good')).toBe('Removed.');
    expect(await listTests(dashboard.app.core, one.id)).toEqual([]);
    expect(await lastAction(dashboard.app, one.id)).toMatchObject({
      action: 'test.removed',
      subject: 'Mine?',
    });
  });
});

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

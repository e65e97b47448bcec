import { describe, expect, test } from 'vitest';
import { holds } from '../../src/core/learning/test-questions/judge.ts';
import { runTestsWithAnswers } from '../../src/core/learning/test-questions/real-answers.ts';
import {
  addTest,
  listTests,
  MAX_TESTS_PER_SERVER,
  removeTest,
  runAllTests,
  runTests,
  summariseTests,
} from '../../src/core/learning/test-questions/test-questions.ts';
import { ask } from '../support/app.ts';
import { useApp, useAppWithAi } from '../support/use-app.ts';

const app = useApp();

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;
const QUESTION = 'How long does delivery to Oslo take?';
const OSLO = { id: 'o', title: 'Delivery to Oslo', text: 'Delivery to Oslo takes **nine** days.' };

async function addServer(entries: object[] = [OSLO]): Promise<string> {
  const { id } = await app.addServer();
  if (entries.length > 0) await app.addKnowledge(id, entries);
  return id;
}

describe('a test question', () => {
  test('is stored as given and removed, only on its own server', async () => {
    const [id, other] = [await addServer(), await addServer()];
    const made = await addTest(app.core, id, { question: ` ${QUESTION} `, expected: ' nine days ' });
    const kept = { question: QUESTION, expected: 'nine days', needsTeam: null, faults: null, runAt: null };
    expect(made).toMatchObject(kept);
    app.clock.now += 1;
    const second = await addTest(app.core, id, { question: 'A refund, please', needsTeam: true });
    expect(await listTests(app.core, id)).toEqual([made, second]);
    expect(await listTests(app.core, other)).toEqual([]);
    await expect(removeTest(app.core, other, made.id)).rejects.toMatchObject({ code: 'not_found' });
    await removeTest(app.core, id, made.id);
    await expect(removeTest(app.core, id, made.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await listTests(app.core, id)).toEqual([second]);
  });

  test.each([
    ['question', { question: ' ', needsTeam: true }],
    ['question', { question: 'x'.repeat(2_001), needsTeam: true }],
    ['expected', { question: QUESTION, expected: '' }],
    ['expected', { question: QUESTION, expected: 'x'.repeat(501) }],
  ])('with an invalid %s is refused by name', async (param, given) => {
    const id = await addServer([]);
    await expect(addTest(app.core, id, given)).rejects.toMatchObject({
      ...{ code: 'invalid_input', context: { param } },
    });
    expect(await listTests(app.core, id)).toEqual([]);
  });

  test('of the maximum length or with hostile characters is accepted', async () => {
    const id = await addServer([]);
    const longest = { question: 'x'.repeat(2_000), expected: 'y'.repeat(500) };
    expect(await addTest(app.core, id, longest)).toMatchObject(longest);
    const cleaned = await addTest(app.core, id, { question: 'a\u0000b\uD800', expected: '(.*[' + 'a' });
    expect(cleaned.question).toBe('a\uFFFDb\uFFFD');
    expect(await runTests(app.core, id)).toMatchObject({ total: 2, passed: 0 });
  });

  test('beyond 200 on a server is refused, even when several come at once', async () => {
    const id = await addServer([]);
    const rows = Array.from({ length: MAX_TESTS_PER_SERVER - 1 }, (_, n) => ({
      ...{ server_id: id, id: `t${n}`, question: 'Q', expected: 'A', needs_team: null },
      created_at: new Date(app.clock.now),
    }));
    await app.core.database.kysely.insertInto('test_questions').values(rows).execute();
    const add = () => addTest(app.core, id, { question: 'Q', expected: 'A' });
    const outcomes = await Promise.allSettled([add(), add(), add(), add()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(add()).rejects.toMatchObject({ code: 'invalid_input', context: { param: 'tests' } });
    await expect(addTest(app.core, 'nowhere', { question: 'Q', expected: 'A' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('the expectation', () => {
  test.each([
    ['It takes **nine**\n  days.', 'NINE days'],
    ['Der Schlüssel liegt bereit', 'schluessel'],
    ['Größe', 'GRÖSSE'],
    ['Cafe\u0301', 'Caf\u00E9'],
    ['Write to [the team](https://x.example/a_b).', 'https://x.example/a_b'],
    ['Run `npm_start` now', 'npm_start now'],
    ['Costs 5\u00A0€, or 5 %', '5 €'],
    ['so\u00ADft\u200Bly', 'softly'],
    ['Kontonummer', 'Konto'],
  ])('is seen in %j: %j', (text, wanted) => {
    expect(holds(text, wanted)).toBe(true);
  });

  test.each([
    ['within 15 days', '5 days'],
    ['within 2.5 days', '5 days'],
    ['costs 5,50', '5'],
    ['takes ten days', 'nine days'],
    ['abc', 'a.c'],
    ['anything', '**'],
  ])('is not seen in %j: %j', (text, wanted) => {
    expect(holds(text, wanted)).toBe(false);
  });
});

describe('a run without a backend', () => {
  test('judges what customers would be told, records it, and reports what passed before', async () => {
    const { id, key } = await app.addServer();
    await app.addKnowledge(id, [OSLO]);
    const nine = await addTest(app.core, id, { question: QUESTION, expected: 'nine days', needsTeam: false });
    app.clock.now += 1;
    const warranty = await addTest(app.core, id, { question: 'How long is the warranty?', needsTeam: false });
    app.clock.now += 1;
    await addTest(app.core, id, { question: 'I want a refund now', expected: 'person from the team' });
    app.clock.now += 1;
    await addTest(app.core, id, { question: 'Thank you!', needsTeam: false, expected: 'welcome' });
    expect(await summariseTests(app.core, id)).toMatchObject({ total: 4, failed: 0, notRun: 4, runAt: null });
    const failing = {
      question: warranty.question,
      expected: null,
      needsTeam: false,
      right: 0,
      faults: ['needs_team'],
    };
    expect(await runTests(app.core, id)).toEqual({
      ...{ total: 4, passed: 3, failed: [{ id: warranty.id, ...failing }], regressions: [] },
    });
    for (const { question, expected, needsTeam, faults, runAt } of await listTests(app.core, id)) {
      expect(runAt).toEqual(new Date(app.clock.now));
      const { body } = await app.chat(key, ask(question));
      expect(faults?.includes('expected')).toBe(expected !== null && !holds(body.answer, expected));
      expect(faults?.includes('needs_team')).toBe(needsTeam !== null && needsTeam !== body.needs_team);
    }
    await app.addKnowledge(id, [{ ...OSLO, text: 'Delivery to Oslo takes ten days.' }]);
    const worse = await runTests(app.core, id);
    expect(worse.regressions).toMatchObject([{ id: nine.id, faults: ['expected'] }]);
    expect((await runTests(app.core, id)).regressions).toEqual([]);
    expect(await summariseTests(app.core, id)).toMatchObject({ total: 4, failed: 2, notRun: 0 });
  });

  test('needs test questions; one that is removed during the run stays removed', async () => {
    const id = await addServer();
    expect(await runTests(app.core, id)).toEqual({ total: 0, passed: 0, failed: [], regressions: [] });
    expect(await summariseTests(app.core, id)).toBeNull();
    await expect(runTests(app.core, 'nowhere')).rejects.toMatchObject({ code: 'not_found' });
    const made = await addTest(app.core, id, { question: QUESTION, needsTeam: false });
    await Promise.all([runTests(app.core, id), removeTest(app.core, id, made.id), runTests(app.core, id)]);
    expect(await listTests(app.core, id)).toEqual([]);
  });
});

describe('a run with a backend', () => {
  const { app: served, stub } = useAppWithAi();

  test('judges what the model would get, without asking it', async () => {
    const { id } = await served.addServer();
    await served.addKnowledge(id, [OSLO, { id: 'b', title: 'Oslo office', text: 'In Oslo, on floor 4.' }]);
    const add = (question: string, expected: string | null, needsTeam: boolean | null = null) =>
      addTest(served.core, id, { question, expected, needsTeam });
    // Not in the best passage, but in one that is given.
    await add('How long does the delivery to Oslo take?', 'floor 4', false);
    await add('Warranty?', null, true);
    const lacking = await add(QUESTION, 'ten days');
    expect(await runTests(served.core, id)).toMatchObject({ total: 3, failed: [{ id: lacking.id }] });
    expect(stub.requests).toEqual([]);
  });

  test('asks the model on request, and keeps its results if it stops answering', async () => {
    const { id } = await served.addServer();
    await served.addKnowledge(id, [OSLO]);
    for (const expected of ['ten', 'nine', 'nine'])
      await addTest(served.core, id, { question: QUESTION, expected });
    stub.reply(() => ({ answer: 'Nine.', needs_team: false, answerable: true, used: ['o'] }));
    const { signal } = new AbortController();
    expect(await runTestsWithAnswers(served.core, id, signal)).toMatchObject({ passed: 2, notAsked: 0 });
    stub.fault('status:500');
    const silent = await runTestsWithAnswers(served.core, id, signal);
    stub.fault(null);
    expect(silent).toMatchObject({ passed: 0, notAsked: 3, stoppedBy: 'ai_unavailable' });
  });
});

describe('the daily run', () => {
  const warnings = () => app.logged.filter(({ level }) => level === 'warn');

  test('is done by one process, reports regressions without their words and skips no server', async () => {
    const [broken, id, idle] = [await addServer(), await addServer(), await addServer()];
    for (const serverId of [broken, id])
      await addTest(app.core, serverId, { question: QUESTION, expected: 'nine days' });
    app.clock.now += DAY;
    await runAllTests(app.core);
    expect(await summariseTests(app.core, id)).toMatchObject({ failed: 0, notRun: 0 });
    await app.addKnowledge(id, [{ ...OSLO, text: 'Delivery to Oslo takes ten days.' }]);
    await app.core.database.kysely
      .updateTable('servers')
      .set({ settings: '{"language": 5}' })
      .where('id', '=', broken)
      .execute();
    app.clock.now += DAY;
    app.logged.length = 0;
    const turns = await Promise.all([runAllTests(app.core), runAllTests(app.core), runAllTests(app.core)]);
    expect(turns.filter(Boolean)).toHaveLength(1);
    const told = warnings().filter(({ fields }) => fields.server === id);
    expect(told).toMatchObject([{ fields: { server: id, failed: 1 } }]);
    expect(warnings().some(({ fields }) => fields.server === broken)).toBe(true);
    expect(JSON.stringify(told)).not.toContain('Oslo');
    expect([id, idle].map((serverId) => app.core.knowledgeIndexes.has(serverId))).toEqual([false, false]);
    await app.core.database.kysely.deleteFrom('servers').where('id', '=', broken).execute();
  });

  test('resumes in the next hour where it broke off, and is not done twice', async () => {
    const id = await addServer();
    await addTest(app.core, id, { question: QUESTION, expected: 'nine days' });
    app.clock.now += DAY;
    const stopping = AbortSignal.abort(new Error('stopping'));
    await expect(runAllTests(app.core, stopping)).rejects.toThrow('stopping');
    expect(await runAllTests(app.core)).toBe(false);
    app.clock.now += HOUR;
    expect(await runAllTests(app.core)).toBe(true);
    expect(await summariseTests(app.core, id)).toMatchObject({ failed: 0, notRun: 0 });
    app.clock.now += HOUR;
    expect(await runAllTests(app.core)).toBe(false);
  });
});

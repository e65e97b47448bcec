import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { tests } from '../../commands/tests/tests.ts';
import { addTestAndRun, listTests } from '../../src/core/learning/test-questions/test-questions.ts';
import { invoke, textOf } from '../commands/setup.ts';
import { useApp } from '../support/use-app.ts';

const OSLO = { id: 'o', title: 'Delivery to Oslo', text: 'Delivery to Oslo takes nine days.' };
const QUESTION = 'How long does delivery to Oslo take?';

const app = useApp();

async function addServer(): Promise<string> {
  const { id } = await app.addServer();
  await app.addKnowledge(id, [OSLO]);
  return id;
}

/** What is done while no result of a run can be stored. */
async function withoutResults<Result>(act: () => Promise<Result>): Promise<Result> {
  const { kysely } = app.core.database;
  await sql`ALTER TABLE test_questions ADD CONSTRAINT none CHECK (run_at IS NULL) NOT VALID`.execute(kysely);
  try {
    return await act();
  } finally {
    await sql`ALTER TABLE test_questions DROP CONSTRAINT none`.execute(kysely);
  }
}

test('adding a test question shows its result at once', async () => {
  const id = await addServer();
  const passing = await addTestAndRun(app.core, id, { question: QUESTION, expected: 'nine days' });
  expect(passing.faults).toEqual([]);
  const failing = await addTestAndRun(app.core, id, { question: QUESTION, expected: 'two days' });
  expect(failing.faults).toEqual(['expected']);
  expect(await listTests(app.core, id)).toEqual(expect.arrayContaining([passing, failing]));
});

test('a test question that cannot be run is still added once, and the failure is logged', async () => {
  const id = await addServer();
  const given = { question: QUESTION, expected: 'nine days' };
  const made = await withoutResults(() => addTestAndRun(app.core, id, given));
  expect(made).toMatchObject({ question: QUESTION, faults: null, runAt: null });
  expect(await listTests(app.core, id)).toEqual([made]);
  const line = app.logged.find(({ message }) => message === 'test questions not run');
  expect(line).toMatchObject({ level: 'warn', fields: { server: id } });
});

test.each([
  ['en', 'Saved', 'could not be checked'],
] as const)('/tests add that cannot run says that it is saved, and it is audited (%s)', async (language, saved, later) => {
  const serverId = await addServer();
  const options = { question: QUESTION, expected: 'nine days' };
  const reply = await withoutResults(() =>
    tests.run(app.core, invoke({ serverId, subcommand: 'add', options, language })),
  );
  expect(textOf(reply)).toContain(saved);
  expect(textOf(reply)).toContain(later);
  expect(reply).toMatchObject({ audited: { action: 'test.added', subject: QUESTION } });
  expect(await listTests(app.core, serverId)).toHaveLength(1);
});

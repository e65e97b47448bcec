import { expect, test } from 'vitest';
import { listTests } from '../../src/core/learning/test-questions/test-questions.ts';
import { useApp } from '../support/use-app.ts';
import { runOn } from './cli-setup.ts';

const app = useApp();

const run = (...argv: string[]) => runOn(async () => app.core, argv);
const OSLO = { id: 'o', title: 'Delivery to Oslo', text: 'Delivery to Oslo takes nine days.' };
const QUESTION = 'How long does delivery to Oslo take?';

async function addServer(): Promise<string> {
  const { id } = await app.addServer();
  await app.addKnowledge(id, [OSLO]);
  return id;
}

test('test questions are added, listed with their last run, and removed', async () => {
  const id = await addServer();
  expect((await run('test', 'list', id)).out).toMatch(/^This server has no test questions yet\. Add one: /);
  expect((await run('test', 'run', id)).out).toMatch(/^This server has no test questions yet\. Add one: /);
  const added = await run('test', 'add', id, '--question', QUESTION, '--expected', 'nine', '--json');
  const made = JSON.parse(added.out);
  expect(made).toMatchObject({ question: QUESTION, expected: 'nine', needs_team: null, passed: null });
  const second = await run('test', 'add', id, '--question', 'A refund!', '--needs-team', 'true');
  expect(second.out).toMatch(/^Added \w{10}\. Try it: .* test run /);
  expect((await run('test', 'list', id)).out).toMatch(/^id +last run +at +needs team +expected +question\n/);

  expect(await run('test', 'run', id)).toEqual({ code: 0, out: 'Test questions passed: 2 of 2.\n', err: '' });
  const listed = JSON.parse((await run('test', 'list', id, '--json')).out);
  expect(listed).toMatchObject([
    { passed: true, faults: [] },
    { passed: true, faults: [] },
  ]);
  expect((await run('test', 'remove', id, made.id)).out).toBe(`Removed ${made.id}.\n`);
  expect(await listTests(app.core, id)).toMatchObject([{ question: 'A refund!', needsTeam: true }]);
});

test('a run in which one fails exits with code 1 and says which, and which passed before', async () => {
  const id = await addServer();
  await run('test', 'add', id, '--question', QUESTION, '--expected', 'nine days');
  await run('test', 'run', id);
  app.clock.now += 1;
  await run('test', 'add', id, '--question', 'Warranty?', '--needs-team', 'false');
  await app.addKnowledge(id, [{ ...OSLO, text: 'Ten days to Oslo.' }]);
  const [oslo, warranty] = await listTests(app.core, id);
  const failed = await run('test', 'run', id);
  expect([failed.code, failed.out]).toEqual([1, '']);
  expect(failed.err.split('\n')).toEqual([
    'Test questions failed: 2 of 2',
    `  ${oslo?.id}  "${QUESTION}": the expected text is missing (passed last time; changed since then: entry "Delivery to Oslo")`,
    `  ${warranty?.id}  "Warranty?": the team is called`,
    '',
  ]);
  const machine = await run('test', 'run', id, '--json');
  expect(JSON.parse(machine.out)).toMatchObject({ total: 2, passed: 0, regressions: [] });
  expect(machine.code).toBe(1);
});

test('with --times, each is asked so often, and tests is another name of the noun', async () => {
  const id = await addServer();
  await run('tests', 'add', id, '--question', QUESTION, '--expected', 'ten days');
  const { code, err } = await run('tests', 'run', id, '--times', '3');
  expect([code, err.split('\n')[1]]).toEqual([
    1,
    expect.stringContaining('the expected text is missing (right 0 of 3 times)'),
  ]);
  const machine = JSON.parse((await run('tests', 'run', id, '--times', '5', '--json')).out);
  expect(machine).toMatchObject({ total: 1, passed: 0, times: 5, failed: [{ right: 0 }] });
  for (const times of ['0', '6', '1.5', 'x'])
    expect((await run('tests', 'run', id, '--times', times)).code).toBe(2);
  expect((await run('tests', 'run', id, '--times', 'x')).err).toBe('--times: must be a number\n');
});

test('with --answers, real answers are judged, as many as are free, and the rest is named', async () => {
  const id = await addServer();
  const rows = Array.from({ length: 101 }, (_, n) => ({
    ...{ server_id: id, id: `${n}`.padStart(10, '0'), question: QUESTION, needs_team: null },
    ...{ expected: n === 0 ? 'ten' : 'nine', created_at: new Date(app.clock.now + n) },
  }));
  await app.core.database.kysely.insertInto('test_questions').values(rows).execute();
  const { code, err } = await run('test', 'run', id, '--answers');
  expect(code).toBe(1);
  expect(err.split('\n')).toEqual([
    'Test questions failed: 1 of 101',
    `  0000000000  "${QUESTION}": the expected text is missing`,
    `    ${OSLO.text}`,
    "Not asked: 1 of 101, because today's 100 free questions are used up.",
    '',
  ]);
  const machine = JSON.parse((await run('test', 'run', id, '--answers', '--json')).out);
  expect(machine).toEqual({
    ...{ total: 101, passed: 0, times: 1, not_asked: 101, stopped_by: 'rate_limited_day', failed: [] },
    ...{ regressions: [], changes: {} },
  });
});

test('a missing, misspelt or unknown argument is refused with a sentence', async () => {
  const id = await addServer();
  const refusals = [
    [['add', id], '--question: is required\n', 2],
    [['add', id, '--question', 'Q'], /expected: must say what has to be in the answer/, 1],
    [['add', id, '--question', 'Q', '--needs-team', 'maybe'], '--needs-team: must be true or false\n', 2],
    [['remove', id, 'x'], 'ID: is not the id of a test question\n', 2],
    [['remove', id, 'abcdefghij'], 'There is no test question with the id abcdefghij.\n', 3],
    [['run', 'nowhere'], 'There is no server with the id nowhere.\n', 3],
    [['list', 'nowhere'], 'There is no server with the id nowhere.\n', 3],
  ] as const;
  for (const [argv, err, code] of refusals) {
    const refused = await run('test', ...argv);
    expect([refused.code, refused.out]).toEqual([code, '']);
    expect(refused.err).toMatch(err);
  }
});

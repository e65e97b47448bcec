import { afterAll, beforeAll, expect, test } from 'vitest';
import { listKnowledge } from '../../src/core/knowledge.ts';
import { suggest } from '../../src/core/training.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { runOn } from './cli-setup.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const run = (...argv: string[]) => runOn(async () => app.core, argv);
const teach = (serverId: string, question: string) =>
  suggest(app.core, { serverId, question, answer: 'Nine days.', source: 'menu' });

test('suggestions are listed by state, approved and rejected', async () => {
  const { id } = await app.addServer();
  expect((await run('training', 'list', id)).out).toBe('There are no such suggestions.\n');
  const [first, second] = [await teach(id, 'To Oslo?'), await teach(id, 'To Bergen?')];
  const shape = { answer: 'Nine days.', state: 'pending', conflicts: [] };
  const listed = JSON.parse((await run('training', 'list', id, '--json')).out);
  expect(listed).toHaveLength(2);
  expect(listed).toContainEqual({ id: first.id, question: 'To Oslo?', ...shape });
  expect((await run('training', 'list', id)).out).toMatch(/^id +state +source +made +question +answer\n/);

  const approved = await run('training', 'approve', id, first.id, '--json');
  expect(JSON.parse(approved.out)).toMatchObject({ id: first.id, state: 'approved' });
  expect((await run('training', 'reject', id, second.id)).out).toBe(`Rejected ${second.id}.\n`);
  const rejected = await run('training', 'list', id, '--state', 'rejected', '--json');
  expect(JSON.parse(rejected.out)).toMatchObject([{ id: second.id }]);
  expect(await listKnowledge(app.core, id)).toMatchObject([{ title: 'To Oslo?', source: 'training' }]);
});

test('what is decided, unknown, of another server or misspelt is refused with a sentence', async () => {
  const [mine, other] = [await app.addServer(), await app.addServer()];
  const made = await teach(mine.id, 'To Oslo?');
  await run('training', 'reject', mine.id, made.id);
  const refusals = [
    [['approve', mine.id, made.id], 'This suggestion is rejected already.\n'],
    [['approve', other.id, made.id], 'There is no such suggestion.\n'],
    [['reject', mine.id, 'x'], 'ID: is no id of a suggestion\n'],
    [['list', mine.id, '--state', 'open'], '--state: must be pending, approved, rejected, suspended\n'],
    [['list', 'nowhere'], 'There is no server with the id nowhere.\n'],
  ] as const;
  for (const [argv, err] of refusals)
    expect(await run('training', ...argv)).toEqual({ code: 1, out: '', err });
  expect(await listKnowledge(app.core, mine.id)).toEqual([]);
});

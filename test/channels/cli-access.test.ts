import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listActions } from '../../src/core/members/audit.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { runOn } from './cli-setup.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const run = (...argv: string[]) => runOn(async () => app.core, argv);

test('a role is given a right, another one in its place, and none; the audit log has each', async () => {
  const { id } = await app.addServer();
  expect((await run('access', 'show', id)).out).toContain(`access set ${id} ROLE`);
  expect(await run('access', 'set', id, '42', 'viewer')).toMatchObject({
    code: 0,
    out: '42 now has viewer access.\n',
  });
  await run('access', 'set', id, '42', 'editor');
  expect(JSON.parse((await run('access', 'show', id, '--json')).out)).toEqual([
    { role: '42', right: 'editor' },
  ]);
  expect(JSON.parse((await run('access', 'set', id, '42', 'none', '--json')).out)).toEqual({
    ...{ role: '42', right: null },
  });
  expect(JSON.parse((await run('access', 'show', id, '--json')).out)).toEqual([]);
  const actions = await listActions(app.core, id, { limit: 5 });
  expect(actions.map(({ action, subject, channel }) => [action, subject, channel])).toEqual(
    ['editor → –', 'viewer → editor', '– → viewer'].map((told) => [
      'access.changed',
      `access 42: ${told}`,
      'cli',
    ]),
  );
});

test.each([
  [['42', 'owner'], 2, 'RIGHT: must be one of viewer, editor, admin, none'],
  [['@mods', 'viewer'], 2, 'ROLE: must be an id'],
])('what is typed wrong is refused: %j', async (typed, code, said) => {
  const { id } = await app.addServer();
  expect(await run('access', 'set', id, ...typed)).toMatchObject({
    code,
    err: expect.stringContaining(said),
  });
});

test('the role of everybody and a server that is not there get no right', async () => {
  await app.addServer({ id: '4711' });
  expect(await run('access', 'set', '4711', '4711', 'viewer')).toMatchObject({
    ...{ code: 1, err: expect.stringContaining('@everyone cannot have access') },
  });
  expect((await run('access', 'set', 'nowhere', '42', 'viewer')).code).toBe(3);
  expect((await run('access', 'show', 'nowhere')).code).toBe(3);
});

test('25 roles at most have a right', async () => {
  const { id } = await app.addServer();
  for (let role = 1; role <= 25; role += 1) await run('access', 'set', id, String(role), 'viewer');
  expect(await run('access', 'set', id, '26', 'viewer')).toMatchObject({
    ...{ code: 1, err: expect.stringContaining('At most 25 roles') },
  });
  expect((await run('access', 'set', id, '25', 'admin')).code).toBe(0);
});

test('an export carries the rights, and an import brings them back', async () => {
  const { id } = await app.addServer();
  await run('access', 'set', id, '42', 'editor');
  const { out } = await run('server', 'export', id);
  const file = join(mkdtempSync(join(tmpdir(), 'lotse-access-')), 'server.jsonl');
  writeFileSync(file, out);
  await run('server', 'delete', id, '--yes');
  expect(await run('server', 'import', file)).toMatchObject({ code: 0 });
  expect(JSON.parse((await run('access', 'show', id, '--json')).out)).toEqual([
    { role: '42', right: 'editor' },
  ]);
});

test('the report of each week has a channel, another one or none, and is shown as the channel gets it', async () => {
  const { id } = await app.addServer();
  expect(await run('report', 'set', id, '42')).toMatchObject({
    ...{ code: 0, out: '42 gets the report every Monday.\n' },
  });
  expect(JSON.parse((await run('server', 'list', '--json')).out)).toContainEqual(
    expect.objectContaining({ id, report_channel: '42' }),
  );
  const { out } = await run('report', 'show', id);
  expect(out).toContain(
    'Answers: 0 · handed over: 0\nConfirmed: 0 · No feedback: 0 · Reopened: 0\nNothing is waiting',
  );
  const shown = JSON.parse((await run('report', 'show', id, '--json')).out);
  expect(shown).toEqual({
    ...{ week: '2026-03-09', answers: 0, handed_over: 0, reasons: expect.anything() },
    ...{ confirmed: 0, silent: 0, reopened: 0, wrong_now: 0, next: [] },
  });
  expect(JSON.parse((await run('report', 'set', id, 'none', '--json')).out)).toEqual({
    report_channel: null,
  });
  expect(await run('report', 'set', id, 'here')).toMatchObject({ code: 2 });
  const actions = await listActions(app.core, id, { limit: 2 });
  expect(actions.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
    'server.changed report_channel: 42 → –',
    'server.changed report_channel: – → 42',
  ]);
});

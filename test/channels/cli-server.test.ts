import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listActions } from '../../src/core/members/audit.ts';
import { changeSettings, getServer } from '../../src/core/owners/servers.ts';
import { fillServer, MEMBER, QUESTION } from '../core/backup-setup.ts';
import { ask, startApp, type TestApp } from '../support/app.ts';
import { makeFolder } from '../support/process.ts';
import { runOn } from './cli-setup.ts';

test('a partly completed change is in the log as far as it was done', async () => {
  const app = await startApp();
  const { id } = await app.addServer({ level: 'V1' });
  const { kysely } = app.core.database;
  await kysely.schema.alterTable('quota_alerts').renameTo('hidden').execute();
  const argv = ['server', 'set', id, '--level', 'V2', '--alerts-channel', '77'];
  const failed = await runOn(async () => app.core, argv);
  expect([failed.code, failed.out]).toEqual([1, '']);
  expect((await getServer(app.core, id)).settings).toMatchObject({ level: 'V2' });
  const told = async () => (await listActions(app.core, id, { limit: 10 })).map(({ subject }) => subject);
  expect(await told()).toEqual(['level: V1 → V2']);
  await kysely.schema.alterTable('hidden').renameTo('quota_alerts').execute();
  const { code, out } = await runOn(async () => app.core, [...argv, '--json']);
  expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, level: 'V2', alerts_channel: '77' });
  expect(await told()).toEqual(['level: V1 → V2']);
  await app.stop();
});

describe('A server is exported and imported', () => {
  let source: TestApp;
  let target: TestApp;
  const folder = makeFolder();
  const path = join(folder, 'harbour.jsonl');
  beforeAll(async () => {
    source = await startApp();
    target = await startApp();
  });
  afterAll(async () => {
    await source.stop();
    await target.stop();
    rmSync(folder, { recursive: true });
  });
  const on = (app: TestApp, ...argv: string[]) => runOn(async () => app.core, argv);

  test('as lines with a first and a last one, and both actions are in the log', async () => {
    const { id, key } = await fillServer(source);
    const { code, out, err } = await on(source, 'server', 'export', id);
    expect([code, err]).toEqual([0, '']);
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ lotse_export: 1, schema: expect.any(String), server: id });
    expect(lines.at(-1)).toMatchObject({ counts: { servers: 1, api_keys: 1 }, checksum: expect.any(String) });
    expect((await listActions(source.core, id, { limit: 1 }))[0]).toMatchObject({
      action: 'server.exported',
    });
    expect(out).not.toContain(key);
    writeFileSync(path, out);

    const imported = await on(target, 'server', 'import', path);
    expect(imported).toMatchObject({ code: 0, err: '' });
    expect(imported.out).toMatch(
      new RegExp(`^Imported ${id} as it was on 2026-03-18 12:00: [1-9][0-9]+ rows\\.\n$`),
    );
    expect((await target.chat(key, ask(QUESTION))).status).toBe(200);
    const [told] = await listActions(target.core, id, { limit: 1 });
    expect(told).toMatchObject({ action: 'server.added', subject: 'export 2026-03-18T12:00:00.000Z' });

    const again = await on(target, 'server', 'import', path, '--json');
    expect(again).toMatchObject({ code: 1, out: '', err: expect.stringContaining('already exists') });
  });

  test('under another id, in the shape of --json', async () => {
    const { id } = await fillServer(source);
    writeFileSync(path, (await on(source, 'server', 'export', id)).out);
    const { code, out } = await on(target, 'server', 'import', path, '--as', 'quay', '--json');
    expect({ code, ...JSON.parse(out) }).toMatchObject({
      ...{ code: 0, server: 'quay', exported_at: '2026-03-18T12:00:00.000Z' },
      ...{ rows: { servers: 1, answers: 2 }, left_out: { subscriptions: 1 } },
    });
    expect(await on(target, 'server', 'import', path, '--as', '../x')).toMatchObject({
      ...{ code: 2, out: '', err: expect.stringContaining('--as: must be') },
    });
  });

  test('not at all if the file is damaged or missing', async () => {
    const { id } = await fillServer(source);
    const { out } = await on(source, 'server', 'export', id);
    writeFileSync(path, out.replace(`"${MEMBER}"`, '4711'));
    const damaged = await on(target, 'server', 'import', path);
    expect(damaged).toMatchObject({ code: 1, out: '' });
    expect(damaged.err).toMatch(/^Nothing was imported: line \d+ does not fit \w+: member_id: .*\.\n$/);
    expect((await on(target, 'server', 'show', id)).code).toBe(3);
    expect((await on(target, 'server', 'export', 'nobody')).err).toContain('no server with the id nobody');
    expect((await on(target, 'server', 'import', join(folder, 'none'))).err).toMatch(/there is no such file/);
  });
});

test('hours and the limit of a member are set from the command line and shown as it takes them', async () => {
  const app = await startApp();
  const { id } = await app.addServer();
  const core = async () => app.core;
  const run = (...more: string[]) => runOn(core, ['server', 'set', id, ...more]);
  const text = 'europe/berlin; monday 9-12, 13-17; friday 9-12; holidays 2026-12-25, 2026-12-26';
  const set = await run('--hours', text, '--member-limit', '5', '--json');
  expect(JSON.parse(set.out)).toMatchObject({
    member_questions: 5,
    hours: {
      zone: 'Europe/Berlin',
      thursday: '09:00-12:00, 13:00-17:00',
      friday: '09:00-12:00',
      sunday: 'closed',
    },
  });
  const { out } = await runOn(core, ['server', 'show', id]);
  const shown = /hours +(Europe\/Berlin; .*)/.exec(out)?.[1] ?? '';
  expect(shown).toContain('; saturday closed; sunday closed; holidays 2026-12-25, 2026-12-26');
  expect((await run('--hours', shown)).code).toBe(0);
  await changeSettings(app.core, id, () => ({
    place_instructions: { 7: 'Be brief.' },
    form_bots: ['8', '9'],
  }));
  const places = (await runOn(core, ['server', 'show', id])).out;
  expect(places).toMatch(/place_instructions +7: Be brief\.\n/);
  expect(places).toMatch(/form_bots +8, 9\n/);
  for (const wrong of [
    ['--hours', 'Europe/Berlin; mondays 9-17'],
    ['--hours', 'Europe/Berlin'],
    ['--hours', 'Berlin; monday 9-17'],
    ['--hours', 'UTC; monday 9-99'],
    ['--member-limit', '-1'],
    ['--member-limit', '1001'],
  ])
    expect((await run(...wrong)).code).toBe(2);
  for (const half of ['Europe/Berlin', 'Europe/Berlin monday 9-17'])
    expect((await run('--hours', half)).err).toMatch(
      /^--hours: monday is missing; write hours like this: ".*"\n$/,
    );
  expect((await getServer(app.core, id)).settings).toMatchObject({
    member_questions: 5,
    hours: { friday: '09:00-12:00' },
  });
  await run('--hours', 'off');
  expect((await getServer(app.core, id)).settings).toMatchObject({ hours: null });
  await app.stop();
});

test('limits of roles, shares and hours of places are one text each, shown as it is taken', async () => {
  const app = await startApp();
  const { id } = await app.addServer();
  const core = async () => app.core;
  const run = (...more: string[]) => runOn(core, ['server', 'set', id, ...more]);
  const hours = '7 Europe/Berlin; monday 9-17 | 8 UTC; monday closed; holidays 2026-12-25, 2026-12-26';
  const given = ['--role-questions', '70 50, 71 0', '--place-shares', '7 10', '--place-hours', hours];
  expect(JSON.parse((await run(...given, '--json')).out)).toMatchObject({
    role_questions: { 70: 50, 71: 0 },
    place_shares: { 7: 10 },
    place_hours: {
      7: { zone: 'Europe/Berlin', friday: '09:00-17:00' },
      8: { monday: 'closed', holidays: ['2026-12-25', '2026-12-26'] },
    },
  });
  const { out } = await runOn(core, ['server', 'show', id]);
  expect(out).toMatch(/role_questions +70 50, 71 0\n/);
  const shown = /place_hours +(.*)/.exec(out)?.[1] ?? '';
  expect((await run('--place-hours', shown)).code).toBe(0);
  const { settings } = await getServer(app.core, id);
  const audited = await listActions(app.core, id, { limit: 10 });
  expect(audited.map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/^place_hours 7: – → Europe\/Berlin; monday 09:00-17:00/),
  );
  for (const wrong of [
    ['--role-questions', '70'],
    ['--role-questions', 'crew 5'],
    ['--role-questions', '70 1001'],
    ['--role-questions', Array.from({ length: 26 }, (_, n) => `${n} 1`).join(',')],
    ['--place-shares', '7 0'],
    ['--place-shares', '7 101'],
    ['--place-hours', '7 off'],
    ['--place-hours', '7 Berlin; monday 9-17'],
  ])
    expect((await run(...wrong)).code).toBe(2);
  expect((await getServer(app.core, id)).settings).toEqual(settings);
  await run('--role-questions', 'none', '--place-shares', 'none', '--place-hours', 'none');
  expect((await getServer(app.core, id)).settings).toMatchObject({
    ...{ role_questions: {}, place_shares: {}, place_hours: {} },
  });
  await app.stop();
});

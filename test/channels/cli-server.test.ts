import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listActions } from '../../src/core/owners/audit.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { fillServer, MEMBER, QUESTION, rowsOf } from '../core/backup-setup.ts';
import { ask, startApp, type TestApp } from '../support/app.ts';
import { makeFolder, startProcess } from '../support/process.ts';
import { runOn } from './cli-setup.ts';

test('a change of which only a part was done stands in the log as far as it was done', async () => {
  const app = await startApp();
  const { id } = await app.addServer({ level: 'V1' });
  const { kysely } = app.core.database;
  await kysely.schema.alterTable('quota_alerts').renameTo('hidden').execute();
  const argv = ['server', 'set', id, '--level', 'V2', '--alerts-channel', '77'];
  const failed = await runOn(async () => app.core, argv);
  expect([failed.code, failed.out]).toEqual([1, '']);
  expect((await getServer(app.core, id)).settings).toMatchObject({ level: 'V2' });
  const told = async () => (await listActions(app.core, id, { limit: 10 })).map(({ subject }) => subject);
  expect(await told()).toEqual(['level V2']);
  await kysely.schema.alterTable('hidden').renameTo('quota_alerts').execute();
  const { code, out } = await runOn(async () => app.core, [...argv, '--json']);
  expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, level: 'V2', alerts_channel: '77' });
  expect(await told()).toEqual(['alerts_channel 77', 'level V2', 'level V2']);
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

  test('as lines with a first and a last one, which stand in the log', async () => {
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
    expect(again).toMatchObject({ code: 1, out: '', err: expect.stringContaining('exists already') });
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
      ...{ code: 1, out: '', err: expect.stringContaining('--as: must be') },
    });
  });

  test('not at all when the file is damaged or not there', async () => {
    const { id } = await fillServer(source);
    const { out } = await on(source, 'server', 'export', id);
    writeFileSync(path, out.replace(`"${MEMBER}"`, '4711'));
    const damaged = await on(target, 'server', 'import', path);
    expect(damaged).toMatchObject({ code: 1, out: '' });
    expect(damaged.err).toMatch(/^Nothing was imported: line \d+ does not fit \w+: member_id: .*\.\n$/);
    expect((await on(target, 'server', 'show', id)).code).toBe(1);
    expect((await on(target, 'server', 'export', 'nobody')).err).toContain('no server with the id nobody');
    expect((await on(target, 'server', 'import', join(folder, 'none'))).err).toMatch(/there is no such file/);
  });

  test('by processes of their own beside the service, through pipes', async () => {
    const { id, key } = await fillServer(source);
    const exporting = startProcess('src/cli.ts', settingsOf(source), ['server', 'export', id]);
    expect([await exporting.exited, exporting.stderr()]).toEqual([0, '']);
    const importing = startProcess('src/cli.ts', settingsOf(target), ['server', 'import', '-', '--json']);
    importing.child.stdin?.end(exporting.stdout());
    expect([await importing.exited, importing.stderr()]).toEqual([0, '']);
    expect((await target.chat(key, ask(QUESTION))).status).toBe(200);
    const again = await on(target, 'server', 'export', id);
    const isOther = (line: string) =>
      !line.includes('"audit_log"') && !/"(?:charges|answers)"|_counts|_quotas|_windows/.test(line);
    expect(rowsOf(again.out).filter(isOther)).toEqual(rowsOf(exporting.stdout()).filter(isOther));
  }, 60_000);

  test('knowledge comes through a pipe, too, where it is said what it is', async () => {
    const { id } = await target.addServer();
    const words = ['knowledge', 'import', id, '-', '--format', 'md', '--json'];
    const importing = startProcess('src/cli.ts', settingsOf(target), words);
    importing.child.stdin?.end('# When do you open?\nAt nine.\n');
    expect([await importing.exited, importing.stderr()]).toEqual([0, '']);
    expect(JSON.parse(importing.stdout())).toMatchObject({ added: 1, rejected: [] });
    const unknown = await on(target, 'knowledge', 'import', id, '-');
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('--format must tell')]);
  });

  test('what comes through a pipe and is too large or no UTF-8 is refused, and read no further', async () => {
    const words = ['knowledge', 'import', 'x', '-', '--format', 'md'];
    const large = startProcess('src/cli.ts', settingsOf(target), words);
    const endless = setInterval(() => large.child.stdin?.write(Buffer.alloc(8 * 1024 * 1024, 'a')), 50);
    large.child.stdin?.on('error', () => clearInterval(endless));
    expect([await large.exited, large.stderr()]).toEqual([
      1,
      'Standard input is larger than 32 MB. Split the file and import its parts one after another.\n',
    ]);
    clearInterval(endless);
    const latin = startProcess('src/cli.ts', settingsOf(target), words);
    latin.child.stdin?.end(Buffer.from('# Gr\u00fc\u00dfe\nx', 'latin1'));
    expect([await latin.exited, latin.stderr()]).toEqual([
      1,
      'Standard input is not UTF-8. Save it as UTF-8 and try again.\n',
    ]);
  }, 60_000);

  test.skipIf(process.platform === 'win32')('and says so when nobody reads it to its end', async () => {
    const { id } = await fillServer(source);
    await source.core.database.query(
      null,
      `INSERT INTO answers (server_id, id, channel, level, engine, question, needs_team, confidence, at)
       SELECT $1, gen_random_uuid(), 'api', 'V1', 'x', repeat('q', 8000), false, 0.5, now() FROM generate_series(1, 500)`,
      [id],
    );
    const exporting = startProcess('src/cli.ts', settingsOf(source), ['server', 'export', id]);
    exporting.child.stdout?.once('data', () => exporting.child.stdout?.destroy());
    expect([await exporting.exited, exporting.stderr()]).toEqual([
      1,
      'The output was closed before everything was written; it is not whole.\n',
    ]);
  });
});

/** Of a process that shares the database of an app. */
function settingsOf({ core }: TestApp): Record<string, string> {
  const { DATABASE_URL, DATA_DIR } = core.config;
  return DATABASE_URL ? { DATABASE_URL, SESSION_SECRET: 's'.repeat(32) } : { DATA_DIR };
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillServer, QUESTION, rowsOf } from '../core/backup-setup.ts';
import { ask, startApp, type TestApp } from '../support/app.ts';
import { addressesOf } from '../support/database.ts';
import { startProcess } from '../support/process.ts';
import { runOn } from './cli-setup.ts';

describe('A server is exported and imported', () => {
  let source: TestApp;
  let target: TestApp;
  beforeAll(async () => {
    source = await startApp();
    target = await startApp();
  });
  afterAll(async () => {
    await source.stop();
    await target.stop();
  });
  const on = (app: TestApp, ...argv: string[]) => runOn(async () => app.core, argv);

  test('by separate processes beside the service, through pipes', async () => {
    const { id, key } = await fillServer(source);
    const exporting = startProcess('src/cli.ts', settingsOf(source), ['server', 'export', id]);
    expect([await exporting.exited, exporting.stderr()]).toEqual([0, '']);
    const importing = startProcess('src/cli.ts', settingsOf(target), ['server', 'import', '-', '--json']);
    importing.child.stdin?.end(exporting.stdout());
    expect([await importing.exited, importing.stderr()]).toEqual([0, '']);
    expect((await target.chat(key, ask(QUESTION))).status).toBe(200);
    const again = await on(target, 'server', 'export', id);
    const isOther = (line: string) =>
      !line.includes('"audit_log"') &&
      !/"(?:charges|answers|answer_details)"|_counts|_quotas|_windows/.test(line);
    expect(rowsOf(again.out).filter(isOther)).toEqual(rowsOf(exporting.stdout()).filter(isOther));
  }, 60_000);

  test('knowledge can come through a pipe too, if its format is given', async () => {
    const { id } = await target.addServer();
    const words = ['knowledge', 'import', id, '-', '--format', 'md', '--json'];
    const importing = startProcess('src/cli.ts', settingsOf(target), words);
    importing.child.stdin?.end('# When do you open?\nAt nine.\n');
    expect([await importing.exited, importing.stderr()]).toEqual([0, '']);
    expect(JSON.parse(importing.stdout())).toMatchObject({ added: 1, rejected: [] });
    const unknown = await on(target, 'knowledge', 'import', id, '-');
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('--format must name')]);
  });

  test('input from a pipe that is too large or not UTF-8 is refused, and read no further', async () => {
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

  test.skipIf(process.platform === 'win32')('and reports an error if nobody reads to the end', async () => {
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
      'The output was closed before everything was written; it is incomplete.\n',
    ]);
  });
});

/** Of a process that shares the database of an app. */
function settingsOf({ core }: TestApp): Record<string, string> {
  const { DATABASE_URL, DATA_DIR } = core.config;
  return DATABASE_URL ? { ...addressesOf(DATABASE_URL), SESSION_SECRET: 's'.repeat(32) } : { DATA_DIR };
}

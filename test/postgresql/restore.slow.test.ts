import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectDatabase, type Database } from '../../src/adapters/db/connect.ts';
import { migrate } from '../../src/adapters/db/migrate.ts';
import { createLog } from '../../src/adapters/log.ts';
import { createEmptyDatabase, runOnServer, withDatabase } from '../support/database.ts';
import { startCommand, startProcess } from '../support/process.ts';
import { dumpRows, fillTables, makeLaterVersion, run } from '../support/versions.ts';

// Upgrade, damage, restore, with PostgreSQL's own programs and a service that is started on the outcome.

vi.setConfig({ testTimeout: 60_000 });

const SCRIPT = fileURLToPath(new URL('../../ops/restore.sh', import.meta.url));
const HALF_RESTORED = /^The database is half restored .*ops\/restore\.sh/;

/** Any program. @returns its exit code and what it wrote. */
async function call(program: string, args: string[], env: Record<string, string> = {}) {
  const surroundings = { env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...env }, cwd: tmpdir() };
  const { exited, stdout, stderr } = startCommand([program, ...args], surroundings);
  return { code: await exited, out: stdout() + stderr() };
}

async function withDatabaseAt<Result>(url: string, act: (database: Database) => Promise<Result>) {
  const database = await connectDatabase({ DATABASE_URL: url, DATA_DIR: '' }, createLog('silent'));
  return act(database).finally(() => database.close());
}

const LATER_VERSION = makeLaterVersion();

/** A database of this version, its backup, and what was in it; the restores are those of the version after it. */
async function makeOld() {
  const { directUrl: url, remove } = await createEmptyDatabase();
  if (!url) throw new Error('needs a PostgreSQL: set TEST_DATABASE_URL');
  const folder = mkdtempSync(join(tmpdir(), 'lotse-restore-'));
  const name = new URL(url).pathname.slice(1);
  const serverUrl = withDatabase(url, 'postgres');
  onTestFinished(async () => {
    for (const one of await databasesLike({ serverUrl, name }))
      await runOnServer(serverUrl, `DROP DATABASE ${one} WITH (FORCE)`);
    await remove().catch(() => undefined);
    rmSync(folder, { recursive: true });
  });
  const rows = await withDatabaseAt(url, async (database) => {
    await migrate(database);
    await fillTables(database);
    return dumpRows(database);
  });
  const dump = join(folder, 'lotse.dump');
  const backUp = () => call('pg_dump', ['--format=custom', `--file=${dump}`, url]);
  expect(await backUp()).toMatchObject({ code: 0 });
  const restore = (file = dump) => call('sh', [SCRIPT, file], { DATABASE_URL: url });
  return { url, serverUrl, name, folder, dump, rows, backUp, restore };
}

type Old = Awaited<ReturnType<typeof makeOld>>;

/** Those beside it, which a restore makes. */
async function databasesLike({ serverUrl, name }: Pick<Old, 'serverUrl' | 'name'>): Promise<string[]> {
  return withDatabaseAt(serverUrl, async (database) => {
    const text = 'SELECT datname FROM pg_database WHERE datname LIKE $1 ORDER BY 1';
    return (await database.query<{ datname: string }>(null, text, [`${name}\\_%`])).map((row) => row.datname);
  });
}

/** The new version starts, is used, and something goes wrong. */
async function upgradeAndDamage({ url }: Old): Promise<void> {
  await withDatabaseAt(url, async (database) => {
    await migrate(database, LATER_VERSION);
    await run(
      database,
      `INSERT INTO servers (id, name, bot_joined_at, plan, settings, revision)
        VALUES ('later', 'Later', '2026-01-08', 'premium', '{}', 1);
      INSERT INTO later SELECT id, 'Later' FROM servers;
      UPDATE servers SET name = 'Renamed later' WHERE id = 's'; DELETE FROM knowledge; DROP TABLE links CASCADE`,
    );
  });
}

async function startOn(url: string) {
  const settings = { DATABASE_URL: url, SESSION_SECRET: 's'.repeat(32), PORT: '0' };
  const { exited, stderr, stdout } = startProcess('src/main.ts', settings);
  return { code: await exited, said: stderr() + stdout() };
}

const readNames = (database: Database) =>
  database.query(null, 'SELECT id, name FROM servers ORDER BY id', []);

async function expectRestored({ url, rows }: Old): Promise<void> {
  await withDatabaseAt(url, async (database) => {
    expect(await dumpRows(database)).toEqual(rows);
    expect(await migrate(database)).toEqual([]);
    expect(await migrate(database, LATER_VERSION)).not.toEqual([]);
    expect(await migrate(database, LATER_VERSION)).toEqual([]);
    expect(await readNames(database)).toEqual([{ id: 's', name: 'Harbour' }]);
  });
}

test('a backup is back after an upgrade and damage, and what was there before is kept beside it', async () => {
  const old = await makeOld();
  await upgradeAndDamage(old);
  expect(await old.restore()).toMatchObject({ code: 0, out: expect.stringContaining('Restored.') });
  await expectRestored(old);
  const beside = await databasesLike(old);
  expect(beside).toEqual([expect.stringContaining('_before_')]);
  const names = await withDatabaseAt(withDatabase(old.url, beside[0] ?? ''), readNames);
  expect(names).toContainEqual({ id: 'later', name: 'Later' });
});

test('what pg_restore --clean makes of an upgraded database is refused at every start, and the script mends it', async () => {
  const old = await makeOld();
  await upgradeAndDamage(old);
  await call('pg_restore', ['--clean', '--if-exists', `--dbname=${old.url}`, old.dump]);
  for (let start = 1; start <= 2; start += 1)
    await expect(withDatabaseAt(old.url, (database) => migrate(database, LATER_VERSION))).rejects.toThrow(
      HALF_RESTORED,
    );
  expect(await old.restore()).toMatchObject({ code: 0 });
  await expectRestored(old);
});

test.each([
  ['with nothing but tables and rows', ['--section=pre-data', '--section=data']],
  ['with nothing but tables', ['--section=pre-data', '--table=kysely_migration', '--table=servers']],
])('a restore that broke off %s is refused at every start', async (_, part) => {
  const old = await makeOld();
  await withDatabaseAt(old.url, (database) =>
    run(database, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public'),
  );
  await call('pg_restore', [...part, `--dbname=${old.url}`, old.dump]);
  if (part.length > 2)
    await call('pg_restore', ['--data-only', '--table=kysely_migration', `--dbname=${old.url}`, old.dump]);
  for (let start = 1; start <= 2; start += 1) {
    const { code, said } = await startOn(old.url);
    expect([code, said]).toEqual([1, expect.stringMatching(HALF_RESTORED)]);
  }
});

test('an index that an operator added is no fault, and a table of this version that is gone is one', async () => {
  const old = await makeOld();
  await withDatabaseAt(old.url, async (database) => {
    await run(
      database,
      'CREATE INDEX by_an_operator ON servers (name); CREATE TABLE of_an_operator (id text)',
    );
    expect(await migrate(database)).toEqual([]);
    await run(database, 'DROP TABLE links CASCADE');
    await expect(migrate(database)).rejects.toThrow(HALF_RESTORED);
  });
});

test('a restore changes nothing while a process is connected, and with a file that is cut, foreign or no backup', async () => {
  const old = await makeOld();
  const [cut, text, foreign] = ['cut', 'text', 'foreign'].map((name) => join(old.folder, name)) as [
    string,
    string,
    string,
  ];
  const bytes = readFileSync(old.dump);
  writeFileSync(cut, bytes.subarray(0, bytes.length * 0.6));
  writeFileSync(text, 'INSERT INTO servers');
  await withDatabaseAt(old.url, async (database) => {
    await run(database, 'CREATE TABLE other (id text)');
    await call('pg_dump', ['--format=custom', '--table=other', `--file=${foreign}`, old.url]);
    await run(database, 'DROP TABLE other');
    expect(await old.restore()).toMatchObject({
      code: 1,
      out: expect.stringContaining('stop every process'),
    });
  });
  for (const file of [cut, text, foreign, join(old.folder, 'missing')])
    expect(await old.restore(file)).toMatchObject({ code: 1 });
  expect(await databasesLike(old)).toEqual([]);
  expect(await withDatabaseAt(old.url, dumpRows)).toEqual(old.rows);
});

test('a database that is gone altogether is restored too', async () => {
  const old = await makeOld();
  await runOnServer(old.serverUrl, `DROP DATABASE ${old.name} WITH (FORCE)`);
  expect(await old.restore()).toMatchObject({ code: 0 });
  await expectRestored(old);
});

import { readdirSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectDatabase } from '../../src/adapters/db/connect.ts';
import { createLog } from '../../src/adapters/log.ts';
import { createTestDatabase, makeFolder } from '../support/database.ts';
import { startProcess } from '../support/process.ts';

describe('The doctor as its own program', () => {
  const settings = { current: {} as Record<string, string> };
  let remove: () => Promise<void>;
  beforeAll(async () => {
    const database = await createTestDatabase();
    settings.current = { ...database.settings };
    remove = database.remove;
  });
  afterAll(() => remove());

  const change = async (statement: string) => {
    const config = { DATABASE_URL: undefined, DATA_DIR: '', ...settings.current };
    const database = await connectDatabase(config, createLog('silent'));
    const rows = await database.query(null, statement, []);
    await database.close();
    return rows;
  };
  const look = async () => {
    const { exited, stdout } = startProcess('src/cli.ts', settings.current, ['doctor']);
    return { code: await exited, database: /^\w+ +database +(.+)$/m.exec(stdout())?.[1] };
  };
  const countTables = () => change("SELECT FROM pg_tables WHERE schemaname = 'public'");

  test('it names a database from before version 0.1.0, and does not migrate it', async () => {
    await change('DELETE FROM kysely_migration');
    await change("INSERT INTO kysely_migration VALUES ('0009-fewer-checks', '2026-01-01')");
    for (const _ of [1, 2])
      expect(await look()).toMatchObject({
        code: 1,
        database: expect.stringContaining('before version 0.1.0'),
      });
  });

  test('it names a database of a later version', async () => {
    await change("INSERT INTO kysely_migration VALUES ('9999-later', '2999-01-01')");
    expect(await look()).toMatchObject({ code: 1, database: expect.stringContaining('a later version') });
  });

  test('an empty database stays empty, which is not a fault', async () => {
    await change('DROP SCHEMA public CASCADE');
    await change('CREATE SCHEMA public');
    // Another program that uses the same library.
    await change('CREATE SCHEMA other');
    await change('CREATE TABLE other.kysely_migration (name text)');
    expect(await look()).toMatchObject({ code: 0, database: expect.stringContaining('at its first start') });
    expect(await countTables()).toEqual([]);
  });

  test('a new embedded database is announced once on stderr with its folder, and doctor creates none', async () => {
    const folder = makeFolder('lotse-new-');
    const run = async () => {
      const { exited, stderr } = startProcess('src/cli.ts', { DATA_DIR: folder }, [
        'server',
        'list',
        '--json',
      ]);
      return [await exited, stderr()];
    };
    const doctor = startProcess('src/cli.ts', { DATA_DIR: folder }, ['doctor']);
    expect([await doctor.exited, doctor.stderr()]).toEqual([
      0,
      `DATABASE_URL is not set, and ${folder} holds no database yet.\n`,
    ]);
    expect(readdirSync(folder)).toEqual([]);
    const note = `DATABASE_URL is not set: making a new database in ${folder}.\n`;
    expect([await run(), await run()]).toEqual([
      [0, note],
      [0, ''],
    ]);
    rmSync(folder, { recursive: true });
  }, 120_000);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectDatabase, type Database } from '../../../src/adapters/db/connect.ts';
import { listMigrations, migrate, SchemaError } from '../../../src/adapters/db/migrate.ts';
import { createLog } from '../../../src/adapters/log.ts';
import { createEmptyDatabase } from '../../support/database.ts';
import { CURRENT, dumpRows, fillTables, LATER, makeLaterVersion, run } from '../../support/versions.ts';

const log = createLog('silent');
let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
let database: Database;

beforeAll(async () => {
  empty = await createEmptyDatabase();
  database = await connectDatabase(empty.settings, log);
});
afterAll(async () => {
  await database.close();
  await empty.remove();
});
beforeEach(() => run(database, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public'));

describe('a database of version 0.1.0', () => {
  beforeEach(async () => {
    expect(await migrate(database)).toEqual(CURRENT);
    await fillTables(database);
  });

  test('is left as it is, whichever migrations led to its tables', async () => {
    const before = await dumpRows(database);
    expect(await migrate(database)).toEqual([]);
    expect((await listMigrations(database)).pending).toEqual([]);
    expect(await dumpRows(database)).toEqual(before);
  });

  test('is migrated once by a later version that starts in two processes, and keeps its rows', async () => {
    const before = await dumpRows(database);
    const other = await connectDatabase(empty.settings, log, 'share');
    const later = makeLaterVersion();
    const applied = await Promise.all([migrate(database, later), migrate(other, later)]);
    await other.close();
    expect(applied.flat()).toEqual([LATER]);
    const after = await dumpRows(database);
    for (const [table, rows] of before)
      expect(after.get(table), table).toEqual(rows.map((row) => expect.objectContaining(row)));
    await expect(migrate(database)).rejects.toThrow(/^The database was used by a later version of Lotse/);
    await expect(listMigrations(database)).rejects.toThrow(SchemaError);
  });

  test('is refused where it lists only what came before that version', async () => {
    await run(database, `DELETE FROM kysely_migration WHERE name >= '0014'`);
    const before = await dumpRows(database);
    const refusal = /^The database was last used by Lotse before version 0\.1\.0/;
    await expect(migrate(database)).rejects.toThrow(refusal);
    await expect(listMigrations(database)).rejects.toThrow(refusal);
    expect(await dumpRows(database)).toEqual(before);
  });
});

test.each([
  ['a table of one of our names with other columns', 'CREATE TABLE audit_log (id serial, line text)'],
  ['a view in the place of a table', 'CREATE VIEW links AS SELECT 1 AS id'],
  ['a table with every column and without its key', 'CREATE TABLE cache (key varchar(255), value text)'],
])('a database that is not Lotse’s is refused in one sentence and left unchanged: %s', async (_, statement) => {
  await run(database, statement);
  const readRelations = () => database.query(null, `SELECT relname FROM pg_class ORDER BY 1`, []);
  const before = await readRelations();
  const refusal = await migrate(database).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(SchemaError);
  expect(String(refusal)).toMatch(/^Error: Lotse cannot use this database and left it as it is: .+\.$/);
  expect(await readRelations()).toEqual(before);
});

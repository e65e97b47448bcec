import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectDatabase, type Database } from '../../../src/adapters/db/connect.ts';
import { listMigrations, migrate, SchemaError } from '../../../src/adapters/db/migrate.ts';
import { createLedgerStore } from '../../../src/adapters/db/quota/quota.ts';
import { createLog } from '../../../src/adapters/log.ts';
import { createCalendar } from '../../../src/domain/time.ts';
import { createEmptyDatabase } from '../../support/database.ts';
import {
  describeSchema,
  dumpRows,
  EARLIER_NAMES,
  makeEarlier,
  makeUpTo,
  run,
} from '../../support/earlier-migrations/earlier-databases.ts';

const log = createLog('silent');
/** What a database of this version has. */
let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
let database: Database;
let fresh: string[];

beforeAll(async () => {
  empty = await createEmptyDatabase();
  database = await connectDatabase(empty.settings, log);
  await migrate(database);
  fresh = await describeSchema(database);
});
afterAll(async () => {
  await database.close();
  await empty.remove();
});

/** Where the sources of a suggestion stood before they had a table of their own. */
const MOVED = ['channel_id', 'message_ids', 'author_id'];

const NAMES = [
  '0001-baseline',
  '0002-questions',
  '0003-languages',
  '0004-wordings',
  '0005-contradictions',
  '0006-ticket-systems',
  '0007-slash-commands',
  '0008-communities',
  '0009-fewer-checks',
  '0010-money-back',
  '0011-unheard-charges',
  '0012-stored-indexes',
  '0013-comparisons',
  '0014-marks',
];

/** Takes the database over and holds it to a new one, and its rows to what they were. */
async function expectTakenOver(): Promise<void> {
  const before = await dumpRows(database);
  expect(await migrate(database)).toEqual(NAMES);
  expect(await describeSchema(database)).toEqual(fresh);
  expect(await listMigrations(database)).toEqual({ applied: NAMES, pending: [] });
  const after = await dumpRows(database);
  for (const [table, rows] of before) {
    const kept = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).filter(([column]) => table !== 'training' || !MOVED.includes(column)),
      ),
    );
    expect(after.get(table), table).toEqual(kept.map((row) => expect.objectContaining(row)));
  }
  if (before.has('training')) {
    const source = {
      training_id: 't',
      part: 'answer',
      channel_id: 'c',
      message_id: 'm-2',
      member_id: 'teacher',
    };
    expect(after.get('training_sources')).toEqual([
      expect.objectContaining({ ...source, is_original: true }),
    ]);
  }
}

describe('a database of an earlier version', () => {
  const states = EARLIER_NAMES.map((name, at) => ({ name, names: EARLIER_NAMES.slice(0, at + 1) }));

  test.each(
    states,
  )('that ended with $name is migrated to the schema of a new one, and keeps its rows', async ({ names }) => {
    await makeEarlier(database, names);
    await expectTakenOver();
  });

  test('is migrated even if some migrations ran without being listed, or are listed and missing', async () => {
    await makeEarlier(database, EARLIER_NAMES.slice(0, 9));
    await run(
      database,
      "DELETE FROM kysely_migration WHERE name > '0004'; DROP TABLE test_questions, pages, links",
    );
    await expectTakenOver();
    await makeEarlier(
      database,
      EARLIER_NAMES.filter((name) => !/^00(04|07|09|14)/.test(name)),
    );
    await expectTakenOver();
  });

  test('that ended with the baseline gets the columns of wordings, empty for the entries it has', async () => {
    await makeEarlier(database, EARLIER_NAMES);
    await makeUpTo(database, '0001-baseline');
    expect((await listMigrations(database)).pending).toEqual(NAMES.slice(1));
    await migrate(database);
    expect((await describeSchema(database)).toSorted()).toEqual(fresh.toSorted());
    const rows = (await dumpRows(database)).get('knowledge') ?? [];
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toEqual(rows.map(() => expect.objectContaining({ questions: [], proposed: [] })));
  });

  test('settles once what was reserved before the migration', async () => {
    await makeEarlier(database, EARLIER_NAMES.slice(0, 2));
    await migrate(database);
    const options = { clock: () => Date.parse('2026-01-06T12:00:00Z'), calendar: createCalendar('UTC') };
    const ledger = createLedgerStore(database, { ...options, reservationMs: 60_000 });
    const reservation = { id: '00000000-0000-4000-8000-000000000002', serverId: 's' };
    const tokens = { level: 'V1' as const, promptTokens: 10, completionTokens: 10 };
    const settled = await ledger.settle({ ...reservation, units: 350, ...tokens });
    expect(settled).toMatchObject({ used: 800, reserved: 0, credit_balance: 850, credit_reserved: 0 });
    expect(await ledger.settle({ ...reservation, units: 350, ...tokens })).toEqual(settled);
  });

  test('is migrated once if two processes start on it at the same time', async () => {
    await makeEarlier(database, EARLIER_NAMES.slice(0, 6));
    const other = await connectDatabase(empty.settings, log, 'share');
    const applied = await Promise.all([migrate(database), migrate(other)]);
    expect(applied.flat()).toEqual(NAMES);
    expect(await describeSchema(other)).toEqual(fresh);
    await other.close();
  });
});

describe('a database that is not Lotse’s', () => {
  const FOREIGN: [string, string][] = [
    [
      'a table of one of our names with other columns',
      'CREATE TABLE audit_log (id serial PRIMARY KEY, line text)',
    ],
    ['servers with another kind of id', 'CREATE TABLE servers (id integer PRIMARY KEY, name text)'],
    ['a view in the place of a table', 'CREATE VIEW links AS SELECT 1 AS id'],
    [
      'an earlier version whose column was dropped',
      'CREATE TABLE sign_in_links (digest bytea PRIMARY KEY, until timestamptz)',
    ],
    ['a table with every column and without its key', 'CREATE TABLE cache (key varchar(255), value text)'],
  ];

  test.each(FOREIGN)('is refused in one sentence and left unchanged: %s', async (_title, statement) => {
    await run(database, `DROP SCHEMA public CASCADE; CREATE SCHEMA public; ${statement}`);
    const before = await describeSchema(database);
    const refusal = await migrate(database).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SchemaError);
    expect(String(refusal)).toMatch(
      /^Error: The database cannot be taken over and was left as it is, because .+\.$/,
    );
    expect(await describeSchema(database)).toEqual(before);
  });
});

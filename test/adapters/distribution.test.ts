import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { connectDatabase } from '../../src/adapters/db/connect.ts';
import { createLog } from '../../src/adapters/log.ts';
import { createTestDatabase } from '../support/database.ts';
import { readCatalogue } from './distribution/catalogue.ts';
import * as exceptions from './distribution/exceptions.ts';
import { judge } from './distribution/judge.ts';

const scratch = await createTestDatabase();
const database = await connectDatabase({ DATA_DIR: '', ...scratch.settings }, createLog('silent'));
afterAll(async () => {
  await database.close();
  await scratch.remove();
});

/** What is wrong with the schema once these statements have run; they are taken back. */
async function faultsWith(...statements: string[]): Promise<string[]> {
  const transaction = await database.kysely.startTransaction().execute();
  try {
    for (const statement of statements) await sql.raw(statement).execute(transaction);
    return judge(await readCatalogue(transaction)).faults;
  } finally {
    await transaction.rollback().execute();
  }
}

describe('the schema', () => {
  test('can be distributed by server: every key carries server_id, or a reason says why not', async () => {
    const { faults, lines } = judge(await readCatalogue(database.kysely));
    expect(faults).toEqual([]);
    const count = (what: string) => lines.filter((line) => line.what === what).length;
    // A catalogue that was read as empty would have no faults either.
    expect(count('table')).toBeGreaterThan(25);
    expect(count('primary key')).toBeGreaterThan(25);
    expect(count('foreign key')).toBeGreaterThan(15);
    expect(count('lookup')).toBeGreaterThan(5);
    expect(count('function')).toBeGreaterThan(3);
  });
});

describe('the check finds', () => {
  const nobodySays = 'does not carry server_id, and nobody says why';

  test('a table with a unique index or a primary key that holds for all servers at once', async () => {
    const faults = await faultsWith(
      'CREATE TABLE stray (server_id text NOT NULL, id text PRIMARY KEY, name text)',
      'CREATE UNIQUE INDEX stray_by_name ON stray (lower(name)) WHERE name IS NOT NULL',
    );
    expect(faults).toEqual([
      `unique stray: stray_by_name (expression): ${nobodySays}`,
      `primary key stray: stray_pkey (id): ${nobodySays}`,
      expect.stringMatching(/^lookup stray: stray_by_name/),
      expect.stringMatching(/^lookup stray: stray_pkey/),
    ]);
  });

  test('an index whose server_id is only included', async () => {
    expect(await faultsWith('CREATE UNIQUE INDEX stray ON links (url) INCLUDE (server_id)')).toContain(
      `unique links: stray (url): ${nobodySays}`,
    );
  });

  test('a table that belongs to no server and has no exception', async () => {
    expect(await faultsWith('CREATE TABLE stray (id text PRIMARY KEY)')).toEqual([
      'table stray: has no server_id, and nobody says what it would be',
    ]);
  });

  test('a foreign key that may lead to another server', async () => {
    const faults = await faultsWith(
      'CREATE TABLE stray (server_id text, other text, entry text, PRIMARY KEY (server_id, entry))',
      'ALTER TABLE stray ADD FOREIGN KEY (other, entry) REFERENCES knowledge (server_id, id)',
      'ALTER TABLE stray ADD FOREIGN KEY (entry, server_id) REFERENCES knowledge (server_id, id)',
      'ALTER TABLE stray ADD FOREIGN KEY (server_id, entry) REFERENCES knowledge (server_id, id)',
    );
    const why = 'does not lead from server_id to the same server, and nobody says why';
    expect(faults).toEqual([
      `foreign key stray: stray_entry_server_id_fkey (entry, server_id): ${why}`,
      `foreign key stray: stray_other_entry_fkey (other, entry): ${why}`,
    ]);
  });

  test('an unexplained function, trigger, sequence, view or lookup over all servers', async () => {
    const faults = await faultsWith(
      'CREATE FUNCTION stray() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
      'CREATE TRIGGER strays BEFORE INSERT ON links FOR EACH ROW EXECUTE FUNCTION stray()',
      'CREATE SEQUENCE stray_numbers',
      'CREATE VIEW stray_view AS SELECT url FROM links',
      'CREATE INDEX stray_lookup ON links (url)',
    );
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'function stray',
      'sequence stray_numbers',
      'trigger strays',
      'view stray_view',
      'lookup links',
    ]);
  });

  test('an exception for something that is now keyed, or gone', async () => {
    const catalogue = await readCatalogue(database.kysely);
    const outdated = {
      ...exceptions,
      TABLES: { ...exceptions.TABLES, links: { place: 'reference table' as const, why: 'once' } },
      KEYS: { links_pkey: 'once', gone_pkey: 'once' },
      FUNCTIONS: { ...exceptions.FUNCTIONS, gone: 'once' },
    };
    const reason = 'is excepted, but needs no exception or is not there';
    expect(judge(catalogue, outdated).faults.toSorted()).toEqual(
      ['function gone', 'key gone_pkey', 'key links_pkey', 'table links'].map((what) => `${what}: ${reason}`),
    );
  });
});

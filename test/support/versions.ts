import { cpSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Database } from '../../src/adapters/db/connect.ts';

// Databases of this version and of the one after it.

const MIGRATIONS = new URL('../../src/adapters/db/migrations', import.meta.url);

/** Of this version, in their order. */
export const CURRENT = readdirSync(MIGRATIONS).toSorted();
export const LATER = '9999-later';

/** Listed beside the last one where a database was made before there was one baseline. */
const BEFORE_THE_BASELINE = ['0001-baseline', '0009-fewer-checks', '0013-comparisons'];

/** @returns the migrations of a version after this one, which adds a table and a column. */
export function makeLaterVersion(): URL {
  const folder = mkdtempSync(join(tmpdir(), 'lotse-migrations-'));
  cpSync(fileURLToPath(MIGRATIONS), folder, {
    recursive: true,
  });
  mkdirSync(join(folder, LATER));
  const statements = `CREATE TABLE later (server_id text REFERENCES servers(id), name text NOT NULL, PRIMARY KEY (server_id, name));
    ALTER TABLE knowledge ADD COLUMN later_on text;`;
  writeFileSync(join(folder, LATER, '1-later.sql'), statements);
  return pathToFileURL(`${folder}/`);
}

/** Rows in tables that refer to each other, and the list as the first databases of this version have it. */
export async function fillTables(database: Database): Promise<void> {
  await run(database, ROWS);
  for (const name of BEFORE_THE_BASELINE)
    await run(database, `INSERT INTO kysely_migration VALUES ('${name}', '2026-01-05T00:00:00.000Z')`);
}

const ROWS = `
  INSERT INTO servers (id, name, bot_joined_at, plan, settings, revision)
    VALUES ('s', 'Harbour', '2026-01-05', 'premium', '{"bot_name": "Lotse"}', 7);
  INSERT INTO api_keys (server_id, id, sha256, name, last4) VALUES ('s', 'key0000001', '\\x01', 'Desk', 'abcd');
  INSERT INTO key_windows VALUES ('s', 'key0000001', '{2026-01-06 10:00:00+00}', '{2}', '2026-01-06');
  INSERT INTO week_quotas VALUES ('s', '2026-01-05', 500, 300, 500, 300);
  INSERT INTO credit VALUES ('s', 900, 100);
  INSERT INTO credit_entries (server_id, id, units, reference)
    VALUES ('s', '00000000-0000-4000-8000-000000000001', 900, 'order 1');
  INSERT INTO reservations VALUES
    ('s', '00000000-0000-4000-8000-000000000002', '2026-01-05', '2026-01-06', 'api', 300, 100, '2026-01-07');
  INSERT INTO knowledge (server_id, id, title, text, source) VALUES ('s', 'k', 'Hours', 'We open at nine.', 'manual');
  INSERT INTO answers (server_id, id, channel, level, engine, question, answer, needs_team, confidence, at)
    VALUES ('s', '00000000-0000-4000-8000-000000000003', 'api', 'V1', 'ai', 'When?', 'At nine.', false, 0.5,
      '2026-01-06');
  INSERT INTO links (server_id, id, url, due_at) VALUES ('s', 'l', 'https://example.com/', '2026-01-07');
  INSERT INTO pages (server_id, link_id, id, url, depth, state)
    VALUES ('s', 'l', 'p', 'https://example.com/', 0, 'fetched');
  INSERT INTO training (server_id, id, question, answer, source, author_role, created_at)
    VALUES ('s', 't', 'Where?', 'At the quay.', 'menu', 'Team', '2026-01-06');
  INSERT INTO training_sources VALUES ('s', 't', 'answer', 'c', 'm-2', 'teacher', true, '2026-01-06');
  INSERT INTO payments (server_id, id, kind, percent, cents, currency, at)
    VALUES ('s', 'cs_1', 'top_up', 100, 900, 'eur', '2026-01-06');`;

/** Several statements at once. */
export async function run(database: Database, statements: string): Promise<void> {
  await database.query(null, statements, []);
}

type Row = Record<string, unknown>;

/** Every row of every table but the list of migrations. */
export async function dumpRows(database: Database): Promise<Map<string, Row[]>> {
  const tables = await database.query<{ name: string }>(
    null,
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely%' ORDER BY 1`,
    [],
  );
  const dump = new Map<string, Row[]>();
  for (const { name } of tables) {
    const statement = `SELECT to_jsonb(t) AS row FROM ${name} t ORDER BY to_jsonb(t)::text`;
    const rows = await database.query<{ row: Row }>(null, statement, []);
    dump.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return dump;
}

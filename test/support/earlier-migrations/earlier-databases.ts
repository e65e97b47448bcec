import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from '../../../src/adapters/db/connect.ts';

/** SQL of the migrations that stood before the baseline, as they landed, by their names. */
const MIGRATIONS = new Map(
  readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => [file.replace('.sql', ''), readFileSync(`${import.meta.dirname}/${file}`, 'utf8')]),
);
export const EARLIER_NAMES = [...MIGRATIONS.keys()];

/** Rows that are written as soon as the named migration has made their tables; the later ones carry them on. */
const ROWS: Record<string, string> = {
  '0001-tables': `
    INSERT INTO servers (id, name, bot_joined_at, plan, settings, revision)
      VALUES ('s', 'Harbour', '2026-01-05', 'premium', '{"bot_name": "Lotse"}', 7);
    INSERT INTO api_keys (server_id, id, sha256, name, last4) VALUES ('s', 'key0000001', '\\x01', 'Desk', 'abcd');
    INSERT INTO key_windows VALUES ('s', 'key0000001', '{2026-01-06 10:00:00+00}', '{2}', '2026-01-06');
    INSERT INTO day_counts VALUES ('s', '2026-01-06', 'api', 2);
    INSERT INTO week_quotas VALUES ('s', '2026-01-05', 500, 300, 500, 300);
    INSERT INTO credit VALUES ('s', 900, 100);
    INSERT INTO credit_entries (server_id, id, units, reference)
      VALUES ('s', '00000000-0000-4000-8000-000000000001', 900, 'order 1');
    INSERT INTO reservations VALUES
      ('s', '00000000-0000-4000-8000-000000000002', '2026-01-05', '2026-01-06', 'api', 300, 100, '2026-01-07');
    INSERT INTO charges (server_id, id, channel, level, prompt_tokens, completion_tokens, units, week_start,
        week_units, credit_units, at)
      VALUES ('s', '00000000-0000-4000-8000-000000000003', 'api', 'V1', 100, 100, 500, '2026-01-05', 500, 0,
        '2026-01-06');
    INSERT INTO knowledge (server_id, id, title, text, source) VALUES ('s', 'k', 'Hours', 'We open at nine.', 'manual');
    INSERT INTO answers (server_id, id, channel, level, engine, question, answer, needs_team, confidence, at)
      VALUES ('s', '00000000-0000-4000-8000-000000000003', 'api', 'V1', 'ai', 'When?', 'At nine.', false, 0.5,
        '2026-01-06');
    INSERT INTO idempotency VALUES ('s', 'key0000001', 'ticket-1', '00000000-0000-4000-8000-000000000003', '\\x02',
      'done', '{"answer": "At nine."}', '{"used": 500}', '2026-01-07');
    INSERT INTO cache VALUES ('lotse:1', '{}');
    INSERT INTO job_claims VALUES ('', 'daily', '2026-01-06');`,
  '0004-links': `
    INSERT INTO links (server_id, id, url, due_at) VALUES ('s', 'l', 'https://example.com/', '2026-01-07');
    INSERT INTO pages (server_id, link_id, id, url, depth, state)
      VALUES ('s', 'l', 'p', 'https://example.com/', 0, 'fetched');`,
  '0005-discord': `
    INSERT INTO handled_messages (server_id, message_id, channel_id, member_id, state, lease_until, at)
      VALUES ('s', 'm-1', 'c', 'member', 'answered', '2026-01-06', '2026-01-06');
    INSERT INTO conversations VALUES ('s', 'c', 'member', '2026-01-06', NULL);
    INSERT INTO opt_outs VALUES ('\\x03', '2026-01-06');
    INSERT INTO training (server_id, id, question, answer, source, channel_id, message_ids, author_id, author_role,
        created_at)
      VALUES ('s', 't', 'Where?', 'At the quay.', 'menu', 'c', '{m-2}', 'teacher', 'Team', '2026-01-06'),
        ('s', 'u', 'Who?', 'Anybody.', 'import', NULL, '{}', NULL, NULL, '2026-01-06');`,
  '0006-learning': `
    INSERT INTO test_questions (server_id, id, question, created_at) VALUES ('s', 'q', 'When?', '2026-01-06');
    INSERT INTO deletions VALUES ('\\x04', 'mark', '2026-01-06');`,
  '0008-dashboard': `
    INSERT INTO sessions (digest, kind, name, created_at, expires_at)
      VALUES ('\\x05', 'local', 'Operator', '2026-01-06', '2026-01-07');
    INSERT INTO sign_in_links VALUES ('\\x06', '2026-01-07');`,
  '0009-payments': `
    INSERT INTO payment_events VALUES ('s', 'evt_1', '2026-01-06');
    INSERT INTO payments VALUES ('s', 'cs_1', 'top_up', 100, 900, 'eur', NULL, '2026-01-06');
    INSERT INTO subscriptions VALUES ('s', 'sub_1', '2026-02-06', NULL, NULL, '2026-01-06');`,
  '0010-audit': `
    INSERT INTO audit_log (server_id, at, channel, action) VALUES ('s', '2026-01-06', 'cli', 'server.created');
    INSERT INTO quota_alerts VALUES ('s', '2026-01-05', 'api', 80, '2026-01-06', NULL, NULL);`,
};

/** What the library that earlier versions migrated with keeps beside their tables. */
const LIBRARY_TABLES = `
  CREATE TABLE kysely_migration (name varchar(255) PRIMARY KEY, timestamp varchar(255) NOT NULL);
  CREATE TABLE kysely_migration_lock (id varchar(255) PRIMARY KEY, is_locked integer NOT NULL DEFAULT 0);
  INSERT INTO kysely_migration_lock VALUES ('migration_lock', 0);`;

/** Makes the database what it was after these migrations, with rows in its tables; whatever it holds goes first. */
export async function makeEarlier(database: Database, names: readonly string[]): Promise<void> {
  await run(database, `DROP SCHEMA public CASCADE; CREATE SCHEMA public; ${LIBRARY_TABLES}`);
  for (const name of names) {
    await run(database, MIGRATIONS.get(name) ?? '');
    await run(database, ROWS[name] ?? '');
    await run(database, `INSERT INTO kysely_migration VALUES ('${name}', '2026-01-05T00:00:00.000Z')`);
  }
}

const LANDED = new URL('../../../src/adapters/db/migrations/', import.meta.url);

/** Goes on from the last of the earlier migrations to this one, as the version did that ended with it. */
export async function makeUpTo(database: Database, last: string): Promise<void> {
  const names = readdirSync(LANDED)
    .toSorted()
    .filter((name) => name <= last);
  for (const name of names)
    for (const file of readdirSync(new URL(`${name}/`, LANDED)).toSorted())
      await run(database, readFileSync(new URL(`${name}/${file}`, LANDED), 'utf8'));
  await run(database, readFileSync(new URL('../ledger.sql', LANDED), 'utf8'));
  const rows = names.map((name) => `('${name}', '2026-01-05T00:00:00.000Z')`);
  await run(database, `DELETE FROM kysely_migration; INSERT INTO kysely_migration VALUES ${rows.join(', ')}`);
}

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
    const rows = await database.query<{ row: Row }>(
      null,
      `SELECT to_jsonb(t) AS row FROM ${name} t ORDER BY to_jsonb(t)::text`,
      [],
    );
    dump.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return dump;
}

/** The schema as the catalogue tells it: columns in their order, constraints, indexes, functions and types, a line each. */
export async function describeSchema(database: Database): Promise<string[]> {
  const rows = await database.query<{ line: string }>(
    null,
    `SELECT concat_ws(' ', 'column', table_name, row_number() OVER (PARTITION BY table_name ORDER BY ordinal_position),
        column_name, data_type, udt_name, character_maximum_length, is_nullable, column_default, is_identity,
        identity_generation) AS line
      FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', 'index', indexdef) FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT concat_ws(' ', 'relation', relkind, relname, reloptions)
      FROM pg_class WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', 'type', typname, typtype) FROM pg_type WHERE typnamespace = 'public'::regnamespace
    ORDER BY 1`,
    [],
  );
  return rows.map(({ line }) => line);
}

import pg from 'pg';
import { inject } from 'vitest';
import { openEmbedded, socketFolderOf } from '../../src/adapters/db/embedded.ts';
import { copyTemplate, createTestDatabase, type TestDatabase } from './database.ts';

/** An engine that runs in this worker and serves one app after the other. */
interface Engine {
  folder: string;
  client: pg.Client;
  /** What the schema was like when it was new. */
  schema: string;
  close(): Promise<void>;
}

/** Each takes some 200 MB. */
const MOST_IDLE = 2;
const idle: Engine[] = [];

/**
 * An empty, migrated database for an app in this process. An embedded one keeps running for the next app:
 * to empty it takes 20 ms of the processor, a new one 250.
 */
export async function borrowDatabase(): Promise<TestDatabase> {
  if (inject('database').url) return createTestDatabase();
  const engine = idle.pop() ?? (await startEngine());
  return {
    settings: { DATA_DIR: engine.folder },
    directUrl: '',
    ownership: 'share',
    remove: async () => {
      if (idle.length < MOST_IDLE && (await empty(engine))) idle.push(engine);
      else await engine.close();
    },
  };
}

async function startEngine(): Promise<Engine> {
  const folder = copyTemplate();
  const embedded = await openEmbedded(folder);
  const client = new pg.Client({ host: socketFolderOf(folder), user: 'postgres', database: 'postgres' });
  await client.connect();
  const close = async () => {
    await client.end();
    await embedded.close();
  };
  return { folder, client, schema: await readSchema(client), close };
}

/** @returns whether it is as it was when it was new; a test may have left a table by another name, or a trigger. */
async function empty({ client, schema }: Engine): Promise<boolean> {
  try {
    await client.query(EMPTY);
    return (await readSchema(client)) === schema;
  } catch {
    return false;
  }
}

/** Deleting is faster than truncating for the few rows of most tests; what many rows leave behind would slow the next. */
const EMPTY = `DO $$
DECLARE
  name text;
  found boolean;
BEGIN
  PERFORM set_config('session_replication_role', 'replica', true);
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely%' LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %I)', name) INTO found;
    IF pg_relation_size(name::regclass) > 200000 THEN
      EXECUTE format('TRUNCATE %I CASCADE', name);
    ELSIF found THEN
      EXECUTE format('DELETE FROM %I', name);
    END IF;
  END LOOP;
  FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' LOOP
    PERFORM setval(name::regclass, 1, false);
  END LOOP;
END $$`;

/** Everything of the schema that a test could leave changed, as one text. */
async function readSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`SELECT
    (SELECT string_agg(nspname, ' ' ORDER BY nspname) FROM pg_namespace) AS schemas,
    (SELECT string_agg(name, ' ' ORDER BY name) FROM kysely_migration) AS migrations,
    (SELECT md5(string_agg(proname || prosrc, ' ' ORDER BY oid)) FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace) AS functions,
    (SELECT string_agg(tgname, ' ' ORDER BY oid) FROM pg_trigger WHERE NOT tgisinternal) AS triggers,
    (SELECT md5(string_agg(relname, ' ' ORDER BY oid)) FROM pg_class
      WHERE relnamespace = 'public'::regnamespace) AS relations,
    (SELECT md5(string_agg(concat(attname, atttypid, attnotnull, atthasdef), ' ' ORDER BY attrelid, attnum))
      FROM pg_attribute JOIN pg_class ON attrelid = pg_class.oid
      WHERE relnamespace = 'public'::regnamespace) AS columns,
    (SELECT md5(string_agg(conname, ' ' ORDER BY oid)) FROM pg_constraint) AS constraints`);
  return JSON.stringify(rows);
}

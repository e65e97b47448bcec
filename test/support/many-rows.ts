import { sql } from 'kysely';
import type { Core } from '../../src/core/core.ts';

/** Answers with stored texts and what is kept beside them, all from one moment. */
export async function addAnswers(
  { database }: Core,
  { serverId, count, channel, at }: { serverId: string; count: number; channel: 'api' | 'discord'; at: Date },
): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO answers (server_id, id, channel, level, engine, question, answer, needs_team, confidence, at)
      SELECT ${serverId}, gen_random_uuid(), ${channel}, 'V1', 'extractive', 'Why?', 'So.', false, 1, ${at}
      FROM generate_series(1, ${count}::integer) RETURNING server_id, id)
    INSERT INTO answer_details (server_id, answer_id, turns, history, passages, is_whole, took_ms)
    SELECT server_id, id, 1, '[{"by": "customer", "text": "Hm."}]', '[]', false, 0 FROM made`.execute(
    database.kysely,
  );
}

/** Channels of the answers that something is kept beside, one for each. */
export async function listDetailed({ database }: Core, serverId: string): Promise<string[]> {
  const { rows } = await sql<{ channel: string }>`
    SELECT a.channel FROM answer_details d JOIN answers a ON a.server_id = d.server_id AND a.id = d.answer_id
    WHERE d.server_id = ${serverId} ORDER BY 1`.execute(database.kysely);
  return rows.map(({ channel }) => channel);
}

/** Records how many rows of a table each statement changes, until it is stopped. */
export async function watchBatches({ database }: Core, table: string) {
  const run = (statement: string) => sql.raw(statement).execute(database.kysely);
  const sizes = `${table}_batches`;
  const note = `note_${sizes}`;
  await run(`CREATE TABLE ${sizes} (n integer NOT NULL)`);
  await run(`CREATE FUNCTION ${note}() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN INSERT INTO ${sizes} SELECT count(*) FROM changed HAVING count(*) > 0; RETURN NULL; END'`);
  await run(`CREATE TRIGGER ${note} AFTER UPDATE ON ${table} REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION ${note}()`);
  return {
    read: async () => {
      const { rows } = await sql<{ n: number }>`SELECT n FROM ${sql.table(sizes)}`.execute(database.kysely);
      return rows.map(({ n }) => n);
    },
    stop: async () => {
      await run(`DROP TRIGGER ${note} ON ${table}`);
      await run(`DROP FUNCTION ${note}()`);
      await run(`DROP TABLE ${sizes}`);
    },
  };
}

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openAdapters } from '../../src/adapters/adapters.ts';
import { migrate } from '../../src/adapters/db/migrate.ts';
import { createLog } from '../../src/adapters/log.ts';
import { parseConfig } from '../../src/config.ts';
import { createCore } from '../../src/core/core.ts';
import { addServer } from '../../src/core/owners/servers.ts';
import { fillAnswers } from '../pages/data.ts';
import { openPostgreSql } from '../speed/postgresql.ts';

/** What an answer takes on disk with its indexes, in bytes. */
export interface Sizes {
  /** While its words are kept, and what is kept beside them. */
  whole: number;
  /** Once they are forgotten. */
  bare: number;
}

const ANSWERS = 20_000;

/** Fills a database of its own with answers of common lengths and asks PostgreSQL how large they are. */
export async function measureSizes(databaseUrl: string): Promise<Sizes> {
  await using cleanup = new AsyncDisposableStack();
  const postgreSql = await openPostgreSql(databaseUrl);
  cleanup.defer(() => postgreSql.close());
  const name = `lotse_plan_${process.pid}`;
  await postgreSql.create(name);
  cleanup.defer(() => postgreSql.drop(name));
  const folder = mkdtempSync(join(tmpdir(), 'lotse-plan-'));
  cleanup.defer(async () => rmSync(folder, { recursive: true, force: true }));
  const config = parseConfig({
    ...{ DATABASE_URL: postgreSql.urlOf(name), DATA_DIR: folder },
    SESSION_SECRET: randomBytes(32).toString('hex'),
  });
  const adapters = await openAdapters(config, createLog('warn'), 'own');
  cleanup.defer(() => adapters.close());
  const { database } = adapters;
  await migrate(database);
  const core = createCore({ ...adapters, config, clock: Date.now, log: createLog('warn') });
  await addServer(core, 'plan', { name: 'Plan' });
  await fillAnswers(
    database,
    { own: 'plan', beside: [] },
    { answers: ANSWERS, servers: 0, answersBeside: 0 },
  );
  const measure = () =>
    database.withoutLimits(async (kysely) => {
      for (const table of ['answers', 'answer_details', 'charges'])
        await sql`VACUUM FULL ${sql.table(table)}`.execute(kysely);
      const { rows } = await sql<{ bytes: string }>`
        SELECT sum(pg_total_relation_size(name::regclass)) AS bytes
        FROM unnest(ARRAY['answers', 'answer_details', 'charges']) AS name`.execute(kysely);
      return Number(rows[0]?.bytes ?? 0) / ANSWERS;
    });
  const whole = await measure();
  await database.withoutLimits(async (kysely) => {
    await sql`UPDATE answers SET question = NULL, answer = NULL, comment = NULL`.execute(kysely);
    await sql`DELETE FROM answer_details`.execute(kysely);
  });
  return { whole, bare: await measure() };
}

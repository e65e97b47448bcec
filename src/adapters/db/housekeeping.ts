import type { Database } from './connect.ts';
import { sql } from './query-builder.ts';

/** Removes raw texts of answers older than `before`; the figures about them stay. */
export async function forgetAnswerTexts(database: Database, before: Date): Promise<void> {
  await database.kysely
    .updateTable('answers')
    .set({ question: null, answer: null })
    .where('at', '<', before)
    .where('question', 'is not', null)
    .execute();
}

/** Removes rows that have done their work: stored outcomes, day counts, job claims, cache entries, ways to sign in. */
export async function removeExpired(database: Database, now: Date, before: Date): Promise<void> {
  const { kysely } = database;
  await kysely.deleteFrom('idempotency').where('expires_at', '<', now).execute();
  await kysely.deleteFrom('day_counts').where('day', '<', before.toISOString().slice(0, 10)).execute();
  await kysely.deleteFrom('job_claims').where('due_at', '<', before).execute();
  // Keyv keeps the expiry, in milliseconds, inside the value.
  const expiry = sql<number>`(value::jsonb ->> 'expires')::numeric`;
  await kysely.deleteFrom('cache').where(expiry, '<', now.getTime()).execute();
  for (const table of ['sessions', 'sign_ins', 'sign_in_links'] as const) {
    await kysely.deleteFrom(table).where('expires_at', '<', now).execute();
  }
}

/** Whether this process is the one that runs a job due at `dueAt`; every process asks, one is told true. */
export async function claimJob(database: Database, job: string, dueAt: Date): Promise<boolean> {
  const statement = `INSERT INTO job_claims (server_id, job, due_at) VALUES ('', $1, $2)
    ON CONFLICT DO NOTHING RETURNING job`;
  const claimed = await database.query(null, statement, [job, dueAt]);
  return claimed.length > 0;
}

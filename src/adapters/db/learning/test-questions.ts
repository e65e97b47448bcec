import { sql } from 'kysely';
import type { AuditAction, TestFault } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { lockServer } from '../knowledge/knowledge.ts';
import { countRows, deleteRows, type Row, readRows, toRow } from '../rows.ts';

/**
 * `expected` and `needsTeam` null: either result is right. The faults are those of the last run: null before the first,
 * empty where it passed. `rightAt` null: real answers to it were never right, or no longer are.
 */
export type TestQuestion = Omit<Row<'test_questions'>, 'serverId'>;

/** @returns false when the server has `limit` of them. */
export async function insertTestQuestion(
  database: Database,
  serverId: string,
  test: Pick<TestQuestion, 'id' | 'question' | 'expected' | 'needsTeam' | 'createdAt'>,
  limit: number,
): Promise<boolean> {
  return database.kysely.transaction().execute(async (transaction) => {
    await lockServer(transaction, serverId);
    if ((await countRows(transaction, 'test_questions', { serverId })) >= limit) return false;
    const { id, question, expected, needsTeam, createdAt } = test;
    const row = toRow({ serverId, id, question, expected, needsTeam, createdAt });
    await transaction.insertInto('test_questions').values(row).execute();
    return true;
  });
}

/** Oldest first. */
export async function listTestQuestions(database: Database, serverId: string): Promise<TestQuestion[]> {
  return readRows(
    database.kysely,
    'test_questions',
    { serverId },
    ['id', 'question', 'expected', 'needsTeam', 'faults', 'runAt', 'rightAt', 'rightEngine', 'createdAt'],
    sql`ORDER BY created_at, id`,
  );
}

/** Null when there is no such server. */
export async function lookForTests(database: Database, serverId: string) {
  const row = await database.kysely
    .selectFrom('servers')
    .select([
      'revision',
      ({ exists, selectFrom }) =>
        exists(selectFrom('test_questions').select('id').where('server_id', '=', serverId)).as('hasTests'),
    ])
    .where('id', '=', serverId)
    .executeTakeFirst();
  return row ? { revision: row.revision, hasTests: Boolean(row.hasTests) } : null;
}

/** @returns false when there is no such test question. */
export async function deleteTestQuestion(database: Database, serverId: string, id: string): Promise<boolean> {
  return (await deleteRows(database.kysely, 'test_questions', { serverId, id })) > 0;
}

/** Skips tests that were removed meanwhile. */
export async function storeTestResults(
  database: Database,
  serverId: string,
  results: readonly { id: string; faults: readonly TestFault[] }[],
  runAt: Date,
): Promise<void> {
  const ids = results.map(({ id }) => id);
  // Arrays of arrays must have one length, so each list of faults is one text.
  const faults = results.map((result) => result.faults.join(' '));
  await sql`
    UPDATE test_questions SET run_at = ${runAt}, faults = string_to_array(run.faults, ' ')
    FROM unnest(${ids}::text[], ${faults}::text[]) AS run(id, faults)
    WHERE server_id = ${serverId} AND test_questions.id = run.id`.execute(database.kysely);
}

/** Notes which questions had only right answers in a run, and forgets it of the others. */
export async function storeRightAnswers(
  database: Database,
  serverId: string,
  results: readonly { id: string; engine: string; faults: readonly TestFault[] }[],
  at: Date,
): Promise<void> {
  const ids = results.map(({ id }) => id);
  const engines = results.map(({ faults, engine }) => (faults.length === 0 ? engine : null));
  await sql`
    UPDATE test_questions SET right_at = CASE WHEN run.engine IS NULL THEN NULL ELSE ${at}::timestamptz END,
      right_engine = run.engine
    FROM unnest(${ids}::text[], ${engines}::text[]) AS run(id, engine)
    WHERE server_id = ${serverId} AND test_questions.id = run.id`.execute(database.kysely);
}

/** Entries written since then, and these actions of the audit log, newest first; a taught entry by its id. */
export async function listChangesSince(
  database: Database,
  serverId: string,
  { since, actions, limit }: { since: Date; actions: readonly AuditAction[]; limit: number },
) {
  return database.query<{ what: AuditAction | 'entry'; subject: string | null }>(
    'list-changes-since',
    `SELECT what, subject FROM (
       SELECT action AS what, subject, at FROM audit_log WHERE server_id = $1 AND at > $2 AND action = ANY ($3)
       UNION ALL
       SELECT 'entry', CASE source WHEN 'training' THEN id ELSE title END, updated_at FROM knowledge
       WHERE server_id = $1 AND updated_at > $2) AS changes
     ORDER BY at DESC LIMIT $4`,
    [serverId, since, actions, limit],
    { repeatable: true },
  );
}

/** Active servers with test questions. */
export async function listServersWithTests(database: Database): Promise<string[]> {
  const rows = await database.kysely
    .selectFrom('servers')
    .select('id')
    .where('active', '=', true)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('test_questions').select('server_id').whereRef('server_id', '=', 'servers.id')),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

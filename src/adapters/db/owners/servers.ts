import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Ledger, Server } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { deleteRows, fromRow } from '../rows.ts';
import type { Schema } from '../schema.ts';

type ServerRow = Selectable<Schema['servers']>;

export function toServer({ created_at: _, on_discord: __, ...row }: ServerRow): Server {
  return fromRow(row);
}

/** @returns false when a server with this id exists already. */
export async function insertServer(database: Database, row: Insertable<Schema['servers']>): Promise<boolean> {
  return database.kysely.transaction().execute(async (transaction) => {
    const made = await transaction
      .insertInto('servers')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made) await transaction.insertInto('credit').values({ server_id: row.id }).execute();
    return made !== undefined;
  });
}

export async function findServer(database: Database, id: string): Promise<Server | null> {
  const row = await database.kysely.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toServer(row) : null;
}

export async function hasServers(database: Database): Promise<boolean> {
  const statement = 'SELECT EXISTS (SELECT FROM servers) AS found';
  const rows = await database.query<{ found: boolean }>(null, statement, [], { repeatable: true });
  return rows[0]?.found === true;
}

export async function listServers(database: Database): Promise<Server[]> {
  const rows = await database.kysely.selectFrom('servers').selectAll().orderBy('id').execute();
  return rows.map(toServer);
}

export async function listServersAfter(database: Database, after: string, limit: number): Promise<Server[]> {
  const rows = await database.kysely
    .selectFrom('servers')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toServer);
}

/** Raises the revision, so every process sees the change on its next request. */
export async function updateServer(
  database: Pick<Database, 'kysely'>,
  id: string,
  columns: Updateable<Schema['servers']>,
): Promise<Server | null> {
  const row = await database.kysely
    .updateTable('servers')
    .set({ ...columns, revision: sql`revision + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row ? toServer(row) : null;
}

/**
 * Changes settings under the server's lock, so that none of two changes is lost.
 * @param change of the settings; a throw changes nothing.
 * @param columns are changed with them.
 * @param beside what is written together with them.
 * @returns null when there is no such server.
 */
export async function changeServer(
  database: Database,
  id: string,
  change: (stored: unknown) => object,
  columns: Updateable<Schema['servers']>,
  beside?: (kysely: Kysely<Schema>) => Promise<unknown>,
) {
  return database.kysely.transaction().execute(async (transaction) => {
    const server = transaction.selectFrom('servers').where('id', '=', id);
    const row = await server.select('settings').forUpdate().executeTakeFirst();
    if (!row) return null;
    await beside?.(transaction);
    return updateServer({ kysely: transaction }, id, {
      ...columns,
      settings: JSON.stringify(change(row.settings)),
    });
  });
}

export async function deleteServer(database: Database, id: string): Promise<boolean> {
  return database.kysely.transaction().execute(async (transaction) => {
    const result = await deleteRows(transaction, 'servers', { id });
    // Tables without a foreign key go after the server, which waits for answers being written.
    await deleteRows(transaction, 'reservations', { serverId: id });
    await deleteRows(transaction, 'answer_details', { serverId: id });
    return result > 0;
  });
}

export async function readLedger(database: Database, id: string, week: string, day: string): Promise<Ledger> {
  const rows = await database.query<{ ledger: Ledger }>('ledger', 'SELECT ledger_of($1, $2, $3) AS ledger', [
    id,
    week,
    day,
  ]);
  return (rows[0] as { ledger: Ledger }).ledger;
}

/** Counts one more unless `limit` is reached. */
export async function countPlaygroundQuestion(database: Database, id: string, day: string, limit: number) {
  const rows = await database.query(
    'playground',
    `INSERT INTO day_counts AS d (server_id, day, kind, n) VALUES ($1, $2, 'playground', 1)
     ON CONFLICT (server_id, day, kind) DO UPDATE SET n = d.n + 1 WHERE d.n < $3 RETURNING n`,
    [id, day, limit],
  );
  return rows.length > 0;
}

export interface OverviewFacts {
  hasKey: boolean;
  hasKnowledge: boolean;
  hasLink: boolean;
  /** In the playground, as long as its days are kept. */
  hasTried: boolean;
  hasAnswered: boolean;
  isOnDiscord: boolean;
  /** At most the limit. */
  openQuestions: number;
  failedLinks: number;
}

/** As readOpenQuestions has it; the index answers_open holds them. */
const OPEN_QUESTIONS = `FROM answers WHERE server_id = $1 AND gap_closed_at IS NULL
  AND (reason = 'not_in_knowledge' OR feedback LIKE 'down%') AND channel IN ('api', 'discord')
  AND question IS NOT NULL`;

/** @param limit of counted open questions. */
export async function readOverviewFacts(database: Database, serverId: string, { limit }: { limit: number }) {
  const rows = await database.query<OverviewFacts & Record<string, unknown>>(
    'overview',
    `SELECT
       EXISTS (SELECT FROM api_keys WHERE server_id = s.id AND revoked_at IS NULL) AS "hasKey",
       EXISTS (SELECT FROM knowledge WHERE server_id = s.id) AS "hasKnowledge",
       EXISTS (SELECT FROM links WHERE server_id = s.id) AS "hasLink",
       EXISTS (SELECT FROM day_counts WHERE server_id = s.id AND kind = 'playground') AS "hasTried",
       -- In order, for the index by time: a plain EXISTS reads all 100,000 where statistics are missing.
       (SELECT true FROM answers WHERE server_id = s.id AND channel IN ('api', 'discord')
         ORDER BY at DESC LIMIT 1) IS NOT NULL AS "hasAnswered",
       s.active AND s.on_discord AS "isOnDiscord",
       (SELECT count(*) FROM (SELECT ${OPEN_QUESTIONS} LIMIT $2) AS open)::int AS "openQuestions",
       (SELECT count(*) FROM links WHERE server_id = s.id AND state = 'failed')::int AS "failedLinks"
     FROM servers s WHERE s.id = $1`,
    [serverId, limit],
    { repeatable: true },
  );
  return rows[0] ?? null;
}

/** What waits for the owner, each counted up to the limit: every page of a server shows it. */
export interface WaitingCounts {
  drafts: number;
  unanswered: number;
  training: number;
}

export async function countWaiting(
  database: Database,
  serverId: string,
  { limit }: { limit: number },
): Promise<WaitingCounts> {
  const count = (rows: string) => `(SELECT count(*) FROM (SELECT ${rows} LIMIT $2) AS rows)::int`;
  const [counts] = await database.query<WaitingCounts & Record<string, unknown>>(
    'waiting',
    `SELECT
       ${count(`FROM discord_drafts d JOIN answers a ON a.server_id = d.server_id AND a.id = d.answer_id
         WHERE d.server_id = $1 AND d.state = 'open' AND a.answer IS NOT NULL`)} AS drafts,
       ${count(OPEN_QUESTIONS)} AS unanswered,
       ${count(`FROM training WHERE server_id = $1 AND state = 'pending'`)} AS training`,
    [serverId, limit],
    { repeatable: true },
  );
  return counts ?? { drafts: 0, unanswered: 0, training: 0 };
}

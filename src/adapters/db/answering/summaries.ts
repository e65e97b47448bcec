import { sql } from 'kysely';
import type { KeptTurn } from '../../../domain/types.ts';
import type { Database } from '../connect.ts';
import { changeRows } from '../rows.ts';

type SummaryKey = { serverId: string; answerId: string };

/** A ticket as it is kept with its answer; null: its words are deleted, or none were kept. */
export async function findDetails(database: Database, { serverId, answerId }: SummaryKey) {
  const rows = await database.query<{ question: string; history: KeptTurn[]; summary: string | null }>(
    'find-ticket',
    `SELECT a.question, d.history, d.summary FROM answers a
     JOIN answer_details d ON d.server_id = a.server_id AND d.answer_id = a.id
     WHERE a.server_id = $1 AND a.id = $2 AND a.question IS NOT NULL`,
    [serverId, answerId],
    { repeatable: true },
  );
  return rows[0] ?? null;
}

/** The first one stays. */
export async function noteSummary(
  database: Database,
  { serverId, answerId }: SummaryKey,
  summary: string,
): Promise<void> {
  const unsaid = { serverId, answerId, summary: sql`IS NULL` };
  await changeRows(database.kysely, 'answer_details', unsaid, { summary });
}

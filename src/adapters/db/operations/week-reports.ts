import type { Database } from '../connect.ts';
import { claimJob } from './housekeeping.ts';

const JOB = 'report ';

/** Servers that chose a channel for it, or that take events, and were not told of the week yet. */
export function listUntold(database: Database, week: Date, limit: number): Promise<{ id: string }[]> {
  return database.query(
    'untold-weeks',
    `SELECT s.id FROM servers s
     WHERE s.active
       AND (s.settings ->> 'report_channel' IS NOT NULL
         OR EXISTS (SELECT FROM webhooks w WHERE w.server_id = s.id AND takes_event(w, 'report.weekly')))
       AND NOT EXISTS (SELECT FROM job_claims c
         WHERE c.server_id = '' AND c.job = '${JOB}' || s.id AND c.due_at = $1)
     ORDER BY s.id LIMIT $2`,
    [week, limit],
    { repeatable: true },
  );
}

export async function noteTold(database: Database, serverId: string, week: Date): Promise<void> {
  await claimJob(database, JOB + serverId, week);
}

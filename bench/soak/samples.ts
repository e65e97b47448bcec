import { readdirSync } from 'node:fs';
import type pg from 'pg';
import { readMemoryMb } from '../speed/proc.ts';

/** What is looked at again and again: by name, one value a look. */
export type Series = Map<string, number[]>;

/** Tables whose rows stand for what goes on now; those that keep what was asked and answered grow by their purpose. */
const PASSING = [
  ...['reservations', 'key_windows', 'idempotency', 'sessions', 'sign_ins', 'webhook_deliveries'],
  ...['job_claims', 'knowledge', 'links', 'pages', 'test_questions', 'contradiction_checks', 'conversations'],
];

export interface Watched {
  pids: readonly number[];
  client: pg.Client;
  takeTimes(): number[];
}

/** Adds one value to each series. */
export async function look(series: Series, { pids, client, takeTimes }: Watched): Promise<void> {
  const note = (name: string, value: number) => series.set(name, [...(series.get(name) ?? []), value]);
  for (const [place, pid] of pids.entries()) {
    note(`memory of process ${place + 1}, MB`, readMemoryMb([pid], 'VmRSS'));
    note(`open handles of process ${place + 1}`, readdirSync(`/proc/${pid}/fd`).length);
  }
  note('rows of what passes', await countRows(client));
  const times = takeTimes().toSorted((one, other) => one - other);
  if (times.length === 0) return;
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0;
  note('answers, p50 ms', at(0.5));
  note('answers, p95 ms', at(0.95));
}

async function countRows(client: pg.Client): Promise<number> {
  const counts = PASSING.map((table) => `(SELECT count(*) FROM ${table})`).join(' + ');
  const { rows } = await client.query<{ count: string }>(`SELECT ${counts} AS count`);
  return Number(rows[0]?.count ?? 0);
}

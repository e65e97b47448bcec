import type { Database } from '../../../src/adapters/db/connect.ts';
import type { Ledger } from '../../../src/domain/types.ts';

/** Everything the ledger stores of one server; the database and the model are compared in this form. */
export interface Books {
  /** By Monday, `YYYY-MM-DD`. */
  weeks: Record<string, Week>;
  credit: { balance: number; reserved: number; debt: number };
  /** All credit that was ever granted, less what was taken back, in units. */
  granted: number;
  /** API requests by day. */
  days: Record<string, number>;
  /** Times of the last minute's requests in milliseconds, by key. */
  hits: Record<string, number[]>;
  open: Record<string, Reservation>;
  charges: Record<string, Charge>;
  /** Ids of recorded answers, in order. */
  answers: string[];
  /** What is kept under an Idempotency-Key, by request; null while it runs. */
  outcomes: Record<string, Ledger | null>;
}

export interface Week {
  used: number;
  reserved: number;
  api_used: number;
  api_reserved: number;
}

export interface Reservation {
  week_start: string;
  /** null: not over a key, so it counts on no day. */
  day: string | null;
  channel: string;
  /** With a share of the week of its own; null: none. */
  place: string | null;
  week_units: number;
  credit_units: number;
  /** Milliseconds. */
  expires_at: number;
}

export interface Charge extends Omit<Reservation, 'expires_at'> {
  units: number;
  key_id: string | null;
  /** Milliseconds; `given_back` is null while it counts. */
  at: number;
  given_back: number | null;
}

export const NO_WEEK: Week = { used: 0, reserved: 0, api_used: 0, api_reserved: 0 };

/** One statement, so that what it reads belongs together also while others write. */
const READ = `
SELECT jsonb_build_object(
  'weeks', (SELECT jsonb_object_agg(q.week_start, jsonb_build_object('used', q.used, 'reserved', q.reserved,
      'api_used', q.api_used, 'api_reserved', q.api_reserved))
    FROM week_quotas q WHERE q.server_id = $1),
  'credit', (SELECT jsonb_build_object('balance', c.balance, 'reserved', c.reserved, 'debt', c.debt)
    FROM credit c WHERE c.server_id = $1),
  'granted', (SELECT COALESCE(sum(e.units), 0) FROM credit_entries e WHERE e.server_id = $1),
  'days', (SELECT jsonb_object_agg(d.day, d.n) FROM day_counts d WHERE d.server_id = $1 AND d.kind = 'api'),
  'hits', (SELECT jsonb_object_agg(k.key_id, (SELECT jsonb_agg(extract(epoch FROM h) * 1000 ORDER BY h)
      FROM unnest(k.hits, k.counts) AS u(h, n), generate_series(1, n)))
    FROM key_windows k WHERE k.server_id = $1 AND cardinality(k.hits) > 0),
  'open', (SELECT jsonb_object_agg(r.id, to_jsonb(r) - '{server_id,id}'::text[]
      || jsonb_build_object('expires_at', extract(epoch FROM r.expires_at) * 1000))
    FROM reservations r WHERE r.server_id = $1),
  'charges', (SELECT jsonb_object_agg(c.id, to_jsonb(c)
      - '{server_id,id,level,prompt_tokens,completion_tokens,given_back_at}'::text[]
      || jsonb_build_object('at', extract(epoch FROM c.at) * 1000,
        'given_back', extract(epoch FROM c.given_back_at) * 1000))
    FROM charges c WHERE c.server_id = $1),
  'answers', (SELECT jsonb_agg(a.id ORDER BY a.id) FROM answers a WHERE a.server_id = $1),
  'outcomes', (SELECT jsonb_object_agg(y.request_id, y.ledger) FROM idempotency y WHERE y.server_id = $1)
) AS books`;

export async function readBooks(database: Database, serverId: string): Promise<Books> {
  const [row] = await database.query<{ books: Record<keyof Books, object | number | null> }>(
    'test-books',
    READ,
    [serverId],
  );
  const { answers, ...books } = row?.books ?? { answers: [] };
  const filled = Object.entries(books).map(([name, rows]) => [name, rows ?? {}]);
  return leaveOutZeros({ ...Object.fromEntries(filled), answers: answers ?? [] });
}

/** An untouched week or day and one that came back to nothing are the same. */
export function leaveOutZeros(books: Books): Books {
  const weeks = Object.entries(books.weeks).filter(([, week]) =>
    Object.values(week).some((units) => units !== 0),
  );
  const days = Object.entries(books.days).filter(([, count]) => count !== 0);
  return { ...books, weeks: Object.fromEntries(weeks), days: Object.fromEntries(days) };
}

/** Sum of one figure over the rows for which `isMeant` holds. */
export function sumOf<Row extends object>(
  rows: Record<string, Row>,
  figure: keyof Row,
  isMeant: (row: Row) => boolean = () => true,
): number {
  return Object.values(rows)
    .filter(isMeant)
    .reduce((sum, row) => sum + Number(row[figure]), 0);
}

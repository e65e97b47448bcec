import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { findLedgerFaults } from '../../test/support/ledger.ts';
import { readCharges } from '../torture/books.ts';
import { runOn } from './pair.ts';

const POLL_MS = 200;

/** Triggers see every version of a row, not only what stands at the end. */
export const WATCH = [
  'CREATE TABLE allowances (server_id text PRIMARY KEY, quota bigint, share bigint)',
  'CREATE TABLE overspends (at timestamptz NOT NULL DEFAULT clock_timestamp(), server_id text)',
  `CREATE FUNCTION note_overspend() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO overspends (server_id) VALUES (NEW.server_id); RETURN NULL; END $$`,
  `CREATE FUNCTION note_overspent_week() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO overspends (server_id) SELECT server_id FROM allowances WHERE server_id = NEW.server_id
      AND (NEW.used + NEW.reserved > quota OR NEW.api_used + NEW.api_reserved > share); RETURN NULL; END $$`,
  `CREATE TRIGGER watch_weeks AFTER INSERT OR UPDATE ON week_quotas FOR EACH ROW
    EXECUTE FUNCTION note_overspent_week()`,
  `CREATE TRIGGER watch_credit AFTER INSERT OR UPDATE ON credit FOR EACH ROW
    WHEN (NEW.reserved > NEW.balance OR NEW.balance < 0) EXECUTE FUNCTION note_overspend()`,
];

const CREDIT = `
  SELECT (SELECT count(*) FROM credit_entries)::float8 AS payments,
    (SELECT COALESCE(sum(units), 0) FROM credit_entries)::float8 AS granted,
    (SELECT COALESCE(sum(balance), 0) FROM credit)::float8 AS balance,
    (SELECT COALESCE(sum(credit_units), 0) FROM charges)::float8 AS charged,
    (SELECT count(*) FROM overspends)::float8 AS overspends`;

/** The books at the end of a round. */
export interface Books {
  /** Moments in which more was used or held than there was. */
  overspends: number;
  payments: number;
  /** Credit that was bought, is left and was charged, in units. */
  granted: number;
  balance: number;
  charged: number;
  /** How often each question was charged. */
  charges: Map<string, number>;
  /** Sums that do not agree, one sentence each. */
  faults: string[];
  /** How long reservations were left after the last question. */
  settledSeconds: number;
}

/**
 * Reads the books once nothing is held any more.
 * @param answered by server, the questions of all answers. @param patienceMs for what is held.
 */
export async function readBooks(
  url: string,
  answered: ReadonlyMap<string, readonly string[]>,
  patienceMs: number,
): Promise<Books> {
  const settledSeconds = await waitForReleases(url, patienceMs);
  const [credit] = await runOn<Omit<Books, 'charges' | 'faults' | 'settledSeconds'>>(url, CREDIT);
  if (!credit) throw new Error('the books are empty');
  const faults: string[] = [];
  for (const [serverId, questions] of answered) {
    const found = await findLedgerFaults(url, serverId, questions);
    faults.push(...found.map((fault) => `${serverId}: ${fault}`));
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const charges = await readCharges(client).finally(() => client.end());
  return { ...credit, charges, faults, settledSeconds };
}

async function waitForReleases(url: string, patienceMs: number): Promise<number> {
  const startedAt = performance.now();
  const isHeld = async () => (await runOn(url, 'SELECT FROM reservations LIMIT 1')).length > 0;
  while ((await isHeld()) && performance.now() - startedAt < patienceMs) await delay(POLL_MS);
  return (performance.now() - startedAt) / 1000;
}

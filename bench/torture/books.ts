import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const SAMPLE_EVERY_MS = 200;

/** The upper limits of the ledger, in units per week. */
export interface Allowance {
  quota: number;
  share: number;
}

/** The ledger as it was read during the run. */
export interface Samples {
  count: number;
  /** Readings with overspending, by kind. */
  violations: Map<string, number>;
  mostReservedUnits: number;
  mostReservations: number;
}

/**
 * Triggers see every version of the week's row, not only what a sample meets, every reservation, and every charge that
 * was taken back because its process died unheard: it counted when the cap on give-backs was measured.
 */
const WATCH = ({ quota, share }: Allowance) => `
  CREATE TABLE overspends (at timestamptz NOT NULL DEFAULT clock_timestamp(), units bigint);
  CREATE FUNCTION note_overspend() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO overspends (units) VALUES (NEW.used + NEW.reserved); RETURN NULL; END $$;
  CREATE TRIGGER watch_overspends AFTER INSERT OR UPDATE ON week_quotas FOR EACH ROW
    WHEN (NEW.used + NEW.reserved > ${quota} OR NEW.api_used + NEW.api_reserved > ${share})
    EXECUTE FUNCTION note_overspend();
  CREATE UNLOGGED TABLE held (id uuid PRIMARY KEY, week_units bigint, credit_units bigint);
  CREATE FUNCTION note_held() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO held SELECT id, week_units, credit_units FROM gone; RETURN NULL; END $$;
  CREATE TRIGGER watch_reservations AFTER DELETE ON reservations REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION note_held();
  CREATE UNLOGGED TABLE taken_back (key_id text);
  CREATE FUNCTION note_taken_back() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO taken_back SELECT key_id FROM gone WHERE units > 0; RETURN NULL; END $$;
  CREATE TRIGGER watch_charges AFTER DELETE ON charges REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION note_taken_back();`;

/** One statement, so one moment: held units must always equal the open reservations. */
const SAMPLE = `
  SELECT w.over_quota::int AS "over the quota", w.over_share::int AS "over the API's share",
    (c.reserved > c.balance)::int AS "credit reserved twice",
    (LEAST(w.lowest, c.balance, c.reserved, c.debt) < 0)::int AS "below zero",
    (c.debt > 0 AND c.balance > c.reserved)::int AS "owed while credit is free",
    (w.reserved <> r.week OR w.api_reserved <> r.week OR c.reserved <> r.credit)::int
      AS "held by no reservation",
    (w.reserved + c.reserved)::float8 AS reserved, r.n AS reservations
  FROM (SELECT COALESCE(bool_or(used + reserved > $1), false) AS over_quota,
      COALESCE(bool_or(api_used + api_reserved > $2), false) AS over_share,
      COALESCE(min(LEAST(used, reserved, api_used, api_reserved)), 0) AS lowest,
      COALESCE(sum(reserved), 0) AS reserved, COALESCE(sum(api_reserved), 0) AS api_reserved
      FROM week_quotas) w,
    (SELECT sum(balance) AS balance, sum(reserved) AS reserved, sum(debt) AS debt FROM credit) c,
    (SELECT COALESCE(sum(week_units), 0) AS week, COALESCE(sum(credit_units), 0) AS credit, count(*)::int AS n
      FROM reservations) r`;

/** Reads the ledger of a run independently of the service. */
export interface Auditor {
  client: pg.Client;
  samples: Samples;
  /** Stops reading and waits for the last one. */
  stop(): Promise<void>;
}

export async function startAuditor(url: string, allowance: Allowance): Promise<Auditor> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(WATCH(allowance));
  const samples: Samples = { count: 0, violations: new Map(), mostReservedUnits: 0, mostReservations: 0 };
  const stopping = new AbortController();
  const reading = keepReading(client, allowance, samples, stopping.signal);
  // Reported by stop(), which is always called.
  reading.catch(() => undefined);
  return {
    client,
    samples,
    stop: async () => {
      stopping.abort();
      await reading;
    },
  };
}

async function keepReading(
  client: pg.Client,
  { quota, share }: Allowance,
  samples: Samples,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await client.query<Record<string, number>>(SAMPLE, [quota, share]);
    const { reserved = 0, reservations = 0, ...violations } = rows[0] ?? {};
    samples.count += 1;
    samples.mostReservedUnits = Math.max(samples.mostReservedUnits, reserved);
    samples.mostReservations = Math.max(samples.mostReservations, reservations);
    for (const [what, found] of Object.entries(violations)) {
      samples.violations.set(what, (samples.violations.get(what) ?? 0) + found);
    }
    await delay(SAMPLE_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Waits until the service's own sweep has released what dead processes held. @returns seconds it took. */
export async function waitForSweep(client: pg.Client, mostSeconds: number): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM reservations');
    const seconds = (performance.now() - startedAt) / 1000;
    if (rows[0]?.n === 0 || seconds > mostSeconds) return seconds;
    await delay(SAMPLE_EVERY_MS);
  }
}

/** The ledger at the end, in units. */
export interface EndState {
  overspends: number;
  /** Charges above their reservation, or without one. */
  excesses: number;
  reservations: number;
  week_reserved: number;
  api_reserved: number;
  credit_reserved: number;
  used: number;
  api_used: number;
  balance: number;
  debt: number;
  granted: number;
  days: number;
  charges: number;
  /** Less what was given back. */
  charged_week: number;
  charged_credit: number;
  nameless: number;
  /** Answers whose units came back, of this week and of the one before. */
  given_back: number;
  given_back_before: number;
  /** Weeks whose units are not those of their charges. */
  wrong_weeks: number;
  /** Keys that gave back more than the cap. */
  beyond_cap: number;
}

/** In place of a key. */
const BEFORE = 'last week';

/** Answers of an hour ago that a week charged which is over by now. @returns their ids. */
export async function chargeLastWeek(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `WITH made AS (
      INSERT INTO charges (server_id, id, channel, level, prompt_tokens, completion_tokens, units, week_start,
        week_units, credit_units, at, key_id)
      SELECT s.id, gen_random_uuid(), 'api', 'V1', 100, 0, 100, date_trunc('week', now() AT TIME ZONE 'UTC') - interval '7 days',
        100, 0, now() - interval '1 hour', '${BEFORE}' FROM servers s, generate_series(1, 30) RETURNING *
    ), said AS (
      INSERT INTO answers (server_id, id, channel, level, engine, question, answer, needs_team, confidence, used_ids, at)
      SELECT server_id, id, channel, level, 'ai', 'of last week', 'Yes.', false, 1, '{}', at FROM made
    ), week AS (
      INSERT INTO week_quotas (server_id, week_start, used, api_used)
      SELECT server_id, week_start, sum(units), sum(units) FROM made GROUP BY 1, 2
    )
    INSERT INTO held SELECT id, week_units, credit_units FROM made RETURNING id`,
  );
  return rows.map(({ id }) => id);
}

const END_STATE = `
  SELECT (SELECT count(*) FROM overspends)::float8 AS overspends,
    (SELECT count(*) FROM charges h LEFT JOIN held USING (id) WHERE
      (h.week_units <= held.week_units AND h.credit_units <= held.credit_units) IS NOT TRUE
      )::float8 AS excesses,
    (SELECT count(*) FROM reservations)::float8 AS reservations,
    w.week_reserved::float8, w.api_reserved::float8, w.used::float8, w.api_used::float8,
    c.balance::float8, c.debt::float8, c.credit_reserved::float8,
    (SELECT COALESCE(sum(units), 0) FROM credit_entries)::float8 AS granted,
    (SELECT COALESCE(sum(n), 0) FROM day_counts WHERE kind = 'api')::float8 AS days,
    x.charges::float8, x.charged_week::float8, x.charged_credit::float8, x.given_back::float8,
    x.given_back_before::float8, g.wrong_weeks::float8, k.beyond_cap::float8,
    (SELECT count(*) FROM charges h LEFT JOIN answers a USING (server_id, id)
      WHERE a.question IS NULL)::float8 AS nameless
  FROM (SELECT COALESCE(sum(reserved), 0) AS week_reserved, COALESCE(sum(api_reserved), 0) AS api_reserved,
      COALESCE(sum(used), 0) AS used, COALESCE(sum(api_used), 0) AS api_used FROM week_quotas) w,
    (SELECT sum(balance) AS balance, sum(reserved) AS credit_reserved, sum(debt) AS debt FROM credit) c,
    (SELECT count(*) FILTER (WHERE day IS NOT NULL) AS charges,
      COALESCE(sum(week_units) FILTER (WHERE given_back_at IS NULL), 0) AS charged_week,
      COALESCE(sum(credit_units) FILTER (WHERE given_back_at IS NULL), 0) AS charged_credit,
      count(given_back_at) FILTER (WHERE key_id <> '${BEFORE}') AS given_back,
      count(given_back_at) FILTER (WHERE key_id = '${BEFORE}') AS given_back_before FROM charges) x,
    (SELECT count(*) AS wrong_weeks FROM week_quotas q WHERE (q.used, q.api_used) <> (SELECT COALESCE(sum(h.week_units), 0),
      COALESCE(sum(h.week_units), 0) FROM charges h WHERE h.week_start = q.week_start AND h.given_back_at IS NULL)) g,
    (SELECT count(*) AS beyond_cap FROM (SELECT FROM charges c GROUP BY key_id
      HAVING count(given_back_at) > GREATEST(10, (count(*) FILTER (WHERE units > 0)
        + (SELECT count(*) FROM taken_back t WHERE t.key_id = c.key_id)) / 10)) key) k`;

export async function readEndState(client: pg.Client): Promise<EndState> {
  const { rows } = await client.query<EndState>(END_STATE);
  if (!rows[0]) throw new Error('the books are empty');
  return rows[0];
}

/** How often each question was charged. */
export async function readCharges(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ question: string; charges: number }>(
    `SELECT a.question, count(h.id)::int AS charges FROM answers a
     LEFT JOIN charges h USING (server_id, id) GROUP BY a.question`,
  );
  return new Map(rows.map(({ question, charges }) => [question, charges]));
}

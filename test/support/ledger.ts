import pg from 'pg';

interface Totals {
  used: number;
  api_used: number;
  held: number;
  reservations: number;
  charged: number;
  api_charged: number;
  api_charges: number;
  days: number;
}

const TOTALS = `
  SELECT w.used, w.api_used, w.held + c.held AS held, r.reservations, x.charged, x.api_charged, x.api_charges, d.days
  FROM (SELECT COALESCE(sum(used), 0)::float8 AS used, COALESCE(sum(api_used), 0)::float8 AS api_used,
      COALESCE(sum(reserved + api_reserved), 0)::float8 AS held FROM week_quotas WHERE server_id = $1) w,
    (SELECT COALESCE(sum(reserved), 0)::float8 AS held FROM credit WHERE server_id = $1) c,
    (SELECT count(*)::integer AS reservations FROM reservations WHERE server_id = $1) r,
    (SELECT COALESCE(sum(week_units), 0)::float8 AS charged,
      count(*) FILTER (WHERE channel = 'api')::integer AS api_charges,
      COALESCE(sum(week_units) FILTER (WHERE channel = 'api'), 0)::float8 AS api_charged
      FROM charges WHERE server_id = $1) x,
    (SELECT COALESCE(sum(n), 0)::integer AS days FROM day_counts WHERE server_id = $1 AND kind = 'api') d`;

const CHARGED = `
  SELECT COALESCE(a.question, 'charge ' || c.id) AS question
  FROM charges c LEFT JOIN answers a ON a.server_id = c.server_id AND a.id = c.id
  WHERE c.server_id = $1`;

/**
 * Holds one server's books to the answers that its clients got: each charged once, nothing else charged,
 * nothing held, and the sums equal to their rows. Reads without the service, on a separate connection.
 * @param answered the questions of all answers with status 200. @returns one sentence a fault.
 */
export async function findLedgerFaults(
  databaseUrl: string,
  serverId: string,
  answered: readonly string[],
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const totals = await client.query<Totals>(TOTALS, [serverId]);
    const charged = await client.query<{ question: string }>(CHARGED, [serverId]);
    const questions = charged.rows.map((row) => row.question);
    return [...totals.rows.flatMap(findTotalFaults), ...findChargeFaults(questions, answered)];
  } finally {
    await client.end();
  }
}

function findTotalFaults(totals: Totals): string[] {
  const { used, api_used, charged, api_charged, held, reservations, days, api_charges } = totals;
  const faults: string[] = [];
  if (used !== charged) faults.push(`${used} units used, ${charged} charged`);
  if (api_used !== api_charged) faults.push(`${api_used} units used over the API, ${api_charged} charged`);
  if (held !== 0 || reservations !== 0) faults.push(`${held} units held by ${reservations} reservations`);
  if (days !== api_charges) faults.push(`${days} requests counted on the day, ${api_charges} charged`);
  return faults;
}

function findChargeFaults(charged: readonly string[], answered: readonly string[]): string[] {
  const times = Map.groupBy(charged, (question) => question);
  const wanted = new Set(answered);
  const wrong = answered.filter((question) => times.get(question)?.length !== 1);
  const unasked = [...times.keys()].filter((question) => !wanted.has(question));
  return [
    ...wrong.map((question) => `answered and charged ${times.get(question)?.length ?? 0} times: ${question}`),
    ...unasked.map((question) => `charged and never answered: ${question}`),
  ];
}

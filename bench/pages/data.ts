import { CompiledQuery } from 'kysely';
import type { Database } from '../../src/adapters/db/connect.ts';

/** How much a run holds. */
export interface Amounts {
  /** Answers of the server that is looked at, over 30 days. */
  answers: number;
  /** Servers beside it, and answers of each. */
  servers: number;
  answersBeside: number;
}

/** So many rows at most are one statement: the embedded database holds everybody else up meanwhile. */
const ROWS_PER_STATEMENT = 10_000;

const WORDS =
  'server join whitelist refund order number launcher update crash map event role rank voice channel team ticket ' +
  'password account login password reset shop payment invoice delivery weekend opening hours appeal ban reason rule ' +
  'Anmeldung Konto Passwort vergessen Bestellung Rückgabe Lieferung Öffnungszeiten Fehler beim Start nach dem Update';

/** The id of an answer, of the form that ids have; cases.ts knows it too. */
const ID = `overlay(overlay(md5($1 || n) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid`;

/** A text of about this many characters, another for each row and salt. */
const text = (salt: number, least: number, most: number) => `
  (SELECT string_agg(words.list[1 + abs(hashint4(n * 31 + part * 7 + ${salt})) % words.size], ' ')
   FROM generate_series(1, ${Math.floor(least / 7)} + abs(hashint4(n + ${salt})) % ${Math.ceil((most - least) / 7)}) AS part)`;

/** A number from 0 to 999 that depends on the row alone, so that every run holds the same. */
const draw = (salt: number) => `abs(hashint4(n * 17 + ${salt})) % 1000`;

/**
 * Most answers need nobody; a few reasons, votes and kinds of rows are rare: twenty of 100,000 are about safety, a
 * hundred are of a test key, and no answer on Discord is a draft.
 */
const ANSWERS = `
  WITH words AS (SELECT list, cardinality(list) AS size FROM (SELECT string_to_array($5, ' ') AS list) AS split),
  drawn AS (
    SELECT n, ${draw(1)} AS of_channel, ${draw(2)} AS of_reason, ${draw(3)} AS of_vote, ${draw(4)} AS of_draft
    FROM generate_series($2::integer, $3::integer) AS n)
  INSERT INTO answers (server_id, id, channel, level, engine, question, answer, needs_team, reason, used_ids,
    confidence, feedback, comment, at, language, is_draft, is_repeated)
  SELECT $1, ${ID}, channel, 'V1', 'bench-model', ${text(5, 20, 400)}, ${text(6, 80, 800)},
    reason IS NOT NULL, reason, ARRAY['n' || n % 40], (${draw(7)}) / 1000.0,
    CASE WHEN of_vote < 90 THEN 'up' WHEN of_vote < 110 THEN 'down:wrong' WHEN of_vote < 120 THEN 'down' END,
    CASE WHEN of_vote BETWEEN 100 AND 114 THEN ${text(8, 20, 200)} END,
    $4::timestamptz - n * interval '25 seconds', CASE WHEN n % 3 = 0 THEN 'de' ELSE 'en' END,
    channel = 'api' AND of_draft < 150, channel = 'api' AND of_draft > 950
  FROM words, drawn CROSS JOIN LATERAL (
    SELECT CASE WHEN n % 1000 = 7 THEN 'test' WHEN of_channel < 600 THEN 'api' ELSE 'discord' END AS channel,
      CASE WHEN n % 5000 = 4999 THEN 'safety' WHEN of_reason < 90 THEN 'not_in_knowledge' WHEN of_reason < 130 THEN 'model'
        WHEN of_reason < 160 THEN 'payment' WHEN of_reason < 180 THEN 'account'
        WHEN of_reason < 200 THEN 'asked_for_human' WHEN of_reason < 210 THEN 'ban'
        WHEN of_reason < 216 THEN 'owner_topic' WHEN of_reason < 218 THEN 'legal' END AS reason) AS made`;

/** Two of three tickets have messages before the question. */
const DETAILS = `
  WITH words AS (SELECT list, cardinality(list) AS size FROM (SELECT string_to_array($4, ' ') AS list) AS split)
  INSERT INTO answer_details (server_id, answer_id, turns, history, passages, is_whole, took_ms)
  SELECT $1, ${ID}, n % 6, coalesce(history.list, '[]'), passages.list, false, 600 + ${draw(9)}
  FROM generate_series($2::integer, $3::integer) AS n CROSS JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object('by', CASE WHEN turn % 2 = 1 THEN 'customer' ELSE 'bot' END, 'text',
      (SELECT string_agg(words.list[1 + abs(hashint4(n * 13 + part * 5 + turn)) % words.size], ' ')
       FROM words, generate_series(1, 10 + n % 50) AS part))) AS list
    FROM generate_series(1, n % 6) AS turn) AS history
  CROSS JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object('id', 'n' || (n + place) % 40, 'score', round(12.0 / place, 3))) AS list
    FROM generate_series(1, 4 + n % 5) AS place) AS passages`;

const CHARGES = `
  INSERT INTO charges (server_id, id, channel, level, prompt_tokens, completion_tokens, units, week_start, week_units,
    credit_units, at)
  SELECT server_id, id, CASE channel WHEN 'discord' THEN 'discord' ELSE 'api' END, level, 1800, 160, 2440,
    date_trunc('week', at)::date, 2440, 0, at
  FROM answers WHERE server_id = $1`;

/** Answers with all that belongs to them, and statistics of the tables for the planner. */
export async function fillAnswers(
  database: Database,
  serverIds: { own: string; beside: readonly string[] },
  { answers, answersBeside }: Amounts,
): Promise<void> {
  const now = new Date();
  await database.withoutLimits(async (kysely) => {
    const run = (statement: string, values: unknown[]) =>
      kysely.executeQuery(CompiledQuery.raw(statement, values));
    const fill = async (serverId: string, count: number) => {
      for (let first = 1; first <= count; first += ROWS_PER_STATEMENT) {
        const last = Math.min(count, first + ROWS_PER_STATEMENT - 1);
        await run(ANSWERS, [serverId, first, last, now, WORDS]);
        await run(DETAILS, [serverId, first, last, WORDS]);
      }
      await run(CHARGES, [serverId]);
    };
    for (const id of serverIds.beside) await fill(id, answersBeside);
    await fill(serverIds.own, answers);
    await run('ANALYZE', []);
  });
}

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { findLedgerFaults } from '../support/ledger.ts';
import { askOne } from '../support/load.ts';
import {
  askUntilAnswered,
  BACK_WITHIN_MS,
  expectOnlyAnswersAnd503,
  firstAnswerAfter,
  GENEROUS,
  loadDuringTest,
  startProxiedApp,
} from './setup.ts';

const app = await startProxiedApp();
afterAll(() => app.stop());

/** A session of its own beside the service's. */
async function openSession(url = app.databaseUrl): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}

describe('B14 · a database without free connections', () => {
  /** The service as a role that may be given fewer connections than its pool asks for. */
  async function startLimited() {
    const database = await createTestDatabase();
    const owner = await openSession(database.directUrl);
    const role = `lotse_${randomUUID().replaceAll('-', '')}`;
    await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD '${role}';
      GRANT ALL ON SCHEMA public TO ${role};
      GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
    const url = new URL(database.settings.DATABASE_URL ?? '');
    Object.assign(url, { username: role, password: role });
    const limited = await startApp({ ...GENEROUS, ...database.settings, DATABASE_URL: url.href });
    onTestFinished(async () => {
      await limited.stop();
      await owner.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
      await owner.end();
      await database.remove();
    });
    return {
      app: limited,
      databaseUrl: database.directUrl,
      allow: async (connections: number) => {
        await owner.query(`ALTER ROLE ${role} CONNECTION LIMIT ${connections}`);
        await owner.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [
          role,
        ]);
      },
    };
  }

  test('gives 503, never 500, and serves again with the first free connection', async () => {
    const limited = await startLimited();
    const { id, key } = await limited.app.addServer();
    const load = loadDuringTest({ ...limited.app, key }, { clients: 16 });
    await load.sees(200, 20);
    await limited.allow(0);
    await load.sees(503, 100);
    await limited.allow(2);
    const someAt = performance.now();
    await load.sees(200, 20);
    await limited.allow(-1);
    const allAt = performance.now();
    await load.sees(200, 100);
    const seen = await load.stop();
    expectOnlyAnswersAnd503(seen);
    expect(firstAnswerAfter(someAt, seen)).toBeLessThan(BACK_WITHIN_MS);
    expect(firstAnswerAfter(allAt, seen)).toBeLessThan(BACK_WITHIN_MS);
    const answered = seen.filter(({ status }) => status === 200).map(({ question }) => question);
    await expect
      .poll(() => findLedgerFaults(limited.databaseUrl, id, answered), { timeout: 5_000 })
      .toEqual([]);
  });
});

/** Lets every INSERT into a table fail with an SQL state, the first `times` times; nextval survives rollbacks. */
async function failInserts(table: string, state: string, times: number): Promise<() => Promise<void>> {
  const owner = await openSession();
  await owner.query(`CREATE SEQUENCE broken_inserts;
    CREATE FUNCTION break_insert() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('broken_inserts') <= ${times} THEN RAISE EXCEPTION 'broken' USING ERRCODE = '${state}'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER break_insert BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION break_insert()`);
  return async () => {
    await owner.query(
      `DROP TRIGGER break_insert ON ${table}; DROP FUNCTION break_insert; DROP SEQUENCE broken_inserts`,
    );
  };
}

const ALWAYS = 1_000_000;

describe('B15 · a full disk', () => {
  test.each([
    'reservations',
    'charges',
  ])('under the rows of %s gives 503, charges nothing and ends when there is space again', async (table) => {
    const { id, key } = await app.addServer();
    const target = { ...app, key };
    const heal = await failInserts(table, '53100', ALWAYS);
    const refused = await Promise.all(
      Array.from({ length: 8 }, (_, n) => askOne(target, { onceAs: `${n}` })),
    );
    expect(refused.map(({ status }) => status)).toEqual(Array(8).fill(503));
    expectOnlyAnswersAnd503(refused);
    await heal();
    const again = await askUntilAnswered(target, { question: refused[0]?.question, onceAs: '0' });
    expect(again.ms).toBeLessThan(BACK_WITHIN_MS);
    await app.expectSoundLedger(id, again.seen);
  });
});

describe('B16 · a transaction that PostgreSQL gives up', () => {
  const CASES = [
    { table: 'reservations', state: '40001' },
    { table: 'charges', state: '40P01' },
  ];

  test.each(CASES)('twice with $state at $table is retried and charged once', async ({ table, state }) => {
    const { id, key } = await app.addServer();
    const heal = await failInserts(table, state, 2);
    const seen = [await askOne({ ...app, key })];
    await heal();
    expect(seen.map(({ status }) => status)).toEqual([200]);
    await app.expectSoundLedger(id, seen);
  });

  test.each(CASES)('always with $state at $table gives 503 and is never charged', async ({
    table,
    state,
  }) => {
    const { id, key } = await app.addServer();
    const heal = await failInserts(table, state, ALWAYS);
    const seen = await Promise.all(Array.from({ length: 8 }, () => askOne({ ...app, key })));
    await heal();
    expect(seen.map(({ status }) => status)).toEqual(Array(8).fill(503));
    expectOnlyAnswersAnd503(seen);
    await app.expectSoundLedger(id, seen);
  });

  test('as the loser of a real deadlock is retried and charged once', async () => {
    const { id, key } = await app.addServer();
    const first = await askOne({ ...app, key });
    const { kysely } = app.core.database;
    const deadlocks = async () => {
      const { rows } = await sql<{ n: number }>`
        SELECT deadlocks AS n FROM pg_stat_database WHERE datname = current_database()`.execute(kysely);
      return rows[0]?.n ?? 0;
    };
    const before = await deadlocks();
    const rival = await openSession();
    // Only the service looks for the deadlock in time, so the service is the one that loses.
    await rival.query(`SET deadlock_timeout = '1min'; BEGIN`);
    await rival.query('SELECT 1 FROM key_windows WHERE server_id = $1 FOR UPDATE', [id]);
    const asked = askOne({ ...app, key });
    const watcher = await openSession();
    const countWaiting = async () => {
      const { rows } = await watcher.query<{ n: number }>(`
        SELECT count(*)::integer AS n FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`);
      return rows[0]?.n;
    };
    await expect.poll(countWaiting, { interval: 10 }).toBe(1);
    await rival.query('SELECT 1 FROM week_quotas WHERE server_id = $1 FOR UPDATE', [id]);
    await rival.query('COMMIT');
    const seen = [first, await asked];
    expect(seen.map(({ status }) => status)).toEqual([200, 200]);
    // The second try may be quicker to the row than the rival that has just been woken, and lose once more.
    await expect.poll(deadlocks).toBeGreaterThan(before);
    await app.expectSoundLedger(id, seen);
  });
});

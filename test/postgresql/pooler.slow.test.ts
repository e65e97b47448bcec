import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { connectDatabase, type Database } from '../../src/adapters/db/connect.ts';
import { findPoolerFault } from '../../src/adapters/db/readiness.ts';
import { createLog } from '../../src/adapters/log.ts';
import { exportServer } from '../../src/core/operations/backup/backup.ts';
import { deleteServer } from '../../src/core/owners/servers.ts';
import { readCharges } from '../support/books.ts';
import { createTestDatabase } from '../support/database.ts';
import {
  answerAtOnce,
  type Fleet,
  type Member,
  openFleet,
  PATIENT,
  sendAtOnce,
  tally,
} from '../support/fleet.ts';
import { findLedgerFaults } from '../support/ledger.ts';
import { askOne } from '../support/load.ts';
import { type Pooler, startPooler } from '../support/pooler.ts';
import { makeFolder, startProcess, startServing } from '../support/process.ts';
import { GENEROUS, LONGEST_MS } from './setup.ts';

/** So few for two processes that statements of one connection of theirs go to all of them. */
const POOL_SIZE = 2;
/** What the API may use of a week on the free plan: a quarter. */
const SHARE = 40_000;
const PER_MINUTE = 20;

describe('Two processes behind a PgBouncer with two connections', () => {
  let pooler: Pooler;
  let fleet: Fleet;
  let pair: [Member, Member];
  beforeAll(async () => {
    pooler = await startPooler(inject('database').directUrl ?? '', { default_pool_size: String(POOL_SIZE) });
    const settings = { ...GENEROUS, FREE_WEEKLY_UNITS: String(4 * SHARE), LIMIT_PER_DAY_FREE: '1000000' };
    fleet = await openFleet(settings, 'empty', pooler);
    pair = await Promise.all([fleet.start('api'), fleet.start('api,jobs')]);
  });
  afterAll(async () => {
    await fleet?.close();
    await pooler?.stop();
  });

  /** A session of the test's own, past the pooler. */
  async function openSession(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: fleet.databaseUrl });
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  }
  const addServer = (change = {}) => fleet.visit((visitor) => visitor.addServer(change));
  const askAt = ({ url }: Member, key: string) => askOne({ url, key });

  test('make the tables of an empty database past it, one of them, and have nothing to warn of', async () => {
    await Promise.all(
      pair.map(({ url }) =>
        expect.poll(async () => (await fetch(`${url}/readyz`)).status, PATIENT).toBe(200),
      ),
    );
    const lines = pair.flatMap((member) => member.log());
    expect(lines.filter(({ msg }) => msg === 'database schema updated')).toHaveLength(1);
    expect(lines.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  test('answer 120 requests at once, each charged once, with no more connections than its two', async () => {
    const { id, key } = await addServer();
    const session = await openSession();
    const count = async () => (await session.query<{ n: number }>(COUNT_OTHERS)).rows[0]?.n ?? 0;
    // Those past the pooler, which are closed when they have been idle for 10 s.
    await expect.poll(count, PATIENT).toBeLessThanOrEqual(POOL_SIZE);
    let [most, isDone] = [0, false];
    const sent = Promise.all(pair.flatMap((member) => Array.from({ length: 60 }, () => askAt(member, key))));
    void sent.finally(() => {
      isDone = true;
    });
    while (!isDone) most = Math.max(most, await count());
    const seen = await sent;
    expect(tally(seen)).toEqual({ 200: 120 });
    expect(most).toBe(POOL_SIZE);
    const questions = seen.map(({ question }) => question);
    await expect.poll(() => findLedgerFaults(fleet.databaseUrl, id, questions), PATIENT).toEqual([]);
  });

  test('give one key exactly its 20 requests a minute', async () => {
    const limited = await Promise.all(
      [1, 2].map(() => fleet.start('api', { LIMIT_PER_MINUTE: String(PER_MINUTE) })),
    );
    const { key } = await addServer();
    const sent = limited.flatMap((member) => Array.from({ length: 30 }, () => askAt(member, key)));
    expect(tally(await Promise.all(sent))).toEqual({ 200: PER_MINUTE, 429: 60 - PER_MINUTE });
    await Promise.all(limited.map((member) => member.stop()));
  });

  test('grant exactly what is left of a week to 100 requests each', async () => {
    answerAtOnce(fleet.ai, 1_000_000, 1_000_000);
    const { id, key } = await addServer({ plan: 'free' });
    const { sent } = await fleet.visit((visitor) =>
      sendAtOnce(visitor, { serverId: id, processes: POOL_SIZE - 1 }, () =>
        pair.flatMap((member) => Array.from({ length: 100 }, () => askAt(member, key))),
      ),
    );
    const seen = await Promise.all(sent);
    const charges = await fleet.visit((visitor) => readCharges(visitor, id));
    expect(tally(seen)).toEqual({ 200: charges.length, 402: 200 - charges.length });
    const spent = charges.reduce((total, { units }) => total + units, 0);
    expect(spent).toBeLessThanOrEqual(SHARE);
    expect(spent).toBeGreaterThan(SHARE / 2);
  });

  test('answer while more exports are read than it has connections, each of the moment it began at', async () => {
    const { id, key } = await addServer();
    await fleet.visit(async ({ core }) => {
      const exports = Array.from({ length: POOL_SIZE + 2 }, () => exportServer(core, id, 'backup'));
      const begin = async (lines: AsyncGenerator<string>) => [
        (await lines.next()).value,
        (await lines.next()).value,
      ];
      const heads = await Promise.all(exports.map(begin));
      expect(tally(await Promise.all(pair.map((member) => askAt(member, key))))).toEqual({ 200: 2 });
      const rests = await Promise.all(exports.map(readRest));
      for (const [at, rest] of rests.entries()) {
        const rows = [...(heads[at] ?? []), ...rest].join('').trimEnd().split('\n');
        expect(JSON.parse(rows.at(-1) ?? '').counts).toMatchObject({ servers: 1, api_keys: 1, answers: 0 });
      }
    });
  });

  test('can be exported from and imported to by the command line', async () => {
    const { id } = await addServer();
    const folder = makeFolder();
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'server.jsonl');
    writeFileSync(file, await fleet.cli('server', 'export', id));
    await fleet.visit(({ core }) => deleteServer(core, id));
    expect(await fleet.cli('server', 'import', file)).toContain(`Imported ${id}`);
  });

  test('give up a statement that hangs, and so does PostgreSQL', async () => {
    const { id, key } = await addServer();
    const [holder, watcher] = [await openSession(), await openSession()];
    expect((await askAt(pair[0], key)).status).toBe(200);
    await holder.query('BEGIN');
    await holder.query('SELECT FROM week_quotas WHERE server_id = $1 FOR UPDATE', [id]);
    const seen = await Promise.all(pair.map((member) => askAt(member, key)));
    expect(seen.map(({ status }) => status)).toEqual([503, 503]);
    for (const { sentAt, answeredAt } of seen) expect(answeredAt - sentAt).toBeLessThan(LONGEST_MS);
    const waiting = async () => (await watcher.query(WAITING)).rows;
    await expect.poll(waiting, { timeout: 4_000, interval: 20 }).toEqual([]);
    await holder.query('ROLLBACK');
    await expect.poll(async () => (await askAt(pair[0], key)).status, PATIENT).toBe(200);
  });
});

async function readRest(lines: AsyncGenerator<string>): Promise<string[]> {
  const rest: string[] = [];
  for await (const text of lines) rest.push(text);
  return rest;
}

const COUNT_OTHERS = `SELECT count(*)::integer AS n FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;
const WAITING = `SELECT query FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

const UNLIMITED = /no time limit behind the pooler/;

describe('How the pooler is set up', () => {
  const log = createLog('silent');
  /** A database of the test's own through a pooler without any time limit. */
  async function openUnlimited() {
    const { directUrl, remove } = await createTestDatabase();
    const pooler = await startPooler(directUrl, {
      ...{ connect_query: null, default_pool_size: String(POOL_SIZE) },
    });
    const opened: Database[] = [];
    onTestFinished(async () => {
      await Promise.all(opened.map((database) => database.close()));
      await pooler.stop();
      await remove();
    });
    const pooledUrl = pooler.urlOf(directUrl);
    return {
      directUrl,
      pooledUrl,
      open: async (DATABASE_DIRECT_URL: string) => {
        const config = { DATABASE_URL: pooledUrl, DATABASE_DIRECT_URL, DATA_DIR: '' };
        const database = await connectDatabase(config, log);
        opened.push(database);
        return database;
      },
    };
  }

  test('is said to lack a limit of statements, unless the database has one, which binds no migration', async () => {
    const { open, directUrl, pooledUrl } = await openUnlimited();
    const addresses = { DATABASE_URL: pooledUrl, DATABASE_DIRECT_URL: directUrl };
    const settings = { ...addresses, SESSION_SECRET: 's'.repeat(32) };
    const doctor = startProcess('src/cli.ts', settings, ['doctor']);
    expect([await doctor.exited, doctor.stdout()]).toEqual([0, expect.stringMatching(UNLIMITED)]);
    const service = await startServing({ ...settings, ROLES: 'api' });
    onTestFinished(async () => void (await service.stop()));
    await service.saw(UNLIMITED);
    await service.stop();
    const session = new pg.Client({ connectionString: directUrl });
    await session.connect();
    const name = new URL(directUrl).pathname.slice(1);
    await session.query(`ALTER DATABASE ${name} SET statement_timeout = 2500`);
    await session.query(CUT);
    await session.end();
    const limited = await open(directUrl);
    expect(await findPoolerFault(limited)).toBeNull();
    const { rows } = await limited.withoutLimits((kysely) =>
      sql<object>`SHOW statement_timeout`.execute(kysely),
    );
    expect(rows).toEqual([{ statement_timeout: '0' }]);
  });

  test('is said to be wrong where the direct address does not answer, is a pooler, or of another database', async () => {
    const { open, directUrl, pooledUrl } = await openUnlimited();
    for (const wrong of ['postgres://nobody@127.0.0.1:1/none', pooledUrl]) {
      expect(await findPoolerFault(await open(wrong))).toMatch(/does not answer, or leads to a pooler/);
    }
    const other = await createTestDatabase();
    onTestFinished(() => other.remove());
    expect(await findPoolerFault(await open(other.directUrl))).toMatch(/lead to different databases/);
    expect(directUrl).not.toBe(other.directUrl);
  });

  test('frees within seconds what clients that vanished in the middle of transactions held', async () => {
    const { open, directUrl, pooledUrl } = await openUnlimited();
    const database = await open(directUrl);
    const silent = Array.from({ length: POOL_SIZE }, () => new pg.Client({ connectionString: pooledUrl }));
    for (const client of silent) {
      client.on('error', () => undefined);
      await client.connect();
      await client.query('BEGIN');
    }
    const ask = () => database.query(null, 'SELECT 1 AS one', []).catch((error: unknown) => error);
    expect(await ask()).toMatchObject({ code: 'service_unavailable' });
    await expect.poll(ask, { timeout: 14_000, interval: 100 }).toEqual([{ one: 1 }]);
    await Promise.all(silent.map((client) => client.end().catch(() => undefined)));
  });
});

/** Connections that were opened before a setting of the database do not have it. */
const CUT = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

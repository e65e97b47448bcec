import { tmpdir } from 'node:os';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/adapters/db/migrate.ts';
import { runOn } from '../channels/cli-setup.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { type Balancer, startBalancer } from '../support/balancer.ts';
import { type Cluster, createCluster } from '../support/cluster.ts';
import { askOne } from '../support/load.ts';
import { type ServingProcess, startServing } from '../support/process.ts';

const QUESTIONS = 60;
const SETTINGS = { SESSION_SECRET: 's'.repeat(32), ROLES: 'api', LIMIT_PER_MINUTE: '1000' };

let primary: Cluster;
let standby: Cluster;
let app: TestApp;

beforeAll(async () => {
  primary = createCluster(tmpdir());
  standby = createCluster(tmpdir());
  await primary.start({ wal_keep_size: '64MB' });
  app = await startApp({ DATABASE_URL: primary.url });
  await standby.copy(primary);
  await standby.start();
});
afterAll(async () => {
  await app?.stop();
  await standby.remove();
  await primary.remove();
});

async function run(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function look(url: string) {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, body: (await response.json()) as { reason?: string } };
}

/** The doctor's line of the database, on a service of this address. */
async function askDoctor(one: TestApp): Promise<{ status: string; message: string }> {
  const { out } = await runOn(async () => one.core, ['doctor', '--json']);
  return JSON.parse(out).find(({ check }: { check: string }) => check === 'database');
}

describe('A database that answers and takes no writes is named by /readyz and doctor', () => {
  test('as a standby', async () => {
    const behind = await startApp({ DATABASE_URL: standby.url });
    onTestFinished(() => behind.stop());
    const { status, body } = await look(behind.url);
    expect([status, body]).toMatchObject([503, { status: 'not_ready', database: 'standby' }]);
    expect(body.reason).toMatch(/^The database is a standby .*\.$/);
    expect(await askDoctor(behind)).toEqual({ check: 'database', status: 'fail', message: body.reason });
  });

  test('as read-only, for as long as it is', async () => {
    const setTo = async (value: string) => {
      await run(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
      await run('SELECT pg_reload_conf()');
    };
    onTestFinished(() => setTo('off'));
    expect((await look(app.url)).status).toBe(200);
    await setTo('on');
    await expect.poll(async () => (await look(app.url)).status).toBe(503);
    const { body } = await look(app.url);
    expect(body).toMatchObject({ database: 'read_only', reason: expect.stringMatching(/read_only is on/) });
    expect(await askDoctor(app)).toMatchObject({ status: 'fail', message: body.reason });
    await setTo('off');
    await expect.poll(async () => (await look(app.url)).status).toBe(200);
  });

  // The bench of faults fills a real disk, which needs the right to mount one.
  test('as full, when it refuses to write the rows of the look for want of room', async () => {
    await run('CREATE SCHEMA full_disk');
    await run(`CREATE FUNCTION full_disk.generate_series(integer, integer) RETURNS SETOF integer
      LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$`);
    await run(`ALTER DATABASE postgres SET search_path = full_disk, pg_catalog, public`);
    onTestFinished(() => run('ALTER DATABASE postgres RESET search_path; DROP SCHEMA full_disk CASCADE'));
    const full = await startApp({ DATABASE_URL: primary.url });
    onTestFinished(() => full.stop());
    const { status, body } = await look(full.url);
    expect([status, body]).toMatchObject([503, { status: 'not_ready', database: 'full' }]);
    expect(await askDoctor(full)).toMatchObject({ status: 'fail', message: body.reason });
  });
});

describe('HAProxy before a process on the primary and one on the standby, with `option httpchk GET /readyz`', () => {
  let balancer: Balancer;
  let key: string;
  const processes: ServingProcess[] = [];
  beforeAll(async () => {
    await migrate(app.core.database);
    key = (await app.addServer()).key;
    for (const { url } of [primary, standby])
      processes.push(await startServing({ ...SETTINGS, DATABASE_URL: url }));
    balancer = await startBalancer(configure);
  });
  afterAll(async () => {
    await balancer?.stop();
    for (const one of processes) await one.stop();
  });

  const configure = (port: number) => `
defaults
  mode http
  timeout connect 1s
  timeout client 30s
  timeout server 30s
listen lotse
  bind 127.0.0.1:${port}
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
  default-server check inter 500ms fall 1 rise 1
${processes.map(({ url }, place) => `  server s${place} ${new URL(url).host}`).join('\n')}
`;

  /** Statuses of as many questions, a few at a time. */
  async function ask(): Promise<number[]> {
    const url = `http://127.0.0.1:${balancer.port}`;
    const statuses: number[] = [];
    while (statuses.length < QUESTIONS) {
      const seen = await Promise.all(Array.from({ length: 6 }, () => askOne({ url, key })));
      statuses.push(...seen.map(({ status }) => status));
    }
    return statuses;
  }

  test('no question is refused after its check, and none after a failover', async () => {
    const refused = async () => (await ask()).filter((status) => status !== 200);
    expect(balancer.log()).toContain('lotse/s1 is DOWN');
    // Asked directly, the process on the standby refuses.
    expect((await askOne({ url: processes[1]?.url ?? '', key })).status).toBe(503);
    expect(await refused()).toEqual([]);
    await primary.kill('all');
    await standby.promote();
    await expect.poll(balancer.log).toContain('lotse/s1 is UP');
    await expect.poll(balancer.log).toContain('lotse/s0 is DOWN');
    expect(await refused()).toEqual([]);
  });
});

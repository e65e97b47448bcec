import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster } from '../../test/support/cluster.ts';
import { askOne, startLoad } from '../../test/support/load.ts';
import type { SmallDisk } from './disk.ts';
import type { Course } from './judge.ts';
import { addCustomer, readStatus, type Serving, startService, waitForStatus } from './service.ts';

const CLIENTS = 16;
const AWAY_MS = 1_000;
const LOG_RECORD_BYTES = 40_000_000;
const KILLS = 3;
const READY_MS = 3_000;
const FEW_CONNECTIONS = 5;
const ORDINARY_USER = 'ordinary';

/** What a scenario runs on. */
export interface Stage {
  cluster: Cluster;
  /** Set once the scenario has started it. */
  serving?: Serving;
  /** Undone after the scenario, also if the run is interrupted. */
  onEnd(undo: () => Promise<void>): void;
}

export type Scenario = (stage: Stage) => Promise<Course>;

async function stopAndStart(stage: Stage): Promise<Course> {
  const { load, ...rest } = await serveLoad(stage);
  await load.sees(200, 200);
  await stage.cluster.stopAtOnce();
  await delay(AWAY_MS);
  const backAt = await startCluster(stage);
  await load.sees(200, 200);
  const note = `stop, ${AWAY_MS} ms, start`;
  return { ...rest, seen: await load.stop(), backAt: [backAt], note };
}

async function killAndStart(stage: Stage): Promise<Course> {
  const { load, ...rest } = await serveLoad(stage);
  const backAt: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    await load.sees(200, 300);
    await stage.cluster.kill();
    await load.sees(503, 20);
    backAt.push(await startCluster(stage));
  }
  await load.sees(200, 300);
  const note = `${KILLS} kills, every acknowledged answer looked up`;
  return { ...rest, seen: await load.stop(), backAt, note };
}

async function startBefore(stage: Stage): Promise<Course> {
  const { url: databaseUrl } = stage.cluster;
  const customer = await addCustomer(databaseUrl, 'early');
  await stage.cluster.stopAtOnce();
  const serving = await serve(stage);
  const seen = [await askOne({ ...serving, key: customer.key })];
  const faults: string[] = [];
  if (seen[0]?.status !== 503) faults.push(`chat said ${seen[0]?.status} without a database`);
  const probes = [await readStatus(`${serving.url}/healthz`), await readStatus(`${serving.url}/readyz`)];
  if (probes.join() !== '200,503') faults.push(`/healthz and /readyz said ${probes} without a database`);
  const backAt = await startCluster(stage);
  await waitForStatus(`${serving.url}/readyz`, 200, READY_MS).catch((error: unknown) =>
    faults.push(String(error)),
  );
  const note = `ready after ${Math.round(performance.now() - backAt)} ms`;
  seen.push(await askOne({ ...serving, key: customer.key }));
  return {
    ...{ serving, customer, databaseUrl, faults },
    seen,
    backAt: [backAt],
    note,
  };
}

async function takeConnections(stage: Stage): Promise<Course> {
  const { load, ...rest } = await serveLoad(stage, await addOrdinaryUser(stage));
  await load.sees(200, 100);
  await stage.cluster.stopAtOnce();
  await stage.cluster.start({
    ...{
      max_connections: String(FEW_CONNECTIONS),
      // Otherwise a service that holds them all never releases one.
      superuser_reserved_connections: '1',
      max_wal_senders: '0',
    },
  });
  // The service comes back to a database that has fewer connections than its pool asks for.
  const backAt = [performance.now()];
  await load.sees(200, 200);
  const taken = await takeAll(stage.cluster.url);
  await load.sees(503, 100);
  for (const client of taken) await client.end();
  backAt.push(performance.now());
  await load.sees(200, 200);
  const seen = await load.stop();
  const served = seen.filter(({ sentAt }) => sentAt >= (backAt[1] ?? 0));
  const refused = served.filter(({ status }) => status === 503).length;
  const note = `all ${FEW_CONNECTIONS} taken, then freed: ${refused} of ${served.length} refused after it`;
  return { ...rest, seen, backAt, note };
}

/** Full twice: once with room in the database's log, once without, which ends the database. */
export async function fillDisk(stage: Stage, disk: SmallDisk): Promise<Course> {
  const { load, ...rest } = await serveLoad(stage);
  await load.sees(200, 100);
  disk.fill();
  await load.sees(503, 1_000);
  disk.free();
  const backAt = [performance.now()];
  await load.sees(200, 100);
  disk.fill();
  await exhaustLog(stage.cluster.url);
  await load.sees(503, 1_000);
  disk.free();
  const hasEnded = !stage.cluster.isRunning();
  if (hasEnded) await stage.cluster.start();
  backAt.push(performance.now());
  await load.sees(200, 200);
  const log = stage.cluster.log();
  const faults = log.includes('could not extend file') ? [] : ['the disk was never full'];
  const crashes = log.match(/PANIC/g)?.length ?? 0;
  const note = `full twice, ${crashes} crashes of the database${hasEnded ? ', had to be started' : ''}`;
  return { ...rest, seen: await load.stop(), backAt, note, faults };
}

/** One record larger than all the space that the database keeps for its log. */
async function exhaustLog(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const write = client.query(
    `SELECT pg_logical_emit_message(false, 'fill', repeat('x', ${LOG_RECORD_BYTES}))`,
  );
  await write.catch(() => undefined);
  await client.end().catch(() => undefined);
}

/** @returns when it accepted connections, from performance.now(). */
async function startCluster({ cluster }: Stage): Promise<number> {
  await cluster.start();
  return performance.now();
}

async function serve(stage: Stage, databaseUrl = stage.cluster.url): Promise<Serving> {
  const serving = await startService(databaseUrl);
  stage.serving = serving;
  stage.onEnd(() => serving.stop());
  return serving;
}

/** A service at work on one customer's questions. */
async function serveLoad(stage: Stage, databaseUrl = stage.cluster.url) {
  const serving = await serve(stage, databaseUrl);
  const probe = `${serving.url}/readyz`;
  await waitForStatus(probe, 200, 10_000);
  // Idle connections at the time of the fault are the ones that used to end processes.
  await Promise.all(Array.from({ length: CLIENTS }, () => readStatus(probe)));
  const customer = await addCustomer(stage.cluster.url, `customer-${Math.round(performance.now())}`);
  const load = startLoad({ ...serving, key: customer.key }, { clients: CLIENTS });
  stage.onEnd(async () => void (await load.stop()));
  return { serving, customer, load, databaseUrl: stage.cluster.url };
}

/** An account for which no last connection is reserved. @returns the database's address for it. */
async function addOrdinaryUser({ cluster }: Stage): Promise<string> {
  // The schema is made by the account that everything else uses.
  await addCustomer(cluster.url, 'before');
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  await client.query(`CREATE ROLE ${ORDINARY_USER} LOGIN IN ROLE pg_read_all_data, pg_write_all_data`);
  await client.end();
  const url = new URL(cluster.url);
  url.username = ORDINARY_USER;
  return url.href;
}

/** Ends the service's sessions and opens all that the database has, before the service can. */
async function takeAll(url: string): Promise<pg.Client[]> {
  const taken: pg.Client[] = [];
  const until = performance.now() + 10_000;
  while (taken.length < FEW_CONNECTIONS) {
    if (performance.now() > until) throw new Error(`only ${taken.length} connections could be taken`);
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    const isOpen = await client.connect().then(
      () => true,
      () => false,
    );
    if (isOpen) taken.push(client);
    await taken[0]?.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> ALL ($1) AND backend_type = 'client backend'`,
      [await pidsOf(taken)],
    );
  }
  return taken;
}

async function pidsOf(clients: readonly pg.Client[]): Promise<number[]> {
  const pids: number[] = [];
  for (const client of clients) {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    pids.push(...rows.map(({ pid }) => pid));
  }
  return pids;
}

/** What is done to an ordinary cluster, and under which name. */
export const SCENARIOS: Record<string, Scenario> = {
  'B9 immediate stop': stopAndStart,
  'B19 kill -9 of the postmaster': killAndStart,
  'B11 down at boot': startBefore,
  'B14 max_connections=5': takeConnections,
};

/** The name of `fillDisk`, which needs a separate disk. */
export const FULL_DISK = 'B15 full disk';

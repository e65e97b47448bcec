import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, createCluster } from '../../test/support/cluster.ts';

const POLL_MS = 50;
const ATTACH_MS = 60_000;
/** The copy of a standby needs what was written while it was made. */
const SETTINGS = { wal_keep_size: '256MB', max_wal_size: '256MB' };

/** A primary and the synchronous standby that follows it. */
export interface Pair {
  primary(): Cluster;
  standby(): Cluster;
  /** SIGKILL to the primary and everything that it started. */
  killPrimary(): Promise<void>;
  /** From then on no commit may be answered. */
  stopStandby(): Promise<void>;
  /** The standby becomes the primary. It waits for nobody until the other one is back. */
  promote(): Promise<void>;
  /** The killed one begins anew as the standby; resolves when every commit waits for it. */
  rejoin(): Promise<void>;
}

/** @param parent open to every account. */
export async function openPair(parent: string, cleanup: AsyncDisposableStack): Promise<Pair> {
  let [primary, standby] = [createCluster(parent), createCluster(parent)];
  for (const one of [primary, standby]) cleanup.defer(() => one.remove());
  await primary.start(SETTINGS);
  const rejoin = async () => {
    await standby.copy(primary);
    await standby.start(SETTINGS);
    // Before it follows closely, commits would wait for it to catch up; before it was copied, it would take the
    // setting over, and wait for a standby itself when it is promoted.
    await waitForStandby(primary.url, FOLLOWING);
    await runOn(primary.url, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await runOn(primary.url, 'SELECT pg_reload_conf()');
    await waitForStandby(primary.url, IN_STEP);
  };
  await rejoin();
  return {
    primary: () => primary,
    standby: () => standby,
    killPrimary: () => primary.kill('all'),
    stopStandby: () => standby.stopAtOnce(),
    promote: async () => {
      if (!standby.isRunning()) await standby.start(SETTINGS);
      await standby.promote();
      [primary, standby] = [standby, primary];
    },
    rejoin,
  };
}

const FOLLOWING = `SELECT FROM pg_stat_replication WHERE state = 'streaming' AND application_name = 'walreceiver'`;
const IN_STEP = `${FOLLOWING} AND sync_state = 'sync'`;

async function waitForStandby(url: string, state: string): Promise<void> {
  const until = performance.now() + ATTACH_MS;
  while ((await runOn(url, state)).length === 0) {
    if (performance.now() > until) throw new Error(`no standby after ${ATTACH_MS} ms`);
    await delay(POLL_MS);
  }
}

/** One statement on a connection of its own. */
export async function runOn<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  // The statement reports it.
  client.on('error', () => undefined);
  await client.connect();
  return (await client.query<Row>(statement, values).finally(() => client.end())).rows;
}

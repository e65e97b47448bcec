import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAdapters } from '../../src/adapters/adapters.ts';
import { migrate } from '../../src/adapters/db/migrate.ts';
import { createLog } from '../../src/adapters/log.ts';
import { parseConfig } from '../../src/config.ts';
import { assembleCore } from '../../src/core/assembly.ts';
import type { Core } from '../../src/core/core.ts';
import { createKey } from '../../src/core/owners/keys.ts';
import { type FakeDiscord, type FakeGuild, startDiscord } from '../../test/support/discord.ts';
import { type ServingProcess, startServing } from '../../test/support/process.ts';
import { createRandom } from '../random.ts';
import { type Backend, startBackend } from '../torture/backend.ts';
import { furnish } from '../torture/stage.ts';
import { WATCH } from './books.ts';
import { openPair, type Pair, runOn } from './pair.ts';
import { startProxy } from './proxy.ts';

/** A server whose share is gone at once, and that lives on credit bought in small pieces. */
const TIGHT = 'tight';
const UNITS = { PREMIUM_WEEKLY_UNITS: 1_000_000_000, FREE_WEEKLY_UNITS: 40_000 };
/** What the API may use of it. */
const DIVISORS = { premium: 2, free: 4 };
const ROLES = ['api', 'api', 'bot', 'jobs'] as const;

/** A server of the service, and a key of it. */
export interface Customer {
  id: string;
  key: string;
}

/** Everything that a run needs, at work. */
export interface Stage {
  pair: Pair;
  backend: Backend;
  discord: FakeDiscord;
  guild: FakeGuild;
  /** Of the operator, who sells credit. */
  core: Core;
  processes: readonly ServingProcess[];
  /** Of the processes with the API. */
  origins: string[];
  /** Its quota lasts, and its members ask on Discord too. */
  ample: Customer;
  tight: Customer;
}

export async function openStage(seed: number, cleanup: AsyncDisposableStack): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'lotse-failover-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  // Another account owns the databases.
  chmodSync(folder, 0o755);
  const pair = await openPair(folder, cleanup);
  const clusters = [pair.primary(), pair.standby()];
  const { port } = await startProxy(clusters, cleanup);
  const apiKey = `sk-${randomBytes(16).toString('hex')}`;
  const backend = await startBackend(createRandom(seed, 'backend'), apiKey, 0);
  cleanup.defer(() => backend.close());
  const discord = await startDiscord();
  cleanup.defer(() => discord.stop());
  const guild = discord.addGuild({ name: 'Harbour', members: 120, joinedAt: new Date(0) });
  const settings = {
    ...{ HOST: '127.0.0.1', PUBLIC_URL: 'https://support.example', LOG_LEVEL: 'info' },
    DATABASE_URL: Object.assign(new URL(pair.primary().url), { port }).href,
    SESSION_SECRET: randomBytes(32).toString('hex'),
    ...{ OPENAI_BASE_URL: backend.url, OPENAI_API_KEY: apiKey, AI_TIMEOUT_MS: '10000' },
    ...{ DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl },
    ...{ LIMIT_PER_MINUTE: '10000000', LIMIT_PER_DAY_PREMIUM: '10000000', LIMIT_PER_DAY_FREE: '10000000' },
    ...Object.fromEntries(Object.entries(UNITS).map(([name, units]) => [name, String(units)])),
  };
  const core = await openCore(settings, cleanup);
  const [ample, tight] = [await admitCustomer(core, guild.id), await admitCustomer(core, TIGHT)];
  await watchBooks(pair, [ample, tight]);
  const processes = await startProcesses(settings, cleanup);
  await discord.ready();
  const origins = processes.filter((_, place) => ROLES[place] === 'api').map(({ url }) => url);
  return { pair, backend, discord, guild, core, processes, origins, ample, tight };
}

async function openCore(settings: Record<string, string>, cleanup: AsyncDisposableStack): Promise<Core> {
  const config = parseConfig(settings);
  // The outages are ours.
  const log = createLog('silent');
  const adapters = await openAdapters(config, log, 'share');
  cleanup.defer(() => adapters.close());
  await migrate(adapters.database);
  return assembleCore({ ...adapters, config, clock: Date.now, log });
}

async function admitCustomer(core: Core, id: string): Promise<Customer> {
  await furnish(core, { id, name: 'Harbour', plan: id === TIGHT ? 'free' : 'premium' });
  return { id, key: (await createKey(core, { serverId: id })).key };
}

async function watchBooks(pair: Pair, [ample, tight]: [Customer, Customer]): Promise<void> {
  const { url } = pair.primary();
  for (const statement of WATCH) await runOn(url, statement);
  const { PREMIUM_WEEKLY_UNITS: premium, FREE_WEEKLY_UNITS: free } = UNITS;
  const limit = 'INSERT INTO allowances VALUES ($1, $2, $3)';
  await runOn(url, limit, [ample.id, premium, premium / DIVISORS.premium]);
  await runOn(url, limit, [tight.id, free, free / DIVISORS.free]);
}

async function startProcesses(
  settings: Record<string, string>,
  cleanup: AsyncDisposableStack,
): Promise<ServingProcess[]> {
  const processes: ServingProcess[] = [];
  for (const roles of ROLES) {
    if (cleanup.disposed) throw new Error('interrupted');
    const serving = await startServing({ ...settings, ROLES: roles });
    processes.push(serving);
    // Those that still start are ended by the end of this one.
    cleanup.defer(async () => void (await serving.stop()));
  }
  return processes;
}

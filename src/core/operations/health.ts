import { Gauge, Registry } from 'prom-client';
import packageJson from '../../../package.json' with { type: 'json' };
import { waitingIn } from '../../adapters/db/batch.ts';
import { type Readiness, readReadiness } from '../../adapters/db/readiness.ts';
import { watchProcess } from '../../adapters/metrics/metrics.ts';
import type { Core } from '../core.ts';

export { watchProcess } from '../../adapters/metrics/metrics.ts';

export const EXPOSITION_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** `off`: the process has no bot. */
const GATEWAY_STATES = ['off', 'connecting', 'ready', 'reconnecting', 'invalid_token', 'refused'];

/** In Prometheus' text format. @param gateway state of the bot. */
export function readMetrics(core: Core, gateway: string): Promise<string> {
  return Registry.merge([core.meters.registry, gaugesOf(core, gateway), watchProcess()]).metrics();
}

function gaugesOf({ meters, knowledgeIndexes, vectors, database, ledger }: Core, gateway: string): Registry {
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  gauge('lotse_build_info', 'Always 1; the labels say what runs.', ['version', 'node']).set(
    { version: packageJson.version, node: process.versions.node },
    1,
  );
  gauge('lotse_http_requests_in_flight', 'HTTP requests that are not answered yet.').set(meters.inFlight);
  gauge('lotse_ai_circuit_open', '1 while calls are refused because the AI backend is down.').set(
    Number(meters.isCircuitOpen),
  );
  gauge('lotse_search_indexes', 'Servers whose search index is in memory.').set(knowledgeIndexes.size);
  gauge('lotse_search_index_bytes', 'Memory of the search indexes.').set(knowledgeIndexes.calculatedSize);
  gauge('lotse_search_vector_bytes', 'Memory of the vectors of embeddings.').set(vectors.calculatedSize);
  const { total, idle, waiting } = database.connections();
  gauge('lotse_database_connections', 'Connections of the pool.').set(total);
  gauge('lotse_database_connections_idle', 'Idle connections of the pool.').set(idle);
  gauge('lotse_database_waiting', 'Statements that wait for a connection.').set(waiting);
  const help = 'Questions that wait to be admitted or charged in the next batch, by step.';
  const ofLedger = gauge('lotse_ledger_waiting', help, ['step']);
  for (const step of ['admit', 'settle'] as const) ofLedger.set({ step }, waitingIn(ledger[step]));
  const meaning = '1 for the state that the bot is in, 0 for the others.';
  const state = gauge('lotse_discord_state', meaning, ['state']);
  for (const name of GATEWAY_STATES) state.set({ state: name }, Number(name === gateway));
  return registry;
}

export interface Health {
  database: Readiness | 'unavailable';
  /** In one sentence. */
  reason?: string;
  /** `off`: this process runs no bot. */
  discord: string;
  ai: 'extractive' | 'unknown' | 'ok' | 'failing';
}

/** For operators. */
export const DATABASE_FAULTS: Record<Exclude<Health['database'], 'ok'>, string> = {
  unavailable: 'The database does not answer, or has no tables yet.',
  standby:
    'The database is a standby and accepts no writes. Set DATABASE_URL to the primary, or promote this one.',
  read_only:
    'The database accepts no writes, because default_transaction_read_only is on for it, its role or its server.',
  full: 'The disk of the database is full, so it cannot write. Free space on it.',
};

/** Only the database decides whether the service can work. Never throws. */
export async function checkHealth(core: Core, discord: string): Promise<Health> {
  const database = await readReadiness(core.database).catch((error: unknown) => {
    core.log.warn({ err: error }, 'database not ready');
    return 'unavailable' as const;
  });
  const reason = database === 'ok' ? {} : { reason: DATABASE_FAULTS[database] };
  return { database, ...reason, discord, ai: core.ai?.state() ?? 'extractive' };
}

import packageJson from '../../../package.json' with { type: 'json' };
import { waitingIn } from '../../adapters/db/batch.ts';
import { type Family, gauge, writeExposition } from '../../adapters/metrics/metrics.ts';
import type { Core } from '../core.ts';

export { EXPOSITION_TYPE, watchProcess } from '../../adapters/metrics/metrics.ts';

/** All states that a bot can be in; a process without a bot is `off`. */
const GATEWAY_STATES = ['off', 'connecting', 'ready', 'reconnecting', 'invalid_token', 'refused'];

/**
 * Everything counted and measured of this process, in Prometheus' text format.
 * @param gateway state of the bot, `off` where there is none.
 */
export function readMetrics(core: Core, gateway: string): Promise<string> {
  return writeExposition([...core.meters.families, ...partsOf(core), ...databaseOf(core), stateOf(gateway)]);
}

function partsOf({ meters, knowledgeIndexes, vectors }: Core): Family[] {
  return [
    gauge('lotse_build_info', 'Always 1; the labels say what runs.', [
      { labels: { version: packageJson.version, node: process.versions.node }, value: 1 },
    ]),
    gauge('lotse_http_requests_in_flight', 'HTTP requests whose answer is not made yet.', meters.inFlight),
    gauge(
      'lotse_ai_circuit_open',
      '1 while calls are refused because the AI backend is down.',
      Number(meters.isCircuitOpen),
    ),
    gauge('lotse_search_indexes', 'Servers whose search index is in memory.', knowledgeIndexes.size),
    gauge('lotse_search_index_bytes', 'Memory of the search indexes.', knowledgeIndexes.calculatedSize),
    gauge('lotse_search_vector_bytes', 'Memory of the vectors of embeddings.', vectors.calculatedSize),
  ];
}

function databaseOf({ database, ledger }: Core): Family[] {
  const { total, idle, waiting } = database.connections();
  return [
    gauge('lotse_database_connections', 'Connections of the pool.', total),
    gauge('lotse_database_connections_idle', 'Connections of the pool that nobody uses.', idle),
    gauge('lotse_database_waiting', 'Statements that wait for a connection.', waiting),
    gauge('lotse_ledger_waiting', 'Questions that wait for the next batch of the ledger.', [
      { labels: { step: 'admit' }, value: waitingIn(ledger.admit) },
      { labels: { step: 'settle' }, value: waitingIn(ledger.settle) },
    ]),
  ];
}

function stateOf(gateway: string): Family {
  const samples = GATEWAY_STATES.map((state) => ({ labels: { state }, value: Number(state === gateway) }));
  return gauge('lotse_discord_state', '1 for the state that the bot is in, 0 for the others.', samples);
}

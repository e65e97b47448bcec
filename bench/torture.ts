import { parseArgs } from 'node:util';
import { runKills } from './torture/kills.ts';
import { runMinute } from './torture/minute.ts';
import { printReport } from './torture/report.ts';

/**
 * Kills service processes at random while many clients ask, and holds the books to what the clients saw:
 * nothing overspent, lost, charged twice or charged though refused. Beside it, the minute window of one key
 * over two processes. Makes its own databases and drops them. Exit code 1 unless every check holds.
 */
const { values: options } = parseArgs({
  options: {
    database: { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/test' },
    // Past the pooler that --database is the address of.
    direct: { type: 'string' },
    requests: { type: 'string', default: '100000' },
    clients: { type: 'string', default: '64' },
    'minute-seconds': { type: 'string', default: '150' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    only: { type: 'string' },
  },
});

async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void cleanup.disposeAsync().finally(() => process.exit(1)));
  }
  const { database, direct, only } = options;
  if (only !== undefined && only !== 'torture' && only !== 'minute') throw new Error('--only torture|minute');
  const seed = readNumber('seed');
  console.log(`seed ${seed}`);
  const kills = { database, direct, seed, requests: readNumber('requests'), clients: readNumber('clients') };
  const minute = { database, direct, seed, seconds: readNumber('minute-seconds') };
  // In parallel: both mostly wait for windows and expiries to pass.
  const runs = [
    ...(only === 'minute' ? [] : [runKills(kills, cleanup)]),
    ...(only === 'torture' ? [] : [runMinute(minute, cleanup)]),
  ];
  const results = await Promise.allSettled(runs);
  if (cleanup.disposed) return;
  const areMet = results.map((result) => {
    if (result.status === 'fulfilled') return printReport(result.value);
    console.error(result.reason);
    return false;
  });
  process.exitCode = areMet.every(Boolean) ? 0 : 1;
}

function readNumber(name: 'requests' | 'clients' | 'minute-seconds' | 'seed'): number {
  const number = Number(options[name]);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`--${name} must be a whole number`);
  return number;
}

await main();

import { parseArgs } from 'node:util';
import { simulateHits } from './plan/cache.ts';
import { type Load, simulate } from './plan/simulate.ts';
import { measureSizes } from './plan/sizes.ts';

/**
 * How many processes, cores and disks so many tickets a day take, from what one question was measured to take: CPU of
 * a process and of PostgreSQL (`npm run bench`; given as options), bytes of an answer (measured here). Few servers get
 * most of the questions (Zipf's law, s = 1), so that not every question finds the index of its server in memory. The
 * busiest hour is played question by question, and so are quieter and busier ones.
 */
const { values: options } = parseArgs({
  options: {
    database: { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/test' },
    tickets: { type: 'string', default: '10000000' },
    servers: { type: 'string', default: '100000' },
    /** The busiest hour has so many times the questions of an average one. */
    peak: { type: 'string', default: '4' },
    'cpu-us': { type: 'string', default: '2140' },
    'database-us': { type: 'string', default: '389' },
    /** Servers whose index a process holds in 512 MB. */
    held: { type: 'string', default: '1500' },
    /** CPU of a question whose index is not in memory, x one whose index is (`npm run bench -- cold`). */
    cold: { type: 'string', default: '1.4' },
    'model-ms': { type: 'string', default: '2000' },
    retention: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '60' },
  },
});

/** Of the time of a process or core; the rest is for bursts. */
const FULL = 0.6;
const SERVERS_PER_SHARD = 1_000;
const SHARDS_PER_PROCESS = 16;
/** Of the busiest hour: what comes after it is what was not planned for. */
const FACTORS = [0.5, 1, 1.5, 2, 2.5];
const DAY_SECONDS = 86_400;
const YEAR_DAYS = 365;

function readNumber(name: Exclude<keyof typeof options, 'database'>): number {
  const number = Number(options[name]);
  if (!Number.isFinite(number) || number <= 0) throw new Error(`--${name} must be a number above 0`);
  return number;
}

/** Milliseconds of a process for a question, of which that part finds its server's index in memory. */
function cpuMsAt(hits: number): number {
  return (readNumber('cpu-us') / 1000) * (hits + (1 - hits) * readNumber('cold'));
}

function planFor(perSecond: number, cpuMs: number): Load {
  const databaseMs = readNumber('database-us') / 1000;
  const workersFor = (ms: number) => Math.max(1, Math.ceil((perSecond * ms) / 1000 / FULL));
  const modelMs = readNumber('model-ms');
  return {
    ...{ perSecond, cpuMs, databaseMs, modelMs },
    processes: workersFor(cpuMs),
    cores: workersFor(databaseMs),
  };
}

async function main(): Promise<void> {
  const [tickets, servers, retention] = (['tickets', 'servers', 'retention'] as const).map(readNumber);
  if (!tickets || !servers || !retention) return;
  const average = tickets / DAY_SECONDS;
  const busiest = average * readNumber('peak');
  const { processes } = planFor(busiest, cpuMsAt(0));
  const traffic = { servers, held: readNumber('held'), processes };
  const [dealt, routed] = [simulateHits(traffic, false), simulateHits(traffic, true)];
  const load = planFor(busiest, cpuMsAt(dealt));
  const { whole, bare } = await measureSizes(options.database);
  const toGb = (bytes: number) => `${Math.ceil(bytes / 1e9).toLocaleString('en')} GB`;
  print('tickets a day', tickets.toLocaleString('en'));
  print('questions a second, average', average.toFixed(0));
  print('questions a second, busiest hour', load.perSecond.toFixed(0));
  print('API processes', String(load.processes));
  const hits = (part: number) =>
    `${Math.round(100 * part)} %, ${(1000 * cpuMsAt(part)).toFixed(0)} µs a question`;
  print('index in memory, questions dealt in turn', hits(dealt));
  print('the same, routed by key', hits(routed));
  print('the same, nowhere in memory', hits(0));
  print('cores of PostgreSQL', String(load.cores));
  print('bytes of an answer with its words', whole.toFixed(0));
  print('bytes of an answer without them', bare.toFixed(0));
  print(`answers with their words, ${retention} days`, toGb(whole * tickets * retention));
  print('answers without them, a year', toGb(bare * tickets * YEAR_DAYS));
  print('shards of Discord', String(Math.ceil(servers / SERVERS_PER_SHARD)));
  print('bot processes', String(Math.ceil(servers / SERVERS_PER_SHARD / SHARDS_PER_PROCESS)));
  console.log('\nthe busiest hour, played');
  for (const factor of FACTORS) play(factor, load);
}

function play(factor: number, load: Load): void {
  const perSecond = load.perSecond * factor;
  const { p50, p99, processesBusy, coresBusy } = simulate({ ...load, perSecond }, readNumber('seconds'));
  const percent = (part: number) => `${Math.round(100 * part)} %`;
  print(
    `${perSecond.toFixed(0)} a second`,
    `p50 +${p50.toFixed(1)} ms, p99 +${p99.toFixed(1)} ms; at work ${percent(processesBusy)} and ${percent(coresBusy)}`,
  );
}

function print(name: string, value: string): void {
  console.log(`${name.padEnd(40)} ${value}`);
}

await main();

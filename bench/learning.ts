import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createLog } from '../src/adapters/log.ts';
import { parseConfig } from '../src/config.ts';
import type { Core } from '../src/core/core.ts';
import { listGaps } from '../src/core/learning/gaps.ts';
import { prove } from '../src/core/learning/proof.ts';
import { listGroups } from '../src/core/learning/suggestions/suggestions.ts';
import { runTests } from '../src/core/learning/test-questions/test-questions.ts';
import { createKey } from '../src/core/owners/keys.ts';
import { deleteServer } from '../src/core/owners/servers.ts';
import { startService } from '../src/service.ts';
import { fillServer } from './learning/fill.ts';
import { pickOne } from './random.ts';

/**
 * A server that has learned much: how long its suggestions and gaps take to group and a suggestion to prove, and
 * what customers notice meanwhile. The whole service, on the embedded database or a PostgreSQL. Exit code 1 when a
 * promise is broken.
 */
const { values: options } = parseArgs({
  options: {
    suggestions: { type: 'string', default: '2000' },
    questions: { type: 'string', default: '5000' },
    entries: { type: 'string', default: '5000' },
    tests: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string' },
  },
});

const SERVER = `learned-${randomUUID()}`;
const PROMISES = { seconds: 2, longestBlockMs: 50, longerRequestMs: 50 };
/** Requests for what customers notice when nothing else is going on. */
const REQUESTS_ALONE = 200;
/** So that a request is almost always under way, without the service being busy with them alone. */
const BETWEEN_REQUESTS_MS = 5;
interface Latency {
  p50: number;
  p95: number;
  longest: number;
}

interface Row {
  seconds: number;
  longestBlockMs: number;
  /** By what the slowest twentieth of requests takes longer than with nothing else going on. */
  longerRequestMs: number;
  latency: Latency;
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lotse-learning-'));
  const settings = options.database
    ? { DATABASE_URL: options.database, SESSION_SECRET: 's'.repeat(32) }
    : { DATA_DIR: folder };
  const limits = { LIMIT_PER_MINUTE: '1000000', LIMIT_PER_DAY_PREMIUM: '1000000' };
  const quota = { PREMIUM_WEEKLY_UNITS: '1000000000' };
  const config = parseConfig({
    PORT: '0',
    ROLES: 'api',
    LOG_LEVEL: 'warn',
    ...limits,
    ...quota,
    ...settings,
  });
  const service = await startService({ config, log: createLog('warn'), clock: Date.now });
  try {
    await service.ready;
    await measure(service.core, service.url);
    await deleteServer(service.core, SERVER);
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(core: Core, url: string): Promise<void> {
  const { questions, texts } = await fillServer(core, SERVER, {
    suggestions: Number(options.suggestions),
    openQuestions: Number(options.questions),
    answered: 0,
    tests: Number(options.tests),
    entries: Number(options.entries),
    seed: Number(options.seed),
  });
  const { key } = await createKey(core, { serverId: SERVER });
  const send = () => sendChat(url, key, pickOne(Math.random, questions));
  const prover = async (n: number) => {
    const candidate = { entryId: null, question: questions[n] ?? '', answer: texts[n] ?? '' };
    const { changes, tests } = await prove(core, SERVER, candidate);
    return `${changes.length} questions and ${tests.length} tests change`;
  };
  const cold = await observe(() => prover(0), null);
  for (let n = 0; n < 50; n += 1) await send();
  const runs: Record<string, (round: number) => Promise<string>> = {
    'group suggestions': async () => `${(await listGroups(core, SERVER)).length} groups of suggestions`,
    'group gaps': async () => `${(await listGaps(core, SERVER)).length} gaps listed`,
    prove: prover,
    'run tests': async () => `${(await runTests(core, SERVER)).passed} tests pass`,
  };
  const promised: Record<string, Row> = {};
  for (const [name, run] of Object.entries(runs)) {
    const rounds: Row[] = [];
    for (let round = 1; round <= Number(options.rounds); round += 1)
      rounds.push(await observe(() => run(round), send));
    promised[name] = bestOf(rounds);
  }
  const alone = await measureAlone(send);
  for (const row of Object.values(promised)) row.longerRequestMs = row.latency.p95 - alone.latency.p95;
  const rows = { 'prove, first of a server': cold, 'nothing else': alone, ...promised };
  console.table(Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, describe(row)])));
  const [load = 0] = loadavg();
  if (load > availableParallelism())
    console.log(`This machine is busy with other work (load ${load.toFixed(1)}): all figures are too high.`);
  // Searching for the first time on a server reads its knowledge too; that is what bench:search promises.
  for (const [name, row] of Object.entries(promised)) hold(name, row);
}

/** Other work on the machine only ever makes a round longer. */
function bestOf(rounds: readonly Row[]): Row {
  const least = (measure: (row: Row) => number) => Math.min(...rounds.map(measure));
  return {
    seconds: least(({ seconds }) => seconds),
    longestBlockMs: least(({ longestBlockMs }) => longestBlockMs),
    longerRequestMs: 0,
    latency: {
      p50: least(({ latency }) => latency.p50),
      p95: least(({ latency }) => latency.p95),
      longest: least(({ latency }) => latency.longest),
    },
  };
}

function hold(name: string, row: Row): void {
  for (const [promise, limit] of Object.entries(PROMISES)) {
    const value = row[promise as keyof typeof PROMISES];
    if (value <= limit) continue;
    console.error(`BROKEN ${name}, ${promise}: ${value.toFixed(1)}, promised at most ${limit}`);
    process.exitCode = 1;
  }
}

/** Runs something while a customer asks one question after the other. */
async function observe(run: () => Promise<string>, send: (() => Promise<number>) | null): Promise<Row> {
  const latencies: number[] = [];
  let isDone = false;
  const asking = (async () => {
    while (send && !isDone) {
      latencies.push(await send());
      await delay(BETWEEN_REQUESTS_MS);
    }
  })();
  if (send) await delay(100);
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const startedAt = performance.now();
  const outcome = await run();
  const seconds = (performance.now() - startedAt) / 1000;
  delays.disable();
  isDone = true;
  await asking;
  console.log(outcome);
  return { seconds, longestBlockMs: delays.max / 1e6, longerRequestMs: 0, latency: summarise(latencies) };
}

async function measureAlone(send: () => Promise<number>): Promise<Row> {
  const latencies: number[] = [];
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  for (let n = 0; n < REQUESTS_ALONE; n += 1) {
    latencies.push(await send());
    await delay(BETWEEN_REQUESTS_MS);
  }
  delays.disable();
  return { seconds: 0, longestBlockMs: delays.max / 1e6, longerRequestMs: 0, latency: summarise(latencies) };
}

async function sendChat(url: string, key: string, question: string): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(`${url}/api/v1/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: question }] }),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`status ${answer.status}: ${text}`);
  return performance.now() - startedAt;
}

function summarise(latencies: readonly number[]): Latency {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), longest: at(1) };
}

function describe({ seconds, longestBlockMs, latency }: Row) {
  return {
    seconds: seconds.toFixed(2),
    'longest turn, ms': longestBlockMs.toFixed(0),
    'request p50, ms': latency.p50.toFixed(1),
    'p95, ms': latency.p95.toFixed(1),
    'longest, ms': latency.longest.toFixed(0),
  };
}

await main();

import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { addLink } from '../src/core/knowledge/links.ts';
import { type StartedProcess, startProcess } from '../test/support/process.ts';
import { startDocsSite } from '../test/support/site.ts';
import { createRandom } from './random.ts';
import { look, type Series } from './soak/samples.ts';
import { findTrend, mostRise } from './soak/trend.ts';
import { changeSite, SITE, startWork, type Work } from './soak/work.ts';
import { startBackend } from './torture/backend.ts';
import { type Check, expectAtLeast, expectNone, printReport } from './torture/report.ts';
import { openStage, SERVER_ID } from './torture/stage.ts';

/**
 * Two processes under a steady load for a long time: new questions, imports, crawls and learning at once. Memory, open
 * handles, passing rows and waiting times are looked at again and again; in the last three quarters of the run none
 * of them may rise beyond its own noise. Makes its own database and drops it. Exit code 1 unless every check holds.
 */
const { values: options } = parseArgs({
  options: {
    database: { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/test' },
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
  },
});

const PROCESSES = 2;
const LOOKS = 240;
const LEAST_BETWEEN_LOOKS_MS = 2_000;
const SETTLING = 1 / 4;
/** Until then memory and waiting times rise because caches fill; a rise says nothing yet. */
const WARM_MINUTES = 20;

async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void cleanup.disposeAsync().finally(() => process.exit(1)));
  const random = createRandom(Number(options.seed), 'soak');
  const apiKey = `sk-${randomBytes(16).toString('hex')}`;
  const backend = await startBackend(random, apiKey);
  cleanup.defer(() => backend.close());
  const site = await startDocsSite({}, [SITE.host]);
  cleanup.defer(() => site.close());
  changeSite({ site, random });
  const stage = await openStage({
    ...{ database: options.database, direct: undefined, name: `lotse_soak_${process.pid}`, keys: 3, cleanup },
    settings: {
      ...{ OPENAI_BASE_URL: backend.url, OPENAI_API_KEY: apiKey, LIMIT_PER_MINUTE: '1000000' },
      ...{ LIMIT_PER_DAY_PREMIUM: '100000000', PREMIUM_WEEKLY_UNITS: '1000000000000' },
    },
  });
  await addLink(stage.core, SERVER_ID, `http://${SITE.host}/`);
  const processes = await startProcesses(stage.settings, site.port, cleanup);
  const client = new pg.Client({ connectionString: stage.settings.DATABASE_URL });
  await client.connect();
  cleanup.defer(() => client.end());
  const ending = new AbortController();
  cleanup.defer(() => ending.abort());
  const urls = processes.map(({ url }) => url);
  const work = startWork({ stage, urls, site, random, rate: Number(options.rate), signal: ending.signal });
  const pids = processes.map(({ service }) => service.child.pid ?? 0);
  const series = await watch({ pids, client, takeTimes: work.takeTimes }, work);
  ending.abort();
  await work.done;
  const { rows: pages } = await client.query('SELECT FROM pages');
  const isWarming = Number(options.minutes) < WARM_MINUTES;
  const isMet = printReport({
    title: `${options.minutes} minutes, ${PROCESSES} processes`,
    figures: { ...work.counts, 'calls of the backend': backend.calls, ...describe(series) },
    checks: [
      expectNone('calls that a backend would refuse', backend.refused.length),
      expectAtLeast('pages that were crawled', pages.length, SITE.pages),
      ...(isWarming ? [] : judge(series)),
    ],
    examples: backend.refused.slice(0, 3),
  });
  if (isWarming)
    console.log(`warming: rises are judged from ${WARM_MINUTES} minutes on (--minutes ${WARM_MINUTES})`);
  process.exitCode = isMet ? 0 : 1;
}

async function startProcesses(
  settings: Record<string, string>,
  sitePort: number,
  cleanup: AsyncDisposableStack,
) {
  const started: { service: StartedProcess; url: string }[] = [];
  for (let n = 0; n < PROCESSES; n += 1) {
    const own = { ...settings, PORT: '0', SITE_HOST: SITE.host, SITE_PORT: String(sitePort) };
    const service = startProcess('bench/soak/process.ts', own, [], { node: ['--max-semi-space-size=8'] });
    cleanup.defer(async () => void (await service.stop()));
    const url = /serving at (\S+)/.exec(await service.saw('serving at '))?.[1] ?? '';
    started.push({ service, url });
  }
  return started;
}

async function watch(watched: Parameters<typeof look>[1], work: Work): Promise<Series> {
  const series: Series = new Map();
  const runMs = Number(options.minutes) * 60_000;
  const betweenMs = Math.max(LEAST_BETWEEN_LOOKS_MS, runMs / LOOKS);
  const isBroken = work.done.then(() => true);
  for (let passed = 0; passed < runMs; passed += betweenMs) {
    // A work that throws ends the run with its reason.
    await Promise.race([delay(betweenMs), isBroken]);
    await look(series, watched);
  }
  return series;
}

const settled = (values: readonly number[]) => values.slice(Math.floor(values.length * SETTLING));

function judge(series: Series): Check[] {
  return [...series].map(([name, values]) => {
    const trend = findTrend(settled(values));
    const most = mostRise(trend);
    const round = (value: number) => Math.round(value * 10) / 10;
    const isMet = trend.rise <= most;
    return { title: `rise of ${name}`, found: round(trend.rise), wanted: `<= ${round(most)}`, isMet };
  });
}

function describe(series: Series): Record<string, string> {
  const told = [...series].map(([name, values]) => {
    const { mean, noise } = findTrend(settled(values));
    return [name, `${mean.toFixed(1)} ± ${noise.toFixed(1)}`] as const;
  });
  return Object.fromEntries(told);
}

await main();

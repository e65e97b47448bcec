import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createLog } from '../src/adapters/log.ts';
import { parseConfig } from '../src/config.ts';
import type { Core } from '../src/core/core.ts';
import { listKnowledge } from '../src/core/knowledge/knowledge.ts';
import { addLink, crawlNow, listLinkPages } from '../src/core/knowledge/links.ts';
import { addServer, getServer } from '../src/core/owners/servers.ts';
import { startService } from '../src/service.ts';
import { type Site, startSite } from './crawl/control.ts';
import * as judge from './crawl/judge.ts';
import { observe } from './crawl/observe.ts';
import { BOMBS, DOCS } from './crawl/plan.ts';

/**
 * I77: a handbook of 1,000 pages between traps, bombs and bad answers: the first crawl, one of the unchanged site, one
 * after ten pages changed, and bombs alone. The whole service, on the embedded database or a PostgreSQL. Exit code 1
 * when a promise is broken; --block is the longest one of the event loop in ms: 50, and 100 on the embedded database,
 * whose statements run in this very thread.
 */
const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    database: { type: 'string' },
    block: { type: 'string' },
  },
});

const SERVER = 'handbook';

async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const settings = await createDatabase(cleanup);
  const config = parseConfig({ PORT: '0', ROLES: 'api', LOG_LEVEL: 'warn', ...settings });
  const site = await startSite(Number(options.seed));
  cleanup.defer(site.stop);
  const { world } = site;
  const service = await startService({ config, log: createLog('warn'), clock: Date.now, world });
  cleanup.defer(service.stop);
  await service.ready;
  await addServer(service.core, SERVER, { name: 'Handbook', plan: 'premium' });
  await measure(service.core, service.url, site);
}

/** An empty one: beside the given one on its server, else embedded. */
async function createDatabase(cleanup: AsyncDisposableStack): Promise<Record<string, string>> {
  if (options.database === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'lotse-crawl-'));
    cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
    return { DATA_DIR: folder };
  }
  const url = options.database;
  const name = `lotse_crawl_${process.pid}`;
  await runOn(url, `CREATE DATABASE ${name}`);
  cleanup.defer(() => runOn(url, `DROP DATABASE ${name} WITH (FORCE)`));
  const own = Object.assign(new URL(url), { pathname: `/${name}` });
  return { DATABASE_URL: own.href, SESSION_SECRET: 's'.repeat(32) };
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function measure(core: Core, url: string, site: Site): Promise<void> {
  const run = (link: string) => crawlOnce(core, url, site, `${link}/`);
  for (const link of [DOCS, BOMBS]) await addLink(core, SERVER, `${link}/`);
  const first = await run(DOCS);
  const second = await run(DOCS);
  await site.change();
  const third = await run(DOCS);
  const bombs = await run(BOMBS);
  const crawls = { first, unchanged: second, 'ten changed': third, bombs };
  console.table(Object.fromEntries(Object.entries(crawls).map(([name, crawl]) => [name, summarise(crawl)])));
  console.table(countFaults(first));
  const longestBlockMs = Number(options.block ?? (options.database ? 50 : 100));
  const verdicts: [string, judge.Verdict[]][] = [
    ...Object.entries(crawls).map(([name, crawl]): [string, judge.Verdict[]] => [
      name,
      judge.judgeSafety(crawl, site.strays, longestBlockMs),
    ]),
    ['first', judge.judgeFirst(first)],
    ['unchanged', judge.judgeUnchanged(first, second)],
    ['ten changed', judge.judgeChanged(second, third)],
    ['bombs', judge.judgeBombs(bombs)],
  ];
  report(verdicts);
}

async function crawlOnce(core: Core, url: string, site: Site, link: string): Promise<judge.Crawled> {
  await site.report();
  const options = { signal: new AbortController().signal, onProgress: () => undefined };
  const observed = await observe(url, () => crawlNow(core, SERVER, link, options));
  return {
    observed,
    seen: await site.report(),
    pages: await listLinkPages(core, SERVER, link),
    entries: await listKnowledge(core, SERVER),
    revision: (await getServer(core, SERVER)).revision,
  };
}

function summarise({ observed, seen, pages, entries }: judge.Crawled) {
  const { memory, ...others } = observed;
  const failed = pages.filter(({ state }) => state === 'failed').length;
  const others200 = seen.filter(({ status }) => status === 200).length;
  // Slow pages hold the end back, but nobody else.
  const quick = seen.filter(({ path }) => !path.startsWith('/bad/slow')).map(({ endedAt }) => endedAt);
  const busySeconds = (Math.max(...quick) - Math.min(...quick)) / 1000;
  return {
    'pages read': pages.length - failed,
    'pages failed': failed,
    entries: entries.length,
    requests: seen.length,
    'of them 200': others200,
    'trap pages': seen.filter(judge.isTrap).length,
    'MB sent': round(seen.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6),
    seconds: round(others.seconds),
    'without slow pages': round(busySeconds),
    'pages/s': round(seen.length / busySeconds),
    'healthz p95, ms': round(others.healthP95Ms),
    'longest block, ms': round(others.longestBlockMs),
    'RSS before, MB': round(memory.before),
    'RSS peak': round(memory.peak),
    'RSS after': round(memory.after),
  };
}

function countFaults({ pages }: judge.Crawled): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { fault, detail } of pages) {
    if (fault === null) continue;
    const name = fault === 'http_status' ? `${fault} ${detail}` : fault;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function report(verdicts: readonly [string, judge.Verdict[]][]): void {
  const all = verdicts.flatMap(([crawl, list]) =>
    list.map(([promise, wrong]) => ({ crawl, promise, wrong })),
  );
  const broken = all.filter(({ wrong }) => wrong !== '');
  console.log(`${all.length - broken.length} of ${all.length} promises kept`);
  for (const { crawl, promise, wrong } of broken) console.error(`BROKEN (${crawl}) ${promise}: ${wrong}`);
  if (broken.length > 0) process.exitCode = 1;
}

function round(value: number): number {
  return Number(value.toFixed(value < 10 ? 2 : 0));
}

await main();

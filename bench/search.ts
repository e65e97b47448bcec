import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createLog } from '../src/adapters/log.ts';
import { parseConfig } from '../src/config.ts';
import type { Core } from '../src/core/core.ts';
import { importKnowledge } from '../src/core/knowledge/knowledge.ts';
import { createKey } from '../src/core/owners/keys.ts';
import { addServer, getServer } from '../src/core/owners/servers.ts';
import { getKnowledgeIndex } from '../src/core/search/knowledge-index.ts';
import { queriesOf, search } from '../src/core/search/search.ts';
import { startService } from '../src/service.ts';
import { makeCorpus } from './search/corpus.ts';

/**
 * A server with 20,000 entries: import, the first index and how long it keeps other requests waiting, search,
 * memory. The whole service, on the embedded database or a PostgreSQL. Exit code 1 when a promise is broken.
 */
const { values: options } = parseArgs({
  options: {
    entries: { type: 'string', default: '20000' },
    questions: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string' },
  },
});

const SERVER = 'large';
const PROMISES = { p95SearchMs: 5, buildMs: 1_000, longestBlockMs: 50 };

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lotse-search-'));
  const settings = options.database
    ? { DATABASE_URL: options.database, SESSION_SECRET: 's'.repeat(32) }
    : { DATA_DIR: folder };
  const config = parseConfig({ PORT: '0', ROLES: 'api', LOG_LEVEL: 'warn', ...settings });
  const service = await startService({ config, log: createLog('warn'), clock: Date.now });
  try {
    await service.ready;
    await measure(service.core, service.url);
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(core: Core, url: string): Promise<void> {
  const corpus = makeCorpus(Number(options.entries), Number(options.questions), Number(options.seed));
  await addServer(core, SERVER, { name: 'Large', plan: 'premium' });
  const { key } = await createKey(core, { serverId: SERVER });
  const text = corpus.entries.map((entry) => JSON.stringify(entry)).join('\n');
  const importMs = await timed(() => importKnowledge(core, { serverId: SERVER, text, format: 'jsonl' }));
  const memoryBefore = await takeMemory();
  const { firstMs, build } = await askFirst(core, url, key, corpus.questions[0] ?? '');
  const knowledge = await getKnowledgeIndex(core, await getServer(core, SERVER));
  const memory = (await takeMemory()) - memoryBefore;
  const searches = corpus.questions.map((question) => {
    const queries = queriesOf([{ role: 'user', content: question }]);
    const startedAt = performance.now();
    search(knowledge.index, queries, 10);
    return performance.now() - startedAt;
  });
  const sorted = searches.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const found = { p95SearchMs: at(0.95), ...build };
  console.table({
    'import, s': format(importMs / 1000),
    'first answer, ms': format(firstMs),
    'reading and building the index, ms': format(found.buildMs),
    'longest block of the event loop meanwhile, ms': format(found.longestBlockMs),
    'search p50, ms': format(at(0.5)),
    'search p95, ms': format(found.p95SearchMs),
    'search longest, ms': format(at(1)),
    'index as counted by the cache, MB': format(knowledge.index.bytes / 1e6),
    'index with its texts as counted, MB': format(knowledge.bytes / 1e6),
    'memory that both really took, MB': format(memory / 1e6),
  });
  for (const [name, limit] of Object.entries(PROMISES)) {
    const value = found[name as keyof typeof PROMISES];
    if (value <= limit) continue;
    console.error(`${name} is ${format(value)}, promised are ${limit}`);
    process.exitCode = 1;
  }
}

/** The first question, which waits for the index, and what others notice of it. */
async function askFirst(core: Core, url: string, key: string, question: string) {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const server = await getServer(core, SERVER);
  const startedAt = performance.now();
  const built = getKnowledgeIndex(core, server).then(() => performance.now() - startedAt);
  const answer = await fetch(`${url}/api/v1/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: question }] }),
  });
  const firstMs = performance.now() - startedAt;
  if (answer.status !== 200) throw new Error(`status ${answer.status}: ${await answer.text()}`);
  const buildMs = await built;
  delays.disable();
  return { firstMs, build: { buildMs, longestBlockMs: delays.max / 1e6 } };
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

/** Heap and buffers in bytes, after a collection where `--expose-gc` allows one. */
async function takeMemory(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    await setImmediate();
    globalThis.gc?.();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function format(value: number): string {
  return value.toFixed(value < 10 ? 2 : 0);
}

await main();

import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { openAdapters } from '../src/adapters/adapters.ts';
import { migrate } from '../src/adapters/db/migrate.ts';
import { createLog } from '../src/adapters/log.ts';
import { parseConfig } from '../src/config.ts';
import { type Core, createCore } from '../src/core/core.ts';
import { exportServer, importServer } from '../src/core/operations/backup/backup.ts';
import { fillServer } from './learning/fill.ts';

/**
 * Export and import of one big server: rows a second and by how much memory grows meanwhile. Exit code 1 when it
 * grows by more than --max-mb. On PostgreSQL, or with --database '' on the embedded one, whose engine's own memory
 * is then part of the figure.
 */
const { values: options } = parseArgs({
  options: {
    database: { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/test' },
    answers: { type: 'string', default: '100000' },
    'max-mb': { type: 'string', default: '150' },
  },
});

const SAMPLE_MS = 20;
const MB = 1024 * 1024;

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lotse-bench-'));
  const name = `lotse_bench_${process.pid}`;
  if (options.database) await runOn(options.database, `CREATE DATABASE ${name}`);
  const settings: Record<string, string> = options.database
    ? { DATABASE_URL: Object.assign(new URL(options.database), { pathname: `/${name}` }).href }
    : { DATA_DIR: join(folder, 'data') };
  try {
    await measureOn({ SESSION_SECRET: 's'.repeat(32), ...settings }, join(folder, 'export.jsonl'));
  } finally {
    if (options.database) await runOn(options.database, `DROP DATABASE ${name} WITH (FORCE)`);
    rmSync(folder, { recursive: true });
  }
}

async function measureOn(settings: Record<string, string>, path: string): Promise<void> {
  const config = parseConfig(settings);
  const log = createLog('error');
  const adapters = await openAdapters(config, log, 'own');
  try {
    await migrate(adapters.database);
    const core = createCore({ ...adapters, config, clock: Date.now, log });
    await fill(core);
    await measure(core, path);
  } finally {
    await adapters.close();
  }
}

/** Answers as long as people write them, each with its charge. */
async function fill(core: Core): Promise<void> {
  const count = Number(options.answers);
  await fillServer(core, 'big', {
    ...{ entries: 5_000, suggestions: 2_000, openQuestions: 0, answered: count, tests: 100, seed: 7 },
  });
  for (const statement of [
    `UPDATE answers SET question = repeat(question || ' ', 10), answer = repeat('From nine to six at the quay. ', 20)`,
    `INSERT INTO charges (server_id, id, channel, level, prompt_tokens, completion_tokens, units, week_start,
       week_units, credit_units, at)
     SELECT server_id, id, channel, level, 900, 80, 1220, at::date, 1220, 0, at FROM answers`,
    'ANALYZE',
  ])
    await core.database.withoutLimits((kysely) => sql.raw(statement).execute(kysely));
}

async function measure(core: Core, path: string): Promise<void> {
  const lines = Readable.from(exportServer(core, 'big', 'backup'), { objectMode: false });
  const written = await watch(() => pipeline(lines, createWriteStream(path)));
  let rows = 0;
  const read = await watch(async () => {
    await core.database.kysely.deleteFrom('api_keys').execute();
    const imported = await importServer(core, { open: () => createReadStream(path), as: 'again' });
    rows = Object.values(imported.rows).reduce((sum, n) => sum + n, 0);
  });
  console.log(`${rows} rows, ${(statSync(path).size / MB).toFixed(0)} MB`);
  for (const [what, { seconds, growthMb }] of Object.entries({ export: written, import: read }))
    console.log(
      `${what}: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s, memory grew by ${growthMb.toFixed(0)} MB`,
    );
  if (Math.max(written.growthMb, read.growthMb) > Number(options['max-mb'])) process.exitCode = 1;
}

/** How long it takes, and by how much the process is larger at its peak than before. */
async function watch(run: () => Promise<unknown>): Promise<{ seconds: number; growthMb: number }> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, SAMPLE_MS);
  const startedAt = performance.now();
  await run().finally(() => clearInterval(timer));
  return { seconds: (performance.now() - startedAt) / 1000, growthMb: (peak - before) / MB };
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

await main();

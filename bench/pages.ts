import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openAdapters } from '../src/adapters/adapters.ts';
import { migrate } from '../src/adapters/db/migrate.ts';
import { createLog } from '../src/adapters/log.ts';
import { parseConfig } from '../src/config.ts';
import { createCore } from '../src/core/core.ts';
import { importKnowledge } from '../src/core/knowledge/knowledge.ts';
import { addServer } from '../src/core/owners/servers.ts';
import { signInWithDiscord } from '../test/channels/dashboard/setup.ts';
import { startDiscord } from '../test/support/discord.ts';
import { startServing } from '../test/support/process.ts';
import { Visitor } from '../test/support/visitor.ts';
import { type Case, casesFor } from './pages/cases.ts';
import { fillAnswers } from './pages/data.ts';
import { openPostgreSql, type PostgreSql } from './speed/postgresql.ts';

/**
 * How long an owner waits for the pages of a server with 100,000 answers of the last 30 days, others beside it: the
 * list of answers, deep in it and by each filter, one answer, what is unanswered, the overview. The service runs as a
 * process, somebody signs in and opens page after page; on PostgreSQL it is also told how many rows of `answers` a
 * page read. The first visit stands apart: it builds what the others find. Exit code 1 when the p95 of a page is above
 * --limit milliseconds. Without PostgreSQL: --embedded.
 */
const { values: options } = parseArgs({
  options: {
    database: { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/test' },
    embedded: { type: 'boolean', default: false },
    answers: { type: 'string', default: '100000' },
    visits: { type: 'string', default: '40' },
    limit: { type: 'string', default: '150' },
  },
});

const BESIDE = { servers: 20, answersBeside: 2_000 };
const ENTRIES = 40;
/** Longer than PostgreSQL keeps its counts to itself. */
const COUNTED_AFTER_MS = 1_500;

async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const postgreSql = options.embedded ? null : await openPostgreSql(options.database);
  const database = `lotse_pages_${process.pid}`;
  if (postgreSql) {
    cleanup.defer(() => postgreSql.close());
    await postgreSql.create(database);
    cleanup.defer(() => postgreSql.drop(database));
  }
  const folder = mkdtempSync(join(tmpdir(), 'lotse-pages-'));
  cleanup.defer(async () => rmSync(folder, { recursive: true, force: true }));
  const discord = await startDiscord();
  cleanup.defer(() => discord.stop());
  const settings = {
    ...{ HOST: '127.0.0.1', ROLES: 'api,dashboard', PUBLIC_URL: 'http://127.0.0.1', DATA_DIR: folder },
    ...(postgreSql && { DATABASE_URL: postgreSql.urlOf(database) }),
    SESSION_SECRET: randomBytes(32).toString('hex'),
    ...discord.signInSettings,
  };
  const guild = discord.addGuild({ name: 'Pages', members: 120 });
  const owner = guild.addMember({ name: 'Ada', isAdmin: true });
  const answers = Number(options.answers);
  await furnish(settings, guild.id, answers);
  const service = await startServing(settings);
  cleanup.defer(async () => void (await service.stop()));
  const visitor = new Visitor(service.url);
  await signInWithDiscord(visitor, discord, owner);
  console.log(`${answers} answers, ${postgreSql ? `PostgreSQL ${postgreSql.version}` : 'embedded database'}`);
  const read = postgreSql ? () => readRows(postgreSql, database) : null;
  let isMet = true;
  for (const one of casesFor(guild.id, answers)) {
    const measured = await measure(visitor, `/servers/${guild.id}${one.path}`, read);
    console.log(describe(one, measured));
    isMet &&= measured.p95 <= Number(options.limit);
  }
  console.log(`limit: p95 ${options.limit} ms: ${isMet ? 'met by every page' : 'NOT MET'}`);
  if (!isMet) process.exitCode = 1;
}

/** Through the core, as its own process does, before that one starts. */
async function furnish(settings: Record<string, string>, serverId: string, answers: number): Promise<void> {
  const config = parseConfig(settings);
  const log = createLog('warn');
  const adapters = await openAdapters(config, log, 'own');
  try {
    await migrate(adapters.database);
    const core = createCore({ ...adapters, config, clock: Date.now, log });
    const beside = Array.from({ length: BESIDE.servers }, (_, n) => `beside-${n}`);
    for (const id of [serverId, ...beside]) await addServer(core, id, { name: id, members: 120 });
    const entries = Array.from({ length: ENTRIES }, (_, n) =>
      JSON.stringify({
        id: `n${n}`,
        title: `Rule ${n}`,
        text: `What rule ${n} says about this. `.repeat(20),
      }),
    );
    await importKnowledge(core, { serverId, text: entries.join('\n'), format: 'jsonl' });
    await fillAnswers(adapters.database, { own: serverId, beside }, { answers, ...BESIDE });
  } finally {
    await adapters.close();
  }
}

interface Measured {
  first: number;
  p50: number;
  p95: number;
  /** Of the table `answers`, by a visit; null where it is not counted. */
  rows: number | null;
}

/** @throws Error when a page is not one. */
async function measure(
  visitor: Visitor,
  path: string,
  read: (() => Promise<number>) | null,
): Promise<Measured> {
  const visit = async () => {
    const begunAt = performance.now();
    const { status } = await visitor.get(path);
    if (status !== 200) throw new Error(`${path}: ${status}`);
    return performance.now() - begunAt;
  };
  const first = await visit();
  const before = await read?.();
  const times: number[] = [];
  for (let n = 0; n < Number(options.visits); n += 1) times.push(await visit());
  const after = await read?.();
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0;
  const rows = before === undefined || after === undefined ? null : (after - before) / times.length;
  return { first, p50: at(0.5), p95: at(0.95), rows };
}

/** Rows of `answers` that were read so far, by index or in turn. */
async function readRows(postgreSql: PostgreSql, database: string): Promise<number> {
  await delay(COUNTED_AFTER_MS);
  return postgreSql.visit(database, async (client) => {
    const { rows } = await client.query<{ read: string }>(
      `SELECT seq_tup_read + idx_tup_fetch AS read FROM pg_stat_user_tables WHERE relname = 'answers'`,
    );
    return Number(rows[0]?.read ?? 0);
  });
}

function describe({ name }: Case, { first, p50, p95, rows }: Measured): string {
  const ms = (value: number) => `${value.toFixed(0).padStart(5)} ms`;
  const read = rows === null ? '' : `, ${Math.round(rows)} rows of answers read`;
  return `${name.padEnd(40)} p50 ${ms(p50)}, p95 ${ms(p95)}, first ${ms(first)}${read}`;
}

await main();

import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { connectDatabase } from '../src/adapters/db/connect.ts';
import { migrate } from '../src/adapters/db/migrate.ts';
import { createLog } from '../src/adapters/log.ts';
import { readCatalogue } from './distribution/catalogue.ts';
import { type Judgement, judge } from './distribution/judge.ts';

/**
 * Whether the schema can be spread over several machines by `server_id`: prints every table, key, lookup and function
 * with how it is distributed or why not. Migrates a database of its own and removes it: on the PostgreSQL of
 * `--database`, otherwise embedded. Exit code 1 with a list when something is neither keyed nor explained.
 */
const { values: options } = parseArgs({ options: { database: { type: 'string' } } });

async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const database = await connectDatabase(await openScratch(cleanup), createLog('error'));
  cleanup.defer(() => database.close());
  await migrate(database);
  const judgement = judge(await readCatalogue(database.kysely));
  print(judgement);
  process.exitCode = judgement.faults.length === 0 ? 0 : 1;
}

async function openScratch(cleanup: AsyncDisposableStack) {
  const { database } = options;
  if (database === undefined) {
    const folder = await mkdtemp(join(tmpdir(), 'lotse-distribution-'));
    cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
    return { DATABASE_URL: undefined, DATA_DIR: folder };
  }
  const name = `lotse_distribution_${process.pid}`;
  await runOn(database, `CREATE DATABASE ${name}`);
  cleanup.defer(() => runOn(database, `DROP DATABASE ${name} WITH (FORCE)`));
  return { DATABASE_URL: Object.assign(new URL(database), { pathname: `/${name}` }).href, DATA_DIR: '' };
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

function print({ lines, faults }: Judgement): void {
  const width = (of: (line: Judgement['lines'][number]) => string) =>
    Math.max(...lines.map((line) => of(line).length));
  const [kinds, names] = [width(({ what }) => what), width(({ name }) => name)];
  for (const { what, name, verdict } of lines) {
    const mark = verdict === null ? 'FAIL' : 'ok  ';
    console.log(`${mark}  ${what.padEnd(kinds)}  ${name.padEnd(names)}  ${verdict ?? ''}`.trimEnd());
  }
  const summary = [...Map.groupBy(lines, ({ what }) => what)].map(([what, some]) => `${some.length} ${what}`);
  console.log(`\n${summary.join(', ')}; ${faults.length} fault(s)`);
  for (const fault of faults) console.log(`  - ${fault}`);
}

await main();

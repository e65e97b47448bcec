import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { connectDatabase, type Database } from '../src/adapters/db/connect.ts';
import { migrate } from '../src/adapters/db/migrate.ts';
import { createLedgerStore, type LedgerStore } from '../src/adapters/db/quota.ts';
import { createLog } from '../src/adapters/log.ts';
import { createCalendar } from '../src/domain/time.ts';

/**
 * Reserve and settle on one hot server, in one run and in turn: batched as the service does it, and one
 * transaction a request. Prints medians and their ratio, and holds the books to what was charged.
 */
const { values: options } = parseArgs({
  options: {
    database: { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/test' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    parallel: { type: 'string', default: '64' },
    floor: { type: 'string', default: '10' },
  },
});

const log = createLog('warn');
const HUGE = 1e14;

async function main(): Promise<void> {
  const name = `lotse_ledger_${process.pid}`;
  await runOn(options.database, `CREATE DATABASE ${name}`);
  const url = Object.assign(new URL(options.database), { pathname: `/${name}` }).href;
  const database = await connectDatabase({ DATABASE_URL: url, DATA_DIR: '' }, log);
  try {
    await migrate(database);
    await addServer(database);
    await compare(database);
  } finally {
    await database.close();
    await runOn(options.database, `DROP DATABASE ${name} WITH (FORCE)`);
  }
}

async function compare(database: Database): Promise<void> {
  const ledgerOptions = { clock: Date.now, calendar: createCalendar('UTC'), reservationMs: 60_000 };
  const designs = {
    'one transaction a request': createLedgerStore(database, { ...ledgerOptions, isBatched: false }),
    batched: createLedgerStore(database, ledgerOptions),
  };
  const rates = new Map<string, number[]>();
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const [title, ledger] of Object.entries(designs)) {
      const rate = await measure(ledger);
      rates.set(title, [...(rates.get(title) ?? []), rate]);
      console.log(round, title, Math.round(rate));
    }
  }
}

async function measure(ledger: LedgerStore): Promise<number> {
  const until = performance.now() + Number(options.seconds) * 1000;
  let done = 0;
  const one = async () => {
    while (performance.now() < until) {
      const id = randomUUID();
      const granted = await ledger.admit({
        ...{ id, serverId: 'hot', keyId: 'key', channel: 'api', wanted: 3000, least: 1500 },
        ...{ quota: HUGE, share: HUGE, perMinute: 1e9, perDay: 1e9 },
      });
      if (granted.outcome !== 'admitted') throw new Error(granted.outcome);
      await ledger.settle({
        ...{ id, serverId: 'hot', units: 2000, level: 'V1', promptTokens: 1200, completionTokens: 200 },
        answer: { engine: 'x', question: 'When do you open?'.repeat(4), answer: 'We open at nine.'.repeat(8), needsTeam: false, reason: null, usedIds: ['a', 'b'], confidence: 0.5 },
      });
      done += 1;
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: Number(options.parallel) }, one));
  return (done * 1000) / (performance.now() - startedAt);
}

async function addServer(database: Database): Promise<void> {
  for (const statement of [
    `INSERT INTO servers (id, name, bot_joined_at, plan) VALUES ('hot', 'Hot', now(), 'premium')`,
    `INSERT INTO credit (server_id) VALUES ('hot')`,
    `INSERT INTO api_keys (server_id, id, sha256, name, last4) VALUES ('hot', 'key', '', '', '')`,
    `INSERT INTO key_windows (server_id, key_id) VALUES ('hot', 'key')`,
  ])
    await database.query(null, statement, []);
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

await main();

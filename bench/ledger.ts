import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { connectDatabase, type Database } from '../src/adapters/db/connect.ts';
import { migrate } from '../src/adapters/db/migrate.ts';
import { createLedgerStore, type LedgerStore } from '../src/adapters/db/quota/quota.ts';
import { createLog } from '../src/adapters/log.ts';
import { createCalendar } from '../src/domain/time.ts';

/**
 * How many answers a second the ledger admits and settles on one hot server: batched, as the service does it,
 * against one transaction a request over ten connections. The same statements both times, same run, in short turns.
 * Exit code 1 when the median of the rounds' ratios is below --floor or the books do not add up. Needs PostgreSQL.
 */
const { values: options } = parseArgs({
  options: {
    database: { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/test' },
    seconds: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '60' },
    parallel: { type: 'string', default: '64' },
    floor: { type: 'string', default: '10' },
  },
});

const SERVER = 'hot';
const NO_LIMIT = 1e14;
const COST = 2_000;
const ANSWER = {
  engine: 'bench',
  question: 'When do you open on Sundays, and is there a place to park close by?',
  answer: 'On Sundays we open at nine. There are twenty places behind the house, free for two hours.',
  needsTeam: false,
  reason: null,
  usedIds: ['opening-hours', 'parking'],
  confidence: 0.8,
  language: 'en' as const,
  details: {
    turns: 2,
    history: [
      { by: 'customer' as const, text: 'Hello, I would like to visit you with my family next weekend.' },
      { by: 'bot' as const, text: 'You are welcome! Ask me about opening hours, parking and tickets.' },
    ],
    passages: ['opening-hours', 'parking', 'tickets', 'way'].map((id, n) => ({ id, score: 9.125 - n })),
    ...{ isWhole: false, tookMs: 812 },
    sent: {
      ...{ digest: 'a'.repeat(64), canary: 'b'.repeat(24), revision: 4_711 },
      ...{ at: 1_773_835_200_000, maxTokens: 6_000, teamReason: null },
    },
    knowledgeRevision: 4_711,
  },
};

type Moves = Pick<LedgerStore, 'admit' | 'settle'>;

interface Round {
  answers: number;
  perSecond: number;
  p99Ms: number;
}

async function main(): Promise<void> {
  const name = `lotse_bench_${process.pid}`;
  await runOn(options.database, `CREATE DATABASE ${name}`);
  const url = Object.assign(new URL(options.database), { pathname: `/${name}` }).href;
  const database = await connectDatabase({ DATABASE_URL: url, DATA_DIR: '' }, createLog('error'));
  try {
    await migrate(database);
    await addHotServer(database);
    await compare(database);
  } finally {
    await database.close();
    await runOn(options.database, `DROP DATABASE ${name} WITH (FORCE)`);
  }
}

async function compare(database: Database): Promise<void> {
  const ledgerOptions = { clock: Date.now, calendar: createCalendar('UTC'), reservationMs: 60_000 };
  const batched = createLedgerStore(database, ledgerOptions);
  // A separate store batches only its own calls.
  const alone: Moves = {
    admit: (request) => createLedgerStore(database, ledgerOptions).admit(request),
    settle: (settlement) => createLedgerStore(database, ledgerOptions).settle(settlement),
  };
  const rounds: { alone: Round; batched: Round }[] = [];
  for (let n = 1; n <= Number(options.rounds); n++) {
    const round = { alone: await measure(alone), batched: await measure(batched) };
    rounds.push(round);
    console.log(`round ${n}: ${describe(round.alone)} one by one; ${describe(round.batched)} batched`);
  }
  // Round by round: a machine that is slower is slower for both.
  const ratio = median(rounds.map((round) => round.batched.perSecond / round.alone.perSecond));
  const answers = rounds.reduce((sum, round) => sum + round.alone.answers + round.batched.answers, 0);
  const isSound = await booksAddUp(database, answers);
  console.log(`batched / one by one: ${ratio.toFixed(1)} (floor ${options.floor})`);
  console.log(`${answers} answers, the books ${isSound ? 'add up' : 'DO NOT ADD UP'}`);
  if (ratio < Number(options.floor) || !isSound) process.exitCode = 1;
}

async function measure(ledger: Moves): Promise<Round> {
  const startedAt = performance.now();
  const until = startedAt + Number(options.seconds) * 1000;
  const times: number[] = [];
  const client = async () => {
    while (performance.now() < until) {
      const begunAt = performance.now();
      await admitAndSettle(ledger);
      times.push(performance.now() - begunAt);
    }
  };
  await Promise.all(Array.from({ length: Number(options.parallel) }, client));
  times.sort((a, b) => a - b);
  return {
    answers: times.length,
    perSecond: (times.length * 1000) / (performance.now() - startedAt),
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}

async function admitAndSettle(ledger: Moves): Promise<void> {
  const id = randomUUID();
  const request = {
    id,
    serverId: SERVER,
    keyId: 'key',
    channel: 'api' as const,
    wanted: 3_000,
    least: 1_500,
  };
  const limits = { quota: NO_LIMIT, share: NO_LIMIT, perMinute: 1e9, perDay: 1e9 };
  const { outcome } = await ledger.admit({ ...request, ...limits });
  if (outcome !== 'admitted') throw new Error(outcome);
  const tokens = { promptTokens: 1_200, completionTokens: 200 };
  const settlement = { id, serverId: SERVER, units: COST, level: 'V1' as const, ...tokens, answer: ANSWER };
  if (!(await ledger.settle(settlement))) throw new Error('not settled');
}

async function booksAddUp(database: Database, answers: number): Promise<boolean> {
  const [books] = await database.query<Record<'used' | 'reserved' | 'charged' | 'charges', number>>(
    null,
    `SELECT q.used, q.reserved, (SELECT sum(units)::bigint FROM charges) AS charged,
       (SELECT count(*) FROM charges) AS charges FROM week_quotas q`,
    [],
  );
  if (!books) return false;
  const { used, reserved, charged, charges } = books;
  return used === answers * COST && charged === used && charges === answers && reserved === 0;
}

async function addHotServer(database: Database): Promise<void> {
  const statements = [
    `INSERT INTO servers (id, name, bot_joined_at, plan) VALUES ('${SERVER}', 'Hot', now(), 'premium')`,
    `INSERT INTO credit (server_id) VALUES ('${SERVER}')`,
    `INSERT INTO api_keys (server_id, id, sha256, name, last4) VALUES ('${SERVER}', 'key', '', '', '')`,
    `INSERT INTO key_windows (server_id, key_id) VALUES ('${SERVER}', 'key')`,
  ];
  for (const statement of statements) await database.query(null, statement, []);
}

function describe({ perSecond, p99Ms }: Round): string {
  return `${Math.round(perSecond)}/s (p99 ${p99Ms.toFixed(0)} ms)`;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

await main();

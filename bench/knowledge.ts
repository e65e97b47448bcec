import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createKey } from '../src/core/owners/keys.ts';
import { startServing } from '../test/support/process.ts';
import { type MadeEntry, makeKnowledge } from './speed/knowledge.ts';
import { openQuestions } from './speed/questions.ts';
import { openStage, SERVER_ID } from './torture/stage.ts';

/**
 * How long a loop takes that PUTs a whole knowledge into a running service, and what its customers notice: they ask
 * at a steady pace the whole time, alone and beside the loop, over real sockets, the extractive engine answering.
 * First every entry is new, then every entry has changed. Exit code 1 when a loop takes longer than --seconds or
 * the p95 beside one is more than --wait milliseconds above that alone. Needs PostgreSQL.
 */
const { values: options } = parseArgs({
  options: {
    database: { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/test' },
    entries: { type: 'string', default: '5000' },
    'questions-per-second': { type: 'string', default: '10' },
    'alone-seconds': { type: 'string', default: '15' },
    seconds: { type: 'string', default: '120' },
    wait: { type: 'string', default: '50' },
  },
});

/** Beyond the reach of any load here. */
const LIMITS = {
  LIMIT_PER_MINUTE: '1000000000',
  LIMIT_PER_DAY_PREMIUM: '1000000000',
  PREMIUM_WEEKLY_UNITS: '1000000000000',
};

interface Waits {
  times: number[];
  /** Answers that were none. */
  errors: number;
}

interface Caller {
  origin: string;
  chatKey: string;
  knowledgeKey: string;
}

async function main(): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const name = `lotse_knowledge_${process.pid}`;
  const settings = { ...LIMITS };
  const stage = await openStage({
    database: options.database,
    direct: undefined,
    name,
    keys: 1,
    settings,
    cleanup,
  });
  const { key: knowledgeKey } = await createKey(stage.core, { serverId: SERVER_ID, scope: 'knowledge' });
  const service = await startServing(stage.settings);
  cleanup.defer(async () => void (await service.stop()));
  const caller = { origin: service.url, chatKey: stage.keys[0] ?? '', knowledgeKey };
  const entries = makeKnowledge(Number(options.entries)).map((entry) => ({
    ...entry,
    title: `${entry.title} (${entry.id})`,
  }));
  const changed = entries.map((entry) => ({ ...entry, text: `As of today: ${entry.text}` }));
  const added = await measureLoop(caller, 'added', entries, 201);
  const alone = await askFor(caller, delay(Number(options['alone-seconds']) * 1000));
  console.log(`alone, with all entries: ${describe(alone)}`);
  const updated = await measureLoop(caller, 'updated', changed, 200);
  const same = await measureLoop(caller, 'unchanged', changed, 200);
  const limit = percentile(alone.times, 0.95) + Number(options.wait);
  const isMet = ({ seconds, waits }: Loop) =>
    seconds <= Number(options.seconds) && percentile(waits.times, 0.95) <= limit && waits.errors === 0;
  console.log(`limits: ${options.seconds} s, p95 ${limit.toFixed(0)} ms`);
  if (alone.errors > 0 || ![added, updated, same].every(isMet)) process.exitCode = 1;
}

interface Loop {
  seconds: number;
  waits: Waits;
}

/** @throws Error when an entry was answered with another status. */
async function measureLoop(
  caller: Caller,
  name: string,
  entries: readonly MadeEntry[],
  status: number,
): Promise<Loop> {
  const startedAt = performance.now();
  const loop = putAll(caller, entries, status);
  const [waits] = await Promise.all([askFor(caller, loop), loop]);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `${entries.length} entries ${name} in ${seconds.toFixed(1)} s; chat beside it: ${describe(waits)}`,
  );
  return { seconds, waits };
}

/** One after the other, as a simple script would. */
async function putAll(
  { origin, knowledgeKey }: Caller,
  entries: readonly MadeEntry[],
  status: number,
): Promise<void> {
  for (const { id, title, text } of entries) {
    const response = await fetch(`${origin}/api/v1/knowledge/${id}`, {
      method: 'PUT',
      headers: headersFor(knowledgeKey),
      body: JSON.stringify({ title, text }),
    });
    if (response.status !== status) throw new Error(`${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  }
}

/** Asks at its pace, whatever the answers take, until `end`. */
async function askFor({ origin, chatKey }: Caller, end: Promise<unknown>): Promise<Waits> {
  const ask = openQuestions();
  const waits: Waits = { times: [], errors: 0 };
  const asked: Promise<void>[] = [];
  let isOver = false;
  const stop = () => {
    isOver = true;
  };
  end.then(stop, stop);
  const askOnce = async () => {
    const sentAt = performance.now();
    const init = { method: 'POST', headers: headersFor(chatKey), body: ask('new').body };
    const response = await fetch(`${origin}/api/v1/chat`, init);
    await response.arrayBuffer();
    if (response.ok) waits.times.push(performance.now() - sentAt);
    else waits.errors += 1;
  };
  while (!isOver) {
    asked.push(askOnce());
    await delay(1000 / Number(options['questions-per-second']));
  }
  await Promise.all(asked);
  return waits;
}

function headersFor(key: string) {
  return { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
}

function describe({ times, errors }: Waits): string {
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  return `${times.length} answers, ${errors} errors, p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`;
}

function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(share * times.length) - 1] ?? 0;
}

await main();

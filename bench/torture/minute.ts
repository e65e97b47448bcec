import { setTimeout as delay } from 'node:timers/promises';
import { between, createRandom, pickOne, type Random } from '../random.ts';
import { createSender, type SendChat } from './chat.ts';
import { type Fleet, startFleet, stopFleet } from './processes.ts';
import { type Check, expectAtLeast, expectAtMost, expectExactly, expectNone, type Report } from './report.ts';
import { openStage } from './stage.ts';
import { judgeProcesses } from './verdict.ts';

const PROCESSES = 2;
const LIMIT = 20;
const BURST = 60;
const WINDOW_MS = 60_000;
const PAUSE_MS = [20, 700] as const;
/** Occasionally several ask at the same moment. */
const VOLLEY = { probability: 0.15, size: 12 };

/** One request as its client timed it; the service decided at some moment between the two. */
interface Hit {
  status: number;
  sentAt: number;
  receivedAt: number;
  retryAfter: number;
}

export interface MinuteOptions {
  database: string;
  direct: string | undefined;
  seed: number;
  /** How long requests continue after the burst. */
  seconds: number;
}

interface Asker {
  fleet: Fleet;
  send: SendChat;
  key: string;
  random: Random;
  hits: Hit[];
  unexpected: string[];
}

/** One key over two processes with the default limit: 20 in any 60 seconds, whichever process counts. */
export async function runMinute(options: MinuteOptions, cleanup: AsyncDisposableStack): Promise<Report> {
  const { database, direct, seed, seconds } = options;
  const name = `lotse_torture_minute_${process.pid}`;
  const stage = await openStage({ database, direct, name, keys: 1, settings: {}, cleanup });
  const random = createRandom(seed, 'minute');
  const { settings, secrets, keys } = stage;
  const fleet = await startFleet({ count: PROCESSES, settings, secrets, random, cleanup });
  const sender = createSender(BURST);
  cleanup.defer(() => sender.close());

  const asker: Asker = { fleet, send: sender.send, key: keys[0] ?? '', random, hits: [], unexpected: [] };
  await Promise.all(Array.from({ length: BURST }, (_, index) => ask(asker, index % PROCESSES)));
  const burst = [...asker.hits];
  const burstEndedAt = Date.now();
  while (Date.now() < burstEndedAt + seconds * 1000) {
    await delay(between(random, ...PAUSE_MS));
    const size = random() < VOLLEY.probability ? VOLLEY.size : 1;
    await Promise.all(Array.from({ length: size }, () => ask(asker, Math.floor(random() * PROCESSES))));
  }
  await stopFleet(fleet);
  return report(asker, burst, burstEndedAt);
}

async function ask(asker: Asker, member: number): Promise<void> {
  const origin = asker.fleet.members[member]?.origin ?? '';
  const text = pickOne(asker.random, ['When do you open?', 'Where are the weekly events?']);
  const sentAt = Date.now();
  const outcome = await asker.send({ origin, key: asker.key, text });
  if (outcome.kind !== 'response') {
    asker.unexpected.push(outcome.kind);
    return;
  }
  const { status, retryAfter } = outcome;
  if (status !== 200 && status !== 429) asker.unexpected.push(`${status} ${outcome.text.slice(0, 300)}`);
  asker.hits.push({ status, sentAt, receivedAt: Date.now(), retryAfter: Number(retryAfter) });
}

function report({ fleet, hits, unexpected }: Asker, burst: Hit[], burstEndedAt: number): Report {
  const answered = hits.filter(({ status }) => status === 200);
  const refused = hits.filter(({ status }) => status === 429);
  const later = answered.filter(({ sentAt }) => sentAt > burstEndedAt);
  const isWrong = ({ retryAfter }: Hit) => !(retryAfter > 0 && retryAfter <= WINDOW_MS / 1000);
  const checks: Check[] = [
    expectExactly(
      `E38 answered of ${BURST} at once`,
      burst.filter(({ status }) => status === 200).length,
      LIMIT,
    ),
    expectExactly(
      `429 of ${BURST} at once`,
      burst.filter(({ status }) => status === 429).length,
      BURST - LIMIT,
    ),
    expectNone('429 without 0 < Retry-After <= 60', refused.filter(isWrong).length),
    expectAtMost('E39 most answers in any 60 s', findMostInWindow(answered), LIMIT),
    expectAtLeast('answered again later', later.length, 1),
    expectNone('unexpected responses', unexpected.length),
    ...judgeProcesses(fleet.faults),
  ];
  const seconds =
    Math.max(...hits.map(({ receivedAt }) => receivedAt)) - Math.min(...hits.map(({ sentAt }) => sentAt));
  return {
    title: `Minute: ${PROCESSES} processes, one key, ${LIMIT} a minute`,
    figures: {
      requests: hits.length,
      answered: answered.length,
      refused: refused.length,
      'answered after the burst': later.length,
      seconds: (seconds / 1000).toFixed(1),
    },
    checks,
    examples: [...unexpected, ...fleet.faults.stderr, ...fleet.faults.exits, ...fleet.faults.notJson].slice(
      0,
      10,
    ),
  };
}

/** Answers that begin and end in one window, so that they certainly belong to it. */
function findMostInWindow(answered: readonly Hit[]): number {
  const inWindowFrom = (from: number) =>
    answered.filter(({ sentAt, receivedAt }) => sentAt >= from && receivedAt < from + WINDOW_MS).length;
  return Math.max(0, ...answered.map(({ sentAt }) => inWindowFrom(sentAt)));
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Report } from '../torture/report.ts';
import { readBooks } from './books.ts';
import { type Clients, startClients } from './clients.ts';
import { type Members, startMembers } from './members.ts';
import { openStage, type Stage } from './stage.ts';
import { judge, type Moments } from './verdict.ts';

/** Answers that show that everybody works again. */
const ENOUGH = 300;
const ENOUGH_MS = 60_000;
const POLL_MS = 20;
/** Also long enough for a claim to run out and be taken over. */
const MEMBERS_MS = 90_000;
/** Units of a request that nobody ended are held for its longest time, and swept every 10 s. */
const RELEASES_MS = 90_000;

export interface FailoverOptions {
  seed: number;
  clients: number;
  /** How long there is no primary. */
  awayMs: number;
}

/** What was asked in all rounds: the books keep everything. */
export interface History {
  clients: Clients[];
  members: Members[];
}

export interface Failover {
  /** One failover under load; everything that was ever asked is then held against the books. */
  playRound(round: number): Promise<Report>;
}

export async function openFailover(
  options: FailoverOptions,
  cleanup: AsyncDisposableStack,
): Promise<Failover> {
  const stage = await openStage(options.seed, cleanup);
  const history: History = { clients: [], members: [] };
  return { playRound: (round) => playRound(stage, history, { ...options, round }) };
}

async function playRound(
  stage: Stage,
  history: History,
  { clients: count, awayMs, round }: FailoverOptions & { round: number },
): Promise<Report> {
  const name = `round ${round}`;
  const from = stage.pair.primary();
  const [clients, members] = [startClients(stage, { count, name }), startMembers(stage, name)];
  history.clients.push(clients);
  history.members.push(members);
  await seeAnswers(clients, performance.now());
  const killedAt = performance.now();
  await stage.pair.killPrimary();
  await delay(awayMs);
  const promotedAt = performance.now();
  await stage.pair.promote();
  await seeAnswers(clients, promotedAt);
  const rejoiningAt = performance.now();
  await stage.pair.rejoin();
  const rejoinedAt = performance.now();
  await seeAnswers(clients, rejoinedAt);
  const [discordSeconds] = await Promise.all([members.stop(MEMBERS_MS), clients.stop()]);
  const moments: Moments = { killedAt, promotedAt, rejoiningAt, rejoinedAt, discordSeconds };
  const books = await readBooks(stage.pair.primary().url, collectAnswered(stage, history), RELEASES_MS);
  const way = `${new URL(from.url).port} to ${new URL(stage.pair.primary().url).port}`;
  return judge({
    stage,
    history,
    clients,
    members,
    books,
    moments,
    title: `B19 · failover ${round}: ${way}`,
  });
}

/** Answers to what was asked since. */
async function seeAnswers(clients: Clients, since: number): Promise<void> {
  const until = performance.now() + ENOUGH_MS;
  const isAnswer = ({ outcome, sentAt }: Clients['attempts'][number]) => outcome === '200' && sentAt >= since;
  while (clients.attempts.filter(isAnswer).length < ENOUGH && performance.now() < until) await delay(POLL_MS);
}

/** By server; of Discord too. */
function collectAnswered({ ample, tight }: Stage, history: History): Map<string, string[]> {
  const asks = history.clients.flatMap((clients) => clients.asks).filter(({ answerId }) => answerId !== null);
  const of = (id: string) => asks.filter(({ serverId }) => serverId === id).map(({ text }) => text);
  const onDiscord = history.members.flatMap((members) => members.replies().answered);
  return new Map([
    [ample.id, [...of(ample.id), ...onDiscord.map(({ text }) => text)]],
    [tight.id, of(tight.id)],
  ]);
}

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
/** Long enough for questions to be admitted and wait for the backend. */
const HOLD_MS = 500;
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

type Order = 'primary alone' | 'standby first';

export interface Failover {
  /**
   * One failover under load; everything that was ever asked is then held against the books.
   * @param order `standby first`: the standby is stopped while questions wait for the backend, so what is answered
   * before its charge reached the standby is lost with the primary.
   */
  playRound(round: number, order?: Order): Promise<Report>;
}

export async function openFailover(
  options: FailoverOptions,
  cleanup: AsyncDisposableStack,
): Promise<Failover> {
  const stage = await openStage(options.seed, cleanup);
  const history: History = { clients: [], members: [] };
  return {
    playRound: (round, order = 'primary alone') => playRound(stage, history, { ...options, round, order }),
  };
}

async function playRound(
  stage: Stage,
  history: History,
  { clients: count, awayMs, round, order }: FailoverOptions & { round: number; order: Order },
): Promise<Report> {
  const name = `round ${round}`;
  const from = stage.pair.primary();
  const [clients, members] = [startClients(stage, { count, name }), startMembers(stage, name)];
  history.clients.push(clients);
  history.members.push(members);
  await seeAnswers(clients, performance.now());
  const letGo = order === 'standby first' ? await stopStandby(stage) : undefined;
  const killedAt = performance.now();
  if (letGo) letGo();
  else await stage.pair.killPrimary();
  await delay(awayMs);
  if (letGo) await stage.pair.killPrimary();
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
    title: `B19 · failover ${round}: ${way}, ${order}`,
  });
}

/** @returns what lets the questions go on that now wait for the backend. */
async function stopStandby({ backend, pair }: Stage): Promise<() => void> {
  const letGo = backend.hold();
  await delay(HOLD_MS);
  await pair.stopStandby();
  return letGo;
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

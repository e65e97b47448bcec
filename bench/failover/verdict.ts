import {
  type Check,
  expectAtLeast,
  expectAtMost,
  expectExactly,
  expectNone,
  type Report,
} from '../torture/report.ts';
import type { Books } from './books.ts';
import type { Clients } from './clients.ts';
import type { History } from './course.ts';
import type { Members } from './members.ts';
import type { Stage } from './stage.ts';

/** The promises, in milliseconds. */
const FIRST_ANSWER_MS = 10_000;
const LONGEST_MS = 5_000;
const EXAMPLES = 5;

const ANSWERED = '200';
const AWAY = '503 service_unavailable';
/** Beside refusals of the failover: what a busy machine does not answer in time, retries too early, want of units. */
const ORDINARY = new Set([ANSWERED, AWAY, '409 idempotency_in_progress', '402 quota_exhausted']);

/** Of performance.now(). */
export interface Moments {
  killedAt: number;
  promotedAt: number;
  rejoiningAt: number;
  rejoinedAt: number;
  /** From the last question to the last reply. */
  discordSeconds: number;
}

/** What is known after a round. */
export interface Evidence {
  title: string;
  stage: Stage;
  history: History;
  clients: Clients;
  members: Members;
  books: Books;
  moments: Moments;
}

export function judge(evidence: Evidence): Report {
  const broken = Object.entries(findBroken(evidence));
  const checks = [
    ...broken.map(([title, cases]) => expectNone(title, cases.length)),
    ...judgeUnits(evidence),
    ...judgeTimes(evidence),
    ...judgeTries(evidence),
  ];
  const examples = broken.flatMap(([title, cases]) =>
    cases.slice(0, EXAMPLES).map((one) => `${title}: ${one}`),
  );
  return { title: evidence.title, figures: describe(evidence), checks, examples };
}

/** Which promise is broken by what, of all rounds so far. */
function findBroken({ stage, history, clients, books }: Evidence): Record<string, string[]> {
  const asks = history.clients.flatMap((one) => one.asks);
  const replies = history.members.map((one) => one.replies());
  const onDiscord = (kind: keyof (typeof replies)[number]) =>
    replies.flatMap((one) => one[kind].map(({ text }) => text));
  const answered = [
    ...asks.filter(({ answerId }) => answerId !== null).map(({ text }) => text),
    ...onDiscord('answered'),
  ];
  const refused = [
    ...asks.filter(({ answerId }) => answerId === null).map(({ text }) => text),
    ...onDiscord('refused'),
  ];
  const times = (text: string) => books.charges.get(text) ?? 0;
  const wrong = clients.attempts.filter(
    ({ outcome, mayRetry }) => !ORDINARY.has(outcome) || (outcome === AWAY && !mayRetry),
  );
  return {
    'lost: acknowledged answers without a charge': answered.filter((text) => times(text) === 0),
    'twice: questions charged more than once': [...answered, ...refused].filter((text) => times(text) > 1),
    'twice: answers of one key that differ': asks
      .filter((one) => one.isAnsweredTwice)
      .map(({ text }) => text),
    'refused but charged': refused.filter((text) => times(text) > 0),
    'refused otherwise than by 503': wrong.map(({ outcome }) => outcome),
    'with an Idempotency-Key and never answered': asks
      .filter((one) => one.isKeyed && one.answerId === null && one.serverId === stage.ample.id)
      .map(({ text, lastOutcome }) => `${text} ${lastOutcome}`),
    'Discord: questions without a reply': onDiscord('open'),
    'Discord: questions refused instead of answered': onDiscord('refused'),
    'Discord: questions answered twice': onDiscord('twice'),
    'sums that do not agree': books.faults,
    'AI calls that a real backend refuses': stage.backend.refused,
    'faults that Discord would object to': stage.discord.faults,
    'processes that ended': stage.processes.flatMap(({ child }, place) =>
      child.exitCode === null && child.signalCode === null
        ? []
        : [`${place}: ${child.exitCode ?? child.signalCode}`],
    ),
    'lines on stderr': stage.processes.flatMap(({ stderr }) => stderr().split('\n').filter(Boolean)),
  };
}

function judgeUnits({ books, history }: Evidence): Check[] {
  const payments = history.clients.reduce((sum, one) => sum + one.payments, 0);
  return [
    expectNone('overspent: moments over quota, share or credit', books.overspends),
    expectExactly('credit granted - left = charged to credit', books.granted - books.balance, books.charged),
    expectExactly('payments in the books = acknowledged', books.payments, payments),
  ];
}

function judgeTimes({ clients, moments }: Evidence): Check[] {
  const meanwhile = clients.attempts.filter(
    ({ sentAt }) => sentAt >= moments.killedAt && sentAt < moments.promotedAt,
  );
  const longest = longestOf(meanwhile);
  return [
    expectAtMost('first answer after promotion, ms', firstAnswer(clients, moments), FIRST_ANSWER_MS),
    expectAtMost('longest request without a primary, ms', longest ? lengthOf(longest) : 0, LONGEST_MS),
  ];
}

function longestOf(attempts: Clients['attempts']): Clients['attempts'][number] | undefined {
  return attempts.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0];
}

function lengthOf({ sentAt, answeredAt }: Clients['attempts'][number]): number {
  return Math.round(answeredAt - sentAt);
}

/** From the order to promote to the first 200 that was asked for after it. */
function firstAnswer({ attempts }: Clients, { promotedAt }: Moments): number {
  const answers = attempts.filter(({ outcome, sentAt }) => outcome === ANSWERED && sentAt >= promotedAt);
  return Math.round(Math.min(...answers.map(({ answeredAt }) => answeredAt)) - promotedAt);
}

function judgeTries({ clients, members, moments }: Evidence): Check[] {
  const { attempts } = clients;
  const count = (name: string) => attempts.filter(({ outcome }) => outcome === name).length;
  return [
    expectAtLeast('tried: refused meanwhile', count(AWAY), 1),
    expectAtLeast('tried: refused for want of units', count('402 quota_exhausted'), 1),
    expectAtLeast('tried: asked on Discord meanwhile', askedMeanwhile(members, moments), 1),
  ];
}

function askedMeanwhile({ asked }: Members, { killedAt, promotedAt }: Moments): number {
  return asked.filter(({ at }) => at >= killedAt && at < promotedAt).length;
}

function describeLongest({ attempts }: Clients, { killedAt }: Moments): string {
  const longest = longestOf(attempts);
  if (!longest) return 'none';
  const { outcome, sentAt } = longest;
  return `${lengthOf(longest)} ms, ${outcome}, sent ${Math.round(sentAt - killedAt)} ms after the kill`;
}

function describe({ clients, members, books, moments }: Evidence): Report['figures'] {
  const outcomes = [...Map.groupBy(clients.attempts, ({ outcome }) => outcome)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
  const { killedAt, promotedAt, rejoiningAt, rejoinedAt, discordSeconds } = moments;
  return {
    'requests by outcome': outcomes.map(([outcome, some]) => `${outcome}: ${some.length}`).join(', '),
    'refused before the kill': clients.attempts.filter(
      (one) => one.outcome === AWAY && one.answeredAt < killedAt,
    ).length,
    'seconds without a primary': seconds(killedAt, promotedAt),
    'seconds until the new standby was in step': seconds(rejoiningAt, rejoinedAt),
    'longest request': describeLongest(clients, moments),
    'asked on Discord': `${members.asked.length}, ${askedMeanwhile(members, moments)} without a primary`,
    'seconds until the last reply on Discord': discordSeconds.toFixed(1),
    'seconds until nothing was held': books.settledSeconds.toFixed(1),
    'questions in the books': books.charges.size,
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import { findLedgerFaults } from '../../test/support/ledger.ts';
import type { Seen } from '../../test/support/load.ts';
import type { Customer, Serving } from './service.ts';

/** The promises for every fault, in milliseconds. */
const LONGEST_MS = 5_000;
const FIRST_ANSWER_MS = 2_000;
/** Releases are tried every second, and idle connections of the service are closed after ten. */
const LEDGER_MS = 15_000;
/** Lines of one kind that are printed. */
const SHOWN = 3;

/** The course of one fault. */
export interface Course {
  serving: Serving;
  customer: Customer;
  databaseUrl: string;
  seen: readonly Seen[];
  /** When the database was reachable again, each time; from performance.now(). */
  backAt: readonly number[];
  note?: string;
  /** Broken promises of this fault only. */
  faults?: string[];
}

/** One line of the table. */
export interface Verdict {
  title: string;
  figures: Record<string, string | number>;
  faults: string[];
  /** It could not be produced here. */
  isMissing?: boolean;
}

/** Holds one fault to its promises. */
export async function judge(title: string, course: Course): Promise<Verdict> {
  const { serving, seen, backAt, note = '' } = course;
  const answered = seen.filter(({ status }) => status === 200);
  const longest = Math.max(...seen.map(({ sentAt, answeredAt }) => answeredAt - sentAt));
  const first = Math.max(...backAt.map((since) => firstAnswerAfter(since, seen)));
  const end = serving.end();
  const ledger = await findLastingFaults(course, answered);
  const faults = [
    ...(course.faults ?? []),
    ...(end === null ? [] : [`the service ended with ${end}`]),
    ...seen.flatMap(findAnswerFaults).slice(0, SHOWN),
    ...(longest < LONGEST_MS ? [] : [`an answer after ${Math.round(longest)} ms`]),
    ...(first < FIRST_ANSWER_MS ? [] : [`the first 200 after ${Math.round(first)} ms`]),
    ...ledger.slice(0, SHOWN),
    ...serving.complaints().slice(0, SHOWN),
  ];
  const figures = {
    'same process': end === null ? 'yes' : 'no',
    statuses: countStatuses(seen),
    'first 200 ms': Math.round(first),
    'longest ms': Math.round(longest),
    ledger: ledger.length === 0 ? `${answered.length} charged once` : 'broken',
    note,
  };
  return { title, figures, faults };
}

function countStatuses(seen: readonly Seen[]): string {
  const statuses = [...new Set(seen.map(({ status }) => status))].toSorted((a, b) => a - b);
  return statuses
    .map((status) => `${status} x ${seen.filter((one) => one.status === status).length}`)
    .join(', ');
}

/** From `since` to the first 200 requested after it. */
function firstAnswerAfter(since: number, seen: readonly Seen[]): number {
  const first = seen.find(({ status, sentAt }) => status === 200 && sentAt >= since);
  return (first?.answeredAt ?? Number.POSITIVE_INFINITY) - since;
}

/** Everything except an answer and a 503 in the form of the contract. */
function findAnswerFaults(one: Seen): string[] {
  if (one.status === 200) return [];
  const error = (one.body as { error?: { code?: unknown } } | null)?.error;
  const mayRetry = one.headers.get('retry-after') !== null;
  if (one.status === 503 && error?.code === 'service_unavailable' && mayRetry) return [];
  return [`status ${one.status}: ${JSON.stringify(one.body).slice(0, 200)}`];
}

/** Checks until the ledger is consistent or the time is over: broken requests are released in the background. */
async function findLastingFaults(course: Course, answered: readonly Seen[]): Promise<string[]> {
  const questions = answered.map(({ question }) => question);
  const until = performance.now() + LEDGER_MS;
  for (;;) {
    const faults = await findLedgerFaults(course.databaseUrl, course.customer.id, questions).catch(
      (error: unknown) => [String(error)],
    );
    if (faults.length === 0 || performance.now() > until) return faults;
    await delay(200);
  }
}

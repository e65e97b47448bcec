import type { Backend } from './backend.ts';
import type { EndState, Samples } from './books.ts';
import type { Crowd } from './clients.ts';
import type { Heard } from './events.ts';
import type { Paid } from './payments.ts';
import type { Fleet, ProcessFaults } from './processes.ts';
import type { Ending, Question } from './questions.ts';
import { type Check, expectAtLeast, expectAtMost, expectExactly, expectNone, type Report } from './report.ts';

/** Less would mean that hardly anything was tested. */
const LEAST_ANSWERED_PERCENT = 50;
const EXAMPLES = 5;

/** Everything known at the end. */
export interface Evidence {
  crowd: Crowd;
  backend: Backend;
  fleet: Fleet;
  samples: Samples;
  books: EndState;
  /** How often each question was charged. */
  charges: Map<string, number>;
  heard: Heard;
  paid: Paid;
  /** Acknowledged writes, and those of them that are not there at the end, one line each. */
  written: { reports: number; entries: number; bulks: number; lost: string[] };
}

/** What must hold after any number of kills. */
export function judge(evidence: Evidence): Check[] {
  const { crowd, backend, fleet, samples, books } = evidence;
  const held = books.week_reserved + books.api_reserved + books.credit_reserved;
  return [
    ...judgeUnits(evidence),
    ...judgeCharges(evidence),
    expectNone('still reserved: rows', books.reservations),
    expectNone('still reserved: week, API and credit units', held),
    expectNone('lost: acknowledged feedback, outcomes and knowledge', evidence.written.lost.length),
    expectNone('lost: accepted questions without an event', evidence.heard.untold.length),
    expectNone('twice: accepted questions with more than one event', evidence.heard.twice.length),
    expectNone('unexpected responses', crowd.unexpected.length),
    expectNone('AI calls that a real backend refuses', backend.refused.length),
    ...judgeProcesses(fleet.faults),
    expectAtLeast('tried: kills', fleet.kills, 1),
    expectAtLeast('tried: samples of the books', samples.count, 1),
    expectAtLeast('tried: feedback and outcomes', evidence.written.reports, 1),
    expectAtLeast('tried: writes of knowledge', evidence.written.entries, 1),
    expectAtLeast('tried: bulk writes of knowledge', evidence.written.bulks, 1),
    expectAtLeast('tried: accepted questions that were answered', evidence.heard.created, 1),
    expectAtLeast('tried: accepted questions that failed', evidence.heard.failed, 1),
    expectAtLeast('tried: units charged to credit', books.charged_credit, 1),
    expectAtLeast('tried: answers given back', books.given_back, 1),
    expectAtLeast('tried: answers given back after the week’s close', books.given_back_before, 1),
    expectAtLeast('tried: payments that went back', evidence.paid.wentBack, 1),
    expectAtLeast('tried: refused at the boundary', crowd.refusedForQuota, 1),
    expectAtLeast(
      'tried: answered, percent',
      percent(count(crowd, 'answered'), crowd.ended),
      LEAST_ANSWERED_PERCENT,
    ),
  ];
}

/** What processes may not do in any run. */
export function judgeProcesses(faults: ProcessFaults): Check[] {
  return [
    expectNone('process exits that were no kill', faults.exits.length),
    expectNone('lines on stderr', faults.stderr.length),
    expectNone('log lines that are no JSON', faults.notJson.length),
    expectNone('log lines with a secret', faults.secrets),
  ];
}

function judgeUnits({ samples, books, paid }: Evidence): Check[] {
  return [
    ...[...samples.violations].map(([what, found]) => expectNone(`overspent: samples ${what}`, found)),
    expectNone('overspent: ledger rows over quota or share', books.overspends),
    expectNone('overspent: charges beyond their reservation', books.excesses),
    expectExactly('units used = charged to the week less given back', books.used, books.charged_week),
    expectExactly(
      'units the API used = charged to the week less given back',
      books.api_used,
      books.charged_week,
    ),
    expectExactly(
      'credit granted - left + owed = charged to credit less given back',
      books.granted - books.balance + books.debt,
      books.charged_credit,
    ),
    expectExactly('credit granted = paid for and not gone back', books.granted, paid.unitsLeft),
    expectNone('given back: weeks whose units are not those of their charges', books.wrong_weeks),
    expectNone('given back: keys beyond the cap', books.beyond_cap),
    expectExactly('credit owed while some is free', Math.min(books.debt, books.balance), 0),
    expectExactly('requests of the day = charges', books.days, books.charges),
  ];
}

/** Which questions break which promise. */
function findBroken({ crowd, charges }: Evidence) {
  const times = ({ text }: Question) => charges.get(text) ?? 0;
  const isRefused = ({ ending, answers }: Question) => ending === 'refused' && answers === 0;
  const those = (isMeant: (question: Question) => boolean) => crowd.questions.filter(isMeant);
  return {
    'lost: answers without a charge': those((one) => one.answers > 0 && times(one) === 0),
    'twice: questions charged more than once': those((one) => times(one) > 1),
    'twice: answers of one key that differ': those((one) => one.otherAnswer !== null),
    'refused but charged': those((one) => isRefused(one) && times(one) > 0),
    'questions given up': those(({ ending }) => ending === 'given up'),
  };
}

function judgeCharges(evidence: Evidence): Check[] {
  const { books, crowd } = evidence;
  const broken = Object.entries(findBroken(evidence));
  return [
    ...broken.map(([title, questions]) => expectNone(title, questions.length)),
    // Calls that finished for a client who then left are charged without an answer.
    expectAtMost('charges without an answer, by who left', books.nameless, crowd.outcomes.get('left') ?? 0),
  ];
}

/** The first cases of each kind, to help find the cause. */
export function findExamples(evidence: Evidence): string[] {
  const { crowd, backend, fleet, written, heard } = evidence;
  const broken = Object.entries(findBroken(evidence)).flatMap(([title, questions]) =>
    questions
      .slice(0, EXAMPLES)
      .map((question) => `${title}: ${JSON.stringify({ ...question, key: undefined })}`),
  );
  const { exits, stderr, notJson } = fleet.faults;
  const texts = [
    written.lost,
    heard.untold,
    heard.twice,
    crowd.unexpected,
    backend.refused,
    exits,
    stderr,
    notJson,
  ];
  return [...broken, ...texts.flatMap((some) => some.slice(0, EXAMPLES))];
}

/** The figures of the run. @param times in seconds; `endedUnderLoad` questions when the kills ended. */
export function describe(
  { crowd, backend, fleet, samples, books, written, heard, paid }: Evidence,
  times: { seconds: number; loadSeconds: number; sweepSeconds: number; endedUnderLoad: number },
): Report['figures'] {
  const outcomes = [...crowd.outcomes].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const logged = [...fleet.faults.logged];
  return {
    requests: crowd.ended,
    answered: `${count(crowd, 'answered')} (${percent(count(crowd, 'answered'), crowd.ended)} %)`,
    refused: `${count(crowd, 'refused')} (${tally(crowd.questions.map(({ refusal }) => refusal))})`,
    'accepted, of which answered': `${heard.accepted}, ${heard.created}`,
    'aborted by their client': count(crowd, 'left'),
    'broken connections, not retried': count(crowd, 'broken'),
    'with Idempotency-Key': crowd.questions.filter((question) => question.idempotencyKey !== null).length,
    'HTTP attempts': outcomes.reduce((sum, [, n]) => sum + n, 0),
    'attempts by outcome': outcomes.map(([outcome, n]) => `${outcome}: ${n}`).join(', '),
    'AI calls': `${backend.calls}, ${backend.failures} failed on purpose`,
    'feedback and outcomes, knowledge written, in bulk': `${written.reports}, ${written.entries}, ${written.bulks}`,
    'payments, of which went back': `${paid.payments}, ${paid.wentBack}`,
    kills: fleet.kills,
    'seconds under kills': times.loadSeconds.toFixed(1),
    'requests/s under kills': Math.round(times.endedUnderLoad / times.loadSeconds),
    'seconds until swept': times.sweepSeconds.toFixed(1),
    'seconds in all': times.seconds.toFixed(1),
    'answers given back, after the week’s close': `${books.given_back}, ${books.given_back_before}`,
    'units charged': `${books.charged_week} to the week, ${books.charged_credit} to credit`,
    'reserved at once': `${samples.mostReservedUnits} units, ${samples.mostReservations} reservations`,
    'samples of the books': samples.count,
    'logged above info': logged.map(([what, n]) => `${what}: ${n}`).join(', ') || 'nothing',
  };
}

/** `402 quota_exhausted: 12, 503 ai_unavailable: 3` */
function tally(names: (string | null)[]): string {
  const groups = Map.groupBy(names.filter((name) => name !== null).toSorted(), (name) => name);
  return [...groups].map(([name, some]) => `${name}: ${some.length}`).join(', ');
}

function count(crowd: Crowd, ending: Ending): number {
  return crowd.questions.filter((question) => question.ending === ending).length;
}

function percent(part: number, whole: number): number {
  return Math.floor((100 * part) / whole);
}

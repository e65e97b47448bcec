import { expect } from 'vitest';
import { type Books, type Charge, type Reservation, sumOf } from './books.ts';
import { isForNobody, PURSES, type Purse, purseOf, purseShareOf, spentIn } from './model.ts';
import type { Asked } from './parallel.ts';

/** What is known of one server: its books at one moment and what all who asked were told in the end. */
export interface Evidence {
  books: Books;
  requests: Asked[];
}

/** `always` holds at any moment, `at rest` when no request is under way. */
type Invariant = [name: string, when: 'always' | 'at rest', hold: (evidence: Evidence) => void];

/** What must be true of every server, whatever was asked in whatever order. */
export const INVARIANTS: Invariant[] = [
  [
    'I1 · used + reserved never exceed the quota in force at an admission',
    'always',
    (evidence) => {
      for (const [monday, { used, reserved }] of Object.entries(evidence.books.weeks))
        expect(used + reserved).toBeLessThanOrEqual(highest(evidence, monday, 'quota'));
    },
  ],
  [
    "I2 · the API's part never exceeds its share in force",
    'always',
    (evidence) => {
      for (const [monday, { api_used, api_reserved }] of Object.entries(evidence.books.weeks))
        expect(api_used + api_reserved).toBeLessThanOrEqual(highest(evidence, monday, 'share'));
    },
  ],
  [
    'I3 · credit reserved never exceeds the balance',
    'always',
    ({ books: { credit } }) => expect(credit.reserved).toBeLessThanOrEqual(credit.balance),
  ],
  [
    'I4 · nothing is ever below 0',
    'always',
    ({ books }) => {
      // As much may be taken back as was ever granted, and in these histories more.
      const { hits: _, outcomes: __, granted: ___, ...counted } = books;
      expect(numbersIn(counted).filter((figure) => figure < 0)).toEqual([]);
    },
  ],
  [
    'I5 · open reservations sum to what is reserved, of week, API and credit',
    'always',
    ({ books: { weeks, open, credit } }) => {
      const mondays = Object.keys(weeks);
      const inWeek = (monday: string) => sumOf(open, 'week_units', (row) => row.week_start === monday);
      const ofApi = (monday: string) =>
        sumOf(open, 'week_units', (row) => row.week_start === monday && row.channel === 'api');
      expect(mondays.map(inWeek)).toEqual(mondays.map((monday) => weeks[monday]?.reserved));
      expect(mondays.map(ofApi)).toEqual(mondays.map((monday) => weeks[monday]?.api_reserved));
      expect(sumOf(open, 'week_units')).toBe(sumOf(weeks, 'reserved'));
      expect(sumOf(open, 'credit_units')).toBe(credit.reserved);
    },
  ],
  [
    'I12 · credit that was taken back after it was spent is owed as long as nothing is free, and never below zero',
    'always',
    ({ books: { credit } }) => {
      expect(Math.min(credit.balance, credit.debt)).toBeGreaterThanOrEqual(0);
      if (credit.debt > 0) expect(credit.balance).toBe(credit.reserved);
    },
  ],
  [
    'I6 · settled charges that were not given back sum to what is used, of week and API, and to the credit that is spent',
    'always',
    ({ books: { weeks, charges, credit, granted } }) => {
      const mondays = Object.keys(weeks);
      const counts = Object.fromEntries(
        Object.entries(charges).filter(([, { given_back }]) => given_back === null),
      );
      const inWeek = (monday: string) => sumOf(counts, 'week_units', (row) => row.week_start === monday);
      const ofApi = (monday: string) =>
        sumOf(counts, 'week_units', (row) => row.week_start === monday && row.channel === 'api');
      expect(mondays.map(inWeek)).toEqual(mondays.map((monday) => weeks[monday]?.used));
      expect(mondays.map(ofApi)).toEqual(mondays.map((monday) => weeks[monday]?.api_used));
      expect(sumOf(counts, 'week_units')).toBe(sumOf(weeks, 'used'));
      expect(sumOf(counts, 'credit_units')).toBe(granted - credit.balance + credit.debt);
      for (const charge of Object.values(charges))
        expect(charge.units).toBe(charge.week_units + charge.credit_units);
    },
  ],
  [
    'I7 · settling or releasing twice is doing it once, and who is released was never let in, in any order',
    'at rest',
    ({ books, requests }) => {
      const { open, charges, answers, days } = books;
      for (const { id, settled, released } of requests) {
        // Of two equal settles both are told what is left, or both that there was nothing to settle.
        if (released.length === 0) expect(new Set(settled.map(Boolean)).size).toBeLessThanOrEqual(1);
        else expect([open[id], charges[id], answers.includes(id)]).toEqual([undefined, undefined, false]);
      }
      const counted = [...Object.values(open), ...Object.values(charges)].filter(({ day }) => day !== null);
      const byDay = Map.groupBy(counted, ({ day }) => String(day)).entries();
      expect(Object.fromEntries([...byDay].map(([day, rows]) => [day, rows.length]))).toEqual(days);
    },
  ],
  [
    'I8 · an answer acknowledged is an answer charged, once, and no other is',
    'at rest',
    ({ books: { charges, answers }, requests }) => {
      const acknowledged = requests.filter(
        (asked) => asked.settled.some(Boolean) && asked.released.length === 0,
      );
      const ids = acknowledged.map(({ id }) => id).toSorted();
      expect(Object.keys(charges).toSorted()).toEqual(ids);
      const answering = acknowledged.filter(({ ask }) => !isForNobody(ask));
      expect(answers).toEqual(answering.map(({ id }) => id).toSorted());
      for (const { id, cost, result } of acknowledged)
        expect(charges[id]?.units).toBe(Math.min(cost, result.units));
    },
  ],
  [
    'I9 · no charge exceeds its reservation, and no reservation what was wanted',
    'always',
    ({ books: { charges, open }, requests }) => {
      for (const { id, ask, least, result, held } of requests) {
        const units = held ? held.week_units + held.credit_units : result.units;
        expect(units).toBe(result.units);
        expect(units).toBeLessThanOrEqual(ask.wanted);
        if (result.outcome === 'admitted') expect(units).toBeGreaterThanOrEqual(least);
        expect(charges[id]?.units ?? 0).toBeLessThanOrEqual(units);
        expect(charges[id]?.week_units ?? 0).toBeLessThanOrEqual(held?.week_units ?? units);
        expect(open[id]?.week_units ?? 0).toBeLessThanOrEqual(units);
      }
    },
  ],
  [
    'I10 · a settle lands in the week that reserved, and a refused request is nowhere',
    'always',
    ({ books: { charges, open, answers }, requests }) => {
      for (const { id, held, result } of requests) {
        const { week_start, day } = charges[id] ?? open[id] ?? held ?? {};
        if (held) expect([week_start, day]).toEqual([held.week_start, held.day]);
        if (result.outcome === 'admitted') continue;
        expect([charges[id], open[id], answers.includes(id)]).toEqual([undefined, undefined, false]);
      }
    },
  ],
  [
    'I11 · learning draws on no credit, and on no more than half of a week',
    'always',
    (evidence) => {
      const { weeks, open, charges } = evidence.books;
      const drawn = { ...open, ...charges };
      expect(sumOf(drawn, 'credit_units', isLearning)).toBe(0);
      for (const monday of Object.keys(weeks)) {
        const ofWeek = sumOf(drawn, 'week_units', (row) => isLearning(row) && row.week_start === monday);
        expect(ofWeek).toBeLessThanOrEqual(highest(evidence, monday, 'half'));
      }
    },
  ],
  [
    'I13 · rehearsals, and a place with a share, draw on no credit, and all of a week on no more than their share of it',
    'always',
    (evidence) => {
      const { weeks, open, charges } = evidence.books;
      const isOfPurse = (row: Charge | Reservation) => purseOf(row) !== undefined;
      expect(sumOf<Charge | Reservation>({ ...open, ...charges }, 'credit_units', isOfPurse)).toBe(0);
      for (const monday of Object.keys(weeks))
        for (const purse of PURSES) {
          const quota = highest(evidence, monday, purse);
          expect(spentIn(evidence.books, monday, purse)).toBeLessThanOrEqual(purseShareOf({ quota }, purse));
        }
    },
  ],
];

const isLearning = ({ channel }: { channel: string }) => channel === 'learning';

/** The highest limit under which anything was drawn on this week; 0 when nothing was. */
function highest({ requests }: Evidence, monday: string, limit: 'quota' | 'share' | 'half' | Purse): number {
  const drew = requests.filter(({ ask, held, result }) => {
    const isOfChannel = { quota: true, share: ask.channel === 'api', half: isLearning(ask) };
    const isMeant = limit in isOfChannel ? isOfChannel[limit as 'quota'] : purseOf(ask) === limit;
    // One that was swept before it could be looked at may have drawn on any week.
    return isMeant && result.outcome === 'admitted' && (!held || held.week_start === monday);
  });
  return Math.max(0, ...drew.map((asked) => asked[limit === 'share' ? 'share' : 'quota']));
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordAction } from '../../src/core/members/audit.ts';
import { readWeekSoFar } from '../../src/core/quota/week-so-far.ts';
import { ANSWER_OUTCOMES, TEAM_REASONS } from '../../src/domain/types.ts';
import { NOON } from '../support/app.ts';
import { countStandings, keepAnswers } from '../support/usage.ts';
import { useApp } from '../support/use-app.ts';

const ZONE = 'Europe/Berlin';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const app = useApp({ QUOTA_TIME_ZONE: ZONE });

/** Monday 00:00 in Berlin. Clocks change on the Sunday before, on that of the week itself, or neither. */
const MONDAYS = [
  '03-30T00:00+02:00',
  '03-23T00:00+01:00',
  '10-26T00:00+01:00',
  '10-19T00:00+02:00',
  '06-15T00:00+02:00',
];
const weeks = fc.constantFrom(...MONDAYS.map((monday) => Date.parse(`2026-${monday}`)));
/** Half an hour each, so that many stand exactly on a border. */
const halves = (min: number, max: number) =>
  fc.integer({ min: min * 48, max: max * 48 }).map((n) => n * (HOUR / 2));

const answered = fc.record({
  at: halves(-9, 9),
  channel: fc.constantFrom('api', 'discord', 'test', 'playground', 'learning'),
  feedback: fc.constantFrom(null, 'up', 'down:wrong'),
  outcome: fc.constantFrom(null, ...ANSWER_OUTCOMES),
  reason: fc.constantFrom(null, ...TEAM_REASONS),
  is_draft: fc.boolean(),
  is_repeated: fc.boolean(),
  used_ids: fc.array(fc.constantFrom('new', 'new#2', 'old', 'other'), { maxLength: 3 }),
});
const deeds = fc.array(
  fc.record({
    at: halves(-9, 9),
    what: fc.constantFrom(
      'approved',
      'knowledge.added',
      'knowledge.changed',
      'knowledge.imported',
      'knowledge.removed',
    ),
  }),
  { maxLength: 20 },
);
const scenes = fc.record({
  monday: weeks,
  elapsed: halves(0, 6.5),
  rows: fc.array(answered, { maxLength: 80 }),
  done: deeds,
  writtenAt: halves(-3, 3),
});
type Scene = typeof scenes extends fc.Arbitrary<infer One> ? One : never;
type Row = Scene['rows'][number];

/** How far Berlin is ahead of UTC. */
function offsetAt(at: number): number {
  const name = new Date(at).toLocaleString('en', { timeZone: ZONE, timeZoneName: 'longOffset' });
  return Number(/GMT\+(\d+)/.exec(name)?.[1]) * HOUR;
}

/** A week ago by the clock on the wall. An hour that it skipped is counted on; of one that it had twice, the second. */
function weekBefore(now: number): number {
  const wall = now + offsetAt(now) - 7 * DAY;
  const [summer, winter] = [wall - 2 * HOUR, wall - HOUR];
  const isOn = (at: number) => at + offsetAt(at) === wall;
  return isOn(summer) && !isOn(winter) ? summer : winter;
}

/** The hours in question, on the Sunday a week after the clocks change: 2:00, 2:30 and 3:00. */
const HOURS_OF_CHANGE = ['03-30T00:00+02:00', '10-26T00:00+01:00'].flatMap((monday) =>
  [2, 2.5, 3].map((hour): [Scene] => [
    {
      monday: Date.parse(`2026-${monday}`),
      elapsed: 6 * DAY + hour * HOUR,
      ...{ rows: [], done: [], writtenAt: 0 },
    },
  ]),
);

async function play(serverId: string, { monday, rows, done, writtenAt }: Scene): Promise<void> {
  const { kysely } = app.core.database;
  const at = (ms: number) => new Date(monday + ms);
  if (rows.length > 0) {
    const values = rows.map((row) => ({
      ...{ server_id: serverId, id: crypto.randomUUID(), level: 'V1' as const, engine: 'extractive' },
      ...{ ...row, needs_team: row.reason !== null, confidence: 0.5, at: at(row.at) },
      channel: row.channel as 'api',
    }));
    await kysely.insertInto('answers').values(values).execute();
  }
  for (const [place, { at: ms, what }] of done.entries()) {
    const row = {
      server_id: serverId,
      id: `t${place}`,
      question: 'How?',
      answer: 'So.',
      source: 'reply' as const,
    };
    const times = { created_at: at(ms), decided_at: at(ms) };
    if (what === 'approved')
      await kysely
        .insertInto('training')
        .values({ ...row, state: 'approved', ...times })
        .execute();
    else {
      app.clock.now = monday + ms;
      const actor = { channel: 'dashboard' as const, memberId: null, memberName: null };
      await recordAction(app.core, { serverId, actor, action: what as 'knowledge.added' });
    }
  }
  await app.addKnowledge(
    serverId,
    ['new', 'old'].map((id) => ({ id, title: id, text: 'Text.' })),
  );
  for (const [id, ms] of [
    ['new', writtenAt],
    ['old', -30 * DAY],
  ] as const)
    await kysely
      .updateTable('knowledge')
      .set({ updated_at: at(ms) })
      .where('server_id', '=', serverId)
      .where('id', '=', id)
      .execute();
}

/** The same counted in plain words: what lies from one moment up to another. */
function count({ monday, rows, done }: Scene, from: number, until: number) {
  const isIn = ({ at }: { at: number }) => monday + at >= from && monday + at < until;
  const own = rows.filter((row) => (row.channel === 'api' || row.channel === 'discord') && isIn(row));
  const n = (holds: (row: Row) => boolean | undefined) => own.filter(holds).length;
  const [helpful, unhelpful] = [
    n(({ feedback }) => feedback === 'up'),
    n(({ feedback }) => feedback === 'down:wrong'),
  ];
  const votes = helpful + unhelpful;
  const did = (what: string) => done.filter((deed) => deed.what === what && isIn(deed)).length;
  return {
    use: {
      ...{ answers: own.length, helpful, unhelpful },
      helpfulPercent: votes === 0 ? null : Number(((100 * helpful) / votes).toFixed(2)),
      ...{ ...countStandings(own), givenBack: 0 },
      resolved: n(({ outcome }) => outcome === 'resolved'),
      teamAnswered: n(({ outcome }) => outcome === 'team_answered'),
      handedOver: n(({ reason }) => reason !== null),
      drafts: n(({ is_draft }) => is_draft),
      repeated: n(({ is_repeated }) => is_repeated),
    },
    reasons: Object.fromEntries(TEAM_REASONS.map((reason) => [reason, n((row) => row.reason === reason)])),
    taught: {
      ...{ approved: did('approved'), added: did('knowledge.added') },
      ...{ changed: did('knowledge.changed'), imported: did('knowledge.imported') },
    },
  };
}

function countDay(scene: Scene, from: number, until: number) {
  const { answers, handedOver } = count(scene, from, Math.max(from, until)).use;
  return { answered: answers - handedOver, handedOver };
}

/** Midnight in Berlin so many days after a Monday. */
function midnight(monday: number, days: number): number {
  const at = monday + days * DAY;
  return at + offsetAt(monday) - offsetAt(at);
}

const dateOf = (at: number) => new Date(at).toLocaleDateString('sv-SE', { timeZone: ZONE });

test('the week so far and as much of the week before are exactly what was asked and taught in them', async () => {
  await fc.assert(
    fc.asyncProperty(scenes, async (scene) => {
      const [{ id }, other] = [await app.addServer(), await app.addServer()];
      await play(id, scene);
      await play(other.id, { ...scene, rows: scene.rows.slice(0, 2) });
      const { monday, elapsed, rows, writtenAt } = scene;
      const now = monday + elapsed;
      app.clock.now = now;
      const [end, before, moment] = [midnight(monday, 7), midnight(monday, -7), weekBefore(now)];
      const week = await readWeekSoFar(app.core, { id, revision: elapsed });
      expect(week.current).toEqual({
        from: new Date(monday),
        until: new Date(now),
        ...count(scene, monday, end),
      });
      expect(week.previous).toEqual({
        from: new Date(before),
        until: new Date(moment),
        ...count(scene, before, moment),
      });
      expect(week.days).toEqual(
        Array.from({ length: 7 }, (_, day) => {
          const [from, until] = [midnight(monday, day), midnight(monday, day + 1)];
          const [fromBefore, untilBefore] = [midnight(monday, day - 7), midnight(monday, day - 6)];
          return {
            ...{ date: dateOf(from), counts: from > now ? null : countDay(scene, from, until) },
            dateBefore: dateOf(fromBefore),
            before: countDay(scene, fromBefore, Math.min(moment, untilBefore)),
            later: countDay(scene, Math.max(moment, fromBefore), untilBefore),
          };
        }),
      );
      const isNew = ({ at, channel, used_ids }: Row) =>
        writtenAt >= 0 &&
        at >= writtenAt &&
        (channel === 'api' || channel === 'discord') &&
        used_ids.some((used) => used.startsWith('new'));
      expect(week.taughtUse).toBe(rows.filter(isNew).length);
    }),
    { numRuns: 25 + HOURS_OF_CHANGE.length, examples: HOURS_OF_CHANGE },
  );
  app.clock.now = NOON;
});

test('this week is counted at every look, whole days of the week before every ten minutes', async () => {
  const { id } = await app.addServer();
  const keepThree = () =>
    keepAnswers(app, id, [
      ...[{ at: '2026-03-18T11:00:00Z' }, { at: '2026-03-11T11:00:00Z' }, { at: '2026-03-10T11:00:00Z' }],
    ]);
  const read = async () => {
    const { current, previous } = await readWeekSoFar(app.core, { id, revision: 1 });
    return [current.use.answers, previous.use.answers];
  };
  app.clock.now = NOON;
  await keepThree();
  expect(await read()).toEqual([1, 2]);
  await keepThree();
  expect(await read()).toEqual([2, 3]);
});

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChannelUse, readWeeklyUse } from '../../src/core/quota/weekly-use.ts';
import { ANSWER_OUTCOMES, TEAM_REASONS } from '../../src/domain/types.ts';
import { NOON, startApp, type TestApp } from '../support/app.ts';
import { countStandings } from '../support/usage.ts';

let app: TestApp;
beforeAll(async () => {
  // Clocks change on Sunday, 29 March: that week has 167 hours.
  app = await startApp({ QUOTA_TIME_ZONE: 'Europe/Berlin' });
  app.clock.now = Date.parse('2026-04-08T12:00:00Z');
});
afterAll(() => app.stop());

const HOUR = 3_600_000;
const MONDAYS = ['02-16', '02-23', '03-02', '03-09', '03-16', '03-23', '03-30', '04-06'].map(
  (day) => `2026-${day}`,
);
/** Midnight of each Monday in Berlin, and of the next one. */
const STARTS = [
  ...MONDAYS.slice(0, 6).map((monday) => Date.parse(`${monday}T00:00:00+01:00`)),
  ...MONDAYS.slice(6).map((monday) => Date.parse(`${monday}T00:00:00+02:00`)),
  Date.parse('2026-04-13T00:00:00+02:00'),
];

const answered = fc.record({
  at: fc
    .integer({ min: (STARTS[0] ?? 0) - 48 * HOUR, max: (STARTS[8] ?? 0) + 48 * HOUR })
    .map((ms) => ms - (ms % 1_800_000)),
  channel: fc.constantFrom('api', 'discord', 'test', 'playground', 'learning'),
  feedback: fc.constantFrom(null, 'up', 'down', 'down:wrong', 'up:other_question'),
  outcome: fc.constantFrom(null, ...ANSWER_OUTCOMES),
  reason: fc.constantFrom(null, ...TEAM_REASONS),
  is_draft: fc.boolean(),
  is_repeated: fc.boolean(),
  /** Units that came back. */
  givenBack: fc.option(fc.nat(900), { nil: undefined }),
});
type Answered = typeof answered extends fc.Arbitrary<infer One> ? One : never;

async function keep(serverId: string, rows: readonly Answered[]): Promise<void> {
  if (rows.length === 0) return;
  const charged = { level: 'V1' as const, prompt_tokens: 1, completion_tokens: 1, week_start: '2026-03-16' };
  const ids = rows.map(() => crypto.randomUUID());
  const charges = rows.map(({ at, channel, givenBack }, place) => ({
    ...{ server_id: serverId, id: ids[place] ?? '', channel: channel as 'api', ...charged, at: new Date(at) },
    ...{ units: givenBack ?? 7, week_units: 7, credit_units: 0 },
    given_back_at: givenBack === undefined ? null : new Date(at),
  }));
  await app.core.database.kysely.insertInto('charges').values(charges).execute();
  const values = rows.map(({ at, channel, givenBack: _, ...row }, place) => ({
    ...{ server_id: serverId, id: ids[place] ?? '', level: 'V1' as const, engine: 'extractive' },
    ...{ ...row, needs_team: row.reason !== null, used_ids: [], confidence: 0.5, at: new Date(at) },
    channel: channel as 'api',
  }));
  await app.core.database.kysely.insertInto('answers').values(values).execute();
}

/** The same counted in plain words. */
function count(rows: readonly Answered[], channel: ChannelUse['channel'], week: number): ChannelUse {
  const [from = 0, to = 0] = STARTS.slice(week, week + 2);
  const own = rows.filter((row) => row.channel === channel && row.at >= from && row.at < to);
  const n = (holds: (row: Answered) => boolean | undefined) => own.filter(holds).length;
  const [helpful, unhelpful] = [
    n(({ feedback }) => feedback?.startsWith('up')),
    n(({ feedback }) => feedback?.startsWith('down')),
  ];
  const share = (100 * helpful) / (helpful + unhelpful);
  const reasons = TEAM_REASONS.map((reason) => [reason, n((row) => row.reason === reason)]);
  return {
    ...{ channel, answers: own.length, helpful, unhelpful },
    helpfulPercent: Number.isNaN(share) ? null : Number(share.toFixed(2)),
    resolved: n(({ outcome }) => outcome === 'resolved'),
    teamAnswered: n(({ outcome }) => outcome === 'team_answered'),
    ...countStandings(own),
    givenBack: own.reduce((all, { givenBack = 0 }) => all + givenBack, 0),
    handedOver: n(({ reason }) => reason !== null),
    drafts: n(({ is_draft }) => is_draft),
    repeated: n(({ is_repeated }) => is_repeated),
    reasons: Object.fromEntries(reasons),
  };
}

test('the weekly use is exactly what the answers say, whatever they are', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(answered, { maxLength: 120 }),
      fc.array(answered, { maxLength: 5 }),
      async (rows, others) => {
        const [{ id }, other] = [await app.addServer(), await app.addServer()];
        await keep(id, rows);
        await keep(other.id, others);
        expect(await readWeeklyUse(app.core, id)).toEqual(
          MONDAYS.map((week, index) => ({
            week,
            channels: [count(rows, 'api', index), count(rows, 'discord', index)],
          })),
        );
      },
    ),
    { numRuns: 25 },
  );
});

test('a week that is over is counted again after ten minutes, this one at every look', async () => {
  const { id } = await app.addServer();
  const row = {
    ...{ channel: 'api' as const, feedback: null, outcome: null, reason: null },
    ...{ is_draft: false, is_repeated: false, givenBack: undefined },
  };
  const keepOne = async () => {
    await keep(id, [
      { ...row, at: STARTS[6] ?? 0 },
      { ...row, at: STARTS[7] ?? 0 },
    ]);
  };
  const read = async () =>
    (await readWeeklyUse(app.core, id)).slice(-2).map(({ channels: [{ answers }] }) => answers);
  await keepOne();
  expect(await read()).toEqual([1, 1]);
  await keepOne();
  expect(await read()).toEqual([1, 2]);
  // In another week what was kept is of no use.
  app.clock.now += 7 * 24 * HOUR;
  expect(await read()).toEqual([2, 0]);
  app.clock.now = NOON;
});

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getServer } from '../../src/core/owners/servers.ts';
import { forecast, forecastApiShare, readDailyUse } from '../../src/core/quota/statistics.ts';
import { readUsage } from '../../src/core/quota/usage.ts';
import { ask, NOON, startApp, type TestApp } from '../support/app.ts';
import { keepAnswers } from '../support/usage.ts';

let app: TestApp;
/** An hour ahead of UTC, two hours from the last Sunday of March on. */
let berlin: TestApp;
beforeAll(async () => {
  [app, berlin] = await Promise.all([startApp(), startApp({ QUOTA_TIME_ZONE: 'Europe/Berlin' })]);
});
afterAll(() => Promise.all([app.stop(), berlin.stop()]));

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NONE = { api: 0, discord: 0, handedOver: 0 };

describe('the daily usage of a server', () => {
  test('contains every day of the window, oldest first, with answers by channel and hand-overs', async () => {
    const [{ id }, other] = [await app.addServer(), await app.addServer()];
    await keepAnswers(app, id, [
      { at: '2026-03-18T00:00:00Z', needsTeam: true },
      { at: '2026-03-18T11:59:59Z', channel: 'discord' },
      { at: '2026-03-17T23:59:59Z' },
      { at: '2026-03-16T10:00:00Z', channel: 'playground', needsTeam: true },
      { at: '2026-03-16T10:00:00Z', channel: 'learning' },
      { at: '2026-03-15T23:59:59Z' },
    ]);
    await keepAnswers(app, other.id, [{ at: '2026-03-18T01:00:00Z' }]);
    expect((await readDailyUse(app.core, id)).slice(-3)).toEqual([
      { day: '2026-03-16', ...NONE },
      { day: '2026-03-17', ...NONE, api: 1 },
      { day: '2026-03-18', ...NONE, api: 1, discord: 1, handedOver: 1 },
    ]);
  });

  test('counts days in the quota’s time zone, including one of 23 hours', async () => {
    const { id } = await berlin.addServer();
    berlin.clock.now = Date.parse('2026-03-30T12:00:00Z');
    await keepAnswers(berlin, id, [
      { at: '2026-03-28T22:59:59Z' },
      { at: '2026-03-28T23:00:00Z' },
      { at: '2026-03-29T21:59:59Z' },
      { at: '2026-03-29T22:00:00Z' },
    ]);
    const days = (await readDailyUse(berlin.core, id)).slice(-3);
    expect(days.map(({ day, api }) => [day, api])).toEqual([
      ['2026-03-28', 1],
      ['2026-03-29', 2],
      ['2026-03-30', 1],
    ]);
    berlin.clock.now = NOON;
  });

  test('covers thirty days without a gap', async () => {
    const { id } = await app.addServer();
    const days = (await readDailyUse(app.core, id)).map(({ day }) => Date.parse(day));
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toBe(Date.parse('2026-03-18'));
    expect(days.every((day, index) => index === 0 || day - (days[index - 1] ?? 0) === DAY)).toBe(true);
  });

  test('is cached for past days, and counted at every call for today', async () => {
    const { id } = await app.addServer();
    await keepAnswers(app, id, [{ at: '2026-03-17T10:00:00Z' }, { at: '2026-03-18T10:00:00Z' }]);
    const read = async () => (await readDailyUse(app.core, id)).slice(-2).map(({ api }) => api);
    expect(await read()).toEqual([1, 1]);
    // 100,000 answers would else be counted at every look.
    await keepAnswers(app, id, [{ at: '2026-03-17T10:00:00Z' }, { at: '2026-03-18T10:00:00Z' }]);
    expect(await read()).toEqual([1, 2]);
  });
});

describe('the forecast of the API’s share', () => {
  const week = { key: '2026-03-16', startsAt: NOON - 2.5 * DAY, endsAt: NOON + 4.5 * DAY };

  test('never names a time before now or after the end of the week, and none without use', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 7 * DAY - 1 }),
        fc.integer({ min: -10, max: 4_000_000 }),
        fc.integer({ min: 0, max: 4_000_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (elapsed, left, used, part) => {
          const now = week.startsAt + elapsed;
          const result = forecast({ now, week, left, used, usedLately: Math.floor(used * part) });
          if (left <= 0) expect(result).toEqual({ kind: 'empty' });
          else if (used === 0 || elapsed < 6 * HOUR) expect(result).toEqual({ kind: 'unknown' });
          if (result.kind !== 'runs_out') return;
          expect(result.at.getTime()).toBeGreaterThan(now);
          expect(result.at.getTime()).toBeLessThan(week.endsAt);
        },
      ),
    );
  });

  /** Wednesday noon: 2.5 days of 7 are over. */
  const at = (known: { left: number; used: number; usedLately: number }) =>
    forecast({ now: NOON, week, ...known });

  test('follows the pace of the week, or that of a burst in the last day', () => {
    expect(at({ left: 200, used: 100, usedLately: 40 })).toEqual({ kind: 'lasts' });
    expect(at({ left: 200, used: 100, usedLately: 100 })).toEqual({
      kind: 'runs_out',
      at: new Date(NOON + 2 * DAY),
    });
    expect(at({ left: 100, used: 100, usedLately: 0 })).toEqual({
      kind: 'runs_out',
      at: new Date(NOON + 2.5 * DAY),
    });
  });

  test('depends on what a server has used, its share and its whole quota', async () => {
    const { id, key } = await app.addServer();
    const read = async () => {
      const server = await getServer(app.core, id);
      return forecastApiShare(app.core, server, (await readUsage(app.core, server)).week);
    };
    expect(await read()).toEqual({ kind: 'unknown' });
    await app.chat(key, ask('Where is the harbour?'));
    expect(await read()).toEqual({ kind: 'lasts' });
    const set = (columns: { used: number; api_used: number }) =>
      app.core.database.kysely
        .updateTable('week_quotas')
        .set(columns)
        .where('server_id', '=', id)
        .where('week_start', '=', week.key)
        .execute();
    await set({ used: 1_200_000, api_used: 1_200_000 });
    expect(await read()).toEqual({ kind: 'runs_out', at: new Date(NOON + (2.5 * DAY * 2) / 3) });
    await app.core.database.kysely
      .updateTable('charges')
      .set({ week_units: 1_000_000 })
      .where('server_id', '=', id)
      .execute();
    expect(await read()).toEqual({ kind: 'runs_out', at: new Date(NOON + 0.8 * DAY) });
    await set({ used: 2_000_000, api_used: 2_000_000 });
    expect(await read()).toEqual({ kind: 'empty' });
    await set({ used: 4_000_000, api_used: 10 });
    expect(await read()).toEqual({ kind: 'empty' });
  });
});

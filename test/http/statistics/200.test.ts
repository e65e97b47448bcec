import { beforeEach, describe, expect, test } from 'vitest';
import { statisticsSchema } from '../../../src/channels/http/statistics.ts';
import { NOON } from '../../support/app.ts';
import { expectNothingCounted } from '../../support/books.ts';
import { keepAnswers } from '../../support/usage.ts';
import { useApp } from '../../support/use-app.ts';
import { request } from '../answers/setup.ts';
import { expectRefusal, expectSafeHeaders } from '../refusal.ts';

const app = useApp({ QUOTA_TIME_ZONE: 'Europe/Berlin' });

let server: { id: string; key: string };
beforeEach(async () => {
  app.clock.now = NOON;
  server = await app.addServer();
});

const read = (query = '') => request(app, server.key, `/statistics${query}`);

describe('GET /api/v1/statistics', () => {
  test('tells by channel what became of the answers, the three numbers apart and never their sum', async () => {
    const at = '2026-03-10T12:00:00Z';
    await keepAnswers(app, server.id, [
      { at, feedback: 'up' },
      { at, outcome: 'resolved' },
      { at },
      { at, feedback: 'down' },
      { at, outcome: 'reopened' },
      { at, reason: 'payment' },
      { at, channel: 'discord', feedback: 'up' },
      { at, channel: 'learning' },
    ]);
    const { status, headers, body } = await expectNothingCounted(app, server.id, () => read());
    expect(status).toBe(200);
    expectSafeHeaders(headers);
    expect(statisticsSchema.strict().parse(body)).toEqual(body);
    const [api, discord] = body.channels;
    expect(api).toMatchObject({
      ...{ channel: 'api', answers: 6, confirmed: 2, silent: 1, reopened: 2 },
      ...{ helpful: 1, unhelpful: 1, helpful_percent: 50, resolved: 1, team_answered: 0, handed_over: 1 },
      ...{ drafts: 0, repeated: 0, given_back_units: 0 },
    });
    expect(api.reasons).toMatchObject({ payment: 1, not_in_knowledge: 0 });
    expect(discord).toMatchObject({ channel: 'discord', answers: 1, confirmed: 1, silent: 0, reopened: 0 });
    const sums = [api.confirmed + api.silent, api.confirmed + api.silent + api.reopened];
    expect(sums.filter((sum) => Object.values(api).includes(sum))).toEqual([]);
  });

  test('of exactly the days that are asked for, by the operator’s clock', async () => {
    // Midnight in Berlin is an hour before that of UTC.
    await keepAnswers(app, server.id, [
      { at: '2026-03-09T22:59:59Z' },
      { at: '2026-03-09T23:00:00Z' },
      { at: '2026-03-11T22:59:59Z' },
      { at: '2026-03-11T23:00:00Z' },
    ]);
    const { body } = await read('?from=2026-03-10&to=2026-03-11');
    expect([body.from, body.to, body.channels[0].answers]).toEqual(['2026-03-10', '2026-03-11', 2]);
    expect((await read('?from=2026-03-12')).body).toMatchObject({
      to: '2026-03-18',
      channels: [{ answers: 1 }, {}],
    });
    expect((await read('?to=2026-03-09')).body).toMatchObject({
      from: '2026-01-13',
      channels: [{ answers: 1 }, {}],
    });
  });

  test('of eight weeks up to today where nothing is said, and of a year at most', async () => {
    expect((await read()).body).toMatchObject({ from: '2026-01-22', to: '2026-03-18' });
    expect((await read('?from=2025-03-18&to=2026-03-18')).status).toBe(200);
    for (const query of [
      '?from=2025-03-17&to=2026-03-18',
      '?from=2026-03-19&to=2026-03-18',
      '?from=2026-03-19',
    ])
      expect(expectRefusal(await read(query), 'invalid_input').param).toBe('from');
  });

  test('counts nothing of another server', async () => {
    const other = await app.addServer();
    await keepAnswers(app, other.id, [{ at: '2026-03-10T12:00:00Z' }]);
    expect((await read()).body.channels).toMatchObject([
      { answers: 0, helpful_percent: null },
      { answers: 0 },
    ]);
  });

  test.each([
    ['from', '?from=yesterday'],
    ['from', '?from=2026-02-30'],
    ['to', '?to='],
    ['to', '?to=2026-03-01T00:00:00Z'],
    ['from', '?from=2026-03-01&from=2026-03-02'],
  ])('refuses a wrong %s: %s', async (param, query) => {
    expect(expectRefusal(await read(query), 'invalid_body').param).toBe(param);
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPlaceUse } from '../../src/adapters/db/quota/place-use.ts';
import { listAlerts } from '../../src/core/alerts/alerts.ts';
import { answerQuestion } from '../../src/core/answering/answer.ts';
import { recordFeedback } from '../../src/core/learning/feedback.ts';
import { changeSettings, getServer } from '../../src/core/owners/servers.ts';
import { grantCredit } from '../../src/core/quota/usage.ts';
import { type AiStub, startAiStub } from '../support/ai-stub.ts';
import { startApp, type TestApp, UNABORTED } from '../support/app.ts';
import { readWeek, setUsed } from '../support/books.ts';
import { startTwin } from '../support/twin.ts';

const QUOTA = 400_000;
const CATEGORY = '70';
/** Of the category, and one that has nothing to do with it. */
const [PLACE, ELSEWHERE] = ['71', '80'];
/** 400 prompt tokens and 100 completion tokens on V1. */
const COST = 800;

let stub: AiStub;
let app: TestApp;
/** Another process of the same installation. */
let twin: TestApp;
let serverId: string;
beforeAll(async () => {
  stub = await startAiStub();
  const settings = { OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: 'k', PREMIUM_WEEKLY_UNITS: String(QUOTA) };
  app = await startApp(settings);
  twin = await startTwin(app);
});
beforeEach(async () => {
  stub.usage({ promptTokens: 400, completionTokens: 100 });
  ({ id: serverId } = await app.addServer());
  await changeSettings(app.core, serverId, () => ({ repeats: false, place_shares: { [CATEGORY]: 1 } }));
});
afterEach(async () => {
  expect(await app.core.database.kysely.selectFrom('reservations').selectAll().execute()).toEqual([]);
});
afterAll(async () => {
  await twin.stop();
  await app.stop();
  await stub.close();
});

const SHARE = QUOTA / 100;

async function askIn(channelId: string, { core } = app, content = 'When is high tide?') {
  const server = await getServer(core, serverId);
  const above = channelId === PLACE ? [CATEGORY] : [];
  const messages = [{ role: 'user' as const, content }];
  return answerQuestion(core, {
    ...{ server, channel: 'discord', key: null, messages, signal: UNABORTED },
    path: { channelId, above },
  });
}

async function usedOf(place = CATEGORY) {
  const week = app.core.calendar.weekOf(app.clock.now).key;
  return (await readPlaceUse(app.core.database, serverId, week, [place])).get(place);
}

const OF_PLACE = { code: 'quota_exhausted', context: { details: { of_place: true } } };
const isBusy = (place?: string) => app.core.queues.isBusy({ serverId, channel: 'discord', place });

describe('a place with a share of the week', () => {
  test('never exceeds it, whatever two processes ask there at once, while others are answered elsewhere', async () => {
    const ask = (place: string) => [app, twin].flatMap((one) => [1, 2, 3, 4].map(() => askIn(place, one)));
    const [ofPlace, others] = await Promise.all([
      Promise.allSettled(ask(PLACE)),
      Promise.allSettled(ask(ELSEWHERE)),
    ]);
    expect(others.map(({ status }) => status)).toEqual(new Array(8).fill('fulfilled'));
    const answered = ofPlace.filter(({ status }) => status === 'fulfilled');
    expect(answered.length).toBeGreaterThan(0);
    expect(answered.length).toBeLessThanOrEqual(SHARE / COST);
    for (const refused of ofPlace.filter(({ status }) => status === 'rejected'))
      expect(refused).toMatchObject({ reason: OF_PLACE });
    expect(await usedOf()).toEqual({ used: answered.length * COST, held: 0 });
    expect(await usedOf(ELSEWHERE)).toEqual({ used: 0, held: 0 });
    expect((await readWeek(app, serverId)).used).toBe((answered.length + 8) * COST);
  });

  test('is refused once it is spent, without credit and without an alert of the server, until the new week', async () => {
    await grantCredit(app.core, { serverId, percent: 100, reference: serverId });
    let refusal: unknown = null;
    while (refusal === null) await askIn(PLACE).catch((error: unknown) => (refusal = error));
    expect(refusal).toMatchObject(OF_PLACE);
    const { core } = app;
    const resets = new Date(core.calendar.weekOf(app.clock.now).endsAt).toISOString();
    expect(refusal).toMatchObject({ context: { details: { resets_at: resets } } });
    expect(refusal).not.toHaveProperty('context.details.top_up_url');
    const rows = core.database.kysely.selectFrom('charges').select('credit_units');
    const charged = await rows.where('server_id', '=', serverId).where('place', '=', CATEGORY).execute();
    expect(charged.every(({ credit_units }) => credit_units === 0)).toBe(true);
    await askIn(ELSEWHERE);
    expect(await listAlerts(core, { id: serverId })).toEqual([]);
    app.clock.now += 7 * 24 * 3_600_000;
    await askIn(PLACE);
  });

  test('says that the server’s week is spent where no other channel is answered either', async () => {
    await setUsed(app, serverId, QUOTA - 20);
    const refused = await askIn(PLACE).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'quota_exhausted',
      context: { details: { top_up_url: /payments/ } },
    });
    expect(refused).not.toHaveProperty('context.details.of_place');
  });

  test('lets a question wait for answers under way there, while one elsewhere is under way at once', async () => {
    const letGo = stub.hold();
    const ofPlace = [1, 2, 3, 4].map(() => askIn(PLACE));
    await expect.poll(() => isBusy(CATEGORY)).toBe(true);
    const elsewhere = askIn(ELSEWHERE, app, 'When is low tide?');
    const arrived = () => stub.requests.some(({ body }) => JSON.stringify(body).includes('low tide'));
    await expect.poll(arrived).toBe(true);
    expect([isBusy(), isBusy(CATEGORY)]).toEqual([false, true]);
    letGo();
    await Promise.all([elsewhere, ...ofPlace]);
    expect(await usedOf()).toEqual({ used: 4 * COST, held: 0 });
  });

  test('gets back what did not hold', async () => {
    const { answer } = await askIn(PLACE);
    expect((await usedOf())?.used).toBe(COST);
    await recordFeedback(app.core, { serverId, answerId: answer.id, isHelpful: false, comment: null });
    expect((await usedOf())?.used).toBe(0);
  });
});

test('the time at which the team is back is that of the place of the question', async () => {
  const day = '09:00-17:00';
  const open = { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day };
  const hours = { zone: 'UTC', ...open, saturday: day, sunday: day, holidays: [] };
  await changeSettings(app.core, serverId, () => ({ place_hours: { [CATEGORY]: hours } }));
  app.clock.now = Date.parse('2026-11-25T07:59:00Z');
  const backAt = async (place: string) =>
    (await askIn(place, app, 'I want my money back, please refund me.')).answer.teamBackAt;
  expect(await backAt(PLACE)).toBe('2026-11-25T09:00:00.000Z');
  expect(await backAt(ELSEWHERE)).toBeNull();
});

import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { changeServer } from '../../../src/core/owners/servers.ts';
import { ask, NOON, startApp } from '../../support/app.ts';
import { expectNothingCounted } from '../../support/books.ts';
import { expectChatRefusal, rateLimitOf } from '../refusal.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const app = await startApp();
beforeEach(() => {
  app.clock.now = NOON;
});
afterAll(() => app.stop());

/** A server without premium, `ms` after the bot joined. */
const trial = (members: number, ms: number) =>
  app.addServer({ plan: 'free', members, joined: new Date(NOON - ms) });

describe('POST /api/v1/chat answers 403 without premium', () => {
  test.each([
    { members: 19, present: 7 * DAY, days: 7 },
    { members: 0, present: 400 * DAY, days: 400 },
    { members: 20, present: 7 * DAY - MINUTE, days: 6 },
    { members: 5000, present: -DAY, days: 0 },
  ])('E47 · with $members members and the bot there for $present ms', async ({ members, present, days }) => {
    const { id, key } = await trial(members, present);
    const answer = await expectNothingCounted(app, id, () => app.chat(key, ask('Hi')));
    const error = expectChatRefusal(answer, 'trial_requirements_not_met');
    expect(error.type).toBe('permission');
    expect(error.details).toEqual({
      members: { have: members, need: 20 },
      days_present: { have: days, need: 7 },
    });
    expect(rateLimitOf(answer)).toMatchObject({ minuteQuota: 20, minute: 20, dayQuota: 150, day: 150 });
  });

  test('E47 · until the very minute in which both are met', async () => {
    const { key } = await trial(20, 7 * DAY - MINUTE);
    app.clock.now += MINUTE - 1;
    expectChatRefusal(await app.chat(key, ask('Hi')), 'trial_requirements_not_met');
    app.clock.now += 1;
    expect((await app.chat(key, ask('Hi'))).status).toBe(200);
  });

  test('and admits the next request once the server gets the missing member or premium', async () => {
    const [grown, paid] = [await trial(19, 30 * DAY), await trial(1, 0)];
    for (const { key } of [grown, paid]) {
      expectChatRefusal(await app.chat(key, ask('Hi')), 'trial_requirements_not_met');
    }
    await changeServer(app.core, grown.id, { members: 20 });
    await changeServer(app.core, paid.id, { plan: 'premium' });
    expect((await app.chat(grown.key, ask('Hi'))).body.usage.premium).toBe(false);
    expect((await app.chat(paid.key, ask('Hi'))).body.usage.premium).toBe(true);
  });

  test('once a paid period is over, and not a moment before', async () => {
    const { id, key } = await app.addServer({ members: 3 });
    const ends = new Date(NOON + MINUTE);
    await app.core.database.kysely
      .updateTable('servers')
      .set({ premium_until: ends })
      .where('id', '=', id)
      .execute();
    app.clock.now = ends.getTime() - 1;
    expect((await app.chat(key, ask('Hi'))).status).toBe(200);
    app.clock.now = ends.getTime();
    expectChatRefusal(await app.chat(key, ask('Hi')), 'trial_requirements_not_met');
  });
});

describe('POST /api/v1/chat answers 403 to a server that removed the bot', () => {
  test.each(['premium', 'free'] as const)('on the %s plan, and answers when it is back', async (plan) => {
    const { id, key } = await app.addServer({ plan });
    await changeServer(app.core, id, { active: false });
    const answer = await expectNothingCounted(app, id, () => app.chat(key, ask('Hi')));
    expect(expectChatRefusal(answer, 'server_inactive')).toEqual({
      type: 'permission',
      code: 'server_inactive',
      message: 'The bot was removed from this server.',
    });
    await changeServer(app.core, id, { active: true });
    expect((await app.chat(key, ask('Hi'))).status).toBe(200);
  });

  test('also to a request whose answer is stored, and returns that answer when the bot is back', async () => {
    const { id, key } = await app.addServer();
    const headers = { 'Idempotency-Key': 'ticket-1' };
    const first = await app.chat(key, ask('Hi'), { headers });
    await changeServer(app.core, id, { active: false });
    expectChatRefusal(await app.chat(key, ask('Hi'), { headers }), 'server_inactive');
    await changeServer(app.core, id, { active: true });
    expect((await app.chat(key, ask('Hi'), { headers })).body).toEqual(first.body);
  });
});

test('the operator can set other trial terms', async () => {
  const other = await startApp({ TRIAL_MIN_MEMBERS: '3', TRIAL_MIN_DAYS: '0' });
  try {
    const small = await other.addServer({ plan: 'free', members: 2, joined: new Date(NOON) });
    const error = expectChatRefusal(await other.chat(small.key, ask('Hi')), 'trial_requirements_not_met');
    expect(error.details).toEqual({ members: { have: 2, need: 3 }, days_present: { have: 0, need: 0 } });
    const enough = await other.addServer({ plan: 'free', members: 3, joined: new Date(NOON) });
    expect((await other.chat(enough.key, ask('Hi'))).status).toBe(200);
  } finally {
    await other.stop();
  }
});

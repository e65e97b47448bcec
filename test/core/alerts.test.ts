import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimJob } from '../../src/adapters/db/operations/housekeeping.ts';
import { checkQuotas, chooseAlertsChannel, listAlerts } from '../../src/core/alerts/alerts.ts';
import { addTest, runAllTests } from '../../src/core/learning/test-questions/test-questions.ts';
import { createKey } from '../../src/core/owners/keys.ts';
import { changeServer, listServers } from '../../src/core/owners/servers.ts';
import { grantCredit } from '../../src/core/quota/usage.ts';
import { type Community, startCommunity } from '../channels/discord/setup.ts';
import { ask, type TestApp } from '../support/app.ts';
import type { FakeChannel, FakeGuild, SentMessage } from '../support/discord.ts';
import { startTwin } from '../support/twin.ts';
import { spendWeek } from '../support/usage.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const QUOTA = 4_000_000;
const SHARE = QUOTA / 2;

let home: Community;
let app: TestApp;
let guild: FakeGuild;
let channel: FakeChannel;
let serverId: string;
let weekStart = Date.parse('2026-03-16T00:00:00Z');
beforeAll(async () => {
  home = await startCommunity({ settings: { PUBLIC_URL: 'https://lotse.example' } });
  ({ app } = home);
});
beforeEach(async () => {
  // Each in a week of its own: a minute is claimed once, and an alert of another week is nobody's.
  weekStart += 14 * DAY;
  app.clock.now = weekStart + 2.5 * DAY;
  ({ guild, channel } = await join());
  serverId = guild.id;
});
afterAll(async () => {
  expect(home.discord.faults).toEqual([]);
  await home.stop();
});

/** A server that the bot has just come to, with a channel for its alerts. */
async function join() {
  const joined = home.discord.addGuild();
  const alertsChannel = joined.addChannel();
  await expect.poll(() => listServers(app.core)).toContainEqual(expect.objectContaining({ id: joined.id }));
  await changeServer(app.core, joined.id, {
    ...{ plan: 'premium', language: 'en', alerts_channel: alertsChannel.id },
  });
  return { guild: joined, channel: alertsChannel };
}

/** What was settled this week, in units. */
const use = (units: { used: number; api?: number }, id = serverId) => spendWeek(app, id, units);

const check = (core = app.core) => checkQuotas(core, new AbortController().signal);
async function nextMinute(core = app.core): Promise<void> {
  app.clock.now += MINUTE;
  await check(core);
}
const sentTo = ({ id }: { id: string }): SentMessage[] =>
  home.discord.sent.filter(({ channelId }) => channelId === id);
const alerts = () => listAlerts(app.core, { id: serverId });
const looks = () => home.discord.requests.filter(({ path }) => path.startsWith(`/channels/${channel.id}`));
const posts = () => home.discord.requests.filter(({ path }) => path === `/channels/${channel.id}/messages`);

describe('an alert', () => {
  test('says in one message what is used, when the week restarts, what happens until then and where to get more', async () => {
    await use({ used: QUOTA * 0.8 });
    await nextMinute();
    const [sent] = sentTo(channel);
    const restart = (weekStart + 7 * DAY) / 1000;
    expect(sent?.content.split('\n')).toEqual([
      '⚠️ **80% of this week’s AI quota is used**, Discord and API together.',
      'There is no credit: once the quota is used up, I do not answer until it resets.',
      `New quota: <t:${restart}:F>`,
      `How to get credit or premium: <https://lotse.example/servers/${serverId}/payments>`,
    ]);
    expect(posts()[0]?.body).toMatchObject({ allowed_mentions: { parse: [] }, enforce_nonce: true });
    expect(await alerts()).toEqual([
      {
        ...{ scope: 'week', percent: 80, fault: null },
        ...{ reachedAt: new Date(app.clock.now), deliveredAt: new Date(app.clock.now) },
      },
    ]);
  });

  test('is in the language of the server, and says that credit takes over', async () => {
    await changeServer(app.core, serverId, { language: 'de' });
    await grantCredit(app.core, { serverId, percent: 10, reference: serverId });
    await use({ used: SHARE, api: SHARE });
    await nextMinute();
    const [sent] = sentTo(channel);
    expect(sent?.content).toContain('Der API-Anteil am KI-Kontingent dieser Woche ist verbraucht.');
    expect(sent?.content).toContain('Die API läuft mit dem Guthaben weiter.');
    expect(sentTo(channel)).toHaveLength(1);
  });

  test.each([
    ['below 80 percent of anything', { used: QUOTA * 0.8 - 1, api: SHARE * 0.8 - 1 }, []],
    ['at 80 percent of the week', { used: QUOTA * 0.8 }, ['week 80']],
    ['at 80 percent of the share', { used: SHARE * 0.8, api: SHARE * 0.8 }, ['api 80']],
    ['at all of both', { used: QUOTA, api: SHARE }, ['api 80', 'api 100', 'week 80', 'week 100']],
  ])('is raised for settled units: %s', async (_, units, expected) => {
    await use(units);
    await nextMinute();
    expect((await alerts()).map(({ scope, percent }) => `${scope} ${percent}`)).toEqual(expected);
  });

  test('of 100 percent is raised once questions are refused because the rest is less than an answer needs', async () => {
    const { key } = await createKey(app.core, { serverId });
    await use({ used: SHARE - 20, api: SHARE - 20 });
    expect((await app.chat(key, ask('When is high tide?'))).status).toBe(402);
    await expect.poll(alerts).toMatchObject([
      { scope: 'api', percent: 80 },
      { scope: 'api', percent: 100 },
    ]);
    await nextMinute();
    expect(sentTo(channel).map(({ content }) => content.split('\n')[0])).toEqual([
      '🛑 **The API’s share of this week’s AI quota is used up.**',
    ]);
  });

  test('is not raised for units that are only reserved', async () => {
    await use({ used: 0 });
    const reserved = { reserved: QUOTA, api_reserved: SHARE };
    await app.core.database.kysely
      .updateTable('week_quotas')
      .set(reserved)
      .where('server_id', '=', serverId)
      .execute();
    await nextMinute();
    expect(await alerts()).toEqual([]);
  });

  test('follows the current plan: after premium has ended, the free plan', async () => {
    await use({ used: 170_000 });
    await nextMinute();
    expect(await alerts()).toEqual([]);
    const columns = { premium_until: new Date(app.clock.now + 30_000) };
    await app.core.database.kysely.updateTable('servers').set(columns).where('id', '=', serverId).execute();
    await nextMinute();
    expect(await alerts()).toMatchObject([{ scope: 'week', percent: 80 }]);
  });

  test('of 80 percent is left out if 100 is reached too, whether at once or while it waits', async () => {
    await use({ used: QUOTA });
    await nextMinute();
    expect(sentTo(channel).map(({ content }) => content.includes('used up'))).toEqual([true]);
    expect((await alerts()).map(({ deliveredAt }) => deliveredAt !== null)).toEqual([true, true]);

    const {
      channel: later,
      guild: { id },
    } = await join();
    await use({ used: QUOTA * 0.9 }, id);
    home.discord.failNext({ path: new RegExp(`${later.id}/messages`), status: 503, count: 2 });
    await nextMinute();
    await use({ used: QUOTA }, id);
    await nextMinute();
    await nextMinute();
    expect(sentTo(later).map(({ content }) => content.includes('used up'))).toEqual([true]);
  });

  test('is raised once a week, and again in the next one', async () => {
    await use({ used: QUOTA * 0.8 });
    for (let n = 0; n < 3; n++) await nextMinute();
    expect(sentTo(channel)).toHaveLength(1);
    await use({ used: QUOTA });
    await nextMinute();
    await nextMinute();
    expect(sentTo(channel)).toHaveLength(2);
    app.clock.now += 7 * DAY;
    await nextMinute();
    expect([sentTo(channel).length, await alerts()]).toEqual([2, []]);
    await use({ used: QUOTA * 0.8 });
    await nextMinute();
    expect(sentTo(channel)).toHaveLength(3);
  });

  test('is not sent without a channel or for a server that was left; it is once a channel is chosen', async () => {
    await chooseAlertsChannel(app.core, serverId, null);
    const left = await join();
    await changeServer(app.core, left.guild.id, { active: false });
    await use({ used: QUOTA });
    await use({ used: QUOTA }, left.guild.id);
    await nextMinute();
    await nextMinute();
    expect([...looks(), ...sentTo(left.channel)]).toEqual([]);
    expect(await alerts()).toMatchObject([{ deliveredAt: null, fault: null }, { deliveredAt: null }]);
    expect(await listAlerts(app.core, { id: left.guild.id })).toEqual([]);
    await chooseAlertsChannel(app.core, serverId, channel.id);
    await nextMinute();
    expect(sentTo(channel)).toHaveLength(1);
  });
});

describe('an alert appears once', () => {
  test('with two processes that check at the same time or one after the other', async () => {
    const twin = await startTwin(app);
    try {
      await use({ used: QUOTA, api: SHARE });
      app.clock.now += MINUTE;
      await Promise.all([check(), check(twin.core), check(), check(twin.core)]);
      await nextMinute(twin.core);
      await nextMinute();
      expect(sentTo(channel)).toHaveLength(2);
      expect(posts()).toHaveLength(2);
    } finally {
      await twin.stop();
    }
  });

  test('when a process dies between its claim and the sending: the next minute sends it', async () => {
    await use({ used: QUOTA });
    app.clock.now += MINUTE;
    await claimJob(app.core.database, 'alerts', new Date(Math.floor(app.clock.now / MINUTE) * MINUTE));
    await check();
    expect(posts()).toEqual([]);
    await nextMinute();
    expect(sentTo(channel)).toHaveLength(1);
  });

  test('when Discord accepts it and the responses are lost', async () => {
    await use({ used: QUOTA });
    home.discord.failNext({
      path: new RegExp(`${channel.id}/messages`),
      status: 502,
      applied: true,
      count: 2,
    });
    await nextMinute();
    expect((await alerts()).at(-1)).toMatchObject({ deliveredAt: null, fault: 'discord_unavailable' });
    await nextMinute();
    expect(sentTo(channel)).toHaveLength(1);
    expect((await alerts()).at(-1)).toMatchObject({ deliveredAt: expect.any(Date), fault: null });
  });
});

describe('an undelivered alert', () => {
  test('that hangs after an earlier failure does not block the next server’s alert', async () => {
    await use({ used: QUOTA });
    home.discord.failNext({ path: new RegExp(channel.id), status: 503, count: 2 });
    await nextMinute();
    const neighbour = await join();
    await use({ used: QUOTA }, neighbour.guild.id);
    home.discord.failNext({ path: new RegExp(channel.id), status: 0, hang: true, count: 9 });
    const before = looks().length;
    app.clock.now += MINUTE;
    const stopping = new AbortController();
    const checking = checkQuotas(app.core, stopping.signal);
    await expect.poll(() => looks().length).toBe(before + 1);
    expect([sentTo(neighbour.channel).length, sentTo(channel).length]).toEqual([1, 0]);
    stopping.abort();
    await checking;
  });

  test('is abandoned if Discord is silent, and does not wait for a rate limit of thirty seconds', {
    // Either would take longer if it were waited for.
    timeout: 20_000,
  }, async () => {
    await use({ used: QUOTA });
    home.discord.rateLimitNext({ route: new RegExp(`${channel.id}/messages`), retryAfterSeconds: 30 });
    await nextMinute();
    const other = guild.addChannel();
    await chooseAlertsChannel(app.core, serverId, other.id);
    home.discord.failNext({ path: new RegExp(other.id), status: 0, hang: true, count: 9 });
    await nextMinute();
    expect((await alerts()).at(-1)).toMatchObject({ deliveredAt: null, fault: 'discord_unavailable' });
  });

  test('is dropped after 24 hours', async () => {
    await use({ used: QUOTA });
    home.discord.rest.refuse(true);
    await nextMinute();
    app.clock.now += DAY - 2 * MINUTE;
    const before = looks().length;
    await nextMinute();
    const tried = looks().length;
    expect(tried).toBeGreaterThan(before);
    home.discord.rest.refuse(false);
    await nextMinute();
    await nextMinute();
    expect([looks().length, sentTo(channel).length]).toEqual([tried, 0]);
  });

  test('is dropped with its week', async () => {
    app.clock.now = weekStart + 7 * DAY - 2 * MINUTE;
    await use({ used: QUOTA });
    home.discord.rest.refuse(true);
    await nextMinute();
    home.discord.rest.refuse(false);
    await nextMinute();
    expect(app.clock.now).toBe(weekStart + 7 * DAY);
    await nextMinute();
    expect(sentTo(channel)).toEqual([]);
  });

  test.each([
    ['a channel that is gone', 'channel_gone', () => channel.remove()],
    [
      'a missing right',
      'right_missing',
      () => channel.setOverwrite({ id: home.discord.botId }, { deny: 1n << 11n }),
    ],
    [
      'a channel it cannot see',
      'right_missing',
      () => channel.setOverwrite({ id: home.discord.botId }, { deny: 1n << 10n }),
    ],
  ])('is final for %s until the channel is set again', async (_, fault, spoil) => {
    spoil();
    await use({ used: QUOTA });
    for (let n = 0; n < 3; n++) await nextMinute();
    expect(looks().length).toBeLessThanOrEqual(2);
    expect(await alerts()).toMatchObject([
      { percent: 80, deliveredAt: null, fault },
      { percent: 100, deliveredAt: null, fault },
    ]);
    const other = guild.addChannel();
    await chooseAlertsChannel(app.core, serverId, other.id);
    await nextMinute();
    expect(sentTo(other)).toHaveLength(1);
  });

  test('on one server does not block other servers’ alerts', async () => {
    const neighbour = await join();
    await app.core.database.kysely
      .updateTable('servers')
      .set({ settings: `{"language": 5, "alerts_channel": "${channel.id}"}` })
      .where('id', '=', serverId)
      .execute();
    await use({ used: QUOTA });
    await use({ used: QUOTA }, neighbour.guild.id);
    await nextMinute();
    expect(sentTo(neighbour.channel)).toHaveLength(1);
  });

  test('is not sent to a channel of another server', async () => {
    const neighbour = await join();
    await chooseAlertsChannel(app.core, serverId, neighbour.channel.id);
    await use({ used: QUOTA });
    await nextMinute();
    expect(sentTo(neighbour.channel)).toEqual([]);
    expect((await alerts()).at(-1)).toMatchObject({ deliveredAt: null, fault: 'channel_gone' });
  });
});

test('test questions that passed before and fail now are reported once, with their number, what was changed and a link', async () => {
  await app.addKnowledge(serverId, [{ id: 'o', title: 'Delivery to Oslo', text: 'It takes nine days.' }]);
  await addTest(app.core, serverId, { question: 'How long is delivery to Oslo?', expected: 'nine days' });
  await runAllTests(app.core);
  await app.addKnowledge(serverId, [{ id: 'o', title: 'Delivery to Oslo', text: 'It takes ten days.' }]);
  app.clock.now += DAY;
  await app.core.database.kysely
    .updateTable('knowledge')
    .set({ title: 'Delivery to *Oslo*', updated_at: new Date(app.clock.now) })
    .where('server_id', '=', serverId)
    .execute();
  await Promise.all([runAllTests(app.core), runAllTests(app.core)]);
  expect(sentTo(channel).map(({ content }) => content.split('\n'))).toEqual([
    [
      '⚠️ **One test question that passed before fails now.**',
      'Changed since then: Delivery to \\*Oslo\\*',
      `To see which: <https://lotse.example/servers/${serverId}/tests>`,
    ],
  ]);
  app.clock.now += DAY;
  await runAllTests(app.core);
  expect(sentTo(channel)).toHaveLength(1);
});

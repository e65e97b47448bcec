import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tellWeeks } from '../../src/core/alerts/week-report.ts';
import { createKey } from '../../src/core/owners/keys.ts';
import { changeServer, listServers } from '../../src/core/owners/servers.ts';
import { type Community, startCommunity } from '../channels/discord/setup.ts';
import { ask, type TestApp } from '../support/app.ts';
import type { FakeChannel, FakeGuild } from '../support/discord.ts';
import { startTwin } from '../support/twin.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let home: Community;
let app: TestApp;
let guild: FakeGuild;
let channel: FakeChannel;
/** A Monday, 0:00. */
let monday = Date.parse('2026-03-16T00:00:00Z');
beforeAll(async () => {
  home = await startCommunity({ settings: { PUBLIC_URL: 'https://lotse.example' } });
  ({ app } = home);
});
beforeEach(async () => {
  monday += 14 * DAY;
  app.clock.now = monday - 3 * DAY;
  guild = home.discord.addGuild();
  channel = guild.addChannel();
  await expect.poll(() => listServers(app.core)).toContainEqual(expect.objectContaining({ id: guild.id }));
  await changeServer(app.core, guild.id, { plan: 'premium', language: 'en', report_channel: channel.id });
});
afterAll(async () => {
  expect(home.discord.faults).toEqual([]);
  await home.stop();
});

const tell = (core = app.core) => tellWeeks(core, new AbortController().signal);
const told = () => home.discord.sent.filter(({ channelId }) => channelId === channel.id);

async function askThree(): Promise<void> {
  const { key } = await createKey(app.core, { serverId: guild.id });
  const title = 'How much is the harbour pass?';
  await app.addKnowledge(guild.id, [{ id: 'pass', title, text: 'The harbour pass costs 12 euros.' }]);
  home.ai.reply({ answer: 'It costs 12 euros.', needs_team: false, answerable: true, used: ['pass'] });
  await app.chat(key, ask(title));
  home.ai.reply({ answer: '', needs_team: true, answerable: false, used: [] });
  await app.chat(key, ask('Where is the Kraulquappe?'));
  await app.chat(key, ask('I was charged twice, I want my money back!'));
}

describe('the report of a week', () => {
  test('says what was answered and handed over, three numbers apart, and what to do next', async () => {
    await askThree();
    app.clock.now = monday + 9 * HOUR;
    await tell();
    const [sent] = told();
    const day = new Date(monday - 7 * DAY).toLocaleDateString('en', {
      ...{ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' },
    });
    expect(sent?.content.split('\n')).toEqual([
      `📊 **The week of ${day}**`,
      'Answers: 3 · handed over: 2 (payment 1, not in the knowledge 1)',
      'Confirmed: 0 · No feedback: 1 · Reopened: 0',
      '**Next:**',
      `1. Answer open questions (1): <https://lotse.example/servers/${guild.id}/unanswered>`,
    ]);
  });

  test('comes once, on Monday from eight in the morning on, whichever process tells it', async () => {
    await askThree();
    const twin = await startTwin(app);
    app.clock.now = monday + 8 * HOUR - 1;
    await tell();
    expect(told()).toHaveLength(0);
    app.clock.now = monday + 8 * HOUR;
    await Promise.all([tell(), tell(twin.core)]);
    await twin.stop();
    app.clock.now = monday + 2 * DAY;
    await tell();
    expect(told()).toHaveLength(1);
  });

  test('is tried again while Discord is away, and is no news after three days', async () => {
    await askThree();
    app.clock.now = monday + 9 * HOUR;
    home.discord.failNext({ path: new RegExp(`${channel.id}/messages`), status: 503, count: 2 });
    await tell();
    expect(told()).toHaveLength(0);
    await tell();
    expect(told()).toHaveLength(1);
    const other = guild.addChannel();
    await changeServer(app.core, guild.id, { report_channel: other.id });
    app.clock.now = monday + 7 * DAY + 72 * HOUR;
    await tell();
    expect(home.discord.sent.filter(({ channelId }) => channelId === other.id)).toEqual([]);
  });

  test('goes nowhere where no channel is chosen, or where nothing was asked and nothing waits', async () => {
    app.clock.now = monday + 9 * HOUR;
    await tell();
    expect(told()).toHaveLength(0);
    await askThree();
    await changeServer(app.core, guild.id, { report_channel: null });
    app.clock.now = monday + 7 * DAY + 9 * HOUR;
    await tell();
    expect(told()).toHaveLength(0);
  });
});

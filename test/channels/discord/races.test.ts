import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIRole } from 'discord.js';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createBot } from '../../../src/channels/discord/bot.ts';
import { optOut } from '../../../src/core/members/privacy.ts';
import { readBooks, readCharges, readWeek } from '../../support/books.ts';
import type { FakeMember } from '../../support/discord.ts';
import { QUESTION, startCommunity, useAnsweringCommunity } from './setup.ts';
import { watch } from './watch.ts';

const GENEROUS = { PREMIUM_WEEKLY_UNITS: '1000000000' };

const home = useAnsweringCommunity({ settings: GENEROUS });
let crew: APIRole;
let helper: FakeMember;
beforeAll(async () => {
  crew = home.guild.addRole({ name: 'Crew' });
  await home.admin.runs(home.channel, 'team handover', { role: crew }).reply();
  helper = home.guild.addMember({ name: 'Hella', roles: [crew] });
});
afterEach(() => {
  vi.useRealTimers();
});

const { sentTo, readHandled, becomes, looksForAbandoned } = watch(() => home);

describe('the team speaks', () => {
  test('while a second question waits for the answer to the first: neither is answered', async () => {
    const thread = home.guild.addThread(home.guild.addChannel(), { name: 'Stuck', by: home.member });
    const calls = home.ai.requests.length;
    const before = await readWeek(home.app, home.guild.id);
    const release = home.ai.hold();
    const first = home.member.says(thread, `${home.mention} ${QUESTION}`);
    await home.ai.received(calls + 1);
    const second = home.member.says(thread, `${home.mention} And on mobile?`);
    await home.discord.settled();
    await expect.poll(() => readHandled(second.id), { interval: 5 }).toMatchObject({ state: 'claimed' });
    helper.says(thread, 'I am on it.');
    await becomes(first.id, 'dropped');
    await becomes(second.id, 'dropped');
    release();
    await home.discord.settled();
    expect(sentTo(thread)).toEqual([]);
    expect(home.ai.requests.length).toBe(calls + 1);
    expect(await readWeek(home.app, home.guild.id)).toEqual(before);
  });

  test('at the moment of the question: typing stops', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const channel = home.guild.addChannel();
    const asked = home.member.says(channel, `${home.mention} ${QUESTION}`);
    helper.says(channel, 'Press the green one.', { replyTo: asked });
    await becomes(asked.id, 'dropped');
    await home.discord.settled();
    const shown = home.discord.typings.length;
    await vi.advanceTimersByTimeAsync(30_000);
    await home.discord.settled();
    expect(home.discord.typings.length).toBe(shown);
    expect(sentTo(channel)).toEqual([]);
  });

  test('while the history is being read: the AI is not asked', async () => {
    const thread = home.guild.addThread(home.guild.addChannel(), { name: 'Stuck', by: home.member });
    const calls = home.ai.requests.length;
    home.discord.failNext({
      method: 'GET',
      path: new RegExp(`${thread.id}/messages`),
      status: 200,
      hang: true,
    });
    const asked = home.member.says(thread, `${home.mention} ${QUESTION}`);
    const isRead = () => home.discord.requests.some(({ path }) => path.includes(`${thread.id}/messages?`));
    await expect.poll(isRead, { interval: 5 }).toBe(true);
    helper.says(thread, 'I am on it.');
    await becomes(asked.id, 'dropped');
    expect([home.ai.requests.length, sentTo(thread)]).toEqual([calls, []]);
  });

  test('in its own conversation with the bot: the answer still comes', async () => {
    const thread = home.guild.addThread(home.guild.addChannel(), { name: 'Trying it out', by: helper });
    const calls = home.ai.requests.length;
    const release = home.ai.hold();
    const asked = helper.says(thread, `${home.mention} ${QUESTION}`);
    await home.ai.received(calls + 1);
    helper.says(thread, 'Let us see.');
    await home.discord.settled();
    release();
    expect((await home.discord.nextMessage(thread)).replyTo).toBe(asked.id);
  });
});

describe('one member', () => {
  test('who writes 100 messages during an answer gets one more answer, with one AI call at a time', async () => {
    const channel = home.guild.addChannel();
    const member = home.guild.addMember({ name: 'Spam' });
    const calls = home.ai.requests.length;
    const release = home.ai.hold();
    member.says(channel, `${home.mention} ${QUESTION}`);
    await home.ai.received(calls + 1);
    const asked = Array.from({ length: 100 }, (_, n) => member.says(channel, `${home.mention} number ${n}`));
    const last = asked.at(-1);
    await expect.poll(() => readHandled(last?.id ?? ''), { interval: 5 }).toMatchObject({ state: 'claimed' });
    expect(home.ai.requests.length).toBe(calls + 1);
    release();
    await home.discord.nextMessage(channel);
    expect((await home.discord.nextMessage(channel)).replyTo).toBe(last?.id);
    await becomes(last?.id ?? '', 'answered');
    expect([sentTo(channel).length, home.ai.requests.length]).toEqual([2, calls + 2]);
  });

  test('who opts out during the answer leaves nothing behind', async () => {
    const member = home.guild.addMember({ name: 'Shy' });
    const channel = home.guild.addChannel();
    const calls = home.ai.requests.length;
    const release = home.ai.hold();
    const asked = member.says(channel, `${home.mention} ${QUESTION} secretly`);
    await home.ai.received(calls + 1);
    await optOut(home.app.core, member.id);
    release();
    await home.discord.nextMessage(channel);
    await expect
      .poll(() => readHandled(asked.id), { interval: 5 })
      .toMatchObject({ state: 'answered', member_id: null });
    const { answers } = await readBooks(home.app, home.guild.id);
    expect(JSON.stringify(answers)).not.toContain('secretly');
  });
});

test('of 60 members who ask at once, 50 are answered in parallel, and then the others', async () => {
  const channel = home.guild.addChannel();
  const calls = home.ai.requests.length;
  const release = home.ai.hold();
  const asked = Array.from({ length: 60 }, () =>
    home.guild.addMember().says(channel, `${home.mention} ${QUESTION}`),
  );
  await home.ai.received(calls + 50);
  for (const { id } of asked) {
    await expect.poll(() => readHandled(id), { interval: 5 }).toMatchObject({ state: 'claimed' });
  }
  await home.discord.settled();
  expect(home.ai.requests.length).toBe(calls + 50);
  release();
  for (const { id } of asked) await becomes(id, 'answered');
  expect(new Set(sentTo(channel).map(({ replyTo }) => replyTo))).toEqual(new Set(asked.map(({ id }) => id)));
  expect(sentTo(channel)).toHaveLength(60);
});

test('a session that ends while its successor opens leaves one session', async () => {
  const own = await startCommunity({ settings: GENEROUS });
  const { discord, admin, channel } = own;
  const direct = discord.gateway.url;
  const held = Promise.withResolvers<() => void>();
  const front = createServer().on('upgrade', (request, socket, head) =>
    held.resolve(() => discord.gateway.upgrade(request, socket, head)),
  );
  await once(front.listen(0, '127.0.0.1'), 'listening');
  discord.gateway.url = `ws://127.0.0.1:${(front.address() as AddressInfo).port}/gateway`;
  await admin.runs(channel, 'learning state', { state: 'on' }).reply();
  const letIn = await held.promise;
  discord.gateway.url = direct;
  discord.gateway.closeAll(4010);
  await discord.until(() => discord.gateway.identifies[1], 'A session in its place');
  await discord.ready();
  letIn();
  await discord.until(() => discord.gateway.identifies[2], 'The successor');
  const open = () => discord.sessions.filter(({ isOpen }) => isOpen).length;
  await expect.poll(open, { timeout: 5_000, interval: 5 }).toBe(1);
  await own.stop();
  front.close();
});

describe('G57 · an answer that takes longer than the lease of its claim', () => {
  test('is given once, and so is the next one that waits for it', async () => {
    const channel = home.guild.addChannel();
    const calls = home.ai.requests.length;
    const charges = (await readCharges(home.app, home.guild.id)).length;
    const release = home.ai.hold();
    const first = home.member.says(channel, `${home.mention} ${QUESTION}`);
    await home.ai.received(calls + 1);
    const second = home.member.says(channel, `${home.mention} And on mobile?`);
    await expect.poll(() => readHandled(second.id), { interval: 5 }).toMatchObject({ state: 'claimed' });
    await looksForAbandoned();
    release();
    await becomes(first.id, 'answered');
    await becomes(second.id, 'answered');
    await home.discord.settled();
    expect(sentTo(channel).map(({ replyTo }) => replyTo)).toEqual([first.id, second.id]);
    expect(home.ai.requests.length).toBe(calls + 2);
    expect(await readCharges(home.app, home.guild.id)).toHaveLength(charges + 2);
  });
});

describe('the end of the process', () => {
  async function openBot() {
    const bot = createBot(home.app.core, { token: home.discord.token, burstMs: 20 });
    bot.start();
    await expect.poll(() => bot.state(), { timeout: 10_000, interval: 5 }).toBe('ready');
    return bot;
  }

  test('leaves unfinished answers to the next process, silently and without a charge', async () => {
    const other = home.discord.addGuild({ members: 100 });
    const channel = other.addChannel();
    const member = other.addMember();
    home.discord.gateway.closeAll(4004);
    await expect
      .poll(
        async () => ((await (await fetch(`${home.app.url}/readyz`)).json()) as { discord: string }).discord,
        { interval: 5 },
      )
      .toBe('invalid_token');
    const bot = await openBot();
    const calls = home.ai.requests.length;
    const release = home.ai.hold();
    const asked = member.says(channel, `${home.mention} ${QUESTION}`);
    await home.ai.received(calls + 1);
    await bot.stop(50);
    release();
    await home.discord.settled();
    expect(sentTo(channel)).toEqual([]);
    expect(await readHandled(asked.id)).toMatchObject({ state: 'claimed' });
    expect(await readWeek(home.app, other.id)).toMatchObject({ used: 0, reserved: 0 });
    home.app.clock.now += 20_000;
    const next = await openBot();
    expect((await home.discord.nextMessage(channel)).replyTo).toBe(asked.id);
    await becomes(asked.id, 'answered');

    const late = member.says(channel, `${home.mention} And on mobile?`);
    await home.discord.settled();
    await next.stop(5_000);
    expect((await home.discord.nextMessage(channel)).replyTo).toBe(late.id);
    expect(await readHandled(late.id)).toMatchObject({ state: 'answered' });
  });
});

import { describe, expect, test } from 'vitest';
import { readCharges, readWeek } from '../../support/books.ts';
import type { FakeChannel } from '../../support/discord.ts';
import { longAnswer, QUESTION, useAnsweringCommunity } from './setup.ts';
import { watch } from './watch.ts';

const home = useAnsweringCommunity();

const { sentTo, becomes } = watch(() => home);
const triesIn = ({ id }: FakeChannel) =>
  home.discord.requests.filter(
    ({ method, path }) => method === 'POST' && path === `/channels/${id}/messages`,
  );
const kept = () => home.app.logged.filter(({ message }) => message.startsWith('answer kept')).length;

/** Asks, and resolves when the answer was refused for the first time. */
async function askInOutage(channel: FakeChannel, text = QUESTION) {
  const waiting = kept();
  const asked = home.member.says(channel, `${home.mention} ${text}`);
  await expect.poll(kept, { timeout: 15_000, interval: 5 }).toBeGreaterThan(waiting);
  return asked;
}

describe('an answer that Discord does not accept at the moment', () => {
  test.each([
    ['503', 503],
    ['502', 502],
    ['500', 500],
  ])(
    'because of %s is kept and sent when Discord is back: made once, charged once',
    async (_, status) => {
      const channel = home.guild.addChannel();
      const [calls, charges] = [home.ai.requests.length, (await readCharges(home.app, home.guild.id)).length];
      home.discord.failNext({
        method: 'POST',
        path: new RegExp(`${channel.id}/messages$`),
        status,
        count: 7,
      });
      const asked = await askInOutage(channel);
      const answer = await home.discord.nextMessage(channel);
      expect(answer).toMatchObject({ replyTo: asked.id, content: expect.stringContaining('Press Join.') });
      await becomes(asked.id, 'answered');
      expect(sentTo(channel)).toHaveLength(1);
      expect(home.ai.requests.length).toBe(calls + 1);
      expect(await readCharges(home.app, home.guild.id)).toHaveLength(charges + 1);
    },
    30_000,
  );

  test('because it is unreachable is delivered when it is back', async () => {
    const channel = home.guild.addChannel();
    const calls = home.ai.requests.length;
    const release = home.ai.hold();
    const asked = home.member.says(channel, `${home.mention} ${QUESTION}`);
    await home.ai.received(calls + 1);
    home.discord.rest.refuse(true);
    const waiting = kept();
    release();
    await expect.poll(kept, { timeout: 15_000, interval: 5 }).toBe(waiting + 1);
    home.discord.rest.refuse(false);
    await home.discord.nextMessage(channel);
    await becomes(asked.id, 'answered');
    expect([sentTo(channel).length, home.ai.requests.length]).toEqual([1, calls + 1]);
  }, 30_000);

  test('is not sent twice if it arrived and only its confirmation was lost', async () => {
    const channel = home.guild.addChannel();
    const path = new RegExp(`${channel.id}/messages$`);
    home.discord.failNext({ method: 'POST', path, status: 500, applied: true });
    home.discord.failNext({ method: 'POST', path, status: 502, count: 4 });
    const asked = await askInOutage(channel);
    await becomes(asked.id, 'answered');
    expect(sentTo(channel)).toHaveLength(1);
  }, 30_000);

  test('waits for a rate limit of a few seconds, beyond what the library waits for', async () => {
    const channel = home.guild.addChannel();
    home.discord.rateLimitNext({
      route: new RegExp(`POST .*${channel.id}/messages$`),
      retryAfterSeconds: 11,
    });
    const asked = await askInOutage(channel);
    await becomes(asked.id, 'answered').catch(() => becomes(asked.id, 'answered'));
    expect([sentTo(channel).length, triesIn(channel).length]).toEqual([1, 2]);
  }, 40_000);

  test('keeps its remaining parts too: the second part follows when the platform is back', async () => {
    const channel = home.guild.addChannel();
    home.ai.reply({ answer: longAnswer(50), needs_team: false, answerable: true, used: ['join'] });
    const release = home.ai.hold();
    const calls = home.ai.requests.length;
    const asked = home.member.says(channel, `${home.mention} ${QUESTION}`);
    await home.ai.received(calls + 1);
    const isFirst = home.discord.until(() => sentTo(channel)[0], 'Part one');
    release();
    await isFirst;
    home.discord.failNext({
      method: 'POST',
      path: new RegExp(`${channel.id}/messages$`),
      status: 503,
      count: 4,
    });
    await becomes(asked.id, 'answered');
    expect(sentTo(channel).map(({ buttons }) => buttons.length)).toEqual([0, 3]);
  }, 30_000);

  test('is dropped and costs nothing if the question is deleted in the meantime', async () => {
    const channel = home.guild.addChannel();
    const before = await readWeek(home.app, home.guild.id);
    home.discord.failNext({
      method: 'POST',
      path: new RegExp(`${channel.id}/messages$`),
      status: 503,
      count: 30,
    });
    const asked = await askInOutage(channel);
    home.member.deletes(asked);
    await becomes(asked.id, 'dropped');
    expect(sentTo(channel)).toEqual([]);
    await expect.poll(() => readWeek(home.app, home.guild.id)).toEqual(before);
  }, 30_000);

  test('is refunded if the outage lasts longer than an answer is worth waiting for', async () => {
    const channel = home.guild.addChannel();
    const before = await readWeek(home.app, home.guild.id);
    home.discord.failNext({
      method: 'POST',
      path: new RegExp(`${channel.id}/messages$`),
      status: 503,
      count: 90,
    });
    const asked = await askInOutage(channel);
    home.app.clock.now += 6 * 60_000;
    await becomes(asked.id, 'dropped');
    expect(sentTo(channel)).toEqual([]);
    await expect.poll(() => readWeek(home.app, home.guild.id)).toEqual(before);
    expect(
      home.app.logged.filter(({ message }) => message === 'answer not delivered').at(-1)?.fields,
    ).toEqual({
      ...{ cause: 'outage', status: 503, code: null },
      ...{ server: home.guild.id, message: asked.id },
    });
  }, 30_000);
});

test('an answer of /ask is kept and shown too', async () => {
  const calls = home.ai.requests.length;
  home.discord.failNext({
    method: 'PATCH',
    path: /webhooks\/.*\/messages\/@original/,
    status: 503,
    count: 7,
  });
  const reply = await home.member.runs(home.channel, 'ask', { question: QUESTION }).reply();
  expect(reply.content).toContain('Press Join.');
  expect(home.ai.requests.length).toBe(calls + 1);
}, 30_000);

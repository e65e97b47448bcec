import { beforeEach, describe, expect, test } from 'vitest';
import { readWeek, setUsed } from '../../support/books.ts';
import type { FakeChannel } from '../../support/discord.ts';
import { longAnswer, QUESTION, useAnsweringCommunity } from './setup.ts';

const home = useAnsweringCommunity();
beforeEach(() => {
  home.ai.fault(null);
});

const messagesTo = (channel: FakeChannel) => {
  const path = `/channels/${channel.id}/messages`;
  return home.discord.requests.filter((request) => request.method === 'POST' && request.path === path);
};

/** Resolves when nothing is held any more: the question has ended one way or the other. */
async function ended(messageId: string) {
  const { kysely } = home.app.core.database;
  const read = () =>
    kysely
      .selectFrom('handled_messages')
      .select(['state', 'answer_id', 'member_id'])
      .where('message_id', '=', messageId)
      .executeTakeFirst();
  await expect
    .poll(read, { timeout: 15_000, interval: 5 })
    .toMatchObject({ state: expect.stringMatching(/answered|dropped/) });
  return read();
}

describe('G61 · when Discord does not accept the answer', () => {
  test.each([
    ['a missing right', 403, 50013],
    ['a message that is gone', 404, 10008],
  ])('for %s nothing is charged, one line is logged, and the bot does not retry', async (_, status, code) => {
    const channel = home.guild.addChannel();
    const before = await readWeek(home.app, home.guild.id);
    const logged = home.app.logged.length;
    home.discord.failNext({
      method: 'POST',
      path: new RegExp(`${channel.id}/messages$`),
      status,
      code,
      count: 5,
    });
    const asked = home.member.says(channel, `${home.mention} ${QUESTION}`);
    expect(await ended(asked.id)).toMatchObject({ state: 'dropped', member_id: null });
    expect(messagesTo(channel)).toHaveLength(1);
    const lines = home.app.logged.slice(logged).filter(({ level }) => level === 'warn');
    const isGone = status === 404;
    expect(lines.map(({ message }) => message)).toEqual(isGone ? [] : ['answer not delivered']);
    for (const { fields } of lines) expect(fields).toMatchObject({ cause: 'refused', status, code });
    const told = home.app.logged
      .slice(logged)
      .filter(({ message }) => message.startsWith('question deleted'));
    expect(told).toHaveLength(isGone ? 1 : 0);
    expect(await readWeek(home.app, home.guild.id)).toEqual(before);
  });

  test('after a server error the bot tries a few times and sends once', async () => {
    const channel = home.guild.addChannel();
    home.discord.failNext({
      method: 'POST',
      path: new RegExp(`${channel.id}/messages$`),
      status: 502,
      count: 2,
    });
    const asked = home.member.says(channel, `${home.mention} ${QUESTION}`);
    await home.discord.nextMessage(channel);
    expect(await ended(asked.id)).toMatchObject({ state: 'answered' });
    expect(messagesTo(channel).length).toBeLessThanOrEqual(3);
  });

  test('an answer whose confirmation is lost appears once: the repetition is recognised', async () => {
    const channel = home.guild.addChannel();
    home.discord.failNext({
      method: 'POST',
      path: new RegExp(`${channel.id}/messages$`),
      status: 500,
      applied: true,
    });
    const asked = home.member.says(channel, `${home.mention} ${QUESTION}`);
    await home.discord.nextMessage(channel);
    expect(await ended(asked.id)).toMatchObject({ state: 'answered' });
    await home.discord.settled();
    expect(home.discord.sent.filter(({ channelId }) => channelId === channel.id)).toHaveLength(1);
  });

  test('the bot waits for a short rate limit', async () => {
    const channel = home.guild.addChannel();
    home.discord.rateLimitNext({
      route: new RegExp(`POST .*${channel.id}/messages$`),
      retryAfterSeconds: 0.2,
    });
    home.member.says(channel, `${home.mention} ${QUESTION}`);
    await home.discord.nextMessage(channel);
    expect(messagesTo(channel)).toHaveLength(2);
  });

  test('the bot does not wait for a rate limit of an hour: nothing is charged and nothing piles up', async () => {
    const channel = home.guild.addChannel();
    const before = await readWeek(home.app, home.guild.id);
    home.discord.rateLimitNext({
      route: new RegExp(`POST .*${channel.id}/messages$`),
      retryAfterSeconds: 3600,
      count: 5,
    });
    const asked = home.member.says(channel, `${home.mention} ${QUESTION}`);
    expect(await ended(asked.id)).toMatchObject({ state: 'dropped' });
    expect(messagesTo(channel).length).toBeLessThanOrEqual(2);
    expect(await readWeek(home.app, home.guild.id)).toEqual(before);
  });

  test('a question whose channel is deleted during the answer gets no answer and costs nothing', async () => {
    const channel = home.guild.addChannel();
    const before = await readWeek(home.app, home.guild.id);
    const calls = home.ai.requests.length;
    const release = home.ai.hold();
    const asked = home.member.says(channel, `${home.mention} ${QUESTION}`);
    await home.ai.received(calls + 1);
    channel.remove();
    release();
    expect(await ended(asked.id)).toMatchObject({ state: 'dropped' });
    expect(await readWeek(home.app, home.guild.id)).toEqual(before);
  });
});

test('no log line contains a text, a name or the token', async () => {
  const channel = home.guild.addChannel();
  const secret = 'correct-horse-battery';
  const member = home.guild.addMember({ name: `name-${secret}` });
  home.ai.reply({ answer: `Answer ${secret}`, needs_team: false, answerable: true, used: [] });
  for (const status of [403, 400, 404]) {
    home.discord.failNext({ method: 'POST', path: new RegExp(`${channel.id}/messages$`), status, count: 3 });
    const asked = member.says(channel, `${home.mention} ${secret} ${status}`);
    expect(await ended(asked.id)).toMatchObject({ state: 'dropped' });
  }
  const tell = (_key: string, value: unknown) =>
    value instanceof Error ? `${value.message} ${value.stack} ${JSON.stringify(value)}` : value;
  const told = home.app.logged.map((line) => JSON.stringify(line, tell)).join('\n');
  expect(told).toContain('answer not delivered');
  for (const text of [secret, home.discord.token]) expect(told).not.toContain(text);
});

test('an answer whose second part is refused stays and is charged; the team that it did not call is called next time', async () => {
  const crew = home.guild.addRole({ mentionable: true });
  await home.admin.runs(home.channel, 'team handover', { role: crew }).reply();
  const channel = home.guild.addChannel();
  const logged = home.app.logged.length;
  home.ai.reply({ answer: longAnswer(48), needs_team: true, answerable: true, used: [] });
  const release = home.ai.hold();
  const asked = home.member.says(channel, `${home.mention} ${QUESTION}`);
  const isFirst = home.discord.until(
    () => home.discord.sent.find((one) => one.replyTo === asked.id),
    'Part one',
  );
  release();
  await isFirst;
  home.discord.failNext({
    method: 'POST',
    path: new RegExp(`${channel.id}/messages$`),
    status: 403,
    code: 50013,
  });
  expect(await ended(asked.id)).toMatchObject({ state: 'answered' });
  const told = home.app.logged.slice(logged).filter(({ level }) => level === 'warn');
  expect(told.map(({ message }) => message)).toEqual(['answer delivered in part']);
  home.ai.reply({ answer: 'A person will look.', needs_team: true, answerable: true, used: [] });
  const again = home.member.says(channel, `${home.mention} ${QUESTION}`);
  const answer = () => home.discord.sent.find(({ replyTo }) => replyTo === again.id);
  expect((await home.discord.until(answer, 'The next answer')).pinged.roles).toEqual([crew.id]);
});

describe('the asker is told', () => {
  test('that the AI does not answer, and nothing is charged', async () => {
    const channel = home.guild.addChannel();
    const before = await readWeek(home.app, home.guild.id);
    home.ai.fault('reset');
    home.member.says(channel, `${home.mention} ${QUESTION}`);
    const line = await home.discord.nextMessage(channel);
    expect(line.content.length).toBeGreaterThan(20);
    expect(line.content).not.toMatch(/ECONN|socket|undefined|Error:/i);
    expect(await readWeek(home.app, home.guild.id)).toEqual(before);
  });

  test('that the quota is used up, and until when', async () => {
    const { used } = await readWeek(home.app, home.guild.id);
    await setUsed(home.app, home.guild.id, 1_000_000_000);
    const channel = home.guild.addChannel();
    home.member.says(channel, `${home.mention} ${QUESTION}`);
    expect((await home.discord.nextMessage(channel)).content).toMatch(/<t:\d+:[A-Z]>/i);
    await setUsed(home.app, home.guild.id, used);
  });

  test('G63 · after an empty answer of the model that it failed, never with an empty message', async () => {
    const channel = home.guild.addChannel();
    home.ai.reply({ answer: '   ', needs_team: false, answerable: true, used: [] });
    home.member.says(channel, `${home.mention} ${QUESTION}`);
    expect((await home.discord.nextMessage(channel)).content.trim()).not.toBe('');
  });
});

import type { APIRole } from 'discord.js';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FakeChannel, SentMessage } from '../../support/discord.ts';
import { QUESTION, useAnsweringCommunity } from './setup.ts';

const home = useAnsweringCommunity();
let crew: APIRole;
beforeAll(async () => {
  crew = home.guild.addRole({ name: 'Crew', mentionable: true });
  await home.admin.runs(home.channel, 'team handover', { role: crew }).reply();
});

async function answerIn(channel: FakeChannel): Promise<SentMessage> {
  home.member.says(channel, `${home.mention} ${QUESTION}`);
  return home.discord.nextMessage(channel);
}

const press = (answer: SentMessage) => home.member.presses(answer, 'Ask the team').reply();
const calls = (channel: FakeChannel) =>
  home.discord.sent.filter(({ channelId, content }) => channelId === channel.id && content.includes('📣'));

/** Everything that says that the team was called there. */
async function noted(channel: FakeChannel) {
  const { kysely } = home.app.core.database;
  const [places, answers] = await Promise.all([
    kysely.selectFrom('conversations').select('called_at').where('channel_id', '=', channel.id).execute(),
    kysely
      .selectFrom('answers')
      .innerJoin('handled_messages', 'handled_messages.answer_id', 'answers.id')
      .select('team_asked_at')
      .where('handled_messages.channel_id', '=', channel.id)
      .execute(),
  ]);
  return [...places.map((row) => row.called_at), ...answers.map((row) => row.team_asked_at)].filter(Boolean);
}

describe('“Ask the team”', () => {
  test.each([
    ['a missing right', 403, 50013, 1, /not allowed to write here/],
    ['an outage', 503, 0, 3, /press again in a moment/],
    ['a rate limit that is too long', 429, 0, 1, /press again in a moment/],
  ])('that cannot call because of %s records nothing, says so, and the next press calls', async (_, status, code, count, told) => {
    const channel = home.guild.addChannel();
    const answer = await answerIn(channel);
    const path = new RegExp(`${channel.id}/messages$`);
    if (status === 429) home.discord.rateLimitNext({ route: path, retryAfterSeconds: 3600, count });
    else home.discord.failNext({ method: 'POST', path, status, code, count });
    const refused = await press(answer);
    expect([refused.ephemeral, refused.content]).toEqual([true, expect.stringMatching(told)]);
    expect([await noted(channel), calls(channel)]).toEqual([[], []]);
    if (status === 429) return;
    expect((await press(answer)).content).toMatch(/has been asked/);
    expect(calls(channel).map(({ pinged }) => pinged.roles)).toEqual([[crew.id]]);
    expect(await noted(channel)).toHaveLength(2);
    expect((await press(answer)).content).toMatch(/already/);
    expect(calls(channel)).toHaveLength(1);
  });
});

test('a hand-over after /ask that fails is reported to the asker, and nothing is recorded', async () => {
  const channel = home.guild.addChannel();
  home.ai.reply({ answer: 'A person has to look.', needs_team: true, answerable: true, used: [] });
  home.discord.failNext({
    method: 'POST',
    path: new RegExp(`${channel.id}/messages$`),
    status: 403,
    code: 50013,
  });
  const use = home.member.runs(channel, 'ask', { question: QUESTION });
  await use.reply();
  const whisper = () => use.messages.find(({ content }) => content.includes('could not call the team'));
  await expect.poll(whisper).toMatchObject({ ephemeral: true });
  const { kysely } = home.app.core.database;
  const called = await kysely
    .selectFrom('conversations')
    .select('called_at')
    .where('channel_id', '=', channel.id)
    .execute();
  expect(called.filter(({ called_at }) => called_at !== null)).toEqual([]);
});

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findAnswerOfReply } from '../../../src/core/members/message-claims.ts';
import { changeSettings } from '../../../src/core/owners/servers.ts';
import type { FakeChannel, FakeMember, SentMessage } from '../../support/discord.ts';
import { QUESTION, useCommunity } from './setup.ts';

const home = useCommunity();
let crew: { id: string };
let helper: FakeMember;
let teacher: FakeMember;
let stranger: FakeMember;
beforeAll(async () => {
  const [called, teaching] = [home.guild.addRole({ mentionable: true }), home.guild.addRole()];
  await changeSettings(home.app.core, home.guild.id, () => ({
    handover_role: called.id,
    teach_roles: [teaching.id],
  }));
  crew = called;
  helper = home.guild.addMember({ roles: [called] });
  teacher = home.guild.addMember({ roles: [teaching] });
  stranger = home.guild.addMember();
});
beforeEach(() => {
  home.ai.reply({ answer: 'Press Join.', needs_team: false, answerable: true, used: [] });
});

interface Asked {
  answer: SentMessage;
  answerId: string;
  channel: FakeChannel;
}

/** A question that was answered and recorded, by mention or by command. */
async function askOne(how: string, channel = home.guild.addChannel(), who = home.member): Promise<Asked> {
  const isMention = how === 'mention';
  if (isMention) who.says(channel, `<@${home.discord.botId}> ${QUESTION}`);
  const answer = isMention
    ? await home.discord.nextMessage(channel)
    : await who.runs(channel, 'ask', { question: QUESTION }).reply();
  const serverId = channel.state.guild_id;
  await expect
    .poll(() => findAnswerOfReply(home.app.core, serverId, answer.id), { interval: 5 })
    .not.toBeNull();
  const found = await findAnswerOfReply(home.app.core, serverId, answer.id);
  return { answer, channel, answerId: found?.answerId ?? '' };
}

async function noted({ answerId }: Asked) {
  return home.app.core.database.kysely
    .selectFrom('answers')
    .select(['feedback', 'team_asked_at'])
    .where('id', '=', answerId)
    .executeTakeFirstOrThrow();
}

async function press(who: FakeMember, { answer }: Asked, verb: string): Promise<SentMessage> {
  const { customId = '' } =
    answer.buttons.find(({ customId }) => customId.startsWith(`answer:${verb}:`)) ?? {};
  const reply = await who.presses(answer, customId).reply();
  expect(reply.ephemeral).toBe(true);
  expect(reply.pinged).toEqual({ everyone: false, roles: [], users: [] });
  return reply;
}

describe.each(['mention', '/ask'])('under an answer to a %s', (how) => {
  test('the asker’s vote is recorded, and a later one replaces it', async () => {
    const asked = await askOne(how);
    expect((await press(home.member, asked, 'up')).content).toMatch(/Thank you/);
    expect(await noted(asked)).toMatchObject({ feedback: 'up' });
    await press(home.member, asked, 'up');
    expect(await noted(asked)).toMatchObject({ feedback: 'up' });
    await press(home.member, asked, 'down');
    expect(await noted(asked)).toMatchObject({ feedback: 'down' });
    expect(asked.answer.edits).toEqual([]);
    expect(asked.answer.buttons.map(({ disabled }) => disabled)).toEqual([false, false, false]);
  });

  test('a downvote asks why; the reason is recorded and the question disappears', async () => {
    const reason = 'outdated';
    const asked = await askOne(how);
    const question = await press(home.member, asked, 'down');
    expect(await noted(asked)).toMatchObject({ feedback: 'down' });
    const thanks = await home.member.selects(question, `answer:why:${asked.answerId}`, [reason]).reply();
    expect([thanks.id, thanks.ephemeral, thanks.components]).toEqual([question.id, true, []]);
    expect(thanks.content).toMatch(/saved/);
    expect(await noted(asked)).toMatchObject({ feedback: `down:${reason}` });
  });

  test('the team is called once, by one line and one ping under the question or answer; the person who pressed is told', async () => {
    const asked = await askOne(how);
    expect((await press(home.member, asked, 'team')).content).toMatch(/has been asked/);
    const line = await home.discord.nextMessage(asked.channel);
    expect(line.content).toMatch(/📣/);
    expect(line.pinged).toEqual({ everyone: false, roles: [crew.id], users: [] });
    expect(line.replyTo).toBe(how === 'mention' ? asked.answer.replyTo : asked.answer.id);
    expect((await noted(asked)).team_asked_at).toEqual(new Date(home.app.clock.now));
    for (const who of [home.member, stranger, home.admin]) {
      expect((await press(who, asked, 'team')).content).toMatch(/asked about this already/);
    }
    await home.discord.settled();
    const next = await askOne(how, asked.channel);
    const lines = home.discord.sent.filter(
      ({ channelId, content }) => channelId === asked.channel.id && content.includes('📣'),
    );
    expect(lines).toHaveLength(1);
    expect(await noted(next)).toMatchObject({ feedback: null, team_asked_at: null });
  });
});

describe('under an answer', () => {
  test('a reason that was never offered is not recorded', async () => {
    const asked = await askOne('mention');
    const question = await press(home.member, asked, 'down');
    const data = {
      custom_id: `answer:why:${asked.answerId}`,
      component_type: 3,
      values: ['stupid'],
      resolved: {},
    };
    const line = await home.member.forges(asked.channel, data, { message: question }).reply();
    expect(line.ephemeral).toBe(true);
    expect(await noted(asked)).toMatchObject({ feedback: 'down' });
  });

  test('the team and admins may rate too; others are told who may, and nothing is recorded', async () => {
    const asked = await askOne('mention');
    for (const verb of ['up', 'down']) {
      expect((await press(stranger, asked, verb)).content).toMatch(/Only the asker or the team/);
    }
    const why = {
      custom_id: `answer:why:${asked.answerId}`,
      component_type: 3,
      values: ['wrong'],
      resolved: {},
    };
    await stranger.forges(asked.channel, why).reply();
    expect(await noted(asked)).toMatchObject({ feedback: null });
    for (const who of [helper, teacher, home.admin]) {
      await press(who, asked, 'up');
      expect(await noted(asked)).toMatchObject({ feedback: 'up' });
      await press(home.member, asked, 'down');
    }
  });

  test('two people who press at the same moment call the team once', async () => {
    const asked = await askOne('mention');
    const replies = await Promise.all([home.member, stranger].map((who) => press(who, asked, 'team')));
    expect(replies.filter(({ content }) => /has been asked\b(?! about)/.test(content))).toHaveLength(1);
    await home.discord.nextMessage(asked.channel);
    await home.discord.settled();
    const lines = home.discord.sent.filter(
      ({ channelId, content }) => channelId === asked.channel.id && content.includes('📣'),
    );
    expect(lines).toHaveLength(1);
  });

  test('the same ids on another server record nothing and call nobody', async () => {
    const asked = await askOne('mention');
    const foreign = home.discord.addGuild();
    const channel = foreign.addChannel();
    const owner = foreign.addMember({ isAdmin: true });
    const calls = home.discord.sent.length;
    for (const verb of ['up', 'down', 'team']) {
      const data = { custom_id: `answer:${verb}:${asked.answerId}`, component_type: 2 };
      const line = await owner.forges(channel, data).reply();
      expect([line.ephemeral, line.content]).toEqual([true, expect.stringMatching(/no(?:t| longer) stored/)]);
    }
    const data = {
      custom_id: `answer:why:${asked.answerId}`,
      component_type: 3,
      values: ['wrong'],
      resolved: {},
    };
    await owner.forges(channel, data).reply();
    await home.discord.settled();
    expect(await noted(asked)).toEqual({ feedback: null, team_asked_at: null });
    const posted = home.discord.sent.slice(calls).filter(({ viaInteraction }) => !viaInteraction);
    expect(posted).toEqual([]);
  });

  test('after the texts are deleted, the team’s vote still counts, and the asker is told what is gone', async () => {
    const asked = await askOne('mention');
    const deleted = await home.member.runs(asked.channel, 'my-data delete').reply();
    await home.member.presses(deleted, 'data:delete').reply();
    expect((await press(home.member, asked, 'up')).content).toMatch(/Only the asker/);
    expect(await noted(asked)).toMatchObject({ feedback: null });
    await press(teacher, asked, 'down');
    expect(await noted(asked)).toMatchObject({ feedback: 'down' });
  });
});

test('a member who opted out cannot vote and is told why, but can still call the team', async () => {
  const shy = home.guild.addMember();
  const channel = home.guild.addChannel();
  await shy.runs(channel, 'opt-out').reply();
  const asked = await askOne('/ask', channel, shy);
  expect((await press(shy, asked, 'up')).content).toMatch(/store nothing of yours/);
  expect((await press(shy, asked, 'team')).content).toMatch(/has been asked/);
  expect((await home.discord.nextMessage(channel)).pinged.roles).toEqual([crew.id]);
});

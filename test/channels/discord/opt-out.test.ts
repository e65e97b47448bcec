import { beforeEach, describe, expect, test } from 'vitest';
import { findInTables } from '../../support/tables.ts';
import { useCommunity } from './setup.ts';
import { answeredIn, leaveTraces, openServer, says, stands } from './traces.ts';

const home = useCommunity();
beforeEach(() => says(home, 'Press Join.'));

const find = (wanted: string) => findInTables(home.app.core, wanted);

describe('/opt-out', () => {
  test('deletes everything stored; mentions and /ask are answered, and nothing of them is stored', async () => {
    const server = await openServer(home);
    const { channel } = server;
    const member = server.guild.addMember();
    await leaveTraces(home, server, member, 'Garnet');
    await member.runs(channel, 'opt-out').reply();
    expect(await find(member.id)).toEqual([]);
    expect(await find('Garnet')).toEqual([]);
    const quiet = server.guild.addChannel();
    says(home, 'About GarnetAnswer.');
    member.says(quiet, `${home.mention} Where is GarnetMention?`);
    expect((await home.discord.nextMessage(quiet)).content).toContain('GarnetAnswer');
    const answer = await member.runs(quiet, 'ask', { question: 'Where is GarnetCommand?' }).reply();
    expect(answer.content).toContain('GarnetAnswer');
    await expect.poll(() => answeredIn(home, quiet), { interval: 10 }).toBe(2);
    expect(await find(member.id)).toEqual([]);
    expect(await find('Garnet')).toEqual([]);
    const learned = await server.teacher
      .usesMenu('Learn from this', member.says(quiet, 'GarnetTaught'))
      .reply();
    expect([learned.modal, learned.content]).toEqual([null, expect.stringMatching(/opted out/)]);
  });

  test.each([
    'mention',
    '/ask',
  ])('a hand-over of a %s pings the team, and the member’s id is in no table', async (how) => {
    const { guild, channel } = await openServer(home);
    const member = guild.addMember();
    await member.runs(channel, 'opt-out').reply();
    says(home, 'A person will look.', true);
    if (how === 'mention') member.says(channel, `${home.mention} I need help`);
    else await member.runs(channel, 'ask', { question: 'I need help' }).reply();
    expect((await home.discord.nextMessage(channel)).pinged.roles).toHaveLength(1);
    await expect.poll(() => answeredIn(home, channel), { interval: 10 }).toBe(1);
    expect(await find(member.id)).toEqual([]);
  });

  test('a reply of the team to the member leaves the member’s id in no table', async () => {
    const { guild, channel, teacher } = await openServer(home);
    const member = guild.addMember();
    await member.runs(channel, 'opt-out').reply();
    teacher.says(channel, 'It is here.', { replyTo: member.says(channel, 'Where is it?') });
    await home.discord.settled();
    home.member.says(home.channel, `${home.mention} Still there?`);
    await home.discord.nextMessage(home.channel);
    expect(await find(member.id)).toEqual([]);
  });

  test.each([
    'mention',
    '/ask',
  ])('while a %s is being answered, nothing of that answer stays', async (how) => {
    const { guild, channel } = await openServer(home);
    const member = guild.addMember();
    const calls = home.ai.requests.length;
    const release = home.ai.hold();
    const word = how === '/ask' ? 'Hornblende' : 'Heliotrope';
    const question = `Where is ${word}Held?`;
    const use = how === '/ask' ? member.runs(channel, 'ask', { question }) : null;
    if (!use) member.says(channel, `${home.mention} ${question}`);
    await home.ai.received(calls + 1);
    await member.runs(channel, 'opt-out').reply();
    release();
    await (use?.reply() ?? home.discord.nextMessage(channel));
    await expect.poll(() => answeredIn(home, channel), { interval: 10 }).toBe(1);
    // What was written down while the member opted out is taken out again right after.
    await expect
      .poll(async () => [await find(member.id), await find(word)], { interval: 10 })
      .toEqual([[], []]);
  });

  test('messages in every_message channels are ignored until the member opts in again', async () => {
    const { guild, channel, admin } = await openServer(home);
    const [member, other] = [guild.addMember(), guild.addMember()];
    await admin.runs(channel, 'channels set', { channel, mode: 'every_message' }).reply();
    const hasContent = () =>
      home.discord.sessions.find(({ isOpen, intents }) => isOpen && intents & (1 << 15));
    await home.discord.until(hasContent, 'A session with message content', 15_000);
    await home.discord.ready();
    const out = await member.runs(channel, 'opt-out').reply();
    const calls = home.ai.requests.length;
    member.says(channel, 'Where is JasperIgnored?');
    await home.discord.settled();
    const question = other.says(channel, 'Where is it?');
    expect((await home.discord.nextMessage(channel)).replyTo).toBe(question.id);
    expect(home.ai.requests).toHaveLength(calls + 1);
    expect(await find('Jasper')).toEqual([]);
    expect(await find(member.id)).toEqual([]);

    const back = await member.presses(out, 'privacy:opt-in').reply();
    expect(back.content).toMatch(/Welcome back/);
    const again = member.says(channel, 'Where is JasperBack?');
    expect((await home.discord.nextMessage(channel)).replyTo).toBe(again.id);
    await stands(home, 'JasperBack', ['answers']);
    await stands(home, member.id, ['handled_messages']);
  }, 30_000);
});

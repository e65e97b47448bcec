import { beforeEach, describe, expect, test } from 'vitest';
import { approve } from '../../../src/core/learning/suggestions/suggestions.ts';
import { hasOptedOut } from '../../../src/core/members/privacy.ts';
import { keepHouse } from '../../../src/core/operations/housekeeping.ts';
import { getServer } from '../../../src/core/owners/servers.ts';
import { UNABORTED } from '../../support/app.ts';
import type { FakeChannel, FakeGuild, FakeMember, SentMessage } from '../../support/discord.ts';
import { findInTables } from '../../support/tables.ts';
import { useCommunity } from './setup.ts';
import { answeredIn, hasAsked, leaveTraces, openServer, says, stands, tablesWith, teach } from './traces.ts';

const DAY_MS = 86_400_000;

const home = useCommunity({ settings: { RETENTION_DAYS: '14' } });
beforeEach(() => says(home, 'Press Join.'));

const find = (wanted: string) => findInTables(home.app.core, wanted);

/** The file of `/my-data export`. */
async function exportOf(member: FakeMember, channel: FakeChannel) {
  const { ephemeral, attachments, content } = await member.runs(channel, 'my-data export').reply();
  expect([ephemeral, attachments.map(({ name }) => name)]).toEqual([true, ['my-data.json']]);
  expect(content).not.toContain('Where');
  const text = attachments[0]?.bytes.toString() ?? '';
  return { text, data: JSON.parse(text) };
}

async function deleteAll(member: FakeMember, channel: FakeChannel): Promise<SentMessage> {
  const question = await member.runs(channel, 'my-data delete').reply();
  expect([question.ephemeral, question.buttons.length]).toEqual([true, 1]);
  const done = await member.presses(question, 'data:delete').reply();
  expect([done.id, done.buttons]).toEqual([question.id, []]);
  return done;
}

describe('/privacy', () => {
  test('says what is kept for how long, names the AI service, and its buttons do what they say', async () => {
    const { channel, guild } = await openServer(home);
    const member = guild.addMember();
    const card = await member.runs(channel, 'privacy').reply();
    expect(card.ephemeral).toBe(true);
    for (const fact of [/deleted after 14 days/, /No AI model/]) expect(card.content).toMatch(fact);
    expect(card.content).toContain(new URL(home.ai.url).host);
    expect(card.buttons.map(({ customId }) => customId)).toEqual([
      'data:export',
      'data:ask',
      'privacy:opt-out',
    ]);
    const file = await member.presses(card, 'data:export').reply();
    expect([file.ephemeral, file.attachments.length]).toEqual([true, 1]);
    const question = await member.presses(card, 'data:ask').reply();
    expect([question.ephemeral, question.buttons.map(({ customId }) => customId)]).toEqual([
      true,
      ['data:delete'],
    ]);
    const out = await member.presses(card, 'privacy:opt-out').reply();
    expect(out.buttons.map(({ customId }) => customId)).toEqual(['privacy:opt-in']);
    expect(await hasOptedOut(home.app.core, member.id)).toBe(true);
    await member.presses(out, 'privacy:opt-in').reply();
    expect(await hasOptedOut(home.app.core, member.id)).toBe(false);
  });
});

describe('/my-data', () => {
  test('export contains the member’s own questions, answers and taught words from all servers, and nothing of others', async () => {
    const server = await openServer(home);
    const second = await openServer(home);
    const [member, other] = [server.guild.addMember(), server.guild.addMember()];
    await leaveTraces(home, server, member, 'Amber');
    await leaveTraces(home, server, other, 'Basalt');
    second.guild.state.members.set(member.id, member.state);
    await member.runs(second.channel, 'ask', { question: 'Where is AmberSecond?' }).reply();
    await hasAsked(home, member, 4);
    await stands(home, member.id, [
      'conversations',
      'discord_handovers',
      'handled_messages',
      'training_sources',
    ]);
    const { text, data } = await exportOf(member, server.channel);
    expect(data).toMatchObject({ member_id: member.id, opted_out: false });
    for (const word of ['Mention', 'Command', 'Refund', 'Second', 'Answer', 'Taught']) {
      expect(text).toContain(`Amber${word}`);
    }
    expect(text).not.toMatch(/Basalt/);
    expect(text).not.toContain(other.id);
  });

  test('delete asks once; then no table contains the member’s id or words, and those of others remain', async () => {
    const server = await openServer(home);
    const [member, other] = [server.guild.addMember(), server.guild.addMember()];
    await leaveTraces(home, server, member, 'Cobalt');
    await leaveTraces(home, server, other, 'Dolomite');
    await stands(home, member.id, [
      'conversations',
      'discord_handovers',
      'handled_messages',
      'training_sources',
    ]);
    for (const word of ['Mention', 'Command', 'Refund', 'Answer', 'Taught']) {
      expect(await find(`Cobalt${word}`), word).not.toEqual([]);
    }
    const others = await find('Dolomite');
    const question = await member.runs(server.channel, 'my-data delete').reply();
    expect(question.content).toMatch(/cannot be undone/);
    expect(await find(member.id)).not.toEqual([]);
    const done = await deleteAll(member, server.channel);
    expect(done.content).toMatch(/3 questions with their answers and 1 suggestion\b/);
    expect(await find(member.id)).toEqual([]);
    expect(await find('Cobalt')).toEqual([]);
    expect(await find('Dolomite')).toEqual(others);
    expect(await find(other.id)).not.toEqual([]);
    expect((await exportOf(member, server.channel)).data).toMatchObject({
      questions: [],
      conversations: [],
      handovers: [],
      suggestions: [],
    });
  });

  test('delete during an answer leaves nothing of it either', async () => {
    const { guild, channel } = await openServer(home);
    const member = guild.addMember();
    const calls = home.ai.requests.length;
    const release = home.ai.hold();
    member.says(channel, `${home.mention} Where is FeldsparHeld?`);
    await home.ai.received(calls + 1);
    await deleteAll(member, channel);
    release();
    await home.discord.nextMessage(channel);
    await expect.poll(() => answeredIn(home, channel), { interval: 10 }).toBe(1);
    await deleteAll(member, channel);
    expect(await find(member.id)).toEqual([]);
    expect(await find('Feldspar')).toEqual([]);
  });
});

test('leaving a server deletes what its members wrote and their ids, including what an admin approved', async () => {
  const server = await openServer(home);
  const member = server.guild.addMember();
  const { taught } = await leaveTraces(home, server, member, 'Kyanite');
  await approve(home.app.core, server.guild.id, taught);
  await teach(server.teacher, member.says(server.channel, 'KyanitePending.'), 'Where is it?');
  await stands(home, 'KyanitePending', ['training']);
  server.guild.remove();
  await becomesInactive(server.guild);
  await stands(home, member.id, []);
  await stands(home, server.teacher.id, []);
  for (const word of ['Mention', 'Command', 'Refund', 'Answer', 'Pending']) {
    expect(await find(`Kyanite${word}`), word).toEqual([]);
  }
  expect(await find('KyaniteTaught')).toEqual([]);
});

test('leaving a server while its members wait for an answer leaves nothing of them either', async () => {
  const server = await openServer(home);
  const member = server.guild.addMember();
  const calls = home.ai.requests.length;
  const release = home.ai.hold();
  member.says(server.channel, `${home.mention} Where is MalachiteHeld?`);
  await home.ai.received(calls + 1);
  server.guild.remove();
  await becomesInactive(server.guild);
  release();
  await expect.poll(() => answeredIn(home, server.channel), { interval: 10 }).toBe(1);
  expect([await find(member.id), await find('Malachite')]).toEqual([[], []]);
});

const becomesInactive = ({ id }: FakeGuild) =>
  expect.poll(async () => (await getServer(home.app.core, id)).active, { interval: 10 }).toBe(false);

// Last: from here on the clock stands in another month.
test('raw texts and who asked are gone after RETENTION_DAYS, not before; a younger question stays', async () => {
  const server = await openServer(home);
  const member = server.guild.addMember();
  await leaveTraces(home, server, member, 'Larimar');
  await stands(home, member.id, [
    'conversations',
    'discord_handovers',
    'handled_messages',
    'training_sources',
  ]);
  home.app.clock.now += 13 * DAY_MS;
  expect(await keepHouse(home.app.core, UNABORTED)).toBe(true);
  expect(await tablesWith(home, 'LarimarMention')).toEqual(['answers']);
  says(home, 'Press Join.');
  await member.runs(server.channel, 'ask', { question: 'Where is LarimarYoung?' }).reply();
  await stands(home, 'LarimarYoung', ['answers']);
  home.app.clock.now += 2 * DAY_MS;
  expect(await keepHouse(home.app.core, UNABORTED)).toBe(true);
  for (const word of ['Mention', 'Command', 'Refund', 'Answer']) {
    expect(await find(`Larimar${word}`), word).toEqual([]);
  }
  expect(await tablesWith(home, 'LarimarYoung')).toEqual(['answers']);
  // What was taught and nobody decided goes as well.
  expect(await tablesWith(home, member.id)).toEqual(['handled_messages']);
  home.app.clock.now += 14 * DAY_MS;
  expect(await keepHouse(home.app.core, UNABORTED)).toBe(true);
  expect(await find('LarimarYoung')).toEqual([]);
  expect(await find(member.id)).toEqual([]);
});

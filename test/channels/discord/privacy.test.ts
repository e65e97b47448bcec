import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keepHouse } from '../../../src/core/housekeeping.ts';
import { hasOptedOut } from '../../../src/core/privacy.ts';
import { getServer } from '../../../src/core/servers.ts';
import { approve } from '../../../src/core/training.ts';
import type { FakeChannel, FakeGuild, FakeMember, SentMessage } from '../../support/discord.ts';
import { type Community, startCommunity } from './setup.ts';

const DAY_MS = 86_400_000;

let home: Community;
let mention: string;
beforeAll(async () => {
  home = await startCommunity({ settings: { RETENTION_DAYS: '14' } });
  mention = `<@${home.discord.botId}>`;
});
afterAll(async () => {
  expect(home.discord.faults).toEqual([]);
  await home.stop();
});
beforeEach(() => says('Press Join.'));

const says = (answer: string, needsTeam = false) =>
  home.ai.reply({ answer, needs_team: needsTeam, answerable: true, used: [] });

/** Where a text or an id stands, in whichever table: `table: row`. */
async function find(wanted: string): Promise<string[]> {
  const { kysely } = home.app.core.database;
  const tables = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`.execute(kysely);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`
      SELECT t::text AS row FROM ${sql.table(name)} AS t
      WHERE strpos(t::text, ${wanted}) > 0`.execute(kysely);
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

const tablesWith = async (wanted: string) =>
  [...new Set((await find(wanted)).map((place) => place.split(':')[0]))].toSorted();

/** Resolves when it stands in these tables and no others. */
const stands = (wanted: string, tables: string[]) =>
  expect.poll(() => tablesWith(wanted), { interval: 10 }).toEqual(tables);

/** A server whose team can be called and taught, with a channel that is answered in full. */
async function openServer() {
  const guild = home.discord.addGuild();
  const channel = guild.addChannel();
  const crew = guild.addRole({ mentionable: true });
  const teachers = guild.addRole();
  const admin = guild.addMember({ isAdmin: true });
  const teacher = guild.addMember({ name: 'Tea', roles: [teachers] });
  await admin.runs(channel, 'team handover', { role: crew }).reply();
  await admin.runs(channel, 'team teach', { role: teachers }).reply();
  return { guild, channel, admin, teacher };
}
type OpenServer = Awaited<ReturnType<typeof openServer>>;

/** Leaves behind everything that a member can: three questions, a hand-over, a conversation, taught words. */
async function leaveTraces({ channel, teacher }: OpenServer, member: FakeMember, word: string) {
  says(`About ${word}Answer.`);
  const asked = member.says(channel, `${mention} Where is ${word}Mention?`);
  await home.discord.nextMessage(channel);
  await member.runs(channel, 'ask', { question: `Where is ${word}Command?` }).reply();
  says('A person will look.', true);
  member.says(channel, `${mention} Who has ${word}Refund?`);
  await home.discord.nextMessage(channel);
  teacher.says(channel, 'I am on it.', { replyTo: asked });
  const taught = await teach(
    teacher,
    member.says(channel, `The ${word}Taught opens at nine.`),
    `When ${word}?`,
  );
  await hasAsked(member, 3);
  return { taught };
}

/** Resolves when so many answered questions are stored with the member's id. */
function hasAsked({ id }: FakeMember, count: number) {
  const { kysely } = home.app.core.database;
  const asked = kysely.selectFrom('handled_messages').select('message_id').where('member_id', '=', id);
  return expect
    .poll(() => asked.where('state', '=', 'answered').execute(), { interval: 10 })
    .toHaveLength(count);
}

async function teach(teacher: FakeMember, said: { id: string }, question: string): Promise<string> {
  const form = await teacher.usesMenu('Learn from this', said).reply();
  const saved = await teacher.submits(form, { question }).reply();
  return /`(\w{10})`/.exec(saved.content)?.[1] ?? '';
}

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
  test.each([
    ['de', /Texte 14 Tage/, /Kein KI-Modell/],
    ['en-US', /texts 14 days/, /No AI model/],
  ] as const)('in %s says how long what is kept, names the AI service, and its buttons do what they say', async (locale, ...facts) => {
    const { channel, guild } = await openServer();
    const member = guild.addMember();
    member.locale = locale;
    const card = await member.runs(channel, 'privacy').reply();
    expect(card.ephemeral).toBe(true);
    for (const fact of facts) expect(card.content).toMatch(fact);
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
  test('export holds one’s own questions, answers and taught words of all servers, and nothing of others', async () => {
    const server = await openServer();
    const second = await openServer();
    const [member, other] = [server.guild.addMember(), server.guild.addMember()];
    await leaveTraces(server, member, 'Amber');
    await leaveTraces(server, other, 'Basalt');
    second.guild.state.members.set(member.id, member.state);
    await member.runs(second.channel, 'ask', { question: 'Where is AmberSecond?' }).reply();
    await hasAsked(member, 4);
    await stands(member.id, ['conversations', 'handled_messages', 'training']);
    const { text, data } = await exportOf(member, server.channel);
    expect(data).toMatchObject({ member_id: member.id, opted_out: false });
    for (const word of ['Mention', 'Command', 'Refund', 'Second', 'Answer', 'Taught']) {
      expect(text).toContain(`Amber${word}`);
    }
    expect(text).not.toMatch(/Basalt/);
    expect(text).not.toContain(other.id);
  });

  test('delete asks once; then neither the member’s id nor words are in any table, and those of others are', async () => {
    const server = await openServer();
    const [member, other] = [server.guild.addMember(), server.guild.addMember()];
    await leaveTraces(server, member, 'Cobalt');
    await leaveTraces(server, other, 'Dolomite');
    await stands(member.id, ['conversations', 'handled_messages', 'training']);
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
      suggestions: [],
    });
  });

  test('delete while an answer is being made leaves nothing of it either', async () => {
    const { guild, channel } = await openServer();
    const member = guild.addMember();
    const calls = home.ai.requests.length;
    const release = home.ai.hold();
    member.says(channel, `${mention} Where is FeldsparHeld?`);
    await home.ai.received(calls + 1);
    await deleteAll(member, channel);
    release();
    await home.discord.nextMessage(channel);
    await expect.poll(() => answeredIn(channel), { interval: 10 }).toBe(1);
    await deleteAll(member, channel);
    expect(await find(member.id)).toEqual([]);
    expect(await find('Feldspar')).toEqual([]);
  });
});

/** Messages of a channel that are done with. */
async function answeredIn({ id }: FakeChannel): Promise<number> {
  const rows = await home.app.core.database.kysely
    .selectFrom('handled_messages')
    .select('state')
    .where('channel_id', '=', id)
    .where('state', '<>', 'claimed')
    .execute();
  return rows.length;
}

describe('/opt-out', () => {
  test('deletes what there was; mentions and /ask are answered, and nothing of them is stored anywhere', async () => {
    const server = await openServer();
    const { channel } = server;
    const member = server.guild.addMember();
    await leaveTraces(server, member, 'Garnet');
    await member.runs(channel, 'opt-out').reply();
    expect(await find(member.id)).toEqual([]);
    expect(await find('Garnet')).toEqual([]);
    const quiet = server.guild.addChannel();
    says('About GarnetAnswer.');
    member.says(quiet, `${mention} Where is GarnetMention?`);
    expect((await home.discord.nextMessage(quiet)).content).toContain('GarnetAnswer');
    const answer = await member.runs(quiet, 'ask', { question: 'Where is GarnetCommand?' }).reply();
    expect(answer.content).toContain('GarnetAnswer');
    await expect.poll(() => answeredIn(quiet), { interval: 10 }).toBe(2);
    expect(await find(member.id)).toEqual([]);
    expect(await find('Garnet')).toEqual([]);
    const learned = await server.teacher
      .usesMenu('Learn from this', member.says(quiet, 'GarnetTaught'))
      .reply();
    expect([learned.modal, learned.content]).toEqual([null, expect.stringMatching(/does not want/)]);
  });

  test.each([
    'mention',
    '/ask',
  ])('a hand-over of a %s pings the team, and the member’s id is in no table', async (how) => {
    const { guild, channel } = await openServer();
    const member = guild.addMember();
    await member.runs(channel, 'opt-out').reply();
    says('A person will look.', true);
    if (how === 'mention') member.says(channel, `${mention} I need help`);
    else await member.runs(channel, 'ask', { question: 'I need help' }).reply();
    expect((await home.discord.nextMessage(channel)).pinged.roles).toHaveLength(1);
    await expect.poll(() => answeredIn(channel), { interval: 10 }).toBe(1);
    expect(await find(member.id)).toEqual([]);
  });

  test('an answer of the team to the member leaves the member’s id in no table', async () => {
    const { guild, channel, teacher } = await openServer();
    const member = guild.addMember();
    await member.runs(channel, 'opt-out').reply();
    teacher.says(channel, 'It is here.', { replyTo: member.says(channel, 'Where is it?') });
    await home.discord.settled();
    home.member.says(home.channel, `${mention} Still there?`);
    await home.discord.nextMessage(home.channel);
    expect(await find(member.id)).toEqual([]);
  });

  test.each([
    'mention',
    '/ask',
  ])('while a %s is being answered, nothing of that answer stays', async (how) => {
    const { guild, channel } = await openServer();
    const member = guild.addMember();
    const calls = home.ai.requests.length;
    const release = home.ai.hold();
    const word = how === '/ask' ? 'Hornblende' : 'Heliotrope';
    const question = `Where is ${word}Held?`;
    const use = how === '/ask' ? member.runs(channel, 'ask', { question }) : null;
    if (!use) member.says(channel, `${mention} ${question}`);
    await home.ai.received(calls + 1);
    await member.runs(channel, 'opt-out').reply();
    release();
    await (use?.reply() ?? home.discord.nextMessage(channel));
    await expect.poll(() => answeredIn(channel), { interval: 10 }).toBe(1);
    expect([await find(member.id), await find(word)]).toEqual([[], []]);
  });

  test('messages in channels that are answered in full are passed over until the member opts in again', async () => {
    const { guild, channel, admin } = await openServer();
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
    await stands('JasperBack', ['answers']);
    await stands(member.id, ['handled_messages']);
  }, 30_000);
});

test('leaving a server wipes what its members wrote and who they are, but not what an admin approved', async () => {
  const server = await openServer();
  const member = server.guild.addMember();
  const { taught } = await leaveTraces(server, member, 'Kyanite');
  await approve(home.app.core, server.guild.id, taught);
  await teach(server.teacher, member.says(server.channel, 'KyanitePending.'), 'Where is it?');
  await stands('KyanitePending', ['training']);
  server.guild.remove();
  await becomesInactive(server.guild);
  await stands(member.id, []);
  await stands(server.teacher.id, []);
  for (const word of ['Mention', 'Command', 'Refund', 'Answer', 'Pending']) {
    expect(await find(`Kyanite${word}`), word).toEqual([]);
  }
  expect(await tablesWith('KyaniteTaught')).toEqual(['knowledge', 'training']);
});

test('leaving a server while its members wait for an answer leaves nothing of them either', async () => {
  const server = await openServer();
  const member = server.guild.addMember();
  const calls = home.ai.requests.length;
  const release = home.ai.hold();
  member.says(server.channel, `${mention} Where is MalachiteHeld?`);
  await home.ai.received(calls + 1);
  server.guild.remove();
  await becomesInactive(server.guild);
  release();
  await expect.poll(() => answeredIn(server.channel), { interval: 10 }).toBe(1);
  expect([await find(member.id), await find('Malachite')]).toEqual([[], []]);
});

const becomesInactive = ({ id }: FakeGuild) =>
  expect.poll(async () => (await getServer(home.app.core, id)).active, { interval: 10 }).toBe(false);

// Last: from here on the clock stands in another month.
test('raw texts and who asked are gone after RETENTION_DAYS, not before; a younger question stays', async () => {
  const server = await openServer();
  const member = server.guild.addMember();
  await leaveTraces(server, member, 'Larimar');
  await stands(member.id, ['conversations', 'handled_messages', 'training']);
  home.app.clock.now += 13 * DAY_MS;
  expect(await keepHouse(home.app.core)).toBe(true);
  expect(await tablesWith('LarimarMention')).toEqual(['answers']);
  says('Press Join.');
  await member.runs(server.channel, 'ask', { question: 'Where is LarimarYoung?' }).reply();
  await stands('LarimarYoung', ['answers']);
  home.app.clock.now += 2 * DAY_MS;
  expect(await keepHouse(home.app.core)).toBe(true);
  for (const word of ['Mention', 'Command', 'Refund', 'Answer']) {
    expect(await find(`Larimar${word}`), word).toEqual([]);
  }
  expect(await tablesWith('LarimarYoung')).toEqual(['answers']);
  expect(await tablesWith(member.id)).toEqual(['handled_messages', 'training']);
  home.app.clock.now += 14 * DAY_MS;
  expect(await keepHouse(home.app.core)).toBe(true);
  expect(await find('LarimarYoung')).toEqual([]);
  // What was taught is no raw text; whose it was is needed for the day of an opt-out.
  expect(await tablesWith(member.id)).toEqual(['training']);
});

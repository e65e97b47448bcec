import { afterEach, expect, test } from 'vitest';
import { listKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import { listKeys } from '../../../src/core/owners/keys.ts';
import { getServer } from '../../../src/core/owners/servers.ts';
import { type AiStub, startAiStub } from '../../support/ai-stub.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type FakeDiscord, type FakeGuild, type SentMessage, startDiscord } from '../../support/discord.ts';
import { openSecondBot } from './second-bot.ts';
import { QUESTION } from './setup.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** A Discord with two servers, one on each of two shards, and a service on some of them. */
async function openInstallation(shards: string) {
  const discord = await startDiscord();
  closers.push(() => discord.stop());
  const ai = await startAiStub();
  closers.push(() => ai.close());
  ai.reply({ answer: 'Press Join.', needs_team: false, answerable: true, used: [] });
  const guilds = [openGuild(discord), openGuild(discord)].toSorted((a, b) => shardOf(a) - shardOf(b));
  const [even, odd] = guilds as [FakeGuild, FakeGuild];
  expect([shardOf(even), shardOf(odd)]).toEqual([0, 1]);
  const app = await startApp({
    ...{ ROLES: 'api,bot', DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl },
    ...{ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: ai.url, DISCORD_SHARDS: shards },
  });
  closers.push(() => app.stop());
  await discord.commandsRegistered();
  return { discord, ai, app, even, odd };
}

const openGuild = (discord: FakeDiscord) => discord.addGuild({ joinedAt: new Date('2026-01-01T00:00:00Z') });
const shardOf = ({ id }: Pick<FakeGuild, 'id'>) => Number((BigInt(id) >> 22n) % 2n);

async function openTwin(app: TestApp, shards: string) {
  const twin = await openSecondBot(app, { DISCORD_SHARDS: shards });
  closers.push(twin.stop);
  return twin;
}

async function becomes<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  await expect.poll(read, { interval: 5, timeout: 10_000 }).toEqual(wanted);
}

const isActive = async ({ core }: TestApp, { id }: FakeGuild) =>
  (await getServer(core, id).catch(() => null))?.active;

/** Asks by mention in a channel of its own. */
async function probe(discord: FakeDiscord, guild: FakeGuild): Promise<SentMessage> {
  const channel = guild.addChannel();
  guild.addMember().says(channel, `<@${discord.botId}> ${QUESTION}`);
  const answer = await discord.nextMessage(channel);
  expect(answer.content).toContain('Press Join.');
  return answer;
}

const shardsOf = (discord: FakeDiscord) => discord.sessions.map(({ shard }) => shard.join('/')).toSorted();

const callsOf = (ai: AiStub) => ai.requests.length;

test('one process with all shards serves the servers of each', async () => {
  const { discord, app, even, odd } = await openInstallation('0-1/2');
  await discord.ready();
  expect(shardsOf(discord)).toEqual(['0/2', '1/2']);
  for (const guild of [even, odd]) {
    await probe(discord, guild);
    await becomes(() => isActive(app, guild), true);
    const reply = await guild.addMember({ isAdmin: true }).runs(guild.addChannel(), 'usage').reply();
    expect(reply.ephemeral).toBe(true);
  }
  expect(discord.faults).toEqual([]);
});

test('two processes with disjoint shards answer only their own servers', async () => {
  const { discord, ai, app, even, odd } = await openInstallation('0/2');
  await becomes(() => isActive(app, even), true);
  const calls = callsOf(ai);
  const asked = odd.addMember().says(odd.addChannel(), `<@${discord.botId}> ${QUESTION}`);
  await probe(discord, even);
  expect(callsOf(ai)).toBe(calls + 1);
  await openTwin(app, '1/2');
  await discord.ready();
  expect(shardsOf(discord)).toEqual(['0/2', '1/2']);
  await probe(discord, odd);
  await probe(discord, even);
  expect(callsOf(ai)).toBe(calls + 3);
  expect(discord.sent.filter(({ replyTo }) => replyTo === asked.id)).toEqual([]);
  expect(discord.faults).toEqual([]);
});

test('a process notices which of its own servers were left, and leaves those of other shards alone', async () => {
  const { discord, app, even, odd } = await openInstallation('0/2');
  const leaving = [openGuild(discord), openGuild(discord)].find((guild) => shardOf(guild) === 0);
  if (!leaving) throw new Error('two servers in a row are on two shards');
  const twin = await openTwin(app, '1/2');
  await discord.ready();
  for (const guild of [even, odd, leaving]) await becomes(() => isActive(app, guild), true);

  // The first process starts a session anew, while nobody listens on the other shard and both lose a server.
  await twin.stop();
  discord.gateway.refuse(true);
  discord.gateway.closeAll(4000);
  leaving.remove();
  odd.remove();
  discord.gateway.refuse(false);
  discord.gateway.invalidate(false);
  await becomes(() => isActive(app, leaving), false);
  await probe(discord, even);
  expect(await isActive(app, odd)).toBe(true);
  expect(await isActive(app, even)).toBe(true);

  await openTwin(app, '1/2');
  await becomes(() => isActive(app, odd), false);
  await probe(discord, even);
  expect(await isActive(app, even)).toBe(true);
  expect(discord.faults).toEqual([]);
}, 30_000);

test('G57 · two processes that both have all shards by mistake answer and charge each message once', async () => {
  const { discord, ai, app, even } = await openInstallation('auto');
  await openTwin(app, 'auto');
  await discord.ready();
  expect(shardsOf(discord)).toEqual(['0/1', '0/1']);
  const calls = callsOf(ai);
  const members = Array.from({ length: 10 }, () => even.addMember());
  const asked = members.map((member) => member.says(even.addChannel(), `<@${discord.botId}> ${QUESTION}`));
  for (const { channel_id: id } of asked) await discord.nextMessage({ id });
  await discord.settled();
  await probe(discord, even);
  for (const { id } of asked) expect(discord.sent.filter(({ replyTo }) => replyTo === id)).toHaveLength(1);
  expect(callsOf(ai)).toBe(calls + 11);
  const charges = await app.core.database.kysely.selectFrom('charges').select('id').execute();
  expect(charges).toHaveLength(11);
  expect(discord.faults).toEqual([]);
});

test('two processes with the same shards carry out each command, button and form once, and say so', async () => {
  const { discord, ai, app, even } = await openInstallation('auto');
  await openTwin(app, 'auto');
  await discord.ready();
  const channel = even.addChannel();
  const admin = even.addMember({ isAdmin: true });
  const calls = callsOf(ai);
  const answer = await admin.runs(channel, 'ask', { question: QUESTION }).reply();
  expect(answer.content).toContain('Press Join.');
  await becomes(
    async () => (await admin.presses(answer, 'Helpful').reply()).content,
    'Thank you! Good to know that it helped. 👍',
  );
  expect((await admin.runs(channel, 'key create').reply()).content).toMatch(/only now/);
  const form = await admin.runs(channel, 'knowledge add').reply();
  expect((await admin.submits(form, { title: 'First?', text: 'Yes.' }).reply()).content).toMatch(
    /part of the knowledge/,
  );
  for (let n = 1; n <= 5; n++) {
    const title = `More ${n}?`;
    const added = await admin.runs(channel, 'knowledge add', { title, text: 'Yes.' }).reply();
    expect(added.content).toMatch(/part of the knowledge/);
    const [choice] = await admin.completes(channel, 'knowledge remove', { entry: title });
    const removed = await admin.runs(channel, 'knowledge remove', { entry: String(choice?.value) }).reply();
    expect(removed.content).toMatch(/has been removed/);
  }
  await discord.settled();
  expect(callsOf(ai)).toBe(calls + 1);
  expect(await listKeys(app.core, even.id)).toHaveLength(1);
  expect(await listKnowledge(app.core, even.id)).toMatchObject([{ title: 'First?' }]);
  expect(app.logged.filter(({ level }) => level === 'error')).toEqual([]);
  expect(discord.faults).toEqual([]);
});

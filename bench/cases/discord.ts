import { setTimeout as delay } from 'node:timers/promises';
import { countGaps } from '../../src/core/learning/gaps.ts';
import { createKey } from '../../src/core/owners/keys.ts';
import { changeServer, listServers } from '../../src/core/owners/servers.ts';
import { speakTo } from '../../test/support/app.ts';
import { type FakeDiscord, type FakeGuild, startDiscord } from '../../test/support/discord.ts';
import type { CaseFolder, DiscordCase } from './files.ts';
import { judgeText, type Outcome } from './judge.ts';
import { addBase } from './knowledge.ts';
import { makeFolder, openService } from './stage.ts';

type Service = Awaited<ReturnType<typeof openService>>;

/** Knowledge and talk of a chat: over a double of its gateway, answered by the extractive engine. */
export async function runDiscord({ discord: cases }: CaseFolder): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const entry of cases) outcomes.push({ id: entry.id, kind: entry.kind, faults: await runCase(entry) });
  return outcomes;
}

/** Each on a platform of its own: what is said in one place decides what is said next. */
async function runCase(one: DiscordCase): Promise<string[]> {
  const discord = await startDiscord({ messageContent: true });
  try {
    const guild = discord.addGuild({ members: 120, joinedAt: new Date('2026-01-01T00:00:00Z') });
    using folder = makeFolder();
    const settings = { DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl };
    await using service = await openService(folder.path, { ROLES: 'api,bot', ...settings });
    await discord.ready();
    await discord.commandsRegistered();
    while ((await listServers(service.core)).length === 0) await delay(20);
    const scene = { discord, guild, service };
    return one.ask === undefined ? await judgeTalk(one, scene) : await judgeMarks(one, scene, one.ask);
  } finally {
    await discord.stop();
  }
}

interface Scene {
  discord: FakeDiscord;
  guild: FakeGuild;
  service: Service;
}

async function judgeMarks(
  one: DiscordCase,
  { discord, guild, service }: Scene,
  ask: string,
): Promise<string[]> {
  const { core } = service;
  const channel = guild.addChannel({ name: 'tickets' });
  const role = guild.addRole({ name: 'Crew' });
  const member = guild.addMember({ name: 'Mia' });
  const fill = (text: string) =>
    text.replaceAll('CHANNEL', channel.id).replaceAll('ROLE', role.id).replaceAll('MEMBER', member.id);
  await changeServer(core, guild.id, { plan: 'premium' });
  const { title, text } = one.entry ?? { title: '', text: '' };
  if (title !== '') await addBase(core, guild.id, [{ id: 'entry', title: fill(title), text: fill(text) }]);
  member.says(channel, `<@${discord.botId}> ${fill(ask)}`);
  const said = await discord.nextMessage(channel);
  const { key } = await createKey(core, { serverId: guild.id });
  const { body } = await speakTo(service.url).chat(key, { messages: [{ role: 'user', content: fill(ask) }] });
  return [
    ...judgeText('discord', said.content, one.discord_answer_contains.map(fill), one.discord_answer_lacks),
    ...judgeText('http', body.answer, one.http_answer_contains, one.http_answer_lacks),
    ...judgeNumber('pings', countPings(discord), one.pings),
  ];
}

async function judgeTalk(
  { say, expected }: DiscordCase,
  { discord, guild, service }: Scene,
): Promise<string[]> {
  const { core } = service;
  const handover_role = guild.addRole({ name: 'Team', mentionable: true }).id;
  const channel = guild.addChannel({ name: 'lounge' });
  const [member, other] = [guild.addMember({ name: 'Mia' }), guild.addMember({ name: 'Ben' })];
  await changeServer(core, guild.id, { plan: 'premium', handover_role });
  const mode = { channel, mode: 'every_message' };
  await guild.addMember({ isAdmin: true }).runs(guild.addChannel(), 'channels set', mode).reply();
  const reads = () => discord.sessions.find(({ isOpen, intents }) => isOpen && intents & (1 << 15));
  await discord.until(reads, 'A session that reads messages', 15_000);
  await discord.ready();
  for (const text of say) member.says(channel, text.replaceAll('@BEN', `<@${other.id}>`));
  // What comes last is for the bot: once it is answered, all before it is decided.
  const last = guild.addChannel();
  guild.addMember().says(last, `<@${discord.botId}> hello`);
  await discord.nextMessage(last);
  await discord.settled();
  const answers = discord.sent.filter(({ channelId }) => channelId === channel.id).length;
  return [
    ...judgeNumber('answers', answers, expected.answers),
    ...judgeNumber('pings', countPings(discord), expected.pings),
    ...judgeNumber('gaps', await countGaps(core, guild.id), expected.gaps),
  ];
}

function countPings({ sent }: FakeDiscord): number {
  const all = sent.map(
    ({ pinged: { everyone, roles, users } }) => Number(everyone) + roles.length + users.length,
  );
  return all.reduce((sum, pings) => sum + pings, 0);
}

function judgeNumber(what: string, found: number, expected: number | undefined): string[] {
  return expected === undefined || found === expected ? [] : [`${what} ${found} instead of ${expected}`];
}

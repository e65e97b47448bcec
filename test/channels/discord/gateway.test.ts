import { afterEach, expect, test } from 'vitest';
import { createKey } from '../../../src/core/keys.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type FakeDiscord, startDiscord } from '../../support/discord.ts';
import { type Community, startCommunity } from './setup.ts';

const QUESTION = 'How do I join the server?';
const MESSAGE_CONTENT = 1 << 15;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function openCommunity(options: Parameters<typeof startCommunity>[0] = {}): Promise<Community> {
  const home = await startCommunity(options);
  closers.push(home.stop);
  home.ai.reply({ answer: 'Press Join.', needs_team: false, answerable: true, used: [] });
  return home;
}

/** A bot on a Discord that may refuse it. */
async function openBot(discord: FakeDiscord, token: string): Promise<TestApp> {
  closers.push(() => discord.stop());
  const app = await startApp({ ROLES: 'api,bot', DISCORD_TOKEN: token, DISCORD_API_URL: discord.apiUrl });
  closers.push(() => app.stop());
  return app;
}

async function discordState(app: TestApp): Promise<string> {
  const response = await fetch(`${app.url}/readyz`);
  return ((await response.json()) as { discord: string }).discord;
}

/** Asks /readyz until it says so; every look is a round trip. */
async function reaches(app: TestApp, state: string): Promise<void> {
  const deadline = performance.now() + 15_000;
  while ((await discordState(app)) !== state) {
    if (performance.now() > deadline) throw new Error(`discord is ${await discordState(app)}, not ${state}`);
  }
}

async function probe(home: Community): Promise<void> {
  home.member.says(home.channel, `<@${home.discord.botId}> ${QUESTION}`);
  expect((await home.discord.nextMessage(home.channel)).content).toContain('Press Join.');
}

test.each([
  4000, 4009, 1001, 1006,
])('G58 · after close %i the bot answers again within ten seconds', async (code) => {
  const home = await openCommunity();
  const startedAt = performance.now();
  home.discord.gateway.closeAll(code);
  await home.discord.ready();
  await probe(home);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  await reaches(home.app, 'ready');
});

test('G58 · told to reconnect, or that the session is over but resumable, it answers again', async () => {
  const home = await openCommunity();
  home.discord.gateway.reconnect();
  await home.discord.ready();
  await probe(home);
  home.discord.gateway.invalidate(true);
  await home.discord.ready();
  await probe(home);
});

test('G58 · with a session that cannot be resumed it identifies anew and answers within ten seconds', async () => {
  const home = await openCommunity();
  const startedAt = performance.now();
  home.discord.gateway.invalidate(false);
  await home.discord.until(
    () => home.discord.gateway.identifies.length > 1 || undefined,
    'A second identify',
    10_000,
  );
  await home.discord.ready();
  await probe(home);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test('G58 · a gateway that no longer acknowledges is left and found again', async () => {
  const discord = await startDiscord({ heartbeatMs: 300 });
  const app = await openBot(discord, discord.token);
  await reaches(app, 'ready');
  discord.gateway.stopAcks();
  await discord.until(() => discord.sessions.find(({ resumes }) => resumes > 0), 'A resume');
  await discord.ready();
  await reaches(app, 'ready');
});

test('G59 · a wrong token is said once; the API keeps serving and nothing is tried again', async () => {
  const discord = await startDiscord();
  const app = await openBot(discord, 'wrong.token.here');
  await reaches(app, 'invalid_token');
  const { key } = await app.addServer();
  expect((await app.status(key)).status).toBe(200);
  const told = app.logged.filter(({ level }) => level === 'error');
  expect(told.map(({ message }) => message)).toEqual([
    'discord: the token is wrong, set DISCORD_TOKEN and start again',
  ]);
  expect(JSON.stringify(app.logged)).not.toContain('wrong.token.here');
});

test('G59 · a token that is withdrawn while the bot runs ends the bot alone', async () => {
  const home = await openCommunity();
  home.discord.gateway.closeAll(4004);
  await reaches(home.app, 'invalid_token');
  const { key } = await home.app.addServer();
  expect((await home.app.status(key)).status).toBe(200);
  expect(home.app.logged.filter(({ level }) => level === 'error')).toHaveLength(1);
});

test('G59 · a refused intent falls back to mentions with one line, is shown by /setup, and picked up once allowed', async () => {
  const home = await openCommunity({ messageContent: false });
  const { discord, app, admin, channel } = home;
  const { key } = await createKey(app.core, { serverId: home.guild.id });
  await admin.runs(channel, 'channels set', { channel, mode: 'every_message' }).reply();
  await discord.until(
    () => discord.gateway.identifies.find(({ refusedWith }) => refusedWith === 4014),
    'An identify that was refused',
    15_000,
  );
  await probe(home);
  expect((await app.status(key)).status).toBe(200);
  const told = app.logged.filter(({ message }) => message.includes('message content is not enabled'));
  expect(told).toHaveLength(1);
  const setup = await admin.runs(channel, 'setup').reply();
  expect(setup.content).toMatch(/Message Content Intent/);

  discord.enableMessageContent(true);
  await admin.runs(channel, 'setup').reply();
  await discord.until(
    () =>
      discord.gateway.identifies.find(
        ({ intents, refusedWith }) => Number(intents) & MESSAGE_CONTENT && refusedWith === null,
      ),
    'An identify with message content',
    15_000,
  );
  await discord.ready();
  home.member.says(channel, QUESTION);
  expect((await discord.nextMessage(channel)).content).toContain('Press Join.');
}, 40_000);

test('G59 · an intent that is taken away while the bot runs leaves it answering mentions', async () => {
  const home = await openCommunity();
  const { discord, admin, channel } = home;
  await admin.runs(channel, 'learning', { state: 'on' }).reply();
  await discord.until(
    () => discord.gateway.identifies.find(({ intents }) => Number(intents) & MESSAGE_CONTENT),
    'An identify with message content',
    15_000,
  );
  await discord.ready();
  discord.enableMessageContent(false);
  discord.gateway.closeAll(4014);
  await discord.until(
    () => ((Number(discord.gateway.identifies.at(-1)?.intents) & MESSAGE_CONTENT) === 0 ? true : undefined),
    'An identify without message content',
    15_000,
  );
  await discord.ready();
  await probe(home);
}, 40_000);

test('a Discord that cannot be reached is waited for, and the API serves meanwhile', async () => {
  const discord = await startDiscord();
  const guild = discord.addGuild();
  const channel = guild.addChannel();
  discord.failNext({ path: /gateway\/bot/, status: 503, count: 3 });
  const app = await openBot(discord, discord.token);
  const { key } = await app.addServer();
  expect((await app.status(key)).status).toBe(200);
  expect(await discordState(app)).toBe('connecting');
  await reaches(app, 'ready');
  const member = guild.addMember();
  member.says(channel, `<@${discord.botId}> ${QUESTION}`);
  await discord.nextMessage(channel);
});

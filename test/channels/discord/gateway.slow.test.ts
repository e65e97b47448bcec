import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, type ExpectStatic, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createBot } from '../../../src/channels/discord/bot.ts';
import { createKey } from '../../../src/core/owners/keys.ts';
import { type LoggedLine, startApp, type TestApp } from '../../support/app.ts';
import { type FakeDiscord, startDiscord } from '../../support/discord.ts';
import { type Community, QUESTION, startCommunity } from './setup.ts';

const MESSAGE_CONTENT = 1 << 15;

/** What a test gives to what it opens: these run beside each other, so nothing is shared. */
interface Context {
  expect: ExpectStatic;
  onTestFinished(close: () => Promise<void>): void;
}

async function openCommunity(
  { onTestFinished }: Context,
  options: Parameters<typeof startCommunity>[0] = {},
): Promise<Community> {
  const home = await startCommunity(options);
  onTestFinished(home.stop);
  home.ai.reply({ answer: 'Press Join.', needs_team: false, answerable: true, used: [] });
  return home;
}

/** A bot on a Discord that may refuse it. */
async function openBot({ onTestFinished }: Context, discord: FakeDiscord, token: string): Promise<TestApp> {
  const app = await startApp({ ROLES: 'api,bot', DISCORD_TOKEN: token, DISCORD_API_URL: discord.apiUrl });
  onTestFinished(async () => {
    await app.stop();
    await discord.stop();
  });
  return app;
}

async function discordState(app: TestApp): Promise<string> {
  const response = await fetch(`${app.url}/readyz`);
  return ((await response.json()) as { discord: string }).discord;
}

/** Asks /readyz until it says so. */
async function reaches(app: TestApp, state: string): Promise<void> {
  const isThere = async () => (await discordState(app)) === state;
  await vi.waitUntil(isThere, { timeout: 60_000, interval: 20 });
}

/** Looks at /readyz now and then for so long, which is time enough for what would still come by itself. */
async function watch(app: TestApp, ms: number): Promise<void> {
  // One after the other, so that none is under way when the app stops.
  for (const until = performance.now() + ms; performance.now() < until; await delay(100))
    await discordState(app);
}

async function probe({ expect }: Context, home: Community): Promise<void> {
  home.member.says(home.channel, `<@${home.discord.botId}> ${QUESTION}`);
  expect((await home.discord.nextMessage(home.channel)).content).toContain('Press Join.');
}

describe('a connection that is lost', () => {
  describe.concurrent('for a while', { timeout: 60_000 }, () => {
    test.for([
      4009, 1006,
    ])('G58 · after close %i the bot answers again within ten seconds', async (code, context) => {
      const { expect } = context;
      const home = await openCommunity(context);
      const startedAt = performance.now();
      home.discord.gateway.closeAll(code);
      await home.discord.ready();
      await probe(context, home);
      expect(performance.now() - startedAt).toBeLessThan(10_000);
      await reaches(home.app, 'ready');
    });

    test('G58 · the bot answers again after it is told to reconnect or that the session is over but resumable', async (context) => {
      const home = await openCommunity(context);
      home.discord.gateway.reconnect();
      await home.discord.ready();
      await probe(context, home);
      home.discord.gateway.invalidate(true);
      await home.discord.ready();
      await probe(context, home);
    });

    test('G58 · if the session cannot be resumed, the bot identifies again and answers within ten seconds', async (context) => {
      const { expect } = context;
      const home = await openCommunity(context);
      const startedAt = performance.now();
      home.discord.gateway.invalidate(false);
      await home.discord.until(
        () => home.discord.gateway.identifies.length > 1 || undefined,
        'A second identify',
        10_000,
      );
      await home.discord.ready();
      await probe(context, home);
      expect(performance.now() - startedAt).toBeLessThan(10_000);
    });
  });
});

describe('a gateway', () => {
  describe.concurrent('that misbehaves', { timeout: 60_000 }, () => {
    test('G58 · the bot leaves a gateway that no longer acknowledges and reconnects', async (context) => {
      const discord = await startDiscord({ heartbeatMs: 300 });
      const app = await openBot(context, discord, discord.token);
      await reaches(app, 'ready');
      discord.gateway.stopAcks();
      await discord.until(() => discord.sessions.find(({ resumes }) => resumes > 0), 'A resume');
      await discord.ready();
      await reaches(app, 'ready');
    });

    test('G59 · a wrong token is logged once; the API keeps serving and the bot does not retry', async (context) => {
      const { expect } = context;
      const discord = await startDiscord();
      const app = await openBot(context, discord, 'wrong.token.here');
      await reaches(app, 'invalid_token');
      const { key } = await app.addServer();
      expect((await app.status(key)).status).toBe(200);
      const told = app.logged.filter(({ level }) => level === 'error');
      expect(told.map(({ message }) => message)).toEqual([
        'discord: the token is wrong, set DISCORD_TOKEN and start again',
      ]);
      expect(JSON.stringify(app.logged)).not.toContain('wrong.token.here');
    });

    test('G59 · a token that is revoked while the bot runs ends only the bot', async (context) => {
      const { expect } = context;
      const home = await openCommunity(context);
      home.discord.gateway.closeAll(4004);
      await reaches(home.app, 'invalid_token');
      const { key } = await home.app.addServer();
      expect((await home.app.status(key)).status).toBe(200);
      expect(home.app.logged.filter(({ level }) => level === 'error')).toHaveLength(1);
    });

    test('G59 · after a refused intent the bot answers mentions, logs one line, tells /setup, and uses the intent once it is allowed', async (context) => {
      const { expect } = context;
      const home = await openCommunity(context, { messageContent: false });
      const { discord, app, admin, channel } = home;
      const { key } = await createKey(app.core, { serverId: home.guild.id });
      await admin.runs(channel, 'channels set', { channel, mode: 'every_message' }).reply();
      await discord.until(
        () => discord.gateway.identifies.find(({ refusedWith }) => refusedWith === 4014),
        'An identify that was refused',
        15_000,
      );
      await probe(context, home);
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

    test('G59 · after an intent is revoked while the bot runs, it still answers mentions', async (context) => {
      const home = await openCommunity(context);
      const { discord, admin, channel } = home;
      await admin.runs(channel, 'learning state', { state: 'on' }).reply();
      await discord.until(
        () => discord.gateway.identifies.find(({ intents }) => Number(intents) & MESSAGE_CONTENT),
        'An identify with message content',
        15_000,
      );
      await discord.ready();
      discord.enableMessageContent(false);
      discord.gateway.closeAll(4014);
      await discord.until(
        () =>
          (Number(discord.gateway.identifies.at(-1)?.intents) & MESSAGE_CONTENT) === 0 ? true : undefined,
        'An identify without message content',
        15_000,
      );
      await discord.ready();
      await probe(context, home);
    }, 40_000);

    test('the bot waits for a Discord that is unreachable, and the API keeps serving', async (context) => {
      const { expect } = context;
      const discord = await startDiscord();
      const guild = discord.addGuild();
      const channel = guild.addChannel();
      discord.rest.refuse(true);
      const app = await openBot(context, discord, discord.token);
      const { key } = await app.addServer();
      expect((await app.status(key)).status).toBe(200);
      expect(await discordState(app)).toBe('connecting');
      discord.rest.refuse(false);
      await reaches(app, 'ready');
      const member = guild.addMember();
      member.says(channel, `<@${discord.botId}> ${QUESTION}`);
      await discord.nextMessage(channel);
    });

    test('that refuses connections for a while gets one session when it is back', async (context) => {
      const discord = await startDiscord();
      let refusals = 0;
      const front = createServer().on('upgrade', (request, socket, head) => {
        if (++refusals > 3) return discord.gateway.upgrade(request, socket, head);
        socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n');
      });
      await once(front.listen(0, '127.0.0.1'), 'listening');
      context.onTestFinished(async () => void front.close());
      discord.gateway.url = `ws://127.0.0.1:${(front.address() as AddressInfo).port}/gateway`;
      const app = await openBot(context, discord, discord.token);
      await reaches(app, 'ready');
      await watch(app, 2_000);
      context.expect(discord.gateway.identifies).toHaveLength(1);
      context.expect(discord.sessions.filter(({ isOpen }) => isOpen)).toHaveLength(1);
    });

    test('that never says hello does not outlive the bot', async (context) => {
      const discord = await startDiscord();
      const opened: WebSocket[] = [];
      const front = createServer().on('upgrade', (request, socket, head) => {
        const greet = (client: WebSocket) => client.once('pong', () => opened.push(client)).ping();
        new WebSocketServer({ noServer: true }).handleUpgrade(request, socket, head, greet);
      });
      await once(front.listen(0, '127.0.0.1'), 'listening');
      context.onTestFinished(async () => void front.close());
      discord.gateway.url = `ws://127.0.0.1:${(front.address() as AddressInfo).port}/gateway`;
      const app = await openBot(context, discord, 'unused.token.here');
      const bot = createBot(app.core, { token: discord.token, burstMs: 20 });
      bot.start();
      await context.expect.poll(() => opened.length, { interval: 5 }).toBe(1);
      await bot.stop(1_000);
      await watch(app, 1_000);
      context.expect(opened.map(({ readyState }) => readyState)).toEqual([WebSocket.CLOSED]);
    });

    test('that closes for good is tried again, and the state says so', async (context) => {
      const home = await openCommunity(context);
      home.discord.rest.refuse(true);
      home.discord.gateway.closeAll(4010);
      await reaches(home.app, 'connecting');
      home.discord.rest.refuse(false);
      await home.discord.ready();
      await reaches(home.app, 'ready');
      await probe(context, home);
      context.expect(home.app.logged.filter(({ level }) => level === 'error')).toEqual([]);
    });

    test.for([
      [401, 'invalid_token'],
      [429, 'connecting'],
    ] as const)('whose address is refused with %i leaves the API serving', async ([
      status,
      state,
    ], context) => {
      const discord = await startDiscord();
      if (status === 429) discord.rateLimitNext({ route: /gateway\/bot/, retryAfterSeconds: 3600 });
      else discord.failNext({ path: /gateway\/bot/, status });
      const app = await openBot(context, discord, discord.token);
      await reaches(app, state);
      const { key } = await app.addServer();
      context.expect((await app.status(key)).status).toBe(200);
      if (status === 429) await reaches(app, 'ready');
      const lines = app.logged.filter(({ level }) => level === 'warn' || level === 'error');
      context.expect(lines).toHaveLength(1);
    });

    test('that is down causes at most one log line for each longer wait', async (context) => {
      const home = await openCommunity(context);
      const before = home.app.logged.length;
      home.discord.gateway.refuse(true);
      home.discord.rest.refuse(true);
      home.discord.gateway.closeAll(1006);
      await reaches(home.app, 'reconnecting');
      await watch(home.app, 3_000);
      const isTold = ({ level, message }: LoggedLine) => level !== 'debug' && message.startsWith('discord');
      const lines = home.app.logged.slice(before).filter(isTold);
      context.expect(lines.length).toBeLessThanOrEqual(2);
      home.discord.rest.refuse(false);
      home.discord.gateway.refuse(false);
      await reaches(home.app, 'ready');
      await probe(context, home);
    });
  });
});

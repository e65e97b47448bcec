import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { OutsideWorld } from '../../../src/adapters/outbound/outbound.ts';
import { changeServer, listServers } from '../../../src/core/owners/servers.ts';
import { type AiStub, startAiStub } from '../../support/ai-stub.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { FakeChannel, FakeDiscord, FakeGuild, FakeMember } from '../../support/discord.ts';
import { startDiscord } from '../../support/discord.ts';

/** A service with its bot on a Discord of its own: one server with a text channel, a member and an admin. */
export interface Community {
  app: TestApp;
  discord: FakeDiscord;
  ai: AiStub;
  guild: FakeGuild;
  channel: FakeChannel;
  member: FakeMember;
  admin: FakeMember;
  /** Of the bot. */
  mention: string;
  stop(): Promise<void>;
}

export const QUESTION = 'How do I join the server?';
export const ENTRY = {
  id: 'join',
  title: 'How do I join the server?',
  text: 'Open the launcher, choose Salzkai and press Join.',
  link: 'https://docs.example/join',
};

/** An answer of so many sentences of some sixty characters, none like another, that says what `ENTRY` says. */
export function longAnswer(sentences: number): string {
  return Array.from(
    { length: sentences },
    (_, n) => `${n}. Open the launcher, choose Salzkai and press Join again.`,
  ).join(' ');
}

interface CommunityOptions {
  settings?: Record<string, string>;
  /** What the service sees as the network. */
  world?: OutsideWorld;
  /** Whether the intent is allowed in the portal; it is unless told. */
  messageContent?: boolean;
  /** A platform that is not Discord; see the double. */
  isCompatible?: boolean;
  /** As of the service. */
  burstMs?: number;
  /** false: Discord's API is down until `discord.rest.refuse(false)`. */
  connects?: boolean;
}

export async function startCommunity(options: CommunityOptions = {}): Promise<Community> {
  const { messageContent = true, isCompatible = false } = options;
  const discord = await startDiscord({ messageContent, isCompatible });
  const ai = await startAiStub();
  const guild = discord.addGuild({
    name: 'Harbour',
    members: 120,
    joinedAt: new Date('2026-01-01T00:00:00Z'),
  });
  const channel = guild.addChannel({ name: 'help' });
  discord.rest.refuse(options.connects === false);
  const app = await startApp(
    {
      ...{ ROLES: 'api,bot', DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl },
      ...{ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: ai.url, ...options.settings },
    },
    options.world,
    options.burstMs,
  );
  if (options.connects !== false) {
    await discord.ready();
    await discord.commandsRegistered();
    while ((await listServers(app.core)).length === 0) {
      // The bot writes its server down a moment after it was told of it.
    }
  }
  return {
    ...{ app, discord, ai, guild, channel, mention: `<@${discord.botId}>` },
    member: guild.addMember({ name: 'Mia' }),
    admin: guild.addMember({ name: 'Ada', isAdmin: true }),
    stop: async () => {
      await app.stop();
      await ai.close();
      await discord.stop();
    },
  };
}

/** A community that the tests of a file share; it is held to Discord's rules after the last one. */
export function share<Home extends Community>(
  start: () => Promise<Home>,
  check = ({ discord }: Home) => expect(discord.faults).toEqual([]),
): Home {
  let started: Home;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(async () => {
    check(started);
    await started.stop();
  });
  return new Proxy({} as Home, { get: (_, name) => started[name as keyof Home] });
}

export const useCommunity = (options: CommunityOptions = {}) => share(() => startCommunity(options));

/** On premium, with `ENTRY` as its knowledge; the AI answers each test with `Press Join.` */
export function useAnsweringCommunity(options: CommunityOptions = {}): Community {
  const home = useCommunity(options);
  beforeAll(async () => {
    await changeServer(home.app.core, home.guild.id, { plan: 'premium' });
    await home.app.addKnowledge(home.guild.id, [ENTRY]);
  });
  beforeEach(() => {
    home.ai.reply({ answer: 'Press Join.', needs_team: false, answerable: true, used: ['join'] });
  });
  return home;
}

/** Until then messages that do not address the bot come without their text. */
export async function readsMessages(discord: FakeDiscord): Promise<void> {
  await discord.until(
    () => discord.sessions.find(({ isOpen, intents }) => isOpen && intents & (1 << 15)),
    'A session with message content',
  );
  await discord.ready();
}

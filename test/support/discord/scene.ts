import { Client, type ClientEvents, GatewayIntentBits as Intents } from 'discord.js';
import { makeRequest } from '../../../src/channels/discord/gateway/session.ts';
import { type DiscordOptions, startDiscord } from '../discord.ts';

export interface Handlers {
  /** Messages of bots are left out. */
  messageCreate?: (...args: ClientEvents['messageCreate']) => unknown;
  interactionCreate?: (...args: ClientEvents['interactionCreate']) => unknown;
}

const PLAIN = [Intents.Guilds, Intents.GuildMessages];

/** A fake with one server, channel and admin, and real clients for it; `onEnd` gets what has to be closed. */
export async function startScene(onEnd: (close: () => Promise<void>) => void, options?: DiscordOptions) {
  const discord = await startDiscord(options);
  const clients: Client[] = [];
  onEnd(async () => {
    await Promise.all(clients.map((client) => client.destroy()));
    await discord.stop();
  });
  const guild = discord.addGuild({ name: 'Harbour', members: 42, locale: 'de' });
  const channel = guild.addChannel({ name: 'help' });
  const member = guild.addMember({ isAdmin: true });

  function makeClient(handlers: Handlers = {}, more: readonly Intents[] = []): Client {
    const client = new Client({
      intents: [...PLAIN, ...more],
      shards: 'auto',
      rest: { api: discord.apiUrl, makeRequest },
      allowedMentions: { parse: [] },
    });
    clients.push(client);
    client.on('messageCreate', (message) => {
      if (!message.author.bot) void handlers.messageCreate?.(message);
    });
    client.on('interactionCreate', (interaction) => void handlers.interactionCreate?.(interaction));
    return client;
  }

  /** A client that is logged in and has its servers. */
  async function connect(handlers?: Handlers, more?: readonly Intents[]): Promise<Client> {
    const client = makeClient(handlers, more);
    const isReady = new Promise<void>((resolve) => client.once('clientReady', () => resolve()));
    await client.login(discord.token);
    await Promise.all([discord.ready(), isReady]);
    return client;
  }

  return { discord, guild, channel, member, makeClient, connect };
}

export const echo: Handlers = { messageCreate: (message) => message.reply(`You said: ${message.content}`) };

import { setTimeout as delay } from 'node:timers/promises';
import { type APIApplication, ApplicationFlags, type Client, Events, type REST, Routes } from 'discord.js';
import { COMMANDS } from '../../../commands/commands.ts';
import type { Core } from '../../core/core.ts';
import { createRest } from './client.ts';
import { Connection, type DiscordState } from './connection.ts';
import { createGuilds } from './guilds.ts';
import { callTeamIn } from './hand-over.ts';
import { createInteractionHandler } from './on-interaction.ts';
import { createMessageHandler } from './on-message.ts';
import { createPolicies } from './policies.ts';
import { recoverMessages } from './recovery.ts';
import { registerCommands } from './register.ts';

/** What one member writes within this time of each other is one turn. */
const BURST_MS = 2_000;

/** Work by the clock, in the form of the scheduler: six cron fields. */
interface BotJob {
  name: string;
  expression: string;
  run(signal: AbortSignal): Promise<unknown>;
}

export interface Bot {
  state(): DiscordState;
  jobs: readonly BotJob[];
  /** Connects; to be called when the database can be used. */
  start(): void;
  /** What is under way finishes, at most for `graceMs`; then the connection is closed. */
  stop(graceMs: number): Promise<void>;
}

/**
 * The Discord channel: messages and interactions in, answers out. Nothing that Discord does or refuses touches
 * the rest of the process.
 */
export function createBot(core: Core, options: { token: string; burstMs?: number | undefined }): Bot {
  const rest = createRest(core, options.token);
  const policies = createPolicies(core);
  const guilds = createGuilds(core, rest);
  let connection: Connection | null = null;
  const botId = () => connection?.client?.user.id ?? '';
  const ensureServer = async (serverId: string) => {
    const guild = connection?.client?.guilds.cache.get(serverId);
    if (guild) await guilds.ensure(guild);
  };
  const messages = createMessageHandler({
    ...{ core, rest, policies, botId, ensureServer },
    burstMs: options.burstMs ?? BURST_MS,
  });
  const interactions = createInteractionHandler({
    ...{ core, rest, ensureServer },
    commands: COMMANDS,
    messageContent: () => connection?.messageContent ?? 'not_asked',
    callTeam: (call) => callTeamIn({ core, rest, policies }, call),
    // What an admin has just changed counts for the next message.
    onDone: (serverId) => {
      policies.forget(serverId);
      void adjustIntents();
    },
  });

  async function adjustIntents(): Promise<void> {
    await connection
      ?.adjustIntents(() => mayReadContent(rest))
      .catch((error: unknown) => core.log.warn({ err: error }, 'discord: intents not adjusted'));
  }

  async function register(client: Client<true>): Promise<void> {
    const applicationId = client.application.id;
    await registerCommands({ core, rest, applicationId, commands: COMMANDS });
  }

  function wire(client: Client): void {
    guilds.follow(client);
    client.on(Events.MessageCreate, (message) => void messages.receive(message));
    client.on(Events.InteractionCreate, (interaction) => interactions.handle(interaction));
  }

  const withClient = (run: (client: Client<true>, signal: AbortSignal) => Promise<unknown>) => {
    return async (signal: AbortSignal) => {
      const client = connection?.client;
      if (client) await run(client, signal);
    };
  };
  const recover = (client: Client<true>) => recoverMessages({ core, takeUp: messages.takeUp }, client);

  return {
    state: () => connection?.state ?? 'connecting',
    start: () => {
      const onReady = (client: Client<true>) => {
        for (const work of [register(client), recover(client)]) {
          work.catch((error: unknown) => core.log.warn({ err: error }, 'discord: left for later'));
        }
      };
      connection ??= new Connection(core, { token: options.token, wire, onReady });
      void connection.connect();
    },
    jobs: [
      { name: 'discord-recovery', expression: '*/15 * * * * *', run: withClient(recover) },
      { name: 'discord-intents', expression: '30 * * * * *', run: withClient(adjustIntents) },
      { name: 'discord-commands', expression: '0 */10 * * * *', run: withClient(register) },
      { name: 'discord-members', expression: '0 40 4 * * *', run: withClient(guilds.refresh) },
    ],
    stop: async (graceMs) => {
      const limit = new AbortController();
      const isOver = delay(graceMs, undefined, { signal: limit.signal }).catch(() => undefined);
      await Promise.race([Promise.all([messages.finish(), interactions.finish()]), isOver]);
      limit.abort();
      guilds.stop();
      await connection?.close();
    },
  };
}

/** Whether the intent is switched on in the developer portal. */
async function mayReadContent(rest: REST): Promise<boolean> {
  const { flags = 0 } = (await rest.get(Routes.currentApplication())) as APIApplication;
  const isOn = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;
  return (flags & isOn) !== 0;
}

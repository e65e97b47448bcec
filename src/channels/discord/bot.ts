import { setTimeout as delay } from 'node:timers/promises';
import { type Client, Events } from 'discord.js';
import { COMMANDS } from '../../../commands/commands.ts';
import type { Core } from '../../core/core.ts';
import { Connection, type DiscordState } from './gateway/connection.ts';
import { createGuilds } from './gateway/guilds.ts';
import { registerCommands } from './gateway/register.ts';
import { createRest } from './gateway/session.ts';
import { createHistoryImports } from './history/imports.ts';
import { deliverOnDemand } from './interactions/on-demand.ts';
import { createInteractionHandler } from './interactions/on-interaction.ts';
import { tendDrafts } from './messages/drafts/hold.ts';
import { tendHandovers } from './messages/handovers/tend.ts';
import { createLinkedPosts } from './messages/learning/linked-posts.ts';
import { createRemovals } from './messages/learning/removals.ts';
import { checkSources } from './messages/learning/source-check.ts';
import { createMessageHandler } from './messages/on-message.ts';
import { createPolicies, createUnwritable } from './messages/policies.ts';
import { createReferences } from './messages/reading/question.ts';
import { recoverMessages } from './messages/recovery.ts';
import { catchUpForms, followStrays } from './messages/strays.ts';
import { createTickets } from './messages/tickets/tickets.ts';
import { callTeamIn } from './messages/turn/hand-over.ts';

/** Messages that one member writes within this time of each other are one turn. */
const BURST_MS = 2_000;

const LEAVE_MS = 1_000;
/** Between pages of a history, as a part of a burst: 1.5 seconds. */
const PAUSE_OF_BURST = 0.75;

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
  /** Lets work under way finish, at most for `graceMs`; then closes the connection. */
  stop(graceMs: number): Promise<void>;
}

/** The Discord channel. Nothing that Discord does or refuses touches the rest of the process. */
export function createBot(core: Core, options: { token: string; burstMs?: number | undefined }): Bot {
  const { token, burstMs = BURST_MS } = options;
  const rest = createRest(core, token);
  const policies = createPolicies(core);
  const guilds = createGuilds(core, rest);
  const references = createReferences();
  const removals = createRemovals(core);
  const [unwritable, linkedPosts] = [createUnwritable(core), createLinkedPosts(core, policies)];
  let connection: Connection | null = null;
  const ensureServer = async (serverId: string) => {
    const guild = findGuild(serverId);
    if (!guild || (await policies.of(serverId)).isStored) return;
    await guilds.ensure(guild).then(() => policies.forget(serverId));
  };
  const findGuild = (serverId: string) => connection?.client?.guilds.cache.get(serverId) ?? null;
  const tickets = createTickets({ core, rest, policies, findGuild });
  const deps = { core, rest, policies, tickets, findGuild };
  const messageContent = () => connection?.messageContent ?? 'not_asked';
  const parts = { ...deps, references, removals, unwritable };
  const messages = createMessageHandler({ ...parts, ensureServer: guilds.ensure, burstMs });
  const pauseMs = PAUSE_OF_BURST * burstMs;
  const history = createHistoryImports({ core, rest, removals, messageContent, pauseMs });
  const interactions = createInteractionHandler({
    ...{ ...deps, unwritable, ensureServer, messageContent },
    ...{ commands: COMMANDS, lookAgainMs: burstMs },
    callTeam: (call) => callTeamIn({ core, rest, policies }, call),
    onDemand: (use, reply) => deliverOnDemand(messages.demandDeps, use, reply),
    // A change by an admin counts for the next message.
    onDone: (serverId) => {
      policies.forget(serverId);
      void adjustIntents();
      if (connection?.client) leaveToLater(core, history.look(connection.client));
    },
  });

  const adjustIntents = async () => connection && adjust(core, connection);

  const register = ({ application: { id } }: Client<true>) =>
    registerCommands({ core, rest, applicationId: id, commands: COMMANDS });

  function wire(client: Client): void {
    for (const follower of [guilds, references, removals, linkedPosts, messages]) follower.follow(client);
    client.on(Events.MessageCreate, (message) => void messages.receive(message));
    followStrays(client, messages, policies);
    client.on(Events.InteractionCreate, (interaction) => interactions.handle(interaction));
  }

  const withClient = (run: ClientWork) => async (signal: AbortSignal) =>
    connection?.client ? run(connection.client, signal) : undefined;
  const withDeps = (tend: typeof tendDrafts) => withClient((client) => tend(deps, client));
  const check = (client: Client<true>, signal?: AbortSignal) => checkSources({ core, rest }, client, signal);
  // One at a time, so that no message is looked at twice.
  const recover = inTurn((client: Client<true>) => recoverMessages({ ...deps, ...messages }, client));

  return {
    state: () => connection?.state ?? 'connecting',
    start: () => {
      const look = (client: Client<true>) => catchUpForms(client, messages, policies);
      const works = [register, recover, check, history.look, look];
      const onReady = (client: Client<true>) => leaveToLater(core, ...works.map((run) => run(client)));
      connection ??= new Connection(core, { token, wire, onReady });
      void connection.connect();
    },
    jobs: [
      { name: 'discord-recovery', expression: '*/15 * * * * *', run: withClient(recover) },
      { name: 'discord-drafts', expression: '5-59/15 * * * * *', run: withDeps(tendDrafts) },
      { name: 'discord-handovers', expression: '8-59/15 * * * * *', run: withDeps(tendHandovers) },
      { name: 'discord-intents', expression: '30 * * * * *', run: withClient(adjustIntents) },
      { name: 'discord-history', expression: '*/5 * * * * *', run: withClient(history.look) },
      { name: 'discord-rehearsals', expression: '*/5 * * * * *', run: withClient(history.rehearse) },
      { name: 'discord-commands', expression: '0 */10 * * * *', run: withClient(register) },
      { name: 'discord-sources', expression: '45 */10 * * * *', run: withClient(check) },
      { name: 'discord-members', expression: '0 40 4 * * *', run: withClient(guilds.refresh) },
    ],
    stop: async (graceMs) => {
      const left = history.stop();
      await within(graceMs, Promise.all([messages.finish(), interactions.finish()]));
      await within(LEAVE_MS, Promise.all([messages.abandon(), interactions.abandon()]));
      await guilds.stop();
      await connection?.close();
      await within(LEAVE_MS, Promise.all([removals.finish(), linkedPosts.finish(), left]));
    },
  };
}

type ClientWork = (client: Client<true>, signal: AbortSignal) => Promise<unknown>;

/** Never rejects: its job tries again. */
async function adjust({ discord, log }: Core, connection: Connection): Promise<void> {
  const isAllowed = async () => (await discord?.readApplication())?.mayReadMessages === true;
  await connection
    .adjustIntents(isAllowed)
    .catch((error: unknown) => log.warn({ err: error }, 'discord: intents not adjusted'));
}

/** Their jobs try again. */
function leaveToLater({ log }: Core, ...works: Promise<unknown>[]): void {
  for (const work of works)
    work.catch((error: unknown) => log.warn({ err: error }, 'discord: work failed, trying again later'));
}

function inTurn<Given>(work: (given: Given) => Promise<unknown>): (given: Given) => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve();
  return (given) => {
    const run = () => work(given);
    last = last.then(run, run);
    return last;
  };
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const limit = new AbortController();
  const isOver = delay(ms, undefined, { signal: limit.signal }).catch(() => undefined);
  await Promise.race([work, isOver]).finally(() => limit.abort());
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type APIApplicationCommand, type APIRole, GatewayIntentBits } from 'discord-api-types/v10';
import type { FakeChannel } from './discord/actors/channel.ts';
import { FakeGuild, type GuildOptions } from './discord/actors/guild.ts';
import { Bell } from './discord/bell.ts';
import type { Core } from './discord/core.ts';
import { flood } from './discord/flood.ts';
import { Gateway } from './discord/gateway.ts';
import { Interactions } from './discord/interactions.ts';
import { type RecordedRequest, Records, type SentMessage } from './discord/records.ts';
import { type RateLimit, Rest, type RestFault } from './discord/rest.ts';
import { applicationRoutes } from './discord/routes/application.ts';
import { guildRoutes } from './discord/routes/guild.ts';
import { interactionRoutes } from './discord/routes/interaction.ts';
import { messageRoutes } from './discord/routes/message.ts';
import { signInRoutes } from './discord/routes/sign-in.ts';
import type { Session } from './discord/session.ts';
import { SignIn } from './discord/sign-in.ts';
import { World } from './discord/world.ts';

export type { FakeChannel } from './discord/actors/channel.ts';
export type { FakeGuild } from './discord/actors/guild.ts';
export type { FakeMember } from './discord/actors/member.ts';
export type { InteractionHandle } from './discord/interactions.ts';
export type { SentMessage } from './discord/records.ts';

// Discord as a bot meets it: REST API v10 and gateway v10 on one port of 127.0.0.1. It refuses what Discord
// refuses, and writes into `faults` what a well-behaved bot never does.

export interface DiscordOptions {
  token?: string;
  /** Whether the intent MessageContent is switched on in the portal; off by default. */
  messageContent?: boolean;
  heartbeatMs?: number;
  /** What GET /gateway/bot recommends. */
  shards?: number;
  /** Compatible, but not Discord: it tells less, refuses what it does not know, and lists no threads. */
  isCompatible?: boolean;
}

export async function startDiscord(options: DiscordOptions = {}): Promise<FakeDiscord> {
  const discord = new FakeDiscord(options);
  await discord.listen();
  return discord;
}

export class FakeDiscord {
  /** Connections: closing, resuming, refusing, and every event again. */
  readonly gateway: Gateway;
  readonly rest: Rest;
  /** The people who sign in to the application with Discord, and the results. */
  readonly signIn: SignIn;
  readonly #core: Core & { origin: string };
  readonly #server = createServer((request, response) => {
    this.rest.serve(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });

  constructor({
    token = makeToken(),
    messageContent = false,
    heartbeatMs = 41_250,
    shards = 1,
    isCompatible = false,
  }: DiscordOptions) {
    const bell = new Bell();
    const world = new World(token);
    world.recommendedShards = shards;
    world.isCompatible = isCompatible;
    const records = new Records(bell);
    this.gateway = new Gateway(world, bell, heartbeatMs);
    const interactions = new Interactions(bell, records);
    this.#core = { world, gateway: this.gateway, records, interactions, bell, origin: '' };
    this.signIn = new SignIn(world);
    const routes = [...applicationRoutes, ...guildRoutes, ...messageRoutes, ...interactionRoutes];
    this.rest = new Rest(this.#core, routes, signInRoutes(this.signIn));
    this.enableMessageContent(messageContent);
  }

  async listen(): Promise<void> {
    this.#server.on('upgrade', (request, socket, head) => this.gateway.upgrade(request, socket, head));
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    this.#core.origin = `http://${host}`;
    this.gateway.url = `ws://${host}/gateway`;
  }

  /** For `rest: { api }` of the client. */
  get apiUrl(): string {
    return `${this.#core.origin}/api`;
  }

  /** For DISCORD_WEB_URL: where people agree. */
  get webUrl(): string {
    return this.#core.origin;
  }

  /** Settings with which people sign in here. */
  get signInSettings() {
    return {
      DISCORD_CLIENT_ID: this.signIn.clientId,
      DISCORD_CLIENT_SECRET: this.signIn.clientSecret,
      DISCORD_API_URL: this.apiUrl,
      DISCORD_WEB_URL: this.webUrl,
    };
  }

  get token(): string {
    return this.#core.world.token;
  }

  get botId(): string {
    return this.#core.world.bot.id;
  }

  get applicationId(): string {
    return this.#core.world.applicationId;
  }

  /** Bits of the privileged intents that the portal allows. */
  get enabledIntents(): number {
    return this.#core.world.enabledIntents;
  }

  set enabledIntents(intents: number) {
    this.#core.world.enabledIntents = intents;
  }

  /** The commands as they were registered last. */
  get commands() {
    return this.#core.world.commands;
  }

  /** Somebody removes or changes a command without the bot. */
  changeCommands(change: (commands: APIApplicationCommand[]) => APIApplicationCommand[]): void {
    this.#core.world.commands = change(structuredClone(this.#core.world.commands));
  }

  /** Fields of commands that are dropped from now on, as by a compatible platform that does not know them. */
  forgetFields(...names: string[]): void {
    for (const name of names) this.#core.world.forgets.add(name);
  }

  /** Every message of the bot, also answers to interactions and ephemeral ones. */
  get sent(): SentMessage[] {
    return this.#core.records.sent;
  }

  get typings() {
    return this.#core.records.typings;
  }

  get requests(): RecordedRequest[] {
    return this.#core.records.requests;
  }

  get faults(): string[] {
    return this.#core.records.faults;
  }

  get sessions(): Session[] {
    return this.gateway.sessions;
  }

  enableMessageContent(enabled: boolean): void {
    const bit = GatewayIntentBits.MessageContent;
    this.enabledIntents = enabled ? this.enabledIntents | bit : this.enabledIntents & ~bit;
  }

  /** A server that the bot is in; connected sessions are notified. */
  addGuild(options: GuildOptions = {}): FakeGuild {
    return new FakeGuild(this.#core, options);
  }

  /** The role that the bot got when it joined. */
  roleOfBot({ state }: FakeGuild): APIRole {
    return state.roles.get(state.botRoleId) as APIRole;
  }

  /** Resolves when every shard of the bot is connected and has taken in its servers. */
  async ready(): Promise<void> {
    const find = () => {
      const open = this.sessions.filter(({ isOpen }) => isOpen);
      const shards = new Set(open.map(({ shard }) => shard[0]));
      return open.length > 0 && shards.size === open.at(-1)?.shard[1] ? open : undefined;
    };
    const seen = () => ({ identifies: this.gateway.identifies, closes: this.gateway.closes });
    await this.#core.bell.until(find, 'A connected bot', seen);
    await this.gateway.delivered();
  }

  /** Resolves when the commands were registered, at once if they are there already. */
  async commandsRegistered(): Promise<void> {
    await this.until(() => this.commands.length > 0 || undefined, 'Registered commands');
  }

  /** The first plain message of the bot that this has not returned yet, in a channel or anywhere. */
  nextMessage(where?: { id: string }, options?: { after?: number }): Promise<SentMessage> {
    return this.#core.records.nextMessage(where, options);
  }

  /** Resolves with what `find` returns as soon as it is not undefined; looks after everything that happens. */
  until<T>(find: () => T | undefined, expected: string, timeoutMs?: number): Promise<T> {
    const seen = () =>
      this.requests.slice(-5).map(({ method, path, status }) => `${method} ${path} ${status}`);
    return this.#core.bell.until(find, expected, seen, timeoutMs);
  }

  /**
   * Resolves when the bot has taken in all events and no request is open. What it does later on its own is not
   * covered: to prove that it stays silent, make it answer something else afterwards.
   */
  async settled(): Promise<void> {
    let known = -1;
    while (known !== this.requests.length) {
      known = this.requests.length;
      await this.gateway.delivered();
      await this.until(() => (this.rest.inFlight === 0 ? true : undefined), 'No open request');
    }
  }

  /** The next requests to a path fail, hang, or are carried out without an answer. */
  failNext(fault: RestFault): void {
    this.rest.failNext(fault);
  }

  rateLimitNext(limit: RateLimit): void {
    this.rest.rateLimitNext(limit);
  }

  /** `count` messages by many authors that nothing stores, at full speed. */
  flood(
    guild: FakeGuild,
    channel: FakeChannel,
    count: number,
    options?: { authors?: number; text?: string },
  ) {
    return flood(this.#core, guild, channel, count, options);
  }

  async stop(): Promise<void> {
    this.#core.interactions.stop();
    this.gateway.stop();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** In the form of a real one; the first part is never a real id. */
function makeToken(): string {
  return `${Buffer.from(String(Date.now())).toString('base64url')}.fake.${crypto.randomUUID()}`;
}

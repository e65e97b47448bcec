import type { ClientOptions, RESTOptions } from 'discord.js';
import {
  Client,
  DefaultRestOptions,
  DiscordjsErrorCodes,
  Events,
  GatewayCloseCodes,
  GatewayDispatchEvents,
  GatewayIntentBits,
  Options,
  REST,
  SimpleShardingStrategy,
} from 'discord.js';
import type { Core } from '../../../core/core.ts';

/** A refused request is not waited for longer than a person would. */
const MAX_RATE_LIMIT_WAIT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 10_000;
const RETRIES = 2;
/** A server in an outage does not keep the others waiting. */
const WAIT_FOR_SERVERS_MS = 5_000;

/** A client that remembers no messages and few members. */
export function createClient(core: Core, withContent: boolean): Client {
  const intents = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages];
  if (withContent) intents.push(GatewayIntentBits.MessageContent);
  const client = new Client({
    intents,
    rest: restOptions(core),
    ...shardsOf(core.config.DISCORD_SHARDS),
    allowedMentions: { parse: [], repliedUser: false },
    waitGuildTimeout: WAIT_FOR_SERVERS_MS,
    // 20,000 messages by as many members cost 22.7 MB with the usual caches and 0.1 MB with these.
    makeCache: Options.cacheWithLimits({
      AutoModerationRuleManager: 0,
      GuildBanManager: 0,
      GuildEmojiManager: 0,
      GuildInviteManager: 0,
      GuildMemberManager: { maxSize: 20, keepOverLimit: ({ id, client }) => id === client.user.id },
      GuildScheduledEventManager: 0,
      GuildStickerManager: 0,
      MessageManager: 0,
      PresenceManager: 0,
      ReactionManager: 0,
      ReactionUserManager: 0,
      StageInstanceManager: 0,
      ThreadMemberManager: 0,
      UserManager: { maxSize: 200, keepOverLimit: ({ id, client }) => id === client.user.id },
      VoiceStateManager: 0,
    }),
  });
  // Compatible platforms send null for a thread that is not there, which the library takes for one.
  client.ws.on(GatewayDispatchEvents.InteractionCreate, (data: { message?: { thread?: unknown } }) => {
    if (data.message?.thread === null) delete data.message.thread;
  });
  return client;
}

/** Outlives a connection that is replaced. */
export function createRest(core: Core, token: string): REST {
  return new REST({ version: '10', ...restOptions(core) }).setToken(token);
}

function restOptions(core: Core): Partial<RESTOptions> {
  return {
    api: core.config.DISCORD_API_URL,
    makeRequest,
    timeout: REQUEST_TIMEOUT_MS,
    retries: RETRIES,
    rejectOnRateLimit: ({ retryAfter }) => retryAfter > MAX_RATE_LIMIT_WAIT_MS,
  };
}

/** `auto`, `2/16` or `0-3/16`. */
function shardsOf(setting: string): Pick<ClientOptions, 'shards' | 'shardCount'> {
  const [range = '', count] = setting.split('/');
  if (count === undefined) return { shards: 'auto' };
  const [first = 0, last = first] = range.split('-').map(Number);
  const shards = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return { shards, shardCount: Number(count) };
}

/**
 * Sends forms as bytes: the HTTP client of discord.js goes through the dispatcher that a newer undici in this process
 * has installed, and that one takes no form but its own.
 */
const makeRequest: RESTOptions['makeRequest'] = async (url, init) => {
  if (!(init.body instanceof FormData)) return DefaultRestOptions.makeRequest(url, init);
  const form = new Response(init.body);
  const body = new Uint8Array(await form.arrayBuffer());
  const headers = new Headers(Object.entries(init.headers ?? {}));
  headers.set('Content-Type', form.headers.get('Content-Type') ?? '');
  return DefaultRestOptions.makeRequest(url, { ...init, body, headers: Object.fromEntries(headers) });
};

/** A gateway that accepts a connection and then says nothing is asked anew. */
const READY_WITHIN_MS = 120_000;

/** Everything else the client mends by itself. */
type GatewaySessionEnd = 'invalid_token' | 'intents_refused' | 'broken';

export interface GatewaySession {
  client: Client<true>;
  withContent: boolean;
  ended: Promise<GatewaySessionEnd>;
  /** No shard has lost its connection at the moment; the client mends that by itself. */
  isWhole(): boolean;
  close(): Promise<void>;
}

export class GatewaySessionEndError extends Error {
  readonly end: GatewaySessionEnd;

  constructor(end: GatewaySessionEnd, cause: unknown) {
    super(`discord: ${end}`, { cause });
    this.name = 'GatewaySessionEndError';
    this.end = end;
  }
}

const ENDS: Partial<Record<number, GatewaySessionEnd>> = {
  [GatewayCloseCodes.AuthenticationFailed]: 'invalid_token',
  [GatewayCloseCodes.InvalidIntents]: 'intents_refused',
  [GatewayCloseCodes.DisallowedIntents]: 'intents_refused',
};

interface GatewaySessionOptions {
  token: string;
  withContent: boolean;
  wire(client: Client): void;
  signal: AbortSignal;
}

/** @throws GatewaySessionEndError */
export async function openSession(core: Core, options: GatewaySessionOptions): Promise<GatewaySession> {
  const { token, withContent, wire } = options;
  const client = createClient(core, withContent);
  const close = makeClosable(client);
  const ended = watchEnd(client, core);
  const down = watchShards(client, core);
  logTroubles(client, core);
  wire(client);
  const ready = new Promise<Client<true>>((done) => client.once(Events.ClientReady, done));
  const failed = ended.then((end) => Promise.reject(new GatewaySessionEndError(end, null)));
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(READY_WITHIN_MS)]);
  const aborted = new Promise<never>((_, reject) => {
    const stop = () => reject(new GatewaySessionEndError('broken', signal.reason));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    const loggedIn = client.login(token).then(() => ready);
    // Ended or stopped after the race they are rejections that nobody waits for.
    for (const late of [loggedIn, failed, aborted]) late.catch(() => undefined);
    const isWhole = () => down.size === 0;
    return { client: await Promise.race([loggedIn, failed, aborted]), withContent, ended, isWhole, close };
  } catch (error) {
    await close();
    throw error instanceof GatewaySessionEndError ? error : new GatewaySessionEndError(endOf(error), error);
  }
}

/**
 * A client that is destroyed while it connects, or in its pause before, connects all the same and stays for ever; so
 * no new connection may begin.
 * @returns closes it for good
 */
function makeClosable(client: Client): () => Promise<void> {
  let hold: (() => void) | null = null;
  client.options.ws = {
    ...client.options.ws,
    buildStrategy: (manager) => {
      hold = () => {
        manager.options.retrieveSessionInfo = () => new Promise(() => undefined);
      };
      return new SimpleShardingStrategy(manager);
    },
  };
  return async () => {
    hold?.();
    // The end of the connection is meant.
    client.removeAllListeners(Events.ShardReconnecting);
    await client.destroy();
  };
}

function watchEnd(client: Client, core: Core): Promise<GatewaySessionEnd> {
  return new Promise((done) => {
    client.on(Events.ShardDisconnect, ({ code }, shard) => {
      core.log.debug({ code, shard }, 'discord: connection closed for good');
      done(ENDS[code] ?? 'broken');
    });
    client.on(Events.Invalidated, () => done('broken'));
  });
}

function watchShards(client: Client, { log }: Core): ReadonlySet<number> {
  const down = new Set<number>();
  client.on(Events.ShardReconnecting, (shard) => {
    if (down.size === 0) log.warn({ shard }, 'discord: connection lost, trying again');
    down.add(shard);
  });
  const note = (shard: number) => {
    if (down.delete(shard) && down.size === 0) log.info({ shard }, 'discord: connection is back');
  };
  client.on(Events.ShardReady, note);
  client.on(Events.ShardResume, note);
  return down;
}

function logTroubles(client: Client, core: Core): void {
  client.on(Events.Error, (error) => core.log.warn({ err: error }, 'discord: error'));
  client.on(Events.ShardError, (error, shard) =>
    core.log.debug({ err: error, shard }, 'discord: shard error'),
  );
  client.on(Events.Warn, (message) => core.log.debug({ warning: message }, 'discord: warning'));
}

function endOf(error: unknown): GatewaySessionEnd {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === DiscordjsErrorCodes.TokenInvalid ? 'invalid_token' : 'broken';
}

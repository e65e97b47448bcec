import {
  Client,
  type ClientOptions,
  DefaultRestOptions,
  GatewayIntentBits,
  Options,
  REST,
  type RESTOptions,
} from 'discord.js';
import type { Core } from '../../../core/core.ts';

/** A refused request is not waited for longer than a person would. */
const MAX_RATE_LIMIT_WAIT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 10_000;
const RETRIES = 2;
/** A server in an outage does not keep the others waiting. */
const WAIT_FOR_SERVERS_MS = 5_000;

/** One connection to the gateway with what it keeps in memory: no messages, few members. */
export function createClient(core: Core, withContent: boolean): Client {
  const intents = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages];
  if (withContent) intents.push(GatewayIntentBits.MessageContent);
  return new Client({
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
}

/** For what is sent outside of interactions; it outlives a connection that is replaced. */
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
 * Sends a request as discord.js does, with forms as bytes. Its HTTP client goes through the dispatcher that a
 * newer one in this process has installed for all, and that one takes no form but its own: every file was
 * refused with "body must be a FormData created by this undici package instance".
 */
export const makeRequest: RESTOptions['makeRequest'] = async (url, init) => {
  if (!(init.body instanceof FormData)) return DefaultRestOptions.makeRequest(url, init);
  const form = new Response(init.body);
  const body = new Uint8Array(await form.arrayBuffer());
  const headers = new Headers(Object.entries(init.headers ?? {}));
  headers.set('Content-Type', form.headers.get('Content-Type') ?? '');
  return DefaultRestOptions.makeRequest(url, { ...init, body, headers: Object.fromEntries(headers) });
};

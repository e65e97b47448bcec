import { createRequire } from 'node:module';
import type { Pool } from 'undici';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { AppError } from '../domain/errors.ts';
import type { Log } from './log.ts';

const require = createRequire(import.meta.url);

const TIMEOUT_MS = 5_000;
/** 200 servers with all their features take some 200 KB. */
const MAX_RESPONSE_BYTES = 2_000_000;
const MAX_CONNECTIONS = 32;
const SCOPES = ['identify', 'guilds'];
const GUILDS_PER_PAGE = 200;
const MAX_GUILD_PAGES = 5;
const MANAGING = 0x8n | 0x20n;

/** Digits on Discord; a compatible server may name things otherwise. */
const idSchema = z.string().regex(/^[\w-]{1,64}$/);
const WEEK_SECONDS = 604_800;
const tokenSchema = z.object({
  access_token: z.string().min(1).max(4_000),
  token_type: z
    .string()
    .regex(/^bearer$/i)
    .default('Bearer'),
  expires_in: z.number().positive().default(WEEK_SECONDS),
  scope: z.string().default(SCOPES.join(' ')),
});
const userSchema = z.object({
  id: idSchema,
  username: z.string().catch(''),
  global_name: z.string().nullish().catch(null),
});
/** A field that cannot be read grants nothing; one odd server costs nobody the others. */
const guildsSchema = z.array(
  z
    .object({
      id: idSchema,
      owner: z.boolean().catch(false),
      // A number in the oldest version of the API, which a path without a version may mean.
      permissions: z.union([z.string().regex(/^\d{1,40}$/), z.int().min(0)]).catch('0'),
    })
    .nullable()
    .catch(null),
);

export class TokenRefusedError extends Error {
  constructor() {
    super('Discord refuses the access token');
    this.name = 'TokenRefusedError';
  }
}

/** Ids of the servers that somebody owns, administers or may manage, and of the others they are in. */
export interface GuildsOfPerson {
  managed: string[];
  others: string[];
}

export interface DiscordUser {
  id: string;
  name: string;
}

/** OAuth 2 with PKCE. */
export interface DiscordSignIn {
  /** Fresh secrets of 32 bytes each, and the address where the person agrees. */
  begin(): Promise<{ url: string; state: string; verifier: string }>;
  /** Null: Discord refuses the code, or the person agreed to less. @throws AppError('discord_unavailable') */
  redeemCode(code: string, verifier: string): Promise<{ accessToken: string; lifeSeconds: number } | null>;
  /** @throws AppError('discord_unavailable'), TokenRefusedError */
  readUser(accessToken: string): Promise<DiscordUser>;
  /** At most 1,000 servers. @throws AppError('discord_unavailable'), TokenRefusedError */
  listGuilds(accessToken: string): Promise<GuildsOfPerson>;
  /** @throws AppError('discord_unavailable') */
  revoke(accessToken: string): Promise<void>;
  close(): Promise<void>;
}

type SignInConfig = Pick<
  Config,
  'DISCORD_CLIENT_ID' | 'DISCORD_CLIENT_SECRET' | 'DISCORD_API_URL' | 'DISCORD_WEB_URL' | 'PUBLIC_URL'
>;

export function createDiscordSignIn(config: SignInConfig, log: Log): DiscordSignIn | null {
  const { DISCORD_CLIENT_ID: id, DISCORD_CLIENT_SECRET: secret } = config;
  if (!id || !secret) return null;
  const redirectUri = `${config.PUBLIC_URL}/login/discord/callback`;
  const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const { exchange, close } = openExchange(config, log);
  const post = (path: string, form: Record<string, string>) =>
    exchange({ method: 'POST', path, authorization: basic, body: new URLSearchParams(form).toString() });
  const get = async (path: string, accessToken: string) => {
    const answer = await exchange({ method: 'GET', path, authorization: `Bearer ${accessToken}` });
    if (answer.status === 401) throw new TokenRefusedError();
    return answer;
  };

  return {
    begin: async () => {
      // Brings the addresses of 60 other providers.
      const { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client } = await import(
        'arctic'
      );
      const [state, verifier] = [generateState(), generateCodeVerifier()];
      const page = `${config.DISCORD_WEB_URL}/oauth2/authorize`;
      const { S256 } = CodeChallengeMethod;
      const client = new OAuth2Client(id, secret, redirectUri);
      const url = client.createAuthorizationURLWithPKCE(page, state, S256, verifier, SCOPES);
      return { url: url.href, state, verifier };
    },
    // Not by arctic: its fetch has no deadline, reads any amount and follows redirects with the secret.
    redeemCode: async (code, verifier) => {
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
      const answer = await post('/oauth2/token', { ...form, code_verifier: verifier });
      if (answer.status === 400) return null;
      const token = answer.parse(tokenSchema);
      const granted = token.scope.split(' ');
      if (!SCOPES.every((scope) => granted.includes(scope))) return null;
      return { accessToken: token.access_token, lifeSeconds: token.expires_in };
    },
    readUser: async (accessToken) => {
      const user = (await get('/users/@me', accessToken)).parse(userSchema);
      return { id: user.id, name: user.global_name || user.username };
    },
    listGuilds: (accessToken) =>
      listPages(async (after) => {
        const path = after === null ? '/users/@me/guilds' : `/users/@me/guilds?after=${after}`;
        return (await get(path, accessToken)).parse(guildsSchema);
      }),
    revoke: async (accessToken) => {
      (await post('/oauth2/token/revoke', { token: accessToken })).parse(z.unknown());
    },
    close,
  };
}

async function listPages(
  read: (after: bigint | null) => Promise<z.infer<typeof guildsSchema>>,
): Promise<GuildsOfPerson> {
  const managed = new Set<string>();
  const all = new Set<string>();
  let after: bigint | null = null;
  for (let page = 1; page <= MAX_GUILD_PAGES; page++) {
    const given = await read(after);
    const guilds = given.filter((guild) => guild !== null);
    for (const { id, owner, permissions } of guilds) {
      all.add(id);
      if (owner || (BigInt(permissions) & MANAGING) !== 0n) managed.add(id);
    }
    if (given.length < GUILDS_PER_PAGE || !guilds.every(({ id }) => /^\d+$/.test(id))) break;
    after = guilds.reduce<bigint>((last, { id }) => (BigInt(id) > last ? BigInt(id) : last), after ?? 0n);
  }
  return { managed: [...managed], others: [...all.difference(managed)] };
}

interface Exchange {
  method: 'GET' | 'POST';
  path: string;
  authorization: string;
  body?: string;
}

interface DiscordResponse {
  status: number;
  /** The body of a 200. @throws AppError('discord_unavailable') for any other status or shape. */
  parse<Schema extends z.ZodType>(schema: Schema): z.infer<Schema>;
}

/** One deadline, a capped body, no redirects and no second try. Neither token nor body is logged. */
function openExchange({ DISCORD_API_URL, PUBLIC_URL }: SignInConfig, log: Log) {
  const base = new URL(DISCORD_API_URL);
  const openPool = () => {
    // A failed require is repeated, a failed import never is.
    const { Pool }: typeof import('undici') = require('undici');
    return new Pool(base.origin, {
      connections: MAX_CONNECTIONS,
      maxResponseSize: MAX_RESPONSE_BYTES,
      connect: { timeout: TIMEOUT_MS },
      allowH2: false,
    });
  };
  let pool: Pool | undefined;
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    // The form that Discord asks for.
    'user-agent': `DiscordBot (${PUBLIC_URL}, 1)`,
  };
  const fail = (path: string, reason: string): AppError => {
    const place = path.replace(/\?.*/, '');
    log.warn({ path: place, reason }, 'sign-in with Discord: no usable answer');
    return new AppError('discord_unavailable', { cause: new Error(`${place}: ${reason}`) });
  };

  async function exchange({ method, path, authorization, body }: Exchange): Promise<DiscordResponse> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const form = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    let [status, text] = [0, ''];
    try {
      const url = `${base.pathname.replace(/\/$/, '')}${path}`;
      const options = { path: url, method, signal, headers: { ...headers, ...form, authorization } };
      pool ??= openPool();
      const response = await pool.request({ ...options, body: body ?? null });
      status = response.statusCode;
      text = await response.body.text();
    } catch (error) {
      throw fail(path, error instanceof Error ? error.name : 'no answer');
    }
    const parse = <Schema extends z.ZodType>(schema: Schema): z.infer<Schema> => {
      if (status !== 200) throw fail(path, `status ${status}`);
      const parsed = schema.safeParse(parseJson(text));
      if (!parsed.success) throw fail(path, 'an answer of another shape');
      return parsed.data;
    };
    return { status, parse };
  }
  return { exchange, close: async () => pool?.destroy() };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

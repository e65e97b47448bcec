import { resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { closest, distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { ConfigError } from './domain/errors.ts';
import { isTimeZone } from './domain/time.ts';

/** The only reader of the environment. Every setting of `.env.example` is parsed here, once. */

const count = (fallback: number) =>
  z.coerce.number({ error: 'must be a whole number' }).int('must be a whole number').min(0).default(fallback);
const positive = (fallback: number, most = Number.MAX_SAFE_INTEGER) =>
  z.coerce
    .number({ error: 'must be a whole number above 0' })
    .int('must be a whole number above 0')
    .min(1, 'must be a whole number above 0')
    .max(most, `must be at most ${most}`)
    .default(fallback);
const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .default('false')
  .transform((text) => text === 'true');
const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
/** The driver also takes an empty host beside `?host=/var/run/postgresql`, which no URL parser does. */
const postgresUrl = z
  .string()
  .refine((url) => /^postgres(ql)?:\/\//.test(url) && parsePostgresUrl(url), 'must be a postgres:// address');
/** Must fit into a header field. */
const secret = z.string().regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces');
/** Takes the scheme's name off, as in a copied example. */
const secretAfter = (scheme: RegExp) => z.preprocess((text) => String(text).replace(scheme, ''), secret);
/** Limit of a database column. */
const MOST_REQUESTS = 2_147_483_647;
/** Timers of Node end at 24 days; nobody waits for an answer for an hour. */
const MOST_AI_TIMEOUT_MS = 3_600_000;
const MOST_RETENTION_DAYS = 36_500;
/** Settings that take spaces at their ends as part of their value. */
const UNTRIMMED = new Set(['EMBEDDING_QUERY_PREFIX', 'EMBEDDING_PASSAGE_PREFIX']);
/** Quotes that a file of settings kept around a value. */
const QUOTED = /^(["'])(.*)\1$/s;
const trimUrl = (url: string) => url.replace(/\/+$/, '');
const trimmedUrl = address.transform(trimUrl);
/** Takes the path of a call off, as in a copied example. */
const backendUrl = trimmedUrl.transform((url) => url.replace(/\/(chat\/completions|embeddings)$/, ''));

const PARTS = ['api', 'dashboard', 'bot', 'jobs'] as const;
export type ServicePart = (typeof PARTS)[number];

const rolesSchema = z
  .string()
  .default(PARTS.join(','))
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.enum(PARTS, { error: `each part must be one of ${PARTS.join(', ')}` })).min(1))
  .transform((parts) => new Set<ServicePart>(parts));

const packsSchema = z
  .string()
  .default('25:500,50:900,100:1600')
  .refine(
    (text) => /^\d+:\d+(,\d+:\d+)*$/.test(text),
    'must have the form percent:cents, for example 25:500,50:900',
  )
  .transform((text) =>
    text.split(',').map((pack) => {
      const [percent, cents] = pack.split(':').map(Number);
      return { percent: percent ?? 0, cents: cents ?? 0 };
    }),
  );

/** `0-3/16`: the first up to the last of all. */
function areShards(text: string): boolean {
  const [range = '', count] = text.split('/');
  const [first = 0, last = first] = range.split('-').map(Number);
  return count === undefined || (first <= last && last < Number(count));
}

/** Cookies' keys are derived from it. */
const MIN_SECRET_BYTES = 32;

const schema = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65_535).default(3000),
  PUBLIC_URL: address
    .transform(trimUrl)
    .refine(
      isOrigin,
      'must be an address with nothing after host and port: pages and cookies need a host name of their own',
    )
    .optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  OPENAI_API_KEY: secretAfter(/^Bearer\s+/i).optional(),
  OPENAI_BASE_URL: backendUrl.optional(),
  MODEL_V1: z.string().min(1).default('gpt-4.1-nano'),
  MODEL_V1_5: z.string().min(1).default('gpt-4.1-mini'),
  MODEL_V2: z.string().min(1).default('gpt-4.1'),
  VISION_V1: flag,
  VISION_V1_5: flag,
  VISION_V2: flag,
  EMBEDDING_BASE_URL: backendUrl.optional(),
  EMBEDDING_API_KEY: secretAfter(/^Bearer\s+/i).optional(),
  EMBEDDING_MODEL: z.string().optional(),
  EMBEDDING_QUERY_PREFIX: z.string().default(''),
  EMBEDDING_PASSAGE_PREFIX: z.string().default(''),
  AI_TIMEOUT_MS: positive(30_000, MOST_AI_TIMEOUT_MS),
  AI_MAX_RESPONSE_BYTES: positive(1_000_000),
  DISCORD_TOKEN: secretAfter(/^Bot\s+/i).optional(),
  DISCORD_API_URL: trimmedUrl.default('https://discord.com/api'),
  DISCORD_WEB_URL: trimmedUrl.default('https://discord.com'),
  DISCORD_CLIENT_ID: secret.optional(),
  DISCORD_CLIENT_SECRET: secret.optional(),
  DISCORD_SHARDS: z
    .string()
    .regex(/^(auto|\d+(-\d+)?\/\d+)$/, 'must be auto, or shards such as 0-3/16')
    .refine(areShards, 'must begin with the lower shard and stay below the total number of shards')
    .default('auto'),
  ROLES: rolesSchema,
  SESSION_SECRET: z
    .string()
    .refine(
      (secret) => Buffer.byteLength(secret) >= MIN_SECRET_BYTES,
      `must be at least ${MIN_SECRET_BYTES} bytes`,
    )
    .optional(),
  PREMIUM_WEEKLY_UNITS: count(4_000_000),
  FREE_WEEKLY_UNITS: count(200_000),
  LIMIT_PER_MINUTE: positive(20, MOST_REQUESTS),
  LIMIT_PER_DAY_PREMIUM: positive(1000, MOST_REQUESTS),
  LIMIT_PER_DAY_FREE: positive(150, MOST_REQUESTS),
  TRIAL_MIN_MEMBERS: count(20),
  TRIAL_MIN_DAYS: count(7),
  QUOTA_TIME_ZONE: z
    .string()
    .default('UTC')
    .refine(isTimeZone, 'must be an IANA time zone such as Europe/Berlin'),
  STRIPE_SECRET_KEY: secret.optional(),
  STRIPE_WEBHOOK_SECRET: secret.optional(),
  STRIPE_API_URL: trimmedUrl.optional(),
  TOP_UP_PACKS: packsSchema,
  PREMIUM_PRICE: positive(1500),
  RETENTION_DAYS: positive(30, MOST_RETENTION_DAYS),
  METRICS_TOKEN: secret.optional(),
  LOG_FORMAT: z.enum(['pretty', 'json'], { error: 'must be pretty or json' }).optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be one of trace, debug, info, warn, error, fatal, silent',
    })
    .default('info'),
});

/** Shown beside a fault. */
const HINTS: Partial<Record<string, string>> = {
  DATABASE_URL:
    'for example postgres://user:password@host:5432/lotse; leave it out for the embedded database',
  DATABASE_READ_URL: 'the address of a standby of DATABASE_URL; leave it out if there is none',
  DATABASE_DIRECT_URL: 'leave it out unless DATABASE_URL leads to a pooler in transaction mode',
  OPENAI_BASE_URL: 'the address that ends in /v1 in the documentation of your AI provider',
  DISCORD_TOKEN: 'Discord developer portal, your application, Bot, Reset Token',
  SESSION_SECRET: 'make one with: openssl rand -hex 32',
  QUOTA_TIME_ZONE: 'a name from the IANA time zone database',
  PORT: 'a free port of this machine, 0 to 65535; 0 takes any',
  PUBLIC_URL: 'the address that people open, for example https://lotse.example.org',
  OPENAI_API_KEY: 'the key alone, as your AI provider shows it',
  DISCORD_CLIENT_SECRET: 'Discord developer portal, your application, OAuth2',
  STRIPE_SECRET_KEY: 'Stripe dashboard, Developers, API keys',
  LIMIT_PER_MINUTE: 'leave it out for the default, 20',
  LIMIT_PER_DAY_PREMIUM: 'leave it out for the default, 1000',
  LIMIT_PER_DAY_FREE: 'leave it out for the default, 150',
  AI_TIMEOUT_MS: 'in milliseconds; leave it out for the default, 30000',
  ROLES: 'leave it out to run all parts in one process',
  DISCORD_SHARDS: 'leave it out to run all shards in one process',
  DISCORD_API_URL: 'leave it out for Discord itself',
  DISCORD_WEB_URL: 'leave it out for Discord itself',
  STRIPE_API_URL: 'leave it out for Stripe itself',
  TOP_UP_PACKS: 'for example 25:500,50:900,100:1600',
  METRICS_TOKEN: 'make one with: openssl rand -hex 32',
};

export type Config = ReturnType<typeof parseConfig>;

function isOrigin(url: string): boolean {
  return new URL(url).pathname === '/' && !/[?#]/.test(url);
}

function parsePostgresUrl(url: string): URL | null {
  return URL.parse(url) ?? URL.parse(url.replace('@/', '@localhost/'));
}

/**
 * An empty value counts as not set.
 * @throws ConfigError naming every wrong setting, never its value (it may be a secret).
 */
export function parseConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(environment)
      .filter(([, value]) => value?.trim())
      // A secret read from a file ends with its line end.
      .map(([name, value = '']) => [name, UNTRIMMED.has(name) ? value : unquote(value)]),
  );
  const parsed = schema.safeParse(given);
  const faults = [...(parsed.error?.issues.map(describeIssue) ?? []), ...findCrossFaults(given)];
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  const values = parsed.data;
  return {
    ...values,
    DATA_DIR: resolve(values.DATA_DIR),
    PUBLIC_URL: values.PUBLIC_URL ?? urlOf(values.HOST, values.PORT),
    /** Embedded database, no bot: the demo server may be made. */
    isDemo: !values.DATABASE_URL && !values.DISCORD_TOKEN,
    /** A key alone means OpenAI itself. */
    OPENAI_BASE_URL:
      values.OPENAI_BASE_URL ?? (values.OPENAI_API_KEY ? 'https://api.openai.com/v1' : undefined),
  };
}

function unquote(value: string): string {
  return value.trim().replace(QUOTED, '$2').trim();
}

/** A name is taken for a mistyped one with at most so many letters wrong. */
const MOST_WRONG_LETTERS = 2;

/** Names that are nearly those of a setting: `[given, meant]`. An empty value counts as not set. */
export function listMistyped(
  environment: Record<string, string | undefined> = process.env,
): [string, string][] {
  const known = Object.keys(schema.shape);
  return Object.keys(environment).flatMap((name): [string, string][] => {
    if (!environment[name]?.trim() || known.includes(name)) return [];
    const meant = closest(name.toUpperCase(), known);
    // PORT, HOST and ROLES are too short to tell a slip from another program's name.
    const isNear = meant.length > SHORT_NAME && distance(name.toUpperCase(), meant) <= MOST_WRONG_LETTERS;
    return isNear ? [[name, meant]] : [];
  });
}

const SHORT_NAME = 5;

const EVERYWHERE = /^[0.:]+$/;

/** For somebody on this machine: `0.0.0.0` is no address to open. */
export function urlOf(host: string, port: number): string {
  const name = EVERYWHERE.test(host) ? '127.0.0.1' : host;
  // The zone of a link-local address (`%eth0`) has no place in a URL.
  return `http://${name.includes(':') ? `[${name.replace(/%.*/, '')}]` : name}:${port}`;
}

/** Must not appear in any log line or answer. */
export function secretsOf(config: Config): string[] {
  const values = [
    ...[config.OPENAI_API_KEY, config.EMBEDDING_API_KEY, config.SESSION_SECRET],
    ...[config.DISCORD_TOKEN, config.DISCORD_CLIENT_SECRET],
    ...[config.STRIPE_SECRET_KEY, config.STRIPE_WEBHOOK_SECRET, config.METRICS_TOKEN],
    ...[config.DATABASE_URL, config.DATABASE_READ_URL, config.DATABASE_DIRECT_URL].flatMap(passwordOf),
  ];
  return values.flatMap((value) => (value ? [value] : []));
}

/** As written in the address, and decoded. */
function passwordOf(url: string | undefined): (string | null)[] {
  const { password = '' } = (url && parsePostgresUrl(url)) || {};
  // Decoded like a query: unlike decodeURIComponent it takes any text.
  return [password, new URLSearchParams(`password=${password.replaceAll('+', '%2B')}`).get('password')];
}

function describeIssue({ path, message }: z.core.$ZodIssue): string {
  const name = String(path[0]);
  return `${name}: ${message} (${HINTS[name] ?? '.env.example explains it'})`;
}

/** Also checked when single settings are wrong, so one start shows all. */
function findCrossFaults(given: Record<string, string | undefined>): string[] {
  if (given.DATABASE_DIRECT_URL && !given.DATABASE_URL) {
    return [`DATABASE_DIRECT_URL: needs DATABASE_URL too (${HINTS.DATABASE_DIRECT_URL})`];
  }
  if (!given.DATABASE_URL || given.SESSION_SECRET !== undefined) return [];
  const fault = `is required when DATABASE_URL is set, with at least ${MIN_SECRET_BYTES} bytes`;
  return [`SESSION_SECRET: ${fault} (${HINTS.SESSION_SECRET})`];
}

/** The environment wins over `.env`. */
export function readConfig(): Config {
  try {
    loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return parseConfig(process.env);
}

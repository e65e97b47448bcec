import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listMistyped, parseConfig, secretsOf } from '../src/config.ts';
import { ConfigError } from '../src/domain/errors.ts';

/** In parts, so that nobody takes it for a secret that was left here. */
const addressWith = (password: string) => ['postgres://a', `${password}@b/c`].join(':');

describe('the configuration', () => {
  test('without any settings is a demo on the embedded database with the figures of the specification', () => {
    const config = parseConfig({});
    expect(config).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      PUBLIC_URL: 'http://127.0.0.1:3000',
      DATA_DIR: resolve('data'),
      AI_TIMEOUT_MS: 30_000,
      AI_MAX_RESPONSE_BYTES: 1_000_000,
      DISCORD_API_URL: 'https://discord.com/api',
      DISCORD_WEB_URL: 'https://discord.com',
      DISCORD_SHARDS: 'auto',
      PREMIUM_WEEKLY_UNITS: 4_000_000,
      FREE_WEEKLY_UNITS: 200_000,
      LIMIT_PER_MINUTE: 20,
      LIMIT_PER_DAY_PREMIUM: 1000,
      LIMIT_PER_DAY_FREE: 150,
      TRIAL_MIN_MEMBERS: 20,
      TRIAL_MIN_DAYS: 7,
      QUOTA_TIME_ZONE: 'UTC',
      TOP_UP_PACKS: [
        { percent: 25, cents: 500 },
        { percent: 50, cents: 900 },
        { percent: 100, cents: 1600 },
      ],
      PREMIUM_PRICE: 1500,
      RETENTION_DAYS: 30,
      LOG_LEVEL: 'info',
      isDemo: true,
    });
    expect([...config.ROLES]).toEqual(['api', 'dashboard', 'bot', 'jobs']);
    expect(config.OPENAI_BASE_URL).toBeUndefined();
  });

  test('treats an empty value as not set, and a key alone as that of its provider', () => {
    expect(parseConfig({ PORT: '', OPENAI_API_KEY: ' ' }).OPENAI_BASE_URL).toBeUndefined();
    expect(parseConfig({ OPENAI_API_KEY: 'k' }).OPENAI_BASE_URL).toBe('https://api.openai.com/v1');
    expect(parseConfig({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1/' }).OPENAI_BASE_URL).toBe(
      'http://127.0.0.1:9/v1',
    );
  });

  test.each([
    ['127.0.0.2', 'http://127.0.0.2:3000'],
    ['localhost', 'http://localhost:3000'],
    ['::1', 'http://[::1]:3000'],
    ['fd00::7', 'http://[fd00::7]:3000'],
    ['fe80::1%eth0', 'http://[fe80::1]:3000'],
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['0', 'http://127.0.0.1:3000'],
    ['::', 'http://127.0.0.1:3000'],
    ['::0', 'http://127.0.0.1:3000'],
    ['0:0:0:0:0:0:0:0', 'http://127.0.0.1:3000'],
  ])('listening on %s is reached by %s unless PUBLIC_URL says otherwise', (HOST, url) => {
    expect(parseConfig({ HOST }).PUBLIC_URL).toBe(url);
    expect(new URL(url).origin).toBe(url);
    expect(parseConfig({ HOST, PUBLIC_URL: 'https://lotse.example/' }).PUBLIC_URL).toBe(
      'https://lotse.example',
    );
  });

  test('takes secrets as people copy them: with line ends, quotes, and with the word that clients put before them', () => {
    const config = parseConfig({
      OPENAI_API_KEY: 'Bearer sk-abc\r\n',
      DISCORD_TOKEN: ' Bot a.b.c\n',
      STRIPE_SECRET_KEY: 'sk_test_1\n',
      SESSION_SECRET: `"${'s'.repeat(32)}"\n`,
      DISCORD_CLIENT_SECRET: "'quoted'",
      EMBEDDING_QUERY_PREFIX: 'query: ',
    });
    expect(config).toMatchObject({
      OPENAI_API_KEY: 'sk-abc',
      DISCORD_TOKEN: 'a.b.c',
      STRIPE_SECRET_KEY: 'sk_test_1',
      SESSION_SECRET: 's'.repeat(32),
      EMBEDDING_QUERY_PREFIX: 'query: ',
    });
  });

  test.each([
    'https://api.example/v1/',
    'https://api.example/v1/chat/completions',
    ' https://api.example/v1/embeddings',
  ])('takes %s for the address of a backend, as examples of providers have it', (OPENAI_BASE_URL) => {
    expect(parseConfig({ OPENAI_BASE_URL }).OPENAI_BASE_URL).toBe('https://api.example/v1');
  });

  test.each([
    'postgres://postgres@/postgres?host=/var/run/postgresql',
    'postgres:///postgres?host=/var/run/postgresql&user=postgres',
    'postgresql://postgres@%2Fvar%2Frun%2Fpostgresql/postgres',
  ])('takes %s, as libpq does, for a database', (DATABASE_URL) => {
    const settings = { DATABASE_URL, SESSION_SECRET: 's'.repeat(32) };
    expect(secretsOf(parseConfig(settings))).toEqual(['s'.repeat(32)]);
  });

  test.each([
    ['DISCORD_TOKEN', { DISCORD_TOKEN: 'x' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://a@b/c', SESSION_SECRET: 's'.repeat(32) }],
  ])('with %s makes no demo', (_, settings) => {
    expect(parseConfig(settings).isDemo).toBe(false);
  });

  test('keeps the passwords of the database and of its standby out of the log, as they are written and decoded', () => {
    const settings = {
      DATABASE_URL: addressWith('one%2Btwo'),
      DATABASE_READ_URL: addressWith('three'),
      SESSION_SECRET: 's'.repeat(32),
    };
    expect(secretsOf(parseConfig(settings))).toEqual(
      expect.arrayContaining(['one%2Btwo', 'one+two', 'three']),
    );
  });

  test('with an address past a pooler needs the address of the pooler, and keeps the passwords of both', () => {
    const past = { DATABASE_DIRECT_URL: addressWith('di%2Drect') };
    expect(() => parseConfig(past)).toThrow(/- DATABASE_DIRECT_URL: needs DATABASE_URL/);
    const config = parseConfig({
      ...past,
      DATABASE_URL: addressWith('pooled'),
      SESSION_SECRET: 's'.repeat(32),
      DISCORD_CLIENT_SECRET: 'quoted',
    });
    expect(secretsOf(config)).toEqual(expect.arrayContaining(['pooled', 'di%2Drect', 'di-rect']));
  });

  test.each([
    ['PORT', '70000'],
    ['DATABASE_READ_URL', 'http://standby'],
    ['DATABASE_DIRECT_URL', 'mysql://somewhere/secret-password'],
    ['PUBLIC_URL', 'ftp://host'],
    ['AI_TIMEOUT_MS', '0'],
    ['DISCORD_SHARDS', '0-3'],
    ['DISCORD_SHARDS', '0-16/16'],
    ['DISCORD_SHARDS', '3-2/16'],
    ['ROLES', 'api,cook'],
    ['LIMIT_PER_MINUTE', '-1'],
    ['LIMIT_PER_MINUTE', '3000000000'],
    ['LIMIT_PER_DAY_PREMIUM', '2147483648'],
    ['LIMIT_PER_DAY_FREE', '2147483648'],
    ['AI_TIMEOUT_MS', '2147483648'],
    ['RETENTION_DAYS', '1000000000000'],
    ['PUBLIC_URL', 'https://lotse.example/?a=b'],
    ['PUBLIC_URL', 'https://lotse.example/#top'],
    ['PUBLIC_URL', 'https://example.org/lotse'],
    ['DATABASE_URL', 'postgres:/nowhere'],
    ['DATABASE_URL', 'host=/var/run/postgresql dbname=lotse'],
    ['OPENAI_API_KEY', 'sk-one\nsk-two'],
    ['DISCORD_TOKEN', 'tokén'],
    ['FREE_WEEKLY_UNITS', '1.5'],
    ['TOP_UP_PACKS', '25=500'],
    ['QUOTA_TIME_ZONE', 'Nowhere/City'],
    ['LOG_LEVEL', 'loud'],
  ])('refuses an invalid %s and says why without repeating it', (name, value) => {
    const parse = () => parseConfig({ [name]: value });
    expect(parse).toThrow(ConfigError);
    expect(parse).toThrow(new RegExp(`- ${name}: .+ \\(.+\\)$`, 'm'));
  });

  test('names settings that are mistyped, and takes no other name of the environment for one', () => {
    const given = {
      OPENAI_APIKEY: 'sk-1',
      DATABSE_URL: 'x',
      log_level: 'info',
      MODEL_V1: 'a',
      PWD: '/',
      POST: '1',
    };
    expect(listMistyped({ ...given, OPENAI_BASE_URI: ' ' })).toEqual([
      ['OPENAI_APIKEY', 'OPENAI_API_KEY'],
      ['DATABSE_URL', 'DATABASE_URL'],
      ['log_level', 'LOG_LEVEL'],
    ]);
    expect(listMistyped({ HOME: '/', PATH: '/bin', LANG: 'C', NODE_ENV: 'x', MODEL: 'x' })).toEqual([]);
  });
});

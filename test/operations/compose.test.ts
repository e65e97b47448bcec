import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { parseConfig } from '../../src/config.ts';
import { SHUTDOWN_GRACE_SECONDS } from '../../src/domain/limits.ts';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const text = read('compose.yaml');

const healthSchema = z.strictObject({
  test: z.tuple([z.literal('CMD')]).rest(z.string()),
  interval: z.string(),
  timeout: z.string(),
  retries: z.number(),
  start_period: z.string(),
});
/** What both services have; every key that a service may have is named, so a misspelt one is found. */
const serviceSchema = z.strictObject({
  environment: z.record(z.string(), z.string()),
  networks: z.array(z.enum(['outside', 'database'])),
  healthcheck: healthSchema,
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  stop_grace_period: z.string(),
  restart: z.literal('unless-stopped'),
  logging: z.strictObject({
    driver: z.literal('json-file'),
    options: z.strictObject({ 'max-size': z.string(), 'max-file': z.string() }),
  }),
});
const composeSchema = z.strictObject({
  name: z.string(),
  services: z.strictObject({
    lotse: serviceSchema.extend({
      build: z.literal('.'),
      image: z.string(),
      depends_on: z.strictObject({ postgres: z.strictObject({ condition: z.literal('service_healthy') }) }),
      env_file: z.tuple([z.strictObject({ path: z.literal('.env'), required: z.literal(false) })]),
      ports: z.tuple([z.string()]),
      init: z.literal(true),
      user: z.string(),
      read_only: z.literal(true),
      tmpfs: z.array(z.string()),
    }),
    postgres: serviceSchema.extend({
      image: z.string(),
      volumes: z.tuple([z.string()]),
      cap_add: z.array(z.string()),
    }),
  }),
  networks: z.strictObject({
    outside: z.strictObject({}),
    database: z.strictObject({ internal: z.literal(true) }),
  }),
  volumes: z.strictObject({ database: z.strictObject({}) }),
});
const { services, volumes } = composeSchema.parse(parse(text));
const { lotse, postgres } = services;

/** As Compose puts variables in. @throws with its message for one that must be there and is not. */
function fill(value: string, given: Record<string, string>): string {
  return value.replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_all, name: string, kind: string, rest: string) => {
      const set = given[name];
      if (set) return set;
      if (kind === '-') return rest;
      throw new Error(`required variable ${name} is missing a value: ${rest}`);
    },
  );
}

const fillAll = (values: Record<string, string>, given: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(value, given)]));

const SECRETS = { POSTGRES_PASSWORD: 'a1'.repeat(32), SESSION_SECRET: 'b2'.repeat(32) };

describe('compose.yaml', () => {
  test('gives the service a valid configuration with the database beside it', () => {
    const config = parseConfig(fillAll(lotse.environment, SECRETS));
    const { host, pathname, username, password } = new URL(config.DATABASE_URL ?? '');
    const database = fillAll(postgres.environment, SECRETS);
    expect(config).toMatchObject({ HOST: '0.0.0.0', PORT: 3000, PUBLIC_URL: 'http://127.0.0.1:3000' });
    expect(host).toBe('postgres:5432');
    expect([username, pathname.slice(1), password]).toEqual([
      database.POSTGRES_USER,
      database.POSTGRES_DB,
      database.POSTGRES_PASSWORD,
    ]);
  });

  test.each([
    'POSTGRES_PASSWORD',
    'SESSION_SECRET',
  ])('starts nothing without %s and says how to make one', (name) => {
    const rest = { ...SECRETS, [name]: '' };
    expect(() => fillAll(lotse.environment, rest)).toThrow(
      `required variable ${name} is missing a value: set it in .env, made with openssl rand -hex 32`,
    );
  });

  test('contains no secret', () => {
    const given = Object.values({ ...lotse.environment, ...postgres.environment }).join('\n');
    for (const [value] of given.matchAll(/[^\n]*(PASSWORD|SECRET|TOKEN)[^\n]*/g))
      expect(value).toMatch(/\$\{(POSTGRES_PASSWORD|SESSION_SECRET):\?/);
  });

  test('exposes the service only to this machine, and the database only to the service', () => {
    expect(lotse.ports.map((port) => fill(port, {}))).toEqual(['127.0.0.1:3000:3000']);
    expect(postgres).not.toHaveProperty('ports');
    expect(postgres.networks).toEqual(['database']);
  });

  test('lets requests finish before it kills the service', () => {
    expect(lotse.stop_grace_period).toBe('25s');
    expect(Number.parseInt(lotse.stop_grace_period, 10)).toBeGreaterThan(SHUTDOWN_GRACE_SECONDS);
  });

  test('runs a supported PostgreSQL and keeps its data', () => {
    expect(Number(/^postgres:(\d+)/.exec(postgres.image)?.[1])).toBeGreaterThanOrEqual(15);
    const [volume, path] = postgres.volumes[0].split(':');
    expect(Object.keys(volumes)).toContain(volume);
    // From version 18 on the image keeps them elsewhere.
    expect(path).toBe('/var/lib/postgresql/data');
    expect(postgres.healthcheck.test).toContain('pg_isready');
  });

  test('asks the service for /readyz with the Node of its image', () => {
    const [, program, flag, script] = lotse.healthcheck.test;
    expect([program, flag]).toEqual(['node', '-e']);
    expect(script).toContain('http://127.0.0.1:3000/readyz');
    // Compose would put in a variable, and Podman would cut the words apart.
    expect(script).not.toMatch(/[$\s]/);
  });

  test('and the image agree about the user and the folder', () => {
    const image = read('Dockerfile');
    expect(image).toContain(`\nUSER ${lotse.user}\n`);
    expect(image).toContain(`\nVOLUME ${lotse.environment.DATA_DIR}\n`);
    expect(lotse.tmpfs).toContain(lotse.environment.DATA_DIR);
  });
});

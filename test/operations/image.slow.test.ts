import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type ServingProcess, startServing } from '../support/process.ts';

// A start of the embedded engine takes seconds when the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

const path = (name: string) => new URL(`../../${name}`, import.meta.url);
const read = (name: string) => readFileSync(path(name), 'utf8');
const image = read('Dockerfile').replaceAll('\\\n', ' ');
const manifest = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const stepsOf = (name: string) =>
  [...image.matchAll(new RegExp(`^${name} (.+)$`, 'gm'))].map(([, rest = '']) => rest.trim());
const isLet = (name: string) => read('.dockerignore').split('\n').includes(`!${name}`);

describe('the image', () => {
  test('contains only what it copies: neither data nor .env nor tests', () => {
    const copied = stepsOf('COPY').flatMap((step) => step.split(/ +/).slice(0, -1));
    expect(copied).toEqual(['package.json', 'package-lock.json', 'commands', 'src']);
    for (const name of copied)
      expect([name, existsSync(path(name)), isLet(name)]).toEqual([name, true, true]);
    const lines = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines.toSorted()).toEqual(['*', ...copied.map((name) => `!${name}`)].toSorted());
  });

  test('installs only from the lock file, and runs no package script at all and none of ours as root', () => {
    const install = stepsOf('RUN').find((step) => step.startsWith('npm'));
    for (const word of ['npm ci', '--omit=dev', '--omit=optional', '--ignore-scripts'])
      expect(install).toContain(word);
    expect(image.indexOf('USER ')).toBeLessThan(image.indexOf('\nCMD '));
    expect(stepsOf('USER')).toEqual(['1000:1000']);
  });

  test('names the folder of compiled files only after npm has run, which would make it as root', () => {
    const variable = image.indexOf('NODE_COMPILE_CACHE=');
    expect(variable).toBeGreaterThan(image.lastIndexOf('npm '));
    expect(variable).toBeLessThan(image.indexOf('mkdir /data compiled'));
  });

  test('starts what npm start starts, but without npm, so signals reach it', () => {
    const [start] = stepsOf('CMD');
    // `exec` lets signals to npm reach the service; Windows knows none and takes what follows.
    // Only a clone may lack its packages.
    const script = manifest.scripts.start?.replace('--import ./src/installed.mjs ', '');
    const [command = ''] = script?.split(' || ') ?? [];
    expect(['exec', ...JSON.parse(start ?? '[]')]).toEqual(command.split(' '));
    const variables = stepsOf('ENV').join(' ').split(' ');
    expect(variables).toContain('MALLOC_ARENA_MAX=1');
    expect(variables).toContain('NODE_COMPILE_CACHE=/app/compiled');
  });

  test('contains the Node version that the project runs on', () => {
    const major = /^node:(\d+)-/.exec(stepsOf('FROM')[0] ?? '')?.[1];
    expect(process.versions.node.split('.')[0]).toBe(major);
  });
});

describe('its health check', () => {
  let database: TestDatabase;
  let service: ServingProcess;
  beforeAll(async () => {
    database = await createTestDatabase();
    // A process without callers has it, too.
    service = await startServing({ ...database.settings, ROLES: 'jobs' });
  });
  afterAll(async () => {
    await service.stop();
    await database.remove();
  });

  const [command = '[]'] = [...image.matchAll(/^HEALTHCHECK .*?CMD (\[.+\])$/gm)].map(([, found]) => found);

  test('succeeds while the service answers and fails when nothing runs', () => {
    const [program, ...words] = JSON.parse(command) as string[];
    expect(program).toBe('node');
    const check = (port: string) => spawnSync(process.execPath, words, { env: { PORT: port } }).status;
    expect(check(new URL(service.url).port)).toBe(0);
    expect(check('1')).toBe(1);
  });
});

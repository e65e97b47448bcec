import { createSecretKey } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSessionSecret } from '../../src/adapters/session-secret.ts';
import { parseConfig } from '../../src/config.ts';
import { createSeal } from '../../src/core/owners/seal.ts';
import { ConfigError } from '../../src/domain/errors.ts';
import { makeFolder } from '../support/database.ts';

const seal = createSeal(createSecretKey('s'.repeat(32), 'utf8'));

describe('a sealed text', () => {
  test('opens with the same secret in the same place, whatever it contains', () => {
    for (const text of ['', 'token', 'ü'.repeat(1000), '\u0000']) {
      expect(seal.open(seal.close(text, 'session:1'), 'session:1')).toBe(text);
    }
  });

  test('looks different each time and never contains the plain text', () => {
    const [one, two] = [seal.close('a long enough token', 'p'), seal.close('a long enough token', 'p')];
    expect(one.equals(two)).toBe(false);
    expect(one.includes('a long enough token')).toBe(false);
  });

  test('opens in no other place and with no other secret', () => {
    const sealed = seal.close('token', 'session:1');
    expect(seal.open(sealed, 'session:2')).toBeNull();
    expect(createSeal(createSecretKey('t'.repeat(32), 'utf8')).open(sealed, 'session:1')).toBeNull();
  });

  test('no longer opens if a single bit is changed or it is cut', () => {
    const sealed = seal.close('token', 'p');
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(seal.open(changed, 'p')).toBeNull();
      expect(seal.open(sealed.subarray(0, at), 'p')).toBeNull();
    }
  });
});

test('the form token depends on the session and on the secret', () => {
  const other = createSeal(createSecretKey('t'.repeat(32), 'utf8'));
  expect(seal.csrfOf('a')).toMatch(/^[\w-]{43}$/);
  expect(seal.csrfOf('a')).toBe(seal.csrfOf('a'));
  expect(new Set([seal.csrfOf('a'), seal.csrfOf('b'), other.csrfOf('a')]).size).toBe(3);
});

test('the mark of a sale depends on the server and on the secret, and is not a form token', () => {
  const other = createSeal(createSecretKey('t'.repeat(32), 'utf8'));
  expect(seal.markOf('a')).toBe(seal.markOf('a'));
  expect(new Set([seal.markOf('a'), seal.markOf('b'), other.markOf('a'), seal.csrfOf('a')]).size).toBe(4);
});

describe('the secret of an installation', () => {
  let folder: string;
  beforeAll(() => {
    folder = makeFolder('lotse-secret-');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const read = async (settings = {}) =>
    (await readSessionSecret({ DATA_DIR: folder, SESSION_SECRET: undefined, ...settings }))
      .export()
      .toString('hex');

  test('is created once, however many processes start at the same moment, and only its owner can read it', async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, () => read()));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(await read()).toBe(secrets[0]);
    expect(readdirSync(folder)).toEqual(['session-secret']);
    expect(statSync(join(folder, 'session-secret')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'session-secret'), 'utf8')).toBe(secrets[0]);
  });

  test('is the configured one if there is one', async () => {
    expect(await read({ SESSION_SECRET: 'g'.repeat(32) })).toBe(Buffer.from('g'.repeat(32)).toString('hex'));
  });

  test.each([
    '',
    'short',
    'x'.repeat(64),
  ])('is not taken from a file with %j, which is left unchanged', async (text) => {
    const path = join(folder, 'session-secret');
    writeFileSync(path, text);
    await expect(read()).rejects.toThrow(ConfigError);
    await expect(read()).rejects.toThrow(`${path} contains no secret; delete the file`);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('of less than 32 bytes is one fault, on both databases', () => {
    const DATABASE_URL = 'postgres://a@b/c';
    for (const settings of [
      { SESSION_SECRET: 'x'.repeat(31) },
      { SESSION_SECRET: 'short', DATABASE_URL },
      { DATABASE_URL },
    ]) {
      expect(() => parseConfig(settings)).toThrow(
        /^One setting is wrong:\n {2}- SESSION_SECRET: .*at least 32 bytes/,
      );
    }
    expect(parseConfig({ SESSION_SECRET: 'ü'.repeat(16) }).SESSION_SECRET).toHaveLength(16);
  });
});

import { createSecretKey, randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { ConfigError } from '../domain/errors.ts';

const FILE_NAME = 'session-secret';
const SECRET = /^[0-9a-f]{64}$/;

/**
 * SESSION_SECRET, or 32 random bytes that the first process puts into DATA_DIR. A key object cannot be logged or made
 * JSON.
 * @throws ConfigError when the file holds something else.
 */
export async function readSessionSecret(config: Pick<Config, 'SESSION_SECRET' | 'DATA_DIR'>) {
  if (config.SESSION_SECRET) return createSecretKey(config.SESSION_SECRET, 'utf8');
  const path = join(config.DATA_DIR, FILE_NAME);
  const text = (await readIfThere(path)) ?? (await writeOnce(path));
  if (!SECRET.test(text.trim())) {
    throw new ConfigError([
      `SESSION_SECRET: ${path} contains no secret; delete the file and start again (everyone then signs in again)`,
    ]);
  }
  return createSecretKey(text.trim(), 'hex');
}

/** A link is made whole or not at all, and never over another, so the first process wins. */
async function writeOnce(path: string): Promise<string> {
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  await writeFile(draft, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true });
  try {
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(path, 'utf8');
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

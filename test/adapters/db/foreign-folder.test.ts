import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEmbedded } from '../../../src/adapters/db/embedded.ts';

test.each([
  ['of an older PostgreSQL', '16\n', /was made by PostgreSQL 16, and this Lotse needs \d+/],
  ['that lost its version', null, /is damaged: its PG_VERSION is missing/],
])('The embedded database leaves a folder %s as it is, and says why', async (_, version, said) => {
  const folder = mkdtempSync(join(tmpdir(), 'lotse-foreign-'));
  const engine = join(folder, 'postgres');
  mkdirSync(engine);
  writeFileSync(join(engine, 'base'), 'what somebody keeps');
  if (version !== null) writeFileSync(join(engine, 'PG_VERSION'), version);
  const before = readdirSync(engine);
  await expect(openEmbedded(folder)).rejects.toThrow(said);
  expect(readdirSync(engine)).toEqual(before);
  expect(existsSync(join(engine, 'base'))).toBe(true);
  rmSync(folder, { recursive: true });
});

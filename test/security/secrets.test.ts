import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodeBase62, randomBase62 } from '../../src/core/owners/key-format.ts';

/** What is installed, made or a developer's own. */
const NOT_OURS = new Set(['node_modules', '.git', 'data', 'coverage', '.env']);

function listFiles(folder = '.'): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(path);
    return entry.isFile() ? [path] : [];
  });
}

/** Secrets of kinds that the scanner has no rule for: our own keys, whose checksum holds, and tokens of bots. */
function findSecrets(text: string): string[] {
  const keys = [...text.matchAll(/lts_(?:test_)?[0-9A-Za-z]{38}/g)].filter(
    ([key]) => encodeBase62(BigInt(crc32(key.slice(0, -6))), 6) === key.slice(-6),
  );
  const tokens = [...text.matchAll(/([MNO][\w-]{23,27})\.[\w-]{6}\.[\w-]{27,40}/g)].filter(([, id = '']) =>
    /^\d{17,20}$/.test(Buffer.from(id, 'base64url').toString()),
  );
  return [...keys, ...tokens].map(([secret]) => secret);
}

function makeKey(prefix: string): string {
  const body = prefix + randomBase62(32);
  return body + encodeBase62(BigInt(crc32(body)), 6);
}
const makeBotToken = () =>
  `${Buffer.from('123456789012345678').toString('base64url')}.${randomBase62(6)}.${randomBase62(38)}`;

test('no file of the project contains one of our keys or a bot token', () => {
  const files = listFiles();
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((file) => findSecrets(readFileSync(file, 'latin1')).length > 0);
  expect(found).toEqual([]);
});

test('a planted one would be noticed, and a lookalike is not', () => {
  for (const secret of [makeKey('lts_'), makeKey('lts_test_'), makeBotToken()])
    expect(findSecrets(`const key = '${secret}';`)).toEqual([secret]);
  expect(findSecrets(`lts_${'a'.repeat(38)} MTIzNDU2Nzg5.the-token.of-the-bot`)).toEqual([]);
});

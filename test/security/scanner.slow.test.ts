import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { text as readText } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** Runs the scanner of `npm run lint` with its settings over one file. */
async function scan(text: string): Promise<{ code: number | null; output: string }> {
  const scanner = spawn('node_modules/.bin/secretlint', ['--stdinFileName=planted.ts', '--format=compact']);
  scanner.stdin.end(text);
  const output = readText(scanner.stdout);
  const code = await new Promise<number | null>((done) => {
    scanner.once('close', done);
  });
  return { code, output: await output };
}

test('the scan of the whole project finds credentials of other issuers: code hosts, payments, databases, private keys', async () => {
  const random = (characters: number) => randomBytes(characters).toString('hex').slice(0, characters);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const planted = {
    GITHUB_TOKEN: `ghp_${random(36)}`,
    STRIPE_SECRET_KEY_LIVE: `sk_live_${random(24)}`,
    PostgreSQLConnection: `postgres://lotse:${random(16)}@db.harbour.example:5432/lotse`,
    PrivateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
  };
  const { code, output } = await scan(`${Object.values(planted).join('\n')}\n`);
  expect(code).toBe(1);
  for (const [rule, secret] of Object.entries(planted)) {
    expect(output).toContain(rule);
    expect(output).not.toContain(secret);
  }
  expect((await scan("const key = 'nothing';\n")).code).toBe(0);
}, 60_000);

import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/core/owners/keys.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { ROOT } from './documents.ts';

const run = promisify(execFile);
const STRICT = [
  ...['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes'],
  ...['--module', 'nodenext', '--target', 'es2024', '--allowImportingTsExtensions', '--types', 'node'],
];

let app: TestApp;
let server: { id: string; key: string };
let folder: string;
beforeAll(async () => {
  app = await startApp();
  server = await app.addServer({ language: 'en' });
  // Inside the project, where its packages are found.
  mkdirSync(`${ROOT}coverage`, { recursive: true });
  folder = mkdtempSync(`${ROOT}coverage/typed-`);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  copyFileSync(`${ROOT}docs/samples/typed.ts`, join(folder, 'typed.ts'));
  // As docs/samples/typed.ts prints it, in this clone.
  const document = `${app.url}/api/v1/openapi.json`;
  await run('npx', ['openapi-typescript', document, '-o', join(folder, 'lotse.d.ts')], { cwd: ROOT });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app.stop();
});

const compile = (file: string) => {
  const words = [`${ROOT}node_modules/typescript7/bin/tsc`, ...STRICT, '--ignoreConfig', join(folder, file)];
  return run(process.execPath, words, { cwd: folder });
};

test('types made from the running service compile with a client that uses every operation, and it works', async () => {
  await compile('typed.ts');
  const { key } = await createKey(app.core, { serverId: server.id, scope: 'knowledge' });
  const keys = [`LOTSE_URL=${app.url}`, `LOTSE_API_KEY=${server.key}`, `LOTSE_KNOWLEDGE_KEY=${key}`];
  const { stdout } = await run('env', [...keys, process.execPath, join(folder, 'typed.ts')]);
  expect(stdout.split('\n')).toEqual([
    '201 import',
    'faq-17 200 ',
    expect.stringMatching(/^Answer: .*9:00 to 17:00/),
    '204 204',
    '1 resolved billing 2 204',
    '1 true',
    'faq-17 null',
    '{"jsonrpc":"2.0","id":1,"result":{}}',
    '204 wrong_scope',
    '',
  ]);
});

test('what the service would refuse does not compile', async () => {
  const start = `import createClient from 'openapi-fetch';
import type { paths } from './lotse.d.ts';
const { POST, PUT } = createClient<paths>();
const path = { id: 'x' };
`;
  const wrong = [
    `await POST('/api/v1/chat', { body: { messages: [{ role: 'bot', content: 'Hi' }] } });`,
    `await POST('/api/v1/chat', { body: { messages: [], context: [{ label: 'Plan' }] } });`,
    `await POST('/api/v1/answers/{id}/outcome', { params: { path }, body: { outcome: 'done' } });`,
    `await POST('/api/v1/answers/{id}/feedback', { params: { path }, body: {} });`,
    `await PUT('/api/v1/knowledge/{id}', { params: { path }, body: { title: 'x' } });`,
    `(await POST('/api/v1/chat', { body: { messages: [] } })).data?.colour;`,
  ];
  // Each line is expected to be wrong; one that is not is an error itself.
  const lines = wrong.map((line) => `// @ts-expect-error\n${line}\n`);
  writeFileSync(join(folder, 'wrong.ts'), start + lines.join(''));
  await compile('wrong.ts');
  writeFileSync(
    join(folder, 'right.ts'),
    `${start}// @ts-expect-error\nawait POST('/api/v1/chat', { body: { messages: [] } });`,
  );
  await expect(compile('right.ts')).rejects.toMatchObject({ stdout: expect.stringContaining('TS2578') });
});

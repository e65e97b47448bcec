import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findFreePort, makeFolder, startProcess } from '../support/process.ts';

/** The operator's way into the dashboard of an installation without any settings. */
const folder = makeFolder();
const settings = { DATA_DIR: join(folder, 'data'), PORT: String(await findFreePort()) };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the service, lets `meanwhile` run, and stops it. */
async function run<Result>(more: Record<string, string>, meanwhile: () => Promise<Result>) {
  const service = startProcess('src/main.ts', { ...settings, ...more });
  try {
    const text = await service.saw('listening on');
    const links = [...text.matchAll(/^ {2}(http:\/\/127\.0\.0\.1:\d+\/login\/local\?token=([\w-]{43}))$/gm)];
    const log = text.split('\n').filter((line) => line.startsWith('{'));
    return { links, log, result: await meanwhile() };
  } finally {
    await service.stop();
  }
}

test('every start prints a new link outside the log, and the command line makes one beside it', async () => {
  const readSecret = async () => readFileSync(join(settings.DATA_DIR ?? '', 'session-secret'), 'utf8');
  const first = await run({}, async () => {
    const cli = startProcess('src/cli.ts', settings, ['dashboard', 'link', '--json']);
    await cli.exited;
    return { url: JSON.parse(cli.stdout()).url, secret: await readSecret() };
  });
  const second = await run({}, readSecret);
  const urls = [...first.links, ...second.links].map(([, url]) => url);
  expect(urls).toHaveLength(2);
  expect(new Set([...urls, first.result.url]).size).toBe(3);
  expect(second.result).toBe(first.result.secret);
  const log = [...first.log, ...second.log].join('\n');
  const secrets = [...[...first.links, ...second.links].map(([, , token = '']) => token), second.result];
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  // Three processes one after the other, the first of which makes the database.
}, 60_000);

test('a process without the dashboard prints no link', async () => {
  const { links } = await run({ ROLES: 'api,jobs' }, async () => undefined);
  expect(links).toEqual([]);
});

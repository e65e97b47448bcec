import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder, type StartedProcess, startProcess } from '../support/process.ts';

// Commands beside each other on an embedded database that no service serves.

const folder = makeFolder();
const settings = { DATA_DIR: join(folder, 'data') };
const command = (...words: string[]) => startProcess('src/cli.ts', settings, words);

beforeAll(async () => {
  expect(await command('server', 'add', '--id', 'harbour', '--name', 'Harbour').exited).toBe(0);
  const loading = command('knowledge', 'import', 'harbour', '-', '--format', 'jsonl');
  const line = (n: number) => JSON.stringify({ title: `Entry ${n}`, text: 'word '.repeat(200) });
  loading.child.stdin?.end(Array.from({ length: 2_000 }, (_, n) => line(n)).join('\n'));
  expect([await loading.exited, loading.stderr()]).toEqual([0, expect.any(String)]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An export that stands still in the middle, because nobody reads on. */
async function beginExport(): Promise<StartedProcess> {
  const exporting = command('server', 'export', 'harbour');
  await exporting.saw('"lotse_export"');
  exporting.child.stdout?.pause();
  return exporting;
}

test('a command outlives the one that opened the database, which waits for it', async () => {
  const first = await beginExport();
  const second = await beginExport();
  first.child.stdout?.resume();
  await expect.poll(() => first.stderr(), { timeout: 30_000 }).toContain('Another command');
  expect(first.stdout()).toMatch(/"checksum":"\w+"\}\n$/);
  second.child.stdout?.resume();
  expect([await second.exited, second.stderr()]).toEqual([0, '']);
  expect(second.stdout()).toMatch(/"checksum":"\w+"\}\n$/);
  expect(await first.exited).toBe(0);
  const third = command('server', 'list');
  expect([await third.exited, third.stderr()]).toEqual([0, '']);
});

test('commands that start at once all get their turn, whoever opened the database', async () => {
  const commands = Array.from({ length: 6 }, () => command('server', 'list', '--json'));
  for (const one of commands) expect([await one.exited, one.stderr()]).toEqual([0, '']);
});

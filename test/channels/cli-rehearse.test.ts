import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { EXPORTS, type Talk, TRANSCRIPTS } from '../core/rehearsals/files.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { runOn } from './cli-setup.ts';

let app: TestApp;
let folder: string;
let id: string;
beforeAll(async () => {
  app = await startApp();
  folder = await mkdtemp(join(tmpdir(), 'lotse-transcripts-'));
});
beforeEach(async () => {
  ({ id } = await app.addServer({ language: 'en' }));
  await app.addKnowledge(id, [
    { id: 'ferry', title: 'How long does the ferry take?', text: 'The ferry takes 40 minutes.' },
  ]);
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});

const TALKS: Talk[] = [
  { asked: 'How long does the ferry take?', told: 'The ferry takes 40 minutes.' },
  { asked: 'Wo kaufe ich einen Regenschirm?', told: 'Im Laden am Kai.' },
];
const file = EXPORTS.zammad(TALKS);
const run = (...argv: string[]) => runOn(async () => app.core, argv, { 'export.json': file, empty: '' });

test('rehearse asks every conversation of a file again and prints its report', async () => {
  const { code, out, err } = await run('rehearse', id, 'export.json');
  expect({ code, err }).toEqual({
    code: 0,
    err: expect.stringMatching(/^Rehearsal [-0-9a-f]{36}, conversations: 2, to do: 2\n/),
  });
  expect(out).toMatch(/^state +done$/m);
  expect(out).toMatch(/^answered +1$/m);
  expect(out).toMatch(/^handed over +1 \(1 not_in_knowledge\)$/m);
  expect(out).toContain('Entries that would help most:\nasked  question');
});

test('rehearse show gives machines what the contract names, and rehearse delete removes it', async () => {
  const { out: told } = await run(
    'rehearse',
    id,
    'export.json',
    '--share',
    '50',
    '--format',
    'zammad',
    '--json',
  );
  const { out } = await run('rehearse', 'show', id, '--json');
  expect(JSON.parse(out)).toEqual(JSON.parse(told));
  const { id: made } = JSON.parse(out);
  expect(JSON.parse(out)).toMatchObject({
    ...{ conversations: 2, answered: 1, handed_over: { not_in_knowledge: 1 }, drafted: 0, differs: 0 },
    ...{ price_percent: expect.any(Number), share_percent: 50, format: 'zammad', state: 'done' },
    entries_that_would_add: [
      { question: 'Wo kaufe ich einen Regenschirm?', count: 1, answer: 'Im Laden am Kai.' },
    ],
  });
  const question = `This deletes the rehearsal ${made} with its conversations.`;
  expect(await run('rehearse', 'delete', id, made)).toEqual({
    ...{ code: 2, out: '', err: `${question} Add --yes to do it.\n` },
  });
  expect(await run('rehearse', 'delete', id, made, '--yes')).toMatchObject({
    ...{ code: 0, out: `Deleted ${made}.\n` },
  });
  const none = { code: 3, err: 'This server has no such rehearsal.\n' };
  expect(await run('rehearse', 'show', id)).toMatchObject(none);
  expect(await run('rehearse', 'delete', id, made, '--yes')).toMatchObject(none);
});

test('a folder is read as the transcripts in it', async () => {
  const writers = Object.values(TRANSCRIPTS);
  await Promise.all(writers.map((write, n) => writeFile(join(folder, `${n}.html`), write(TALKS[0] as Talk))));
  await writeFile(join(folder, 'notes.txt'), 'nothing');
  const files = Object.fromEntries(
    writers.map((write, n) => [join(folder, `${n}.html`), write(TALKS[0] as Talk)]),
  );
  const { out } = await runOn(async () => app.core, ['rehearse', id, folder, '--json'], files);
  expect(JSON.parse(out)).toMatchObject({ format: 'transcripts', conversations: 3, answered: 3 });
});

test.each([
  ['an empty file', ['empty'], 1, 'empty is empty.\n'],
  [
    'a file of another system',
    ['export.json', '--format', 'zendesk'],
    1,
    /^export.json has no conversations/,
  ],
  ['a file that is not there', ['nowhere'], 1, 'nowhere cannot be read: there is no such file.\n'],
  ['no file', [], 2, 'Give FILE or --channel.\n'],
  [
    'an unknown format',
    ['export.json', '--format', 'jira'],
    2,
    /^--format: must be one of zendesk, intercom/,
  ],
  ['no share', ['export.json', '--share', '0'], 2, '--share: must be above 0\n'],
  ['a share of more than everything', ['export.json', '--share', '101'], 2, '--share: must be 100 or less\n'],
])('%s is told in one sentence', async (_, argv, code, sentence) => {
  const told = await run('rehearse', id, ...argv);
  expect(told.code).toBe(code);
  expect(told.err).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence));
});

test('the help tells what it does and takes', async () => {
  const { out } = await run('rehearse', '--help');
  for (const part of ['--share', '--format', 'show', 'delete', 'transcripts']) expect(out).toContain(part);
});

test('a channel needs a bot that reads it, and goes with no file', async () => {
  const alone = await run('rehearse', id, '--channel', '123456789');
  expect(alone).toMatchObject({ code: 1, err: expect.stringContaining('No bot is connected') });
  const both = await run('rehearse', id, 'export.json', '--channel', '123456789');
  expect(both).toMatchObject({ code: 2, err: 'Give FILE or --channel, not both.\n' });
});

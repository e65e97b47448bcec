import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { MAX_IMPORT_BYTES } from '../../src/domain/limits.ts';
import { useApp } from '../support/use-app.ts';
import { runOn } from './cli-setup.ts';

const app = useApp();

const LATIN_1 = Buffer.from('# Gr\u00fc\u00dfe\nHallo', 'latin1');
const TOO_LARGE = Buffer.alloc(MAX_IMPORT_BYTES + 1, 'a');
const run = (...argv: string[]) => runOn(async () => app.core, argv);

test.each([
  'server show nowhere',
  'knowledge check nowhere',
  'server delete nowhere',
  'server set nowhere --tone dry',
  'key create nowhere',
  'credit grant nowhere 5 --reference r',
  'knowledge import nowhere k.jsonl',
  'knowledge list nowhere',
  'link add nowhere https://docs.example/',
  'link remove nowhere https://docs.example/',
  'ask nowhere Who?',
  'usage nowhere',
])('an unknown server gives one sentence for machines, and the exit code 3: %s', async (line) => {
  const files = { 'k.jsonl': '{"title":"Rules","text":"Be kind."}' };
  const answered = await runOn(async () => app.core, [...line.split(' '), '--json'], files);
  const error = { code: 'not_found', message: 'There is no server with the id nowhere.' };
  expect(answered).toEqual({ code: 3, out: '', err: `${JSON.stringify({ error })}\n` });
});

test('every wrong value is named with its reason, and nothing changes', async () => {
  const { id } = await app.addServer();
  const before = await run('server', 'show', id);
  const wrong = await run(
    ...['server', 'set', id, '--members', '-3.5', '--plan', 'gold', '--joined', 'soon', '--active', 'no'],
    ...['--avatar', 'ftp://x.example/a', '--level', 'V9', '--language', 'sv', '--bot-name', ''],
  );
  expect(wrong).toMatchObject({ code: 2, out: '' });
  const named = wrong.err
    .trim()
    .split('\n')
    .map((line) => line.split(':')[0]);
  expect(named.toSorted()).toEqual([
    '--active',
    '--avatar',
    '--bot-name',
    '--joined',
    '--language',
    '--level',
    '--members',
    '--plan',
  ]);
  expect(wrong.err).not.toMatch(/: *$/m);
  expect(await run('server', 'show', id)).toEqual(before);
});

const closed = () => Promise.reject(new Error('opened'));

test.each([
  ['gone.md', 'gone.md cannot be read: there is no such file.'],
  ['latin.md', 'latin.md is not UTF-8. Save it as UTF-8 and try again.'],
  ['large.md', 'large.md is larger than 32 MB. Split the file and import'],
])('a file that cannot be imported opens no database and says why: %s', async (file, message) => {
  const files = { 'latin.md': LATIN_1, 'large.md': TOO_LARGE };
  const { code, out, err } = await runOn(closed, ['knowledge', 'import', 'x', file], files);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(message);
});

test.each([
  [['server', 'add', '--name', 'x'], '--id: is required'],
  [['server', 'add', '--id', 'a b', '--name', 'x'], '--id: must be 1 to 64 letters'],
  [['server', 'show', 'a/b'], 'ID: must be 1 to 64 letters'],
  [['server', 'set', 'x'], 'Give at least one option'],
  [['credit', 'grant', 'x', '5'], '--reference: is required'],
  [['credit', 'grant', 'x', '0', '--reference', 'r'], 'PERCENT: must be above 0'],
  [['knowledge', 'import', 'x', 'k.xlsx'], 'FILE: this is a spreadsheet. Save it as CSV'],
  [['knowledge', 'import', 'x', 'k.png'], 'FILE: must end in .md, .jsonl, .csv, .html, .pdf'],
  [['link', 'add', 'x', 'docs.example'], 'URL: must be an http or https address'],
  [['ask', 'x', ' '], 'QUESTION: must not be empty'],
  [['server', 'list', '--all'], "unknown option '--all'"],
  [['sever', 'list'], "unknown command 'sever'"],
  [['key', 'create'], 'SERVER: is required'],
  [['usage', 'a', 'b'], 'too many arguments'],
  [['server'], 'Usage:'],
])('a wrong command line opens no database and says why: %j', async (argv, message) => {
  const { code, out, err } = await runOn(closed, argv);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(message);
});

test('help is not an error and opens no database', async () => {
  const openCore = () => Promise.reject(new Error('opened'));
  for (const argv of [['--help'], ['help'], ['server', 'set', '--help']]) {
    const { code, out, err } = await runOn(openCore, argv);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('--json');
  }
});

test('an unexpected error is a sentence, never a stack', async () => {
  const { code, out, err } = await runOn(
    () => Promise.reject(new TypeError('odd\n  at x.ts:1')),
    ['server', 'list'],
  );
  expect({ code, out, err }).toEqual({ code: 1, out: '', err: 'Something went wrong. (odd)\n' });
});

test.each([
  [['server', 'list', '--all', '--json'], 'usage', "unknown option '--all'"],
  [['server', '--json'], 'usage', 'A command is missing; add --help to see the commands.'],
  [['server', 'show', 'a/b', '--json'], 'usage', 'ID: must be 1 to 64 letters, digits, - or _'],
])('with --json a wrong command line is told as one line of JSON and nothing else: %j', async (argv, code, message) => {
  const refused = await runOn(closed, argv);
  expect([refused.code, refused.out]).toEqual([2, '']);
  expect(JSON.parse(refused.err)).toEqual({ error: { code, message } });
});

test('a server is deleted after a yes in a terminal or with --yes, and never unasked', async () => {
  const [{ id }, { id: other }] = [await app.addServer(), await app.addServer()];
  const question = `This deletes Test (${id}) with its keys, knowledge, credit and records.`;
  const unasked = await run('server', 'delete', id);
  expect(unasked).toEqual({ code: 2, out: '', err: `${question} Add --yes to do it.\n` });
  const no = await runOn(async () => app.core, ['server', 'delete', id], {}, 'n');
  expect(no).toEqual({ code: 1, out: '', err: 'Nothing was deleted.\n' });
  expect((await run('server', 'show', id)).code).toBe(0);
  const yes = await runOn(async () => app.core, ['server', 'delete', id], {}, 'Yes ');
  expect([yes.code, (await run('server', 'show', id)).code]).toEqual([0, 3]);
  expect((await run('server', 'delete', other, '--yes')).code).toBe(0);
});

test('the version is that of the package', async () => {
  expect(await runOn(closed, ['--version'])).toEqual({ code: 0, out: `${packageJson.version}\n`, err: '' });
});

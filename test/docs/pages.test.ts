import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { runCli } from '../../src/channels/cli/program.ts';
import { TABS, tabTexts } from '../../src/channels/dashboard/i18n/frame.ts';
import { DOCUMENTS, findDeadLinks, headingsOf, ROOT, readDocument } from './documents.ts';

/** Names in capitals that are no settings of the service. */
const NO_SETTINGS = new Set([
  'NODE_COMPILE_CACHE',
  // A placeholder of personal data.
  'EMAIL_1',
  'MALLOC_ARENA_MAX',
  // Families of addresses in the unit.
  ...['AF_UNIX', 'AF_INET', 'AF_INET6', 'AF_NETLINK'],
  'OLLAMA_CONTEXT_LENGTH',
  'OLLAMA_KEEP_ALIVE',
  ...['LOTSE_WEBHOOK_SECRET', 'KNOWLEDGE_KEY', 'WEBHOOK_ID', 'WEBHOOK_TIMESTAMP', 'WEBHOOK_SIGNATURE'],
  // Of n8n.
  'NODE_FUNCTION_ALLOW_BUILTIN',
  ...['LOTSE_API_KEY', 'KEY_ID', 'FC_SEED', 'POSTGRES_PASSWORD', 'CHROMIUM_PATH'],
  ...['TEST_DATABASE_URL', 'TEST_DATABASE_DIRECT_URL'],
]);
const MAX_PICTURE_BYTES = 150_000;
const MAX_PICTURE_WIDTH = 1_200;

const settings = new Set(
  [...readFileSync(`${ROOT}src/config.ts`, 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(
    ([, name]) => name,
  ),
);

/** Names of all program files, without their folders. */
const programs = new Set(
  ['src', 'commands', 'test', 'bench', 'docs'].flatMap((folder) =>
    readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' }).map((path) => basename(path)),
  ),
);

/** Commands of the command line as they stand in the documents, each with its options. */
const commands = DOCUMENTS.flatMap(({ path, text }) =>
  [...text.matchAll(/npm run -s cli -- ([a-z][^\n`)#|>]*)/g)].map(([, line = '']) => ({ path, line })),
);

describe.each(DOCUMENTS)('$path', (document) => {
  const { text } = document;

  test('links only to files and headings that exist', () => {
    expect(findDeadLinks(document)).toEqual([]);
  });

  test('names only program files that exist', () => {
    const named = [...text.matchAll(/[\w.-]+\.ts\b/g)].map(([name]) => name);
    expect(named.filter((name) => !programs.has(name))).toEqual([]);
  });

  test('names only scripts that package.json has', () => {
    const named = [...text.matchAll(/npm run (?:-s )?([a-z][a-z:-]*[a-z])/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in packageJson.scripts))).toEqual([]);
  });

  test('names only settings that the service reads', () => {
    // Programs have names of their own.
    const own = text.replace(/^```(?:js|ts|python|php)\n[\s\S]*?^```$/gm, '');
    const named = [...own.matchAll(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]\b/g)].map(([name]) => name);
    expect(named.filter((name) => !settings.has(name) && !NO_SETTINGS.has(name))).toEqual([]);
  });
});

test.each(commands)('the command line knows `$line` of $path', async ({ line }) => {
  const words = line.split(' ').filter((word) => word !== '');
  const options = words.filter((word) => word.startsWith('--') && word !== '--help' && word !== '--json');
  const verbs = words.slice(0, words.findIndex((word, at) => at === 2 || !/^[a-z]+$/.test(word)) >>> 0);
  let help = '';
  const stdout = (written: string) => {
    help += written;
  };
  const refuse = () => Promise.reject(new Error('help needs nothing'));
  await runCli({
    argv: [...verbs, '--help'],
    ...{ openCore: refuse, stdout, stderr: stdout, readFile: refuse },
  } as unknown as Parameters<typeof runCli>[0]);
  expect(help).toContain(`Usage: npm run -s cli -- ${verbs.join(' ')}`.trimEnd());
  for (const option of options) expect(help).toContain(option);
});

describe('README.md', () => {
  const { text } = readDocument('README.md');

  test('begins with the two commands that install, run and test everything', () => {
    const [, block = ''] = /^```sh\n([\s\S]*?)^```$/m.exec(text) ?? [];
    expect(block.split('\n').map((line) => line.split('#', 1).join('').trim())).toEqual([
      ...['npm ci && npm start', 'npm ci && npm test', ''],
    ]);
  });

  test('is one page, with a place for the figures of the last run', () => {
    expect(text.split('\n').length).toBeLessThanOrEqual(151);
    expect(text).toMatch(/^<!-- figures -->$[\s\S]+^<!-- \/figures -->$/m);
  });
});

describe('The pages for owners', () => {
  const english = readDocument('docs/owners.md');
  const german = readDocument('docs/owners.de.md');

  test('have the same structure in both languages', () => {
    const structureOf = (text: string) => text.split('\n').map((line) => /^(#+|-|\d\.|\||)/.exec(line)?.[0]);
    expect(structureOf(german.text)).toEqual(structureOf(english.text));
    expect(headingsOf(german)).toHaveLength(headingsOf(english).length);
  });

  test('name the dashboard’s pages as the dashboard does', () => {
    for (const tab of TABS.filter((one) => one !== 'api')) {
      expect(english.text).toContain(tabTexts.en[tab]);
      expect(german.text).toContain(tabTexts.de[tab]);
    }
  });
});

test('pictures are small, and each is used in a document', () => {
  const pictures = readdirSync(`${ROOT}docs/pictures`);
  expect(pictures).not.toEqual([]);
  for (const name of pictures) {
    const path = `${ROOT}docs/pictures/${name}`;
    expect(name).toMatch(/^[a-z-]+\.png$/);
    expect(statSync(path).size).toBeLessThan(MAX_PICTURE_BYTES);
    expect(readFileSync(path).readUInt32BE(16)).toBeLessThan(MAX_PICTURE_WIDTH);
    expect(DOCUMENTS.some(({ text }) => text.includes(`pictures/${name})`))).toBe(true);
  }
});

import { expect, test } from 'vitest';
import { parseConfig } from '../../src/config.ts';
import { runOn } from '../channels/cli-setup.ts';
import { useApp } from '../support/use-app.ts';

/** What operators set and type by mistake, and the sentence that they read. */
const SECRET = { SESSION_SECRET: 's'.repeat(32) };
const SETTINGS: readonly (readonly [given: Record<string, string>, sentence: string])[] = [
  [{ PORT: '80a' }, 'PORT: must be a port number (a free port of this machine, 0 to 65535; 0 takes any)'],
  [
    { PUBLIC_URL: 'lotse.example.org' },
    'PUBLIC_URL: must be an http or https address (the address that people open, for example https://lotse.example.org)',
  ],
  [
    { PUBLIC_URL: 'https://example.org/lotse' },
    'PUBLIC_URL: must be an address with nothing after host and port: pages and cookies need a host name of their own (the address that people open, for example https://lotse.example.org)',
  ],
  [
    { ...SECRET, DATABASE_URL: 'mysql://localhost/lotse' },
    'DATABASE_URL: must be a postgres:// address (for example postgres://user:password@host:5432/lotse; leave it out for the embedded database)',
  ],
  [
    { DATABASE_URL: 'postgres://localhost/lotse' },
    'SESSION_SECRET: is required when DATABASE_URL is set, with at least 32 bytes (make one with: openssl rand -hex 32)',
  ],
  [
    { OPENAI_BASE_URL: 'localhost:11434' },
    'OPENAI_BASE_URL: must be an http or https address (the address that ends in /v1 in the documentation of your AI provider)',
  ],
  [
    { AI_TIMEOUT_MS: '30s' },
    'AI_TIMEOUT_MS: must be a whole number above 0 (in milliseconds; leave it out for the default, 30000)',
  ],
  [{ FREE_WEEKLY_UNITS: '200,000' }, 'FREE_WEEKLY_UNITS: must be a whole number (.env.example explains it)'],
  [
    { QUOTA_TIME_ZONE: 'Berlin' },
    'QUOTA_TIME_ZONE: must be an IANA time zone such as Europe/Berlin (a name from the IANA time zone database)',
  ],
  [
    { ROLES: 'web' },
    'ROLES: each part must be one of api, dashboard, bot, jobs (leave it out to run all parts in one process)',
  ],
  [{ LOG_FORMAT: 'text' }, 'LOG_FORMAT: must be pretty or json (.env.example explains it)'],
];

test.each(SETTINGS)('the settings %j are refused in a sentence', (given, sentence) => {
  expect(() => parseConfig(given)).toThrow(`One setting is wrong:\n  - ${sentence}`);
});

const KINDS =
  'Markdown (.md), JSON lines (.jsonl), tables (.csv), pages (.html), PDF (.pdf), Word (.docx) and the JSON exports (.json) of Zendesk, Intercom and Freshdesk can be imported';
const LINES: readonly (readonly [line: string, sentence: string])[] = [
  ['usage nowhere', 'There is no server with the id nowhere.'],
  ['server set SERVER --plan gold', '--plan: must be one of "free", "premium"'],
  ['server set SERVER --members many', '--members: must be a whole number'],
  ['server set SERVER --draft-below 2', '--draft-below: must be a number from 0 to 1'],
  ['server set SERVER', 'Give at least one option to change.'],
  ['key create SERVER --scope root', '--scope: must be one of "chat", "knowledge", "admin"'],
  ['key revoke SERVER nope', 'This server has no such key, or it is revoked.'],
  ['knowledge import SERVER gone.md', 'gone.md cannot be read: there is no such file.'],
  [
    'knowledge import SERVER notes.txt',
    `FILE: must end in .md, .jsonl, .csv, .html, .pdf, .docx, .json, or --format must name its format; ${KINDS}`,
  ],
  [
    'knowledge import SERVER empty.md',
    'Nothing was imported, 1 rejected:\n  line 1: there is no entry in this file',
  ],
  ['knowledge import SERVER bad.jsonl', 'Nothing was imported, 1 rejected:\n  line 1: is not JSON'],
  [
    'knowledge import SERVER bad.csv',
    'Nothing was imported, 1 rejected:\n  line 1: the first line must name the columns, such as question and answer, or title and text',
  ],
  ['link add SERVER docs.example.org', 'URL: must be an http or https address, or discord:CHANNEL'],
  ['webhook set SERVER http://10.0.0.1/hook', 'This address is not on the public internet.'],
];
const FILES = { 'empty.md': '', 'bad.jsonl': '{"title": "x"', 'bad.csv': 'not,a,csv', 'notes.txt': 'x' };

const app = useApp();

test.each(LINES)('the line "%s" is refused in a sentence', async (line, sentence) => {
  const { id } = await app.addServer();
  const typed = line.replace('SERVER', id).split(' ');
  const { code, out, err } = await runOn(async () => app.core, typed, FILES);
  expect([code === 0, out, err]).toEqual([false, '', `${sentence}\n`]);
});

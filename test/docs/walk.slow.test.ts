import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listSamples } from '../../src/channels/dashboard/pages/api/api.ts';
import { ask } from '../support/app.ts';
import { makeFolder, type ServingProcess, startServing } from '../support/process.ts';
import { findMissing, tellMissing } from '../support/sample-programs.ts';
import { blocksOf, type CodeBlock, ROOT, readDocument } from './documents.ts';

const run = promisify(execFile);
const BASE_URL = 'http://127.0.0.1:3000';
const FIRST_KEY = "'the key that the first start printed'";
/** What installs, starts or fetches something, and whole programs. */
const NOT_RUN = /npm ci|npm start|docker|git clone|docs\/samples/;

const missing = findMissing(['curl']);
const CREATE_KEY = ['key', 'create', 'demo', '--scope', 'knowledge'];
const samples = new Set(listSamples(BASE_URL).map(({ text }) => text));

/** The blocks of a page that a reader types in a terminal, in their order; whole programs have tests of their own. */
function blocksToRun(path: string): CodeBlock[] {
  return blocksOf(readDocument(path)).filter(
    ({ language, text }) => language === 'sh' && !NOT_RUN.test(text) && !samples.has(text),
  );
}

/** Names of all fields, of lists those of the first element. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]));
}

describe.skipIf(missing.length > 0)(`A newcomer with a terminal${tellMissing(missing)}`, () => {
  let folder: string;
  let service: ServingProcess;
  let key: string;
  beforeAll(async () => {
    folder = makeFolder();
    service = await startServing({ DATA_DIR: join(folder, 'data') });
    key = /^ {2}(lts_\w+)$/m.exec(service.stdout())?.[1] ?? '';
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    const curl = execFileSync('sh', ['-c', 'command -v curl'], { encoding: 'utf8' }).trim();
    // Tells the status of each call beside its body.
    const tellStatus = `exec ${curl} --write-out '%{stderr}status %{http_code}\n' "$@"\n`;
    writeFileSync(join(bin, 'curl'), `#!/bin/sh\n${tellStatus}`, { mode: 0o755 });
    // The script `cli` of package.json, in this folder: where the reader is, no developer's .env is read.
    const cli = `[ "$1 $2 $3 $4" = 'run -s cli --' ] || exit 64\nshift 4\n`;
    const start = `exec '${process.execPath}' '${ROOT}src/cli.ts' "$@"\n`;
    writeFileSync(join(bin, 'npm'), `#!/bin/sh\n${cli}${start}`, { mode: 0o755 });
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  /** One terminal for all blocks. @param more variables that a page says the reader has. @returns what each wrote to stdout, and all of stderr. */
  async function type(
    blocks: CodeBlock[],
    more: Record<string, string>,
  ): Promise<{ written: string[]; errors: string }> {
    const typed = blocks.map(({ text }) =>
      text.replaceAll(`${BASE_URL}/`, `${service.url}/`).replaceAll(FIRST_KEY, key),
    );
    const script = join(folder, 'typed.sh');
    const head = `set -eu\nPATH='${join(folder, 'bin')}':$PATH\nunset DATABASE_URL\nexport DATA_DIR='${join(folder, 'data')}'\n`;
    const known = Object.entries({ KEY: key, ...more }).map(([name, value]) => `${name}='${value}'\n`);
    writeFileSync(script, `${head}${known.join('')}${typed.join("\nprintf '\\036'\n")}`);
    const { stdout, stderr } = await run('sh', [script], { cwd: folder });
    return { written: stdout.split('\x1e'), errors: stderr };
  }

  /** Types a page and holds each answer to the one that stands below its request. @returns the answers. */
  async function follow(
    path: string,
    statuses: number[],
    more: Record<string, string> = {},
  ): Promise<unknown[]> {
    const blocks = blocksToRun(path);
    const { written, errors } = await type(blocks, more);
    const asking = blocks.flatMap((block, index) =>
      block.text.includes('curl ')
        ? [{ shown: block.next, answer: JSON.parse(written[index] || 'null') }]
        : [],
    );
    expect(errors.match(/^status \d+$/gm)).toEqual(statuses.map((status) => `status ${status}`));
    for (const { shown, answer } of asking.filter((one) => one.shown?.language === 'json')) {
      const expected = JSON.parse(shown?.text ?? '');
      expect(shapeOf(answer)).toEqual(shapeOf(expected));
      expect(answer).toMatchObject(factsOf(expected));
    }
    return asking.map(({ answer }) => answer);
  }

  test('follows README.md to an answer from their own knowledge', async () => {
    const answers = await follow('README.md', [200, 200]);
    expect(answers).toHaveLength(2);
    expect(answers[1]).toMatchObject({ answer: 'Yes, within 3 days, for 4.90 euros.', needs_team: false });
  });

  test('gets from every request of docs/integrators.md the response shown there', async () => {
    const created = execFileSync(process.execPath, [`${ROOT}src/cli.ts`, '--json', ...CREATE_KEY], {
      env: { DATA_DIR: join(folder, 'data') },
    });
    const answer = await fetch(`${service.url}/api/v1/chat`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(ask('How do I join the server?')),
    });
    const known = {
      ANSWER: ((await answer.json()) as { id: string }).id,
      KNOWLEDGE_KEY: JSON.parse(String(created)).key,
    };
    const answers = await follow('docs/integrators.md', [200, 204, 201], known);
    expect(answers.at(-1)).toMatchObject({ id: 'faq-17', valid_until: expect.any(String) });
  });
});

/** What of a shown answer is the same each time it is asked for. */
function factsOf(shown: Record<string, unknown>): Record<string, unknown> {
  const ofAnswers = ['needs_team', 'team_reason', 'sources', 'level', 'ai_notice', 'access'];
  const names = [...ofAnswers, 'title', 'text', 'link', 'language', 'source', 'valid_until', 'questions'];
  return Object.fromEntries(names.filter((name) => name in shown).map((name) => [name, shown[name]]));
}

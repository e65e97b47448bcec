import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listSamples } from '../../src/channels/dashboard/pages/api/api.ts';
import { makeFolder, type ServingProcess, startServing } from '../support/process.ts';
import { blocksOf, type CodeBlock, ROOT, readDocument } from './documents.ts';

const run = promisify(execFile);
const BASE_URL = 'http://127.0.0.1:3000';
const FIRST_KEY = "'the key that the first start printed'";
/** What installs, starts or fetches something, whole programs, and what needs an id or a key from elsewhere. */
const NOT_RUN = /npm ci|npm start|docker|git clone|docs\/samples|\$ANSWER|\$KNOWLEDGE_KEY/;

const hasCurl = isInstalled('curl');
const samples = new Set(listSamples(BASE_URL).map(({ text }) => text));

function isInstalled(command: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

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

describe.skipIf(!hasCurl)(`A newcomer with a terminal${hasCurl ? '' : ' (not installed: curl)'}`, () => {
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

  /** One terminal for all blocks. @returns what each wrote to stdout, and all of stderr. */
  async function type(blocks: CodeBlock[]): Promise<{ written: string[]; errors: string }> {
    const typed = blocks.map(({ text }) =>
      text.replaceAll(`${BASE_URL}/`, `${service.url}/`).replaceAll(FIRST_KEY, key),
    );
    const script = join(folder, 'typed.sh');
    const head = `set -eu\nPATH='${join(folder, 'bin')}':$PATH\nunset DATABASE_URL\nexport DATA_DIR='${join(folder, 'data')}'\n`;
    writeFileSync(script, `${head}KEY='${key}'\n${typed.join("\nprintf '\\036'\n")}`);
    const { stdout, stderr } = await run('sh', [script], { cwd: folder });
    return { written: stdout.split('\x1e'), errors: stderr };
  }

  /** Types a page and holds each answer to the one that stands below its request. @returns the answers. */
  async function follow(path: string): Promise<unknown[]> {
    const blocks = blocksToRun(path);
    const { written, errors } = await type(blocks);
    const asking = blocks.flatMap((block, index) =>
      block.text.includes('curl ') ? [{ shown: block.next, answer: JSON.parse(written[index] ?? '') }] : [],
    );
    expect(errors.match(/^status \d+$/gm)).toEqual(asking.map(() => 'status 200'));
    for (const { shown, answer } of asking.filter((one) => one.shown?.language === 'json')) {
      const expected = JSON.parse(shown?.text ?? '');
      expect(shapeOf(answer)).toEqual(shapeOf(expected));
      expect(answer).toMatchObject(factsOf(expected));
    }
    return asking.map(({ answer }) => answer);
  }

  test('follows README.md to an answer from their own knowledge', async () => {
    const answers = await follow('README.md');
    expect(answers).toHaveLength(2);
    expect(answers[1]).toMatchObject({ answer: 'Yes, within 3 days, for 4.90 euros.', needs_team: false });
  });

  test('gets from every request of docs/integrators.md the response shown there', async () => {
    expect(await follow('docs/integrators.md')).toHaveLength(3);
  });
});

/** What of a shown answer is the same each time it is asked for. */
function factsOf(shown: Record<string, unknown>): Record<string, unknown> {
  const names = ['needs_team', 'team_reason', 'sources', 'level', 'ai_notice', 'access'];
  return Object.fromEntries(names.filter((name) => name in shown).map((name) => [name, shown[name]]));
}

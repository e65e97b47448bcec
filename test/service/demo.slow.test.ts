import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort, makeFolder, type StartedProcess, startProcess } from '../support/process.ts';

/** The first minute of a new user: an empty folder, no settings but a port. */
let folder: string;
let service: StartedProcess;
let settings: Record<string, string>;

beforeAll(async () => {
  folder = makeFolder();
  settings = { DATA_DIR: join(folder, 'data'), PORT: String(await findFreePort()) };
  service = startProcess('src/main.ts', settings);
  await service.saw('listening on');
});
afterAll(async () => {
  await service.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** What a person does with the printed text: copies a curl line and runs it. */
async function runPrintedCurl(index: number) {
  const [, url = ''] = [...service.stdout().matchAll(/curl -s (\S+)/g)][index] ?? [];
  const [, body = ''] = [...service.stdout().matchAll(/-d '([^']+)'/g)][index] ?? [];
  const [, authorization = ''] = [...service.stdout().matchAll(/-H '(Authorization: [^']+)'/g)][index] ?? [];
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      Authorization: authorization.replace('Authorization: ', ''),
      'Content-Type': 'application/json',
    },
    body,
  });
  return { status: response.status, body: (await response.json()) as { answer: string; ai_notice: string } };
}

test('commands beside a first start wait until its database is there', async () => {
  const first = { DATA_DIR: join(folder, 'first'), PORT: '0' };
  const starting = startProcess('src/main.ts', first);
  await expect.poll(() => existsSync(join(folder, 'first', 'postgres.new')), { timeout: 30_000 }).toBe(true);
  const beside = [1, 2, 3, 4, 5, 6].map(() => startProcess('src/cli.ts', first, ['server', 'list']));
  for (const command of beside)
    expect([await command.exited, command.stderr()]).toEqual([0, expect.not.stringContaining('in use')]);
  await starting.kill();
});

test('a first start without the API prints no API address', async () => {
  const other = { ROLES: 'dashboard', DATA_DIR: join(folder, 'dashboard'), PORT: '0' };
  const alone = startProcess('src/main.ts', other);
  const printed = await alone.saw('listening on');
  await alone.kill();
  expect(printed).toMatch(/A demo server is ready\..+\n\n {2}lts_/);
  expect(printed).not.toMatch(/curl|\/docs/);
});

describe('the start', () => {
  test('says first which engine answers, and names a setting that is mistyped', async () => {
    expect(service.stdout()).toMatch(/making a new database.*^engine: extractive$.*^ {2}lts_/ms);
    expect(service.stdout()).not.toContain('did you mean');
    const backend = { OPENAI_BASE_URL: `http://127.0.0.1:${await findFreePort()}/v1`, OPENAI_APIKEY: 'x' };
    const other = startProcess('src/main.ts', {
      ...{
        ...backend,
        DATA_DIR: join(folder, 'backend'),
        PORT: '0',
        MODEL_V1: 'small',
        LOG_FORMAT: 'pretty',
      },
    });
    const printed = await other.saw(/token=\S+\s/);
    await other.kill();
    expect(printed).toMatch(/^engine: small at 127\.0\.0\.1:\d+ \(not reachable: ECONNREFUSED\)$/m);
    expect(printed.match(/^engine: /gm)).toHaveLength(3);
    expect(printed).toContain('unknown setting OPENAI_APIKEY: did you mean OPENAI_API_KEY?');
    expect(printed).not.toMatch(/^\{/m);
    // In a terminal the way into the dashboard stands below all of it.
    expect(printed).toMatch(/listening on .*^engine: .*login\/local\?token=\S+\s+$/ms);
  });
});

describe('the first start', () => {
  test('prints curl lines that answer from the demo knowledge in German and in English', async () => {
    const german = await runPrintedCurl(0);
    expect(german).toMatchObject({ status: 200, body: { needs_team: false } });
    expect(german.body.answer).toContain('So kommst du auf den Server');
    expect(german.body.ai_notice).toContain('KI');
    const english = await runPrintedCurl(1);
    expect(english).toMatchObject({ status: 200, body: { needs_team: false } });
    expect(english.body.answer).toContain('whitelist');
    expect(english.body.ai_notice).toContain('AI');
  });

  test('shows the key once and in no log line', () => {
    const [key = 'none'] = service.stdout().match(/lts_\w{38}/) ?? [];
    const logLines = service
      .stdout()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(key).not.toBe('none');
    expect(logLines.filter((line) => line.includes(key))).toEqual([]);
  });

  test('makes the data folder private to its owner', () => {
    expect(statSync(settings.DATA_DIR ?? '').mode & 0o777).toBe(0o700);
  });

  test('lets the command line work beside it', async () => {
    const cli = startProcess('src/cli.ts', settings, ['usage', 'demo', '--json']);
    expect(await cli.exited).toBe(0);
    expect(JSON.parse(cli.stdout())).toMatchObject({ premium: true, week: { quota_units: 4_000_000 } });
  });

  test('refuses a second service on the same folder, which stays unchanged', async () => {
    const second = startProcess('src/main.ts', { ...settings, PORT: String(await findFreePort()) });
    expect(await second.exited).toBe(1);
    expect(second.stderr()).toContain('in use by another Lotse process');
    expect((await runPrintedCurl(0)).status).toBe(200);
  });

  test('survives kill -9: the next start has the data and prints no second key', async () => {
    await service.kill();
    const again = startProcess('src/main.ts', settings);
    const printed = await again.saw('listening on');
    expect(printed).not.toContain('lts_');
    expect((await runPrintedCurl(0)).status).toBe(200);
    again.child.kill('SIGTERM');
    expect(await again.exited).toBe(0);
  });
});

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { expect, test } from 'vitest';

test('an unhandled rejection fails a run with the settings of this suite, even if its test passes', async () => {
  const folder = mkdtempSync(resolve('node_modules', '.planted-'));
  const settings = `
    import own from '${resolve('vitest.config.ts')}';
    const { projects, globalSetup, ...test } = own.test;
    export default { ...own, root: '${folder}', test: { ...test, include: ['*.test.ts'] } };`;
  writeFileSync(join(folder, 'vitest.config.ts'), settings);
  const planted = "import { test } from 'vitest';\ntest('passes', () => { LINE });";
  const run = async (line: string) => {
    writeFileSync(join(folder, 'planted.test.ts'), planted.replace('LINE', line));
    const command = ['node_modules/vitest/vitest.mjs', 'run', '--config', join(folder, 'vitest.config.ts')];
    const vitest = spawn(process.execPath, command, { env: { NO_COLOR: '1' } });
    const [output, errors] = [readText(vitest.stdout), readText(vitest.stderr)];
    const code = await new Promise((done) => {
      vitest.once('close', done);
    });
    return { code, output: (await output) + (await errors) };
  };
  try {
    expect(await run('')).toMatchObject({ code: 0, output: expect.stringMatching(/1 passed/) });
    const failed = await run("void Promise.reject(new Error('planted'));");
    expect(failed).toMatchObject({
      code: 1,
      output: expect.stringMatching(/Unhandled[\s\S]*1 passed|1 passed[\s\S]*Unhandled/i),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);

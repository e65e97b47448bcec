import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { runOn } from './cli-setup.ts';

const run = promisify(execFile);
const closed = () => Promise.reject(new Error('opened'));

test.each([
  [['server', ''], 'add', 'delete'],
  [['server', 'delete', 'x', '--'], '--yes', '--json'],
  [['ser'], 'server', 'server'],
  [['key', 'create', 'x', '--na'], '--name', '--name'],
])('bash completes %j', async (typed, ...wanted) => {
  const { code, out } = await runOn(closed, ['completion', 'bash']);
  const words = ['lotse', ...typed].map((word) => `'${word}'`).join(' ');
  const script = `${out}\nCOMP_WORDS=(${words}); COMP_CWORD=${typed.length}; _lotse; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['--norc', '-c', script]);
  expect(code).toBe(0);
  expect(stdout.split('\n')).toEqual(expect.arrayContaining(wanted));
});

test('scripts of the other shells name the commands, and no further shell is known', async () => {
  for (const shell of ['zsh', 'fish']) {
    const { code, out } = await runOn(closed, ['completion', shell]);
    expect(code).toBe(0);
    expect(out).toContain('training');
    expect(out).toContain('propose');
  }
  const unknown = await runOn(closed, ['completion', 'tcsh']);
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining("unknown command 'tcsh'")]);
});

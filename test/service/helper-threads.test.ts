import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { startServing } from '../support/process.ts';

/** Threads of a process by name, each with its priority. */
function readPriorities(pid: number): Record<string, number> {
  const folder = `/proc/${pid}/task`;
  return Object.fromEntries(
    readdirSync(folder).map((thread) => [
      readFileSync(`${folder}/${thread}/comm`, 'utf8').trim(),
      getPriority(Number(thread)),
    ]),
  );
}

test.runIf(process.platform === 'linux')(
  'the threads that compile give way to the one that answers',
  async () => {
    await using stack = new AsyncDisposableStack();
    const database = await createTestDatabase();
    stack.defer(() => database.remove());
    const service = await startServing(database.settings);
    stack.defer(async () => {
      service.child.kill('SIGTERM');
      await service.exited;
    });
    const own = getPriority();
    await expect
      .poll(() => readPriorities(service.child.pid ?? 0))
      .toMatchObject({ MainThread: own, V8Worker: own + 5 });
  },
);

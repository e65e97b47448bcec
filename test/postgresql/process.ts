import { expect, type TestContext } from 'vitest';
import { SHUTDOWN_GRACE_SECONDS } from '../../src/domain/limits.ts';
import { startApp } from '../support/app.ts';
import { addressesOf } from '../support/database.ts';
import { findFreePort, startProcess } from '../support/process.ts';
import { openProxiedDatabase } from './setup.ts';

/** The grace for requests in flight and what is left to do after it. */
const EXIT_WITHIN_MS = SHUTDOWN_GRACE_SECONDS * 1_000 + 2_000;

/**
 * A service process behind a proxy, not started yet, its database and the key of a server there. All of it ends
 * with the test, whatever becomes of that. @param way as of `openProxiedDatabase`.
 */
export async function prepareBehindProxy(
  test: Pick<TestContext, 'onTestFinished'>,
  way: 'usual' | 'direct' = 'usual',
) {
  const { databaseUrl, proxy, throughProxy, close } = await openProxiedDatabase(way);
  test.onTestFinished(close);
  const before = await startApp({ ...addressesOf(databaseUrl) });
  const { id: serverId, key } = await before.addServer();
  await before.stop();
  const port = String(await findFreePort());
  const settings = { ...throughProxy, SESSION_SECRET: 's'.repeat(32), PORT: port };
  const start = (change: Record<string, string> = {}) => {
    const service = startProcess('src/main.ts', { ...settings, ...change });
    test.onTestFinished(() => void service.child.kill('SIGKILL'));
    return service;
  };
  return { proxy, databaseUrl, url: `http://127.0.0.1:${port}`, serverId, key, start };
}

/** 0: nothing answers. */
export async function statusOf(url: string): Promise<number> {
  try {
    return (await fetch(url)).status;
  } catch {
    return 0;
  }
}

/** Tells it to stop and kills it when it does not. */
export async function expectExit({ child, exited }: ReturnType<typeof startProcess>): Promise<void> {
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), EXIT_WITHIN_MS);
  const code = await exited;
  clearTimeout(patience);
  expect({ code, signal: child.signalCode }).toEqual({ code: 0, signal: null });
}

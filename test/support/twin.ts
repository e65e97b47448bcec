import { openAdapters } from '../../src/adapters/adapters.ts';
import { createLog, type Log } from '../../src/adapters/log.ts';
import { createHttpApp } from '../../src/channels/http/app.ts';
import { listen } from '../../src/channels/http/server.ts';
import { type Config, parseConfig } from '../../src/config.ts';
import { assembleCore } from '../../src/core/assembly.ts';
import { addTestServer, speakTo, type TestApp } from './app.ts';

/**
 * A second whole service in front of an app's database, with its clock, log and, unless changed, its settings:
 * what another process of the same installation is. Both engines; on the embedded one it goes through the
 * app's socket, so it is stopped first.
 */
export async function startTwin(app: TestApp, change: Partial<Config> = {}): Promise<TestApp> {
  const { config, clock, log } = app.core;
  return { ...app, ...(await openFront({ ...config, ...change }, clock, log)) };
}

/** A service beside one that runs as a process, to prepare and to look at what that one works on. */
export type Visitor = Pick<TestApp, 'core' | 'url' | 'chat' | 'status' | 'stop' | 'addServer'>;

/**
 * Opens the database of a process, running or killed, and serves it as well.
 * @param aheadMs by how much the visitor's clock is ahead, so that what the process left behind has expired.
 */
async function startVisitor(settings: Record<string, string>, aheadMs = 0): Promise<Visitor> {
  const clock = () => Date.now() + aheadMs;
  const front = await openFront(parseConfig({ ...settings, PORT: '0' }), clock, createLog('silent'));
  return { ...front, addServer: (change) => addTestServer(front.core, change) };
}

/** Looks into the database of a process through a visitor, for as long as `act` takes. */
export async function visit<Result>(
  settings: Record<string, string>,
  act: (visitor: Visitor) => Promise<Result>,
  aheadMs = 0,
): Promise<Result> {
  const visitor = await startVisitor(settings, aheadMs);
  try {
    return await act(visitor);
  } finally {
    await visitor.stop();
  }
}

async function openFront(config: Config, clock: () => number, log: Log) {
  const adapters = await openAdapters(config, log, 'share');
  const core = assembleCore({ ...adapters, config, clock, log });
  const http = await listen(
    createHttpApp(core, { isStarting: () => false, isStopping: () => false, discord: () => 'off' }),
    {
      host: '127.0.0.1',
      port: 0,
    },
  );
  const url = `http://127.0.0.1:${http.port}`;
  return {
    core,
    url,
    ...speakTo(url),
    stop: async () => {
      await http.stop(0);
      await adapters.close();
    },
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { FolderInUseError, isEmbeddedRunning, openEmbedded, socketFolderOf } from './embedded.ts';

/** A first start makes its database for up to half a minute before it can be asked. */
const ATTEMPTS = 240;
const PAUSE_MS = 250;

/** How long a command serves others after its own work; by then they lose the database. */
const MOST_LINGERING_MS = 3_600_000;
const LINGER_PAUSE_MS = 20;

/** How the embedded database is reached: on a unix socket in this folder. */
export function embeddedTarget(dataDir: string) {
  return { host: socketFolderOf(dataDir), user: 'postgres', database: 'postgres' };
}

/**
 * Opens the embedded database for a command, or joins whoever serves it. Who opened it serves until those who joined
 * have left, for an hour at most. @throws FolderInUseError when its owner never comes up
 */
export async function shareEmbedded(dataDir: string): Promise<{ close(): Promise<void> }> {
  for (let attempt = 1; ; attempt += 1) {
    const presence = (await isEmbeddedRunning(dataDir)) ? await holdPresence(dataDir) : null;
    if (presence) return presence;
    try {
      const { close, connections } = await openEmbedded(dataDir);
      return { close: () => untilLeft(connections).then(close) };
    } catch (error) {
      if (!(error instanceof FolderInUseError) || attempt === ATTEMPTS) throw error;
      await delay(PAUSE_MS);
    }
  }
}

/**
 * A connection that only says somebody is here: those of a pool are closed when idle. Its server has counted it once
 * it answers. @returns null where the server went away meanwhile
 */
async function holdPresence(dataDir: string): Promise<{ close(): Promise<void> } | null> {
  const client = new pg.Client({
    ...embeddedTarget(dataDir),
    connectionTimeoutMillis: ATTEMPTS * PAUSE_MS,
  });
  // A lost one is told by the statement that fails.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return { close: () => client.end() };
  } catch {
    return null;
  }
}

async function untilLeft(connections: () => number): Promise<void> {
  const until = Date.now() + MOST_LINGERING_MS;
  while (connections() > 0 && Date.now() < until) await delay(LINGER_PAUSE_MS);
}

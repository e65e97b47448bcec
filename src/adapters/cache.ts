import { setTimeout as delay } from 'node:timers/promises';
import KeyvPostgres from '@keyv/postgres';
import { Keyv } from 'keyv';
import type { Database } from './db/connect.ts';
import type { Log } from './log.ts';

/** For data that may vanish. Never limits, quota or claims: 50 parallel increments through Keyv left 1 of 50. */
export interface Cache {
  /** In the order of the keys; undefined where absent, expired or unreadable. */
  getMany<Value>(keys: string[]): Promise<(Value | undefined)[]>;
  /** Lost writes are no error. */
  setMany(entries: { key: string; value: unknown }[], lifetimeMs: number): Promise<void>;
}

/** With the 2.5 s of a statement an answer stays under 5 s. */
const READ_WITHIN_MS = 500;

export function createCache(database: Database, log: Log): Cache {
  const keyv = new Keyv({ store: new SharedPoolStore(database), namespace: 'lotse' });
  const report = (error: unknown) => log.warn({ err: error }, 'cache unavailable');
  keyv.on('error', report);
  return {
    getMany: async <Value>(keys: string[]) => {
      try {
        return await Promise.race([keyv.getMany<Value>(keys), tooLate()]);
      } catch (error) {
        report(error);
        return keys.map(() => undefined);
      }
    },
    setMany: async (entries, lifetimeMs) => {
      await keyv.setMany(entries.map((entry) => ({ ...entry, ttl: lifetimeMs }))).catch(report);
    },
  };
}

async function tooLate(): Promise<never> {
  await delay(READ_WITHIN_MS, undefined, { ref: false });
  throw new Error(`not read within ${READ_WITHIN_MS} ms`);
}

/**
 * Keyv on the service's own connections. It would open a second pool without a listener, and a stopped database would
 * end the process.
 */
class SharedPoolStore extends KeyvPostgres {
  constructor(database: Database) {
    super({ table: 'cache' });
    this.query = (statement: string, values?: unknown[]) => database.query(null, statement, values ?? []);
  }

  override async connect() {
    return async () => [];
  }

  override async disconnect(): Promise<void> {}
}

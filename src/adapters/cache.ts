import KeyvPostgres from '@keyv/postgres';
import { Keyv } from 'keyv';
import type { Database } from './db/connect.ts';
import type { Log } from './log.ts';

/**
 * A place for what may vanish at any time: embeddings by content hash, crawled pages, lookups with a
 * lifetime. Never limits, quota or claims: 50 parallel increments through Keyv left 1 of 50.
 */
export interface Cache {
  /** undefined when absent, expired or unreadable. */
  get<Value>(key: string): Promise<Value | undefined>;
  /** Lost writes are nobody's error. */
  set(key: string, value: unknown, lifetimeMs: number): Promise<void>;
}

export function createCache(database: Database, log: Log): Cache {
  const keyv = new Keyv({ store: new SharedPoolStore(database), namespace: 'lotse' });
  const report = (error: unknown) => log.warn({ err: error }, 'cache unavailable');
  keyv.on('error', report);
  return {
    get: async <Value>(key: string) => {
      try {
        return await keyv.get<Value>(key);
      } catch (error) {
        report(error);
        return undefined;
      }
    },
    set: async (key, value, lifetimeMs) => {
      await keyv.set(key, value, lifetimeMs).catch(report);
    },
  };
}

/**
 * Keyv's store on the service's own connections. Left alone it opens a second pool that nobody listens to:
 * a stopped database then ended the process. Its table is made by the migrations.
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

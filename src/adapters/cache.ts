import KeyvPostgres from '@keyv/postgres';
import { Keyv } from 'keyv';
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
  close(): Promise<void>;
}

/** @param url PostgreSQL; without it the cache lives in this process. */
export function createCache(url: string | undefined, log: Log): Cache {
  const store = url ? new KeyvPostgres({ uri: url, table: 'cache', useUnloggedTable: true }) : undefined;
  const keyv = new Keyv(store ? { store, namespace: 'lotse' } : { namespace: 'lotse' });
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
    close: async () => {
      await keyv.disconnect().catch(report);
    },
  };
}

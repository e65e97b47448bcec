import type { Config } from '../config.ts';
import { type AiBackend, createAiBackend } from './ai.ts';
import { type Cache, createCache } from './cache.ts';
import { connectDatabase, type Database } from './db/connect.ts';
import type { Log } from './log.ts';

export interface OpenAdapters {
  database: Database;
  ai: AiBackend | null;
  cache: Cache;
  close(): Promise<void>;
}

/**
 * Opens everything outside the process that the configuration names.
 * @param ownership `own`: be the one that serves the embedded database; `share`: use a running one.
 * @throws FolderInUseError when another process owns the embedded database.
 */
export async function openAdapters(
  config: Config,
  log: Log,
  ownership: 'own' | 'share',
): Promise<OpenAdapters> {
  const database = await connectDatabase(config, log, ownership);
  const cache = createCache(database, log);
  const ai = config.OPENAI_BASE_URL
    ? createAiBackend({
        apiKey: config.OPENAI_API_KEY ?? '',
        baseUrl: config.OPENAI_BASE_URL,
        maxResponseBytes: config.AI_MAX_RESPONSE_BYTES,
        log,
      })
    : null;
  return {
    database,
    ai,
    cache,
    close: async () => {
      await ai?.close();
      await database.close();
    },
  };
}

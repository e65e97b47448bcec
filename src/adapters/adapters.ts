import type { KeyObject } from 'node:crypto';
import type { Config } from '../config.ts';
import { type AiBackend, createAiBackend } from './ai/ai.ts';
import { type Cache, createCache } from './cache.ts';
import { type Crawler, createCrawler } from './crawler/crawler.ts';
import { connectDatabase, type Database } from './db/connect.ts';
import { createDiscord, type Discord } from './discord.ts';
import { createDiscordSignIn, type DiscordSignIn } from './discord-sign-in.ts';
import type { Log } from './log.ts';
import { createMeters, type Meters } from './metrics/metrics.ts';
import type { OutsideWorld } from './outbound/outbound.ts';
import type { Payments } from './payments/payments.ts';
import { createPayments } from './payments/stripe.ts';
import { readSessionSecret } from './session-secret.ts';

export interface OpenAdapters {
  database: Database;
  ai: AiBackend | null;
  cache: Cache;
  crawler: Crawler;
  discord: Discord | null;
  payments: Payments | null;
  discordSignIn: DiscordSignIn | null;
  sessionSecret: KeyObject;
  meters: Meters;
  close(): Promise<void>;
}

/**
 * Opens everything outside the process that the configuration names.
 * @param ownership `own`: be the one that serves the embedded database; `share`: use a running one.
 * @param world stands in for name lookups and connections of the crawler in tests; never a setting.
 * @throws FolderInUseError when another process owns the embedded database; ConfigError for a file of the session
 * secret that holds none.
 */
export async function openAdapters(
  config: Config,
  log: Log,
  ownership: 'own' | 'share',
  world?: Partial<OutsideWorld>,
): Promise<OpenAdapters> {
  const database = await connectDatabase(config, log, ownership);
  // The folder is there now, and ours unless it is shared.
  const sessionSecret = await readSessionSecret(config).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const cache = createCache(database, log);
  // An address of this machine tells a site's owner nothing.
  const contactUrl = config.PUBLIC_URL.startsWith('https:') ? config.PUBLIC_URL : null;
  const crawler = createCrawler({ contactUrl, world });
  const meters = createMeters();
  const ai = config.OPENAI_BASE_URL
    ? createAiBackend({
        apiKey: config.OPENAI_API_KEY ?? '',
        baseUrl: config.OPENAI_BASE_URL,
        maxResponseBytes: config.AI_MAX_RESPONSE_BYTES,
        log,
        meters,
      })
    : null;
  const discordSignIn = createDiscordSignIn(config, log);
  return {
    database,
    ai,
    cache,
    crawler,
    discord: createDiscord(config),
    payments: createPayments(config),
    discordSignIn,
    sessionSecret,
    meters,
    close: async () => {
      await crawler.close();
      await ai?.close();
      await discordSignIn?.close();
      await database.close();
    },
  };
}

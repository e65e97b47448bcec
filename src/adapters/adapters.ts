import type { KeyObject } from 'node:crypto';
import type { Config } from '../config.ts';
import { type AiBackend, createAiBackend, createEmbedder, type Embedder } from './ai/ai.ts';
import { type Cache, createCache } from './cache.ts';
import { type Crawler, createCrawler } from './crawler/crawler.ts';
import { connectDatabase, type Database, type Ownership, openStandby } from './db/connect.ts';
import { createDiscord, type Discord } from './discord.ts';
import { createDiscordSignIn, type DiscordSignIn } from './discord-sign-in.ts';
import { createIsolate, type Isolate } from './isolate.ts';
import type { Log } from './log.ts';
import { createMeters, type Meters } from './metrics/metrics.ts';
import { type Attachments, createAttachments } from './outbound/attachments.ts';
import { createOutbound, type Outbound, type OutsideWorld } from './outbound/outbound.ts';
import type { Payments } from './payments/payments.ts';
import { createPayments } from './payments/stripe.ts';
import { readSessionSecret } from './session-secret.ts';

export interface OpenAdapters {
  database: Database;
  standby: Database | null;
  ai: AiBackend | null;
  embedder: Embedder | null;
  cache: Cache;
  crawler: Crawler;
  isolate: Isolate;
  outbound: Outbound;
  attachments: Attachments;
  discord: Discord | null;
  payments: Payments | null;
  discordSignIn: DiscordSignIn | null;
  sessionSecret: KeyObject;
  meters: Meters;
  close(): Promise<void>;
}

/** For one file of 32 MB at a time; a document of 2,000 pages takes 10 s. */
const FILE_CAPS = { deadlineMs: 30_000, heapMb: 320, residentMb: 512 };

/**
 * Opens everything outside the process that the configuration names.
 * @param world replaces name lookups and connections in tests; never a setting.
 * @throws FolderInUseError; ConfigError for a session secret file without one.
 */
export async function openAdapters(
  config: Config,
  log: Log,
  ownership: Ownership,
  world?: Partial<OutsideWorld>,
): Promise<OpenAdapters> {
  const database = await connectDatabase(config, log, ownership);
  // The folder exists now, and is ours unless it is shared.
  const sessionSecret = await readSessionSecret(config).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const standby = openStandby(config, log);
  const cache = createCache(database, log);
  // An address of this machine tells a site's owner nothing.
  const contactUrl = config.PUBLIC_URL.startsWith('https:') ? config.PUBLIC_URL : null;
  const crawler = createCrawler({ contactUrl, world });
  const isolate = createIsolate(FILE_CAPS);
  const outbound = createOutbound({
    userAgent: `Lotse-Webhooks/1.0${contactUrl ? ` (+${contactUrl})` : ''}`,
    ...(world && { world }),
  });
  const attachments = createAttachments(outbound, config.DISCORD_API_URL);
  const meters = createMeters();
  const { ai, embedding } = openBackends(config, log, meters);
  const discordSignIn = createDiscordSignIn(config, log);
  return {
    database,
    standby,
    ai,
    embedder: embedding?.embedder ?? null,
    cache,
    crawler,
    isolate,
    outbound,
    attachments,
    discord: createDiscord(config),
    payments: createPayments(config),
    discordSignIn,
    sessionSecret,
    meters,
    close: async () => {
      await crawler.close();
      await isolate.close();
      await outbound.close();
      await attachments.close();
      await ai?.close();
      await embedding?.backend.close();
      await discordSignIn?.close();
      await standby?.close();
      await database.close();
    },
  };
}

/** The embedding backend is the answering one unless it has an address of its own. */
function openBackends(config: Config, log: Log, meters: Meters) {
  const { OPENAI_BASE_URL, OPENAI_API_KEY = '', EMBEDDING_MODEL: model } = config;
  const { EMBEDDING_BASE_URL, EMBEDDING_API_KEY = OPENAI_API_KEY } = config;
  const open = (baseUrl: string, apiKey: string) =>
    createAiBackend({ apiKey, baseUrl, maxResponseBytes: config.AI_MAX_RESPONSE_BYTES, log, meters });
  const ai = OPENAI_BASE_URL ? open(OPENAI_BASE_URL, OPENAI_API_KEY) : null;
  const baseUrl = EMBEDDING_BASE_URL ?? OPENAI_BASE_URL;
  if (!model || !baseUrl) return { ai, embedding: null };
  const isShared = ai !== null && baseUrl === OPENAI_BASE_URL && EMBEDDING_API_KEY === OPENAI_API_KEY;
  const backend = isShared ? ai : open(baseUrl, EMBEDDING_API_KEY);
  const { EMBEDDING_QUERY_PREFIX: queryPrefix, EMBEDDING_PASSAGE_PREFIX: passagePrefix } = config;
  return {
    ai,
    embedding: { backend, embedder: createEmbedder(backend, { baseUrl, model, queryPrefix, passagePrefix }) },
  };
}

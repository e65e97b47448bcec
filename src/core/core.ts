import { type KeyObject, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { AiBackend, Embedder } from '../adapters/ai/ai.ts';
import type { Cache } from '../adapters/cache.ts';
import type { Crawler } from '../adapters/crawler/crawler.ts';
import type { Database } from '../adapters/db/connect.ts';
import { createAdminKeyFinder, type FindAdminKey } from '../adapters/db/owners/admin-keys.ts';
import { createKeyFinder, type FindKey } from '../adapters/db/owners/keys.ts';
import type { StoredLookup } from '../adapters/db/owners/lookups.ts';
import { createLedgerStore, type LedgerStore } from '../adapters/db/quota/quota.ts';
import type { Discord } from '../adapters/discord.ts';
import type { DiscordSignIn, GuildsOfPerson } from '../adapters/discord-sign-in.ts';
import type { Isolate } from '../adapters/isolate.ts';
import type { Log } from '../adapters/log.ts';
import type { Meters } from '../adapters/metrics/metrics.ts';
import type { Attachments } from '../adapters/outbound/attachments.ts';
import type { Outbound } from '../adapters/outbound/outbound.ts';
import type { Payments } from '../adapters/payments/payments.ts';
import type { Config } from '../config.ts';
import { MINUTE_SECONDS, RESERVATION_GRACE_SECONDS, RIGHTS_MS } from '../domain/limits.ts';
import { type Calendar, type Clock, createCalendar } from '../domain/time.ts';
import { type AdmissionQueues, createAdmissionQueues } from './answering/admission/queue.ts';
import { createReleases, type Releases } from './answering/admission/releases.ts';
import { createUnderWay, type UnderWay } from './answering/async/under-way.ts';
import { createIdempotencyLeases, type IdempotencyLeases } from './answering/idempotency/leases.ts';
import type { Marks } from './handover/nearness.ts';
import { createSeal, type Seal } from './owners/seal.ts';
import { createMemory, type Memory } from './runtime/memory.ts';
import { createReadings, type Readings } from './runtime/readings.ts';
import { type Backlog, createBacklog } from './runtime/slices.ts';
import type { KnowledgeIndex, KnowledgeVectors } from './search/knowledge.ts';

/** Search indexes of all servers together; the least recently asked server goes first. */
const MAX_INDEX_BYTES = 512 * 1024 * 1024;
/** 20,000 texts of 1,536 dimensions take 123 MB. */
const MAX_VECTOR_BYTES = 512 * 1024 * 1024;
/** A server with 500 long ones takes 6 MB. */
const MAX_MARK_BYTES = 64 * 1024 * 1024;
/** A server without one takes a slot too. */
const MAX_LOOKUPS = 10_000;
/** Work that no request waits for: it takes a backend seconds, and what answers needs it more. */
const BACKLOG_LIMITS = { atOnce: 2, waiting: 100 };

/** An answer that is being made for all who ask the same. */
export interface Making {
  /** What they get; null: it failed, or is for its asker alone. */
  kept: Promise<unknown>;
  /** Nothing that the others hold keeps it waiting. */
  isAdmitted: boolean;
}

/** Everything the outside world gives to the core. */
export interface Adapters {
  config: Config;
  database: Database;
  /** A copy of the database that is a little behind; null: none configured. Read through `readings` alone. */
  standby: Database | null;
  /** null: no backend configured, the extractive engine answers. */
  ai: AiBackend | null;
  /** null: no embeddings configured, words alone rank. */
  embedder: Embedder | null;
  cache: Cache;
  crawler: Crawler;
  /** Where files from outside are read. */
  isolate: Isolate;
  /** To the receivers of webhooks. */
  outbound: Outbound;
  /** What members of a chat platform attach to their messages. */
  attachments: Attachments;
  /** null: no token configured. */
  discord: Discord | null;
  /** null: no provider configured; nothing can be bought. */
  payments: Payments | null;
  /** null: people cannot sign in with Discord. */
  discordSignIn: DiscordSignIn | null;
  /** What keys for sealing and for forms are derived from. */
  sessionSecret: KeyObject;
  clock: Clock;
  log: Log;
  /** What happens is counted here. */
  meters: Meters;
}

/** Where a server looks facts up, and whether that hangs. */
interface KnownLookup {
  revision: number;
  lookup: StoredLookup | null;
  /** In a row. */
  timeouts: number;
  /** In milliseconds since 1970: until then nobody waits for it. */
  restsUntil: number;
}

/** What every core function takes first. */
export interface Core extends Adapters {
  calendar: Calendar;
  /** For pages that only show. */
  readings: Readings;
  ledger: LedgerStore;
  queues: AdmissionQueues;
  releases: Releases;
  /** What is done after a request was answered; a stop gives it up. It never rejects. */
  backlog: Backlog<(signal: AbortSignal) => Promise<void>>;
  findKey: FindKey;
  findAdminKey: FindAdminKey;
  idempotency: IdempotencyLeases;
  underWay: UnderWay;
  knowledgeIndexes: LRUCache<string, KnowledgeIndex>;
  /** By server; where embeddings are configured. */
  vectors: LRUCache<string, KnowledgeVectors>;
  /** By server: what its owner said of answers. */
  marks: LRUCache<string, { revision: number; marks: Marks }>;
  /** By server: where facts of who asks are looked up; null: nowhere. */
  lookups: LRUCache<string, KnownLookup>;
  seal: Seal;
  /** Answers under way that others wait for, by the key of their repeats. */
  makings: Map<string, Making>;
  /** What Discord said lately: of the servers of a session, and of the roles of a member. */
  guildsOfSessions: Memory<GuildsOfPerson>;
  rolesOfMembers: Memory<string[]>;
  /** A token in the system part that must never come out; new in every process. */
  canary: string;
  events: Events;
}

/** What one room tells those above it; `assembly.ts` says who listens. */
export interface Events {
  /** An answer that is kept was handed over for want of knowledge. */
  unanswered(asked: { serverId: string; answerId: string }): void;
}

export function createCore(adapters: Adapters): Core {
  const { config, database, clock, log } = adapters;
  const calendar = createCalendar(config.QUOTA_TIME_ZONE);
  const reservationMs = config.AI_TIMEOUT_MS + RESERVATION_GRACE_SECONDS * 1000;
  const queues = createAdmissionQueues();
  const ledger = createLedgerStore(database, { clock, calendar, reservationMs, onSettled: queues.wake });
  return {
    ...adapters,
    calendar,
    readings: createReadings(adapters),
    ledger,
    queues,
    releases: createReleases(ledger, log),
    backlog: createBacklog(BACKLOG_LIMITS, (job, signal) => job(signal)),
    findKey: createKeyFinder(database, () => {
      const now = clock();
      const minuteBegan = new Date(now - MINUTE_SECONDS * 1000);
      return { week: calendar.weekOf(now).key, day: calendar.dayOf(now).key, minuteBegan };
    }),
    findAdminKey: createAdminKeyFinder(database),
    idempotency: createIdempotencyLeases(adapters),
    underWay: createUnderWay(),
    knowledgeIndexes: new LRUCache({ maxSize: MAX_INDEX_BYTES, sizeCalculation: ({ bytes }) => bytes }),
    vectors: new LRUCache({
      maxSize: MAX_VECTOR_BYTES,
      sizeCalculation: ({ matrix }) => matrix.values.byteLength + 1,
    }),
    marks: new LRUCache({
      maxSize: MAX_MARK_BYTES,
      sizeCalculation: ({ marks: { sizes, places } }) =>
        sizes.reduce((sum, size) => sum + 16 * size, 64 * places.size + 100),
    }),
    lookups: new LRUCache({ max: MAX_LOOKUPS }),
    seal: createSeal(adapters.sessionSecret),
    makings: new Map(),
    guildsOfSessions: createMemory(clock, RIGHTS_MS),
    rolesOfMembers: createMemory(clock, RIGHTS_MS),
    canary: randomBytes(12).toString('hex'),
    events: { unanswered: () => undefined },
  };
}

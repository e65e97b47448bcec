import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import * as store from '../../adapters/db/owners/lookups.ts';
import { AppError, type DeliveryFault, type PageFault, PageFaultError } from '../../domain/errors.ts';
import {
  LOOKUP_TIMEOUT_SECONDS,
  MAX_CONTEXT_FACTS,
  MAX_LOOKUP_BYTES,
  MAX_LOOKUP_TOPIC_CHARACTERS,
  MAX_LOOKUP_TOPICS,
} from '../../domain/limits.ts';
import type { ChatMessage, ContextFact, InterfaceLanguage, Server } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { getServer } from '../owners/servers.ts';
import { shareWork } from '../runtime/shared-work.ts';
import { contextFactsSchema } from './facts.ts';
import {
  describeTry,
  drawSecret,
  faultOf,
  nameReceiver,
  receiverUrlSchema,
  sign,
  toAddress,
} from './receivers.ts';

export type Lookup = store.StoredLookup;

/** `word, word`, as people type them; each once. */
const topicsSchema = z
  .string()
  .transform((text) => [...new Set(text.split(',').map((word) => word.trim().toLowerCase()))].filter(Boolean))
  .pipe(z.array(z.string().max(MAX_LOOKUP_TOPIC_CHARACTERS)).max(MAX_LOOKUP_TOPICS));
export const lookupSchema = z.object({ url: receiverUrlSchema, topics: topicsSchema.default([]) });

/**
 * Sets or replaces where facts of who asks are looked up, with a new secret that is shown once.
 * @throws AppError('not_found'), 'invalid_input' with a PageFaultError as cause
 */
export async function setLookup(
  core: Core,
  serverId: string,
  given: z.output<typeof lookupSchema>,
): Promise<{ url: string; topics: string[]; secret: string }> {
  await getServer(core, serverId);
  const url = toAddress(given.url);
  const secret = drawSecret();
  const sealed = core.seal.close(secret, placeOf(serverId));
  const createdAt = new Date(core.clock());
  await store.upsertLookup(core.database, serverId, { url, secret: sealed, topics: given.topics, createdAt });
  return { url, topics: given.topics, secret };
}

/** Never holds the secret. */
export async function findLookup(core: Core, serverId: string): Promise<Omit<Lookup, 'secret'> | null> {
  const lookup = await store.findLookup(core.database, serverId);
  if (!lookup) return null;
  const { secret: _, ...known } = lookup;
  return known;
}

/** Never holds the secret. @throws AppError('not_found') for an unknown server, or one without a look-up */
export async function getLookup(core: Core, serverId: string): Promise<Omit<Lookup, 'secret'>> {
  const { secret: _, ...known } = await findOrThrow(core, serverId);
  return known;
}

/** @throws AppError('not_found') */
export async function removeLookup(core: Core, serverId: string): Promise<void> {
  await findOrThrow(core, serverId);
  await store.deleteLookup(core.database, serverId);
}

async function findOrThrow(core: Core, serverId: string): Promise<Lookup> {
  await getServer(core, serverId);
  const lookup = await store.findLookup(core.database, serverId);
  if (!lookup) throw new AppError('not_found', { message: 'This server has no look-up.' });
  return lookup;
}

/** Why no facts came: the connection, the status, or what was said. */
export type LookupFault = DeliveryFault | 'refused' | 'no_facts';
export type LookupOutcome = { facts: ContextFact[]; fault: null } | { facts: []; fault: LookupFault };

/** For owners. */
const SENTENCES: Partial<Record<LookupFault, Record<InterfaceLanguage, string>>> = {
  refused: {
    en: 'The address did not answer with HTTP 200.',
    de: 'Die Adresse antwortete nicht mit HTTP 200.',
  },
  no_facts: {
    en: `The reply is not {"facts": [{"label", "value"}]} with at most ${MAX_CONTEXT_FACTS} facts.`,
    de: `Die Antwort ist nicht {"facts": [{"label", "value"}]} mit höchstens ${MAX_CONTEXT_FACTS} Fakten.`,
  },
  timeout: {
    en: `The address took longer than ${LOOKUP_TIMEOUT_SECONDS} seconds.`,
    de: `Die Adresse brauchte länger als ${LOOKUP_TIMEOUT_SECONDS} Sekunden.`,
  },
};

export function describeLookupFault(fault: LookupFault, language: InterfaceLanguage = 'en'): string {
  const own = SENTENCES[fault]?.[language];
  return own ?? describeTry({ status: null, fault: fault as DeliveryFault }, language);
}

/** Asks now, with a question of the owner's. @throws AppError('not_found') */
export async function testLookup(
  core: Core,
  serverId: string,
  asked: LookupQuestion,
): Promise<LookupOutcome> {
  return ask(core, serverId, await findOrThrow(core, serverId), asked);
}

/**
 * The look-up that these messages call for; null where none does. Read once for each revision of a server.
 * What the customer said before counts, because `and when does it arrive?` names no topic.
 */
export async function findLookupFor(
  core: Core,
  { id, revision }: Pick<Server, 'id' | 'revision'>,
  messages: readonly ChatMessage[],
): Promise<Lookup | null> {
  const lookup = await readLookup(core, { id, revision });
  if (lookup === null || lookup.topics.length === 0) return lookup;
  const begins = new RegExp(`(?<![\\p{L}\\p{N}])(?:${lookup.topics.map(RegExp.escape).join('|')})`, 'iu');
  return messages.some(({ role, content }) => role === 'user' && begins.test(content)) ? lookup : null;
}

async function readLookup(core: Core, { id, revision }: Pick<Server, 'id' | 'revision'>) {
  const known = core.lookups.get(id);
  if (known?.revision === revision) return known.lookup;
  return shareWork(core, `lookup ${revision} ${id}`, async () => {
    const lookup = await store.findLookup(core.database, id);
    core.lookups.set(id, { revision, lookup, timeouts: 0, restsUntil: 0 });
    return lookup;
  });
}

/** What is told of a question: who asks it is the platform's id, or the name that the caller gave. */
export interface LookupQuestion {
  question: string;
  member?: string | undefined;
  customer?: string | undefined;
  conversation_id: string | null;
}

/** One that hangs would make everybody wait. */
const MOST_TIMEOUTS = 3;
const REST_MS = 30_000;

/**
 * The facts of who asks; none after any fault, which the log alone tells, because no answer may be lost by it. After
 * three time-outs in a row nobody waits for half a minute.
 * @throws the reason of `signal`
 */
export async function lookUp(
  core: Core,
  { serverId, lookup }: { serverId: string; lookup: Lookup },
  asked: LookupQuestion,
  signal: AbortSignal,
): Promise<ContextFact[]> {
  const known = core.lookups.get(serverId);
  if (known && known.restsUntil > core.clock()) return [];
  const { facts, fault } = await ask(core, serverId, lookup, asked, signal);
  if (known) {
    known.timeouts = fault === 'timeout' ? known.timeouts + 1 : 0;
    if (known.timeouts >= MOST_TIMEOUTS) known.restsUntil = core.clock() + REST_MS;
  }
  if (fault) core.log.warn({ server: serverId, host: nameReceiver(lookup.url), fault }, 'look-up failed');
  return facts;
}

async function ask(
  core: Core,
  serverId: string,
  { url, secret }: Lookup,
  asked: LookupQuestion,
  signal?: AbortSignal,
): Promise<LookupOutcome> {
  const failed = (fault: LookupFault): LookupOutcome => ({ facts: [], fault });
  const key = core.seal.open(secret, placeOf(serverId));
  if (key === null) return failed('secret_lost');
  const body = JSON.stringify(asked);
  const id = `lkp_${randomUUID().replaceAll('-', '')}`;
  const headers = { 'content-type': 'application/json', ...sign([key], { id, body, now: core.clock() }) };
  const limits = { maxBytes: MAX_LOOKUP_BYTES, timeoutMs: LOOKUP_TIMEOUT_SECONDS * 1000 };
  try {
    const answer = await core.outbound.post({ url, headers, body, signal, ...limits });
    if (answer.status !== 200) return failed('refused');
    const facts = readFacts(answer.body);
    return facts ? { facts, fault: null } : failed('no_facts');
  } catch (error) {
    signal?.throwIfAborted();
    const isUnread = error instanceof PageFaultError && UNREAD.has(error.fault);
    return failed(isUnread ? 'no_facts' : faultOf(error));
  }
}

/** Too long, or packed in a way that nobody can unpack. */
const UNREAD: ReadonlySet<PageFault> = new Set(['too_large', 'unreadable']);

const answerSchema = z.object({ facts: contextFactsSchema });

/** null: not what was asked for; half of it could mean something else. */
function readFacts(body: Buffer): ContextFact[] | null {
  try {
    return answerSchema.safeParse(JSON.parse(body.toString('utf8'))).data?.facts ?? null;
  } catch {
    return null;
  }
}

/** The request's own facts come first and are never pushed out. */
export function addFacts(own: readonly ContextFact[], found: readonly ContextFact[]): ContextFact[] {
  return [...own, ...found].slice(0, MAX_CONTEXT_FACTS);
}

function placeOf(serverId: string): string {
  return `lookup:${serverId}`;
}

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { countPlaygroundQuestion } from '../../../adapters/db/owners/servers.ts';
import { readPlaceUse } from '../../../adapters/db/quota/place-use.ts';
import type { AdmissionResult } from '../../../adapters/db/quota/quota.ts';
import { noteExhausted } from '../../../adapters/db/quota/quota-alerts.ts';
import { AppError, isTimeout } from '../../../domain/errors.ts';
import {
  ADMIN_REQUESTS_PER_MINUTE,
  MINUTE_SECONDS,
  PLAYGROUND_QUESTIONS_PER_DAY,
} from '../../../domain/limits.ts';
import type { Channel, Server } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import type { KeyHolder } from '../../owners/keys.ts';
import { type PlanLimits, planLimitsOf, shareOf } from '../../quota/plan-limits.ts';
import { readLedgerNow } from '../../quota/usage.ts';
import type { Admission, Question } from '../question.ts';
import { type Bounds, FREE_BOUNDS, leastForAnswer, roomIn } from './bounds.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Why a server may not use the API, or null; the same check for /chat and /status. A test key knows no trial terms. */
export function findAccessRefusal(
  core: Core,
  server: Server,
  { plan }: Pick<PlanLimits, 'plan'>,
  isTest = false,
): AppError | null {
  if (!server.active) return new AppError('server_inactive');
  if (plan === 'premium' || isTest) return null;
  const { TRIAL_MIN_MEMBERS, TRIAL_MIN_DAYS } = core.config;
  const presentMs = core.clock() - server.botJoinedAt.getTime();
  if (server.memberCount >= TRIAL_MIN_MEMBERS && presentMs >= TRIAL_MIN_DAYS * DAY_MS) return null;
  const members = { have: server.memberCount, need: TRIAL_MIN_MEMBERS };
  const days_present = { have: Math.max(0, Math.floor(presentMs / DAY_MS)), need: TRIAL_MIN_DAYS };
  return new AppError('trial_requirements_not_met', { details: { members, days_present } });
}

const haveSchema = z.object({ have: z.number(), need: z.number() });
const trialSchema = z.object({ members: haveSchema, days_present: haveSchema });

/** Reads which trial terms a server without premium lacks; null when it is refused for another reason. */
export function findMissingForTrial({ code, context }: AppError): z.infer<typeof trialSchema> | null {
  if (code !== 'trial_requirements_not_met') return null;
  return trialSchema.safeParse(context.details).data ?? null;
}

type Entry = Pick<Question, 'server' | 'channel' | 'key' | 'share'> & {
  id: string;
  planLimits: PlanLimits;
  bounds: Bounds;
  signal: AbortSignal;
};

/** More than any quota: a request for it learns about the other limits and takes nothing. */
const NEVER_GRANTED = Number.MAX_SAFE_INTEGER;
const BUSY_RETRY_SECONDS = 5;

/**
 * Admits one question and reserves its upper bound, or refuses it at the first limit that is reached: minute,
 * day, quota and credit, in one statement. A refused question counts nowhere. If answers in progress hold the
 * units, it waits until enough of them are settled or released; learning and rehearsals do not wait.
 * @throws AppError('rate_limited_minute' | 'rate_limited_day'), 'quota_exhausted' if too little is left unspent,
 * 'too_busy' if the time runs out in the queue; the signal's reason
 */
export async function admit(core: Core, input: Entry): Promise<Admission> {
  const { server, channel, bounds } = input;
  if (channel === 'playground') return admitPlayground(core, server.id);
  if (channel === 'learning') return conclude(core, input, await enter(core, input, bounds.least));
  // What is given shorter than live would say nothing of live.
  if (channel === 'rehearsal') return conclude(core, input, await enter(core, input, bounds.wanted));
  const place = { serverId: server.id, channel, place: input.planLimits.place?.id };
  const isBehind = bounds.wanted > 0 && core.queues.isBusy(place);
  const first = await enter(core, input, isBehind ? NEVER_GRANTED : bounds.wanted);
  if (first.outcome !== 'quota_exhausted') return conclude(core, input, first);
  return core.queues.wait(place, input.signal, () => tryAgain(core, input)).catch(sayBusy);
}

/**
 * Counts one look at the knowledge in its key's minute. It costs nothing and, as with a test key, no day.
 * @throws AppError('rate_limited_minute')
 */
export async function admitReading(core: Core, { keyId, server }: KeyHolder): Promise<void> {
  const planLimits = planLimitsOf(core, server);
  const reading = { id: randomUUID(), server, channel: 'api' as const, planLimits };
  const key = { id: keyId, isTest: true, isObserved: false };
  const { outcome, freeAt } = await enter(core, { ...reading, key, bounds: FREE_BOUNDS }, 0);
  if (outcome !== 'admitted') throw refuse(core, reading, outcome, freeAt);
  await core.releases.release({ id: reading.id, serverId: server.id });
}

/** Counts one request with a key of scope `admin` in its minute; `refusal` says that it is one too many. */
export async function admitAdministration(core: Core, keyId: string) {
  const { outcome, window, freeAt } = await core.ledger.admit({
    ...{ id: randomUUID(), serverId: '', keyId, isTest: true, channel: 'api', wanted: 0, least: 0 },
    ...{ quota: 0, share: 0, perMinute: ADMIN_REQUESTS_PER_MINUTE, perDay: 0 },
  });
  return { window, refusal: outcome === 'admitted' ? null : refuseForNow(core, freeAt) };
}

function enter(core: Core, input: Omit<Entry, 'signal'>, least: number): Promise<AdmissionResult> {
  const { id, key, planLimits, channel, bounds } = input;
  const { quota, place, perMinute, perDay } = planLimits;
  const share = input.share ?? place?.share ?? shareOf(planLimits, channel);
  return core.ledger.admit({
    ...{ id, serverId: input.server.id, keyId: key?.id ?? null, isTest: key?.isTest === true, channel },
    ...{ wanted: bounds.wanted, least },
    ...{ quota, share, place: place?.id ?? null, perMinute, perDay },
  });
}

/** @returns null while others hold what it needs. */
async function tryAgain(core: Core, input: Entry): Promise<Admission | null> {
  const { server, channel, planLimits, bounds } = input;
  // A dead process's reservation is free once it has expired, whenever the next sweep is due.
  await core.ledger.sweep();
  const [ledger, ofPlace] = await Promise.all([readLedgerNow(core, server), readPlaceNow(core, input)]);
  const { free, unspent } = roomIn(planLimits, channel, ledger, ofPlace);
  if (unspent < bounds.least) {
    const isOfPlace = ofPlace !== null && roomIn(planLimits, channel, ledger).unspent >= bounds.least;
    throw isOfPlace ? refuseAtPlace(core) : refuse(core, input, 'quota_exhausted', null);
  }
  // Other answers in progress do not make this one shorter.
  const needed = Math.min(bounds.wanted, unspent);
  if (free < needed) return null;
  const result = await enter(core, input, needed);
  return result.outcome === 'quota_exhausted' ? null : conclude(core, input, result);
}

/** This week; null where the place has no share. */
async function readPlaceNow(core: Core, { server, planLimits: { place } }: Entry) {
  if (place === null) return null;
  const week = core.calendar.weekOf(core.clock()).key;
  const use = (await readPlaceUse(core.database, server.id, week, [place.id])).get(place.id);
  return use ? { ...use, share: place.share } : null;
}

/** Elsewhere on the server the question would be answered, so no alert is due. */
function refuseAtPlace(core: Core): AppError {
  return new AppError('quota_exhausted', { details: { resets_at: weekEndsAt(core), of_place: true } });
}

function weekEndsAt(core: Core): string {
  return new Date(core.calendar.weekOf(core.clock()).endsAt).toISOString();
}

function conclude(core: Core, input: Entry, result: AdmissionResult): Admission {
  const { outcome, units, window, dayUsed, freeAt } = result;
  if (outcome !== 'admitted') throw refuse(core, input, outcome, freeAt);
  return { units, window, dayUsed };
}

function sayBusy(error: unknown): never {
  if (!isTimeout(error)) throw error;
  throw new AppError('too_busy', { retryAfterSeconds: BUSY_RETRY_SECONDS, cause: error });
}

/** The playground costs nothing; it is limited so that it cannot become a free API. */
async function admitPlayground(core: Core, serverId: string): Promise<Admission> {
  const day = core.calendar.dayOf(core.clock());
  const limit = PLAYGROUND_QUESTIONS_PER_DAY;
  if (await countPlaygroundQuestion(core.database, serverId, day.key, limit))
    return { units: Number.MAX_SAFE_INTEGER, window: { used: 0, oldestAt: null }, dayUsed: 0 };
  const retryAfterSeconds = secondsUntil(core, day.endsAt);
  throw new AppError('rate_limited_day', { retryAfterSeconds, details: { limit } });
}

function refuse(
  core: Core,
  { server, channel, planLimits }: Pick<Entry, 'server' | 'channel' | 'planLimits'>,
  code: 'rate_limited_minute' | 'rate_limited_day' | 'quota_exhausted',
  freeAt: number | null,
): AppError {
  if (code === 'quota_exhausted' && channel !== 'learning' && channel !== 'rehearsal')
    noteRefusal(core, { server, channel, planLimits });
  const now = core.clock();
  if (code === 'quota_exhausted') {
    const top_up_url = `${core.config.PUBLIC_URL}/servers/${encodeURIComponent(server.id)}/payments`;
    return new AppError(code, { details: { resets_at: weekEndsAt(core), top_up_url } });
  }
  if (code === 'rate_limited_day')
    return new AppError(code, { retryAfterSeconds: secondsUntil(core, core.calendar.dayOf(now).endsAt) });
  return refuseForNow(core, freeAt);
}

/** @param freeAt when the next request of the minute fits */
function refuseForNow(core: Core, freeAt: number | null): AppError {
  const seconds = freeAt === null ? MINUTE_SECONDS : secondsUntil(core, freeAt);
  return new AppError('rate_limited_minute', { retryAfterSeconds: Math.min(MINUTE_SECONDS, seconds) });
}

function secondsUntil(core: Core, at: number): number {
  return Math.max(1, Math.ceil((at - core.clock()) / 1000));
}

/** Servers and channels that were looked at in a minute by this process: refusals may come by the hundred. */
const noted = new WeakMap<Core, Set<string>>();
const MAX_NOTED = 10_000;

/** Notes for the alert of 100 percent that what is left may never be used; the refusal does not wait for it. */
function noteRefusal(
  core: Core,
  refused: { server: Server; channel: Channel; planLimits: PlanLimits },
): void {
  const { server, channel, planLimits } = refused;
  const serverId = server.id;
  const now = core.clock();
  const week = core.calendar.weekOf(now).key;
  const known = noted.get(core) ?? new Set<string>();
  noted.set(core, known);
  const mark = `${Math.floor(now / 60_000)} ${channel} ${serverId}`;
  if (known.has(mark)) return;
  if (known.size >= MAX_NOTED) known.clear();
  known.add(mark);
  const allowed = { quota: planLimits.quota, apiShare: channel === 'api' ? planLimits.apiShare : null };
  const least = leastForAnswer(core, server);
  const refusal = { serverId, week, now: new Date(now), least, allowed };
  noteExhausted(core.database, refusal).catch((error: unknown) => {
    known.delete(mark);
    core.log.debug({ err: error, server: serverId }, 'refusal not recorded');
  });
}

import type { FailureCode } from '../../../domain/errors.ts';
import type { Calendar, Clock } from '../../../domain/time.ts';
import type {
  Channel,
  KeptPassage,
  KeptSent,
  KeptTurn,
  Language,
  Ledger,
  Level,
  TeamReason,
} from '../../../domain/types.ts';
import { createBatcher } from '../batch.ts';
import type { Database } from '../connect.ts';
import { createHearings, type Hearing } from './hearings.ts';

/** The statements that move units; the arithmetic itself is in ../ledger.sql. */

export interface AdmissionRequest {
  /** UUID of the reservation to make. */
  id: string;
  serverId: string;
  /** Null: neither minute window nor day count apply. */
  keyId: string | null;
  /** A test key does not count in the day. */
  isTest?: boolean;
  channel: Channel;
  /** Upper bound of the cost, and the least that is worth starting with, in units. */
  wanted: number;
  least: number;
  /** The channel or category whose part of the week is all it gets, without credit; null or left out: none. */
  place?: string | null;
  /** The server's weekly quota, and the part of it for the place, or else the channel, in units. */
  quota: number;
  share: number;
  perMinute: number;
  perDay: number;
}

export interface AdmissionResult {
  outcome: 'admitted' | 'rate_limited_minute' | 'rate_limited_day' | 'quota_exhausted';
  /** Units held; 0 unless admitted. */
  units: number;
  window: MinuteWindow;
  /** With `rate_limited_minute`: when the next request fits. */
  freeAt: number | null;
  dayUsed: number;
}

/** Hits of one key in the last 60 seconds; `oldestAt` in milliseconds. */
export interface MinuteWindow {
  used: number;
  oldestAt: number | null;
}

export interface Settlement {
  id: string;
  serverId: string;
  /** Real cost; null gives everything back, the day count too. */
  units: number | null;
  level?: Level;
  promptTokens?: number;
  completionTokens?: number;
  /** The API key that asked. */
  keyId?: string;
  answer?: AnswerRecord;
  /** Stored for an Idempotency-Key, or for who hears it later; a response of null gives the key's claim back. */
  outcome?: { idempotencyKey: string | undefined; response: unknown };
  /** With a release: what is heard in place of an answer. */
  fault?: FailureCode;
}

export interface AnswerRecord {
  engine: string;
  /** Null: neither question nor answer is kept. */
  question: string | null;
  /** Null alone: its words may repeat a `context`. */
  answer: string | null;
  needsTeam: boolean;
  reason: TeamReason | null;
  usedIds: string[];
  confidence: number;
  language: Language;
  /** Test keys are in no statistics and never unanswered questions. */
  isTest?: boolean;
  isDraft?: boolean;
  isRepeated?: boolean;
  /** The caller's own; nothing of the product reads them. */
  conversationId?: string | null;
  metadata?: Record<string, string> | null;
  /** Left out where the question is not kept. */
  details?: AnswerDetails;
}

/** Kept as long as the answer's words. */
export interface AnswerDetails {
  /** Messages before the question; `history` has those that are kept, oldest first. */
  turns: number;
  history: KeptTurn[];
  /** Those sent to the model, best first; without a model, those found. */
  passages: KeptPassage[];
  /** The whole knowledge was sent; `passages` then has the best of it. */
  isWhole: boolean;
  tookMs: number;
  /** Null where no model was asked. */
  sent: KeptSent | null;
  /** Of the server, whose knowledge it rests on. */
  knowledgeRevision: number;
}

export interface LedgerStore {
  /** Limits, quota and credit in one guarded statement, shared with concurrent requests. */
  admit(request: AdmissionRequest): Promise<AdmissionResult>;
  /**
   * Repeatable: a second settle changes nothing and returns the ledger again. A release (units null) also gives back
   * the claim of an Idempotency-Key, and a charge whose settle nobody heard of.
   * @returns null when there was nothing to settle (released before, or swept).
   */
  settle(settlement: Settlement): Promise<Ledger | null>;
  /** @returns how many reservations it freed. */
  sweep(): Promise<number>;
}

export interface LedgerOptions {
  clock: Clock;
  calendar: Calendar;
  /** The sweep may free a reservation after that. */
  reservationMs: number;
  /** Called for every server with a settle or release of this process. */
  onSettled?: (serverId: string) => void;
}

/**
 * The first of many questions reach the backend while the database admits the next, so their answers do not all come at
 * once either.
 */
const LEAST_ADMISSIONS = 32;

const REPEATABLE = { repeatable: true };

interface AdmitRow {
  id: string;
  outcome: AdmissionResult['outcome'];
  week_units: number;
  credit_units: number;
  minute_used: number;
  minute_oldest: Date | null;
  minute_free_at: Date | null;
  day_used: number;
}

export function createLedgerStore(database: Database, options: LedgerOptions): LedgerStore {
  const { clock } = options;
  const hearings = createHearings(database);
  return {
    admit: createBatcher((requests) => admitBatch(database, options, requests), LEAST_ADMISSIONS),
    settle: createBatcher(async (settlements) => {
      const hearing = settlements.some(({ units }) => units !== null) ? hearings.next() : null;
      const ledgers = await settleBatch(database, clock(), settlements, hearing);
      for (const { serverId } of settlements) options.onSettled?.(serverId);
      return ledgers;
    }),
    sweep: async () => {
      const now = [new Date(clock())];
      const rows = await database.query<{ freed: number }>(
        'sweep',
        'SELECT sweep($1) AS freed',
        now,
        REPEATABLE,
      );
      return rows[0]?.freed ?? 0;
    },
  };
}

const ADMIT = 'SELECT * FROM admit($1, $2, $3, $4, $5)';

/**
 * Not waited for until it is on the disk (0.2 ms, on many disks 5): a settle is, and takes earlier writes along. An
 * admission that a crash loses charged nothing, and its answer is not given.
 */
const ADMIT_SOON = `SELECT admitted.*, set_config('synchronous_commit', 'off', true)
  FROM admit($1, $2, $3, $4, $5) AS admitted`;

async function admitBatch(database: Database, options: LedgerOptions, requests: AdmissionRequest[]) {
  const now = options.clock();
  // The embedded database dies with its process, so every kill -9 would be such a crash.
  const statement = database.isEmbedded ? ADMIT : ADMIT_SOON;
  const rows = await database.query<AdmitRow>('admit', statement, [
    JSON.stringify(groupByServer(requests)),
    new Date(now),
    options.calendar.weekOf(now).key,
    options.calendar.dayOf(now).key,
    new Date(now + options.reservationMs),
  ]);
  const byId = new Map(rows.map((row) => [row.id, toResult(row)]));
  return requests.map((request) => byId.get(request.id) as AdmissionResult);
}

function toResult(row: AdmitRow): AdmissionResult {
  return {
    outcome: row.outcome,
    units: row.week_units + row.credit_units,
    window: { used: row.minute_used, oldestAt: row.minute_oldest?.getTime() ?? null },
    freeAt: row.minute_free_at?.getTime() ?? null,
    dayUsed: row.day_used,
  };
}

/** Servers in code-unit order, the lock order of every process. */
function groupByServer(requests: AdmissionRequest[]) {
  const servers = Map.groupBy(requests, (one) => JSON.stringify([one.serverId, one.quota, one.perDay]));
  const ordered = [...servers.values()].toSorted((a, b) => compare(a[0]?.serverId, b[0]?.serverId));
  return ordered.map((ofServer) => ({
    server_id: ofServer[0]?.serverId,
    quota: ofServer[0]?.quota,
    per_day: ofServer[0]?.perDay,
    keys: groupByKey(ofServer),
  }));
}

function groupByKey(requests: AdmissionRequest[]) {
  const keys = Map.groupBy(requests, (one) =>
    JSON.stringify([one.keyId, one.isTest, one.channel, one.place, one.share, one.perMinute]),
  );
  return [...keys.values()].map((ofKey) => ({
    key_id: ofKey[0]?.keyId,
    is_test: ofKey[0]?.isTest,
    channel: ofKey[0]?.channel,
    place: ofKey[0]?.place,
    share: ofKey[0]?.share,
    per_minute: ofKey[0]?.perMinute,
    requests: ofKey.map(({ id, wanted, least }) => ({ id, wanted, least })),
  }));
}

function compare(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

async function settleBatch(
  database: Database,
  now: number,
  settlements: Settlement[],
  hearing: Hearing | null,
) {
  const rows = await database.query<{ settled_id: string; ledger: Ledger }>(
    'settle',
    'SELECT * FROM settle($1, $2, $3)',
    [JSON.stringify(settlements.map(toRow)), new Date(now), hearing?.batch ?? null],
    { ...REPEATABLE, ...(hearing ? { followedBy: hearing.statement } : {}) },
  );
  const byId = new Map(rows.map((row) => [row.settled_id, row.ledger]));
  return settlements.map((settlement) => byId.get(settlement.id) ?? null);
}

function toRow(settlement: Settlement) {
  const { answer, outcome, fault } = settlement;
  return {
    server_id: settlement.serverId,
    id: settlement.id,
    units: settlement.units,
    level: settlement.level,
    prompt_tokens: settlement.promptTokens,
    completion_tokens: settlement.completionTokens,
    answer: answer && {
      engine: answer.engine,
      question: answer.question,
      answer: answer.answer,
      needs_team: answer.needsTeam,
      reason: answer.reason,
      used_ids: answer.usedIds,
      confidence: answer.confidence,
      language: answer.language,
      is_test: answer.isTest,
      is_draft: answer.isDraft,
      is_repeated: answer.isRepeated,
      conversation_id: answer.conversationId,
      metadata: answer.metadata,
      details: answer.details && toDetails(answer.details),
    },
    key_id: settlement.keyId,
    idempotency_key: outcome?.idempotencyKey,
    response: outcome?.response ?? (fault && { error: fault }),
  };
}

function toDetails({ isWhole, tookMs, knowledgeRevision, ...kept }: AnswerDetails) {
  return { ...kept, is_whole: isWhole, took_ms: tookMs, knowledge_revision: knowledgeRevision };
}

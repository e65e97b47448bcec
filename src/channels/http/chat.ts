import type { Context, Middleware } from 'koa';
import { serializeList } from 'structured-headers';
import type { z } from 'zod';
import { type Answered, answerQuestion } from '../../core/answering/answer.ts';
import { type Accepted, answerLater } from '../../core/answering/async/async.ts';
import { imagesAtHand } from '../../core/answering/given/images.ts';
import { type AnsweredOnce, answerOnce, keyOfMessage } from '../../core/answering/idempotency/idempotency.ts';
import type { Admission, Question } from '../../core/answering/question.ts';
import { listClaims } from '../../core/answering/receipts/claims.ts';
import { toChatResponse, toClaimShape } from '../../core/answering/response/response.ts';
import type { Core } from '../../core/core.ts';
import type { KeyHolder } from '../../core/owners/keys.ts';
import { planLimitsOf } from '../../core/quota/plan-limits.ts';
import { AppError } from '../../domain/errors.ts';
import { MINUTE_SECONDS } from '../../domain/limits.ts';
import { type ApiState, holderOf, refuseOtherScope } from './authenticate.ts';
import { refuse, toPath, writeJson } from './body.ts';
import type { AcceptedResponse, ChatResponse } from './contract.ts';
import { chatRequestSchema, idempotencyKeySchema, includeSchema } from './contract.ts';

/** POST /api/v1/chat: the ticket so far in, one answer out. */
export function postChat(core: Core): Middleware<ApiState> {
  return async (ctx) => {
    const ticket = parseChatRequest(ctx.request.body);
    const holder = holderOf(ctx.state);
    refuseOtherScope(holder, 'chat');
    const given = parseIdempotencyKey(ctx);
    const include = parseInclude(ctx);
    const isAnew = hasDirective(ctx.get('Cache-Control'), 'no-cache');
    const question = { ...toQuestion(ctx, holder, ticket), isAnew };
    const idempotencyKey = given ?? keyOfMessage(question);
    const answered = await answerAs(ctx, core, { ...question, idempotencyKey }, include !== undefined);
    writeRateLimit(ctx, core, holder, answered.admission ?? progressOf(holder));
    if (!('answer' in answered)) return acknowledge(ctx, answered.id, question);
    const { answer, ledger } = answered;
    const claims = include && (await listClaims(core, holder.server, answer));
    const body: ChatResponse = await toChatResponse(answer, ledger ?? holder.ledger, question);
    writeJson(ctx, { ...body, ...(claims && { claims: claims.map(toClaimShape) }) });
  };
}

/** Waited for, or heard later by the webhook of the server: as the caller prefers. */
function answerAs(
  ctx: Context,
  core: Core,
  question: Parameters<typeof answerLater>[1],
  withClaims: boolean,
): Promise<Accepted | Answered | AnsweredOnce> {
  const { idempotencyKey } = question;
  if (hasDirective(ctx.get('Prefer'), 'respond-async')) return answerLater(core, question, { withClaims });
  return idempotencyKey ? answerOnce(core, { ...question, idempotencyKey }) : answerQuestion(core, question);
}

function acknowledge(ctx: Context, id: string, { conversationId }: Question): void {
  ctx.status = 202;
  ctx.set('Preference-Applied', 'respond-async');
  writeJson(ctx, { id, conversation_id: conversationId ?? null } satisfies AcceptedResponse);
}

const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/** Whether a comma-separated list holds a name without a value; what cannot be read holds nothing (RFC 7240, 9111). */
function hasDirective(field: string, wanted: string): boolean {
  const names = field.replace(QUOTED, (quoted) => (quoted === '""' ? '' : '_')).split(',');
  if (names.some((name) => name.includes('"'))) return false;
  return names.some(
    (name) => /^[ \t]*([^;=\s]*)[ \t]*=?[ \t]*(?:;|$)/.exec(name)?.[1]?.toLowerCase() === wanted,
  );
}

/** On every response to a valid key, refusals included. */
export function announceRateLimit(core: Core): Middleware<ApiState> {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const { holder } = ctx.state;
      if (holder) writeRateLimit(ctx, core, holder, progressAfter(core, error, progressOf(holder)));
      throw error;
    }
  };
}

/** Concurrent requests filled the minute or the day after this one looked. */
function progressAfter(core: Core, error: unknown, progress: Progress): Progress {
  const code = error instanceof AppError ? error.code : undefined;
  const used = Number.POSITIVE_INFINITY;
  const { window } = progress;
  if (code === 'rate_limited_minute') return { ...progress, window: { ...window, used } };
  // A failed answer gives its day back and stays in the key's minute.
  if (code === undefined || code === 'ai_unavailable') {
    return { ...progress, window: { used: window.used + 1, oldestAt: window.oldestAt ?? core.clock() } };
  }
  return code === 'rate_limited_day' ? { ...progress, dayUsed: used } : progress;
}

/** Asked until the connection closes: nobody reads a later answer. */
export function toQuestion(
  ctx: Context,
  { keyId, isTest, isObserved, server }: KeyHolder,
  { messages, customer, context, ...told }: z.infer<typeof chatRequestSchema>,
): Question & { key: object } {
  return {
    ...{ server, channel: 'api', key: { id: keyId, isTest, isObserved } },
    // Drops empty names.
    messages: messages.map(({ name, images: _, ...message }) => (name ? { ...message, name } : message)),
    images: imagesAtHand(messages.at(-1)?.images ?? []),
    ...{ customer: customer ?? undefined, context: context ?? [], signal: signalOfClient(ctx) },
    ...{ conversationId: told.conversation_id ?? null, metadata: told.metadata ?? null, format: told.format },
  };
}

/** @throws AppError('invalid_body' | 'too_many_messages' | 'last_message_not_user') with the path of the first fault. */
function parseChatRequest(body: unknown): z.infer<typeof chatRequestSchema> {
  const parsed = chatRequestSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = issue ? toPath(issue.path) : undefined;
  if (issue?.code === 'too_big' && param === 'messages') throw new AppError('too_many_messages', { param });
  if (issue?.code === 'custom' && param === 'messages')
    throw new AppError('last_message_not_user', { param: 'messages' });
  throw refuse(parsed.error);
}

function parseInclude({ query }: Context): z.infer<typeof includeSchema> {
  const parsed = includeSchema.safeParse(query.include);
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_body', { param: 'include', message: 'include can only be "claims".' });
}

function parseIdempotencyKey(ctx: Context): string | undefined {
  // An empty key would protect nobody unnoticed.
  const given = ctx.req.headers['idempotency-key'];
  if (given === undefined) return undefined;
  const parsed = idempotencyKeySchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const message = `Idempotency-Key ${parsed.error.issues[0]?.message}.`;
  throw new AppError('invalid_body', { param: 'Idempotency-Key', message });
}

/** Aborts when the connection closes before the answer was sent. */
function signalOfClient(ctx: Context): AbortSignal {
  const controller = new AbortController();
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) controller.abort();
  });
  return controller.signal;
}

const DAY_SECONDS = 24 * 3600;

/** The key's minute and the server's day. */
type Progress = Pick<Admission, 'window' | 'dayUsed'>;

/** As the key lookup saw it. */
function progressOf({ window, ledger }: KeyHolder): Progress {
  return { window, dayUsed: ledger.requests_today };
}

/**
 * As in draft-ietf-httpapi-ratelimit-headers-11: quota `q` in window `w` seconds, remaining `r`, and `t` seconds until
 * more is available.
 */
function writeRateLimit(ctx: Context, core: Core, holder: KeyHolder, progress: Progress): void {
  const { perMinute, perDay } = planLimitsOf(core, holder.server);
  const now = core.clock();
  const minute = describeMinute(core, perMinute, progress.window);
  ctx.set('RateLimit-Policy', write({ minute: minute.limit, day: { q: perDay, w: DAY_SECONDS } }));
  const dayEnds = core.calendar.dayOf(now).endsAt;
  const day = { r: Math.max(0, perDay - progress.dayUsed), t: toSeconds(dayEnds - now) };
  ctx.set('RateLimit', write({ minute: minute.left, day }));
}

/** The same for a key that has no server, hence no day. */
export function writeMinuteLimit(
  ctx: Context,
  core: Core,
  perMinute: number,
  window: Progress['window'],
): void {
  const { limit, left } = describeMinute(core, perMinute, window);
  ctx.set('RateLimit-Policy', write({ minute: limit }));
  ctx.set('RateLimit', write({ minute: left }));
}

function describeMinute(core: Core, perMinute: number, { used, oldestAt }: Progress['window']) {
  const now = core.clock();
  const seconds = toSeconds((oldestAt ?? now) + MINUTE_SECONDS * 1000 - now);
  const left = { r: Math.max(0, perMinute - used), t: Math.min(MINUTE_SECONDS, seconds) };
  return { limit: { q: perMinute, w: MINUTE_SECONDS }, left };
}

function write(fields: Record<string, Record<string, number>>): string {
  return serializeList(
    Object.entries(fields).map(([name, parameters]) => [name, new Map(Object.entries(parameters))]),
  );
}

function toSeconds(ms: number): number {
  return Math.max(0, Math.ceil(ms / 1000));
}

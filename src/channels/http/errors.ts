import type { Context, Middleware } from 'koa';
import { z } from 'zod';
import { AppError, type ErrorCode, FAILURES } from '../../domain/errors.ts';
import type { ApiState } from './authenticate.ts';
import { writeJson } from './body.ts';

interface PublicError {
  status: number;
  /** The public name where that is another one. */
  code?: ErrorCode;
  type: string;
  message: string;
}

/** The rest is `invalid_request` below 500 and `server` above. */
const TYPES: Readonly<Record<number, string>> = {
  ...{ 401: 'authentication', 402: 'quota', 403: 'permission', 409: 'conflict', 429: 'rate_limit' },
};

/** Texts of 5xx never say more than this. */
export const PUBLIC_ERRORS: Record<ErrorCode, PublicError> = {
  invalid_json: says(400, 'The body is not valid JSON in UTF-8.'),
  invalid_body: says(400, 'The body does not have the required form.'),
  too_many_messages: says(400, 'At most 20 messages can be sent; leave out the oldest.'),
  last_message_not_user: says(400, 'The last message must have the role "user".'),
  invalid_input: says(400, 'The request cannot be carried out with these values.'),
  request_timeout: says(408, 'The request took too long to arrive.'),
  // Proxies log 499; nobody reads it.
  client_left: says(499, 'The connection was closed before the answer was ready.'),
  invalid_api_key: says(
    401,
    'The API key is missing, wrong or revoked. Send it as "Authorization: Bearer <API_KEY>".',
  ),
  quota_exhausted: says(402, 'The quota is used up: wait for its reset, top up, or get premium.'),
  trial_requirements_not_met: says(
    403,
    'Without premium, the server needs enough members and enough days with the bot; `details` says how many.',
  ),
  server_inactive: says(403, 'The bot was removed from this server.'),
  wrong_scope: says(403, 'This key has the wrong scope for this; create a key with the scope it needs.'),
  forbidden: says(403, 'You are not allowed to do this.'),
  not_found: says(404, 'There is nothing at this address.'),
  method_not_allowed: says(405, 'This method is not allowed here.'),
  already_exists: says(409, 'This already exists.'),
  key_limit_reached: says(409, 'The server already has the maximum of 5 keys; revoke one first.'),
  idempotency_in_progress: says(409, 'The same request is still running; wait and ask again.'),
  body_too_large: says(413, 'The body is larger than allowed here.'),
  unsupported_media_type: says(415, 'Send "Content-Type: application/json" in UTF-8.'),
  idempotency_mismatch: says(422, 'This Idempotency-Key was used with another body.'),
  rate_limited_minute: says(429, 'Too many requests in the last 60 seconds with this key; wait and retry.'),
  rate_limited_day: says(429, "The server's requests for today are used up; wait and retry."),
  too_many_uploads: says(429, 'Other files or pictures are being read; wait and retry.'),
  internal_error: says(500, FAILURES.internal_error),
  not_signed_in: says(401, 'Sign in to the dashboard first.'),
  payments_off: says(404, 'No payment provider is configured.'),
  discord_unavailable: says(503, 'Discord did not answer; retry.'),
  payment_unavailable: says(503, 'The payment provider did not answer; retry.'),
  ai_unavailable: says(503, FAILURES.ai_unavailable),
  too_busy: {
    ...says(503, 'Too many questions from this server at once. Nothing was charged; retry.'),
    code: 'service_unavailable',
  },
  service_unavailable: says(503, FAILURES.service_unavailable),
};

function says(status: number, message: string): PublicError {
  return { status, type: TYPES[status] ?? (status < 500 ? 'invalid_request' : 'server'), message };
}

/** The one place where an error becomes bytes. */
export function errorFunnel(log: ErrorLog): Middleware<ApiState> {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      writeError(ctx, noteError(ctx.state, log, error));
    }
  };
}

interface ErrorLog {
  error(fields: object, message: string): void;
}

/** Logs what is our fault. @returns `internal_error` for anything but an AppError. */
export function noteError(state: ApiState, log: ErrorLog, error: unknown): AppError {
  const known = error instanceof AppError ? error : new AppError('internal_error', { cause: error });
  const { code, context } = known;
  if (PUBLIC_ERRORS[code].status >= 500 && !context.isPlanned)
    log.error({ request_id: state.requestId, code, err: error }, 'request failed');
  state.errorCode = code;
  return known;
}

function writeError(ctx: Context, error: AppError): void {
  const { retryAfterSeconds, isPlanned } = error.context;
  const { status } = PUBLIC_ERRORS[error.code];
  ctx.status = status;
  if (isPlanned) ctx.state.isPlanned = true;
  if (status === 401) ctx.set('WWW-Authenticate', 'Bearer');
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds));
  else if (status === 503) ctx.set('Retry-After', '1');
  writeJson(ctx, toErrorBody(error, ctx.state.requestId));
}

/** An error's own message is public below 500 only. */
export function toErrorBody(error: AppError, requestId: string): ErrorResponse {
  const { status, type, message, code = error.code } = PUBLIC_ERRORS[error.code];
  const own = status < 500 ? error.context.message : undefined;
  const { param, details } = error.context;
  return {
    error: { type, code, message: own ?? message, param, details },
    request_id: requestId,
  };
}

export const errorResponseSchema = z
  .object({
    error: z.object({
      type: z.string().meta({ description: 'Group of the error, for coarse handling.' }),
      code: z.string().meta({ description: 'Stable name of the error.' }),
      message: z.string().meta({ description: 'A sentence for developers.' }),
      param: z
        .string()
        .optional()
        .meta({ description: 'Path of the faulty field.', example: 'messages[2].content' }),
      details: z
        .record(z.string(), z.unknown())
        .optional()
        .meta({ description: 'Further facts; which ones depends on the code.' }),
    }),
    request_id: z.string(),
  })
  .meta({ id: 'ErrorResponse' });

export type ErrorResponse = z.infer<typeof errorResponseSchema>;

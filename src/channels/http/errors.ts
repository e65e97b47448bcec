import type { Context, Middleware } from 'koa';
import { AppError, type ErrorCode } from '../../domain/errors.ts';
import type { ErrorResponse } from './contract.ts';
import { writeJson } from './json.ts';
import type { ApiState } from './state.ts';

interface PublicError {
  status: number;
  /** What callers know it as, where that is not its own name. */
  code?: ErrorCode;
  type: 'invalid_request' | 'authentication' | 'quota' | 'permission' | 'conflict' | 'rate_limit' | 'server';
  message: string;
}

/** What every code looks like over HTTP. Texts of 5xx never say more than this. */
export const PUBLIC_ERRORS: Record<ErrorCode, PublicError> = {
  invalid_json: invalid(400, 'The body is not valid JSON in UTF-8.'),
  invalid_body: invalid(400, 'The body does not have the required form.'),
  too_many_messages: invalid(400, 'At most 20 messages can be sent; leave out the oldest.'),
  last_message_not_user: invalid(400, 'The last message must have the role "user".'),
  invalid_input: invalid(400, 'The request cannot be carried out with these values.'),
  request_timeout: invalid(408, 'The request took too long to arrive.'),
  // Nobody reads it; 499 is what proxies log for it.
  client_left: invalid(499, 'The connection was closed before the answer was there.'),
  invalid_api_key: {
    status: 401,
    type: 'authentication',
    message: 'The API key is missing, wrong or revoked. Send it as "Authorization: Bearer <API_KEY>".',
  },
  quota_exhausted: {
    status: 402,
    type: 'quota',
    message: 'The quota is used up: wait for its reset, top up, or get premium.',
  },
  trial_requirements_not_met: {
    status: 403,
    type: 'permission',
    message: 'Without premium, the server needs more members or the bot more days on it.',
  },
  server_inactive: { status: 403, type: 'permission', message: 'The bot was removed from this server.' },
  forbidden: { status: 403, type: 'permission', message: 'This is not allowed for you.' },
  not_found: { status: 404, type: 'invalid_request', message: 'There is nothing at this address.' },
  method_not_allowed: invalid(405, 'This method is not allowed here.'),
  already_exists: { status: 409, type: 'conflict', message: 'This exists already.' },
  key_limit_reached: {
    status: 409,
    type: 'conflict',
    message: 'The server has its 5 keys; revoke one first.',
  },
  idempotency_in_progress: {
    status: 409,
    type: 'conflict',
    message: 'A request with this Idempotency-Key is still running.',
  },
  body_too_large: invalid(413, 'The body is larger than 256 KiB.'),
  unsupported_media_type: invalid(415, 'Send "Content-Type: application/json" in UTF-8.'),
  idempotency_mismatch: invalid(422, 'This Idempotency-Key was used with another body.'),
  rate_limited_minute: {
    status: 429,
    type: 'rate_limit',
    message: 'Too many requests in the last 60 seconds with this key; wait and retry.',
  },
  rate_limited_day: {
    status: 429,
    type: 'rate_limit',
    message: "The server's requests of today are used up; wait and retry.",
  },
  too_many_uploads: {
    status: 429,
    type: 'rate_limit',
    message: 'Other files are being read; wait and retry.',
  },
  internal_error: { status: 500, type: 'server', message: 'Something went wrong on our side.' },
  not_signed_in: { status: 401, type: 'authentication', message: 'Sign in to the dashboard first.' },
  payments_off: { status: 404, type: 'invalid_request', message: 'No payment provider is configured.' },
  discord_unavailable: { status: 503, type: 'server', message: 'Discord did not answer; retry.' },
  payment_unavailable: {
    status: 503,
    type: 'server',
    message: 'The payment provider did not answer; retry.',
  },
  ai_unavailable: {
    status: 503,
    type: 'server',
    message: 'The AI backend did not answer. Nothing was charged; retry.',
  },
  too_busy: {
    status: 503,
    code: 'service_unavailable',
    type: 'server',
    message: 'Many questions of this server are being answered at once. Nothing was charged; retry.',
  },
  service_unavailable: {
    status: 503,
    type: 'server',
    message: 'The service is not ready. Nothing was charged; retry.',
  },
};

function invalid(status: number, message: string): PublicError {
  return { status, type: 'invalid_request', message };
}

/** The one place where an error becomes bytes. Everything that is no AppError is `internal_error`. */
export function errorFunnel(log: { error(fields: object, message: string): void }): Middleware<ApiState> {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const known = error instanceof AppError ? error : new AppError('internal_error', { cause: error });
      const { status } = PUBLIC_ERRORS[known.code];
      if (status >= 500 && !known.context.isPlanned)
        log.error({ request_id: ctx.state.requestId, code: known.code, err: error }, 'request failed');
      writeError(ctx, known);
    }
  };
}

function writeError(ctx: Context, error: AppError): void {
  const { retryAfterSeconds, isPlanned } = error.context;
  const { status } = PUBLIC_ERRORS[error.code];
  ctx.status = status;
  ctx.state.errorCode = error.code;
  if (isPlanned) ctx.state.isPlanned = true;
  if (status === 401) ctx.set('WWW-Authenticate', 'Bearer');
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds));
  else if (status === 503) ctx.set('Retry-After', '1');
  writeJson(ctx, toErrorBody(error, ctx.state.requestId));
}

/** The body of an error; its own message only where the sender may read it. */
export function toErrorBody(error: AppError, requestId: string): ErrorResponse {
  const { status, type, message, code = error.code } = PUBLIC_ERRORS[error.code];
  const own = status < 500 ? error.context.message : undefined;
  const { param, details } = error.context;
  return {
    error: {
      type,
      code,
      message: own ?? message,
      ...(param === undefined ? {} : { param }),
      ...(details === undefined ? {} : { details }),
    },
    request_id: requestId,
  };
}

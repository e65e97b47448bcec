/** Every way a request can be refused or fail; channels turn codes into what people see. */
export type ErrorCode =
  | 'invalid_json'
  | 'invalid_body'
  | 'too_many_messages'
  | 'last_message_not_user'
  | 'invalid_api_key'
  | 'quota_exhausted'
  | 'trial_requirements_not_met'
  | 'server_inactive'
  | 'not_found'
  | 'method_not_allowed'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'request_timeout'
  | 'client_left'
  | 'idempotency_mismatch'
  | 'idempotency_in_progress'
  | 'rate_limited_minute'
  | 'rate_limited_day'
  | 'key_limit_reached'
  | 'already_exists'
  | 'invalid_input'
  | 'internal_error'
  | 'ai_unavailable'
  | 'service_unavailable';

export interface ErrorContext {
  /** Path of the faulty field, for example `messages[2].content`. */
  param?: string;
  /** Facts for the reader, for example `{ resets_at }`; always safe to show. */
  details?: Record<string, unknown>;
  /** A sentence for the reader where the code's standard text says too little; 4xx codes only. */
  message?: string;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** The one error that core throws on purpose. `code` knows no transport. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly context: ErrorContext;

  constructor(code: ErrorCode, context: ErrorContext = {}) {
    super(context.message ?? code, context.cause === undefined ? undefined : { cause: context.cause });
    this.name = 'AppError';
    this.code = code;
    this.context = context;
  }
}

/** Every way a request can be refused or fail; channels turn codes into words. */
export type ErrorCode =
  | 'invalid_json'
  | 'invalid_body'
  | 'too_many_messages'
  | 'last_message_not_user'
  | 'invalid_api_key'
  | 'quota_exhausted'
  | 'trial_requirements_not_met'
  | 'server_inactive'
  | 'wrong_scope'
  | 'forbidden'
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
  | 'too_many_uploads'
  | 'key_limit_reached'
  | 'already_exists'
  | 'invalid_input'
  | 'not_signed_in'
  | 'payments_off'
  | 'internal_error'
  | 'discord_unavailable'
  | 'payment_unavailable'
  | 'ai_unavailable'
  /** Others hold the rest of the quota, and waiting for them took too long. */
  | 'too_busy'
  | 'service_unavailable';

/** How an accepted question can end without an answer, in the words that its caller reads. */
export const FAILURES = {
  ai_unavailable: 'The AI backend did not answer. Nothing was charged; retry.',
  service_unavailable: 'The service is not ready. Nothing was charged; retry.',
  internal_error: 'Something went wrong on our side.',
} satisfies Partial<Record<ErrorCode, string>>;
export type FailureCode = keyof typeof FAILURES;

export interface ErrorContext {
  /** Path of the faulty field, for example `messages[2].content`. */
  param?: string;
  /** Facts for the reader, for example `{ resets_at }`; always safe to show. */
  details?: Record<string, unknown>;
  /** A sentence for the reader where the code's standard text says too little; 4xx codes only. */
  message?: string;
  retryAfterSeconds?: number;
  /** Expected, as while the process stops: nobody has to look into it. */
  isPlanned?: boolean;
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

export function failureOf(error: unknown): FailureCode {
  const code = error instanceof AppError ? error.code : 'internal_error';
  return code === 'ai_unavailable' || code === 'service_unavailable' ? code : 'internal_error';
}

const MAX_CAUSE_CHARACTERS = 200;

/**
 * What lies behind an error, or the error itself where it is none of ours: its code, as `ECONNREFUSED` or an SQL state,
 * and its text in one line, as `connect ECONNREFUSED 127.0.0.1:5432`. Both are empty where nothing does.
 */
export function readCause(error: unknown): { code: string; text: string } {
  const cause = error instanceof AppError ? error.cause : error;
  // Where every address of a host refused, Node's AggregateError has no text of its own.
  const first = cause instanceof AggregateError && cause.message === '' ? cause.errors[0] : cause;
  if (!(first instanceof Error)) return { code: '', text: '' };
  const code = 'code' in first && typeof first.code === 'string' ? first.code : '';
  const [line = ''] = (first.message || code || first.name).split('\n', 1);
  return { code, text: line.slice(0, MAX_CAUSE_CHARACTERS) };
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/**
 * Runs one after the other; a failure keeps no other from its turn.
 * @throws the fault, or an AggregateError that names each once.
 */
export async function attemptEach<Item>(
  items: Iterable<Item>,
  run: (item: Item) => Promise<unknown>,
): Promise<void> {
  const faults: unknown[] = [];
  for (const item of items) await run(item).catch((error: unknown) => faults.push(error));
  if (faults.length <= 1) {
    for (const fault of faults) throw fault;
    return;
  }
  const messages = new Set(faults.map((fault) => (fault instanceof Error ? fault.message : String(fault))));
  throw new AggregateError(faults, [...messages].join('; '));
}

/** Why a page or a file of a site cannot be read; core/knowledge/crawl/faults.ts says it in words. */
export type PageFault =
  | 'invalid_address'
  | 'not_public'
  | 'unresolved'
  | 'unreachable'
  | 'certificate'
  | 'timeout'
  | 'too_large'
  | 'too_many_redirects'
  | 'leads_elsewhere'
  | 'http_status'
  | 'not_text'
  | 'no_text'
  | 'unreadable'
  | 'robots'
  | 'robots_unavailable'
  | 'noindex'
  | 'sign_in'
  | 'robot_check'
  | 'not_found'
  | 'maintenance'
  | 'knowledge_full'
  | ('no_bot' | 'no_channel' | 'not_posts' | 'right_missing' | 'content_refused' | 'discord_unavailable')
  | ('withdrawn' | 'no_folder' | 'rate_limited');

/**
 * Codes of a chat platform for a missing right: in a channel, to an earlier message, in a locked thread. A compatible
 * server may tell it by the code alone.
 */
export const MISSING_RIGHTS: ReadonlySet<unknown> = new Set([50001, 50013, 160002, 160005]);

/**
 * Why an event did not reach a silent receiver. `gone`: its subject is deleted; `secret_lost`: the secret was sealed
 * by another installation.
 */
export type DeliveryFault =
  | Extract<
      PageFault,
      'invalid_address' | 'not_public' | 'unresolved' | 'unreachable' | 'certificate' | 'timeout'
    >
  | 'gone'
  | 'secret_lost';

/** `detail` is a fact for the reader, such as the status or the media type. */
export class PageFaultError extends Error {
  readonly fault: PageFault;
  readonly detail: string | null;
  /** The pause that the site asks for. */
  retryAfterMs: number | null = null;

  constructor(fault: PageFault, detail: string | null = null, cause?: unknown) {
    super(detail === null ? fault : `${fault}: ${detail}`, cause === undefined ? undefined : { cause });
    this.name = 'PageFaultError';
    this.fault = fault;
    this.detail = detail;
  }
}

/** All faults of a configuration at once; `message` is the list an operator reads. */
export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    const count = faults.length === 1 ? 'One setting is wrong' : `${faults.length} settings are wrong`;
    super(`${count}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

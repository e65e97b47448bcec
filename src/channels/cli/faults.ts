import { AppError, type ErrorCode, readCause } from '../../domain/errors.ts';
import { MAX_KEYS_PER_SERVER, PLAYGROUND_QUESTIONS_PER_DAY } from '../../domain/limits.ts';

/** A command that cannot be carried out or found something wrong; the message is what the operator reads. */
export class CommandFault extends Error {
  readonly code: string = 'failed';

  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** A command that was typed wrong: nothing was opened, nothing done. */
export class UsageFault extends CommandFault {
  override readonly code = 'usage';
}

/** What every code says on the command line. */
const SENTENCES: Record<ErrorCode, string> = {
  invalid_json: 'This is not valid JSON.',
  invalid_body: 'The request does not have the required form.',
  too_many_messages: 'A conversation has at most 20 messages.',
  last_message_not_user: 'The last message must be from the customer.',
  invalid_api_key: 'This key is wrong or revoked.',
  quota_exhausted: "The part of this week's quota meant for this is used up.",
  trial_requirements_not_met:
    'Without premium, the server needs enough members and enough days with the bot.',
  server_inactive: 'The bot was removed from this server.',
  wrong_scope: 'The scope of this key does not allow this.',
  forbidden: 'This is not allowed.',
  not_found: 'This does not exist.',
  method_not_allowed: 'This cannot be done here.',
  body_too_large: 'This is too large.',
  unsupported_media_type: 'This format is unknown.',
  request_timeout: 'This took too long.',
  client_left: 'Stopped before the answer was ready.',
  idempotency_mismatch: 'This Idempotency-Key was used with another request.',
  idempotency_in_progress: 'A request with this Idempotency-Key is still running.',
  rate_limited_minute: 'Too many requests in the last 60 seconds; wait and try again.',
  rate_limited_day: `The ${PLAYGROUND_QUESTIONS_PER_DAY} free questions of this server are used up for today.`,
  too_many_uploads: 'Other files are being read; try again in a few seconds.',
  key_limit_reached: `The server already has the maximum of ${MAX_KEYS_PER_SERVER} valid keys; revoke one first.`,
  already_exists: 'This already exists.',
  invalid_input: 'This cannot be done with these values.',
  not_signed_in: 'Sign in first.',
  payments_off: 'No payment provider is configured; set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
  internal_error: 'Something went wrong.',
  discord_unavailable: 'Discord did not answer.',
  payment_unavailable: 'The payment provider did not answer.',
  ai_unavailable: 'The AI backend did not answer; run "doctor" to find out more.',
  too_busy:
    'The rest of the quota is reserved for questions being answered right now; try again in a moment.',
  service_unavailable: 'The database cannot be reached or is too busy; try again in a moment.',
};

/** Codes whose cause helps whoever runs the service; adapters keep secrets out of it. */
const EXPLAINED = new Set<ErrorCode>([
  'internal_error',
  'discord_unavailable',
  'payment_unavailable',
  'ai_unavailable',
  'service_unavailable',
]);

/** Errors at start-up whose whole text is written for the operator; their layers are not ours to import. */
const FOR_OPERATORS = new Set([
  ...[
    'CommandFault',
    'UsageFault',
    'ConfigError',
    'FolderInUseError',
    'ForeignFolderError',
    'UnusableFolderError',
  ],
]);

/** The one place where an error becomes text: never a stack. */
export function describeError(error: unknown): string {
  if (error instanceof Error && FOR_OPERATORS.has(error.name)) return error.message;
  const known = error instanceof AppError ? error : new AppError('internal_error', { cause: error });
  const sentence = known.context.message ?? SENTENCES[known.code];
  const cause = EXPLAINED.has(known.code) ? readCause(known).text : '';
  return cause === '' ? sentence : `${sentence} (${cause})`;
}

const EXIT_CODES: Readonly<Record<string, number>> = { usage: 2, not_found: 3 };

/** What a failed command tells: a code for machines, a text for people, and the exit code: 1, 2 (usage) or 3 (not found). */
export function describeFault(error: unknown): { code: string; message: string; exitCode: number } {
  const code = codeOf(error);
  return { code, message: describeError(error), exitCode: EXIT_CODES[code] ?? 1 };
}

function codeOf(error: unknown): string {
  if (error instanceof CommandFault || error instanceof AppError) return error.code;
  return error instanceof Error && FOR_OPERATORS.has(error.name) ? 'failed' : 'internal_error';
}

import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import type { Core } from '../../core/core.ts';
import type { CommandDefinition } from '../../domain/command-definitions.ts';
import { AppError, type ErrorCode } from '../../domain/errors.ts';
import { MAX_KEYS_PER_SERVER, PLAYGROUND_QUESTIONS_PER_DAY } from '../../domain/limits.ts';
import type { Deed } from '../../domain/types.ts';

/** What every command is given; a command that only shows its help never opens the core. */
export interface CommandContext {
  /** @param use `look`: nothing may be changed by it, so the schema stays as it is. */
  openCore(use?: 'look'): Promise<Core>;
  /** The commands that the chat platform ought to have; undefined where nobody knows. */
  readCommands(): Promise<readonly CommandDefinition[] | undefined>;
  /** The whole file. */
  readFile(path: string): Promise<Uint8Array>;
  /** Prints a part of a long result as it is; resolves once whoever reads it has room for more. */
  write(text: string): Promise<void>;
  /** Prints the value as one line of JSON under `--json`, else the text. */
  show(value: unknown, text: string): void;
  /** Notes in a server's audit log what was done; to be called after it was done. Never fails. */
  record(serverId: string, action: Deed['action'], subject?: Deed['subject']): Promise<void>;
  /** What happens meanwhile, on stderr; silent under `--json` unless machines too have to know. */
  note(text: string, isForAll?: boolean): void;
}

/**
 * Checks arguments (named in capitals, as the help shows them) and options together.
 * @throws CommandFault with one line for every wrong value.
 */
function readInput<Shape>(schema: z.ZodType<Shape>, given: Record<string, unknown>): Shape {
  const values = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [isArgument(name) ? name : toSnakeCase(name), value]),
  );
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => {
    const name = String(path[0] ?? '');
    const reason = values[name] === undefined ? 'is required' : message;
    return `${isArgument(name) ? name : `--${name.replaceAll('_', '-')}`}: ${reason}`;
  });
  throw new CommandFault(faults.join('\n'));
}

/** Has a command run with its arguments and options once they are checked together. */
export function onInput<Shape>(
  command: Command,
  schema: z.ZodType<Shape>,
  run: (input: Shape) => Promise<void>,
): void {
  command.action(async (...given: unknown[]) => {
    const typed = command.registeredArguments.map((argument, index) => [argument.name(), given[index]]);
    await run(readInput(schema, { ...command.opts(), ...Object.fromEntries(typed) }));
  });
}

/** A whole number as typed, for the schema that says its range; `Number('')` would be 0. */
export const wholeNumberSchema = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform((text): unknown => Number(text));

export const numberSchema = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,6})?$/, 'must be a number such as 25 or 12.5')
  .transform(Number);

/** A day (its first moment in UTC) or an instant with its zone. */
export const isoDateSchema = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], {
    error: 'must be an ISO date such as 2026-03-01 or 2026-03-01T12:00:00Z',
  })
  .transform((text) => new Date(text));

function isArgument(name: string): boolean {
  return /^[A-Z_]+$/.test(name);
}

/** Commander turns `--bot-name` into `botName`. */
function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A command that cannot be carried out or found something wrong; the message is what the operator reads. */
export class CommandFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandFault';
  }
}

/** What every code says on the command line. */
const SENTENCES: Record<ErrorCode, string> = {
  invalid_json: 'This is not valid JSON.',
  invalid_body: 'The request does not have the required form.',
  too_many_messages: 'A conversation has at most 20 messages.',
  last_message_not_user: 'The last message must be from the customer.',
  invalid_api_key: 'This key is wrong or revoked.',
  quota_exhausted: "This week's quota and the credit are used up.",
  trial_requirements_not_met: 'Without premium, the server needs more members or more days with the bot.',
  server_inactive: 'The bot was removed from this server.',
  wrong_scope: 'A key of this scope may not do this.',
  forbidden: 'This is not allowed.',
  not_found: 'There is no such thing.',
  method_not_allowed: 'This cannot be done here.',
  body_too_large: 'This is too large.',
  unsupported_media_type: 'This format is not known.',
  request_timeout: 'This took too long.',
  client_left: 'Stopped before the answer was there.',
  idempotency_mismatch: 'This Idempotency-Key was used with another request.',
  idempotency_in_progress: 'A request with this Idempotency-Key is still running.',
  rate_limited_minute: 'Too many requests in the last 60 seconds; wait and try again.',
  rate_limited_day: `The ${PLAYGROUND_QUESTIONS_PER_DAY} free test questions of this server are used up for today.`,
  too_many_uploads: 'Other files are being read; try again in a few seconds.',
  key_limit_reached: `The server has its ${MAX_KEYS_PER_SERVER} valid keys; revoke one first.`,
  already_exists: 'This exists already.',
  invalid_input: 'This cannot be carried out with these values.',
  not_signed_in: 'Sign in first.',
  payments_off: 'No payment provider is configured; set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
  internal_error: 'Something went wrong.',
  discord_unavailable: 'Discord did not answer.',
  payment_unavailable: 'The payment provider did not answer.',
  ai_unavailable: 'The AI backend did not answer; "doctor" says more.',
  too_busy: 'Other questions hold what is left of the quota; try again in a moment.',
  service_unavailable: 'The database cannot be reached.',
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
  ...['CommandFault', 'ConfigError', 'FolderInUseError', 'ForeignFolderError', 'UnusableFolderError'],
]);

/** The one place where an error becomes text: never a stack. */
export function describeError(error: unknown): string {
  if (error instanceof Error && FOR_OPERATORS.has(error.name)) return error.message;
  const known = error instanceof AppError ? error : new AppError('internal_error', { cause: error });
  const sentence = known.context.message ?? SENTENCES[known.code];
  const cause = EXPLAINED.has(known.code) ? firstLineOf(known.context.cause) : '';
  return cause === '' ? sentence : `${sentence} (${cause})`;
}

function firstLineOf(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  // Node's AggregateError (every address of a host refused) has a code and no text.
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
  return (cause.message || code).split('\n', 1).join('').slice(0, 200);
}

/** What stands for standard input where a file is expected. */
export const STDIN = '-';

/** How a sentence that begins with a file names it. */
export function nameFile(path: string): string {
  return path === STDIN ? 'Standard input' : path;
}

/** The bytes of a stream that is read no further than a limit; null where it goes on beyond. */
export async function readWithin(source: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A file that can be read from its beginning as often as needed. */
interface ReadableFile {
  open(): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Opens a file or standard input. What can be read only once is kept meanwhile, in a file without a name that only
 * this process has: nothing of it is left, however the process ends.
 * @throws CommandFault when it cannot be read.
 */
export async function openFile(path: string): Promise<ReadableFile> {
  try {
    if (path === STDIN) return await keep(process.stdin);
    if (!(await stat(path)).isFile()) return await keep(createReadStream(path));
    return { open: () => createReadStream(path), close: async () => undefined };
  } catch (error) {
    throw unreadable(path, error);
  }
}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'its rights do not allow it',
};

/** What an operator is told of a file that could not be read. */
export function unreadable(path: string, error: unknown): CommandFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown fault';
  return new CommandFault(`${nameFile(path)} cannot be read: ${REASONS[code] ?? code}.`);
}

async function keep(source: NodeJS.ReadableStream): Promise<ReadableFile> {
  const folder = await mkdtemp(join(tmpdir(), 'lotse-import-'));
  const path = join(folder, 'file');
  const kept = await open(path, 'wx+', 0o600).finally(() => rm(folder, { recursive: true, force: true }));
  try {
    for await (const chunk of source) await kept.appendFile(chunk);
  } catch (error) {
    await kept.close();
    throw error;
  }
  return {
    open: () => kept.createReadStream({ start: 0, autoClose: false }),
    close: () => kept.close(),
  };
}

/** Resolves once a stream has room again. @throws CommandFault when nobody reads it any more. */
export async function waitForRoom(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.writableNeedDrain && !stream.destroyed && !stream.errored) {
    const waiting = new AbortController();
    const { signal } = waiting;
    await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]).catch(
      () => undefined,
    );
    waiting.abort();
  }
  if (stream.destroyed || stream.errored)
    throw new CommandFault('The output was closed before everything was written; it is not whole.');
}

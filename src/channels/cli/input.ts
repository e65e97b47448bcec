import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import type { Core } from '../../core/core.ts';
import type { CommandDefinition } from '../../domain/command-definitions.ts';
import type { Deed } from '../../domain/types.ts';
import { CommandFault, UsageFault } from './faults.ts';

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
  /** Asks before something is deleted. @throws UsageFault where nobody can be asked, CommandFault for a no. */
  confirm(question: string): Promise<void>;
  /** What happens meanwhile, on stderr; silent under `--json` unless machines too have to know. */
  note(text: string, isForAll?: boolean): void;
}

/**
 * Checks arguments (named in capitals, as the help shows them) and options together.
 * @throws UsageFault with one line for every wrong value.
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
  throw new UsageFault(faults.join('\n'));
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
  EACCES: 'its permissions do not allow it',
};

/** What an operator is told of a file that could not be read. */
export function unreadable(path: string, error: unknown): CommandFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
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
    throw new CommandFault('The output was closed before everything was written; it is incomplete.');
}

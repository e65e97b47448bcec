import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandFault } from './input.ts';

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
export interface ReadableFile {
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

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import type { PGlite } from '@electric-sql/pglite';

const run = promisify(execFile);

const ENGINE_FOLDER = 'postgres';
/** The engine's PostgreSQL reads no other version's files. */
const ENGINE_VERSION = '18';
const SOCKET_NAME = '.s.PGSQL.5432';
/** Unix socket paths end at 107 bytes on Linux and 103 on macOS. */
const MAX_SOCKET_PATH_BYTES = 100;
const MAX_CONNECTIONS = 100;

export class FolderInUseError extends Error {
  constructor(folder: string) {
    super(`The data folder ${folder} is in use by another Lotse process. Stop it, or set another DATA_DIR.`);
    this.name = 'FolderInUseError';
  }
}

export class UnusableFolderError extends Error {
  constructor(folder: string, cause: NodeJS.ErrnoException) {
    super(
      `The data folder ${folder} cannot be used (${cause.code}): it must be a folder that belongs to the user who runs Lotse. Set another DATA_DIR.`,
      { cause },
    );
    this.name = 'UnusableFolderError';
  }
}

/** The engine would start an empty database over the folder. */
export class ForeignFolderError extends Error {
  constructor(folder: string, version: string | null) {
    const found =
      version === null ? 'is damaged: its PG_VERSION is missing' : `was made by PostgreSQL ${version}`;
    super(
      `The database in ${folder} ${found}, and this Lotse needs ${ENGINE_VERSION}. Start the Lotse that made it, restore a backup, or set another DATA_DIR.`,
    );
    this.name = 'ForeignFolderError';
  }
}

/** The data folder, or a private temporary one when its path is too long for a socket. */
export function socketFolderOf(dataDir: string): string {
  const folder = resolve(dataDir);
  if (Buffer.byteLength(join(folder, SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES) return folder;
  return join(tmpdir(), `lotse-${digestOf(folder)}`);
}

export function isEmbeddedMade(dataDir: string): boolean {
  return existsSync(join(dataDir, ENGINE_FOLDER));
}

export function isEmbeddedRunning(dataDir: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(join(socketFolderOf(dataDir), SOCKET_NAME));
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}

export interface Embedded {
  /** Open now, those of other processes among them. */
  connections(): number;
  close(): Promise<void>;
}

/**
 * Starts the embedded database on a unix socket in `dataDir` (mode 0700).
 * @throws FolderInUseError when another process serves the folder; two would destroy it. UnusableFolderError,
 * ForeignFolderError
 */
export async function openEmbedded(dataDir: string): Promise<Embedded> {
  const socketFolder = socketFolderOf(dataDir);
  for (const folder of [dataDir, socketFolder]) makePrivate(folder);
  const guard = await takeFolder(dataDir);
  try {
    if (await isEmbeddedRunning(dataDir)) throw new FolderInUseError(dataDir);
    // Left by a killed process; nobody answers on it.
    rmSync(join(socketFolder, SOCKET_NAME), { force: true });
    return await serve(dataDir, join(socketFolder, SOCKET_NAME), guard);
  } catch (error) {
    guard?.close();
    throw error;
  }
}

function makePrivate(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  } catch (error) {
    throw new UnusableFolderError(folder, error as NodeJS.ErrnoException);
  }
}

/**
 * V8 optimises hundreds of the engine's functions after a start, at a peak of 870 MB. Compiled once it stays at 300 MB;
 * the median of a request goes from 5.0 to 5.5 ms.
 */
const LEAN_COMPILER = ['--no-wasm-dynamic-tiering', '--no-wasm-tier-up'];

/** The default of 128 MB is written to at each start, for 0.1 s; the system's cache holds the rest. */
const SHARED_BUFFERS = '32MB';

async function serve(dataDir: string, socketPath: string, guard: Server | null): Promise<Embedded> {
  const folder = join(dataDir, ENGINE_FOLDER);
  if (!isEmbeddedMade(dataDir)) await initialise(folder);
  refuseForeign(folder);
  for (const flag of LEAN_COMPILER) setFlagsFromString(flag);
  // A service on PostgreSQL does not carry the engine's 20 MB.
  const [{ PGlite }, { PGLiteSocketServer }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite-socket'),
  ]);
  const startParams = [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`];
  const engine = await PGlite.create(folder, { startParams });
  const server = new PGLiteSocketServer({
    db: keepSequencesWhole(engine),
    path: socketPath,
    maxConnections: MAX_CONNECTIONS,
  });
  await server.start();
  chmodSync(socketPath, 0o600);
  return {
    connections: () => server.getStats().activeConnections,
    close: async () => {
      await server.stop();
      await engine.close();
      guard?.close();
    },
  };
}

function refuseForeign(folder: string): void {
  const path = join(folder, 'PG_VERSION');
  const version = existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
  if (version !== ENGINE_VERSION) throw new ForeignFolderError(folder, version);
}

/**
 * Runs in a process of its own, because it takes 1.2 GB for a moment, and under another name, so a killed start leaves
 * nothing half made.
 */
async function initialise(folder: string): Promise<void> {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  await run(process.execPath, [fileURLToPath(new URL('./initialise.ts', import.meta.url)), draft]);
  renameSync(draft, folder);
}

/**
 * An abstract socket (Linux) or named pipe (Windows) can be bound once and vanishes with its process, so it guards
 * against two starts at one moment. Elsewhere the socket probe must do.
 */
async function takeFolder(dataDir: string): Promise<Server | null> {
  const names: Partial<Record<NodeJS.Platform, string>> = { linux: '\0lotse-', win32: '\\\\.\\pipe\\lotse-' };
  const prefix = names[process.platform];
  if (prefix === undefined) return null;
  const server = createServer((socket) => socket.destroy());
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(error.code === 'EADDRINUSE' ? new FolderInUseError(dataDir) : error),
    );
    server.listen(`${prefix}${digestOf(resolve(dataDir))}`, () => {
      server.unref();
      done(server);
    });
  });
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Parse, Bind, Describe, Execute, Close and Flush belong together until Sync. */
const EXTENDED_MESSAGES = new Set([...'PBDECHF'].map((letter) => letter.charCodeAt(0)));

/**
 * pglite-socket 0.2 queues single messages, so Parse and Bind of two connections mix in their one session: 1,195 of
 * 2,000 parallel statements failed, 0 with this. It holds others back while the engine reports a transaction, so an
 * open sequence is reported as one.
 */
function keepSequencesWhole(engine: PGlite): PGlite {
  let isSequenceOpen = false;
  const facade = {
    waitReady: engine.waitReady,
    isInTransaction: () => isSequenceOpen || engine.isInTransaction(),
    runExclusive: <Result>(run: () => Promise<Result>) => engine.runExclusive(run),
    exec: (statement: string) => {
      isSequenceOpen = false;
      return engine.exec(statement);
    },
    execProtocolRawStream: (message: Uint8Array, options: Parameters<PGlite['execProtocolRawStream']>[1]) => {
      isSequenceOpen = EXTENDED_MESSAGES.has(message[0] ?? 0);
      return engine.execProtocolRawStream(message, options);
    },
  };
  return facade as unknown as PGlite;
}

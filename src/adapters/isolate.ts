import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { untilAborted } from './outbound/connect.ts';

/** Over time, over memory, or a fault of its own. */
export type IsolateFault = 'too_slow' | 'too_much_memory' | 'failed';

export class IsolateError extends Error {
  readonly fault: IsolateFault;

  constructor(fault: IsolateFault, cause?: unknown) {
    super(`the task in a separate process ended: ${fault}`, { cause });
    this.fault = fault;
  }
}

export interface IsolateCaps {
  deadlineMs: number;
  /** Objects and texts. */
  heapMb: number;
  /** The whole process; counted on Linux. */
  residentMb: number;
}

export interface IsolateTask {
  /** A module with a function `run`, see `isolated.ts`. */
  module: string;
  /** Passed beside the bytes, as JSON. */
  about: unknown;
  bytes: Uint8Array;
}

/** Runs other people's bytes in a process of its own. */
export interface Isolate {
  /**
   * One task after the other; a deadline counts from the task's own start.
   * @returns packs of JSON.
   * @throws IsolateError, or the reason of `signal`.
   */
  run(task: IsolateTask, signal?: AbortSignal): Promise<Buffer[]>;
  /** Tasks that are not done fail. */
  close(): Promise<void>;
}

const RUNNER = fileURLToPath(new URL('./isolated.ts', import.meta.url));
/** Unpacking fills 20 MB in that time. */
const LOOK_EVERY_MS = 20;
const PAGE_KB = 4;
/** Node aborts itself when its heap is full. */
const ABORTED = 'SIGABRT';
/** Ends a process that never stops writing. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/**
 * A process, not a thread: a thread with a full heap now and then ends the service, and nothing counts memory beside
 * its heap. Each task gets a new one.
 */
export function createIsolate(caps: IsolateCaps): Isolate {
  const closing = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  return {
    run: async (task, signal) => {
      const signals = AbortSignal.any([closing.signal, ...(signal ? [signal] : [])]);
      signals.throwIfAborted();
      const turn = last.then(() => runAlone(task, caps, signals));
      last = turn.catch(() => {});
      // The signal also counts while other tasks run.
      return untilAborted(turn, signals);
    },
    close: async () => {
      closing.abort(new IsolateError('failed'));
      await last;
    },
  };
}

async function runAlone({ module, about, bytes }: IsolateTask, caps: IsolateCaps, signal: AbortSignal) {
  signal.throwIfAborted();
  const flags = [
    `--max-old-space-size=${caps.heapMb}`,
    '--max-semi-space-size=8',
    '--disable-warning=ExperimentalWarning',
  ];
  // Secrets of the environment stay out, and its output stays out of the log.
  const child = spawn(process.execPath, [...flags, RUNNER, module], {
    ...{ env: {}, windowsHide: true },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let fault: unknown = null;
  const end = (reason: unknown) => {
    fault ??= reason;
    child.kill('SIGKILL');
  };
  const onAbort = () => end(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => end(new IsolateError('too_slow')), caps.deadlineMs);
  const watch = setInterval(async () => {
    if ((await residentMb(child.pid)) > caps.residentMb) end(new IsolateError('too_much_memory'));
  }, LOOK_EVERY_MS);
  const ended = new Promise<IsolateFault | null>((done) => {
    child.once('error', () => done('failed'));
    child.once('close', (code, by) => {
      if (by === ABORTED) done('too_much_memory');
      else done(code === 0 ? null : 'failed');
    });
  });
  try {
    // A process that ended early reads no more; its exit says why.
    child.stdin.on('error', () => undefined);
    child.stdin.write(toFrame(Buffer.from(JSON.stringify(about))));
    child.stdin.end(bytes);
    const packs = await readPacks(child.stdout, () => end(new IsolateError('too_much_memory')));
    const own = await ended;
    if (fault !== null) throw fault;
    if (own !== null) throw new IsolateError(own);
    return packs;
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Length, then bytes. */
export function toFrame(bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(bytes.length);
  return Buffer.concat([head, bytes]);
}

/** All whole frames. */
async function readPacks(stream: Readable, onTooMuch: () => void): Promise<Buffer[]> {
  const packs: Buffer[] = [];
  let rest: Buffer[] = [];
  let [waiting, total] = [0, 0];
  for await (const chunk of stream) {
    rest.push(chunk);
    waiting += chunk.length;
    total += chunk.length;
    if (total > MAX_OUTPUT_BYTES) onTooMuch();
    const [first] = rest;
    if (first && first.length >= 4 && waiting < 4 + first.readUInt32LE()) continue;
    let read = Buffer.concat(rest);
    while (read.length >= 4 && read.length >= 4 + read.readUInt32LE()) {
      const end = 4 + read.readUInt32LE();
      packs.push(read.subarray(4, end));
      read = read.subarray(end);
    }
    rest = read.length > 0 ? [read] : [];
    waiting = read.length;
  }
  return packs;
}

/** Resident memory in MB; 0 where the system does not say. */
async function residentMb(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return (Number(text.split(' ')[1] ?? 0) * PAGE_KB) / 1024;
}

import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { untilAborted } from './outbound/connect.ts';

/** Why a task was ended before it had a result: its time, its memory, or a fault of its own. */
export type IsolateFault = 'too_slow' | 'too_much_memory' | 'failed';

export class IsolateError extends Error {
  readonly fault: IsolateFault;

  constructor(fault: IsolateFault, cause?: unknown) {
    super(`the task in a process of its own ended: ${fault}`, { cause });
    this.fault = fault;
  }
}

export interface IsolateCaps {
  deadlineMs: number;
  /** What objects and texts may take. */
  heapMb: number;
  /** What the whole process may take, unpacked bytes included; counted on Linux. */
  residentMb: number;
}

export interface IsolateTask {
  /** Address of a module with a function `run` that takes what `isolated.ts` gives it. */
  module: string;
  /** What is said about the bytes, as JSON. */
  about: unknown;
  bytes: Uint8Array;
}

/** A process of its own for what other people's bytes make a program do. */
export interface Isolate {
  /**
   * One task after the other: the deadline counts from a task's own start.
   * @returns what the module gave, in the same packs; each is JSON.
   * @throws IsolateError, or the reason of `signal`.
   */
  run(task: IsolateTask, signal?: AbortSignal): Promise<Buffer[]>;
  /** Ends what runs; tasks that are not done have failed. */
  close(): Promise<void>;
}

const RUNNER = fileURLToPath(new URL('./isolated.ts', import.meta.url));
/** Unpacking fills 20 MB in that time. */
const LOOK_EVERY_MS = 20;
const PAGE_KB = 4;
/** Node's code when its heap is full: it aborts itself. */
const ABORTED = 'SIGABRT';
/** More than a file may hold, so that a process that never stops giving is ended. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/**
 * A process and no thread: a thread whose heap is full mostly ends alone, but now and then it takes the service with
 * it, and what lies beside its heap nothing counts. Each task gets a new one, so nothing is left for the next.
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
      // The caller's signal counts at once, also while others have their turn.
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
  // Secrets of the environment have no business beside other people's bytes, and its words none in the log.
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
    // A process that ended early reads no more; how it ended says why.
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

/** Its length, and the bytes themselves. */
export function toFrame(bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(bytes.length);
  return Buffer.concat([head, bytes]);
}

/** What was written frame by frame, as far as it came. */
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

/** Of a process, in MB; 0 where the system does not say. */
async function residentMb(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return (Number(text.split(' ')[1] ?? 0) * PAGE_KB) / 1024;
}

import type { Worker } from 'node:worker_threads';
import { Tinypool } from 'tinypool';
import { untilAborted } from './outbound/connect.ts';

/** Why a task was ended before it had a result: its time, its memory, or an error of its own. */
export type IsolateFault = 'too_slow' | 'too_much_memory' | 'failed';

export class IsolateError extends Error {
  readonly fault: IsolateFault;

  constructor(fault: IsolateFault, cause?: unknown) {
    super(`the task in the worker ended: ${fault}`, { cause });
    this.fault = fault;
  }
}

export interface IsolateCaps {
  deadlineMs: number;
  /** What objects and texts may take. */
  heapMb: number;
  /** What lies outside of the heap, such as unpacked bytes, may take so much. */
  bytesMb: number;
  /** How long the thread waits for another task. */
  idleMs: number;
}

export interface IsolateTask {
  /** Address of the module, and the function of it. */
  module: string;
  name: string;
  input: unknown;
}

/** A thread of its own for what other people's bytes make a program do. */
export interface Isolate {
  /**
   * One task after the other: the deadline counts from a task's own start.
   * @throws IsolateError, or the reason of `signal`.
   */
  run<Result>(task: IsolateTask, signal?: AbortSignal): Promise<Result>;
  /** Ends the thread; tasks that are not done have failed. */
  close(): Promise<void>;
}

/** Unpacking fills 20 MB in that time. */
const LOOK_EVERY_MS = 20;

/**
 * One worker thread, started with the first task. A task that takes longer than the deadline or more than its memory
 * ends the thread, and the next one gets a new one.
 */
export function createIsolate(caps: IsolateCaps): Isolate {
  const pool = new Tinypool({
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: caps.idleMs,
    resourceLimits: { maxOldGenerationSizeMb: caps.heapMb, maxYoungGenerationSizeMb: 8 },
    // Secrets of the environment have no business beside other people's bytes.
    env: {},
    // Inherited `--input-type` kept the thread from starting.
    execArgv: [],
  });
  // A thread that dies between two tasks is an event; nobody listening would end the process.
  pool.on('error', () => {});
  const closing = new AbortController();
  let last: Promise<unknown> = Promise.resolve();

  async function runAlone<Result>({ module, name, input }: IsolateTask, signal?: AbortSignal) {
    signal?.throwIfAborted();
    const ending = new AbortController();
    const end = (fault: IsolateFault) => ending.abort(new IsolateError(fault));
    const timer = setTimeout(() => end('too_slow'), caps.deadlineMs);
    const stopWatching = watchBytes(pool, caps.bytesMb, () => end('too_much_memory'));
    const signals = [ending.signal, closing.signal, ...(signal === undefined ? [] : [signal])];
    try {
      const result: Result = await pool.run(input, {
        filename: module,
        name,
        signal: AbortSignal.any(signals),
      });
      return result;
    } catch (error) {
      signal?.throwIfAborted();
      if (ending.signal.aborted) throw ending.signal.reason;
      throw new IsolateError(isOutOfMemory(error) ? 'too_much_memory' : 'failed', error);
    } finally {
      clearTimeout(timer);
      stopWatching();
    }
  }

  return {
    run: async (task, signal) => {
      signal?.throwIfAborted();
      const turn = last.then(() => runAlone<never>(task, signal));
      last = turn.catch(() => {});
      // The caller's signal counts at once, also while others have their turn.
      return signal === undefined ? await turn : await untilAborted(turn, signal);
    },
    close: async () => {
      closing.abort();
      await last;
      await pool.destroy();
    },
  };
}

/** Limits of the heap leave out what lies beside it, and nothing in a busy thread could count that. */
function watchBytes(pool: Tinypool, bytesMb: number, onTooMuch: () => void): () => void {
  const timer = setInterval(async () => {
    for (const { thread } of pool.threads as unknown as { thread?: Worker }[]) {
      const taken = await thread?.getHeapStatistics().catch(() => null);
      if (taken && taken.external_memory > bytesMb * 1024 * 1024) onTooMuch();
    }
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

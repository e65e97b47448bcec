import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findPort } from '../ports.ts';
import { type Cores, startProgram } from './processes.ts';

/** The stand-in for an AI backend that every target of a run asks. */
export interface Backend {
  port: number;
  /** How many questions it has answered. */
  readCalls(): Promise<number>;
  /** Its delay from now on. */
  setDelay(ms: number): Promise<void>;
  /** Keeps the bodies of the next requests. */
  keep(count: number): Promise<void>;
  /** The kept bodies. */
  readKept(): Promise<string[]>;
}

const STUB = fileURLToPath(new URL('./stub.ts', import.meta.url));

/** Resolves when it answers; it ends with `cleanup`. */
export async function startBackend(
  { folder, cores }: { folder: string; cores: Cores },
  cleanup: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<Backend> {
  const port = await findPort();
  const stub = startProgram(
    { command: [process.execPath, STUB, `${port}`], env: {}, cwd: folder },
    cores?.load,
  );
  cleanup.defer(() => stub.stop());
  const order = async <Told>(path: string): Promise<Told> => {
    const response = await fetch(`http://127.0.0.1:${port}/${path}`);
    return (await response.json()) as Told;
  };
  const readCalls = async () => (await order<{ calls: number }>('calls')).calls;
  while ((await readCalls().catch(() => null)) === null) {
    const end = stub.end();
    if (end !== null) throw new Error(end);
    signal.throwIfAborted();
    await delay(5);
  }
  return {
    port,
    readCalls,
    setDelay: async (ms) => void (await order(`delay/${ms}`)),
    keep: async (count) => void (await order(`keep/${count}`)),
    readKept: async () => (await order<{ kept: string[] }>('kept')).kept,
  };
}

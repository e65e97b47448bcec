import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { readTree } from './proc.ts';

/** Where processes run: what is measured on one core, what loads it on another. null: wherever there is room. */
export type Cores = { target: number; load: number } | null;

/** Below the ports of outgoing connections: one of ours could hold the port of the next target. */
const [LOWEST_PORT, HIGHEST_PORT] = [20_000, 32_000];
const PIN = 'taskset';
const STDERR_CHARACTERS = 2_000;

const run = promisify(execFile);

/** A program to start. */
export interface Program {
  command: readonly string[];
  env: Record<string, string>;
  cwd: string;
}

export interface Running {
  pid: number;
  /** Why it ended; null while it runs. */
  end(): string | null;
  /** SIGTERM, and until it has ended. @throws Error when it takes longer than so many milliseconds. */
  finish(patienceMs: number): Promise<void>;
  /** Kills it and everything it has started. */
  stop(): Promise<void>;
}

function hasCommand(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
}

/** Keeps this process, and whatever it starts, off the core of what is measured. */
export function chooseCores(): Cores {
  if (availableParallelism() < 2 || !hasCommand(PIN)) return null;
  const cores = { target: 0, load: 1 };
  const moved = spawnSync(PIN, ['-a', '-p', '-c', `${cores.load}`, `${process.pid}`]);
  return moved.status === 0 ? cores : null;
}

/** @param core where it may run; undefined: where its parent does. Its output is thrown away. */
export function startProgram(program: Program, core?: number): Running {
  const [file = '', ...args] = pin(program.command, core);
  // A group of its own: a Ctrl-C must reach us alone, and what it leaves behind can be killed by the group.
  const child = spawn(file, args, {
    ...{ env: program.env, cwd: program.cwd, detached: true },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  let fault: string | null = null;
  child.stderr.on('data', (chunk) => {
    stderr = `${stderr}${chunk}`.slice(-STDERR_CHARACTERS);
  });
  child.on('error', (error) => {
    fault = error.message;
  });
  const end = () => {
    const code = child.exitCode ?? child.signalCode;
    return fault ?? (code === null ? null : `ended with ${code}: ${stderr}`);
  };
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= killTree(child, end() === null);
    return stopping;
  };
  const finish = async (patienceMs: number) => {
    if (end() !== null) return;
    const exited = once(child, 'exit', { signal: AbortSignal.timeout(patienceMs) });
    // A shell that started it may stand before it.
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    await exited;
  };
  return { pid: child.pid ?? 0, end, finish, stop };
}

function pin(command: readonly string[], core: number | undefined): readonly string[] {
  return core === undefined ? command : [PIN, '-c', `${core}`, ...command];
}

/** @returns what the program printed. @throws Error with what it said when it fails, or when `signal` ends it. */
export async function runProgram(program: Program, signal: AbortSignal, core?: number): Promise<string> {
  const [file = '', ...args] = pin(program.command, core);
  const { env, cwd } = program;
  const { stdout } = await run(file, args, { env, cwd, signal, killSignal: 'SIGKILL', maxBuffer: 64e6 });
  return stdout;
}

export async function findPort(): Promise<number> {
  for (;;) {
    const port = LOWEST_PORT + Math.floor(Math.random() * (HIGHEST_PORT - LOWEST_PORT));
    if (await isFree(port)) return port;
  }
}

export function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((done) => {
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}

async function killTree(child: ChildProcess, isRunning: boolean): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const exited = isRunning ? once(child, 'exit') : null;
  // The number of one that has ended may be another program's by now; its group's number is not.
  for (const target of isRunning ? [...readTree(pid), -pid] : [-pid]) kill(target);
  await exited;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

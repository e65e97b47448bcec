import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { startCommand } from '../../test/support/process.ts';
import { readTree } from './proc.ts';

/** Where processes run: the measured one on one core, the load on another. null: anywhere. */
export type Cores = { target: number; load: number } | null;

const PIN = 'taskset';
const STDERR_CHARACTERS = 2_000;

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
  /** Sends SIGTERM and waits for the end. */
  finish(): Promise<void>;
  /** Kills it and everything it has started. */
  stop(): Promise<void>;
}

function hasCommand(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
}

/** Keeps this process and its children off the core of the measured process. */
export function chooseCores(): Cores {
  if (availableParallelism() < 2 || !hasCommand(PIN)) return null;
  const cores = { target: 0, load: 1 };
  const moved = spawnSync(PIN, ['-a', '-p', '-c', `${cores.load}`, `${process.pid}`]);
  return moved.status === 0 ? cores : null;
}

/** @param core where it may run; undefined: where its parent does. Its output is discarded. */
export function startProgram({ command, env, cwd }: Program, core?: number): Running {
  const pinned = core === undefined ? command : [PIN, '-c', `${core}`, ...command];
  // A separate group: a Ctrl-C must reach only us, and the group allows killing what it leaves behind.
  const { child, exited, stderr } = startCommand(pinned, { env, cwd, isApart: true });
  const end = () => {
    const code = child.exitCode ?? child.signalCode;
    return code === null ? null : `ended with ${code}: ${stderr().slice(-STDERR_CHARACTERS)}`;
  };
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= killTree(child, end() === null);
    return stopping;
  };
  const finish = async () => {
    // Its parent may be a shell.
    if (end() === null) process.kill(-(child.pid ?? 0), 'SIGTERM');
    await exited;
  };
  return { pid: child.pid ?? 0, end, finish, stop };
}

/** @returns what the program printed. @throws Error with what it said when it fails, or when `signal` ends it. */
export async function runProgram({ command, env, cwd }: Program, signal: AbortSignal): Promise<string> {
  const { child, exited, stdout, stderr } = startCommand(command, { env, cwd });
  const kill = () => void child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  const code = await exited;
  signal.removeEventListener('abort', kill);
  signal.throwIfAborted();
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${stderr()}`);
  return stdout();
}

async function killTree(child: ChildProcess, isRunning: boolean): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const exited = isRunning ? once(child, 'exit') : null;
  // The id of an ended process may belong to another program by now; its group's id does not.
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

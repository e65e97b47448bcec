import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** What Linux reports about processes. Other systems have nothing to read, and the columns stay empty. */

export const canReadProcesses = existsSync('/proc/self/stat');

/** One process: its parent, and its CPU ticks with those of its ended children. */
export interface ProcessStat {
  parent: number;
  ticks: number;
}

/** `/proc/PID/stat`; the name of the program, in brackets, may contain anything. */
export function parseStat(text: string): ProcessStat {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15).map(Number);
  return { parent: Number(fields[1]), ticks: utime + stime + cutime + cstime };
}

/** A size of `/proc/PID/status` in MB; 0 if there is none. */
function parseSizeMb(text: string, name: 'VmRSS' | 'VmHWM'): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) / 1024;
}

/** The process and all that descend from it. @param parents the parent of each process. */
function findTree(root: number, parents: ReadonlyMap<number, number>): number[] {
  const tree = new Set([root]);
  for (const member of tree) {
    for (const [pid, parent] of parents) if (parent === member) tree.add(pid);
  }
  return [...tree];
}

export function readTree(root: number): number[] {
  if (!canReadProcesses) return [root];
  const parents = readdirSync('/proc').flatMap((name): [number, number][] => {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null;
    return stat ? [[Number(name), stat.parent]] : [];
  });
  return findTree(root, new Map(parents));
}

/** CPU milliseconds of each live process. */
export function readCpuMs(pids: readonly number[]): Map<number, number> {
  return new Map(
    pids.flatMap((pid) => {
      const stat = readStat(pid);
      return stat ? [[pid, (stat.ticks * 1000) / ticksPerSecond()] as const] : [];
    }),
  );
}

/** Sum over the processes; a page that two of them share counts twice. */
export function readMemoryMb(pids: readonly number[], name: 'VmRSS' | 'VmHWM'): number {
  return pids.reduce((sum, pid) => sum + parseSizeMb(readEntry(pid, 'status') ?? '', name), 0);
}

export function readProgram(pid: number): string | null {
  return readEntry(pid, 'comm')?.trim() ?? null;
}

function readStat(pid: number): ProcessStat | null {
  const text = readEntry(pid, 'stat');
  return text === null ? null : parseStat(text);
}

/** null: it has ended or is not readable. */
function readEntry(pid: number, name: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return null;
  }
}

let ticks: number | null = null;

function ticksPerSecond(): number {
  try {
    ticks ??= Number(execFileSync('getconf', ['CLK_TCK']));
  } catch {
    ticks = 100;
  }
  return ticks;
}

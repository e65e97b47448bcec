import { setTimeout as delay } from 'node:timers/promises';
import { type Generator, type Load, runLoad } from './load.ts';
import { cpuBetween } from './postgresql.ts';
import { canReadProcesses, readCpuMs, readMemoryMb, readTree } from './proc.ts';
import { type Cores, type Running, startProgram } from './processes.ts';
import type { Room } from './service.ts';
import { MARK } from './stub-answer.ts';
import type { Launch, Target } from './targets.ts';
import { makeTickets } from './tickets.ts';

/** What all measurements of a run share. */
export interface Rig {
  room: Room;
  cores: Cores;
  generator: Generator;
}

/** How a target is loaded. */
export interface Drill {
  stubPort: number;
  connections: number;
  seconds: number;
  /** Whether one connection alone is measured too. */
  isAlone: boolean;
  /** Whether every question is one that was never asked before; else 32 tickets come in turn. */
  isNew: boolean;
}

/** One target in one round; null: could not be read here, or was not asked for. */
export interface Sample {
  startMs: number;
  idleMb: number | null;
  peakMb: number | null;
  cpuUs: number | null;
  databaseUs: number | null;
  perSecond: number;
  aloneMs: number | null;
  p99Ms: number;
  errors: number;
}

const START_MS = 60_000;
const POLL_MS = 5;
const REST_MS = 300;
/** Code becomes fast by being run, not by time: a slow target or a busy machine takes longer. */
const WARM_UP = { seconds: 2, requests: 2_000, mostLoads: 5 };
/** Below it there is no 99th percentile. */
const LEAST_ANSWERS = 100;
const BODIES = makeTickets();

/**
 * Starts a target, waits for its first answer, warms it up, measures and kills it.
 * @throws Error when it does not start, or does not ask the stub once for every answer.
 */
export async function measure(rig: Rig, target: Target, drill: Drill): Promise<Sample> {
  await using stack = new AsyncDisposableStack();
  const launch = await target.prepare(drill.stubPort);
  stack.defer(() => launch.release());
  const startedAt = performance.now();
  const running = startProgram(launch.program, rig.cores?.target);
  rig.room.cleanup.defer(() => running.stop());
  stack.defer(() => running.stop());
  await waitForAnswer(launch, running, rig.room.signal);
  const startMs = performance.now() - startedAt;
  await delay(REST_MS);
  const idleMb = readMemory(running, 'VmRSS');

  const load = (connections: number, seconds: number) =>
    loadTarget(rig, launch, { connections, seconds, isNew: drill.isNew });
  const warmUpErrors = await warmUp(() => load(drill.connections, WARM_UP.seconds));
  const alone = drill.isAlone ? await load(1, Math.ceil(drill.seconds / 2)) : null;
  const before = await readCounters(rig, launch, running, drill);
  const many = await load(drill.connections, drill.seconds);
  const after = await readCounters(rig, launch, running, drill);
  if (many.errors === 0) checkCalls(after.calls - before.calls, many.requests, drill.connections);
  const perRequest = (ms: number | null) => (ms === null ? null : (ms * 1000) / many.requests);
  return {
    startMs,
    idleMb,
    peakMb: readMemory(running, 'VmHWM'),
    cpuUs: canReadProcesses ? perRequest(sumOf(after.cpu) - sumOf(before.cpu)) : null,
    databaseUs: perRequest(
      before.database && after.database ? cpuBetween(before.database, after.database) : null,
    ),
    perSecond: many.requests / many.seconds,
    aloneMs: alone?.p50Ms ?? null,
    p99Ms: many.p99Ms,
    errors: warmUpErrors + (alone?.errors ?? 0) + many.errors,
  };
}

/** @returns how many requests failed meanwhile. */
async function warmUp(load: () => Promise<Load>): Promise<number> {
  let [requests, errors] = [0, 0];
  for (let loads = 0; loads < WARM_UP.mostLoads && requests < WARM_UP.requests; loads += 1) {
    const seen = await load();
    requests += seen.requests;
    errors += seen.errors;
  }
  return errors;
}

async function loadTarget(
  rig: Rig,
  { url, headers }: Launch,
  amount: Pick<Drill, 'connections' | 'seconds' | 'isNew'>,
) {
  // The load before leaves requests behind that nobody waits for any more.
  await delay(REST_MS);
  const job = { url, headers, bodies: BODIES, ...amount };
  const { folder, signal } = rig.room;
  return runLoad(rig.generator, job, { folder, signal, core: rig.cores?.load });
}

async function waitForAnswer(launch: Launch, running: Running, signal: AbortSignal): Promise<void> {
  const deadline = AbortSignal.any([AbortSignal.timeout(START_MS), signal]);
  let seen = 'no answer';
  while (!deadline.aborted) {
    const end = running.end();
    if (end !== null) throw new Error(end);
    const answer = await askOnce(launch, deadline).catch(() => null);
    if (answer?.status === 200) {
      if (answer.text.includes(MARK)) return;
      throw new Error(`an answer that is not the stub's: ${answer.text.slice(0, 300)}`);
    }
    if (answer) seen = `${answer.status}: ${answer.text.slice(0, 300)}`;
    await delay(POLL_MS);
  }
  throw new Error(`no answer after ${START_MS} ms: ${seen}`);
}

async function askOnce({ url, headers }: Launch, signal: AbortSignal) {
  const response = await fetch(url, { method: 'POST', headers, body: BODIES[0] ?? '', signal });
  return { status: response.status, text: await response.text() };
}

function readMemory({ pid }: Running, name: 'VmRSS' | 'VmHWM'): number | null {
  return canReadProcesses ? readMemoryMb(readTree(pid), name) : null;
}

async function readCounters({ room }: Rig, launch: Launch, running: Running, { stubPort }: Drill) {
  return {
    calls: await readCalls(stubPort),
    cpu: readCpuMs(readTree(running.pid)),
    database: launch.database && room.postgreSql ? await room.postgreSql.readCpu(launch.database) : null,
  };
}

/** How many requests the stub has answered. */
export async function readCalls(stubPort: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${stubPort}/calls`);
  return ((await response.json()) as { calls: number }).calls;
}

/** An answer from a memory, or a second call, would be another race. */
export function checkCalls(calls: number, requests: number, connections: number): void {
  // Those under way at the beginning and at the end.
  const room = 2 * connections + requests / 100;
  if (requests < LEAST_ANSWERS) throw new Error(`only ${requests} answers, too few to say anything`);
  if (Math.abs(calls - requests) > room)
    throw new Error(`${calls} calls of the backend for ${requests} answers`);
}

function sumOf(cpu: ReadonlyMap<number, number>): number {
  return [...cpu.values()].reduce((sum, ms) => sum + ms, 0);
}

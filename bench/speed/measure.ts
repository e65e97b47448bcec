import { setTimeout as delay } from 'node:timers/promises';
import type { Backend } from './backend.ts';
import { type Load, runLoad } from './load.ts';
import { cpuBetween } from './postgresql.ts';
import { canReadProcesses, readCpuMs, readMemoryMb, readTree } from './proc.ts';
import { type Cores, type Running, startProgram } from './processes.ts';
import { type PromptFigures, weighPrompts } from './prompts.ts';
import { type Asker, type Kind, openQuestions } from './questions.ts';
import type { Room } from './service.ts';
import type { Launch, Target } from './targets.ts';

/** What all measurements of a run share. */
export interface Rig {
  room: Room;
  cores: Cores;
  backend: Backend;
  ask: Asker;
}

/** The measurements of a target, in seconds each. Its cost for new questions is always measured. */
export interface Drill {
  seconds: number;
  /** The cost of repeated tickets. */
  isRepeated: boolean;
  /** The wait of a single caller. */
  isAlone: boolean;
  /** The wait behind a slow backend. */
  isDelayed: boolean;
  /** The prompts for the backend. */
  arePromptsRead: boolean;
}

/** Under full load, behind a backend that answers at once. */
export interface Cost {
  perSecond: number;
  p99Ms: number;
  /** Microseconds a question; null: could not be read here. */
  cpuUs: number | null;
  databaseUs: number | null;
}

export interface Wait {
  p50Ms: number;
  p99Ms: number;
}

/** One target in one round; null: could not be read here, or was not asked for. */
export interface Sample {
  startMs: number;
  idleMb: number | null;
  peakMb: number | null;
  asNew: Cost;
  repeated: Cost | null;
  alone: Wait | null;
  delayed: { one: Wait; many: Wait } | null;
  prompts: PromptFigures | null;
  errors: number;
}

const CONNECTIONS = 32;
const DELAY_MS = 300;
const DELAYED_CONNECTIONS = 60;
const PROMPTS = 60;
const START_MS = 60_000;
const POLL_MS = 5;
const REST_MS = 300;
/** Code warms up by running, not by time: a slow target or a busy machine takes longer. */
const WARM_UP = { seconds: 2, requests: 3_000, mostLoads: 5 };
/** Below it there is no 99th percentile under load. */
const LEAST_ANSWERS = 100;
/** Fewer questions one after the other have no median where some of them take two calls. */
const LEAST_ALONE = 31;

/** One load: which questions, from how many at once, for how long. */
interface Shape {
  kind: Kind;
  connections: number;
  seconds: number;
  least?: number;
}

/**
 * Starts a target, waits for its first answer, warms it up, measures and kills it.
 * @throws Error when it does not start, or does not ask the backend about once for every answer.
 */
export async function measure(rig: Rig, target: Target, drill: Drill): Promise<Sample> {
  await using stack = new AsyncDisposableStack();
  const launch = await target.prepare(rig.backend.port);
  stack.defer(() => launch.release());
  const startedAt = performance.now();
  const running = startProgram(launch.program, rig.cores?.target);
  rig.room.cleanup.defer(() => running.stop());
  stack.defer(() => running.stop());
  await waitForAnswer(rig, launch, running);
  const startMs = performance.now() - startedAt;
  await delay(REST_MS);
  const idleMb = readMemory(running, 'VmRSS');

  const { seconds } = drill;
  let errors = 0;
  const load = async (shape: Shape): Promise<Load> => {
    const seen = await loadTarget(rig, launch, shape);
    errors += seen.errors;
    return seen;
  };
  const costOf = (kind: Kind) =>
    readCost(rig, { launch, running }, () =>
      load({ kind, connections: CONNECTIONS, seconds, least: LEAST_ANSWERS }),
    );
  await warmUp(() => load({ kind: 'new', connections: CONNECTIONS, seconds: WARM_UP.seconds }));
  const asNew = await costOf('new');
  if (drill.isRepeated) await load({ kind: 'repeated', connections: CONNECTIONS, seconds: 1 });
  return {
    ...{ startMs, idleMb, asNew },
    repeated: drill.isRepeated ? await costOf('repeated') : null,
    alone: drill.isAlone
      ? await load({ kind: 'new', connections: 1, seconds: Math.ceil(seconds / 2) })
      : null,
    delayed: drill.isDelayed ? await readDelayed(rig, seconds, load) : null,
    prompts: drill.arePromptsRead ? await readPrompts(rig, launch) : null,
    peakMb: readMemory(running, 'VmHWM'),
    errors,
  };
}

/** Starts it once and stops it cleanly, so that its compiled code is kept for the measured starts. */
export async function prime(rig: Rig, target: Target): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const launch = await target.prepare(rig.backend.port);
  stack.defer(() => launch.release());
  const running = startProgram(launch.program);
  rig.room.cleanup.defer(() => running.stop());
  stack.defer(() => running.stop());
  await waitForAnswer(rig, launch, running);
  await delay(REST_MS);
  await running.finish();
}

async function warmUp(load: () => Promise<Load>): Promise<void> {
  let requests = 0;
  for (let loads = 0; loads < WARM_UP.mostLoads && requests < WARM_UP.requests; loads += 1)
    requests += (await load()).requests;
}

async function loadTarget(rig: Rig, launch: Launch, { kind, ...shape }: Shape): Promise<Load> {
  const { origin, path, headersOf } = launch;
  const before = await rig.backend.readCalls();
  const job = { origin, path, headersOf, ask: () => rig.ask(kind), least: 0, ...shape };
  const seen = await runLoad(job, rig.room.signal);
  if (seen.errors === 0) checkCalls((await rig.backend.readCalls()) - before, seen.requests);
  return seen;
}

async function readCost(
  rig: Rig,
  { launch, running }: { launch: Launch; running: Running },
  load: () => Promise<Load>,
): Promise<Cost> {
  const before = await readCpu(rig, launch, running);
  const { requests, seconds, p99Ms } = await load();
  const after = await readCpu(rig, launch, running);
  if (requests < LEAST_ANSWERS) throw new Error(`only ${requests} answers, too few to say anything`);
  const perRequest = (ms: number | null) => (ms === null ? null : (ms * 1000) / requests);
  const { database } = before;
  return {
    perSecond: requests / seconds,
    p99Ms,
    cpuUs: canReadProcesses ? perRequest(cpuBetween(before.target, after.target)) : null,
    databaseUs: perRequest(database && after.database ? cpuBetween(database, after.database) : null),
  };
}

/** One question at a time needs longer for a significant number of answers. */
async function readDelayed(rig: Rig, seconds: number, load: (shape: Shape) => Promise<Load>) {
  await rig.backend.setDelay(DELAY_MS);
  try {
    const many = await load({ kind: 'new', connections: DELAYED_CONNECTIONS, seconds });
    return { many, one: await load({ kind: 'new', connections: 1, seconds, least: LEAST_ALONE }) };
  } finally {
    await rig.backend.setDelay(0);
  }
}

/** Questions of one server, one after another; the same ones for every target. */
async function readPrompts(rig: Rig, { origin, path, headersOf }: Launch): Promise<PromptFigures> {
  await rig.backend.keep(PROMPTS);
  const [ask, headers] = [openQuestions(), headersOf(0)];
  for (let asked = 0; asked < PROMPTS; asked += 1) {
    const { body } = ask('new');
    const response = await fetch(origin + path, { method: 'POST', headers, body, signal: rig.room.signal });
    await response.arrayBuffer();
  }
  return weighPrompts(await rig.backend.readKept());
}

async function waitForAnswer(rig: Rig, launch: Launch, running: Running): Promise<void> {
  const deadline = AbortSignal.any([AbortSignal.timeout(START_MS), rig.room.signal]);
  const calls = await rig.backend.readCalls();
  let seen = 'no answer';
  while (!deadline.aborted) {
    const end = running.end();
    if (end !== null) throw new Error(end);
    const answer = await askOnce(rig, launch, deadline).catch(() => null);
    if (answer?.status === 200) {
      if ((await rig.backend.readCalls()) > calls) return;
      throw new Error(`an answer without the backend: ${answer.text.slice(0, 300)}`);
    }
    if (answer) seen = `${answer.status}: ${answer.text.slice(0, 300)}`;
    await delay(POLL_MS);
  }
  throw new Error(`no answer after ${START_MS} ms: ${seen}`);
}

async function askOnce({ ask }: Rig, { origin, path, headersOf }: Launch, signal: AbortSignal) {
  const { ticket, body } = ask('new');
  const response = await fetch(origin + path, { method: 'POST', headers: headersOf(ticket), body, signal });
  return { status: response.status, text: await response.text() };
}

function readMemory({ pid }: Running, name: 'VmRSS' | 'VmHWM'): number | null {
  return canReadProcesses ? readMemoryMb(readTree(pid), name) : null;
}

async function readCpu({ room }: Rig, launch: Launch, running: Running) {
  return {
    target: readCpuMs(readTree(running.pid)),
    database: launch.database && room.postgreSql ? await room.postgreSql.readCpu(launch.database) : null,
  };
}

/** Search queries are asked for first where the search is unsure, as it is of nearly all questions here. */
const MOST_CALLS = 2;

/** An answer from a cache, or a third call, would be a different comparison. */
export function checkCalls(calls: number, requests: number): void {
  if (calls < requests || calls > MOST_CALLS * requests)
    throw new Error(`${calls} calls of the backend for ${requests} answers`);
}

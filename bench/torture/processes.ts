import type { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { startProcess, startServing } from '../../test/support/process.ts';
import { findPort } from '../ports.ts';
import { between, pickOne, type Random } from '../random.ts';

const LIFE_SECONDS = [0.3, 0.8] as const;
const START_MS = 60_000;
const STOP_MS = 20_000;
/** A service that does not stay up cannot be tested. */
const MOST_EXITS = 5;

/** Faults of processes, as text. */
export interface ProcessFaults {
  exits: string[];
  stderr: string[];
  notJson: string[];
  secrets: number;
  /** Warnings and errors in the logs by level and message: not faults, but worth a look. */
  logged: Map<string, number>;
}

/** One service process and its successors on the same port. */
interface Member {
  origin: string;
  child: ChildProcess | null;
  isUp: boolean;
  /** Whether we caused the next exit. */
  isDoomed: boolean;
}

/** Several processes of one service. */
export interface Fleet {
  members: Member[];
  faults: ProcessFaults;
  kills: number;
  environment: Record<string, string>;
  script: string;
  secrets: readonly string[];
  isStopping: boolean;
  events: EventEmitter;
}

/**
 * Starts processes with nothing but the given settings and waits until they listen.
 * @param secrets texts that must never be in their output.
 */
export async function startFleet(options: {
  count: number;
  settings: Record<string, string>;
  /** The service itself, or it in another world. */
  script?: string;
  secrets: readonly string[];
  random: Random;
  cleanup: AsyncDisposableStack;
}): Promise<Fleet> {
  const cache = await keepCompiled(options.settings, options.cleanup);
  const fleet: Fleet = {
    members: [],
    faults: { exits: [], stderr: [], notJson: [], secrets: 0, logged: new Map() },
    kills: 0,
    environment: { ...options.settings, NODE_COMPILE_CACHE: cache },
    script: options.script ?? 'src/main.ts',
    secrets: options.secrets,
    isStopping: false,
    events: new EventEmitter().setMaxListeners(0),
  };
  options.cleanup.defer(() => killAll(fleet));
  for (let index = 0; index < options.count; index++) {
    const port = await findPort(options.random);
    const member = { origin: `http://127.0.0.1:${port}`, child: null, isUp: false, isDoomed: false };
    fleet.members.push(member);
    launch(fleet, member);
  }
  await until(fleet, () => fleet.members.every((member) => member.isUp));
  return fleet;
}

/** Origin of a random listening process, not `avoided` if there is another; waits for the first. */
export async function pickOrigin(fleet: Fleet, random: Random, avoided?: string): Promise<string> {
  await until(fleet, () => fleet.members.some((member) => member.isUp));
  const origins = fleet.members.filter((member) => member.isUp).map((member) => member.origin);
  const others = origins.filter((origin) => origin !== avoided);
  return pickOne(random, others.length > 0 ? others : origins);
}

/**
 * Kills a random process with SIGKILL once all have lived for 0.3 to 0.8 s, and again, until `end` resolves.
 * The others keep serving: with none left, a busy machine would only measure how fast processes start.
 */
export async function torment(fleet: Fleet, random: Random, end: Promise<void>): Promise<void> {
  let hasEnded = false;
  const ending = end.then(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    const member = pickOne(random, fleet.members);
    await until(fleet, () => fleet.members.every(({ isUp }) => isUp));
    await Promise.race([delay(1000 * between(random, ...LIFE_SECONDS)), ending]);
    if (hasEnded || !member.isUp) continue;
    member.isDoomed = true;
    member.isUp = false;
    fleet.kills += 1;
    member.child?.kill('SIGKILL');
  }
}

/** SIGTERM to all; a process that does not exit with 0 in time is a fault. */
export async function stopFleet(fleet: Fleet): Promise<void> {
  fleet.isStopping = true;
  for (const { child } of fleet.members) child?.kill('SIGTERM');
  const isDone = () => fleet.members.every(({ child }) => child === null);
  const deadline = AbortSignal.timeout(STOP_MS);
  while (!isDone() && !deadline.aborted) await delay(20);
  for (const { origin, child } of fleet.members) if (child) fleet.faults.exits.push(`${origin} did not stop`);
  killAll(fleet);
}

/** At once, whatever they are doing. */
function killAll(fleet: Fleet): void {
  fleet.isStopping = true;
  for (const { child } of fleet.members) child?.kill('SIGKILL');
  fleet.events.emit('change');
}

/** Half of a run is starts: with the compiled code of an earlier process they take 0.7 s instead of 1.3 s. */
async function keepCompiled(
  settings: Record<string, string>,
  cleanup: AsyncDisposableStack,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lotse-torture-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const service = await startServing({ ...settings, NODE_COMPILE_CACHE: folder });
  service.child.kill('SIGTERM');
  await service.exited;
  return folder;
}

function launch(fleet: Fleet, member: Member): void {
  const settings = { ...fleet.environment, PORT: new URL(member.origin).port };
  const { child } = startProcess(fleet.script, settings);
  Object.assign(member, { child, isUp: false, isDoomed: false });
  eachLine(child.stdout, (line) => readLogLine(fleet, member, line));
  eachLine(child.stderr, (line) => {
    checkSecrets(fleet, line);
    fleet.faults.stderr.push(line);
  });
  child.once('exit', (code, signal) => {
    const isExpected = member.isDoomed || (fleet.isStopping && code === 0);
    if (!isExpected) fleet.faults.exits.push(`${member.origin} ended with ${code ?? signal}`);
    Object.assign(member, { child: null, isUp: false });
    if (!fleet.isStopping) launch(fleet, member);
    fleet.events.emit('change');
  });
}

/** The last line of a killed process may be cut off; it counts only if it is complete. */
function eachLine(stream: Readable | null, take: (line: string) => void): void {
  let rest = '';
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
}

function readLogLine(fleet: Fleet, member: Member, line: string): void {
  checkSecrets(fleet, line);
  const entry = parseEntry(line);
  if (entry === null) {
    fleet.faults.notJson.push(line);
    return;
  }
  const { level, msg, code } = entry;
  if (level !== 'info') {
    const what = [level, msg, code].filter(Boolean).join(' ');
    fleet.faults.logged.set(what, (fleet.faults.logged.get(what) ?? 0) + 1);
  }
  if (String(msg).startsWith('listening') && member.child && !member.isDoomed) {
    member.isUp = true;
    fleet.events.emit('change');
  }
}

function parseEntry(line: string): Record<string, unknown> | null {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' ? (entry as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

function checkSecrets(fleet: Fleet, line: string): void {
  if (fleet.secrets.some((secret) => line.includes(secret))) fleet.faults.secrets += 1;
}

/** @throws Error when processes end by themselves or nothing comes of it in a minute. */
async function until(fleet: Fleet, isReached: () => boolean): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (!isReached()) {
    const { exits, stderr } = fleet.faults;
    if (fleet.isStopping) throw new Error('the processes are being stopped');
    if (exits.length > MOST_EXITS) throw new Error(`${exits.join('\n')}\n${stderr.slice(0, 20).join('\n')}`);
    const left = deadline - performance.now();
    if (left <= 0) throw new Error(`no process listens after ${START_MS} ms`);
    await once(fleet.events, 'change', { signal: AbortSignal.timeout(Math.ceil(left)) }).catch(
      () => undefined,
    );
  }
}

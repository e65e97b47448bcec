import * as store from '../../adapters/db/knowledge/contradictions.ts';
import { AppError } from '../../domain/errors.ts';
import { LEARNING_SHARE_DIVISOR } from '../../domain/limits.ts';
import type { Server } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { getServer } from '../owners/servers.ts';
import { shareWork, soon, soonInBacklog } from '../runtime/shared-work.ts';
import type { CallBudget } from './check.ts';

/** A process that dies while it checks holds up the next one no longer. */
const CLAIM_MS = 10 * 60_000;
/** Bounds one run of the job; the next comes a minute later. */
const SERVERS_PER_RUN = 100;
const CALLS_PER_SERVER = 20;
/** An owner who changes an entry mostly changes it again at once, and each text would cost a call. */
const SETTLES_MS = 2 * 60_000;
const TRIES_AGAIN_MS = 60 * 60_000;
/** Nobody waits for the job, so it leaves half of learning's part of the week to what is taught. */
const SHARE_OF_JOB = 2 * LEARNING_SHARE_DIVISOR;

const MOST_CALLS = 500;
const CALLS_OF_PAGE = 60;

/** Pairs of entries that contradict each other, without those that an owner declared fine. */
export interface Contradictions extends store.Check {
  isRunning: boolean;
}

/** Lists the known contradictions and asks nothing. @throws AppError('not_found') */
export async function listContradictions(core: Core, serverId: string): Promise<Contradictions> {
  return toShown(core, serverId, await readCheck(core, await getServer(core, serverId)));
}

/** Lists them once the model has compared what is missing. @throws AppError('not_found') */
export async function compareKnowledge(
  core: Core,
  serverId: string,
  signal: AbortSignal,
  calls = MOST_CALLS,
) {
  const server = await getServer(core, serverId);
  const known = await readCheck(core, server);
  if (known.uncompared === 0) return toShown(core, serverId, known);
  if (!(await claim(core, server))) return toShown(core, serverId, known, true);
  return toShown(core, serverId, await run(core, server, { calls }, signal));
}

/**
 * Lists what is known without a long wait. @param isAsked goes on comparing in the background. @returns null while the
 * entries are being read. @throws AppError('not_found')
 */
export async function lookForContradictions(
  core: Core,
  serverId: string,
  isAsked = false,
): Promise<Contradictions | null> {
  const known = await soon(listContradictions(core, serverId));
  if (!known || !isAsked || known.uncompared === 0) return known;
  const compare = (signal: AbortSignal) => compareKnowledge(core, serverId, signal, CALLS_OF_PAGE);
  return (await soonInBacklog(core, compare)) ?? { ...known, isRunning: true };
}

/** Until one of the two changes. @throws AppError('not_found') for a pair that is not shown */
export async function acceptContradiction(core: Core, serverId: string, id: string) {
  const pair = (await listContradictions(core, serverId)).found.find((known) => known.id === id);
  if (!pair) throw new AppError('not_found', { message: 'These entries no longer contradict each other.' });
  await store.insertFine(core.database, serverId, id, new Date(core.clock()));
  return pair;
}

/** Continues with the servers whose knowledge has changed, each in one process of all. */
export async function checkChanged(core: Core, signal: AbortSignal): Promise<number> {
  let checked = 0;
  for (const revision of await store.listUnchecked(core.database, new Date(core.clock()), SERVERS_PER_RUN)) {
    signal.throwIfAborted();
    if (!(await claim(core, revision))) continue;
    const known = await store.findCheck(core.database, revision, new Date(core.clock()));
    const bounds = { calls: known ? CALLS_PER_SERVER : 0, share: SHARE_OF_JOB };
    await run(core, { ...(await getServer(core, revision.id)), ...revision }, bounds, signal);
    checked += 1;
  }
  return checked;
}

function claim(core: Core, revision: Pick<Server, 'id' | 'revision'>): Promise<boolean> {
  const now = core.clock();
  const times = { now: new Date(now), until: new Date(now + CLAIM_MS) };
  return store.claimCheck(core.database, revision, times);
}

async function toShown(core: Core, serverId: string, check: store.Check, isRunning = false) {
  const fine = await store.listFine(core.database, serverId);
  return { ...check, found: check.found.filter(({ id }) => !fine.has(id)), isRunning };
}

async function readCheck(core: Core, server: Server): Promise<store.Check> {
  const known = await store.findCheck(core.database, server, new Date(core.clock()));
  const key = `contradictions ${server.revision} ${server.id}`;
  return known ?? shareWork(core, key, () => run(core, server, { calls: 0 }, new AbortController().signal));
}

async function run(
  core: Core,
  server: Server,
  bounds: CallBudget,
  signal: AbortSignal,
): Promise<store.Check> {
  // Loaded with the first check: a start has no use for it.
  const { checkKnowledge } = await import('./check.ts');
  try {
    const check = await checkKnowledge(core, server, bounds, signal);
    const now = core.clock();
    const waitMs = check.fault ? TRIES_AGAIN_MS : bounds.calls === 0 ? SETTLES_MS : 0;
    const goesOnAt = check.uncompared > 0 ? new Date(now + waitMs) : null;
    await store.saveCheck(core.database, server, { ...check, goesOnAt, now: new Date(now) });
    return check;
  } catch (error) {
    // A claim that stays ends by itself.
    await store.releaseCheck(core.database, server, new Date(core.clock())).catch(() => undefined);
    throw error;
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import * as store from '../../adapters/db/knowledge/contradictions.ts';
import { AppError } from '../../domain/errors.ts';
import type { Server, StoredContradiction } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { getServer } from '../owners/servers.ts';

type Checked = Pick<Server, 'id' | 'revision'>;

/** A process that dies while it checks holds up the next one no longer. */
const CLAIM_MS = 5 * 60 * 1000;
/** Of one run; the next comes a minute later. */
const SERVERS_PER_RUN = 100;

const checking = new WeakMap<Core, Map<string, Promise<StoredContradiction[]>>>();

/**
 * Pairs of entries that contradict each other, without those that an owner declared fine. Of a revision that nobody
 * has checked yet it is found now: 20,000 long entries take about ten seconds.
 * @throws AppError('not_found')
 */
export async function listContradictions(core: Core, serverId: string): Promise<StoredContradiction[]> {
  const server = await getServer(core, serverId);
  const known = await store.findChecked(core.database, server, new Date(core.clock()));
  const found = known ?? (await checkOnce(core, server));
  const fine = await store.listFine(core.database, serverId);
  return found.filter(({ id }) => !fine.has(id));
}

/** How long a page waits for a check that nobody has done yet; it goes on without the page. */
const PAGE_WAITS_MS = 2_000;

/** The same for whoever does not wait long. @returns null: it is still being checked. @throws AppError('not_found') */
export async function lookForContradictions(
  core: Core,
  serverId: string,
): Promise<StoredContradiction[] | null> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const tooLate = delay(PAGE_WAITS_MS, null, { signal, ref: false }).catch(() => null);
  const listing = listContradictions(core, serverId);
  // Whoever comes next learns why; this page has gone on without it.
  listing.catch((error: unknown) =>
    core.log.debug({ err: error, server: serverId }, 'knowledge not checked'),
  );
  try {
    return await Promise.race([listing, tooLate]);
  } finally {
    stopping.abort();
  }
}

/**
 * Declares that two entries may stand beside each other as they are; the pair is shown again when one changes.
 * @returns the pair. @throws AppError('not_found') for a pair that is not shown (any more).
 */
export async function acceptContradiction(
  core: Core,
  serverId: string,
  id: string,
): Promise<StoredContradiction> {
  const pair = (await listContradictions(core, serverId)).find((known) => known.id === id);
  if (!pair)
    throw new AppError('not_found', { message: 'These entries do not contradict each other any more.' });
  await store.insertFine(core.database, serverId, id, new Date(core.clock()));
  return pair;
}

/** Checks the servers whose knowledge has changed, each revision in one process of all. @param signal ends it between two servers. */
export async function checkChanged(core: Core, signal?: AbortSignal): Promise<number> {
  let checked = 0;
  for (const server of await store.listUnchecked(core.database, new Date(core.clock()), SERVERS_PER_RUN)) {
    signal?.throwIfAborted();
    const now = core.clock();
    const times = { now: new Date(now), until: new Date(now + CLAIM_MS) };
    if (!(await store.claimCheck(core.database, server, times))) continue;
    try {
      await checkOnce(core, server);
      checked += 1;
    } catch (error) {
      await store.releaseCheck(core.database, server, new Date(core.clock())).catch(() => undefined);
      throw error;
    }
  }
  return checked;
}

/** Concurrent wishes for one revision share one check. */
function checkOnce(core: Core, server: Checked): Promise<StoredContradiction[]> {
  const running = checking.get(core) ?? new Map<string, Promise<StoredContradiction[]>>();
  checking.set(core, running);
  const key = `${server.revision} ${server.id}`;
  const check = running.get(key) ?? runCheck(core, server).finally(() => running.delete(key));
  running.set(key, check);
  return check;
}

async function runCheck(core: Core, server: Checked): Promise<StoredContradiction[]> {
  const now = new Date(core.clock());
  // Loaded with the first check: a start has no use for it.
  const { findContradictions } = await import('./check.ts');
  const { found, validUntil } = await findContradictions(core, server.id, now);
  await store.saveCheck(core.database, server, { found, validUntil, now });
  return found;
}

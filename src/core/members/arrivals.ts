import type { Suggestion } from '../../adapters/db/learning/suggestions.ts';
import * as store from '../../adapters/db/members/arrivals.ts';
import { forgetMembersOf } from '../../adapters/db/members/members.ts';
import { attemptEach } from '../../domain/errors.ts';
import { toCleanName } from '../../domain/text.ts';
import type { Language } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { settingsSchema } from '../owners/settings.ts';
import { type Loss, planLoss } from './provenance.ts';

export interface ServerFacts extends Omit<store.ServerRecord, 'settings'> {
  /** For a server that is new. */
  language: Language;
}

/** New servers begin on the free plan, known ones are active again. */
export async function welcomeServers(core: Core, facts: readonly ServerFacts[]): Promise<void> {
  const rows = facts.map(({ language, name, ...rest }) => ({
    ...rest,
    name: toCleanName(name).slice(0, 100) || rest.id,
    settings: settingsSchema.parse({ language, pii: 'mask' }),
  }));
  const joined = await store.upsertServers(core.database, rows, new Date(core.clock()));
  for (const id of joined) core.log.info({ server: id }, 'joined a server');
}

interface Leaving {
  /** False where it was joined again before its turn. */
  isLeft(id: string): boolean;
  /** Ends it between two batches. */
  signal: AbortSignal;
}

/**
 * Stops the keys of all servers first, then deletes members' words one server after the other; knowledge and credit
 * stay. A failure does not stop the others.
 * @throws the failures, with their servers; repeatable.
 */
export async function leaveServers(core: Core, ids: readonly string[], leaving: Leaving): Promise<void> {
  const at = new Date(core.clock());
  const attempt = (run: (id: string) => Promise<void>) => () =>
    attemptEach(ids, async (id) => {
      if (!leaving.isLeft(id) || leaving.signal.aborted) return;
      await run(id).catch((error: Error) => {
        throw new Error(`server ${id}: ${error.message}`, { cause: error });
      });
    });
  const stopKeys = attempt(async (id) => {
    if (await store.deactivateServer(core.database, id))
      core.log.info({ server: id }, 'removed from a server');
  });
  await attemptEach([stopKeys, attempt((id) => forgetServer(core, id, at, leaving.signal))], (run) => run());
}

async function forgetServer(core: Core, id: string, at: Date, signal: AbortSignal): Promise<void> {
  const loss: Loss = { reason: 'server_left', at, of: 'everybody' };
  const planTraining = (stored: Suggestion[]) => planLoss(stored, loss);
  await forgetMembersOf(core.database, id, { at, signal, planTraining });
  await store.markEmptied(core.database, id);
}

/** @param isOurs whether the server's shard was listed. */
export async function findMissingServers(
  core: Core,
  listed: ReadonlySet<string>,
  isOurs: (id: string) => boolean,
): Promise<string[]> {
  const known = await store.listServersOnDiscord(core.database);
  return known.filter((id) => isOurs(id) && !listed.has(id));
}

export function updateMemberCount(core: Core, id: string, members: number): Promise<void> {
  return store.setMemberCount(core.database, id, members);
}

/** A channel is answered in full, or learning is on. */
export function needsMessageContent(core: Core): Promise<boolean> {
  return store.needsMessageContent(core.database);
}

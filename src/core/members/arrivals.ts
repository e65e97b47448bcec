import type { Suggestion } from '../../adapters/db/learning/suggestions.ts';
import * as store from '../../adapters/db/members/arrivals.ts';
import { forgetMembersOf } from '../../adapters/db/members/members.ts';
import { attemptEach } from '../../domain/errors.ts';
import { toCleanName } from '../../domain/text.ts';
import type { Language } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { settingsSchema } from '../owners/settings.ts';
import { type Loss, planLoss } from './provenance.ts';

/** What a chat platform tells about a server that the bot is on. */
export interface ServerFacts extends Omit<store.ServerRecord, 'settings'> {
  /** For a server that is new. */
  language: Language;
}

/** The bot is on these servers: new ones begin on the free plan, known ones are active again. */
export async function welcomeServers(core: Core, facts: readonly ServerFacts[]): Promise<void> {
  const rows = facts.map(({ language, name, ...rest }) => ({
    ...rest,
    name: toCleanName(name).slice(0, 100) || rest.id,
    settings: settingsSchema.parse({ language }),
  }));
  const joined = await store.upsertServers(core.database, rows, new Date(core.clock()));
  for (const id of joined) core.log.info({ server: id }, 'joined a server');
}

/** How servers are left. */
interface Leaving {
  /** Whether a server is left still: it may be joined again before its turn. */
  isLeft(id: string): boolean;
  /** Ends it between two batches; what is not done is for another try. */
  signal: AbortSignal;
}

/**
 * The bot was removed from servers: the keys of all of them stop, then what their members wrote goes, one server
 * after the other; knowledge and credit stay for the day it comes back. What fails keeps no other from its turn.
 * @throws what failed, with the servers; another try makes up for it.
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

/**
 * Servers that are known and not among those that the platform lists.
 * @param isOurs whether a server belongs to the part of the platform that was listed.
 */
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

/** Whether the bot must read messages that do not address it: a channel is answered in full, or learning is on. */
export function needsMessageContent(core: Core): Promise<boolean> {
  return store.needsMessageContent(core.database);
}

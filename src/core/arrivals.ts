import * as store from '../adapters/db/arrivals.ts';
import { forgetMembersOf } from '../adapters/db/members.ts';
import { toCleanName } from '../domain/text.ts';
import type { Language } from '../domain/types.ts';
import type { Core } from './core.ts';
import { type Loss, planLoss } from './provenance.ts';
import { settingsSchema } from './settings.ts';

/** What a chat platform tells about a server that the bot is on. */
export interface ServerFacts extends Omit<store.ServerFacts, 'settings'> {
  /** For a server that is new. */
  language: Language;
}

/** The bot is on these servers: new ones begin on the free plan, known ones are active again. */
export function welcomeServers(core: Core, facts: readonly ServerFacts[]): Promise<void> {
  const rows = facts.map(({ language, name, ...rest }) => ({
    ...rest,
    name: toCleanName(name).slice(0, 100) || rest.id,
    settings: settingsSchema.parse({ language }),
  }));
  return store.upsertServers(core.database, rows, new Date(core.clock()));
}

/**
 * The bot was removed from a server: its keys stop, what its members wrote goes, knowledge and credit stay
 * for the day it comes back. A failure is made up for by the next try; the keys stop whatever fails after.
 */
export async function leaveServer(core: Core, id: string): Promise<void> {
  if (await store.deactivateServer(core.database, id)) core.log.info({ server: id }, 'removed from a server');
  const loss: Loss = { reason: 'server_left', at: new Date(core.clock()), of: 'everybody' };
  await forgetMembersOf(core.database, id, (stored) => planLoss(stored, loss));
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

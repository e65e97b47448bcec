import { z } from 'zod';
import * as store from '../../adapters/db/owners/servers.ts';
import { forgetAlerts } from '../../adapters/db/quota/quota-alerts.ts';
import { AppError } from '../../domain/errors.ts';
import type { Deed, Plan, Server } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { tellSettingChanges } from './setting-changes.ts';
import { parseSettings, type Settings, settingsChangeSchema } from './settings.ts';

export const serverIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _');

/** What may be said about a server; every field optional, so the same shape adds and changes. */
export const serverChangeSchema = settingsChangeSchema.extend({
  name: z.string().trim().min(1).max(100).optional(),
  members: z.coerce.number().int().min(0).max(1_000_000_000).optional(),
  joined: z.coerce.date({ error: 'must be an ISO date' }).optional(),
  plan: z.enum(['free', 'premium']).optional(),
  active: z.boolean().optional(),
});

export type ServerChange = z.infer<typeof serverChangeSchema>;

/** @throws AppError('not_found') */
export async function getServer(core: Core, id: string): Promise<Server> {
  const server = await store.findServer(core.database, id);
  if (!server) throw new AppError('not_found', { message: `There is no server with the id ${id}.` });
  return server;
}

export function hasServers(core: Core): Promise<boolean> {
  return store.hasServers(core.database);
}

export function listServers(core: Core): Promise<Server[]> {
  return store.listServers(core.database);
}

/** In the order of their ids. @param after the last id of the page before */
export async function listServersAfter(core: Core, after: string, limit: number) {
  const found = await store.listServersAfter(core.database, after, limit + 1);
  const servers = found.slice(0, limit);
  return { servers, next: found.length > limit ? (servers.at(-1)?.id ?? null) : null };
}

/** @throws AppError('already_exists') */
export async function addServer(
  core: Core,
  id: string,
  change: ServerChange & { name: string },
): Promise<Server> {
  const { name, members, joined, plan, active, ...settings } = change;
  const isMade = await store.insertServer(core.database, {
    id,
    name,
    icon: null,
    member_count: members ?? 0,
    bot_joined_at: joined ?? new Date(core.clock()),
    plan: plan ?? 'free',
    premium_until: null,
    active: active ?? true,
    settings: JSON.stringify(parseSettings({ pii: 'mask', ...settings })),
    // Nothing that was derived from a deleted server of this id is taken for this one's.
    revision: core.clock(),
  });
  if (!isMade)
    throw new AppError('already_exists', { message: `A server with the id ${id} already exists.` });
  return getServer(core, id);
}

/**
 * Changes what is given and leaves the rest, also what others change at once. A plan set here has no end.
 * @throws AppError('not_found')
 */
export async function changeServer(core: Core, id: string, change: ServerChange): Promise<Server> {
  const { name, members, joined, plan, active, ...settings } = change;
  const before = await getServer(core, id);
  const columns = {
    ...(name === undefined ? {} : { name }),
    ...(members === undefined ? {} : { member_count: members }),
    ...(joined === undefined ? {} : { bot_joined_at: joined }),
    ...(plan === undefined ? {} : { plan, premium_until: null }),
    ...(active === undefined ? {} : { active }),
  };
  const merge = (stored: unknown) => parseSettings({ ...parseSettings(stored), ...settings });
  const changed = await store.changeServer(core.database, id, merge, columns);
  if (!changed) throw new AppError('not_found', { message: `There is no server with the id ${id}.` });
  const now = core.clock();
  if (planAt(before, now) === 'free' && planAt(changed, now) === 'premium') {
    await forgetAlerts(core.database, id, core.calendar.weekOf(now).key);
  }
  return changed;
}

/**
 * Changes settings from what they are at that moment; of two changes at once none is lost.
 * @param beside rows of the server that are written together with them.
 * @returns them, and what was changed, for the audit log: nothing where all stayed as it was.
 * @throws AppError('not_found')
 */
export async function changeSettings(
  core: Core,
  id: string,
  change: (current: Settings) => Partial<Settings>,
  beside?: Parameters<typeof store.changeServer>[4],
): Promise<{ settings: Settings; deeds: Deed[] }> {
  let deeds: Deed[] = [];
  const merge = (stored: unknown) => {
    const current = parseSettings(stored);
    const changed = parseSettings({ ...current, ...change(current) });
    deeds = tellSettingChanges(current, changed);
    return changed;
  };
  const server = await store.changeServer(core.database, id, merge, {}, beside);
  if (!server) throw new AppError('not_found', { message: `There is no server with the id ${id}.` });
  return { settings: parseSettings(server.settings), deeds };
}

/** Deletes a server with keys, knowledge, credit and records. @throws AppError('not_found') */
export async function deleteServer(core: Core, id: string): Promise<void> {
  await getServer(core, id);
  await store.deleteServer(core.database, id);
}

/** A server as owners and operators see it, with the plan that holds now. */
export function describeServer(core: Core, server: Server) {
  return {
    id: server.id,
    name: server.name,
    plan: planAt(server, core.clock()),
    premium_until: server.premiumUntil,
    members: server.memberCount,
    joined: server.botJoinedAt,
    active: server.active,
    revision: server.revision,
    ...parseSettings(server.settings),
  };
}

/** The plan that holds at a moment, in milliseconds: premium ends with its paid period by itself. */
export function planAt(server: Server, now: number): Plan {
  const hasEnded = server.premiumUntil !== null && server.premiumUntil.getTime() <= now;
  return server.plan === 'premium' && !hasEnded ? 'premium' : 'free';
}

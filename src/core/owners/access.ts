import type { Access, Deed, Right } from '../../domain/types.ts';
import { RIGHTS } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { invalid } from './invalid-input.ts';
import { changeSettings } from './servers.ts';
import { MAX_ACCESS_ROLES, type Settings, teamRolesOf } from './settings.ts';

/** Somebody on the chat platform: whether they may manage the server there, and their roles. */
export interface Standing {
  isAdmin: boolean;
  roleIds: readonly string[];
}

/** The highest right that somebody has: whoever may manage the server is an admin whatever their roles say. */
export function rightOf({ access }: Pick<Settings, 'access'>, { isAdmin, roleIds }: Standing): Right | null {
  if (isAdmin) return 'admin';
  const held = new Set(Object.keys(access).flatMap((role) => (roleIds.includes(role) ? access[role] : [])));
  return RIGHTS.findLast((right) => held.has(right)) ?? null;
}

/** Each right holds those before it. */
export function reaches(held: Right | null, needed: Right): boolean {
  return held !== null && RIGHTS.indexOf(held) >= RIGHTS.indexOf(needed);
}

/** Whether somebody may suggest what the bot learns: by a teaching role, or by their right. */
export function mayTeach(settings: Settings, standing: Standing): boolean {
  const isTeacher = standing.roleIds.some((id) => settings.teach_roles.includes(id));
  return isTeacher || reaches(rightOf(settings, standing), 'editor');
}

/** Whether somebody helps here: by a role of the team, or by their right. */
export function isOfTeam(settings: Settings, standing: Standing): boolean {
  const team = teamRolesOf(settings);
  return reaches(rightOf(settings, standing), 'editor') || standing.roleIds.some((id) => team.has(id));
}

/** Whether somebody may use a command, a button or a form of this access. */
export function mayUse(access: Access, settings: Settings, standing: Standing): boolean {
  if (access === 'everyone') return true;
  // What is taught there is a role's: who manages the server without one decides on it, and takes one to teach.
  if (access === 'teacher') return mayTeach(settings, { ...standing, isAdmin: false });
  if (access === 'team') return isOfTeam(settings, standing);
  return reaches(rightOf(settings, standing), access);
}

/** The platform gives @everyone the id of the server: nobody may teach, be called or have a right by it. */
export function isEveryone(serverId: string, role: string): boolean {
  return role === serverId;
}

/**
 * Gives a role a right in the place of the one it had.
 * @param right null: takes it away.
 * @returns what was changed, for the audit log.
 * @throws AppError('not_found'), or 'invalid_input' with `param` 'role' for @everyone, 'access' beyond 25 roles
 */
export async function setRight(
  core: Core,
  serverId: string,
  { role, right }: { role: string; right: Right | null },
): Promise<Deed[]> {
  if (right !== null && isEveryone(serverId, role))
    throw invalid('role', '@everyone cannot have access: choose a role of your team.');
  const { deeds } = await changeSettings(core, serverId, ({ access }) => {
    const { [role]: had = null, ...others } = access;
    if (right === had) return {};
    if (right === null) return { access: others };
    if (Object.keys(others).length >= MAX_ACCESS_ROLES)
      throw invalid('access', `At most ${MAX_ACCESS_ROLES} roles can have access.`);
    return { access: { ...others, [role]: right } };
  });
  return deeds;
}

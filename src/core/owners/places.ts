import type { Hours } from '../../domain/hours.ts';
import { MAX_PLACES, MAX_ROLE_LIMITS } from '../../domain/limits.ts';
import type { Core } from '../core.ts';
import { isEveryone } from './access.ts';
import { invalid } from './invalid-input.ts';
import { changeSettings } from './servers.ts';

/** Settings by the id of a role, or of a channel or category. */
interface ById {
  role_questions: number;
  place_shares: number;
  place_hours: Hours;
}
/** How many ids each may have. */
const MOST = { role_questions: MAX_ROLE_LIMITS, place_shares: MAX_PLACES, place_hours: MAX_PLACES };

/**
 * Sets what holds for one role, channel or category in the place of what it had.
 * @param make of what it had, or null; it returns null to take that away.
 * @returns the settings, and what was changed, for the audit log.
 * @throws AppError('not_found'), or 'invalid_input' with `param` 'role' for @everyone, or the setting beyond its number
 */
export async function setById<Name extends keyof ById>(
  core: Core,
  serverId: string,
  { name, id }: { name: Name; id: string },
  make: (had: ById[Name] | null) => ById[Name] | null,
): ReturnType<typeof changeSettings> {
  if (name === 'role_questions' && isEveryone(serverId, id))
    throw invalid('role', '@everyone cannot have a limit of its own: the limit for all members applies.');
  return changeSettings(core, serverId, (current) => {
    const stored: { [Each in keyof ById]: Record<string, ById[Each]> } = current;
    const { [id]: had, ...others }: Record<string, ById[Name]> = stored[name];
    const value = make(had ?? null);
    if (value === null) return { [name]: others };
    if (Object.keys(others).length >= MOST[name])
      throw invalid(name, `At most ${MOST[name]} roles or places can have their own value.`);
    return { [name]: { ...others, [id]: value } };
  });
}

import { type APIGuildMember, DiscordAPIError, type REST, Routes } from 'discord.js';
import type { LRUCache } from 'lru-cache';
import { toShortName } from './reading/markup.ts';

/** What is known of a member apart from their words. */
export interface Person {
  /** Everything they are called. */
  names: readonly string[];
  isTeam: boolean;
}

export interface PeopleDeps {
  rest: REST;
  /** By `server:member`: whether their last message came with a role of the team. */
  teamMembers: LRUCache<string, boolean>;
}

interface Wanted {
  serverId: string;
  memberId: string;
  team: ReadonlySet<string>;
  signal: AbortSignal;
}

/**
 * Who somebody is on a server. Whoever has left it is nobody of the team.
 * @param told what an event said about them here.
 * @throws DiscordAPIError where it cannot be told
 */
export async function findPerson(
  deps: PeopleDeps,
  wanted: Wanted,
  told?: Pick<APIGuildMember, 'nick' | 'roles'>,
): Promise<Person> {
  const known = told ? { ...told, user: null } : await readMember(deps.rest, wanted);
  if (!known) return { names: [], isTeam: false };
  const { nick, roles, user } = known;
  const names = [nick, user?.global_name, user?.username].filter((name) => name != null);
  const isTeam = roles.some((id) => wanted.team.has(id));
  deps.teamMembers.set(keyOf(wanted), isTeam);
  return { names: names.map(toShortName), isTeam };
}

/** Whether somebody is of the team, as far as was seen lately; else it is asked. @throws DiscordAPIError */
export async function isOfTeam(deps: PeopleDeps, wanted: Wanted): Promise<boolean> {
  return deps.teamMembers.get(keyOf(wanted)) ?? (await findPerson(deps, wanted)).isTeam;
}

function keyOf({ serverId, memberId }: Wanted): string {
  return `${serverId}:${memberId}`;
}

async function readMember(rest: REST, { serverId, memberId, signal }: Wanted) {
  try {
    return (await rest.get(Routes.guildMember(serverId, memberId), { signal })) as APIGuildMember;
  } catch (error) {
    if (error instanceof DiscordAPIError && error.status === 404) return null;
    throw error;
  }
}

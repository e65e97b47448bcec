import { type APIGuildMember, type REST, Routes } from 'discord.js';
import { LRUCache } from 'lru-cache';
import { orGone } from '../errors.ts';
import { isTeam, type Policies } from './policies.ts';
import { toShortName } from './reading/markup.ts';

const MAX_SEEN = 20_000;

/** A member as the platform has them now; null: they have left. @throws DiscordAPIError */
export function readMember(
  rest: REST,
  { serverId, memberId }: { serverId: string; memberId: string },
  signal: AbortSignal,
): Promise<APIGuildMember | null> {
  return orGone(rest.get(Routes.guildMember(serverId, memberId), { signal }) as Promise<APIGuildMember>);
}

export function allNamesOf({
  nick,
  user,
}: Pick<APIGuildMember, 'nick'> & { user: APIGuildMember['user'] | null }) {
  return [nick, user?.global_name, user?.username].filter((name) => name != null).map(toShortName);
}

export type Members = ReturnType<typeof createMembers>;

export function createMembers({ rest, policies }: { rest: REST; policies: Policies }) {
  /** By `server:member`. */
  const seen = new LRUCache<string, boolean>({ max: MAX_SEEN });

  /** @param told by an event about them. @throws DiscordAPIError, AppError */
  async function find(
    serverId: string,
    memberId: string,
    signal: AbortSignal,
    told?: Omit<APIGuildMember, 'user'>,
  ): Promise<{ names: string[]; isTeam: boolean }> {
    const found = told ? { ...told, user: null } : await readMember(rest, { serverId, memberId }, signal);
    if (!found) return { names: [], isTeam: false };
    const isOfTeam = isTeam(await policies.of(serverId), found.roles);
    seen.set(`${serverId}:${memberId}`, isOfTeam);
    return { names: allNamesOf(found), isTeam: isOfTeam };
  }

  /** As they were seen last, or else as the platform says. @throws DiscordAPIError, AppError */
  async function isOfTeam(serverId: string, memberId: string, signal: AbortSignal): Promise<boolean> {
    return seen.get(`${serverId}:${memberId}`) ?? (await find(serverId, memberId, signal)).isTeam;
  }

  return {
    find,
    isOfTeam,
    note: (serverId: string, memberId: string, isTeam: boolean): void =>
      void seen.set(`${serverId}:${memberId}`, isTeam),
    wasTeam: (serverId: string, memberId: string): boolean => seen.get(`${serverId}:${memberId}`) === true,
    /** Looks up the roles of members who were not seen, as after a restart. @throws AppError */
    meet: async (serverId: string, memberIds: readonly string[], signal: AbortSignal): Promise<void> => {
      if ((await policies.of(serverId)).team.size === 0) return;
      await Promise.allSettled(memberIds.map((memberId) => isOfTeam(serverId, memberId, signal)));
    },
  };
}

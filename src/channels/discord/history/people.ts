import { type APIGuildMember, DiscordAPIError, Routes } from 'discord.js';
import { toShortName } from '../messages/reading/markup.ts';
import type { Requests } from './requests.ts';

/** Who somebody is on the server now; whoever has left it is nobody of the team. */
interface MemberProfile {
  roleIds: readonly string[];
  names: readonly string[];
}

const NOT_FOUND = 404;

/** Members as far as a run has looked them up, each once: a page of messages does not say who its authors are. */
export interface People {
  /** @throws DiscordAPIError, or what the network says */
  meet(memberIds: Iterable<string>): Promise<void>;
  /** Of those who were met. */
  rolesOf(memberId: string): readonly string[];
  namesOf(memberId: string): readonly string[];
}

export function createPeople(requests: Requests, serverId: string): People {
  const known = new Map<string, MemberProfile>();
  return {
    meet: async (memberIds) => {
      for (const id of new Set(memberIds)) {
        if (!known.has(id)) known.set(id, await findPerson(requests, serverId, id));
      }
    },
    rolesOf: (memberId) => known.get(memberId)?.roleIds ?? [],
    namesOf: (memberId) => known.get(memberId)?.names ?? [],
  };
}

async function findPerson(requests: Requests, serverId: string, memberId: string): Promise<MemberProfile> {
  try {
    const found = await requests.lookUp<APIGuildMember>(Routes.guildMember(serverId, memberId));
    const { nick, roles, user } = found;
    const names = [nick, user.global_name, user.username].filter((name) => name != null);
    return { roleIds: roles, names: names.map(toShortName) };
  } catch (error) {
    if (error instanceof DiscordAPIError && error.status === NOT_FOUND) return { roleIds: [], names: [] };
    throw error;
  }
}

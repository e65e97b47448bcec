import { type APIGuildMember, Routes } from 'discord.js';
import { orGone } from '../errors.ts';
import { allNamesOf } from '../messages/members.ts';
import type { Requests } from './requests.ts';

/** Who somebody is on the server now; whoever has left it is nobody of the team. */
interface MemberProfile {
  roleIds: readonly string[];
  names: readonly string[];
}

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
  const found = await orGone(requests.lookUp<APIGuildMember>(Routes.guildMember(serverId, memberId)));
  return found ? { roleIds: found.roles, names: allNamesOf(found) } : { roleIds: [], names: [] };
}

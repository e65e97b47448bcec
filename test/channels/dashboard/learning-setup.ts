import type { FakeMember } from '../../support/discord.ts';
import type { Visitor } from '../../support/visitor.ts';
import type { Dashboard } from './setup.ts';

/** A server of its own for a test, and its owner at a browser. */
export interface Owned {
  id: string;
  key: string;
  owner: FakeMember;
  visitor: Visitor;
  /** @param tab a page of it. */
  path(tab: string): string;
}

/** Another server where the bot is, with somebody signed in who may manage it. */
export async function addOwned({ discord, app, signIn }: Dashboard): Promise<Owned> {
  const guild = discord.addGuild({ name: 'Pier', members: 120 });
  const owner = guild.addMember({ name: 'Grace', isAdmin: true });
  const { id, key } = await app.addServer({ id: guild.id, name: 'Pier' });
  return { id, key, owner, visitor: await signIn(owner), path: (tab) => `/servers/${id}/${tab}` };
}

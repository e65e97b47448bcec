import { expect, vi } from 'vitest';
import { listKnowledge } from '../../../../src/core/knowledge/knowledge.ts';
import { addLink, crawlNow, listLinks } from '../../../../src/core/knowledge/links.ts';
import { changeSettings } from '../../../../src/core/owners/servers.ts';
import { UNABORTED } from '../../../support/app.ts';
import type { FakeChannel } from '../../../support/discord.ts';
import type { Community } from '../setup.ts';
import { openServer } from '../traces.ts';

export const QUIETLY = { signal: UNABORTED, onProgress: () => undefined };

/** A server of its own with a teacher, and what the bot knows there from its channels. */
export async function openLinked(home: Community) {
  const server = await openServer(home, {});
  const { core } = home.app;
  const { id } = server.guild;
  const addressOf = (channel: FakeChannel) => `discord:${channel.id}`;
  const linkOf = async (channel: FakeChannel) =>
    (await listLinks(core, id)).find(({ url }) => url === addressOf(channel));
  const texts = async () => (await listKnowledge(core, id)).map(({ text }) => text).toSorted();
  return {
    ...server,
    id,
    linkOf,
    texts,
    entries: () => listKnowledge(core, id),
    add: (channel: FakeChannel) => addLink(core, id, addressOf(channel)),
    /** Waits while a post that the bot was told of is being read: then nobody else may. */
    read: (channel: FakeChannel) =>
      vi.waitFor(() => crawlNow(core, id, addressOf(channel), QUIETLY), { timeout: 20_000, interval: 20 }),
    /** Adds a channel and reads it. */
    link: async (channel: FakeChannel) => {
      await addLink(core, id, addressOf(channel));
      return crawlNow(core, id, addressOf(channel), QUIETLY);
    },
    knows: (...wanted: string[]) =>
      expect.poll(texts, { timeout: 10_000, interval: 20 }).toEqual(wanted.toSorted()),
    setTeam: (teach_roles: string[]) => changeSettings(core, id, () => ({ teach_roles })),
  };
}
export type Linked = Awaited<ReturnType<typeof openLinked>>;

/** Written before the bot was told of anything. */
export const PAST = { isHistory: true };

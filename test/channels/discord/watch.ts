import { expect } from 'vitest';
import type { Community } from './setup.ts';

/** What tests about the life of a message look at; `find` gives the community of the running file. */
export function watch(find: () => Community) {
  const messages = () => find().app.core.database.kysely.selectFrom('handled_messages');

  const readHandled = (messageId: string) =>
    messages()
      .select(['state', 'member_id', 'answer_id', 'reply_ids'])
      .where('message_id', '=', messageId)
      .executeTakeFirst();

  return {
    readHandled,
    sentTo: (channel: { id: string }) =>
      find().discord.sent.filter(({ channelId }) => channelId === channel.id),
    /** Resolves when it is decided what becomes of a message. */
    becomes: async (messageId: string, state: 'answered' | 'dropped') => {
      const read = () => readHandled(messageId);
      await expect.poll(read, { timeout: 10_000, interval: 5 }).toMatchObject({ state });
    },
    /** Resolves when the bot has looked for what other processes left open, after all leases that stand have run out. */
    looksForAbandoned: async () => {
      const { app, discord } = find();
      app.clock.now += 20_000;
      const before = discord.gateway.identifies.length;
      discord.gateway.closeAll(4010);
      await discord.until(() => discord.gateway.identifies.length > before || undefined, 'A new session');
      await discord.ready();
      const expired = () =>
        messages()
          .select('message_id')
          .where('state', '=', 'claimed')
          .where('lease_until', '<', new Date(app.clock.now))
          .execute();
      await expect.poll(expired, { timeout: 10_000, interval: 5 }).toEqual([]);
      await discord.settled();
    },
  };
}

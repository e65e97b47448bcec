import { GatewayIntentBits } from 'discord-api-types/v10';
import type { FakeChannel } from './actors/channel.ts';
import type { FakeGuild } from './actors/guild.ts';
import type { Core } from './core.ts';
import { makeMessage } from './messages.ts';
import { makeSnowflake } from './snowflake.ts';
import { viewMember, viewMessage } from './views.ts';
import { makeUser } from './world.ts';

const BATCH = 1_000;

/** Messages of `authors` people that are sent but neither stored nor kept for a RESUME. */
export async function flood(
  { gateway, world }: Core,
  guild: FakeGuild,
  channel: FakeChannel,
  count: number,
  { authors = 1_000, text = 'Just talking.' } = {},
): Promise<void> {
  const people = Array.from({ length: authors }, (_, n) => makeUser(makeSnowflake(), `author-${n}`));
  const joinedAt = new Date().toISOString();
  for (let sent = 0; sent < count; sent += 1) {
    const author = people[sent % authors] ?? world.bot;
    const message = makeMessage({ channelId: channel.id, author, content: text });
    const member = viewMember({ user: author, roles: [], nick: null, joined_at: joinedAt }, false);
    const extra = { guild_id: guild.id, channel_type: channel.state.type, member };
    const stripped = viewMessage(world, message, false);
    gateway.dispatchUnkept({
      type: 'MESSAGE_CREATE',
      guildId: guild.id,
      intents: GatewayIntentBits.GuildMessages,
      data: { ...message, ...extra },
      stripped: { ...stripped, ...extra },
    });
    if (sent % BATCH === BATCH - 1) await gateway.delivered();
  }
  await gateway.delivered();
}

import {
  type Client,
  GatewayDispatchEvents,
  type GatewayMessageCreateDispatchData,
  type GatewayMessageUpdateDispatchData,
  type Message,
  SnowflakeUtil,
} from 'discord.js';

/** Whoever forgot the mention notices soon; later the talk has gone on. */
const MENTIONED_WITHIN_MS = 5 * 60 * 1000;

/** What takes messages as they come. */
interface Receiver {
  receive(message: Message): Promise<void>;
  /** Whether this process has the message already. */
  has(messageId: string): boolean;
}

/** Messages that the library does not hand on, read again and taken like all others. */
export function followStrays(client: Client, receiver: Receiver): void {
  const take = (place: Place) =>
    void findMessage(client, place)
      .then((message) => (message ? receiver.receive(message) : undefined))
      .catch(() => undefined);
  client.ws.on(GatewayDispatchEvents.MessageCreate, (data: GatewayMessageCreateDispatchData) => {
    if (isOfUnknownChannel(client, data)) take(data);
  });
  client.ws.on(GatewayDispatchEvents.MessageUpdate, (data: GatewayMessageUpdateDispatchData) => {
    if (isLateMention(client, data) && !receiver.has(data.id)) take(data);
  });
}

/** The library drops messages of threads that it does not know, such as those that were archived for long. */
function isOfUnknownChannel(client: Client, data: GatewayMessageCreateDispatchData): boolean {
  // Until it is ready the library keeps them, for no channel is known yet.
  if (!client.isReady() || !data.guild_id || data.author?.bot) return false;
  return !client.channels.cache.has(data.channel_id);
}

/** An edit that mentions the bot; whether the message was answered before is known by its claim. */
function isLateMention(client: Client, data: GatewayMessageUpdateDispatchData): boolean {
  const { guild_id: guildId, author, edited_timestamp: at, content = '', mention_roles: roles = [] } = data;
  if (!client.isReady() || !guildId || !author || author.bot || !at) return false;
  if (Date.parse(at) - SnowflakeUtil.timestampFrom(data.id) > MENTIONED_WITHIN_MS) return false;
  const botId = client.user.id;
  if (content.includes(`<@${botId}>`) || content.includes(`<@!${botId}>`)) return true;
  const botRole = client.guilds.cache.get(guildId)?.roles.botRoleFor(botId)?.id;
  return botRole !== undefined && roles.includes(botRole);
}

type Place = Pick<GatewayMessageCreateDispatchData, 'channel_id' | 'id' | 'author'>;

/** Read again with its author's roles; the channel is known from then on. */
async function findMessage(client: Client, { channel_id, id, author }: Place): Promise<Message | null> {
  const channel = await client.channels.fetch(channel_id);
  if (!channel?.isTextBased() || channel.isDMBased()) return null;
  await channel.guild.members.fetch(author.id);
  return channel.messages.fetch({ message: id, cache: false });
}

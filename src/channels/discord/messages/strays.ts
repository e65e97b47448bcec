import type {
  Client,
  GatewayMessageCreateDispatchData,
  GatewayMessageUpdateDispatchData,
  Message,
} from 'discord.js';
import { GatewayDispatchEvents, SnowflakeUtil } from 'discord.js';
import type { Policies } from './policies.ts';
import { isInTimeToOpen } from './tickets/opening.ts';

/** People notice a forgotten mention soon; later the talk has gone on. */
const MENTIONED_WITHIN_MS = 5 * 60 * 1000;

interface Receiver {
  receive(message: Message): Promise<void>;
  has(messageId: string): boolean;
}

/** Messages that the library does not hand on, read again and taken like all others. */
export function followStrays(client: Client, receiver: Receiver, policies: Policies): void {
  const take = (place: StrayPlace) =>
    void readAgain(client, place)
      .then((message) => (message ? receiver.receive(message) : undefined))
      .catch(() => undefined);
  client.ws.on(GatewayDispatchEvents.MessageCreate, (data: GatewayMessageCreateDispatchData) => {
    if (isOfUnknownChannel(client, data)) take(data);
  });
  client.ws.on(GatewayDispatchEvents.MessageUpdate, (data: GatewayMessageUpdateDispatchData) => {
    if (receiver.has(data.id)) return;
    if (isLateMention(client, data)) take(data);
    else if (client.isReady() && isLateForm(data))
      void isOfTicketBot(policies, data).then((is) => is && take(data));
  });
}

const MISSED_WITHIN_MS = 5 * 60 * 1000;

/** Takes the forms of tickets that were opened, or filled in by an edit, while nobody listened. */
export async function catchUpForms(
  client: Client<true>,
  receiver: Receiver,
  policies: Policies,
): Promise<void> {
  const since = Date.now() - MISSED_WITHIN_MS;
  for (const channel of client.channels.cache.values()) {
    if (!channel.isTextBased() || channel.isDMBased() || (channel.createdTimestamp ?? 0) < since) continue;
    const { formBots } = await policies.of(channel.guildId);
    if (formBots.size === 0) continue;
    const after = String(BigInt(channel.id) - 1n);
    const said = await channel.messages.fetch({ after, limit: MAX_OPENING, cache: false }).catch(() => null);
    const ofBots = [...(said?.values() ?? [])].filter(({ author }) => formBots.has(author.id)).toReversed();
    for (const message of ofBots) await receiver.receive(message);
  }
}

/** A ticket bot that edits its form in does so within seconds. */
const FILLED_IN_WITHIN_MS = 60_000;
const MAX_OPENING = 10;

/** Whether it was answered before is known by its claim. */
function isLateForm({
  id,
  channel_id: channelId,
  guild_id,
  author,
  edited_timestamp: at,
}: EditedMessage): boolean {
  if (!guild_id || !author?.bot || !at || !isInTimeToOpen({ id, channelId })) return false;
  return Date.parse(at) - SnowflakeUtil.timestampFrom(id) <= FILLED_IN_WITHIN_MS;
}

function isOfTicketBot(
  policies: Policies,
  { guild_id: serverId = '', author }: EditedMessage,
): Promise<boolean> {
  return policies.of(serverId).then(
    ({ formBots }) => formBots.has(author.id),
    () => false,
  );
}

type EditedMessage = GatewayMessageUpdateDispatchData;

/** The library drops messages of threads that it does not know, such as those that were archived for long. */
function isOfUnknownChannel(client: Client, data: GatewayMessageCreateDispatchData): boolean {
  // Until it is ready the library keeps them, for no channel is known yet.
  if (!client.isReady() || !data.guild_id || data.author?.bot) return false;
  return !client.channels.cache.has(data.channel_id);
}

/** Whether it was answered before is known by its claim. */
function isLateMention(client: Client, data: GatewayMessageUpdateDispatchData): boolean {
  const { guild_id: guildId, author, edited_timestamp: at, content = '', mention_roles: roles = [] } = data;
  if (!client.isReady() || !guildId || !author || author.bot || !at) return false;
  if (Date.parse(at) - SnowflakeUtil.timestampFrom(data.id) > MENTIONED_WITHIN_MS) return false;
  const botId = client.user.id;
  if (content.includes(`<@${botId}>`) || content.includes(`<@!${botId}>`)) return true;
  const botRole = client.guilds.cache.get(guildId)?.roles.botRoleFor(botId)?.id;
  return botRole !== undefined && roles.includes(botRole);
}

type StrayPlace = Pick<GatewayMessageCreateDispatchData, 'channel_id' | 'id' | 'author'>;

async function readAgain(client: Client, { channel_id, id, author }: StrayPlace): Promise<Message | null> {
  const channel = await client.channels.fetch(channel_id);
  if (!channel?.isTextBased() || channel.isDMBased()) return null;
  await channel.guild.members.fetch(author.id);
  return channel.messages.fetch({ message: id, cache: false });
}

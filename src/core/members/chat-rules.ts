import { z } from 'zod';
import type { Guild } from '../../adapters/discord.ts';
import { AppError } from '../../domain/errors.ts';
import { CHANNEL_MODES, type ChannelMode } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { invalid } from '../owners/invalid-input.ts';
import { changeSettings } from '../owners/servers.ts';
import { chatIdSchema, type Settings } from '../owners/settings.ts';

export type { Guild } from '../../adapters/discord.ts';

/** Where and when the bot answers in a chat, and who belongs to the team there. */

export const MAX_CHANNELS = 200;

export const channelModeSchema = z.object({ channel: chatIdSchema, mode: z.enum(CHANNEL_MODES) });
export const learningStateSchema = z.enum(['on', 'off']);

/** Whether the bot answers there without being spoken to. */
export function readsEveryMessage(mode: ChannelMode): boolean {
  return mode === 'every_message' || mode === 'forum';
}

/** Whether a setting only works when messages without a mention can be read. */
export function needsMessageContent(settings: Pick<Settings, 'channels' | 'learning'>): boolean {
  return settings.learning || Object.values(settings.channels).some(readsEveryMessage);
}

/** The platform gives the role of everybody the id of the server: nobody may teach or be called by it. */
export function isEveryone(serverId: string, role: string): boolean {
  return role === serverId;
}

/**
 * Sets how the bot answers in a channel, or in a category's channels that have no setting of their own.
 * @param above ids of what it belongs to, closest first.
 * @throws AppError('not_found'), or 'invalid_input' with `param` 'channel' when there are 200 already.
 */
export async function setChannelMode(
  core: Core,
  serverId: string,
  { channel, mode }: z.infer<typeof channelModeSchema>,
  above: readonly string[] = [],
): Promise<void> {
  await changeSettings(core, serverId, ({ channels: { [channel]: _, ...others } }) => {
    // What is not listed is `mention`, unless something above it is listed.
    if (mode === 'mention' && !above.some((id) => Object.hasOwn(others, id))) return { channels: others };
    if (Object.keys(others).length >= MAX_CHANNELS)
      throw invalid('channel', `At most ${MAX_CHANNELS} channels have a mode of their own.`);
    return { channels: { ...others, [channel]: mode } };
  });
}

const KNOWN_MS = 60_000;
/** Who looks again soon does not wait once more for a platform that is silent. */
const UNKNOWN_MS = 10_000;

/** `unasked`: nothing connects to the platform here, or the server is none of it. `silent`: it does not answer. */
export type GuildReading =
  | { state: 'known'; guild: Guild; mayReadMessages: boolean }
  | { state: 'unasked' | 'silent' };

/** Names of the channels and roles of a server, at most a minute old. Never throws: pages do without. */
export async function readGuild(core: Core, serverId: string): Promise<GuildReading> {
  if (!core.discord || !chatIdSchema.safeParse(serverId).success) return { state: 'unasked' };
  const key = `guild:${serverId}`;
  const [known] = await core.cache.getMany<GuildReading>([key]);
  if (known) return known;
  const reading = await askPlatform(core.discord, serverId).catch((error: unknown) => {
    // A server that the bot was removed from is no news.
    const isGone = error instanceof AppError && error.code !== 'discord_unavailable';
    if (!isGone) core.log.warn({ err: error, server: serverId }, 'names of channels and roles not read');
    return { state: 'silent' as const };
  });
  await core.cache.setMany([{ key, value: reading }], reading.state === 'known' ? KNOWN_MS : UNKNOWN_MS);
  return reading;
}

async function askPlatform(discord: NonNullable<Core['discord']>, serverId: string) {
  const reads = [discord.readGuild(serverId), discord.readApplication()] as const;
  const [guild, { mayReadMessages }] = await Promise.all(reads);
  return { state: 'known' as const, guild, mayReadMessages };
}

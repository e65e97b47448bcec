import { z } from 'zod';
import type { Guild } from '../../adapters/discord.ts';
import { AppError } from '../../domain/errors.ts';
import { MAX_PLACE_INSTRUCTIONS } from '../../domain/limits.ts';
import { CHANNEL_MODES, type ChannelMode } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { invalid } from '../owners/invalid-input.ts';
import { changeSettings } from '../owners/servers.ts';
import { chatIdSchema, MAX_FORM_BOTS, placeInstructionsSchema, type Settings } from '../owners/settings.ts';

export type { Guild } from '../../adapters/discord.ts';

/** Where and when the bot answers in a chat, and who belongs to the team there. */

export const MAX_CHANNELS = 200;

export const channelModeSchema = z.object({ channel: chatIdSchema, mode: z.enum(CHANNEL_MODES) });
/** `null` takes the instructions of a channel away. */
export const channelInstructionsSchema = z.object({
  channel: chatIdSchema,
  instructions: placeInstructionsSchema.nullable(),
});
export const formBotSchema = z.object({ bot: chatIdSchema, state: z.enum(['on', 'off']) });
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
 * @param given.instructions null: takes those of the channel away; left out: they stay, whatever the mode.
 * @param above ids of what it belongs to, closest first.
 * @throws AppError('not_found'), or 'invalid_input' with `param` 'channel' when there are 200 already, or
 * 'instructions' when 50 channels have some.
 */
export async function setChannelMode(
  core: Core,
  serverId: string,
  given: z.infer<typeof channelModeSchema> & { instructions?: string | null },
  above: readonly string[] = [],
): Promise<void> {
  const { channel, mode, instructions } = given;
  await changeSettings(core, serverId, (current) => ({
    channels: withMode(current, { channel, mode }, above),
    ...(instructions === undefined ? {} : withInstructions(current, { channel, instructions })),
  }));
}

function withMode(
  { channels }: Settings,
  { channel, mode }: z.infer<typeof channelModeSchema>,
  above: readonly string[],
): Settings['channels'] {
  const { [channel]: _, ...others } = channels;
  // What is not listed is `mention`, unless something above it is listed.
  if (mode === 'mention' && !above.some((id) => Object.hasOwn(others, id))) return others;
  if (Object.keys(others).length >= MAX_CHANNELS)
    throw invalid('channel', `At most ${MAX_CHANNELS} channels have a mode of their own.`);
  return { ...others, [channel]: mode };
}

/**
 * Sets what the bot minds in a channel, or in a category's channels that have no instructions of their own.
 * @throws AppError('not_found'), or 'invalid_input' with `param` 'instructions' when 50 channels have some.
 */
export async function setChannelInstructions(
  core: Core,
  serverId: string,
  given: z.infer<typeof channelInstructionsSchema>,
): Promise<void> {
  await changeSettings(core, serverId, (current) => withInstructions(current, given));
}

function withInstructions(
  { place_instructions }: Settings,
  { channel, instructions }: z.infer<typeof channelInstructionsSchema>,
): Pick<Settings, 'place_instructions'> {
  const { [channel]: _, ...others } = place_instructions;
  if (instructions === null) return { place_instructions: others };
  if (Object.keys(others).length >= MAX_PLACE_INSTRUCTIONS)
    throw invalid('instructions', `At most ${MAX_PLACE_INSTRUCTIONS} channels have instructions.`);
  return { place_instructions: { ...others, [channel]: instructions } };
}

/**
 * Allows a ticket bot that its opening message counts as the asker's question, or takes that back.
 * @throws AppError('not_found'), or 'invalid_input' with `param` 'bot' when there are ten already.
 */
export async function setFormBot(
  core: Core,
  serverId: string,
  { bot, state }: z.infer<typeof formBotSchema>,
): Promise<void> {
  await changeSettings(core, serverId, ({ form_bots }) => {
    const others = form_bots.filter((id) => id !== bot);
    if (state === 'off') return { form_bots: others };
    if (others.length >= MAX_FORM_BOTS) throw invalid('bot', `At most ${MAX_FORM_BOTS} ticket bots.`);
    return { form_bots: [...others, bot] };
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

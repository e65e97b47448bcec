import { z } from 'zod';
import type { Guild } from '../../adapters/discord.ts';
import { AppError } from '../../domain/errors.ts';
import { MAX_PLACE_INSTRUCTIONS } from '../../domain/limits.ts';
import { CHANNEL_MODES, type ChannelMode, type Deed } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { invalid } from '../owners/invalid-input.ts';
import { changeSettings } from '../owners/servers.ts';
import { chatIdSchema, MAX_FORM_BOTS, placeInstructionsSchema, type Settings } from '../owners/settings.ts';

export type { Guild } from '../../adapters/discord.ts';

export const MAX_CHANNELS = 200;

export const channelModeSchema = z.object({ channel: chatIdSchema, mode: z.enum(CHANNEL_MODES) });
/** `null` removes the instructions. */
export const channelInstructionsSchema = z.object({
  channel: chatIdSchema,
  instructions: placeInstructionsSchema.nullable(),
});
export const formBotSchema = z.object({ bot: chatIdSchema, state: z.enum(['on', 'off']) });
export const learningStateSchema = z.enum(['on', 'off']);

/** The bot reads there without being mentioned. */
export function readsEveryMessage(mode: ChannelMode): boolean {
  return mode === 'every_message' || mode === 'forum' || mode === 'observe';
}

/** Needs messages without a mention. */
export function needsMessageContent(settings: Pick<Settings, 'channels' | 'learning'>): boolean {
  return settings.learning || Object.values(settings.channels).some(readsEveryMessage);
}

/**
 * Sets the mode of a channel, or of a category's channels without their own.
 * @param given.instructions null removes those of the channel; left out: they stay.
 * @param above ids of its categories, closest first.
 * @throws AppError('not_found'), or 'invalid_input' with `param` 'channel' beyond 200, or 'instructions' beyond 50.
 */
export async function setChannelMode(
  core: Core,
  serverId: string,
  given: z.infer<typeof channelModeSchema> & { instructions?: string | null },
  above: readonly string[] = [],
): Promise<Deed[]> {
  const { channel, mode, instructions } = given;
  const { deeds } = await changeSettings(core, serverId, (current) => ({
    channels: withMode(current, { channel, mode }, above),
    ...(instructions === undefined ? {} : withInstructions(current, { channel, instructions })),
  }));
  return deeds;
}

function withMode(
  { channels }: Settings,
  { channel, mode }: z.infer<typeof channelModeSchema>,
  above: readonly string[],
): Settings['channels'] {
  const { [channel]: _, ...others } = channels;
  // An unlisted channel is `mention`, unless something above it is listed.
  if (mode === 'mention' && !above.some((id) => Object.hasOwn(others, id))) return others;
  if (Object.keys(others).length >= MAX_CHANNELS)
    throw invalid('channel', `At most ${MAX_CHANNELS} channels have a mode of their own.`);
  return { ...others, [channel]: mode };
}

/**
 * Also for a category's channels without their own.
 * @throws AppError('not_found'), or 'invalid_input' with `param` 'instructions' beyond 50.
 */
export async function setChannelInstructions(
  core: Core,
  serverId: string,
  given: z.infer<typeof channelInstructionsSchema>,
): Promise<Deed[]> {
  return (await changeSettings(core, serverId, (current) => withInstructions(current, given))).deeds;
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
 * The opening message of an allowed ticket bot counts as the asker's question.
 * @throws AppError('not_found'), or 'invalid_input' with `param` 'bot' beyond ten.
 */
export async function setFormBot(
  core: Core,
  serverId: string,
  { bot, state }: z.infer<typeof formBotSchema>,
): Promise<Deed[]> {
  const { deeds } = await changeSettings(core, serverId, ({ form_bots }) => {
    const others = form_bots.filter((id) => id !== bot);
    if (state === 'off') return { form_bots: others };
    if (others.length >= MAX_FORM_BOTS) throw invalid('bot', `At most ${MAX_FORM_BOTS} ticket bots.`);
    return { form_bots: [...others, bot] };
  });
  return deeds;
}

const KNOWN_MS = 60_000;
/** A second look soon after does not wait again for a silent platform. */
const UNKNOWN_MS = 10_000;

/** `unasked`: no connection to the platform, or not its server. `silent`: it does not answer. */
export type GuildReading =
  | { state: 'known'; guild: Guild; mayReadMessages: boolean }
  | { state: 'unasked' | 'silent' };

/** At most a minute old. Never throws. */
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

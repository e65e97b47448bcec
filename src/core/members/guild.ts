import type { Guild } from '../../adapters/discord.ts';
import { AppError } from '../../domain/errors.ts';
import type { Core } from '../core.ts';
import { chatIdSchema } from '../owners/settings.ts';

export type { Guild } from '../../adapters/discord.ts';

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
  const reading = await askPlatform(core, core.discord, serverId);
  await core.cache.setMany([{ key, value: reading }], reading.state === 'known' ? KNOWN_MS : UNKNOWN_MS);
  return reading;
}

async function askPlatform(
  core: Core,
  discord: NonNullable<Core['discord']>,
  serverId: string,
): Promise<GuildReading> {
  try {
    const [guild, { mayReadMessages }] = await Promise.all([
      discord.readGuild(serverId),
      discord.readApplication(),
    ]);
    return { state: 'known', guild, mayReadMessages };
  } catch (error) {
    // A server that the bot was removed from is no news.
    const isGone = error instanceof AppError && error.code !== 'discord_unavailable';
    if (!isGone) core.log.warn({ err: error, server: serverId }, 'names of channels and roles not read');
    return { state: 'silent' };
  }
}

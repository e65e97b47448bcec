import type { Discord } from '../../../adapters/discord.ts';
import { type CommandDefinition, compareDefinitions } from '../../../domain/command-definitions.ts';
import type { Core } from '../../core.ts';
import { needsMessageContent } from '../../members/arrivals.ts';
import type { Check } from './doctor.ts';

const NO_CONTENT =
  "it lacks the Message Content Intent (developer portal, Bot), which a server's settings need, and answers mentions and replies only";
/** Servers that are named. */
const MAX_GUILDS = 5;

/** The token, what is switched on in the portal, rights on servers, and the commands that ought to be there. */
export async function checkDiscord(core: Core, commands?: readonly CommandDefinition[]): Promise<Check> {
  const check = 'discord' as const;
  if (!core.discord) return { check, status: 'ok', message: 'DISCORD_TOKEN not set: bot off' };
  try {
    const { id, name, mayReadMessages } = await core.discord.readApplication();
    const isWanted = await needsMessageContent(core).catch(() => false);
    const guilds = await core.discord.readRights().catch(() => null);
    const lacking = guilds?.filter(({ missing }) => missing.length > 0) ?? [];
    const hints = [
      ...(mayReadMessages || !isWanted ? [] : [NO_CONTENT]),
      ...(commands ? await findCommandHints(core.discord, id, commands) : []),
      ...(guilds ? [] : ['its rights on servers could not be read; run doctor again in a minute']),
      ...lacking.slice(0, MAX_GUILDS).map((guild) => `on ${guild.name} it lacks ${guild.missing.join(', ')}`),
      ...(lacking.length > MAX_GUILDS ? [`and rights on ${lacking.length - MAX_GUILDS} more`] : []),
    ];
    const told = `the token is that of ${name}${guilds ? `, on ${guilds.length} servers` : ''}`;
    if (hints.length > 0) return { check, status: 'warn', message: `${told}; ${hints.join('; ')}` };
    return { check, status: 'ok', message: `${told} with all rights; /setup shows those in a channel` };
  } catch (error) {
    const isRefused = error instanceof Error && 'status' in error && error.status === 401;
    const why = isRefused ? 'DISCORD_TOKEN is wrong' : 'Discord does not answer; check DISCORD_API_URL';
    return { check, status: 'fail', message: why };
  }
}

/** Which commands Discord does not have as they ought to be, and what to do about it. */
async function findCommandHints(
  discord: Discord,
  applicationId: string,
  commands: readonly CommandDefinition[],
): Promise<string[]> {
  const found = await discord.readCommands(applicationId).catch(() => null);
  if (!found) return ['its commands could not be read; run doctor again in a minute'];
  const { missing, changed, foreign } = compareDefinitions(commands, found);
  const faults = [
    ...(missing.length > 0 ? [`Discord lacks the commands ${missing.join(', ')}`] : []),
    ...(changed.length > 0 ? [`Discord has other definitions of the commands ${changed.join(', ')}`] : []),
    ...(foreign.length > 0 ? [`Discord has commands that are not the bot's: ${foreign.join(', ')}`] : []),
  ];
  if (faults.length === 0) return [];
  return [...faults, 'the bot registers its commands when it starts and every ten minutes'];
}

import { setTimeout as delay } from 'node:timers/promises';
import type { AutocompleteInteraction } from 'discord.js';
import type { Command } from '../../../../commands/command.ts';
import type { Core } from '../../../core/core.ts';
import { cutAt } from '../../../domain/text.ts';
import { isAdmin, languageOf } from './invocation.ts';

/** Whoever types is not kept waiting; what comes later is too late. */
const WITHIN_MS = 900;
const MAX_CHOICES = 25;
const MAX_CHARACTERS = 100;

/** Suggests values for what is being typed; nothing where there is nothing, it fails or takes too long. */
export async function suggestValues(
  core: Core,
  commands: readonly Command[],
  use: AutocompleteInteraction,
): Promise<void> {
  const late = new AbortController();
  const nothing = delay(WITHIN_MS, [], { signal: late.signal }).catch(() => []);
  const found = await Promise.race([findValues(core, commands, use), nothing]);
  late.abort();
  const choices = found
    .filter(({ name, value }) => name !== '' && value !== '' && value.length <= MAX_CHARACTERS)
    .map(({ name, value }) => ({ name: cutAt(name, MAX_CHARACTERS).toWellFormed(), value }));
  await use.respond(choices.slice(0, MAX_CHOICES));
}

async function findValues(core: Core, commands: readonly Command[], use: AutocompleteInteraction) {
  const command = commands.find(({ data }) => data.kind === 'slash' && data.name === use.commandName);
  const mayUse = command?.data.access === 'everyone' || (command?.data.access === 'admin' && isAdmin(use));
  if (!command?.complete || !mayUse || !use.guildId) return [];
  try {
    const { name, value } = use.options.getFocused(true);
    return await command.complete(core, {
      serverId: use.guildId,
      language: languageOf(use),
      subcommand: use.options.getSubcommand(false),
      option: name,
      typed: value,
    });
  } catch (error) {
    core.log.warn({ err: error, interaction: use.id, command: use.commandName }, 'nothing suggested');
    return [];
  }
}

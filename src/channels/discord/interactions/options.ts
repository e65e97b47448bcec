import { ApplicationCommandOptionType, type CommandInteractionOption } from 'discord.js';
import type { CommandData, CommandOption } from '../../../../commands/command.ts';

export interface GivenOptions {
  subcommand: string | null;
  /** By name; channels and roles as ids. */
  options: Readonly<Record<string, string>>;
}

/**
 * What was given to a slash command; null when it does not fit its definition, as from an older version or a
 * client that checks nothing.
 */
export function readOptions(
  data: CommandData,
  given: readonly CommandInteractionOption[],
): GivenOptions | null {
  if (!data.subcommands) {
    const options = readValues(data.options ?? [], given);
    return options && { subcommand: null, options };
  }
  const [used] = given;
  const subcommand = data.subcommands.find(({ name }) => name === used?.name);
  if (used?.type !== ApplicationCommandOptionType.Subcommand || !subcommand) return null;
  const options = readValues(subcommand.options ?? [], used.options ?? []);
  return options && { subcommand: subcommand.name, options };
}

function readValues(
  definitions: readonly CommandOption[],
  given: readonly CommandInteractionOption[],
): Record<string, string> | null {
  const values: Record<string, string> = {};
  for (const { name, value } of given) {
    const definition = definitions.find((option) => option.name === name);
    if (!definition || typeof value !== 'string' || !fits(definition, value)) return null;
    values[name] = value;
  }
  const isMissing = definitions.some(({ name, isRequired }) => isRequired && !Object.hasOwn(values, name));
  return isMissing ? null : values;
}

function fits({ kind, choices, maxLength }: CommandOption, value: string): boolean {
  if (kind !== 'string') return /^\d{1,20}$/.test(value);
  if (choices && !choices.some((choice) => choice.value === value)) return false;
  return maxLength === undefined || [...value].length <= maxLength;
}

import { createHash } from 'node:crypto';
import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandSubcommandOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  PermissionFlagsBits,
  type REST,
  type RESTPostAPIApplicationCommandsJSONBody,
  Routes,
} from 'discord.js';
import type { Command, CommandOption, Subcommand, Texts } from '../../../../commands/command.ts';
import type { Core } from '../../../core/core.ts';

const YEAR_MS = 365 * 24 * 3_600_000;

/** The commands as the platform's API takes them. */
export function toApiCommands(commands: readonly Command[]): RESTPostAPIApplicationCommandsJSONBody[] {
  return commands.map(({ data, complete }) => {
    const base = {
      name: data.name,
      // Hides it from others; the right is checked again when it is used.
      default_member_permissions: data.access === 'admin' ? String(PermissionFlagsBits.ManageGuild) : null,
      contexts: [InteractionContextType.Guild],
      integration_types: [ApplicationIntegrationType.GuildInstall],
    };
    if (data.kind === 'message_menu') return { ...base, type: ApplicationCommandType.Message };
    const canComplete = complete !== undefined;
    const options = data.subcommands
      ? data.subcommands.map((subcommand) => toSubcommand(subcommand, canComplete))
      : (data.options ?? []).map((option) => toOption(option, canComplete));
    return {
      ...base,
      ...describe(data.description),
      type: ApplicationCommandType.ChatInput,
      ...(options.length === 0 ? {} : { options }),
    };
  });
}

/**
 * Registers the commands for all servers, unless exactly these are registered already. A failure is logged.
 * @returns false when it has to be tried again.
 */
export async function registerCommands(options: {
  core: Pick<Core, 'cache' | 'config' | 'log'>;
  rest: REST;
  applicationId: string;
  commands: readonly Command[];
}): Promise<boolean> {
  const { core, rest, applicationId } = options;
  const body = toApiCommands(options.commands);
  const key = `discord-commands:${applicationId}:${core.config.DISCORD_API_URL}`;
  const value = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  try {
    const [registered] = await core.cache.getMany<string>([key]);
    if (registered === value) return true;
    await rest.put(Routes.applicationCommands(applicationId), { body });
    await core.cache.setMany([{ key, value }], YEAR_MS);
    core.log.info({ commands: body.length }, 'discord: commands registered');
    return true;
  } catch (error) {
    core.log.warn({ err: error }, 'discord: commands not registered, trying again later');
    return false;
  }
}

function toSubcommand(
  { name, description, options = [] }: Subcommand,
  canComplete: boolean,
): APIApplicationCommandSubcommandOption {
  return {
    type: ApplicationCommandOptionType.Subcommand,
    name,
    ...describe(description),
    ...(options.length === 0 ? {} : { options: options.map((option) => toOption(option, canComplete)) }),
  };
}

function toOption(option: CommandOption, canComplete: boolean): APIApplicationCommandBasicOption {
  const base = {
    name: option.name,
    ...describe(option.description),
    ...(option.isRequired ? { required: true } : {}),
  };
  if (option.kind === 'channel') return { ...base, type: ApplicationCommandOptionType.Channel };
  if (option.kind === 'role') return { ...base, type: ApplicationCommandOptionType.Role };
  const string = {
    ...base,
    type: ApplicationCommandOptionType.String as const,
    ...(option.maxLength === undefined ? {} : { max_length: option.maxLength }),
  };
  if (option.isCompleted && canComplete) return { ...string, autocomplete: true };
  if (!option.choices) return string;
  const choices = option.choices.map(({ name, value }) => ({
    name: name.en,
    name_localizations: localise(name),
    value,
  }));
  return { ...string, choices };
}

function describe(description: Texts) {
  return { description: description.en, description_localizations: localise(description) };
}

/** Without its own entry, British English would fall back to the default only by accident. */
function localise({ de, en }: Texts) {
  return { de, 'en-US': en, 'en-GB': en };
}

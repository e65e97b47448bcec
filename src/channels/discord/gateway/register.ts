import { createHash } from 'node:crypto';
import type {
  APIApplicationCommandBasicOption,
  APIApplicationCommandSubcommandOption,
  REST,
  RESTPostAPIApplicationCommandsJSONBody,
} from 'discord.js';
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  PermissionFlagsBits,
  Routes,
} from 'discord.js';
import type { Command, CommandOption, Subcommand, Texts } from '../../../../commands/command.ts';
import type { Core } from '../../../core/core.ts';
import type { CommandDefinition } from '../../../domain/command-definitions.ts';
import { compareDefinitions, isEqual, toComparable } from '../../../domain/command-definitions.ts';
import { type Access, RIGHTS } from '../../../domain/types.ts';
import { isStatus, toFields } from '../errors.ts';

/** Shown to whoever may manage the server, and to the roles that they choose in the settings of the server. */
const isRight = (access: Access) => RIGHTS.some((right) => right === access);
const YEAR_MS = 365 * 24 * 3_600_000;

export function toApiCommands(commands: readonly Command[]): RESTPostAPIApplicationCommandsJSONBody[] {
  return commands.map(({ data, complete }) => {
    const base = {
      name: data.name,
      // Hides it from others; the right is checked again when it is used.
      default_member_permissions: isRight(data.access) ? String(PermissionFlagsBits.ManageGuild) : null,
      contexts: [InteractionContextType.Guild],
      integration_types: [ApplicationIntegrationType.GuildInstall],
    };
    if (data.kind === 'message_menu') {
      const shown = localise(data.description);
      return { ...base, name_localizations: shown, type: ApplicationCommandType.Message };
    }
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
 * Registers the commands for all servers, unless the platform has exactly these. A failure is logged.
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
  try {
    const found = await readRegistered(rest, applicationId);
    const difference = compareDefinitions(body, found);
    if (isEqual(difference) || (await isAsTaken(options, body, found))) return true;
    await send(options, body);
    await rememberTaken(options, body, await readRegistered(rest, applicationId));
    core.log.info({ commands: body.length, ...difference }, 'discord: commands registered');
    return true;
  } catch (error) {
    core.log.warn(toFields(error), 'discord: commands not registered, trying again later');
    return false;
  }
}

/** A compatible platform may refuse what it does not know, and then gets what everyone knows. */
async function send(
  { core, rest, applicationId }: Parameters<typeof registerCommands>[0],
  body: RESTPostAPIApplicationCommandsJSONBody[],
): Promise<void> {
  const route = Routes.applicationCommands(applicationId);
  try {
    await rest.put(route, { body });
  } catch (error) {
    if (!isStatus(error, 400)) throw error;
    await rest.put(route, { body: body.map(toPlain) });
    core.log.info(
      toFields(error),
      'discord: commands registered without translations and suggested values, which were refused',
    );
  }
}

const MORE = new Set(['name_localizations', 'description_localizations', 'autocomplete', 'max_length']);

function toPlain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(toPlain);
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([name]) => !MORE.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, toPlain(value)]));
}

async function readRegistered(rest: REST, applicationId: string): Promise<CommandDefinition[]> {
  // Otherwise the texts in other languages are left out.
  const query = new URLSearchParams({ with_localizations: 'true' });
  const found = await rest.get(Routes.applicationCommands(applicationId), { query });
  return Array.isArray(found) ? found : [];
}

/**
 * A compatible platform may keep less than it was sent; what it made of these definitions is no difference, or they
 * would be sent again at every start.
 */
async function isAsTaken(
  { core, applicationId }: Parameters<typeof registerCommands>[0],
  body: readonly CommandDefinition[],
  found: readonly CommandDefinition[],
): Promise<boolean> {
  const [taken] = await core.cache.getMany<string>([keyOf(core, applicationId)]);
  return taken === `${digestOf(body)}:${digestOf(found)}`;
}

async function rememberTaken(
  { core, applicationId }: Parameters<typeof registerCommands>[0],
  body: readonly CommandDefinition[],
  taken: readonly CommandDefinition[],
): Promise<void> {
  const value = `${digestOf(body)}:${digestOf(taken)}`;
  await core.cache.setMany([{ key: keyOf(core, applicationId), value }], YEAR_MS);
}

function keyOf({ config }: Pick<Core, 'config'>, applicationId: string): string {
  return `discord-commands:${applicationId}:${config.DISCORD_API_URL}`;
}

function digestOf(definitions: readonly CommandDefinition[]): string {
  return createHash('sha256').update(toComparable(definitions)).digest('hex');
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
  if (option.kind === 'user') return { ...base, type: ApplicationCommandOptionType.User };
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

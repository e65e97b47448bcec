import type {
  APIApplicationCommand,
  APIApplicationCommandBasicOption,
  APIApplicationCommandOption,
} from 'discord-api-types/v10';
import { ApplicationCommandType, ApplicationCommandOptionType as Option } from 'discord-api-types/v10';
import { viewMember } from './views.ts';
import type { GuildState, World } from './world.ts';

/** A value of an option; channels, roles and members stand for their ids. */
export type OptionValue = string | number | boolean | { id: string; state?: object };
export type OptionValues = Record<string, OptionValue>;

interface CommandData {
  id: string;
  name: string;
  type: ApplicationCommandType;
  options?: object[];
  resolved?: object;
}

/**
 * The data of a slash command as a client would send it. Throws when the command, subcommand or option is not
 * registered, something required is missing, or a value is out of its limits.
 */
export function buildCommand(
  world: World,
  guild: GuildState,
  path: string,
  values: OptionValues,
): CommandData {
  const { command, definitions, wrap } = findCommand(world, path);
  const resolved = {};
  checkNames(path, definitions, values);
  const options = definitions.flatMap((definition) => {
    const value = values[definition.name];
    if (value === undefined) return [];
    return [fillOption(guild, definition, value, resolved)];
  });
  return finish(command, wrap(options), resolved);
}

/** The same while the member still types: only the option with autocompletion is checked, it is the focused one. */
export function buildCompletion(world: World, path: string, values: OptionValues): CommandData {
  const { command, definitions, wrap } = findCommand(world, path);
  const completing = definitions.find(
    (one) => 'autocomplete' in one && one.autocomplete && one.name in values,
  );
  if (!completing) throw new Error(`/${path} completes none of ${Object.keys(values).join(', ')}`);
  const options = definitions.flatMap(({ name, type }) => {
    const value = values[name];
    if (value === undefined) return [];
    const plain = typeof value === 'object' ? value.id : value;
    return [{ name, type, value: plain, ...(name === completing.name && { focused: true }) }];
  });
  return finish(command, wrap(options), {});
}

function finish({ id, name, type }: APIApplicationCommand, options: object[], resolved: object): CommandData {
  return {
    id,
    name,
    type,
    ...(options.length > 0 && { options }),
    ...(Object.keys(resolved).length > 0 && { resolved }),
  };
}

function findCommand(world: World, path: string) {
  const [name = '', ...steps] = path.split(' ');
  const command = world.commands.find(
    (one) => one.type === ApplicationCommandType.ChatInput && one.name === name,
  );
  if (!command) {
    throw new Error(
      `/${name} is not registered; there are ${world.commands.map((one) => one.name).join(', ')}`,
    );
  }
  let options = command.options ?? [];
  const found: APIApplicationCommandOption[] = [];
  for (const step of steps) {
    const next = options.find((option) => option.name === step && isStep(option));
    if (!next) throw new Error(`/${path}: ${step} is not registered`);
    found.push(next);
    options = ('options' in next ? next.options : undefined) ?? [];
  }
  if (options.some(isStep)) throw new Error(`/${path} needs a subcommand`);
  const wrap = (filled: object[]) =>
    found.reduceRight<object[]>(
      (inner, step) => [{ name: step.name, type: step.type, options: inner }],
      filled,
    );
  return { command, definitions: options as APIApplicationCommandBasicOption[], wrap };
}

function isStep({ type }: APIApplicationCommandOption): boolean {
  return type === Option.Subcommand || type === Option.SubcommandGroup;
}

function checkNames(
  path: string,
  definitions: APIApplicationCommandBasicOption[],
  values: OptionValues,
): void {
  const known = definitions.map(({ name }) => name);
  const unknown = Object.keys(values).find((name) => !known.includes(name));
  if (unknown) throw new Error(`/${path} has no option ${unknown}, only ${known.join(', ')}`);
  const missing = definitions.find(({ name, required }) => required && values[name] === undefined);
  if (missing) throw new Error(`/${path} needs the option ${missing.name}`);
}

type Resolved = Partial<Record<string, Record<string, object>>>;

function fillOption(
  guild: GuildState,
  definition: APIApplicationCommandBasicOption,
  value: OptionValue,
  resolved: Resolved,
): object {
  const { name, type } = definition;
  if (typeof value === 'object') {
    resolve(guild, definition, value, resolved);
    return { name, type, value: value.id };
  }
  const expected = VALUE_TYPES[type];
  if (typeof value !== expected)
    throw new Error(`${name} must be a ${expected ?? 'channel, role or member'}`);
  checkLimits(definition, value);
  return { name, type, value };
}

const VALUE_TYPES: Partial<Record<Option, string>> = {
  [Option.String]: 'string',
  [Option.Integer]: 'number',
  [Option.Number]: 'number',
  [Option.Boolean]: 'boolean',
};

function checkLimits(definition: APIApplicationCommandBasicOption, value: string | number | boolean): void {
  const { name } = definition;
  const limits = definition as {
    min_value?: number;
    max_value?: number;
    min_length?: number;
    max_length?: number;
  };
  const size = typeof value === 'string' ? value.length : Number(value);
  const { min_value = limits.min_length ?? -Infinity, max_value = limits.max_length ?? Infinity } = limits;
  if (size < min_value || size > max_value) throw new Error(`${name} is out of its limits: ${value}`);
  if (definition.type === Option.Integer && !Number.isInteger(value))
    throw new Error(`${name} must be whole`);
  const choices: { value: unknown }[] = ('choices' in definition ? definition.choices : undefined) ?? [];
  if (choices.length > 0 && !choices.some((choice) => choice.value === value)) {
    throw new Error(
      `${name} has no choice ${value}, only ${choices.map((choice) => choice.value).join(', ')}`,
    );
  }
}

/** Adds the object of an id to the resolved data, as the type of the option wants it. */
function resolve(
  guild: GuildState,
  { name, type, ...more }: APIApplicationCommandBasicOption,
  { id, state }: { id: string; state?: object },
  resolved: Resolved,
): void {
  const add = (kind: string, object: object | undefined) => {
    if (object) resolved[kind] = { ...resolved[kind], [id]: object };
  };
  const channel = guild.channels.get(id);
  const role = guild.roles.get(id);
  const member = guild.members.get(id);
  // Somebody who is not on the server is taken by their id, and comes without a member.
  const user = member?.user ?? (state && 'user' in state ? state.user : undefined);
  const isWanted =
    (type === Option.Channel && channel) ||
    ((type === Option.Role || type === Option.Mentionable) && role) ||
    ((type === Option.User || type === Option.Mentionable) && user);
  if (!isWanted) throw new Error(`${name} takes no such thing as ${id}`);
  const types = ('channel_types' in more ? more.channel_types : undefined) as number[] | undefined;
  if (channel && types && !types.includes(channel.type))
    throw new Error(`${name} takes no channel of this type`);
  add('channels', channel && { ...channel, permissions: '0' });
  add('roles', role);
  add('users', user as object | undefined);
  add('members', member && viewMember(member, false));
}

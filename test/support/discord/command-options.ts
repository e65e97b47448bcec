import type { APIApplicationCommand, APIApplicationCommandBasicOption } from 'discord-api-types/v10';
import { ApplicationCommandType, ApplicationCommandOptionType as Option } from 'discord-api-types/v10';
import { viewMember } from './views.ts';
import type { GuildState, World } from './world.ts';

/** A value of an option; channels, roles and members stand for their ids. */
export type OptionValue = string | { id: string; state?: object };
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
  const [name = '', sub] = path.split(' ');
  const command = world.commands.find(
    (one) => one.type === ApplicationCommandType.ChatInput && one.name === name,
  );
  if (!command) {
    throw new Error(
      `/${name} is not registered; there are ${world.commands.map((one) => one.name).join(', ')}`,
    );
  }
  const subcommands = (command.options ?? []).filter(({ type }) => type === Option.Subcommand);
  const step = subcommands.find((option) => option.name === sub);
  if (sub !== undefined && !step) throw new Error(`/${path}: ${sub} is not registered`);
  if (sub === undefined && subcommands.length > 0) throw new Error(`/${path} needs a subcommand`);
  const options = step ? ('options' in step ? step.options : undefined) : command.options;
  const wrap = (filled: object[]) =>
    step ? [{ name: step.name, type: step.type, options: filled }] : filled;
  return { command, definitions: (options ?? []) as APIApplicationCommandBasicOption[], wrap };
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
  if (type !== Option.String) throw new Error(`${name} must be a channel, role or member`);
  if (value.length > (definition.max_length ?? Infinity))
    throw new Error(`${name} is out of its limits: ${value}`);
  const choices = (definition.choices ?? []).map((choice) => choice.value);
  if (choices.length > 0 && !choices.includes(value))
    throw new Error(`${name} has no choice ${value}, only ${choices.join(', ')}`);
  return { name, type, value };
}

/** Adds the object of an id to the resolved data, as the type of the option wants it. */
function resolve(
  guild: GuildState,
  { name, type }: APIApplicationCommandBasicOption,
  { id, state }: { id: string; state?: object },
  resolved: Resolved,
): void {
  const add = (kind: string, object: object) => {
    resolved[kind] = { ...resolved[kind], [id]: object };
  };
  const channel = guild.channels.get(id);
  const role = guild.roles.get(id);
  const member = guild.members.get(id);
  // Somebody who is not on the server is taken by their id, and comes without a member.
  const user = member?.user ?? (state && 'user' in state ? (state.user as object) : undefined);
  if (type === Option.Channel && channel) add('channels', { ...channel, permissions: '0' });
  else if (type === Option.Role && role) add('roles', role);
  else if (type === Option.User && user) {
    add('users', user);
    if (member) add('members', viewMember(member, false));
  } else throw new Error(`${name} takes no such thing as ${id}`);
}

import type {
  BaseInteraction,
  ChatInputCommandInteraction,
  CommandInteractionOption,
  GuildBasedChannel,
  Message,
  MessageContextMenuCommandInteraction,
  ModalSubmitInteraction,
  PermissionsBitField,
  RepliableInteraction,
} from 'discord.js';
import { ApplicationCommandOptionType, ChannelType, ComponentType, PermissionFlagsBits } from 'discord.js';
import type {
  BotFacts,
  ChosenChannel,
  ChosenUser,
  Command,
  CommandData,
  CommandOption,
  Invocation,
  Invoker,
  TargetMessage,
  Texts,
  UnwritableChannel,
} from '../../../../commands/command.ts';
import { chatIdSchema } from '../../../core/owners/setting-list/kinds.ts';
import { NEEDED_RIGHTS } from '../../../domain/command-definitions.ts';
import type { Access, InterfaceLanguage } from '../../../domain/types.ts';
import { placesAbove } from '../messages/incoming.ts';
import { listMissingToAnswer, listMissingToRead, listMissingToWrite } from '../messages/policies.ts';
import { REFUSALS } from './respond.ts';

export interface InteractionRoute extends GivenOptions {
  /** For the log: `/key`, or `training:approve`. */
  name: string;
  access: Access;
  isPublic: boolean;
  opensForm: boolean;
  run: Command['run'];
  args: readonly string[];
}

/** The platform's own limit is 15 minutes. */
const DEADLINE_MS = 14 * 60_000;

export function findRoute(
  use: RepliableInteraction,
  commands: readonly Command[],
): InteractionRoute | { refusal: Texts } {
  if (use.isChatInputCommand()) return findSlashCommand(use, commands);
  if (use.isMessageContextMenuCommand()) return findMenu(use, commands);
  if (use.isButton() || use.isStringSelectMenu() || use.isModalSubmit())
    return findAction(use.customId, commands);
  return { refusal: REFUSALS.unknownAction };
}

function findSlashCommand(use: ChatInputCommandInteraction, commands: readonly Command[]) {
  const command = commands.find(({ data }) => data.kind === 'slash' && data.name === use.commandName);
  if (!command) return { refusal: REFUSALS.unknownCommand };
  const given = readOptions(command.data, use.options.data);
  return given ? routeOf(command, given) : { refusal: REFUSALS.badOptions };
}

function findMenu(use: MessageContextMenuCommandInteraction, commands: readonly Command[]) {
  const command = commands.find(({ data }) => data.kind === 'message_menu' && data.name === use.commandName);
  return command ? routeOf(command) : { refusal: REFUSALS.unknownCommand };
}

function findAction(customId: string, commands: readonly Command[]): InteractionRoute | { refusal: Texts } {
  const [noun = '', verb = '', ...args] = customId.split(':');
  const name = `${noun}:${verb}`;
  const actions = commands.find(({ actions = {} }) => Object.hasOwn(actions, name))?.actions;
  const action = actions?.[name];
  if (!action) return { refusal: REFUSALS.unknownAction };
  const { access, opensForm = false, run } = action;
  return { name, access, opensForm, run, isPublic: false, args, subcommand: null, options: {} };
}

function routeOf(
  command: Command,
  given: GivenOptions = { subcommand: null, options: {} },
): InteractionRoute {
  const { data, isPublic = false, run } = command;
  const opensForm = command.opensForm?.(given) ?? false;
  return { name: `/${data.name}`, access: data.access, isPublic, opensForm, run, args: [], ...given };
}

export function toInvocation(
  use: RepliableInteraction,
  route: InteractionRoute,
  more: {
    above: readonly string[];
    wasAsked(channelId: string): boolean;
    messageContent: BotFacts['messageContent'];
  },
): Invocation {
  return {
    id: use.id,
    serverId: use.guildId ?? '',
    channelId: use.channelId ?? '',
    above: more.above,
    invoker: invokerOf(use),
    language: languageOf(use),
    subcommand: route.subcommand,
    options: route.options,
    fields: use.isModalSubmit() ? readFields(use) : {},
    args: route.args,
    values: use.isStringSelectMenu() ? use.values : [],
    target: targetOf(use),
    bot: {
      missingRights: missingRightsOf(use.appPermissions),
      messageContent: more.messageContent,
      chosenChannel: chosenChannelOf(use),
      chosenUser: chosenUserOf(use),
      listUnwritable: () => listUnwritable(use, more.wasAsked),
      readersOf: (channelId) => readersOf(use, channelId),
    },
    signal: AbortSignal.timeout(DEADLINE_MS),
  };
}

/** Compatible platforms may not say in which language somebody reads. */
export function languageOf({ locale }: { locale?: string | undefined }): InterfaceLanguage {
  return locale?.startsWith('de') ? 'de' : 'en';
}

/** Compatible platforms may not say what somebody may do; then the server's roles do. */
export function isAdmin({
  memberPermissions,
  member,
}: Pick<BaseInteraction, 'memberPermissions' | 'member'>) {
  const has = memberPermissions ?? (member && 'guild' in member ? member.permissions : null);
  // Administrator includes every right.
  return has?.has(PermissionFlagsBits.ManageGuild, true) === true;
}

export function roleIdsOf({ member }: Pick<BaseInteraction, 'member'>): string[] {
  if (!member) return [];
  return Array.isArray(member.roles) ? member.roles : [...member.roles.cache.keys()];
}

export function invokerOf(use: RepliableInteraction): Invoker {
  const { member, user } = use;
  const shown = member && 'displayName' in member ? member.displayName : member?.nick;
  return {
    id: user.id,
    name: shown ?? user.displayName,
    isAdmin: isAdmin(use),
    roleIds: roleIdsOf(use),
  };
}

function readFields(use: ModalSubmitInteraction): Record<string, string> {
  const texts = [...use.fields.fields.values()].flatMap((field) =>
    field.type === ComponentType.TextInput ? [[field.customId, field.value] as const] : [],
  );
  return Object.fromEntries(texts);
}

function targetOf(use: RepliableInteraction): TargetMessage | null {
  if (use.isMessageContextMenuCommand()) return toTarget(use.targetMessage);
  if (use.isMessageComponent()) return toTarget(use.message);
  return use.isModalSubmit() && use.message ? toTarget(use.message) : null;
}

function toTarget(message: Message): TargetMessage {
  return {
    id: message.id,
    channelId: message.channelId,
    authorId: message.author.id,
    authorName: message.member?.displayName ?? message.author.displayName,
    isOwn: message.author.id === message.client.user.id,
    text: message.content,
    replyToId: message.reference?.messageId ?? null,
  };
}

function missingRightsOf(has: Readonly<PermissionsBitField>): string[] {
  return NEEDED_RIGHTS.filter((right) => !has.has(PermissionFlagsBits[right]));
}

/** From the gateway's state: the payload knows the rights of whoever chose the channel, not the bot's. */
function chosenChannelOf(use: RepliableInteraction): ChosenChannel | null {
  const id = use.isChatInputCommand() ? use.options.resolved?.channels?.firstKey() : undefined;
  const channel = use.guild?.channels.cache.get(id ?? '');
  if (!channel || !use.guild?.members.me) return null;
  return {
    isCategory: channel.type === ChannelType.GuildCategory,
    above: placesAbove(channel),
    isWritable: channel.isSendable(),
    missingRights: listMissingToWrite(channel),
    isReadable: channel.isTextBased() || channel.isThreadOnly(),
    missingToRead: listMissingToRead(channel),
    lacking: listLacking(channel),
  };
}

/** A category's channels may each take rights away. */
function listLacking(channel: GuildBasedChannel): ChosenChannel['lacking'] {
  const below = channel.type === ChannelType.GuildCategory ? channel.children.cache.values() : [];
  return [channel, ...below]
    .map((place) => ({ channelId: place.id, missingRights: listMissingToAnswer(place) }))
    .filter(({ missingRights }) => missingRights.length > 0);
}

function chosenUserOf(use: RepliableInteraction): ChosenUser | null {
  const resolved = use.isChatInputCommand() ? use.options.resolved : null;
  const user = resolved?.users?.first();
  if (!user) return null;
  const isMember = resolved?.members?.has(user.id) ?? false;
  return { isBot: user.bot, isOwn: user.id === use.client.user.id, isMember };
}

function readersOf({ guild }: RepliableInteraction, channelId: string): 'everyone' | 'some' | 'nobody' {
  const channel = guild?.channels.cache.get(channelId);
  if (!channel) return 'nobody';
  const { everyone } = channel.guild.roles;
  return channel.permissionsFor(everyone).has(PermissionFlagsBits.ViewChannel) ? 'everyone' : 'some';
}

function listUnwritable(
  { guild }: RepliableInteraction,
  wasAsked: (channelId: string) => boolean,
): UnwritableChannel[] {
  const channels = [...(guild?.channels.cache.values() ?? [])];
  return channels
    .filter((channel) => channel.isTextBased() || channel.isThreadOnly())
    .map((channel) => ({
      channelId: channel.id,
      above: placesAbove(channel),
      missingRights: listMissingToWrite(channel),
      wasAsked: wasAsked(channel.id),
    }))
    .filter(({ missingRights }) => missingRights.length > 0);
}

interface GivenOptions {
  subcommand: string | null;
  /** By name; channels, roles and users as ids. */
  options: Readonly<Record<string, string>>;
}

/** null when the options do not fit the definition, as from an older version or a client that checks nothing. */
function readOptions(data: CommandData, given: readonly CommandInteractionOption[]): GivenOptions | null {
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
  if (kind !== 'string') return chatIdSchema.safeParse(value).success;
  if (choices && !choices.some((choice) => choice.value === value)) return false;
  return maxLength === undefined || [...value].length <= maxLength;
}

import type { Core } from '../src/core/core.ts';
import { AppError } from '../src/domain/errors.ts';
import type { Access, InterfaceLanguage } from '../src/domain/types.ts';
import { RefusalError } from './refusal.ts';
import { type Draft, type Reply, toReply } from './reply.ts';
import type { Texts } from './wording.ts';

export type { Texts } from './wording.ts';

export interface OptionChoice {
  name: Texts;
  value: string;
}

export interface CommandOption {
  kind: 'string' | 'channel' | 'role' | 'user';
  /** Lower case, English. */
  name: string;
  /** 1 to 100 characters each. */
  description: Texts;
  isRequired?: boolean;
  choices?: readonly OptionChoice[];
  maxLength?: number;
  /** `complete` of the command suggests values. */
  isCompleted?: boolean;
}

/** An option to switch something. */
export const ON_OR_OFF = {
  description: { de: 'An oder aus', en: 'On or off' },
  isRequired: true,
  choices: [
    { name: { de: 'an', en: 'on' }, value: 'on' },
    { name: { de: 'aus', en: 'off' }, value: 'off' },
  ],
} as const satisfies Omit<CommandOption, 'kind' | 'name'>;

export interface Subcommand {
  name: string;
  description: Texts;
  options?: readonly CommandOption[];
}

/** What the platform is told about a command. It has options or subcommands, never both. */
export interface CommandData {
  /** A slash command, or an entry in the menu of a message. */
  kind: 'slash' | 'message_menu';
  name: string;
  /** Of a menu: its name in each language. */
  description: Texts;
  /** Checked in code, whatever the platform shows to whom. */
  access: Access;
  options?: readonly CommandOption[];
  subcommands?: readonly Subcommand[];
}

/** Who uses a command. */
export interface Invoker {
  id: string;
  /** As the server shows it. */
  name: string;
  /** May manage the server. */
  isAdmin: boolean;
  roleIds: readonly string[];
}

/** A message that a menu or a button belongs to. */
export interface TargetMessage {
  id: string;
  channelId: string;
  authorId: string;
  authorName: string;
  /** Written by the bot itself. */
  isOwn: boolean;
  text: string;
  /** Id of the message it replies to. */
  replyToId: string | null;
}

/** A channel that was given as an option. */
export interface ChosenChannel {
  /** What is set for it holds for the channels below it. */
  isCategory: boolean;
  /** Ids of what it belongs to, closest first. */
  above: readonly string[];
  /** Whether messages can be written there at all. */
  isWritable: boolean;
  /** Rights to write there that the bot lacks, by the platform's name. */
  missingRights: readonly string[];
  /** Whether people write there, in it or in its threads; missing where nothing is known of it. */
  isReadable?: boolean;
  /** The same of rights to read what was written there. */
  missingToRead?: readonly string[];
  /** Where the bot lacks what it needs to answer there: the channel, or the category and channels of it. */
  lacking?: readonly Omit<UnwritableChannel, 'above' | 'wasAsked'>[];
}

/** Somebody who was given as an option. */
export interface ChosenUser {
  isBot: boolean;
  /** The bot itself. */
  isOwn: boolean;
  /** On this server. */
  isMember: boolean;
}

/** A channel that the bot may not write in. */
export interface UnwritableChannel {
  channelId: string;
  /** Ids of what it belongs to, closest first. */
  above: readonly string[];
  /** What it lacks there, by the platform's name. */
  missingRights: readonly string[];
  /** Somebody asked there lately and got no answer. */
  wasAsked: boolean;
}

/** What the platform knows about the bot on this server, for `/setup`. */
export interface BotFacts {
  /** Rights that the bot lacks in the channel of the command, by the platform's name. */
  missingRights: readonly string[];
  /** Whether messages that do not mention the bot can be read. */
  messageContent: 'granted' | 'not_asked' | 'refused';
  /** null or missing where none was given, or nothing is known of it. */
  chosenChannel?: ChosenChannel | null;
  /** null or missing where nobody was given, or nothing is known of them. */
  chosenUser?: ChosenUser | null;
  /** Channels of this server that the bot may not write in; missing where nothing is known of them. */
  listUnwritable?(): readonly UnwritableChannel[];
  /** Who can read a channel; `nobody` where there is no such channel. Missing where nothing is known of them. */
  readersOf?(channelId: string): 'everyone' | 'some' | 'nobody';
}

/** One use of a command, a button, a select or a form. */
export interface Invocation {
  /** Id of the use itself. */
  id: string;
  serverId: string;
  channelId: string;
  /** Ids of what the channel belongs to, closest first: a thread's channel, then the category. */
  above: readonly string[];
  invoker: Invoker;
  language: InterfaceLanguage;
  subcommand: string | null;
  /** What was given, by option name; channels, roles and users as ids. */
  options: Readonly<Record<string, string>>;
  /** Fields of a submitted form, by name. */
  fields: Readonly<Record<string, string>>;
  /** What stands behind `noun:verb:` in the id of a button, select or form. */
  args: readonly string[];
  /** What was chosen in a select. */
  values: readonly string[];
  target: TargetMessage | null;
  bot: BotFacts;
  /** Aborts when nobody waits any more. */
  signal: AbortSignal;
}

export interface AutocompleteRequest {
  serverId: string;
  language: InterfaceLanguage;
  subcommand: string | null;
  /** The option being typed and what is typed so far. */
  option: string;
  typed: string;
}

/** What a button, select or form does. */
export interface Action {
  access: Access;
  /** Opens a form, which can only be the first answer: nothing may be acknowledged before, so it only reads. */
  opensForm?: boolean;
  run(core: Core, input: Invocation): Promise<Reply>;
}

/** One file in this folder is one command. It never talks to the platform: it returns what is to be said. */
export interface Command {
  data: CommandData;
  /** The answer is for all to see; otherwise only the invoker sees it. */
  isPublic?: boolean;
  /** Whether this use opens a form, as an action may. */
  opensForm?(use: Pick<Invocation, 'subcommand' | 'options'>): boolean;
  /** @throws AppError whose code the channel turns into words. */
  run(core: Core, input: Invocation): Promise<Reply>;
  /** At most 25 suggestions, best first. */
  complete?(core: Core, input: AutocompleteRequest): Promise<{ name: string; value: string }[]>;
  /** By `noun:verb`, the beginning of the ids of its buttons, selects and forms. */
  actions?: Readonly<Record<string, Action>>;
}

/** A use of a command as it is written: what it says may stand in every language. @throws RefusalError */
export type Run = (core: Core, input: Invocation) => Draft | Promise<Draft>;

/** By name; a string where nothing else is said. */
export type Options = Readonly<Record<string, Omit<CommandOption, 'name' | 'kind'> & Partial<CommandOption>>>;

interface CommandUse {
  description: Texts;
  options?: Options;
  run: Run;
}

/** A command as it is written. Whoever may use it may use its buttons, selects and forms, unless one says who else. */
type Entry = Pick<Command, 'isPublic' | 'opensForm' | 'complete'> & {
  access: Access;
  actions?: Readonly<Record<string, Run | { run: Run; opensForm?: true; access?: Access }>>;
};
type Definition = Entry & { description: Texts } & (
    | CommandUse
    | { subcommands: Readonly<Record<string, CommandUse>> }
  );

/** A command that is typed. */
export function slash(name: string, definition: Definition): Command {
  return define('slash', name, definition);
}

/** A command in the menu of a message. @param title its English name, and how the menu shows it elsewhere */
export function messageMenu(title: Texts, definition: Entry & { run: Run }): Command {
  return define('message_menu', title.en, { ...definition, description: title });
}

function define(kind: CommandData['kind'], name: string, definition: Definition): Command {
  const { description, access, actions = {}, ...rest } = definition;
  const { isPublic = false, opensForm, complete } = rest;
  const parts =
    'run' in rest
      ? listOptions(rest)
      : { subcommands: Object.entries(rest.subcommands).map(([sub, use]) => describeUse(sub, use)) };
  return {
    data: { kind, name, description, access, ...parts },
    isPublic,
    ...(opensForm ? { opensForm } : {}),
    ...(complete ? { complete } : {}),
    run: inWords('run' in rest ? rest.run : bySubcommand(rest.subcommands)),
    actions: Object.fromEntries(
      Object.entries(actions).map(([id, action]) => {
        const { run, ...more } = typeof action === 'function' ? { run: action } : action;
        return [id, { access, run: inWords(run), ...more }];
      }),
    ),
  };
}

function describeUse(name: string, use: CommandUse): Subcommand {
  return { name, description: use.description, ...listOptions(use) };
}

function listOptions({ options }: Pick<CommandUse, 'options'>): { options?: CommandOption[] } {
  if (!options) return {};
  return { options: Object.entries(options).map(([name, option]) => ({ kind: 'string', name, ...option })) };
}

function bySubcommand(uses: Readonly<Record<string, CommandUse>>): Run {
  return (core, input) => {
    const name = input.subcommand ?? '';
    const use = Object.hasOwn(uses, name) ? uses[name] : undefined;
    if (!use) throw new AppError('not_found');
    return use.run(core, input);
  };
}

/** In the language of whoever waits; a refusal is a reply like any other. */
function inWords(run: Run): Command['run'] {
  return async (core, input) => {
    try {
      return toReply(await run(core, input), input.language);
    } catch (error) {
      if (error instanceof RefusalError) return toReply(error.reply, input.language);
      throw error;
    }
  };
}

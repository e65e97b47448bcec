import type { Command } from 'commander';
import { z } from 'zod';
import type { Core } from '../../core/core.ts';
import { serverIdSchema } from '../../core/owners/servers.ts';
import type { Deed } from '../../domain/types.ts';
import { CommandFault } from './faults.ts';
import { type CommandContext, onInput } from './input.ts';

export const serverSchema = z.object({ SERVER: serverIdSchema });

/** The outcome of a command. */
export interface CommandResult {
  /** For machines. */
  shape: unknown;
  text: string;
  /** For the server's audit log; nothing where nothing was changed. */
  done?: [action: Deed['action'], subject?: Deed['subject']];
  /** The same of settings. */
  deeds?: readonly Deed[];
  /** Ends the command with 1 once the result is printed. */
  fault?: string;
}

interface Verb<Input> {
  about: string;
  /** Their help, by how they are typed. */
  options?: Readonly<Record<string, string>>;
  /** The same of options that may be given again. */
  lists?: Readonly<Record<string, string>>;
  /** Arguments and options; the server alone where it is left out. */
  input?: z.ZodType<Input>;
  /** Refuses what no schema can, before the database is opened. */
  check?(input: Input): void;
  run(core: Core, input: Input): Promise<CommandResult>;
}

/** @param done stands in the server's audit log. */
export function tell(
  shape: unknown,
  text: string,
  ...done: [] | NonNullable<CommandResult['done']>
): CommandResult {
  const [action, subject] = done;
  return { shape, text, ...(action && { done: [action, subject] }) };
}

/** Adds a command about one server, or about the installation where none is named. */
export type AddVerb = <Input extends { SERVER?: string | undefined } = { SERVER: string }>(
  usage: string,
  verb: Verb<Input>,
) => void;

/** Begins a noun of the command line. @param name others that mean it follow after `|`. @returns what adds its verbs. */
export function addNoun(program: Command, context: CommandContext, name: string, about: string): AddVerb {
  const [first = name, ...aliases] = name.split('|');
  return verbsOf(program.command(first).aliases(aliases).description(about), context);
}

/** @returns what adds commands below a noun, or below the program itself. */
export function verbsOf(parent: Command, context: CommandContext): AddVerb {
  return (usage, { about, options = {}, lists = {}, input, check, run }) => {
    const command = parent.command(usage).description(about);
    for (const [flags, help] of Object.entries(options)) command.option(flags, help);
    for (const [flags, help] of Object.entries(lists)) command.option(flags, help, collect);
    // Where no input is described, the type says that it is the server's id.
    onInput(command, (input ?? serverSchema) as NonNullable<typeof input>, async (given) => {
      check?.(given);
      const { shape, text, done, deeds = [], fault } = await run(await context.openCore(), given);
      const { SERVER } = given;
      const all = [...(done ? [{ action: done[0], subject: done[1] }] : []), ...deeds];
      for (const { action, subject } of all) if (SERVER) await context.record(SERVER, action, subject);
      context.show(shape, text);
      if (fault) throw new CommandFault(fault);
    });
  };
}

function collect(given: string, before: readonly string[] = []): string[] {
  return [...before, given];
}

import { Command, CommanderError } from 'commander';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Core } from '../../core/core.ts';
import { recordAction } from '../../core/members/audit.ts';
import { type DoctorCheck, diagnose } from '../../core/operations/doctor/doctor.ts';
import { renderCompletion, SHELLS } from './completion.ts';
import { CommandFault, describeError, describeFault, UsageFault } from './faults.ts';
import { type CommandContext, waitForRoom } from './input.ts';
import { addAccessCommands, addDashboardCommands } from './nouns/access.ts';
import { addAnswersCommands, addDraftsCommand, addOutdatedCommand } from './nouns/answers.ts';
import { addAskCommand, addReadCommand } from './nouns/ask.ts';
import { addGapCommands } from './nouns/gap.ts';
import { addKeyCommands } from './nouns/key.ts';
import { addKnowledgeCommands } from './nouns/knowledge/knowledge.ts';
import { addLinkCommands } from './nouns/link.ts';
import { addLookupCommands } from './nouns/lookup.ts';
import { addRehearseCommands } from './nouns/rehearse.ts';
import { addServerCommands } from './nouns/server.ts';
import { addTestCommands } from './nouns/test.ts';
import { addTrainingCommands } from './nouns/training.ts';
import { addCreditCommands, addReportCommands, addUsageCommands } from './nouns/usage.ts';
import { addWebhookCommands } from './nouns/webhook.ts';
import { COMMAND, toLine } from './print.ts';

interface CliOptions {
  /** What stands after the script's name. */
  argv: string[];
  /** Called at most once, and only by a command that needs it; whoever gives it closes what it opened. */
  openCore: CommandContext['openCore'];
  readCommands?: CommandContext['readCommands'];
  stdout: (text: string) => void;
  stderr: (text: string) => void;
  readFile: CommandContext['readFile'];
  /** Asks the person at the terminal; null where there is none. */
  ask?: ((question: string) => Promise<string>) | null;
}

/**
 * Runs one command. Results go to stdout, everything else to stderr.
 * @returns the exit code: 0, 1 for what failed, 2 for what was typed wrong, 3 for what does not exist. Never throws.
 */
export async function runCli(options: CliOptions): Promise<number> {
  const isJson = takesJson(options.argv);
  // Commander writes its faults itself, with a hint about help that machines do not need.
  const program = buildProgram(isJson ? { ...options, stderr: () => {} } : options);
  try {
    await program.parseAsync(options.argv, { from: 'user' });
    return 0;
  } catch (error) {
    const typed = error instanceof CommanderError ? toUsageFault(error) : error;
    if (typed === null) return 0;
    const { exitCode, ...fault } = describeFault(typed);
    if (isJson) options.stderr(`${JSON.stringify({ error: fault })}\n`);
    else if (typed === error) options.stderr(`${fault.message}\n`);
    return exitCode;
  }
}

/** Known before the line is read, because the line itself may be at fault. */
function takesJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end < 0 ? undefined : end).includes('--json');
}

/** null: help or the version was asked for and shown. */
function toUsageFault({ exitCode, message }: CommanderError): UsageFault | null {
  if (exitCode === 0) return null;
  return new UsageFault(
    message === '(outputHelp)'
      ? 'A command is missing; add --help to see the commands.'
      : message.replace('error: ', ''),
  );
}

function buildProgram(options: CliOptions): Command {
  const { stdout, stderr, readCommands = async () => undefined, readFile } = options;
  let core: Promise<Core> | null = null;
  const openCore: CommandContext['openCore'] = (use) => {
    core ??= options.openCore(use);
    return core;
  };
  const program = new Command(COMMAND)
    .description("Lotse's command line for operators.")
    .option('--json', 'print the result or the error as JSON')
    .version(packageJson.version, '--version', 'print the version')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(add --help to see what is possible)')
    .exitOverride()
    .configureOutput({ writeOut: stdout, writeErr: stderr });
  const context: CommandContext = {
    openCore,
    readCommands,
    readFile,
    write: async (text) => {
      stdout(text);
      await waitForRoom(process.stdout);
    },
    show: (value, text) => {
      if (program.opts<{ json?: boolean }>().json) stdout(`${JSON.stringify(value)}\n`);
      else if (text !== '') stdout(`${text}\n`);
    },
    confirm: async (question) => {
      if (!options.ask) throw new UsageFault(`${question} Add --yes to do it.`);
      const said = await options.ask(`${question} Type yes to do it: `);
      if (said.trim().toLowerCase() !== 'yes') throw new CommandFault('Nothing was deleted.');
    },
    record: async (serverId, action, subject = null) => {
      const actor = { channel: 'cli' as const, memberId: null, memberName: null };
      await recordAction(await openCore(), { serverId, actor, action, subject });
    },
    note: (text, isForAll = false) => {
      if (isForAll || !program.opts<{ json?: boolean }>().json) stderr(`${text}\n`);
    },
  };
  addServerCommands(program, context);
  addKeyCommands(program, context);
  addAccessCommands(program, context);
  addCreditCommands(program, context);
  addKnowledgeCommands(program, context);
  addLinkCommands(program, context);
  addTrainingCommands(program, context);
  addAnswersCommands(program, context);
  addDraftsCommand(program, context);
  addOutdatedCommand(program, context);
  addGapCommands(program, context);
  addTestCommands(program, context);
  addRehearseCommands(program, context);
  addAskCommand(program, context);
  addReadCommand(program, context);
  addUsageCommands(program, context);
  addReportCommands(program, context);
  addWebhookCommands(program, context);
  addLookupCommands(program, context);
  addDashboardCommands(program, context);
  addDoctorCommand(program, context);
  addCompletionCommand(program, context);
  return program;
}

function addCompletionCommand(program: Command, context: CommandContext): void {
  const completion = program
    .command('completion')
    .description('print a script that defines "lotse" in your shell, with completion');
  for (const shell of SHELLS)
    completion
      .command(shell)
      .description(`print the script for ${shell}`)
      .action(() => {
        const script = renderCompletion(shell, program);
        context.show({ script }, script);
      });
}

const STATUS_WIDTH = 4;

function addDoctorCommand(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description('check settings, database, Discord and AI backend')
    .action(async () => {
      const look = async (core: Core) =>
        diagnose(core, core.discord ? await context.readCommands() : undefined);
      const checks = await context.openCore('look').then(look, describeFailedStart);
      const width = Math.max(...checks.map(({ check }) => check.length));
      const lines = checks.map(
        ({ check, status, message }) =>
          `${status.padEnd(STATUS_WIDTH)}  ${check.padEnd(width)}  ${toLine(message)}`,
      );
      context.show(checks, lines.join('\n'));
      const failed = checks.filter(({ status }) => status === 'fail').map(({ check }) => check);
      if (failed.length > 0) throw new CommandFault(`Failed: ${failed.join(', ')}.`);
    });
}

/** The core opens after reading the settings and reaching the database, so one of the two is at fault. */
function describeFailedStart(error: unknown): DoctorCheck[] {
  const message = describeError(error);
  if (error instanceof Error && error.name === 'ConfigError') {
    return [{ check: 'settings', status: 'fail', message }];
  }
  return [
    { check: 'settings', status: 'ok', message: 'all valid' },
    { check: 'database', status: 'fail', message },
  ];
}

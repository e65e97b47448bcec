import type { Command } from 'commander';
import type { Core } from '../../../core/core.ts';
import { type Check, diagnose } from '../../../core/operations/doctor/doctor.ts';
import type { CommandContext } from '../context.ts';
import { CommandFault, describeError } from '../errors.ts';
import { toLine } from '../print.ts';

const STATUS_WIDTH = 4;

export function addDoctorCommand(program: Command, context: CommandContext): void {
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
function describeFailedStart(error: unknown): Check[] {
  const message = describeError(error);
  if (error instanceof Error && error.name === 'ConfigError') {
    return [{ check: 'settings', status: 'fail', message }];
  }
  return [
    { check: 'settings', status: 'ok', message: 'all valid' },
    { check: 'database', status: 'fail', message },
  ];
}

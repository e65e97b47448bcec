import type { Command } from 'commander';
import { createLocalLink } from '../../core/owners/sign-in.ts';
import type { CommandContext } from './context.ts';

export function addDashboardCommands(program: Command, context: CommandContext): void {
  program
    .command('dashboard')
    .description('the pages for people who manage servers')
    .command('link')
    .description('make an address that signs you in once within 24 hours; earlier ones stop working')
    .action(async () => {
      const url = await createLocalLink(await context.openCore());
      // Alone on its line, so that open "$(…)" works.
      context.show({ url }, url);
    });
}

import type { Command } from 'commander';
import { z } from 'zod';
import { serverIdSchema } from '../../../core/owners/servers.ts';
import { grantCredit } from '../../../core/quota/credit.ts';
import type { CommandContext } from '../context.ts';
import { numberSchema, readInput } from '../input.ts';
import { formatCount } from '../print.ts';

const grantSchema = z.object({
  SERVER: serverIdSchema,
  PERCENT: numberSchema.pipe(z.number().positive('must be above 0')),
  reference: z.string().trim().min(1, 'must not be empty').max(200),
});

export function addCreditCommands(program: Command, context: CommandContext): void {
  const credit = program.command('credit').description('top-up credit of a server');

  credit
    .command('grant <SERVER> <PERCENT>')
    .description('add credit that never expires; 100 percent are one premium week of API allowance')
    .option('--reference <text>', 'invoice or payment, required; the same one again changes nothing')
    .action(async (server: string, percent: string, options: object) => {
      const given = readInput(grantSchema, { SERVER: server, PERCENT: percent, ...options });
      const { SERVER: serverId, PERCENT, reference } = given;
      const result = await grantCredit(await context.openCore(), { serverId, percent: PERCENT, reference });
      if (result.granted) await context.record(serverId, 'credit.granted', `${PERCENT} % ${reference}`);
      const what = result.granted
        ? `Granted ${PERCENT} percent.`
        : 'This reference was granted before; nothing changed.';
      context.show(result, `${what} The balance is ${formatCount(result.balance_units)} units.`);
    });
}

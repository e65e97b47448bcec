import type { Command } from 'commander';
import { z } from 'zod';
import { getServer, serverIdSchema } from '../../../core/owners/servers.ts';
import { readUsage } from '../../../core/quota/usage.ts';
import type { CommandContext } from '../context.ts';
import { readInput } from '../input.ts';
import { formatCount, formatDate, toFields } from '../print.ts';

const usageSchema = z.object({ SERVER: serverIdSchema });

export function addUsageCommand(program: Command, context: CommandContext): void {
  program
    .command('usage <SERVER>')
    .description('quota, credit and limits of a server')
    .action(async (server: string) => {
      const { SERVER } = readInput(usageSchema, { SERVER: server });
      const core = await context.openCore();
      const usage = await readUsage(core, await getServer(core, SERVER));
      context.show(usage, render(usage));
    });
}

function render(usage: Awaited<ReturnType<typeof readUsage>>): string {
  const { week, credit } = usage;
  return toFields({
    plan: usage.premium ? 'premium' : 'free',
    'API left this week': `${usage.available_percent} %`,
    week: `since ${week.start}, restarts ${formatDate(new Date(week.resets_at))} UTC`,
    units: unitsOf(week.used_units, week.reserved_units, `of ${formatCount(week.quota_units)}`),
    'of these by the API': unitsOf(week.api_used_units, week.api_reserved_units, ''),
    credit: `${usage.credit_percent} % (${formatCount(credit.balance_units)} units, ${formatCount(credit.reserved_units)} reserved)`,
    'requests today': `${formatCount(usage.requests_today)} of ${formatCount(usage.requests_per_day)}`,
    'requests a minute': `at most ${formatCount(usage.requests_per_minute)} per key`,
  });
}

function unitsOf(used: number, reserved: number, total: string): string {
  return `${formatCount(used)} used, ${formatCount(reserved)} reserved ${total}`;
}

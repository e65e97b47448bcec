import type { Command } from 'commander';
import { z } from 'zod';
import { getServer, serverIdSchema } from '../../../core/owners/servers.ts';
import { type ChannelUse, readWeeklyUse } from '../../../core/quota/weekly-use.ts';
import { TEAM_REASONS } from '../../../domain/types.ts';
import { type CommandContext, onInput } from '../input.ts';
import { formatCount, toTable } from '../print.ts';

const statisticsSchema = z.object({ SERVER: serverIdSchema });

type WeekRow = ChannelUse & { week: string };

export function addStatisticsCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('statistics <SERVER>')
    .description('what became of the answers of the last eight weeks, by channel');
  onInput(command, statisticsSchema, async ({ SERVER }) => {
    const core = await context.openCore();
    await getServer(core, SERVER);
    const weeks = (await readWeeklyUse(core, SERVER)).toReversed();
    const rows = weeks.flatMap(({ week, channels }) => channels.map((use) => ({ week, ...use })));
    const isEmpty = 'No answers in the last eight weeks.';
    const used = rows.filter(({ answers }) => answers > 0);
    context.show(rows.map(toShape), used.length === 0 ? isEmpty : `${toNumbers(used)}\n\n${toReasons(used)}`);
  });
}

/** The numbers for machines. */
function toShape({ helpfulPercent, teamAnswered, handedOver, ...same }: WeekRow) {
  const renamed = { helpful_percent: helpfulPercent, team_answered: teamAnswered, handed_over: handedOver };
  return { ...same, ...renamed };
}

function toNumbers(rows: readonly WeekRow[]): string {
  const head = ['week', 'channel', 'answers', 'helpful', 'not helpful', 'share', 'resolved', 'team answered'];
  const cells = rows.map((row) => [
    ...[row.week, row.channel],
    ...[row.answers, row.helpful, row.unhelpful].map(formatCount),
    row.helpfulPercent === null ? '' : `${row.helpfulPercent} %`,
    ...[row.resolved, row.teamAnswered, row.reopened, row.drafts, row.repeated].map(formatCount),
  ]);
  return toTable([[...head, 'reopened', 'drafts', 'repeated'], ...cells]);
}

function toReasons(rows: readonly WeekRow[]): string {
  const cells = rows.map(({ week, channel, handedOver, reasons }) => [
    ...[week, channel, formatCount(handedOver)],
    ...TEAM_REASONS.map((reason) => formatCount(reasons[reason])),
  ]);
  return toTable([['week', 'channel', 'handed over', ...TEAM_REASONS], ...cells]);
}

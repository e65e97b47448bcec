import type { Command } from 'commander';
import { z } from 'zod';
import { describeWeek, readWeekReport, toWeekShape } from '../../../core/alerts/week-report.ts';
import { changeServer, getServer } from '../../../core/owners/servers.ts';
import { tellSettingChanges } from '../../../core/owners/setting-changes.ts';
import { channelSchema, parseSettings } from '../../../core/owners/settings.ts';
import { grantCredit, readUsage } from '../../../core/quota/usage.ts';
import { type ChannelUse, readWeeklyUse } from '../../../core/quota/weekly-use.ts';
import { TEAM_REASONS } from '../../../domain/types.ts';
import { type CommandContext, numberSchema } from '../input.ts';
import { addNoun, serverSchema, tell, verbsOf } from '../noun.ts';
import type { ListColumns } from '../print.ts';
import { formatCount, formatDate, toFields, toList } from '../print.ts';

export function addUsageCommands(program: Command, context: CommandContext): void {
  verbsOf(program, context)('usage <SERVER>', {
    about: 'quota, credit and limits of a server',
    run: async (core, { SERVER }) => {
      const usage = await readUsage(core, await getServer(core, SERVER));
      return { shape: usage, text: render(usage) };
    },
  });
  verbsOf(program, context)('statistics <SERVER>', {
    about: 'what became of the answers of the last eight weeks, by channel',
    run: async (core, { SERVER }) => {
      await getServer(core, SERVER);
      const weeks = (await readWeeklyUse(core, SERVER)).toReversed();
      const rows = weeks.flatMap(({ week, channels }) => channels.map((use) => ({ week, ...use })));
      const used = rows.filter(({ answers }) => answers > 0);
      const text = used.length === 0 ? 'No answers in the last eight weeks.' : toTables(used);
      return { shape: rows.map(toShape), text };
    },
  });
}

function render(usage: Awaited<ReturnType<typeof readUsage>>): string {
  const { week, credit } = usage;
  return toFields({
    plan: usage.premium ? 'premium' : 'free',
    'API share left': `${usage.available_percent}%`,
    week: `since ${week.start}, resets ${formatDate(new Date(week.resets_at))} UTC`,
    units: unitsOf(week.used_units, week.reserved_units, `of ${formatCount(week.quota_units)}`),
    'of these by the API': unitsOf(week.api_used_units, week.api_reserved_units, ''),
    credit: `${usage.credit_percent}% (${formatCount(credit.balance_units)} units, ${formatCount(credit.reserved_units)} reserved)`,
    'given back': `${formatCount(week.given_back_units)} units of this week, ${formatCount(credit.given_back_units)} of credit`,
    'requests today': `${formatCount(usage.requests_today)} of ${formatCount(usage.requests_per_day)}`,
    'requests a minute': `at most ${formatCount(usage.requests_per_minute)} per key`,
  });
}

function unitsOf(used: number, reserved: number, total: string): string {
  return `${formatCount(used)} used, ${formatCount(reserved)} reserved ${total}`;
}

type WeekRow = ChannelUse & { week: string };

/** The numbers for machines. */
function toShape({ helpfulPercent, teamAnswered, handedOver, givenBack, ...same }: WeekRow) {
  const renamed = { helpful_percent: helpfulPercent, team_answered: teamAnswered, handed_over: handedOver };
  return { ...same, ...renamed, given_back_units: givenBack };
}

const WEEK: ListColumns<WeekRow> = { week: 'week', channel: 'channel' };

const STANDINGS = `confirmed: given without the team, and someone called the answer helpful or the ticket resolved
silent: given without the team, and nobody has said since whether the answer helped
reopened: given without the team, then voted down, reopened or taken over by the team after all`;

function toTables(rows: readonly WeekRow[]): string {
  const numbers = toList(rows, {
    ...WEEK,
    answers: ({ answers }) => formatCount(answers),
    confirmed: ({ confirmed }) => formatCount(confirmed),
    silent: ({ silent }) => formatCount(silent),
    reopened: ({ reopened }) => formatCount(reopened),
    helpful: ({ helpful }) => formatCount(helpful),
    'not helpful': ({ unhelpful }) => formatCount(unhelpful),
    'helpful share': ({ helpfulPercent }) => (helpfulPercent === null ? '' : `${helpfulPercent}%`),
    drafts: ({ drafts }) => formatCount(drafts),
    repeated: ({ repeated }) => formatCount(repeated),
    'units given back': ({ givenBack }) => formatCount(givenBack),
  });
  const reasons = toList(rows, {
    ...WEEK,
    'handed over': ({ handedOver }) => formatCount(handedOver),
    ...Object.fromEntries(
      TEAM_REASONS.map((reason) => [reason, (row: WeekRow) => formatCount(row.reasons[reason])]),
    ),
  });
  return `${numbers}\n\n${STANDINGS}\n\n${reasons}`;
}

export function addCreditCommands(program: Command, context: CommandContext): void {
  addNoun(
    program,
    context,
    'credit',
    'top-up credit of a server',
  )('grant <SERVER> <PERCENT>', {
    about: 'add credit that never expires; 100 percent is what the API may use in one premium week',
    options: {
      '--reference <text>': 'invoice or payment, required; using the same one again changes nothing',
    },
    input: serverSchema.extend({
      PERCENT: numberSchema.pipe(z.number().positive('must be above 0')),
      reference: z.string().trim().min(1, 'must not be empty').max(200),
    }),
    run: async (core, { SERVER, PERCENT, reference }) => {
      const result = await grantCredit(core, { serverId: SERVER, percent: PERCENT, reference });
      const balance = `The balance is ${formatCount(result.balance_units)} units.`;
      if (!result.granted)
        return { shape: result, text: `This reference was granted before; nothing changed. ${balance}` };
      return tell(
        result,
        `Granted ${PERCENT} percent. ${balance}`,
        'credit.granted',
        `${PERCENT} % ${reference}`,
      );
    },
  });
}

export function addReportCommands(program: Command, context: CommandContext): void {
  const add = addNoun(program, context, 'report', 'the weekly report');

  add('set <SERVER> <CHANNEL>', {
    about: 'choose the Discord channel that gets it every Monday, or none',
    input: serverSchema.extend({ CHANNEL: channelSchema }),
    run: async (core, { SERVER, CHANNEL }) => {
      const before = parseSettings((await getServer(core, SERVER)).settings);
      const after = parseSettings((await changeServer(core, SERVER, { report_channel: CHANNEL })).settings);
      const text =
        CHANNEL === null ? 'No channel gets the weekly report.' : `${CHANNEL} gets the report every Monday.`;
      return { shape: { report_channel: CHANNEL }, text, deeds: tellSettingChanges(before, after) };
    },
  });
  add('show <SERVER>', {
    about: "last week's report, as the channel gets it",
    run: async (core, { SERVER }) => {
      const server = await getServer(core, SERVER);
      const report = await readWeekReport(core, server);
      const text = report ? describeWeek(core, server, report, 'en') : 'There is no report for last week.';
      return { shape: report && toWeekShape(report), text: text.replaceAll('**', '') };
    },
  });
}

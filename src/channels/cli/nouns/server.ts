import type { Command } from 'commander';
import { z } from 'zod';
import { chooseAlertsChannel } from '../../../core/alerts/alerts.ts';
import { exportServer, type Imported, importServer } from '../../../core/operations/backup/backup.ts';
import type { ServerChange } from '../../../core/owners/servers.ts';
import {
  addServer,
  changeServer,
  deleteServer,
  describeServer,
  getServer,
  listServers,
  serverChangeSchema,
  serverIdSchema,
} from '../../../core/owners/servers.ts';
import { draftBelowSchema, memberQuestionsSchema } from '../../../core/owners/settings.ts';
import { endSubscriptionsOf } from '../../../core/quota/billing/billing.ts';
import { LANGUAGES, type Server } from '../../../domain/types.ts';
import { formatHours, HOURS_HELP, hoursTextSchema, tellOvernight } from '../hours.ts';
import type { CommandContext } from '../input.ts';
import { CommandFault, isoDateSchema, onInput, openFile, wholeNumberSchema } from '../input.ts';
import { COMMAND, formatCount, formatDate, toFields, toTable } from '../print.ts';

const fields = serverChangeSchema.shape;

/** What the audit log says with its new value. */
const TOLD = new Set([
  ...['plan', 'level', 'language', 'active', 'alerts_channel'],
  ...['drafts', 'draft_below', 'repeats', 'learning', 'member_questions'],
]);

const flagSchema = z.enum(['true', 'false']).transform((text) => text === 'true');

/** A change as it is typed: every value is text. An empty text takes avatar, tone, instructions, topics or names away. */
const changeSchema = serverChangeSchema.extend({
  members: wholeNumberSchema.pipe(fields.members.unwrap()).optional(),
  joined: isoDateSchema.optional(),
  active: flagSchema.optional(),
  avatar: z
    .string()
    .transform((text) => (text.trim() === '' ? null : text))
    .pipe(fields.avatar.unwrap())
    .optional(),
  alerts_channel: z
    .string()
    .transform((text) => (text === 'none' ? null : text))
    .pipe(fields.alerts_channel.unwrap())
    .optional(),
  draft_below: draftBelowSchema.optional(),
  repeats: flagSchema.optional(),
  learning: flagSchema.optional(),
  /** By the name of its option. */
  member_limit: memberQuestionsSchema.optional(),
  hours: hoursTextSchema.optional(),
  topics: z.string().transform(splitList).pipe(fields.topics.unwrap()).optional(),
  team_names: z.string().transform(splitList).pipe(fields.team_names.unwrap()).optional(),
});
const addSchema = changeSchema.extend({ id: serverIdSchema, name: fields.name.unwrap() });
const setSchema = changeSchema.extend({ ID: serverIdSchema });
const idSchema = z.object({ ID: serverIdSchema });

export function addServerCommands(program: Command, context: CommandContext): void {
  const server = program.command('server').description('the communities and companies that are served');

  const addCommand = withTerms(
    server.command('add').description('add a server').option('--id <id>', 'id, required'),
  );
  onInput(addCommand, addSchema, async ({ id, ...change }) => {
    const added = await addServer(await context.openCore(), id, change);
    await context.record(id, 'server.added', added.name);
    await showServer(context, added);
  });

  const setCommand = server.command('set <ID>').description('change what is given, leave the rest');
  onInput(
    withPersona(withTerms(setCommand)),
    setSchema,
    async ({ ID, member_limit: member_questions, ...rest }) => {
      const change = { ...rest, ...(member_questions === undefined ? {} : { member_questions }) };
      if (Object.keys(change).length === 0) throw new CommandFault('Give at least one option to change.');
      await changeOne(context, ID, change);
    },
  );

  const showCommand = server.command('show <ID>').description('show a server');
  onInput(showCommand, idSchema, async ({ ID }) => {
    await showServer(context, await getServer(await context.openCore(), ID));
  });

  server
    .command('list')
    .description('list all servers')
    .action(() => showServers(context));

  addBackupCommands(server, context);

  const deleteCommand = server
    .command('delete <ID>')
    .description('delete a server with its keys, knowledge, credit and records');
  onInput(deleteCommand, idSchema, async ({ ID }) => {
    const core = await context.openCore();
    await getServer(core, ID);
    await endSubscriptionsOf(core, ID);
    await deleteServer(core, ID);
    // Its audit log went with it, so there is none to note that in.
    context.show({ deleted: ID }, `Deleted ${ID} with its keys, knowledge, credit and records.`);
  });
}

/** Each part is noted once it is done, for the next one may fail. */
async function changeOne(context: CommandContext, id: string, change: ServerChange): Promise<void> {
  const core = await context.openCore();
  const { alerts_channel: channelId, ...rest } = change;
  if (Object.keys(rest).length > 0) {
    await changeServer(core, id, rest);
    await recordChange(context, id, rest);
  }
  if (channelId !== undefined) {
    await chooseAlertsChannel(core, id, channelId);
    await recordChange(context, id, { alerts_channel: channelId });
  }
  await showServer(context, await getServer(core, id));
}

function recordChange(context: CommandContext, id: string, change: ServerChange): Promise<void> {
  // Texts such as instructions are too long for a log; a plan and a level say it all.
  const told = ([name, value]: [string, unknown]) => (TOLD.has(name) ? `${name} ${value}` : name);
  return context.record(id, 'server.changed', Object.entries(change).map(told).join(', '));
}

function withTerms(command: Command): Command {
  return command
    .option('--name <name>', 'name')
    .option('--members <number>', 'members of the community')
    .option('--joined <date>', 'since when the bot is there, ISO date')
    .option('--plan <plan>', 'free or premium')
    .option('--level <level>', 'V1, V1.5 or V2')
    .option('--language <language>', LANGUAGES.join(', '));
}

function withPersona(command: Command): Command {
  return command
    .option('--bot-name <name>', 'name of the bot')
    .option('--avatar <url>', 'image of the bot; empty takes it away')
    .option('--tone <text>', 'how the bot speaks')
    .option('--instructions <text>', 'what the bot is told to mind')
    .option('--alerts-channel <id>', 'channel that is told when quota runs low; none: nobody is told')
    .option('--topics <words>', 'words that always hand over to the team, with commas between')
    .option('--team-names <names>', 'how people of the team are called in tickets, with commas between')
    .option('--drafts <state>', 'off, unsure or all: which answers somebody looks at before they are sent')
    .option('--draft-below <number>', 'unsure is what lies below this confidence, 0 to 1')
    .option('--member-limit <number>', 'questions of one member in an hour on Discord; 0: no limit')
    .option('--hours <text>', HOURS_HELP)
    .option('--repeats <flag>', 'true or false: the same question gets the same answer for a day, at no cost')
    .option('--learning <flag>', 'true or false: what the team answers becomes suggestions')
    .option('--active <flag>', 'true or false: whether the bot is on the server');
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

async function showServer(context: CommandContext, server: Server): Promise<void> {
  const shape = describeServer(await context.openCore(), server);
  const { premium_until: until, topics, team_names: names, teach_roles: teachers, ...more } = shape;
  const { channels, place_instructions: instructions, form_bots: formBots, ...rest } = more;
  const overnight = tellOvernight(shape.hours);
  const text = toFields({
    ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value ?? '')])),
    plan: until === null || shape.plan === 'free' ? shape.plan : `${shape.plan} until ${formatDate(until)}`,
    members: formatCount(shape.members),
    joined: formatDate(shape.joined),
    topics: topics.join(', '),
    team_names: names.join(', '),
    teach_roles: teachers.join(', '),
    hours: formatHours(shape.hours),
    ...(overnight && { overnight }),
    channels: listById(channels, ' '),
    place_instructions: listById(instructions, ': '),
    form_bots: formBots.join(', '),
  });
  context.show(shape, text);
}

function listById(texts: Readonly<Record<string, string>>, between: string): string {
  return Object.entries(texts)
    .map(([id, text]) => `${id}${between}${text}`)
    .join(', ');
}

async function showServers(context: CommandContext): Promise<void> {
  const core = await context.openCore();
  const shapes = (await listServers(core)).map((server) => describeServer(core, server));
  const rows = shapes.map((shape) => [
    shape.id,
    shape.name,
    shape.plan,
    shape.level,
    shape.language,
    formatCount(shape.members),
    shape.active ? 'yes' : 'no',
  ]);
  const head = ['id', 'name', 'plan', 'level', 'language', 'members', 'active'];
  const isEmpty = `There is no server yet. Add one: ${COMMAND} server add --id ID --name NAME`;
  context.show(shapes, rows.length === 0 ? isEmpty : toTable([head, ...rows]));
}

const exportSchema = z.object({ ID: serverIdSchema });
const importSchema = z.object({ FILE: z.string().min(1), as: serverIdSchema.optional() });

/** Backup and restore of one server. */
function addBackupCommands(server: Command, context: CommandContext): void {
  const exportCommand = server
    .command('export <ID>')
    .description('print everything that restores a server, as JSON lines; as secret as the database itself');
  onInput(exportCommand, exportSchema, async ({ ID }) => {
    const lines = exportServer(await context.openCore(), ID, 'backup');
    for await (const text of lines) await context.write(text);
    await context.record(ID, 'server.exported');
  });

  const importCommand = server
    .command('import <FILE>')
    .description('restore a server from its export, all or nothing; - reads standard input')
    .option('--as <id>', 'restore it under another id');
  onInput(importCommand, importSchema, async ({ FILE, as }) => {
    const file = await openFile(FILE);
    try {
      const imported = await importServer(await context.openCore(), { open: file.open, as });
      const { server: id, exportedAt } = imported;
      await context.record(id, 'server.added', `export ${exportedAt}`);
      showImported(context, imported);
    } finally {
      await file.close();
    }
  });
}

function showImported(context: CommandContext, imported: Imported): void {
  const { server, exportedAt, rows, leftOut } = imported;
  const count = (counts: Record<string, number>) => Object.values(counts).reduce((sum, n) => sum + n, 0);
  const missing = Object.entries(leftOut).map(([table, n]) => `${table} ${formatCount(n)}`);
  const lines = [
    `Imported ${server} as it was on ${formatDate(new Date(exportedAt))}: ${formatCount(count(rows))} rows.`,
    ...(missing.length > 0 ? [`Left out: ${missing.join(', ')}.`] : []),
  ];
  const shape = { server, exported_at: exportedAt, rows, left_out: leftOut };
  context.show(shape, lines.join('\n'));
}

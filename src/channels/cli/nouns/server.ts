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
import { tellServerChanges } from '../../../core/owners/setting-changes.ts';
import type { Setting } from '../../../core/owners/setting-list/kinds.ts';
import type { SettingName } from '../../../core/owners/settings.ts';
import { describeSetting, listSettings, showSetting } from '../../../core/owners/settings.ts';
import { endSubscriptionsOf } from '../../../core/quota/billing/billing.ts';
import { CLOSED, type Hours, listOvernight, WEEKDAYS } from '../../../domain/hours.ts';
import type { Deed, Server } from '../../../domain/types.ts';
import { UsageFault } from '../faults.ts';
import type { CommandContext } from '../input.ts';
import { isoDateSchema, onInput, openFile, wholeNumberSchema } from '../input.ts';
import type { ListColumns } from '../print.ts';
import { COMMAND, formatCount, formatDate, toFields, toList } from '../print.ts';

const fields = serverChangeSchema.shape;
const SETTING_NAMES: ReadonlySet<string> = new Set(listSettings());

/** Settings that are options, each by the name that commander gives it. */
const flags = new Map(
  listSettings().flatMap((name) => {
    const { flag } = describeSetting(name);
    return flag ? [[(flag.name ?? name).replaceAll('-', '_'), name] as const] : [];
  }),
);
/** A change of settings as it is typed, by option: every value is text. */
const typedSchema = z
  .object(Object.fromEntries([...flags].map(([option, name]) => [option, describeSetting(name).typed])))
  .partial();

/** The same of what else is said of a server. */
const changeSchema = z.object({
  name: fields.name,
  members: wholeNumberSchema.pipe(fields.members.unwrap()).optional(),
  joined: isoDateSchema.optional(),
  plan: fields.plan,
  active: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
});
const addSchema = changeSchema.extend({ id: serverIdSchema, name: fields.name.unwrap() });
const setSchema = changeSchema.extend({ ID: serverIdSchema });
const idSchema = z.object({ ID: serverIdSchema });
const deleteSchema = idSchema.extend({ yes: z.boolean().default(false) });

export function addServerCommands(program: Command, context: CommandContext): void {
  const server = program.command('server').description('the communities and companies that are served');

  const addCommand = withTerms(
    server.command('add').description('add a server').option('--id <id>', 'id, required'),
  );
  onInput(addCommand, z.intersection(typedSchema, addSchema), async ({ id, name, ...change }) => {
    const added = await addServer(await context.openCore(), id, { ...toChange(change), name });
    await context.record(id, 'server.added', added.name);
    await showServer(context, added);
  });

  const setCommand = server
    .command('set <ID>')
    .description('change the settings that are given and leave the rest');
  addOptions(withTerms(setCommand), ({ isOfNew }) => !isOfNew).option(
    '--active <flag>',
    'true or false: whether the bot is on the server',
  );
  onInput(setCommand, z.intersection(typedSchema, setSchema), async ({ ID, ...given }) => {
    if (Object.keys(given).length === 0) throw new UsageFault('Give at least one option to change.');
    await changeOne(context, ID, toChange(given));
  });

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
    .description('delete a server with its keys, knowledge, credit and records')
    .option('--yes', 'delete without asking');
  onInput(deleteCommand, deleteSchema, async ({ ID, yes }) => {
    const core = await context.openCore();
    const { name } = await getServer(core, ID);
    if (!yes)
      await context.confirm(`This deletes ${name} (${ID}) with its keys, knowledge, credit and records.`);
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
  const record = async (deeds: readonly Deed[]) => {
    for (const { action, subject } of deeds) await context.record(id, action, subject);
  };
  if (Object.keys(rest).length > 0) {
    const before = await getServer(core, id);
    await record(tellServerChanges(before, await changeServer(core, id, rest)));
  }
  if (channelId !== undefined) await record(await chooseAlertsChannel(core, id, channelId));
  await showServer(context, await getServer(core, id));
}

/** What was given, by the names of the settings. */
function toChange(given: Record<string, unknown>): ServerChange {
  return Object.fromEntries(
    Object.entries(given).map(([option, value]) => [flags.get(option) ?? option, value]),
  );
}

function withTerms(command: Command): Command {
  command
    .option('--name <name>', 'name')
    .option('--members <number>', 'members of the community')
    .option('--joined <date>', 'ISO date on which the bot joined the server')
    .option('--plan <plan>', 'free or premium');
  return addOptions(command, ({ isOfNew }) => isOfNew === true);
}

/** Options of the settings that are described so. */
function addOptions(command: Command, isWanted: (flag: NonNullable<Setting['flag']>) => boolean): Command {
  for (const name of flags.values()) {
    const { kind, flag } = describeSetting(name);
    if (!flag || !isWanted(flag)) continue;
    const option = (flag.name ?? name).replaceAll('_', '-');
    command.option(`--${option} <${flag.value ?? kind}>`, flag.help);
  }
  return command;
}

async function showServer(context: CommandContext, server: Server): Promise<void> {
  const shape = describeServer(await context.openCore(), server);
  const { premium_until: until, ...rest } = shape;
  const overnight = tellOvernight(shape.hours);
  const shown = Object.entries(rest).map(([name, value]) => [
    name,
    SETTING_NAMES.has(name) ? showSetting(name as SettingName, value) : String(value ?? ''),
  ]);
  const text = toFields({
    ...Object.fromEntries(shown),
    plan: until === null || shape.plan === 'free' ? shape.plan : `${shape.plan} until ${formatDate(until)}`,
    members: formatCount(shape.members),
    joined: formatDate(shape.joined),
    ...(overnight && { overnight }),
  });
  context.show(shape, text);
}

/** Hours that end on the next day, with how long they are: a slip of the pen makes a day of twenty. */
function tellOvernight(hours: Hours | null): string {
  const days = WEEKDAYS.flatMap((day) =>
    listOvernight(hours?.[day] ?? CLOSED).map(
      (one) => `${day} ${one.from} to ${one.to} the next day, ${Number(one.hours.toFixed(2))} h`,
    ),
  );
  return days.join('; ');
}

async function showServers(context: CommandContext): Promise<void> {
  const core = await context.openCore();
  const shapes = (await listServers(core)).map((server) => describeServer(core, server));
  const columns: ListColumns<(typeof shapes)[number]> = {
    ...{ id: 'id', name: 'name', plan: 'plan', level: 'level', language: 'language' },
    members: ({ members }) => formatCount(members),
    active: ({ active }) => (active ? 'yes' : 'no'),
  };
  const none = `There is no server yet. Add one: ${COMMAND} server add --id ID --name NAME`;
  context.show(shapes, toList(shapes, columns, none));
}

const exportSchema = z.object({ ID: serverIdSchema });
const importSchema = z.object({ FILE: z.string().min(1), as: serverIdSchema.optional() });

/** Backup and restore of one server. */
function addBackupCommands(server: Command, context: CommandContext): void {
  const exportCommand = server
    .command('export <ID>')
    .description(
      'print everything needed to restore a server, as JSON lines; keep it as secret as the database itself',
    );
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

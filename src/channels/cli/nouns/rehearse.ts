import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import type { Core } from '../../../core/core.ts';
import { chatIdSchema } from '../../../core/owners/settings.ts';
import { startChannelRehearsal } from '../../../core/rehearsals/channel.ts';
import { deleteRehearsal, rehearse } from '../../../core/rehearsals/rehearsals.ts';
import { type RehearsalReport, readReport, toReportShape } from '../../../core/rehearsals/report.ts';
import type { Begun } from '../../../core/rehearsals/upload.ts';
import { FILE_FAULTS, formatSchema, shareSchema, startRehearsal } from '../../../core/rehearsals/upload.ts';
import { AppError } from '../../../domain/errors.ts';
import { MAX_IMPORT_BYTES } from '../../../domain/limits.ts';
import type { ChannelFault, RehearsalFault } from '../../../domain/rehearsals.ts';
import { MAX_REHEARSED, REHEARSAL_FORMATS } from '../../../domain/rehearsals.ts';
import { CommandFault, UsageFault } from '../faults.ts';
import { type CommandContext, nameFile, onInput, STDIN, unreadable } from '../input.ts';
import { serverSchema, tell, verbsOf } from '../noun.ts';
import { COMMAND, formatCount, formatDate, toFields, toLine, toList } from '../print.ts';
import { readBytes } from './knowledge/import.ts';

const idSchema = z.uuid('is not the id of a rehearsal').transform((id) => id.toLowerCase());
const startSchema = serverSchema.extend({
  FILE: z.string().optional(),
  channel: chatIdSchema.optional(),
  format: formatSchema.optional(),
  share: shareSchema,
});
type GivenRehearsal = z.infer<typeof startSchema>;

/** Progress is told so often, in conversations. */
const TELL_EVERY = 10;
const MAX_TOLD = 20;

export function addRehearseCommands(program: Command, context: CommandContext): void {
  const command = program
    .command('rehearse')
    .argument('<SERVER>')
    .argument(
      '[FILE]',
      'an export of conversations, or a file or folder of transcripts; - reads standard input',
    )
    .description("put your team's newest 500 conversations to the bot: what would it have said?")
    .option('--channel <id>', 'instead of a file: the history of a Discord channel, which the service reads')
    .option('--format <format>', `${REHEARSAL_FORMATS.join(', ')}; if left out, detected from the file`)
    .option(
      '--share <percent>',
      'percent of the weekly quota that all rehearsals of a week may use together (default 10); give the same file again to continue its rehearsal',
    );
  onInput(command, startSchema, (given) => start(context, given));
  const add = verbsOf(command, context);
  add('show <SERVER> [ID]', {
    about: 'show the report of a rehearsal, or of the newest if ID is left out',
    input: serverSchema.extend({ ID: idSchema.optional() }),
    run: async (core, { SERVER, ID }) => showReport(await readReport(core, SERVER, ID), SERVER),
  });
  add('delete <SERVER> <ID>', {
    about: 'delete a rehearsal with its conversations',
    options: { '--yes': 'delete it without being asked' },
    input: serverSchema.extend({ ID: idSchema, yes: z.boolean().default(false) }),
    run: async (core, { SERVER, ID, yes }) => {
      if (!yes) await context.confirm(`This deletes the rehearsal ${ID} with its conversations.`);
      await deleteRehearsal(core, SERVER, ID);
      return tell({ deleted: ID }, `Deleted ${ID}.`, 'rehearsal.deleted', ID);
    },
  });
}

/** Works on it itself; where it is ended, the jobs of the service go on. */
async function start(context: CommandContext, given: GivenRehearsal): Promise<void> {
  const { SERVER, FILE, channel, format, share } = given;
  if (FILE !== undefined && channel !== undefined) throw new UsageFault('Give FILE or --channel, not both.');
  if (channel !== undefined) return startChannel(context, { SERVER, channel, share });
  if (FILE === undefined) throw new UsageFault('Give FILE or --channel.');
  const files = await readFiles(context, FILE);
  const name = FILE === STDIN ? 'stdin' : basename(FILE);
  const core = await context.openCore();
  const begun = await startRehearsal(core, SERVER, { name, files, format: format ?? null, share }).catch(
    (error: unknown) => {
      const fault = error instanceof AppError ? error.context.details?.fault : undefined;
      if (typeof fault !== 'string' || !Object.hasOwn(FILE_FAULTS, fault)) throw error;
      throw new CommandFault(`${nameFile(FILE)} ${FILE_FAULTS[fault as RehearsalFault]}.`);
    },
  );
  await context.record(SERVER, 'rehearsal.started', name);
  await work(context, core, SERVER, begun);
  const { shape, text } = showReport(await readReport(core, SERVER, begun.rehearsal.id), SERVER);
  context.show(shape, text);
}

async function startChannel(
  context: CommandContext,
  { SERVER, channel, share }: { SERVER: string; channel: string; share: number },
): Promise<void> {
  const core = await context.openCore();
  const { rehearsal } = await startChannelRehearsal(core, SERVER, channel, share);
  await context.record(SERVER, 'rehearsal.started', channel);
  context.note(
    `The service reads the channel and asks its questions again. To see the report: ${COMMAND} rehearse show ${SERVER}`,
  );
  const { shape, text } = showReport(await readReport(core, SERVER, rehearsal.id), SERVER);
  context.show(shape, text);
}

async function work(context: CommandContext, core: Core, serverId: string, begun: Begun): Promise<void> {
  const { id } = begun.rehearsal;
  const { conversations, waiting } = await readReport(core, serverId, id);
  const word = begun.isGoingOn ? 'Continuing rehearsal' : 'Rehearsal';
  context.note(`${word} ${id}, conversations: ${formatCount(conversations)}, to do: ${formatCount(waiting)}`);
  let done = conversations - waiting;
  const onDone = () => {
    done += 1;
    if (done % TELL_EVERY === 0) context.note(`${formatCount(done)} of ${formatCount(conversations)}`);
  };
  await rehearse(core, { signal: new AbortController().signal, only: { serverId, id }, onDone });
}

/** A file, or the newest transcripts of a folder as far as they fit. */
async function readFiles(context: CommandContext, path: string): Promise<Uint8Array[]> {
  const isFolder = path !== STDIN && (await stat(path).catch(() => null))?.isDirectory() === true;
  if (!isFolder) return [await readBytes(context, path)];
  const names = (await readdir(path)).filter((name) => /\.html?$/i.test(name));
  const found = await Promise.all(
    names.map(async (name) => ({ path: join(path, name), at: (await stat(join(path, name))).mtimeMs })),
  );
  const files: Uint8Array[] = [];
  let bytes = 0;
  for (const one of found.toSorted((a, b) => b.at - a.at).slice(0, MAX_REHEARSED)) {
    const file = await context.readFile(one.path).catch((error: unknown) => {
      throw unreadable(one.path, error);
    });
    bytes += file.length;
    if (bytes > MAX_IMPORT_BYTES) break;
    files.push(file);
  }
  if (files.length === 0) throw new CommandFault(`${path} holds no transcripts (.html).`);
  if (files.length < names.length)
    context.note(`${path}: the newest ${files.length} of ${formatCount(names.length)} transcripts`);
  return files;
}

function showReport(report: RehearsalReport, serverId: string) {
  const { outcomes, reasons, entries, pricePercent, answeredShare: share } = report;
  const byReason = Object.entries(reasons).map(([reason, n]) => `${n} ${reason}`);
  const handedOver = byReason.length > 0 ? `${outcomes.handed_over} (${byReason.join(', ')})` : '0';
  const text = toFields({
    rehearsal: report.id,
    of: report.name,
    state: describeState(report, serverId),
    conversations: formatCount(report.conversations),
    answered: formatCount(outcomes.answered),
    'answered share':
      share === null
        ? ''
        : `${share.percent}% here; ${share.from} to ${share.to}% expected in the same number of new conversations`,
    'handed over': handedOver,
    drafted: formatCount(outcomes.drafted),
    'asked for details': formatCount(outcomes.asked_back),
    'no question asked': formatCount(outcomes.nothing_asked),
    failed: formatCount(outcomes.failed),
    'contradicts the team': formatCount(report.differs),
    'cost of these conversations':
      pricePercent === null
        ? ''
        : `${pricePercent}% of the weekly quota (if the conversations span more than a week: the cost of one week of them)`,
  });
  const wanted = toList(entries, { asked: 'count', question: 'question', 'what the team said': 'answer' });
  const parts = [text, ...(wanted === '' ? [] : [`Entries that would help most:\n${wanted}`])];
  return { shape: toReportShape(report), text: [...parts, ...listLeftOut(report)].join('\n\n') };
}

const CHANNEL_FAULTS: Record<ChannelFault, string> = {
  channel_gone: 'it no longer exists',
  right_missing: 'the bot needs the permissions View Channel and Read Message History there',
  content_refused: 'Message Content is off in the Discord developer portal',
};

function describeState(report: RehearsalReport, serverId: string): string {
  const { state, fault, waiting, restsFor, restsUntil, channelId } = report;
  if (state === 'running') return `running, ${formatCount(waiting)} to do`;
  if (fault !== null) return `the channel could not be read: ${CHANNEL_FAULTS[fault]}`;
  if (state !== 'paused') return state;
  if (restsFor === 'outage') return 'the AI is not responding; the service continues by itself when it does';
  const source = channelId === null ? 'FILE' : `--channel ${channelId}`;
  const again = `${COMMAND} rehearse ${serverId} ${source} --share PERCENT`;
  return `the share or the whole weekly quota is used up, ${formatCount(waiting)} to do; continues ${formatDate(restsUntil)} UTC, or now with a larger share if some of the quota is left: ${again}`;
}

const REASONS = {
  not_json: 'is not JSON',
  unknown: 'is not a conversation',
  no_customer: 'has no message from a customer',
};

function listLeftOut({ leftOut }: RehearsalReport): string[] {
  if (leftOut.length === 0) return [];
  const lines = leftOut.slice(0, MAX_TOLD).map(({ line, reason }) => `  ${line}: ${toLine(REASONS[reason])}`);
  const rest = leftOut.length - lines.length;
  const more = rest > 0 ? [`  and ${rest} more`] : [];
  return [['Left out, by line or number in the file:', ...lines, ...more].join('\n')];
}

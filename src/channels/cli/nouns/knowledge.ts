import { basename } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { listContradictions } from '../../../core/contradictions/contradictions.ts';
import {
  entryIdSchema,
  formatOf,
  getEntry,
  IMPORTABLE,
  type ImportResult,
  importKnowledge,
  listKnowledge,
  removeKnowledge,
} from '../../../core/knowledge/knowledge.ts';
import { nameEntry } from '../../../core/owners/audit.ts';
import { serverIdSchema } from '../../../core/owners/servers.ts';
import { MAX_IMPORT_BYTES } from '../../../domain/limits.ts';
import { decodeUtf8 } from '../../../domain/text.ts';
import type { StoredContradiction } from '../../../domain/types.ts';
import {
  type CommandContext,
  CommandFault,
  nameFile,
  onInput,
  readWithin,
  STDIN,
  unreadable,
} from '../input.ts';
import { COMMAND, formatDate, toLine, toTable } from '../print.ts';

const serverSchema = z.object({ SERVER: serverIdSchema });
const listSchema = serverSchema.extend({ expired: z.boolean().optional() });
const importSchema = serverSchema
  .extend({
    FILE: z.string(),
    format: z.enum(['jsonl', 'md', 'csv']).optional(),
    strict: z.boolean().default(false),
  })
  .transform(({ format, ...given }) => ({ ...given, format: formatOf(format ?? given.FILE) }))
  .refine(({ format }) => format !== null, {
    path: ['FILE'],
    error: `must end in .md, .jsonl or .csv, or --format must tell what it is; ${IMPORTABLE} can be imported`,
  });
const removeSchema = serverSchema.extend({ ID: entryIdSchema });

export function addKnowledgeCommands(program: Command, context: CommandContext): void {
  const knowledge = program.command('knowledge').description('what a server knows');

  const importCommand = knowledge
    .command('import <SERVER> <FILE>')
    .description(
      'import .md (one entry a heading or question), .jsonl (id?, title, text, link?, language?, valid_until?) or .csv (question, answer), all or nothing; - reads standard input',
    )
    .option('--format <format>', 'md, jsonl or csv, where the name of the file does not tell')
    .option('--strict', 'refuse a file with warnings');
  onInput(importCommand, importSchema, async ({ SERVER, FILE, strict, format }) => {
    const text = await readText(context, FILE);
    const name = FILE === STDIN ? 'stdin' : basename(FILE);
    const result = await importKnowledge(await context.openCore(), {
      ...{ serverId: SERVER, text, format: format ?? 'markdown', file: name, isStrict: strict },
    });
    const { added, updated } = result;
    if (added + updated > 0)
      await context.record(SERVER, 'knowledge.imported', `${name} +${added} ~${updated}`);
    showImport(context, result);
  });

  const listCommand = knowledge
    .command('list <SERVER>')
    .description('list the entries of a server')
    .option('--expired', 'only those that are not used any more');
  onInput(listCommand, listSchema, async ({ SERVER, expired }) => {
    const entries = await listKnowledge(await context.openCore(), SERVER);
    if (!expired) return showEntries(context, entries, hintFor(SERVER));
    const unused = entries.filter(({ isExpired }) => isExpired);
    showEntries(context, unused, 'No entry of this server has expired.');
  });

  const checkCommand = knowledge
    .command('check <SERVER>')
    .description('list entries that contradict each other');
  onInput(checkCommand, serverSchema, async ({ SERVER }) => {
    showContradictions(context, await listContradictions(await context.openCore(), SERVER));
  });

  const removeCommand = knowledge.command('remove <SERVER> <ID>').description('remove an entry');
  onInput(removeCommand, removeSchema, async ({ SERVER, ID }) => {
    const core = await context.openCore();
    const entry = await getEntry(core, SERVER, ID);
    await removeKnowledge(core, SERVER, ID);
    await context.record(SERVER, 'knowledge.removed', nameEntry(entry));
    context.show({ removed: ID }, `Removed ${ID}.`);
  });
}

async function readText(context: CommandContext, path: string): Promise<string> {
  const bytes = await readBytes(context, path);
  const text = decodeUtf8(bytes);
  if (text === null && isOtherKind(bytes)) {
    throw new CommandFault(`${nameFile(path)} is another kind of file. ${IMPORTABLE} can be imported.`);
  }
  if (text === null)
    throw new CommandFault(`${nameFile(path)} is not UTF-8. Save it as UTF-8 and try again.`);
  return text;
}

/** Whether bytes begin as those of a PDF, an Office document or an old Word file do. */
function isOtherKind(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 8)).toString('latin1');
  return ['%PDF-', 'PK\u0003\u0004', '\u00d0\u00cf\u0011\u00e0'].some((start) => head.startsWith(start));
}

/** @throws CommandFault when it cannot be read or is too large. */
async function readBytes(context: CommandContext, path: string): Promise<Uint8Array> {
  const reading = path === STDIN ? readWithin(process.stdin, MAX_IMPORT_BYTES) : context.readFile(path);
  const bytes = await reading.catch((error: unknown) => {
    // Node reads no file of more than 2 GB at once.
    if (error instanceof Error && 'code' in error && error.code === 'ERR_FS_FILE_TOO_LARGE') return null;
    throw unreadable(path, error);
  });
  if (bytes !== null && bytes.length <= MAX_IMPORT_BYTES) return bytes;
  const most = `${MAX_IMPORT_BYTES / 1024 / 1024} MB`;
  throw new CommandFault(
    `${nameFile(path)} is larger than ${most}. Split the file and import its parts one after another.`,
  );
}

/** @throws CommandFault with every rejected line; the result stands on stdout all the same under `--json`. */
function showImport(context: CommandContext, result: ImportResult): void {
  const { added, updated, unchanged, rejected, warnings } = result;
  const isDone = rejected.length === 0;
  const notes = warnings.length === 0 ? '' : `\n${warnings.length} warnings:\n${listLines(warnings)}`;
  const counts = `Imported: ${added} added, ${updated} updated, ${unchanged} unchanged.`;
  context.show(result, isDone ? counts + notes : '');
  if (isDone) return;
  throw new CommandFault(`Nothing was imported, ${rejected.length} rejected:\n${listLines(rejected)}`);
}

function listLines(issues: ImportResult['rejected']): string {
  return issues.map(({ line, reason }) => `  line ${line}: ${toLine(reason)}`).join('\n');
}

function hintFor(serverId: string): string {
  return `This server knows nothing yet. Import: ${COMMAND} knowledge import ${serverId} FILE`;
}

function showEntries(
  context: CommandContext,
  entries: Awaited<ReturnType<typeof listKnowledge>>,
  whenEmpty: string,
): void {
  const shapes = entries.map(({ id, title, language, source, link, validUntil, isExpired, provenance }) => ({
    id,
    title,
    language,
    source,
    link,
    valid_until: validUntil,
    expired: isExpired,
    provenance,
  }));
  const rows = entries.map((entry) => [
    entry.id,
    entry.title,
    entry.language ?? '',
    entry.source,
    entry.isExpired ? `expired ${formatDate(entry.validUntil)}` : formatDate(entry.validUntil),
    entry.link ?? '',
  ]);
  const head = ['id', 'title', 'language', 'source', 'valid until', 'link'];
  context.show(shapes, rows.length === 0 ? whenEmpty : toTable([head, ...rows]));
}

function showContradictions(context: CommandContext, pairs: readonly StoredContradiction[]): void {
  const toShape = ({ id, title, text, marks }: StoredContradiction['one']) => ({
    ...{ id, title, text, values: marks.map(([at, end]) => text.slice(at, end)) },
  });
  const shapes = pairs.map(({ id, kind, one, other }) => ({
    id,
    kind,
    one: toShape(one),
    other: toShape(other),
  }));
  const parts = shapes.map(({ one, other }) =>
    [one, other].map(({ id, title, text }) => `${toLine(title)} (${id})\n  ${toLine(text)}`).join('\n'),
  );
  const none = 'No two entries of this server contradict each other, as far as words tell.';
  const head = `Pairs of entries that contradict each other: ${pairs.length}`;
  context.show(shapes, pairs.length === 0 ? none : [head, ...parts].join('\n\n'));
}

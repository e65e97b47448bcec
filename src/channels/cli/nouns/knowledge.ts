import { basename } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { listContradictions } from '../../../core/contradictions/contradictions.ts';
import {
  addEntry,
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
import { languageSchema } from '../../../core/owners/settings.ts';
import { MAX_IMPORT_BYTES } from '../../../domain/limits.ts';
import { decodeUtf8 } from '../../../domain/text.ts';
import type { KnowledgeEntry, StoredContradiction } from '../../../domain/types.ts';
import {
  type CommandContext,
  CommandFault,
  describeError,
  nameFile,
  onInput,
  readWithin,
  STDIN,
  unreadable,
} from '../input.ts';
import { COMMAND, formatDate, toFields, toLine, toParagraphs, toTable } from '../print.ts';

const serverSchema = z.object({ SERVER: serverIdSchema });
const listSchema = serverSchema.extend({ expired: z.boolean().optional() });
const importSchema = serverSchema
  .extend({
    FILE: z.string(),
    format: z.enum(['jsonl', 'md', 'csv']).optional(),
    strict: z.boolean().default(false),
    propose: z.boolean().default(false),
  })
  .transform(({ format, ...given }) => ({ ...given, format: formatOf(format ?? given.FILE) }))
  .refine(({ format }) => format !== null, {
    path: ['FILE'],
    error: `must end in .md, .jsonl or .csv, or --format must tell what it is; ${IMPORTABLE} can be imported`,
  });
const oneSchema = serverSchema.extend({ ID: entryIdSchema });
/** The core knows what the texts may be. */
const addSchema = serverSchema.extend({
  title: z.string(),
  text: z.string(),
  link: z.string().optional(),
  language: languageSchema.optional(),
  valid_until: z.string().optional(),
  question: z.array(z.string()).optional(),
});

export function addKnowledgeCommands(program: Command, context: CommandContext): void {
  const knowledge = program.command('knowledge').description('what a server knows');

  const importCommand = knowledge
    .command('import <SERVER> <FILE>')
    .description(
      'import .md (one entry a heading or question), .jsonl (id?, title, text, link?, language?, valid_until?, questions?) or .csv (question, answer), all or nothing; - reads standard input',
    )
    .option('--format <format>', 'md, jsonl or csv, where the name of the file does not tell')
    .option('--strict', 'refuse a file with warnings')
    .option('--propose', 'have the AI backend propose other wordings of what is added or changed');
  onInput(importCommand, importSchema, async ({ SERVER, FILE, strict, propose, format }) => {
    const text = await readText(context, FILE);
    const name = FILE === STDIN ? 'stdin' : basename(FILE);
    const result = await importKnowledge(await context.openCore(), {
      ...{ serverId: SERVER, text, format: format ?? 'markdown', file: name },
      ...{ isStrict: strict, isProposing: propose },
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

  addEntryCommands(knowledge, context);
  const checkCommand = knowledge
    .command('check <SERVER>')
    .description('list entries that contradict each other');
  onInput(checkCommand, serverSchema, async ({ SERVER }) => {
    showContradictions(context, await listContradictions(await context.openCore(), SERVER));
  });

  const removeCommand = knowledge.command('remove <SERVER> <ID>').description('remove an entry');
  onInput(removeCommand, oneSchema, async ({ SERVER, ID }) => {
    const core = await context.openCore();
    const entry = await getEntry(core, SERVER, ID);
    await removeKnowledge(core, SERVER, ID);
    await context.record(SERVER, 'knowledge.removed', nameEntry(entry));
    context.show({ removed: ID }, `Removed ${ID}.`);
  });
}

function addEntryCommands(knowledge: Command, context: CommandContext): void {
  const addCommand = knowledge
    .command('add <SERVER>')
    .description('add one entry')
    .option('--title <text>', 'what it is about, best as a question; required')
    .option('--text <text>', 'the answer, required')
    .option('--link <url>', 'address that the bot gives with it')
    .option('--language <language>', 'de or en; told by its words if not given')
    .option('--valid-until <date>', 'ISO date, the last day on which it is used')
    .option('--question <text>', 'another wording of the title; may be given again', collect);
  onInput(addCommand, addSchema, async ({ SERVER, valid_until: validUntil, question, ...given }) => {
    const entry = await addEntry(await context.openCore(), {
      ...{ serverId: SERVER, ...given },
      ...(question && { questions: question }),
      ...(validUntil && { validUntil }),
    });
    await context.record(SERVER, 'knowledge.added', entry.title);
    context.show(toShape(entry), `Added ${entry.id}.`);
  });

  const showCommand = knowledge.command('show <SERVER> <ID>').description('everything an entry says');
  onInput(showCommand, oneSchema, async ({ SERVER, ID }) => {
    const entry = await getEntry(await context.openCore(), SERVER, ID);
    const { id, title, text, language, source, link, validUntil } = entry;
    const fields = { id, title, language: language ?? '', source, link: link ?? '' };
    const parts = [
      toFields({ ...fields, 'valid until': formatDate(validUntil) }),
      toParagraphs(text),
      ...listQuestions(entry),
    ];
    context.show({ ...toShape(entry), text }, parts.join('\n\n'));
  });
}

function collect(given: string, before: readonly string[] = []): string[] {
  return [...before, given];
}

function listQuestions({ questions, proposed }: KnowledgeEntry): string[] {
  if (questions.length === 0) return [];
  const lines = questions.map(
    (question) => `  ${toLine(question)}${proposed.includes(question) ? ' (proposed)' : ''}`,
  );
  return [`Other wordings:\n${lines.join('\n')}`];
}

/** An entry for machines, without its text. */
function toShape(entry: KnowledgeEntry) {
  const { id, title, language, source, link, validUntil, questions, proposed, provenance } = entry;
  return { id, title, language, source, link, valid_until: validUntil, questions, proposed, provenance };
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
  const { added, updated, unchanged, rejected, warnings, proposed } = result;
  const isDone = rejected.length === 0;
  const notes = warnings.length === 0 ? '' : `\n${warnings.length} warnings:\n${listLines(warnings)}`;
  const counts = `Imported: ${added} added, ${updated} updated, ${unchanged} unchanged.`;
  const fault = proposed?.fault ? describeError(proposed.fault) : null;
  const shape = proposed ? { ...result, proposed: { ...proposed, fault } } : result;
  context.show(shape, isDone ? counts + notes + describeProposed(proposed, fault) : '');
  if (isDone) return;
  throw new CommandFault(`Nothing was imported, ${rejected.length} rejected:\n${listLines(rejected)}`);
}

function describeProposed(proposed: ImportResult['proposed'], fault: string | null): string {
  if (!proposed) return '';
  const { entries, wordings } = proposed;
  const done = `\nProposed: ${wordings} wordings of ${entries} entries; "knowledge show" marks them.`;
  return fault === null ? done : `${done} Then it stopped: ${fault}`;
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
  const shapes = entries.map((entry) => ({ ...toShape(entry), expired: entry.isExpired }));
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

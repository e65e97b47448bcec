import { basename } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import type {
  Explained,
  ImportPreview,
  ImportResult,
  ImportUnit,
} from '../../../../core/knowledge/knowledge.ts';
import {
  explain,
  foreignOf,
  formatOf,
  IMPORTABLE,
  importFile,
  isBinary,
  isTextFormat,
  previewImport,
  readImport,
} from '../../../../core/knowledge/knowledge.ts';
import { importProposing, type ProposingImport } from '../../../../core/learning/proposals.ts';
import { serverIdSchema } from '../../../../core/owners/servers.ts';
import { MAX_IMPORT_BYTES } from '../../../../domain/limits.ts';
import { decodeUtf8 } from '../../../../domain/text.ts';
import { CommandFault, describeError } from '../../faults.ts';
import type { CommandContext } from '../../input.ts';
import { nameFile, onInput, readWithin, STDIN, unreadable } from '../../input.ts';
import { formatCount, toLine } from '../../print.ts';

/** What is smaller is done before anybody wonders. */
const LARGE_BYTES = 1024 * 1024;
const MANY_ENTRIES = 1_000;

const FORMATS = ['md', 'jsonl', 'csv', 'html', 'pdf', 'docx', 'json'] as const;

const importSchema = z
  .object({
    SERVER: serverIdSchema,
    FILE: z.string(),
    format: z.enum(FORMATS).optional(),
    strict: z.boolean().default(false),
    propose: z.boolean().default(false),
    preview: z.boolean().default(false),
  })
  .transform(({ format, ...given }) => ({ ...given, format: formatOf(format ?? given.FILE) }))
  .refine(({ format }) => format !== null, {
    path: ['FILE'],
    error: ({ input }) => sayFormat((input as { FILE: string }).FILE),
  });

function sayFormat(file: string): string {
  const foreign = foreignOf(file);
  if (foreign !== null) return `this ${explain({ line: 1, kind: foreign }, 'line').reason}`;
  return `must end in .${FORMATS.join(', .')}, or --format must name its format; ${IMPORTABLE} can be imported`;
}

export function addImportCommand(knowledge: Command, context: CommandContext): void {
  const command = knowledge
    .command('import <SERVER> <FILE>')
    .description(
      'import .md (one entry per heading or question), .jsonl (id?, title, text, link?, language?, valid_until?, questions?), .csv (question, answer), .html, .pdf or .docx (one entry per heading), or .json (articles from Zendesk, Intercom or Freshdesk); - reads standard input',
    )
    .option(
      '--format <format>',
      `the format, if the name of the file does not show it: ${FORMATS.join(', ')}`,
    )
    .option('--preview', 'show what would be added and changed, and write nothing')
    .option('--strict', 'refuse a file with warnings')
    .option('--propose', 'let the AI propose other wordings for added and changed entries');
  onInput(command, importSchema, async ({ SERVER, FILE, strict, propose, preview, format }) => {
    const bytes = await readBytes(context, FILE);
    // What is known without a database is said without one.
    const mustBeUtf8 = format === null || (isTextFormat(format) && format !== 'csv');
    if (mustBeUtf8 && !isBinary(bytes) && decodeUtf8(bytes) === null)
      throw new CommandFault(`${nameFile(FILE)} is not UTF-8. Save it as UTF-8 and try again.`);
    const name = FILE === STDIN ? 'stdin' : basename(FILE);
    const core = await context.openCore();
    const input = {
      ...{ serverId: SERVER, bytes, format: format ?? ('markdown' as const), file: name },
      ...{ isStrict: strict, onWritten: noteProgress(context, name, bytes.length) },
    };
    if (preview) {
      const { unit, entries, rejected, warnings } = await readImport(core, input);
      const explained = [rejected, warnings].map((issues) => issues.map((issue) => explain(issue, unit)));
      const [refused = [], noted = []] = explained;
      const plan = await previewImport(core, SERVER, entries);
      showPreview(context, FILE, { ...plan, unit, rejected: refused, warnings: noted });
      return;
    }
    const load = () => importFile(core, input);
    const result = propose ? await importProposing(core, SERVER, load) : withoutIds(await load());
    const { added, updated } = result;
    if (added + updated > 0)
      await context.record(SERVER, 'knowledge.imported', `${name} +${added} ~${updated}`);
    showImport(context, FILE, result);
  });
}

/** Says what is read, where that is much. @returns what says how many of many entries are written */
function noteProgress({ note }: CommandContext, name: string, bytes: number) {
  if (bytes > LARGE_BYTES) note(`${name}: reading ${(bytes / 1024 / 1024).toFixed(1)} MB`);
  return (written: number, all: number) => {
    if (all > MANY_ENTRIES) note(`${name}: ${formatCount(written)} of ${formatCount(all)} entries`);
  };
}

function withoutIds({ writtenIds: _, ...result }: ImportResult): ProposingImport {
  return result;
}

/** @throws CommandFault when it cannot be read or is too large. */
export async function readBytes(context: CommandContext, path: string): Promise<Uint8Array> {
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

type Issues = Pick<ImportResult, 'unit' | 'rejected' | 'warnings'>;

/** @throws CommandFault with every rejected line; the result stands on stdout all the same under `--json`. */
function showImport(context: CommandContext, path: string, result: ProposingImport): void {
  const { added, updated, unchanged, rejected, proposed } = result;
  const counts = `Imported: ${added} added, ${updated} updated, ${unchanged} unchanged.`;
  const fault = proposed?.fault ? describeError(proposed.fault) : null;
  const shape = proposed ? { ...result, proposed: { ...proposed, fault } } : result;
  const done = counts + listWarnings(result) + describeProposed(proposed, fault);
  context.show(shape, rejected.length === 0 ? done : '');
  requireSound(path, result);
}

function showPreview(context: CommandContext, path: string, preview: ImportPreview & Issues): void {
  const { added, updated, unchanged, shown, ...issues } = preview;
  const counts = `Nothing was written. An import would do this: ${added} added, ${updated} updated, ${unchanged} unchanged.`;
  const marks = { added: '+', updated: '~' };
  const lines = shown.map(({ change, entry }) => `  ${marks[change]} ${toLine(entry.title)}`);
  const rest = added + updated - shown.length;
  if (rest > 0) lines.push(`  and ${rest} more`);
  const entries = shown.map(({ change, entry: { id, title, text } }) => ({ change, id, title, text }));
  const said = [counts, ...lines].join('\n') + listWarnings(issues);
  context.show({ preview: true, added, updated, unchanged, entries, ...issues }, isSound(issues) ? said : '');
  requireSound(path, issues);
}

function isSound({ rejected }: Issues): boolean {
  return rejected.length === 0;
}

function requireSound(path: string, issues: Issues): void {
  if (isSound(issues)) return;
  const { rejected, unit } = issues;
  const [first] = rejected;
  if (first?.isOfFile) throw new CommandFault(`${nameFile(path)} ${first.reason}.`);
  const head = `Nothing was imported, ${rejected.length} rejected:`;
  throw new CommandFault(`${head}\n${listLines(rejected, unit)}${listWarnings(issues)}`);
}

function listWarnings({ warnings, unit }: Issues): string {
  return warnings.length === 0 ? '' : `\nWarnings: ${warnings.length}\n${listLines(warnings, unit)}`;
}

function listLines(issues: readonly Explained[], unit: ImportUnit): string {
  return issues.map(({ line, reason }) => `  ${unit} ${line}: ${toLine(reason)}`).join('\n');
}

function describeProposed(proposed: ProposingImport['proposed'], fault: string | null): string {
  if (!proposed) return '';
  const { entries, wordings } = proposed;
  const done = `\nWordings proposed: ${wordings} (entries looked at: ${entries}); "knowledge show" marks them.`;
  return fault === null ? done : `${done} Then it stopped: ${fault}`;
}

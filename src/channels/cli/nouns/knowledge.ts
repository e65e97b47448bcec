import type { Command } from 'commander';
import { z } from 'zod';
import { type Contradictions, compareKnowledge } from '../../../core/contradictions/contradictions.ts';
import {
  addEntry,
  entryIdSchema,
  getEntry,
  listKnowledge,
  removeKnowledge,
} from '../../../core/knowledge/knowledge.ts';
import { nameEntry } from '../../../core/members/audit.ts';
import { serverIdSchema } from '../../../core/owners/servers.ts';
import { languageSchema } from '../../../core/owners/settings.ts';
import type { KnowledgeEntry } from '../../../domain/types.ts';
import { describeUncompared } from '../../../domain/words.ts';
import { type CommandContext, onInput } from '../input.ts';
import { COMMAND, formatDate, toFields, toLine, toParagraphs, toTable } from '../print.ts';
import { addImportCommand } from './knowledge-import.ts';

const serverSchema = z.object({ SERVER: serverIdSchema });
const listSchema = serverSchema.extend({ expired: z.boolean().optional() });
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

  addImportCommand(knowledge, context);
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
    .description('list entries that contradict each other; the model compares what is missing');
  onInput(checkCommand, serverSchema, async ({ SERVER }) => {
    const core = await context.openCore();
    const { signal } = new AbortController();
    const known = await compareKnowledge(core, SERVER, signal);
    showContradictions(context, known, core.ai ? 'as far as compared' : 'as far as figures tell');
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

function showContradictions(context: CommandContext, known: Contradictions, how: string): void {
  const shapes = known.found.map(({ id, why, one, other }) => ({
    ...{ a: one.id, b: other.id, why, id, a_title: one.title, b_title: other.title },
  }));
  const parts = known.found.map(({ why, one, other }) =>
    [
      ...[one, other].map(({ id, title, text }) => `${toLine(title)} (${id})\n  ${toLine(text)}`),
      ...(why === '' ? [] : [`  -> ${toLine(why)}`]),
    ].join('\n'),
  );
  const none = `No two entries of this server contradict each other, ${how}.`;
  const head = `Pairs of entries that contradict each other: ${shapes.length}`;
  context.show(shapes, shapes.length === 0 ? none : [head, ...parts].join('\n\n'));
  const rest = describeUncompared(known);
  if (rest) context.note(rest.en, true);
}

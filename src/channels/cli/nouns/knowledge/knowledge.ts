import type { Command } from 'commander';
import { z } from 'zod';
import { type Contradictions, compareKnowledge } from '../../../../core/contradictions/contradictions.ts';
import {
  addEntry,
  entryIdSchema,
  getEntry,
  listKnowledge,
  removeKnowledge,
} from '../../../../core/knowledge/knowledge.ts';
import { nameEntry } from '../../../../core/members/audit.ts';
import { languageSchema } from '../../../../core/owners/settings.ts';
import type { KnowledgeEntry } from '../../../../domain/types.ts';
import { LANGUAGES } from '../../../../domain/types.ts';
import { describeUncompared } from '../../../../domain/words.ts';
import type { CommandContext } from '../../input.ts';
import { serverSchema, tell, verbsOf } from '../../noun.ts';
import { COMMAND, formatDate, toFields, toLine, toList, toParagraphs } from '../../print.ts';
import { addImportCommand } from './import.ts';
import { addVersionCommands } from './versions.ts';

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
  const add = verbsOf(knowledge, context);

  addImportCommand(knowledge, context);
  addVersionCommands(knowledge, context);
  add('list <SERVER>', {
    about: 'list the entries of a server',
    options: { '--expired': 'only expired ones' },
    input: serverSchema.extend({ expired: z.boolean().optional() }),
    run: async (core, { SERVER, expired }) => {
      const entries = await listKnowledge(core, SERVER);
      if (!expired) return showEntries(entries, hintFor(SERVER));
      const unused = entries.filter(({ isExpired }) => isExpired);
      return showEntries(unused, 'No entry of this server has expired.');
    },
  });
  add('add <SERVER>', {
    about: 'add one entry',
    options: {
      '--title <text>': 'what it is about, ideally as a question; required',
      '--text <text>': 'the answer, required',
      '--link <url>': 'address that the bot gives with the answer',
      '--language <language>': `${LANGUAGES.join(', ')}; detected from the text if not given`,
      '--valid-until <date>': 'ISO date, the last day on which it is used',
    },
    lists: { '--question <text>': 'another wording of the title; can be given several times' },
    input: addSchema,
    run: async (core, { SERVER, valid_until: validUntil, question, ...given }) => {
      const entry = await addEntry(core, {
        ...{ serverId: SERVER, ...given },
        ...(question && { questions: question }),
        ...(validUntil && { validUntil }),
      });
      return tell(toShape(entry), `Added ${entry.id}.`, 'knowledge.added', entry.title);
    },
  });
  add('show <SERVER> <ID>', {
    about: 'everything an entry says',
    input: oneSchema,
    run: async (core, { SERVER, ID }) => showEntry(await getEntry(core, SERVER, ID)),
  });
  add('check <SERVER>', {
    about: 'list entries that contradict each other; the model compares those not compared yet',
    run: async (core, { SERVER }) => {
      const { signal } = new AbortController();
      const known = await compareKnowledge(core, SERVER, signal);
      const rest = describeUncompared(known);
      if (rest) context.note(rest.en, true);
      return showContradictions(
        known,
        core.ai ? 'among those compared so far' : 'going only by the figures in them',
      );
    },
  });
  add('remove <SERVER> <ID>', {
    about: 'remove an entry',
    input: oneSchema,
    run: async (core, { SERVER, ID }) => {
      const entry = await getEntry(core, SERVER, ID);
      await removeKnowledge(core, SERVER, ID);
      return tell({ removed: ID }, `Removed ${ID}.`, 'knowledge.removed', nameEntry(entry));
    },
  });
}

function showEntry(entry: KnowledgeEntry) {
  const { id, title, text, language, source, link, validUntil } = entry;
  const fields = { id, title, language: language ?? '', source, link: link ?? '' };
  const parts = [
    toFields({ ...fields, 'valid until': formatDate(validUntil) }),
    toParagraphs(text),
    ...listQuestions(entry),
  ];
  return { shape: { ...toShape(entry), text }, text: parts.join('\n\n') };
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
  return `This server knows nothing yet. Import a file: ${COMMAND} knowledge import ${serverId} FILE`;
}

function showEntries(entries: Awaited<ReturnType<typeof listKnowledge>>, whenEmpty: string) {
  const shape = entries.map((entry) => ({ ...toShape(entry), expired: entry.isExpired }));
  const text = toList(
    entries,
    {
      id: 'id',
      title: 'title',
      language: 'language',
      source: 'source',
      'valid until': ({ isExpired, validUntil: until }) =>
        isExpired ? `expired ${formatDate(until)}` : until,
      link: 'link',
    },
    whenEmpty,
  );
  return { shape, text };
}

function showContradictions({ found }: Contradictions, how: string) {
  const shape = found.map(({ id, why, one, other }) => ({
    ...{ a: one.id, b: other.id, why, id, a_title: one.title, b_title: other.title },
  }));
  const parts = found.map(({ why, one, other }) =>
    [
      ...[one, other].map(({ id, title, text }) => `${toLine(title)} (${id})\n  ${toLine(text)}`),
      ...(why === '' ? [] : [`  -> ${toLine(why)}`]),
    ].join('\n'),
  );
  const none = `No two entries of this server contradict each other, ${how}.`;
  const head = `Pairs of entries that contradict each other: ${found.length}`;
  return { shape, text: found.length === 0 ? none : [head, ...parts].join('\n\n') };
}

import type { Command } from 'commander';
import { z } from 'zod';
import type { EntryHistory } from '../../../../core/knowledge/knowledge.ts';
import { entryIdSchema, listVersions, restoreVersion } from '../../../../core/knowledge/knowledge.ts';
import { nameEntry } from '../../../../core/members/audit.ts';
import type { CommandContext } from '../../input.ts';
import { serverSchema, tell, verbsOf } from '../../noun.ts';
import { type ListColumns, toList } from '../../print.ts';

const entrySchema = serverSchema.extend({ ENTRY: entryIdSchema });
const versionSchema = entrySchema.extend({
  VERSION: z
    .string()
    .regex(/^\d{1,15}$/, 'is not the number of a version')
    .transform(Number),
});

export function addVersionCommands(knowledge: Command, context: CommandContext): void {
  const add = verbsOf(knowledge, context);

  add('versions <SERVER> <ENTRY>', {
    about: 'show what an entry said before, newest first, even if it was removed',
    input: entrySchema,
    run: async (core, { SERVER, ENTRY }) => {
      const shape = (await listVersions(core, SERVER, ENTRY)).map(toShape);
      const none = 'No earlier version of this entry is stored.';
      return { shape, text: toList(shape, COLUMNS, none) };
    },
  });
  add('restore <SERVER> <ENTRY> <VERSION>', {
    about: 'put an entry back to an earlier version; its other wordings stay',
    input: versionSchema,
    run: async (core, { SERVER, ENTRY, VERSION }) => {
      const entry = await restoreVersion(core, { serverId: SERVER, entryId: ENTRY, version: VERSION });
      const { id, title, text } = entry;
      const told = `Restored ${id} to version ${VERSION}.`;
      return tell({ id, title, text, version: VERSION }, told, 'knowledge.restored', nameEntry(entry));
    },
  });
}

type VersionShape = ReturnType<typeof toShape>;

const COLUMNS: ListColumns<VersionShape> = {
  ...{ version: 'version', until: 'until', changed: ({ changed }) => changed.join(', ') },
  title: ({ before }) => before?.title,
  text: ({ before }) => before?.text,
};

function toShape({ version, until, changed, entry, next }: EntryHistory) {
  return { version, until, changed, before: entry && toSaid(entry), after: next && toSaid(next) };
}

function toSaid({ title, text, link, language, valid_until }: NonNullable<EntryHistory['entry']>) {
  return { title, text, link, language, valid_until };
}

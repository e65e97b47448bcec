import { z } from 'zod';
import { writeEntry } from '../../adapters/db/knowledge/changes.ts';
import * as store from '../../adapters/db/knowledge/versions.ts';
import { AppError } from '../../domain/errors.ts';
import { MAX_KNOWLEDGE_ENTRIES } from '../../domain/limits.ts';
import type { EntryVersion, KnowledgeEntry, Provenance, UsableEntry } from '../../domain/types.ts';
import { LANGUAGES } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { invalid } from '../owners/invalid-input.ts';
import { getServer } from '../owners/servers.ts';
import { knownTitle, refuseEntryOfLink } from './change.ts';
import { fullKnowledge, missingEntry } from './entry.ts';

/** As it stands in the database, for whoever puts it there from elsewhere. */
export const entryVersionSchema: z.ZodType<EntryVersion> = z.strictObject({
  ...{ id: z.string(), title: z.string(), text: z.string(), link: z.string().nullable() },
  language: z.enum(LANGUAGES).nullable(),
  source: z.enum(['manual', 'training', 'link', 'import']),
  status: z.enum(['active', 'suspended']),
  valid_until: z.iso.datetime({ offset: true }).nullable(),
  provenance: z.record(z.string(), z.json()) as unknown as z.ZodType<Provenance>,
  updated_at: z.iso.datetime({ offset: true }),
});

const COMPARED = ['title', 'text', 'link', 'language', 'valid_until'] as const;

export interface EntryHistory {
  /** Its number: the last revision of the server at which it counted. */
  version: number;
  until: Date;
  /** null: there was no entry of this id. */
  entry: EntryVersion | null;
  /** What came after it, and how that differs. */
  next: EntryVersion | null;
  changed: (typeof COMPARED)[number][] | ['added'] | ['removed'];
}

/** What an entry said before, newest first; also of one that is gone. @throws AppError('not_found') */
export async function listVersions(core: Core, serverId: string, entryId: string): Promise<EntryHistory[]> {
  await getServer(core, serverId);
  const history = await readHistory(core, serverId, entryId);
  if (history.length === 0) throw missingEntry(entryId);
  const versions = history.flatMap(({ until, untilAt, entry }, index) => {
    const next = history[index + 1]?.entry ?? null;
    const changed = compare(entry, next);
    if (until === null || untilAt === null || changed.length === 0) return [];
    return [{ version: until, until: untilAt, entry, next, changed }];
  });
  return versions.toReversed();
}

async function readHistory(core: Core, serverId: string, id: string): Promise<store.KeptVersion[]> {
  return (await store.readHistories(core.database, serverId, { ids: [id] })).get(id) ?? [];
}

function compare(before: EntryVersion | null, after: EntryVersion | null): EntryHistory['changed'] {
  if (!before) return after ? ['added'] : [];
  return after ? COMPARED.filter((name) => before[name] !== after[name]) : ['removed'];
}

/** The entry that an answer could rest on. */
export function toUsable({ valid_until: until, ...entry }: EntryVersion): UsableEntry {
  const { id, title, text, link, language } = entry;
  return { id, title, text, link, language, validUntil: until ? new Date(until) : null, questions: [] };
}

/**
 * Makes an entry say again what a version of it says; its other wordings stay. An entry that is gone comes back
 * without any. @throws AppError('not_found' | 'already_exists', its `details.id` | 'invalid_input' with `version`
 * (there was no entry then), `source` (a link or a suggestion brings it) or `entries` (the server is full) as `param`)
 */
export async function restoreVersion(
  core: Core,
  { serverId, entryId, version }: { serverId: string; entryId: string; version: number },
): Promise<KnowledgeEntry> {
  await getServer(core, serverId);
  refuseEntryOfLink(entryId);
  const history = await readHistory(core, serverId, entryId);
  const found = history.find(({ until }) => until === version);
  if (!found) throw new AppError('not_found', { message: `There is no version ${version} of this entry.` });
  const { entry: wanted } = found;
  if (!wanted) throw invalid('version', `At version ${version}, the entry did not exist yet.`);
  const { title, text, link, language, validUntil } = toUsable(wanted);
  const content = { title, text, link, language, validUntil };
  const place = { id: entryId, title, limit: MAX_KNOWLEDGE_ENTRIES };
  return writeEntry(core.database, serverId, place, ({ stored, titled, isFull }) => {
    // Its words are a member's: the suggestion has them, and can be approved again.
    if (!stored && wanted.source === 'training')
      throw invalid('source', 'This entry came from a suggestion; approve the suggestion again instead.');
    if (titled !== null) throw knownTitle(titled);
    if (isFull) throw fullKnowledge();
    const { source, provenance } = wanted;
    const base = stored ?? { id: entryId, source, provenance, questions: [], proposed: [] };
    return { ...base, ...content };
  });
}

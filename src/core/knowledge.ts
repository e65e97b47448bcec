import { createHash } from 'node:crypto';
import { z } from 'zod';
import * as store from '../adapters/db/knowledge.ts';
import { AppError } from '../domain/errors.ts';
import {
  MAX_ENTRY_TEXT_CHARACTERS,
  MAX_ENTRY_TITLE_CHARACTERS,
  MAX_KNOWLEDGE_ENTRIES,
} from '../domain/limits.ts';
import { toCleanText } from '../domain/text.ts';
import type { KnowledgeEntry, Provenance } from '../domain/types.ts';
import type { Core } from './core.ts';
import { type Candidate, type ImportFormat, readCandidates } from './knowledge/file.ts';
import { PAGE_ENTRY_PREFIX } from './knowledge/id.ts';
import { guessLanguage, words } from './retrieval/analyse.ts';
import { getServer } from './servers.ts';
import { languageSchema, urlSchema } from './settings.ts';

export type { ImportFormat } from './knowledge/file.ts';

export const entryIdSchema = z
  .string()
  .regex(/^[\w.:/-]{1,120}$/, 'must be 1 to 120 letters, digits or . : / _ -');

/** One entry as an owner gives it, wherever it comes from. */
const entrySchema = z.object({
  id: entryIdSchema
    .refine((id) => !id.startsWith(PAGE_ENTRY_PREFIX), `must not begin with ${PAGE_ENTRY_PREFIX}`)
    .optional(),
  title: z.string().trim().min(1).max(MAX_ENTRY_TITLE_CHARACTERS).transform(toCleanText),
  text: z.string().trim().min(1).max(MAX_ENTRY_TEXT_CHARACTERS).transform(toCleanText),
  link: urlSchema.nullish(),
  language: languageSchema.nullish(),
  /** A day is valid to its end, in the zone of the calendar. */
  valid_until: z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], {
      error: 'must be an ISO date such as 2026-12-31 or 2026-12-31T18:00:00Z',
    })
    .nullish(),
});

export interface ImportResult {
  added: number;
  updated: number;
  unchanged: number;
  rejected: { line: number; reason: string }[];
}

/**
 * Imports entries; the same id updates. Nothing is imported when a single line is bad: the result then
 * lists every bad line.
 * @throws AppError('not_found' | 'invalid_input')
 */
export async function importKnowledge(
  core: Core,
  input: { serverId: string; text: string; format: ImportFormat; file?: string },
): Promise<ImportResult> {
  await getServer(core, input.serverId);
  const { entries, rejected } = checkCandidates(core, readCandidates(input.text, input.format), input.file);
  if (rejected.length > 0) return { added: 0, updated: 0, unchanged: 0, rejected };
  return store
    .changeKnowledge(core.database, input.serverId, (stored) => {
      const plan = planImport(stored, entries);
      if (stored.length + plan.added > MAX_KNOWLEDGE_ENTRIES) {
        const message = `A server holds at most ${MAX_KNOWLEDGE_ENTRIES} entries; this would make ${stored.length + plan.added}.`;
        throw new AppError('invalid_input', { message });
      }
      return plan;
    })
    .then(({ writes: _, ...result }) => result);
}

/** Everything an owner has, what has expired included. @throws AppError('not_found') */
export async function listKnowledge(
  core: Core,
  serverId: string,
): Promise<(KnowledgeEntry & { isExpired: boolean })[]> {
  await getServer(core, serverId);
  const now = core.clock();
  return (await store.listKnowledge(core.database, serverId)).map((entry) => ({
    ...entry,
    isExpired: entry.validUntil !== null && entry.validUntil.getTime() <= now,
  }));
}

/** @throws AppError('not_found' | 'invalid_input') for what a link brings: it would come back with the next crawl. */
export async function removeKnowledge(core: Core, serverId: string, entryId: string): Promise<void> {
  await getServer(core, serverId);
  if (entryId.startsWith(PAGE_ENTRY_PREFIX)) {
    const message =
      'This entry comes from a documentation link and would come back; remove the link instead.';
    throw new AppError('invalid_input', { message });
  }
  const isDeleted = await store.deleteKnowledge(core.database, serverId, entryId);
  if (!isDeleted) throw new AppError('not_found', { message: `There is no entry with the id ${entryId}.` });
}

function checkCandidates(core: Core, candidates: readonly Candidate[], file: string | undefined) {
  const entries = new Map<string, KnowledgeEntry>();
  const rejected: ImportResult['rejected'] = [];
  for (const { line, value } of candidates) {
    const parsed = value === undefined ? null : entrySchema.safeParse(value);
    if (!parsed?.success) {
      rejected.push({ line, reason: parsed ? describeIssues(parsed.error) : 'is not JSON' });
      continue;
    }
    const entry = toEntry(core, parsed.data, { ...(file === undefined ? {} : { file }), line });
    if (entries.has(entry.id))
      rejected.push({ line, reason: `the id ${entry.id} stands twice in this file` });
    entries.set(entry.id, entry);
  }
  if (candidates.length === 0) rejected.push({ line: 1, reason: 'there is no entry in this file' });
  return { entries: [...entries.values()], rejected };
}

function describeIssues(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'line'}: ${issue.message}`).join('; ');
}

function toEntry(core: Core, given: z.infer<typeof entrySchema>, provenance: Provenance): KnowledgeEntry {
  const { title, text } = given;
  return {
    id: given.id ?? idFor(title),
    title,
    text,
    link: given.link ?? null,
    language: given.language ?? guessLanguage(words(`${title} ${text}`)),
    source: 'import',
    validUntil: given.valid_until ? new Date(toExpiry(core, given.valid_until)) : null,
    provenance: { ...provenance, at: new Date(core.clock()).toISOString() },
  };
}

function toExpiry(core: Core, text: string): number {
  return text.includes('T') ? Date.parse(text) : core.calendar.endOfDate(text);
}

/** Entries without an id are known by their title, so importing a file again updates them. */
function idFor(title: string): string {
  return createHash('sha256').update(title.toLowerCase()).digest('hex').slice(0, 12);
}

function planImport(stored: KnowledgeEntry[], entries: KnowledgeEntry[]) {
  const byId = new Map(stored.map((entry) => [entry.id, entry]));
  const added = entries.filter((entry) => !byId.has(entry.id));
  const updated = entries.filter((entry) => {
    const old = byId.get(entry.id);
    return old !== undefined && !isSame(old, entry);
  });
  const unchanged = entries.length - added.length - updated.length;
  return {
    writes: [...added, ...updated],
    added: added.length,
    updated: updated.length,
    unchanged,
    rejected: [],
  };
}

function isSame(a: KnowledgeEntry, b: KnowledgeEntry): boolean {
  const isSameText = a.title === b.title && a.text === b.text;
  const isSameTime = a.validUntil?.getTime() === b.validUntil?.getTime();
  return isSameText && isSameTime && a.link === b.link && a.language === b.language;
}

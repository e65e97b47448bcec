import type { EntryTitle } from '../adapters/db/knowledge.ts';
import * as store from '../adapters/db/knowledge.ts';
import { AppError } from '../domain/errors.ts';
import { MAX_CONTENT_CHARACTERS, MAX_KNOWLEDGE_ENTRIES } from '../domain/limits.ts';
import type { KnowledgeEntry, KnowledgeSource, Language } from '../domain/types.ts';
import type { Core } from './core.ts';
import { describeIssues, entrySchema, toEntry } from './knowledge/entry.ts';
import { type Candidate, type ImportFormat, readCandidates } from './knowledge/file.ts';
import { PAGE_ENTRY_PREFIX } from './knowledge/id.ts';
import { search } from './retrieval/search.ts';
import { getServer } from './servers.ts';
import { getShelf } from './shelf.ts';
import { withdrawEntry } from './training/withdraw.ts';

export { entryIdSchema } from './knowledge/entry.ts';
export type { ImportFormat } from './knowledge/file.ts';

/** Passages that a search brings at most. */
const MAX_FOUND = 8;

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

/**
 * Adds one entry. What stands there already is never overwritten: a title that is known is refused.
 * @throws AppError('not_found' | 'already_exists'), or 'invalid_input' with the faulty field as `param`
 * (`entries`: the server is full).
 */
export async function addEntry(
  core: Core,
  input: {
    serverId: string;
    title: string;
    text: string;
    link?: string | null;
    language?: Language | null;
    source?: KnowledgeSource;
  },
): Promise<KnowledgeEntry> {
  const { serverId, source = 'manual', title, text, link, language } = input;
  await getServer(core, serverId);
  const parsed = entrySchema.safeParse({ title, text, link, language });
  if (!parsed.success) {
    const param = String(parsed.error.issues[0]?.path[0] ?? '');
    throw new AppError('invalid_input', { param, message: describeIssues(parsed.error) });
  }
  const entry = toEntry(core, parsed.data, { source, provenance: {} });
  const outcome = await store.insertEntry(core.database, serverId, entry, MAX_KNOWLEDGE_ENTRIES);
  if (outcome === 'exists') {
    const message = `There is an entry with this title already: ${entry.id}.`;
    throw new AppError('already_exists', { message, details: { id: entry.id } });
  }
  if (outcome === 'full') throw fullKnowledge();
  return entry;
}

function fullKnowledge(): AppError {
  const message = `A server holds at most ${MAX_KNOWLEDGE_ENTRIES} entries.`;
  return new AppError('invalid_input', { param: 'entries', message });
}

/**
 * The passages that fit a question best, at most 8, found by their words as for an answer; costs nothing.
 * `id` is the entry's, with `#2`, `#3` for later pieces of it.
 * @throws AppError('not_found')
 */
export async function searchKnowledge(core: Core, serverId: string, query: string) {
  const shelf = await getShelf(core, await getServer(core, serverId));
  const { hits } = search(
    shelf.index,
    [{ text: query.slice(0, MAX_CONTENT_CHARACTERS), weight: 1 }],
    MAX_FOUND,
  );
  return hits.flatMap((hit) => {
    const piece = shelf.pieces.get(hit.id);
    if (!piece) return [];
    const { id, title, text, link } = piece;
    return [{ id, title, text, link, score: hit.score }];
  });
}

/** @throws AppError('not_found') */
export async function getEntry(core: Core, serverId: string, entryId: string): Promise<KnowledgeEntry> {
  const entry = await store.findEntry(core.database, serverId, entryId);
  if (!entry) throw missingEntry(entryId);
  return entry;
}

function missingEntry(entryId: string): AppError {
  return new AppError('not_found', { message: `There is no entry with the id ${entryId}.` });
}

/** One page of the entries by title, without their texts, and how many there are. @throws AppError('not_found') */
export async function pageKnowledge(
  core: Core,
  serverId: string,
  slice: { offset: number; limit: number },
): Promise<{ entries: (EntryTitle & { isExpired: boolean })[]; total: number }> {
  await getServer(core, serverId);
  const now = core.clock();
  const { entries, total } = await store.pageTitles(core.database, serverId, slice);
  return { entries: entries.map((entry) => ({ ...entry, isExpired: isExpired(entry, now) })), total };
}

/** Entries that an owner may remove and whose title holds a text, those that begin with it first. */
export function findRemovable(
  core: Core,
  serverId: string,
  input: { typed: string; limit: number },
): Promise<EntryTitle[]> {
  return store.findTitles(core.database, serverId, { ...input, exceptPrefix: PAGE_ENTRY_PREFIX });
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
    isExpired: isExpired(entry, now),
  }));
}

function isExpired({ validUntil }: { validUntil: Date | null }, now: number): boolean {
  return validUntil !== null && validUntil.getTime() <= now;
}

/**
 * What an approved suggestion made counts as rejected then.
 * @throws AppError('not_found' | 'invalid_input') for what a link brings: it would come back with the next crawl.
 */
export async function removeKnowledge(core: Core, serverId: string, entryId: string): Promise<void> {
  await getServer(core, serverId);
  if (entryId.startsWith(PAGE_ENTRY_PREFIX)) {
    const message =
      'This entry comes from a documentation link and would come back; remove the link instead.';
    throw new AppError('invalid_input', { message });
  }
  if (await withdrawEntry(core, serverId, entryId)) return;
  const isDeleted = await store.deleteKnowledge(core.database, serverId, entryId);
  if (!isDeleted) throw missingEntry(entryId);
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
    const provenance = { ...(file === undefined ? {} : { file }), line };
    const entry = toEntry(core, parsed.data, { source: 'import', provenance });
    if (entries.has(entry.id))
      rejected.push({ line, reason: `the id ${entry.id} stands twice in this file` });
    entries.set(entry.id, entry);
  }
  if (candidates.length === 0) rejected.push({ line: 1, reason: 'there is no entry in this file' });
  return { entries: [...entries.values()], rejected };
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

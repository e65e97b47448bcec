import * as store from '../../adapters/db/knowledge/knowledge.ts';
import { MAX_CONTENT_CHARACTERS } from '../../domain/limits.ts';
import type { KnowledgeEntry, KnowledgeSource, Server } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { getServer } from '../owners/servers.ts';
import { getKnowledgeIndex } from '../search/knowledge-index.ts';
import { search } from '../search/search.ts';
import { PAGE_ENTRY_PREFIX } from './entry.ts';

export {
  addEntry,
  changeEntry,
  getEntry,
  type PutResult,
  putEntries,
  putEntry,
  removeKnowledge,
} from './change.ts';
export { entryIdSchema, entrySchema, lastDayOf, versionOf } from './entry.ts';
export type { ReadImport } from './import/check.ts';
export {
  foreignOf,
  formatOf,
  IMPORTABLE,
  type ImportFormat,
  isBinary,
  isTextFormat,
} from './import/formats.ts';
export { type ImportResult, importFile, importKnowledge, readImport, writeImport } from './import/import.ts';
export { type Explained, explain, type Rejection } from './import/issues.ts';
export { type ImportPreview, keepPreview, openPreview, previewImport } from './import/preview.ts';
export type { ImportUnit } from './import/record.ts';
export { type EntryHistory, listVersions, restoreVersion } from './versions.ts';

const MAX_FOUND = 8;

/**
 * Finds the best passages by their words, as for an answer; costs nothing. `id` is the entry's, with `#2`, `#3` for
 * its later pieces. @throws AppError('not_found')
 */
export async function searchKnowledge(core: Core, serverId: string, query: string, limit = MAX_FOUND) {
  const knowledge = await getKnowledgeIndex(core, await getServer(core, serverId));
  const asked = [{ text: query.slice(0, MAX_CONTENT_CHARACTERS), weight: 1 }];
  const { hits } = search(knowledge.index, asked, limit);
  return hits.flatMap((hit) => {
    const piece = knowledge.pieces.get(hit.id);
    if (!piece) return [];
    const { id, entryId, title, text, link } = piece;
    return [{ id, entryId, title, text, link, score: hit.score }];
  });
}

/** Begins to index changed knowledge, so that the next question need not wait for it. */
export function prepareSearch(core: Core, server: Server): void {
  getKnowledgeIndex(core, server).catch((error: unknown) =>
    core.log.debug({ err: error, server: server.id }, 'knowledge not indexed in advance'),
  );
}

/**
 * Lists a page of entries by title, without their texts. @param slice.typed a part of the title. @throws
 * AppError('not_found')
 */
export async function pageKnowledge(
  core: Core,
  serverId: string,
  slice: { offset: number; limit: number; source?: KnowledgeSource; typed?: string; isExpired?: true },
): Promise<{ entries: (store.EntryTitle & { isExpired: boolean })[]; total: number }> {
  await getServer(core, serverId);
  const now = new Date(core.clock());
  const { source, typed, isExpired, ...range } = slice;
  const filter: store.TitleFilter = { source, typed, expiredBy: isExpired && now };
  const { entries, total } = await store.pageTitles(core.database, serverId, range, filter);
  return { entries: markExpired(entries, now), total };
}

/** Entries that an owner may remove, by a part of the title; those that begin with it first. */
export function findRemovable(
  core: Core,
  serverId: string,
  input: { typed: string; limit: number },
): Promise<store.EntryTitle[]> {
  return store.findTitles(core.database, serverId, { ...input, exceptPrefix: PAGE_ENTRY_PREFIX });
}

/**
 * Lists entries in the order of their ids, expired ones too, and the id before the next page. Concurrent changes move
 * no other entry.
 */
export async function listEntriesAfter(
  core: Core,
  serverId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ entries: (KnowledgeEntry & { updatedAt: Date })[]; next: string | null }> {
  const entries = await store.listEntriesAfter(core.database, serverId, { after, limit: limit + 1 });
  const page = entries.slice(0, limit);
  return { entries: page, next: entries.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** Lists all entries, expired ones too. @throws AppError('not_found') */
export async function listKnowledge(core: Core, serverId: string) {
  await getServer(core, serverId);
  const now = new Date(core.clock());
  return markExpired(await store.listKnowledge(core.database, serverId), now);
}

function markExpired<Entry extends { validUntil: Date | null }>(entries: readonly Entry[], now: Date) {
  return entries.map((entry) => ({
    ...entry,
    isExpired: entry.validUntil !== null && entry.validUntil <= now,
  }));
}

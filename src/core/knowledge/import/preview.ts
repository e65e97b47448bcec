import { createHash, randomUUID } from 'node:crypto';
import * as store from '../../../adapters/db/knowledge/knowledge.ts';
import type { KnowledgeEntry } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import { getServer } from '../../owners/servers.ts';
import type { ImportedEntry, ReadImport } from './check.ts';
import { countPlan, type ImportCounts, planImport, requireRoom } from './import.ts';

const MAX_SHOWN = 20;

/** The effect of an import that has not been written. */
export interface ImportPreview extends ImportCounts {
  /** The first changes in the order of the file. */
  shown: { change: 'added' | 'updated'; entry: KnowledgeEntry }[];
}

/**
 * Compares entries with the stored ones, without writing.
 * @throws AppError('not_found'), or 'invalid_input' with `entries` as `param` if the server has no room.
 */
export async function previewImport(
  core: Core,
  serverId: string,
  entries: readonly ImportedEntry[],
): Promise<ImportPreview> {
  await getServer(core, serverId);
  const stored = await store.listKnowledge(core.database, serverId);
  const plan = planImport(stored, entries);
  requireRoom(stored.length + plan.added.length);
  const shown = [
    ...plan.added.map((entry) => ({ change: 'added' as const, entry })),
    ...plan.updated.map((entry) => ({ change: 'updated' as const, entry })),
  ];
  const lineOf = ({ entry }: (typeof shown)[number]) => entry.provenance.line ?? 0;
  shown.sort((one, other) => lineOf(one) - lineOf(other));
  return { ...countPlan(plan), shown: shown.slice(0, MAX_SHOWN) };
}

/** A preview opens only for its session and server. */
export interface PreviewOwner {
  serverId: string;
  sessionId: string;
}

type PreviewContent = Pick<ReadImport, 'file' | 'entries'>;

interface PreviewHeader {
  token: string;
  file: string | null;
  parts: number;
}

interface PreviewPart {
  token: string;
  entries: (Omit<ImportedEntry, 'entry'> & {
    entry: Omit<KnowledgeEntry, 'validUntil'> & { validUntil: string | null };
  })[];
}

const KEPT_MINUTES = 30;
const KEPT_MS = KEPT_MINUTES * 60_000;
/** The cache takes and gives this much in a few milliseconds. */
const PART_CHARACTERS = 200_000;
const PARTS_AT_ONCE = 4;

/**
 * Keeps a preview for half an hour in the shared cache: exactly that is written on confirmation. A newer one of the
 * same person and server replaces it.
 * @returns the token to open it with.
 */
export async function keepPreview(
  core: Core,
  owner: PreviewOwner,
  { file, entries }: PreviewContent,
): Promise<string> {
  const token = randomUUID();
  const parts = split(entries);
  for (const [n, part] of parts.entries())
    await core.cache.setMany([{ key: keyOf(owner, n), value: { token, entries: part } }], KEPT_MS);
  const head: PreviewHeader = { token, file: file ?? null, parts: parts.length };
  await core.cache.setMany([{ key: keyOf(owner, 'head'), value: head }], KEPT_MS);
  return token;
}

/** @returns null if it is too old, was replaced, or the cache lost it. */
export async function openPreview(
  core: Core,
  owner: PreviewOwner,
  token: string,
): Promise<PreviewContent | null> {
  const [head] = await core.cache.getMany<PreviewHeader>([keyOf(owner, 'head')]);
  if (head?.token !== token) return null;
  const entries: ImportedEntry[] = [];
  for (let from = 0; from < head.parts; from += PARTS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(PARTS_AT_ONCE, head.parts - from) }, (_, n) => from + n);
    const parts = await core.cache.getMany<PreviewPart>(numbers.map((n) => keyOf(owner, n)));
    for (const part of parts) {
      if (part?.token !== token) return null;
      for (const { entry, ...said } of part.entries) entries.push({ ...said, entry: revive(entry) });
    }
  }
  return { entries, ...(head.file !== null && { file: head.file }) };
}

/** JSON knows no dates. */
function revive(entry: PreviewPart['entries'][number]['entry']): KnowledgeEntry {
  return { ...entry, validUntil: entry.validUntil === null ? null : new Date(entry.validUntil) };
}

function split(entries: readonly ImportedEntry[]): ImportedEntry[][] {
  const parts: ImportedEntry[][] = [];
  let size = PART_CHARACTERS;
  for (const one of entries) {
    if (size >= PART_CHARACTERS) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(one);
    size += one.entry.text.length + one.entry.title.length;
  }
  return parts;
}

function keyOf({ serverId, sessionId }: PreviewOwner, part: number | 'head'): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([serverId, sessionId]))
    .digest('base64url');
  return `import:${digest}:${part}`;
}

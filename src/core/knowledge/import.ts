import type { z } from 'zod';
import * as store from '../../adapters/db/knowledge.ts';
import { AppError } from '../../domain/errors.ts';
import { MAX_KNOWLEDGE_ENTRIES } from '../../domain/limits.ts';
import type { KnowledgeEntry } from '../../domain/types.ts';
import type { Core } from '../core.ts';
import { getServer } from '../servers.ts';
import { describeIssues, entrySchema, isSameContent, toEntry } from './entry.ts';
import { type Candidate, type ImportFormat, readCandidates } from './file.ts';

interface ImportInput {
  serverId: string;
  text: string;
  format: ImportFormat;
  file?: string;
}

interface ImportCounts {
  added: number;
  updated: number;
  unchanged: number;
}

export interface ImportResult extends ImportCounts {
  rejected: { line: number; reason: string }[];
}

/** Why a line of an import was refused. */
export type Rejection = { line: number } & (
  | { kind: 'not_json' | 'no_heading' | 'no_text' | 'nothing' }
  | { kind: 'faulty'; error: z.ZodError }
  /** By its id, or by its title where the file gives none; and where it stood first. */
  | { kind: 'twice'; by: 'id' | 'title'; name: string; firstLine: number }
);

/**
 * Imports entries; the same id updates. Nothing is imported when a single line is bad: the result then
 * lists every bad line.
 * @throws AppError('not_found'), or 'invalid_input' with `entries` as `param`: they are too many for the server
 */
export async function importKnowledge(core: Core, input: ImportInput): Promise<ImportResult> {
  const result = await importEntries(core, input);
  const rejected = result.rejected.map((rejection) => ({
    line: rejection.line,
    reason: describe(rejection),
  }));
  return { ...result, rejected };
}

/** The same for whoever says in other words why a line was refused. */
export async function importEntries(
  core: Core,
  input: ImportInput,
): Promise<ImportCounts & { rejected: Rejection[] }> {
  await getServer(core, input.serverId);
  const { entries, rejected } = checkCandidates(core, readCandidates(input.text, input.format), input.file);
  if (rejected.length > 0) return { added: 0, updated: 0, unchanged: 0, rejected };
  return store
    .changeKnowledge(core.database, input.serverId, (stored) => {
      const plan = planImport(stored, entries);
      const total = stored.length + plan.added;
      if (total > MAX_KNOWLEDGE_ENTRIES) {
        const message = `A server holds at most ${MAX_KNOWLEDGE_ENTRIES} entries; this would make ${total}.`;
        throw new AppError('invalid_input', { param: 'entries', message });
      }
      return plan;
    })
    .then(({ writes: _, ...counts }) => ({ ...counts, rejected }));
}

function describe(rejection: Rejection): string {
  switch (rejection.kind) {
    case 'not_json':
      return 'is not JSON';
    case 'faulty':
      return describeIssues(rejection.error);
    case 'no_heading':
      return 'this text stands above the first heading, so it belongs to no entry';
    case 'no_text':
      return 'this heading has no text';
    case 'twice':
      return `the ${rejection.by} "${rejection.name}" stands in line ${rejection.firstLine} already`;
    case 'nothing':
      return 'there is no entry in this file';
  }
}

function checkCandidates(core: Core, candidates: readonly Candidate[], file: string | undefined) {
  const entries = new Map<string, KnowledgeEntry>();
  const rejected: Rejection[] = [];
  for (const candidate of candidates) {
    const { line } = candidate;
    if ('fault' in candidate) {
      rejected.push({ line, kind: candidate.fault });
      continue;
    }
    const { data: given, error } = entrySchema.safeParse(candidate.value);
    if (error) {
      rejected.push({ line, kind: 'faulty', error });
      continue;
    }
    const provenance = { ...(file === undefined ? {} : { file }), line };
    const entry = toEntry(core, given, { source: 'import', provenance });
    const first = entries.get(entry.id);
    const key =
      given.id === undefined
        ? { by: 'title' as const, name: entry.title }
        : { by: 'id' as const, name: given.id };
    if (first) rejected.push({ line, kind: 'twice', ...key, firstLine: first.provenance.line ?? line });
    else entries.set(entry.id, entry);
  }
  if (candidates.length === 0) rejected.push({ line: 1, kind: 'nothing' });
  return { entries: [...entries.values()], rejected };
}

function planImport(stored: KnowledgeEntry[], entries: KnowledgeEntry[]) {
  const byId = new Map(stored.map((entry) => [entry.id, entry]));
  const added = entries.filter((entry) => !byId.has(entry.id));
  const updated = entries.filter((entry) => {
    const old = byId.get(entry.id);
    return old !== undefined && !isSameContent(old, entry);
  });
  const unchanged = entries.length - added.length - updated.length;
  return { writes: [...added, ...updated], added: added.length, updated: updated.length, unchanged };
}

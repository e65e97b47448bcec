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
import type { KnowledgeEntry } from '../domain/types.ts';
import type { Core } from './core.ts';
import { guessLanguage, words } from './retrieval/analyse.ts';
import { getServer } from './servers.ts';
import { languageSchema, urlSchema } from './settings.ts';

/** One entry as an owner gives it, wherever it comes from. */
export const entrySchema = z.object({
  id: z
    .string()
    .regex(/^[\w.:/-]{1,120}$/, 'must be 1 to 120 letters, digits or . : / _ -')
    .optional(),
  title: z.string().trim().min(1).max(MAX_ENTRY_TITLE_CHARACTERS).transform(toCleanText),
  text: z.string().trim().min(1).max(MAX_ENTRY_TEXT_CHARACTERS).transform(toCleanText),
  link: urlSchema.nullish(),
  language: languageSchema.nullish(),
});

export interface ImportResult {
  added: number;
  updated: number;
  unchanged: number;
  rejected: { line: number; reason: string }[];
}

/** A line of an import that is not an entry. */
interface Candidate {
  line: number;
  value: unknown;
}

export type ImportFormat = 'jsonl' | 'markdown';

/**
 * Imports entries; the same id updates. Nothing is imported when a single line is bad: the result then
 * lists every bad line.
 * @throws AppError('not_found' | 'invalid_input')
 */
export async function importKnowledge(
  core: Core,
  input: { serverId: string; text: string; format: ImportFormat },
): Promise<ImportResult> {
  await getServer(core, input.serverId);
  const candidates = input.format === 'jsonl' ? splitJsonLines(input.text) : splitMarkdown(input.text);
  const { entries, rejected } = readCandidates(candidates);
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

export async function listKnowledge(core: Core, serverId: string): Promise<KnowledgeEntry[]> {
  await getServer(core, serverId);
  return store.listKnowledge(core.database, serverId);
}

/** @throws AppError('not_found') */
export async function removeKnowledge(core: Core, serverId: string, entryId: string): Promise<void> {
  await getServer(core, serverId);
  const isDeleted = await store.deleteKnowledge(core.database, serverId, entryId);
  if (!isDeleted) throw new AppError('not_found', { message: `There is no entry with the id ${entryId}.` });
}

function splitJsonLines(text: string): Candidate[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line, index) => ({ line: index + 1, value: line }))
    .filter(({ value }) => value.trim() !== '')
    .map(({ line, value }) => ({ line, value: parseJson(value) }));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One entry a heading; fenced code may hold lines that begin with #. Text before the first heading is no entry. */
function splitMarkdown(text: string): Candidate[] {
  const found: { line: number; title: string; text: string[] }[] = [];
  let isInFence = false;
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (/^\s*(```|~~~)/.test(line)) isInFence = !isInFence;
    const heading = isInFence ? null : /^#{1,6}\s+(.+?)\s*#*$/.exec(line);
    if (heading) found.push({ line: index + 1, title: heading[1] ?? '', text: [] });
    else found.at(-1)?.text.push(line);
  }
  // A heading without text only groups the ones below it.
  return found
    .filter((section) => section.text.join('').trim() !== '')
    .map((section) => ({
      line: section.line,
      value: { title: section.title, text: section.text.join('\n') },
    }));
}

function readCandidates(candidates: Candidate[]) {
  const entries = new Map<string, KnowledgeEntry>();
  const rejected: ImportResult['rejected'] = [];
  for (const { line, value } of candidates) {
    const parsed = value === undefined ? null : entrySchema.safeParse(value);
    if (!parsed?.success) {
      rejected.push({ line, reason: parsed ? describeIssues(parsed.error) : 'is not JSON' });
      continue;
    }
    const entry = toEntry(parsed.data);
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

function toEntry(given: z.infer<typeof entrySchema>): KnowledgeEntry {
  const { title, text } = given;
  return {
    id: given.id ?? idFor(title),
    title,
    text,
    link: given.link ?? null,
    language: given.language ?? guessLanguage(words(`${title} ${text}`)),
    source: 'import',
    validUntil: null,
  };
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
  return a.title === b.title && a.text === b.text && a.link === b.link && a.language === b.language;
}

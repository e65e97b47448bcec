import type { z } from 'zod';
import * as store from '../../../adapters/db/knowledge/knowledge.ts';
import {
  MAX_ENTRY_QUESTIONS,
  MAX_ENTRY_TEXT_CHARACTERS,
  MAX_KNOWLEDGE_ENTRIES,
} from '../../../domain/limits.ts';
import type { KnowledgeEntry } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import { type ProposedForMany, proposeForMany, requireBackend } from '../../learning/proposals.ts';
import { describeIssues } from '../../owners/invalid-input.ts';
import { getServer } from '../../owners/servers.ts';
import { runInSlices, type Steps } from '../../slices.ts';
import { entrySchema, fullKnowledge, isSameContent, toEntry } from '../entry.ts';
import { addProposals, toWordings } from '../wordings.ts';
import { readCsv } from './csv.ts';
import { readMarkdownFile } from './markdown.ts';
import { readQuestions } from './questions.ts';
import { type Candidate, type Fault, type Note, readJsonLines } from './record.ts';

/** Kinds of files that can be imported, as messages name them. */
export const IMPORTABLE = 'Markdown (.md), JSON lines (.jsonl) and tables (.csv)';

interface ImportInput {
  serverId: string;
  text: string;
  format: ImportFormat;
  file?: string;
  /** Refuses what would only be a warning. */
  isStrict?: boolean;
  /** Has a model propose other wordings of what is added or changed. */
  isProposing?: boolean;
}

interface ImportCounts {
  added: number;
  updated: number;
  unchanged: number;
}

interface Explained {
  line: number;
  reason: string;
}

export interface ImportResult extends ImportCounts {
  rejected: Explained[];
  warnings: Explained[];
  /** Where that was wanted. */
  proposed?: ProposedForMany;
}

/** What was taken in another way than it stands there, or makes no entry and does no harm. */
export type Warning = { line: number } & Note;

export type Rejection = { line: number } & (
  | { kind: Fault | 'nothing' }
  | { kind: 'faulty'; error: z.ZodError }
  /** By its id, or by its title where the file gives none; and where it stood first. */
  | { kind: 'twice'; by: 'id' | 'title'; name: string; firstLine: number }
  | Note
);

/**
 * Imports entries; the same id updates. Nothing is imported when a single line is bad: the result then
 * lists every bad line. What makes no entry but harms none is a warning.
 * @throws AppError('not_found'), or 'invalid_input' with `entries` as `param`: they are too many for the server, or
 * `backend`: there is none to propose anything
 */
export async function importKnowledge(core: Core, input: ImportInput): Promise<ImportResult> {
  if (input.isProposing) requireBackend(core);
  const { rejected, warnings, writtenIds, ...counts } = await importAll(core, input);
  const explain = (issue: Rejection) => ({ line: issue.line, reason: describe(issue) });
  const result = { ...counts, rejected: rejected.map(explain), warnings: warnings.map(explain) };
  if (!input.isProposing) return result;
  const { signal } = new AbortController();
  return { ...result, proposed: await proposeForMany(core, input.serverId, writtenIds, signal) };
}

/** The same for whoever says in other words why a line was refused. */
export async function importEntries(core: Core, input: ImportInput): Promise<Imported> {
  const { writtenIds: _, ...imported } = await importAll(core, input);
  return imported;
}

interface Imported extends ImportCounts {
  rejected: Rejection[];
  warnings: Warning[];
}

async function importAll(core: Core, input: ImportInput): Promise<Imported & { writtenIds: string[] }> {
  await getServer(core, input.serverId);
  const { entries, warnings, ...checked } = await runInSlices(checkCandidates(core, input));
  const rejected: Rejection[] = input.isStrict
    ? [...checked.rejected, ...warnings].toSorted((one, other) => one.line - other.line)
    : checked.rejected;
  if (rejected.length > 0) {
    const counts = { added: 0, updated: 0, unchanged: 0 };
    return { ...counts, rejected, warnings: input.isStrict ? [] : warnings, writtenIds: [] };
  }
  const { writes, added, updated, unchanged } = await store.changeKnowledge(
    core.database,
    input.serverId,
    (stored) => {
      const plan = planImport(stored, entries);
      const total = stored.length + plan.added;
      if (total > MAX_KNOWLEDGE_ENTRIES) throw fullKnowledge(`; this would make ${total}`);
      return plan;
    },
  );
  return { added, updated, unchanged, rejected, warnings, writtenIds: writes.map(({ id }) => id) };
}

/** What each kind of fault says; those of `faulty` and `twice` depend on the entry. */
const SENTENCES: Record<Exclude<Rejection['kind'], 'faulty' | 'twice'>, (title: string) => string> = {
  not_json: () => 'is not JSON',
  not_csv: () => 'a quotation mark is opened here and never closed',
  no_columns: () => 'the first line must name the columns, such as question and answer, or title and text',
  other_kind: () => `this is another kind of file; ${IMPORTABLE} can be imported`,
  above_first_heading: (title) => `this text stands below no heading; it was taken as "${title}"`,
  same_title: (title) => `this title stands in the file more than once; it was taken as "${title}"`,
  same_entry: () => 'the same title with the same text stands in the file already',
  cut: (title) =>
    `the text of "${title}" is longer than ${MAX_ENTRY_TEXT_CHARACTERS} characters; it was taken as several entries`,
  many_questions: (title) =>
    `"${title}" has more than ${MAX_ENTRY_QUESTIONS} other wordings; the first ${MAX_ENTRY_QUESTIONS} were taken`,
  no_text: () => 'this heading or question has no text',
  nothing: () => 'there is no entry in this file',
};

function describe(issue: Rejection): string {
  if (issue.kind === 'faulty') return describeIssues(issue.error);
  if (issue.kind === 'twice')
    return `the ${issue.by} "${issue.name}" stands in line ${issue.firstLine} already`;
  return SENTENCES[issue.kind]('title' in issue ? issue.title : '');
}

function* checkCandidates(
  core: Core,
  { text, format, file }: ImportInput,
): Steps<{ entries: ImportedEntry[]; rejected: Rejection[]; warnings: Warning[] }> {
  const entries = new Map<string, ImportedEntry>();
  const rejected: Rejection[] = [];
  const warnings: Warning[] = [];
  for (const { line, fault, note, value } of readCandidates(text, format, file)) {
    yield;
    if (fault) rejected.push({ line, kind: fault });
    else if (note) warnings.push({ line, ...note });
    else {
      const { value: limited, isCut } = readQuestions(value);
      const { faulty, entry } = addEntry(core, entries, { line, value: limited }, file);
      if (faulty) rejected.push(faulty);
      else if (isCut) warnings.push({ line, kind: 'many_questions', title: entry.title });
    }
  }
  if (entries.size + rejected.length === 0) rejected.push({ line: 1, kind: 'nothing' });
  return { entries: [...entries.values()], rejected, warnings };
}

/** An entry of a file; one that says nothing of other wordings keeps those that are stored. */
interface ImportedEntry {
  entry: KnowledgeEntry;
  saysQuestions: boolean;
}

type Checked = { faulty: Rejection; entry?: never } | { faulty?: never; entry: KnowledgeEntry };

function addEntry(
  core: Core,
  entries: Map<string, ImportedEntry>,
  { line, value }: Candidate,
  file: string | undefined,
): Checked {
  const { data: given, error } = entrySchema.safeParse(value);
  if (error) return { faulty: { line, kind: 'faulty', error } };
  const provenance = { ...(file === undefined ? {} : { file }), line };
  const entry = toEntry(core, given, { source: 'import', provenance });
  const first = entries.get(entry.id)?.entry;
  if (!first) {
    entries.set(entry.id, { entry, saysQuestions: Boolean(given.questions) });
    return { entry };
  }
  const by = given.id === undefined ? 'title' : 'id';
  const firstLine = first.provenance.line ?? line;
  return { faulty: { line, kind: 'twice', by, name: given.id ?? entry.title, firstLine } };
}

function planImport(stored: KnowledgeEntry[], imported: ImportedEntry[]) {
  const byId = new Map(stored.map((entry) => [entry.id, entry]));
  const entries = imported.map((one) => keepQuestions(one, byId.get(one.entry.id)));
  const added = entries.filter((entry) => !byId.has(entry.id));
  const updated = entries.filter((entry) => {
    const old = byId.get(entry.id);
    return old !== undefined && !isSameContent(old, entry);
  });
  const unchanged = entries.length - added.length - updated.length;
  return { writes: [...added, ...updated], added: added.length, updated: updated.length, unchanged };
}

/** What a model proposed stays beside what the file says, for the file's owner to take out. */
function keepQuestions({ entry, saysQuestions }: ImportedEntry, old?: KnowledgeEntry): KnowledgeEntry {
  if (!old) return entry;
  const said = saysQuestions ? entry : { ...entry, ...toWordings(entry.title, old.questions, old.proposed) };
  return { ...said, ...addProposals(said, old.proposed) };
}

export type ImportFormat = 'jsonl' | 'markdown' | 'csv';

const ENDINGS: [ImportFormat, RegExp][] = [
  ['jsonl', /(?:^|\.)(?:jsonl|ndjson)$/i],
  ['markdown', /(?:^|\.)(?:md|mdx|markdown)$/i],
  ['csv', /(?:^|\.)(?:csv|tsv)$/i],
];

/** How a file is read, by its name or by its ending alone; null for what cannot be imported. */
export function formatOf(name: string): ImportFormat | null {
  return ENDINGS.find(([, ending]) => ending.test(name))?.[0] ?? null;
}

/** What files of other kinds begin with, whatever they are called. */
const OTHER_KIND = /^(?:%PDF-|\{\\rtf|\s*(?:<\?xml[^>]*>\s*)?(?:<!doctype html|<html[\s>]|<svg[\s>]))/i;
const ZIP = 'PK\u0003\u0004';

/**
 * The entries of a file, one after the other, so that others have their turn between them.
 * @param name of the file, where it has one: it names what stands below no heading.
 */
export function* readCandidates(text: string, format: ImportFormat, name?: string): Generator<Candidate> {
  const plain = text.replace(/^\uFEFF/, '');
  const isOther = OTHER_KIND.test(plain.slice(0, 1_000)) || plain.startsWith(ZIP);
  if (isOther) yield { line: 1, fault: 'other_kind' };
  else if (format === 'jsonl') yield* readJsonLines(plain);
  else if (format === 'csv') yield* readCsv(plain);
  else yield* readMarkdownFile(plain, name);
}

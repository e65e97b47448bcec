import type { KnowledgeEntry } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import type { Steps } from '../../runtime/slices.ts';
import { entrySchema, toEntry } from '../entry.ts';
import type { ImportFormat } from './formats.ts';
import { unitOf } from './formats.ts';
import type { Rejection, Warning } from './issues.ts';
import { readQuestions } from './questions.ts';
import type { Candidate, FileFault, ImportUnit } from './record.ts';

/** An entry of a file. If it says nothing of other wordings, the stored ones stay. */
export interface ImportedEntry {
  entry: KnowledgeEntry;
  saysQuestions: boolean;
}

/** A file's content, checked but not written. */
export interface ReadImport {
  file?: string | undefined;
  unit: ImportUnit;
  entries: ImportedEntry[];
  /** Why nothing of it can be imported; empty if it can. */
  rejected: Rejection[];
  warnings: Warning[];
}

interface CheckOptions {
  format: ImportFormat;
  file?: string | undefined;
  /** Refuses warnings too. */
  isStrict?: boolean | undefined;
}

/** Checks a file entry by entry. Where some are sound, a faulty one is a warning. */
export function* checkCandidates(
  core: Core,
  candidates: Iterable<Candidate>,
  { format, file, isStrict = false }: CheckOptions,
): Steps<ReadImport> {
  const entries = new Map<string, ImportedEntry>();
  const warnings: Warning[] = [];
  const about = { file, unit: unitOf(format) };
  for (const { line, fault, note, value } of candidates) {
    yield;
    if (fault && fault !== 'not_json') return refuse(about, [{ line, kind: fault satisfies FileFault }], []);
    if (fault) warnings.push({ line, kind: fault });
    else if (note) warnings.push({ line, ...note });
    else warnings.push(...addEntry(core, entries, { line, value }, file));
  }
  warnings.sort((one, other) => one.line - other.line);
  if (entries.size === 0) {
    const bad = warnings.filter(isBad);
    const rest = warnings.filter((warning) => !isBad(warning));
    return refuse(about, bad.length > 0 ? bad : [{ line: 1, kind: 'nothing' }], rest);
  }
  if (isStrict && warnings.length > 0) return refuse(about, warnings, []);
  return { ...about, entries: [...entries.values()], rejected: [], warnings };
}

function refuse(
  about: Pick<ReadImport, 'file' | 'unit'>,
  rejected: Rejection[],
  warnings: Warning[],
): ReadImport {
  return { ...about, entries: [], rejected, warnings };
}

/** Tells whether it is a mistake in the file, which nothing harmless explains. */
function isBad({ kind }: Warning): boolean {
  return kind === 'not_json' || kind === 'faulty' || kind === 'twice';
}

function addEntry(
  core: Core,
  entries: Map<string, ImportedEntry>,
  { line, value }: Candidate,
  file: string | undefined,
): Warning[] {
  const { value: limited, isCut } = readQuestions(value);
  const { data: given, error } = entrySchema.safeParse(limited);
  if (error) return [{ line, kind: 'faulty', error }];
  const provenance = { ...(file === undefined ? {} : { file }), line };
  const entry = toEntry(core, given, { source: 'import', provenance });
  const first = entries.get(entry.id)?.entry;
  if (first) {
    const by = given.id === undefined ? 'title' : 'id';
    const firstLine = first.provenance.line ?? line;
    return [{ line, kind: 'twice', by, name: given.id ?? entry.title, firstLine }];
  }
  entries.set(entry.id, { entry, saysQuestions: Boolean(given.questions) });
  return isCut ? [{ line, kind: 'many_questions', title: entry.title }] : [];
}

import { readCsv } from './csv.ts';
import { readJsonLines } from './json-lines.ts';
import { readMarkdownFile } from './markdown.ts';

export type ImportFormat = 'jsonl' | 'markdown' | 'csv';

const FORMATS = new Map<string, ImportFormat>([
  ['jsonl', 'jsonl'],
  ['ndjson', 'jsonl'],
  ['md', 'markdown'],
  ['mdx', 'markdown'],
  ['markdown', 'markdown'],
  ['csv', 'csv'],
  ['tsv', 'csv'],
]);

/** How a file is read, by its name or by its ending alone; null for what cannot be imported. */
export function formatOf(name: string): ImportFormat | null {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  return FORMATS.get(ending.toLowerCase()) ?? null;
}

/** What was not taken as it stands there, though nothing is wrong with the file. */
export type Note =
  | { kind: 'above_first_heading' | 'same_title' | 'cut'; title: string }
  | { kind: 'no_text' | 'same_entry' };

/** What cannot be read as an entry. */
export type Fault = 'not_json' | 'not_csv' | 'no_columns' | 'other_kind';

/** One entry of a file as it stands there, not checked yet, or what there is instead. */
export interface Candidate {
  /** Of the file, from 1. */
  line: number;
  value?: unknown;
  fault?: Fault;
  note?: Note;
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

import type { DocumentFault } from '../../../adapters/files/fault.ts';
import { readExportedText, readExportedTitle } from '../../../adapters/markdown/html.ts';
import { LANGUAGES } from '../../../domain/types.ts';

/** Office files that need one more step before they can be read. */
export type ForeignFile = 'spreadsheet' | 'other_document';

/** Taken otherwise than written, though nothing is wrong with the file. */
export type Note =
  | {
      kind:
        | 'above_first_heading'
        | 'same_title'
        | 'cut'
        | 'many_questions'
        | 'unknown_columns'
        | 'no_question'
        | 'not_utf8';
      title: string;
    }
  | { kind: 'no_text' | 'no_title' | 'same_entry' }
  /** Articles of a help desk that are unpublished, or for some readers alone. */
  | { kind: 'drafts' | 'restricted'; count: number };

/** Makes the whole file unreadable; `too_slow` and `too_much_memory`: reading was given up. */
export type FileFault =
  | ('not_csv' | 'no_columns' | 'long_row' | 'other_kind' | 'encoding' | 'unknown_json' | 'bad_json')
  | ('too_many' | 'too_slow' | 'too_much_memory')
  | ForeignFile
  | DocumentFault;

/** Makes one line unreadable, or with a `FileFault` the whole file. */
export type Fault = 'not_json' | FileFault;

/** Counted by the numbers of a file's issues. */
export type ImportUnit = 'line' | 'page' | 'article' | 'section';

/** An unchecked entry of a file, or its fault or note. */
export interface Candidate {
  /** From 1, in the unit of the format. */
  line: number;
  value?: unknown;
  fault?: Fault;
  note?: Note;
}

/** Names of our fields in other programs. */
const ALIASES = {
  title: ['question', 'name', 'subject'],
  text: ['answer', 'body', 'content'],
  link: ['url', 'html_url'],
  language: ['locale', 'lang'],
} as const;

/** A record of our own files or of a help desk's export as an entry; a title alone makes none. */
export function readRecord(value: unknown): Pick<Candidate, 'value' | 'note'> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { value };
  const record = withOurNames({ ...value });
  const { id, title, text, link, language } = record;
  if (typeof title !== 'string' || title.trim() === '') return { value: record };
  if (isEmpty(text)) return { note: { kind: 'no_text' } };
  record.title = readExportedTitle(title);
  if (typeof text === 'string') record.text = readExportedText(text, typeof link === 'string' ? link : null);
  if (typeof id === 'number') record.id = String(id);
  if (typeof language === 'string') record.language = withoutRegion(language);
  return isEmpty(record.text) ? { note: { kind: 'no_text' } } : { value: record };
}

function withOurNames(record: Record<string, unknown>): Record<string, unknown> {
  for (const [field, names] of Object.entries(ALIASES)) {
    if (record[field] !== undefined) continue;
    const name = names.find((one) => record[one] !== undefined);
    if (name === undefined) continue;
    const value = record[name] === '' ? null : record[name];
    record[field] = field === 'language' ? languageOf(value) : value;
  }
  return record;
}

function isEmpty(text: unknown): boolean {
  return text === undefined || text === null || (typeof text === 'string' && text.trim() === '');
}

const SPOKEN = new RegExp(`^(?:${LANGUAGES.join('|')})(?![a-z])`, 'i');

/** `en-us` is `en`. */
function withoutRegion(language: string): string {
  return /^..[-_]/.test(language) ? (SPOKEN.exec(language)?.[0].toLowerCase() ?? language) : language;
}

/** An exported language if entries can have it; others are told by the words. */
export function languageOf(value: unknown): unknown {
  if (typeof value !== 'string') return null;
  return SPOKEN.exec(value)?.[0].toLowerCase() ?? null;
}

export function* readJsonLines(text: string): Generator<Candidate> {
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    if (line.trim() !== '') yield { line: index + 1, ...parse(line) };
  }
}

function parse(text: string): Omit<Candidate, 'line'> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: 'not_json' };
  }
  return readRecord(value);
}

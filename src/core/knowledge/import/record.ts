import type { DocumentFault } from '../../../adapters/files/fault.ts';
import { readExportedText, readExportedTitle } from '../../../adapters/markdown/html.ts';
import { LANGUAGES } from '../../../domain/types.ts';

/** Files of office programs that lack one step to be read. */
export type ForeignFile = 'spreadsheet' | 'other_document';

/** What was not taken as it stands there, though nothing is wrong with the file. */
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
  | { kind: 'no_text' | 'same_entry' }
  /** Articles of a help desk that are not for everyone: not published yet, or for some readers alone. */
  | { kind: 'drafts' | 'restricted'; count: number };

/** Why nothing of a file can be read; `too_slow` and `too_much_memory`: it was given up. */
export type FileFault =
  | ('not_csv' | 'no_columns' | 'long_row' | 'other_kind' | 'encoding' | 'unknown_json' | 'bad_json')
  | ('too_many' | 'too_slow' | 'too_much_memory')
  | ForeignFile
  | DocumentFault;

/** What cannot be read as an entry: one line, or with a `FileFault` the whole file. */
export type Fault = 'not_json' | FileFault;

/** What the numbers of a file's issues count. */
export type ImportUnit = 'line' | 'page' | 'article' | 'section';

/** One entry of a file as it stands there, not checked yet, or what there is instead. */
export interface Candidate {
  /** Of the file, from 1: its line, or what else the unit of its kind is. */
  line: number;
  value?: unknown;
  fault?: Fault;
  note?: Note;
}

/** Names that other programs export our fields by. */
const ALIASES = {
  title: ['question', 'name', 'subject'],
  text: ['answer', 'body', 'content'],
  link: ['url', 'html_url'],
  language: ['locale', 'lang'],
} as const;

/** A record of our own files or of a help desk's export as an entry; with a title alone it makes none. */
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

/** Of an export's languages those that entries can have; another one is told by the words. */
export function languageOf(value: unknown): unknown {
  if (typeof value !== 'string') return null;
  return SPOKEN.exec(value)?.[0].toLowerCase() ?? null;
}

/** One entry a line, as our own files and the exports of help desks have it. */
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

import type { z } from 'zod';
import { MAX_ENTRY_QUESTIONS, MAX_ENTRY_TEXT_CHARACTERS } from '../../../domain/limits.ts';
import { describeIssues } from '../../owners/invalid-input.ts';
import { IMPORTABLE } from './formats.ts';
import type { FileFault, ImportUnit, Note } from './record.ts';

/** Makes no entry or another one than written, where the rest of the file is sound. */
export type Warning = { line: number } & (
  | Note
  | { kind: 'not_json' }
  | { kind: 'faulty'; error: z.ZodError }
  /** By its id, or by its title in a file without ids; and where it stood first. */
  | { kind: 'twice'; by: 'id' | 'title'; name: string; firstLine: number }
);

/** Refuses a file; a warning does so on request, or where nothing else is in it. */
export type Rejection = Warning | ({ line: number } & { kind: FileFault | 'nothing' });

export interface Explained {
  line: number;
  reason: string;
  /** It is about the whole file: the sentence continues from its name. */
  isOfFile?: true;
}

/** Sentences about a whole file; they go on from its name. */
const OF_FILE = {
  other_kind: `is of a kind that cannot be imported, or not of the kind its name says. ${IMPORTABLE} can be imported`,
  spreadsheet: 'is a spreadsheet. Save it as CSV (in Excel: "CSV UTF-8") and import that file',
  other_document: 'is a kind of document that cannot be imported. Save it as .docx and import that file',
  encoding: 'is not UTF-8. Save it as UTF-8 and try again',
  unknown_json:
    'has no articles that can be read. Supported are the exports of Zendesk ({"articles": […]}), Intercom ({"data": […]}) and Freshdesk (categories, folders, articles). Entries of your own go into JSON lines (.jsonl) with title and text',
  bad_json: 'is not one JSON document. Export it again, or call it .jsonl if each line is one entry',
  broken: 'cannot be read; it may be damaged. Open it, save it again and import the new file',
  locked:
    'needs a password, or comes from an old version of Word. Save it without a password, and Word documents as .docx',
  pictures: 'has no text, only pictures. Run text recognition (OCR) on it first',
  too_many_pages: 'has more than 2,000 pages. Split it and import its parts one after another',
  too_many: 'has more than a server can hold. Split it and import what matters',
  too_slow: 'takes too long to read. Split it, or save it again in a simpler form',
  too_much_memory: 'takes too much memory to read. Split it, or save it again in a simpler form',
};

type LineKind = Exclude<Rejection['kind'], 'faulty' | 'twice' | keyof typeof OF_FILE>;

/** @param what a title, names or a number. */
const OF_LINE: Record<LineKind, (what: string) => string> = {
  not_json: () => 'is not JSON',
  not_csv: () => 'a quotation mark is opened here and never closed',
  no_columns: () => 'the first line must name the columns, such as question and answer, or title and text',
  long_row: () =>
    'this row has more than a million characters; a quotation mark may be missing, or the file is no table',
  above_first_heading: (title) => `this text has no heading; it was imported as "${title}"`,
  same_title: (title) => `the file has this title more than once; it was imported as "${title}"`,
  same_entry: () => 'the file already has the same title with the same text',
  cut: (title) =>
    `the text of "${title}" is longer than ${MAX_ENTRY_TEXT_CHARACTERS} characters; it was split into several entries`,
  many_questions: (title) =>
    `"${title}" has more than ${MAX_ENTRY_QUESTIONS} other wordings; the first ${MAX_ENTRY_QUESTIONS} were taken`,
  unknown_columns: (names) => `columns that are not used: ${names}`,
  no_question: (title) => `this row has no question; it was imported as "${title}"`,
  not_utf8: (word) =>
    `the table is not UTF-8; it was read as Windows-1252, with words like "${word}". Save it as UTF-8 if that is wrong`,
  no_text: () => 'this heading or question has no text',
  no_title: () => 'this heading has no words; what stands below it was taken with what stands above',
  drafts: (count) => `articles that are not published were left out: ${count}`,
  restricted: (count) => `articles that not everyone may read were left out: ${count}`,
  nothing: () => 'there is no entry in this file',
};

function isOfFile(kind: Rejection['kind']): kind is keyof typeof OF_FILE {
  return Object.hasOwn(OF_FILE, kind);
}

/** These units have no headings. */
const NO_TEXT: Partial<Record<ImportUnit, string>> = {
  page: 'this page has no text',
  article: 'this article has no text',
};

/** The fault as a sentence for whoever imports a file on the command line. */
export function explain(issue: Rejection, unit: ImportUnit): Explained {
  return { line: issue.line, reason: describe(issue, unit), ...(isOfFile(issue.kind) && { isOfFile: true }) };
}

function describe(issue: Rejection, unit: ImportUnit): string {
  if (issue.kind === 'faulty') return describeIssues(issue.error);
  if (issue.kind === 'twice')
    return `the ${issue.by} "${issue.name}" is already in ${unit} ${issue.firstLine}`;
  if (issue.kind === 'no_text') return NO_TEXT[unit] ?? OF_LINE.no_text('');
  if (isOfFile(issue.kind)) return OF_FILE[issue.kind];
  if ('count' in issue) return OF_LINE[issue.kind](String(issue.count));
  return OF_LINE[issue.kind]('title' in issue ? issue.title : '');
}

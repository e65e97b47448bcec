import { DocumentFaultError } from '../../../adapters/files/fault.ts';
import { decodeUtf8 } from '../../../domain/text.ts';
import { readDocxFile, readHtmlFile, readPdfFile } from './documents.ts';
import { isExport } from './exports.ts';
import { type ImportFormat, isBinary, isTextFormat, isWorkbook } from './formats.ts';
import type { Candidate } from './record.ts';
import { parseJson, readCandidates } from './texts.ts';

const PDF_START = '%PDF-';
/** Mail programs and scanners put a few bytes before a PDF. */
const PDF_START_WITHIN = 1_024;

export interface FileInput {
  bytes: Uint8Array;
  format: ImportFormat;
  /** The file's name; it names text that stands below no heading. */
  name?: string | undefined;
}

/**
 * The entries of an untrusted file: call it where it can be ended.
 * @returns the format by which it was read: an export of a help desk may be called `.jsonl`.
 */
export function readFile(file: FileInput): { format: ImportFormat; candidates: AsyncIterable<Candidate> } {
  const text = isTextFormat(file.format) ? decode(file.bytes) : null;
  const format = text !== null && isWholeExport(text, file.format) ? 'json' : file.format;
  return { format, candidates: guard(readBytes({ ...file, format }, text)) };
}

async function* guard(candidates: AsyncIterable<Candidate> | Iterable<Candidate>): AsyncGenerator<Candidate> {
  try {
    yield* candidates;
  } catch (error) {
    if (!(error instanceof DocumentFaultError)) throw error;
    yield { line: 1, fault: error.fault };
  }
}

function readBytes({ bytes, format, name }: FileInput, text: string | null) {
  const start = Buffer.from(bytes.subarray(0, PDF_START_WITHIN)).toString('latin1');
  if (format === 'pdf') return start.includes(PDF_START) ? readPdfFile(bytes, name) : refuse('other_kind');
  if (isBinary(bytes) && isWorkbook(bytes)) return refuse('spreadsheet');
  if (format === 'docx') return readDocxFile(bytes, name);
  if (isBinary(bytes)) return refuse('other_kind');
  if (format === 'html') return readHtmlFile(bytes, name);
  if (text !== null) return readCandidates(text, format, name);
  return format === 'csv' ? readOldTable(bytes) : refuse('encoding');
}

/** A table as Excel saves it on Windows; characters without a letter there reveal another encoding. */
function* readOldTable(bytes: Uint8Array): Generator<Candidate> {
  const text = new TextDecoder('windows-1252').decode(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (/[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/.test(text)) return yield* refuse('encoding');
  const [title = ''] = /[\p{L}\p{N}]*[^\x20-\x7e\s][\p{L}\p{N}]*/u.exec(text) ?? [];
  yield { line: 1, note: { kind: 'not_utf8', title } };
  yield* readCandidates(text, 'csv');
}

function* refuse(fault: 'other_kind' | 'encoding' | 'spreadsheet'): Generator<Candidate> {
  yield { line: 1, fault };
}

function decode(bytes: Uint8Array): string | null {
  return decodeUtf8(bytes);
}

/** JSON lines that are one document: with line breaks in it, or one line that is an export. */
function isWholeExport(text: string, format: ImportFormat): boolean {
  if (format !== 'jsonl') return false;
  const [first = ''] = text.trimStart().split(/\r\n?|\n/, 1);
  const line = parseJson(first);
  return line === undefined ? isExport(parseJson(text)) : isExport(line) && !isRecord(line);
}

/** A line of our own has a title beside its text; a holder of articles has none. */
function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'title' in value;
}

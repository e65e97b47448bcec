import type { ForeignFile, ImportUnit } from './record.ts';

export type ImportFormat = 'jsonl' | 'json' | 'markdown' | 'csv' | 'html' | 'pdf' | 'docx';

/** As messages name them. */
export const IMPORTABLE =
  'Markdown (.md), JSON lines (.jsonl), tables (.csv), pages (.html), PDF (.pdf), Word (.docx) and the JSON exports (.json) of Zendesk, Intercom and Freshdesk';

const ENDINGS: Readonly<Record<ImportFormat | ForeignFile, string>> = {
  ...{ jsonl: 'jsonl ndjson', json: 'json', markdown: 'md mdx markdown', csv: 'csv tsv' },
  ...{ html: 'htm html xhtml', pdf: 'pdf', docx: 'docx' },
  ...{ spreadsheet: 'xls xlsx xlsm xlsb ods numbers', other_document: 'doc docm dot dotx rtf odt pages' },
};

function kindOf(name: string): ImportFormat | ForeignFile | null {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const kinds = Object.keys(ENDINGS) as (ImportFormat | ForeignFile)[];
  return kinds.find((kind) => ENDINGS[kind].split(' ').includes(ending)) ?? null;
}

function isForeign(kind: ImportFormat | ForeignFile): kind is ForeignFile {
  return kind === 'spreadsheet' || kind === 'other_document';
}

/** The format by a file's name or its ending alone; null if it cannot be imported. */
export function formatOf(name: string): ImportFormat | null {
  const kind = kindOf(name);
  return kind === null || isForeign(kind) ? null : kind;
}

export function foreignOf(name: string): ForeignFile | null {
  const kind = kindOf(name);
  return kind !== null && isForeign(kind) ? kind : null;
}

/** Parts that only workbooks hold; their names stand plain in an archive. */
const OF_WORKBOOKS = ['xl/workbook.', 'application/vnd.oasis.opendocument.spreadsheet'];

/** Tells whether an archive is a workbook of Excel or LibreOffice, whatever its file is called. */
export function isWorkbook(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return OF_WORKBOOKS.some((part) => buffer.includes(part));
}

const UNITS: Record<ImportFormat, ImportUnit> = {
  ...{ jsonl: 'line', markdown: 'line', csv: 'line', pdf: 'page', json: 'article' },
  ...{ html: 'section', docx: 'section' },
};

export function unitOf(format: ImportFormat): ImportUnit {
  return UNITS[format];
}

/** Text is UTF-8 or UTF-16; a page names its own encoding. */
export function isTextFormat(format: ImportFormat): boolean {
  return format !== 'pdf' && format !== 'docx' && format !== 'html';
}

/** Signatures of PDF, of Office documents and of old or encrypted ones. */
const BINARY_STARTS = ['%PDF-', 'PK\u0003\u0004', '\u00d0\u00cf\u0011\u00e0'];

export function isBinary(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 8)).toString('latin1');
  return BINARY_STARTS.some((binary) => start.startsWith(binary));
}

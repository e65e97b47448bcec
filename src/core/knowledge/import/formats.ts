import type { ForeignFile, ImportUnit } from './record.ts';

export type ImportFormat = 'jsonl' | 'json' | 'markdown' | 'csv' | 'html' | 'pdf' | 'docx';

/** Kinds of files that can be imported, as messages name them. */
export const IMPORTABLE =
  'Markdown (.md), JSON lines (.jsonl), tables (.csv), pages (.html), PDF (.pdf), Word (.docx) and the JSON exports (.json) of Zendesk, Intercom and Freshdesk';

const ENDINGS: [ImportFormat, RegExp][] = [
  ['jsonl', /(?:^|\.)(?:jsonl|ndjson)$/i],
  ['json', /(?:^|\.)json$/i],
  ['markdown', /(?:^|\.)(?:md|mdx|markdown)$/i],
  ['csv', /(?:^|\.)(?:csv|tsv)$/i],
  ['html', /(?:^|\.)(?:html?|xhtml)$/i],
  ['pdf', /(?:^|\.)pdf$/i],
  ['docx', /(?:^|\.)docx$/i],
];

/** How a file is read, by its name or by its ending alone; null for what cannot be imported. */
export function formatOf(name: string): ImportFormat | null {
  return ENDINGS.find(([, ending]) => ending.test(name))?.[0] ?? null;
}

const FOREIGN: [ForeignFile, RegExp][] = [
  ['spreadsheet', /(?:^|\.)(?:xls[xmb]?|ods|numbers)$/i],
  ['other_document', /(?:^|\.)(?:docm?|dotx?|rtf|odt|pages)$/i],
];

/** Which of them a file is by its name; null for all others. */
export function foreignOf(name: string): ForeignFile | null {
  return FOREIGN.find(([, ending]) => ending.test(name))?.[0] ?? null;
}

/** Parts that only workbooks hold; names stand plain in an archive. */
const OF_WORKBOOKS = ['xl/workbook.', 'application/vnd.oasis.opendocument.spreadsheet'];

/** Whether an archive is a workbook of Excel or LibreOffice, whatever its file is called. */
export function isWorkbook(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return OF_WORKBOOKS.some((part) => buffer.includes(part));
}

const UNITS: Record<ImportFormat, ImportUnit> = {
  ...{ jsonl: 'line', markdown: 'line', csv: 'line', pdf: 'page', json: 'article' },
  ...{ html: 'section', docx: 'section' },
};

/** What the numbers of its issues count. */
export function unitOf(format: ImportFormat): ImportUnit {
  return UNITS[format];
}

/** Whether it is text in UTF-8 or UTF-16; a page says itself how it is written. */
export function isTextFormat(format: ImportFormat): boolean {
  return format !== 'pdf' && format !== 'docx' && format !== 'html';
}

/** What a PDF, an Office document and an old or encrypted one begin with. */
const BINARY_STARTS = ['%PDF-', 'PK\u0003\u0004', '\u00d0\u00cf\u0011\u00e0'];

/** Whether bytes are none of a text, whatever their file is called. */
export function isBinary(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 8)).toString('latin1');
  return BINARY_STARTS.some((binary) => start.startsWith(binary));
}

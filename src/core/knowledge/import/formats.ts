import type { ImportUnit } from './record.ts';

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

const UNITS: Record<ImportFormat, ImportUnit> = {
  ...{ jsonl: 'line', markdown: 'line', csv: 'line', pdf: 'page', json: 'article' },
  ...{ html: 'section', docx: 'section' },
};

/** What the numbers of its issues count. */
export function unitOf(format: ImportFormat): ImportUnit {
  return UNITS[format];
}

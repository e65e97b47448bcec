import { readSections } from './markdown.ts';

/** One entry of a file as it stands there, not checked yet, or why there is none. */
export type Candidate = {
  /** Of the file, from 1. */
  line: number;
} & ({ value: unknown } | { fault: 'not_json' | 'no_heading' | 'no_text' });

export type ImportFormat = 'jsonl' | 'markdown';

/** The entries of a file: one a line, or one a heading. */
export function readCandidates(text: string, format: ImportFormat): Candidate[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  return format === 'jsonl' ? readJsonLines(lines) : readMarkdown(lines);
}

function readJsonLines(lines: readonly string[]): Candidate[] {
  return lines
    .map((line, index) => ({ line: index + 1, text: line }))
    .filter(({ text }) => text.trim() !== '')
    .map(({ line, text }) => ({ line, ...parseJson(text) }));
}

function parseJson(text: string): { value: unknown } | { fault: 'not_json' } {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { fault: 'not_json' };
  }
}

const RULE = /^[-*_\s]+$/;
const isSaid = (row: string) => row.trim() !== '' && !RULE.test(row);

/**
 * One entry a heading. A heading without text may group those below it; text above the first one is of no entry. A
 * rule below an entry parts it from the next, one above its text from its heading.
 */
function readMarkdown(lines: readonly string[]): Candidate[] {
  const sections = readSections(lines);
  return sections.flatMap((section, index): Candidate[] => {
    const { line, level, title, text, facts } = section;
    const first = text.findIndex(isSaid);
    const said = text.slice(Math.max(0, first), text.findLastIndex(isSaid) + 1).join('\n');
    if (level === 0) return first < 0 ? [] : [{ line: line + first, fault: 'no_heading' }];
    if (first >= 0) return [{ line, value: { ...facts, title, text: said } }];
    return (sections[index + 1]?.level ?? 0) > level ? [] : [{ line, fault: 'no_text' }];
  });
}

/** One entry of a file as it stands there, not checked yet, or why there is none. */
export type Candidate = {
  /** Of the file, from 1. */
  line: number;
} & ({ value: unknown } | { fault: 'not_json' | 'no_heading' | 'no_text' });

export type ImportFormat = 'jsonl' | 'markdown';

/** The entries of a file: one a line, or one a heading. */
export function readCandidates(text: string, format: ImportFormat): Candidate[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  return format === 'jsonl' ? readJsonLines(lines) : readMarkdown(withoutFrontMatter(lines));
}

/** What site generators keep between `---` at the top says nothing to anybody who asks; line numbers stay. */
function withoutFrontMatter(lines: readonly string[]): readonly string[] {
  const end = lines[0]?.trim() === '---' ? lines.indexOf('---', 1) : -1;
  return end < 0 ? lines : lines.map((line, index) => (index <= end ? '' : line));
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

interface Section {
  line: number;
  level: number;
  title: string;
  text: string[];
}

const BEFORE_HEADINGS = { line: 1, level: 0, title: '' };
const COMMENT = /^\s*<!--.*-->\s*$/;

/** One entry a heading. A heading without text may group those below it; text above the first one is of no entry. */
function readMarkdown(lines: readonly string[]): Candidate[] {
  const sections = readSections(lines);
  return sections.flatMap((section, index): Candidate[] => {
    const { line, level, text } = section;
    const isEmpty = text.every((row) => row.trim() === '');
    if (level === 0) {
      const first = text.findIndex((row) => row.trim() !== '' && !COMMENT.test(row));
      return first < 0 ? [] : [{ line: line + first, fault: 'no_heading' }];
    }
    if (!isEmpty) return [toCandidate(section)];
    return (sections[index + 1]?.level ?? 0) > level ? [] : [{ line, fault: 'no_text' }];
  });
}

/** By heading; fenced code may hold lines that look like one. What stands above the first one has level 0. */
function readSections(lines: readonly string[]): Section[] {
  const sections: Section[] = [{ ...BEFORE_HEADINGS, text: [] }];
  let isInFence = false;
  for (const [index, line] of lines.entries()) {
    if (/^\s*(```|~~~)/.test(line)) isInFence = !isInFence;
    const heading = isInFence ? null : /^(#{1,6})\s+(.+?)\s*#*$/.exec(line);
    const current = sections.at(-1);
    if (heading) {
      const [, marks = '', title = ''] = heading;
      sections.push({ line: index + 1, level: marks.length, title, text: [] });
    } else if (!isInFence && current && isUnderline(line, current.text)) {
      const title = current.text.pop()?.trim() ?? '';
      sections.push({ line: index, level: line.startsWith('=') ? 1 : 2, title, text: [] });
    } else current?.text.push(line);
  }
  return sections;
}

/** Whether a line makes a heading of the one above it, which has to stand alone: `Returns` over `=======`. */
function isUnderline(line: string, above: readonly string[]): boolean {
  if (!/^(?:=+|-{2,})\s*$/.test(line)) return false;
  const isAlone = (above.at(-2) ?? '').trim() === '';
  return isAlone && /^\s{0,3}[\p{L}\p{N}"'(*_]/u.test(above.at(-1) ?? '');
}

/** `<!-- id: returns; language: en; valid_until: 2026-12-31 -->` below a heading says what a JSON line would. */
const FACTS = /^\s*<!--\s*(\w+\s*:.*?)\s*-->\s*$/;

function toCandidate({ line, title, text }: Section): Candidate {
  const first = text.findIndex((row) => row.trim() !== '');
  const given = FACTS.exec(text[first] ?? '')?.[1];
  if (given === undefined) return { line, value: { title, text: text.join('\n') } };
  const facts = Object.fromEntries(given.split(';').flatMap(toFact));
  return { line, value: { ...facts, title, text: text.toSpliced(first, 1).join('\n') } };
}

function toFact(text: string): [string, string][] {
  const [, name, value] = /^\s*(\w+)\s*:\s*(.*?)\s*$/.exec(text) ?? [];
  return name === undefined || value === undefined ? [] : [[name, value]];
}

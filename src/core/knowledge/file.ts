/** One entry of a file as it stands there, not checked yet; undefined when it cannot even be read. */
export interface Candidate {
  /** Of the file, from 1. */
  line: number;
  value: unknown;
}

export type ImportFormat = 'jsonl' | 'markdown';

/** The entries of a file: one a line, or one a heading. */
export function readCandidates(text: string, format: ImportFormat): Candidate[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  return format === 'jsonl' ? readJsonLines(lines) : readMarkdown(lines);
}

function readJsonLines(lines: readonly string[]): Candidate[] {
  return lines
    .map((line, index) => ({ line: index + 1, text: line }))
    .filter(({ text }) => text.trim() !== '')
    .map(({ line, text }) => ({ line, value: parseJson(text) }));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Section {
  line: number;
  title: string;
  text: string[];
}

/** One entry a heading; fenced code may hold lines that begin with #. Text before the first heading is no entry. */
function readMarkdown(lines: readonly string[]): Candidate[] {
  const sections: Section[] = [];
  let isInFence = false;
  for (const [index, line] of lines.entries()) {
    if (/^\s*(```|~~~)/.test(line)) isInFence = !isInFence;
    const heading = isInFence ? null : /^#{1,6}\s+(.+?)\s*#*$/.exec(line);
    if (heading) sections.push({ line: index + 1, title: heading[1] ?? '', text: [] });
    else sections.at(-1)?.text.push(line);
  }
  // A heading without text only groups the ones below it.
  return sections.filter((section) => section.text.join('').trim() !== '').map(toCandidate);
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

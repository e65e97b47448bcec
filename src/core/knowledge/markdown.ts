/** A heading with what stands below it, up to the next one. */
export interface Section {
  /** Of the file, from 1. */
  line: number;
  /** 1 to 6; 0 is what stands above the first heading. */
  level: number;
  title: string;
  text: string[];
  /** From a comment right below the heading, by name. */
  facts: Record<string, string>;
}

/** Hidden: comments, and what site generators keep between `---` on top. */
type Kind = 'text' | 'code' | 'hidden';

const FENCE = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}|~{3,})(.*)$/;
/** Longer ones are closed by this many: so only few lengths can be looked for in vain. */
const LONGEST_FENCE = 16;

/**
 * A Markdown file by heading, `# Title` or underlined. Not taken for headings: code, comments, what a site generator
 * keeps on top. Rules between entries often stand right below a line: they underline only in files without `#`.
 */
export function readSections(lines: readonly string[]): Section[] {
  const kinds = readKinds(lines);
  const headings = lines.map((line, index) => (kinds[index] === 'text' ? readHeading(line) : null));
  const hasMarks = headings.some((heading) => heading !== null);
  const sections = new SectionList();
  for (const [index, line] of lines.entries()) {
    const [kind, heading] = [kinds[index], headings[index]];
    if (heading) sections.begin(heading, index + 1);
    else if (kind === 'hidden') sections.hide(line);
    else if (kind === 'text' && isUnderline(line, sections.current.text, hasMarks)) {
      const title = sections.current.text.pop()?.trim() ?? '';
      sections.begin({ title, level: line.startsWith('=') ? 1 : 2 }, index);
    } else sections.add(line);
  }
  return sections.all;
}

class SectionList {
  current: Section = { line: 1, level: 0, title: '', text: [], facts: {} };
  readonly all = [this.current];
  #hasText = false;

  begin(heading: Pick<Section, 'level' | 'title'>, line: number): void {
    this.current = { ...heading, line, text: [], facts: {} };
    this.all.push(this.current);
    this.#hasText = false;
  }

  add(line: string): void {
    this.#hasText ||= line.trim() !== '';
    this.current.text.push(line);
  }

  /** Nobody is to read it; above the text it may hold facts. */
  hide(line: string): void {
    if (!this.#hasText) Object.assign(this.current.facts, readFacts(line));
    this.current.text.push('');
  }
}

/** What each line is of. What is opened and never closed hides nothing: it is text. */
function readKinds(lines: readonly string[]): Kind[] {
  const kinds = lines.map((): Kind => 'text');
  const search = new EndSearch(lines);
  let index = frontMatterEnd(lines);
  kinds.fill('hidden', 0, index);
  while (index < lines.length) {
    const line = lines[index] ?? '';
    const [, marks = '', rest = ''] = FENCE.exec(line) ?? [];
    const isInline = marks.startsWith('`') && rest.includes('`');
    let end = index + 1;
    if (marks !== '' && !isInline) {
      end = search.endOfFence(index, marks);
      kinds.fill('code', index, end);
    } else if (line.trimStart().startsWith('<!--')) {
      end = search.endOfComment(index);
      kinds.fill('hidden', index, end);
    }
    index = Math.max(index + 1, end);
  }
  return kinds;
}

/** Lines on top between `---` that begin as `key:`. @returns how many. */
function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trim() !== '---') return 0;
  const first = lines.find((line, index) => index > 0 && line.trim() !== '') ?? '';
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  return end > 0 && /^[\w-]+:(?:\s|$)/.test(first) ? end + 1 : 0;
}

/** Finds ends; what was looked for in vain once is not looked for again, so that a file takes linear time. */
class EndSearch {
  readonly #lines: readonly string[];
  /** Per character: the shortest fence of which there is no end further down. */
  readonly #endless = new Map<string, number>();
  #hasCommentEnds = true;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** The line after its last one, or its first one. `code``` ` at the end of a block ends it, as in Discord. */
  endOfFence(start: number, marks: string): number {
    const mark = marks.slice(0, 1);
    const length = Math.min(marks.length, LONGEST_FENCE);
    if (length >= (this.#endless.get(mark) ?? Number.POSITIVE_INFINITY)) return start;
    const closing = mark.repeat(length);
    const end = this.#find(start + 1, (line) => line.trimEnd().endsWith(closing));
    if (end < 0) this.#endless.set(mark, length);
    return end < 0 ? start : end + 1;
  }

  /** The same; a last line that goes on behind the comment is text. */
  endOfComment(start: number): number {
    if (!this.#hasCommentEnds) return start;
    const end = this.#find(start, (line) => line.includes('-->'));
    this.#hasCommentEnds = end >= 0;
    if (end < 0) return start;
    return this.#lines[end]?.trimEnd().endsWith('-->') ? end + 1 : end;
  }

  #find(start: number, isEnd: (line: string) => boolean): number {
    for (let index = start; index < this.#lines.length; index += 1) {
      if (isEnd(this.#lines[index] ?? '')) return index;
    }
    return -1;
  }
}

function readHeading(line: string): { level: number; title: string } | null {
  const [start, marks = ''] = /^ {0,3}(#{1,6})(?=\s)/.exec(line) ?? [];
  if (start === undefined) return null;
  const title = withoutClosingMarks(line.slice(start.length).trim());
  return title === '' ? null : { level: marks.length, title };
}

/** `Title ##` is closed by its marks, `C#` is not. */
function withoutClosingMarks(title: string): string {
  let end = title.length;
  while (title[end - 1] === '#') end -= 1;
  return end === 0 || /\s/.test(title[end - 1] ?? '') ? title.slice(0, end).trimEnd() : title;
}

/** Whether a line makes a heading of the one above it, which has to stand alone: `Returns` over `=======`. */
function isUnderline(line: string, above: readonly string[], hasMarks: boolean): boolean {
  if (!(hasMarks ? /^={3,}\s*$/ : /^(?:={3,}|-{3,})\s*$/).test(line)) return false;
  const isAlone = (above.at(-2) ?? '').trim() === '';
  const title = above.at(-1) ?? '';
  return isAlone && title.trim() !== '' && !/^\s*(?:[>|#]|[-*+]\s|\d{1,9}[.)]\s|[-=]+\s*$)/.test(title);
}

/** `<!-- id: returns; language: en; valid_until: 2026-12-31 -->` says what a JSON line would. */
function readFacts(line: string): Record<string, string> {
  const comment = line.trim();
  if (!comment.startsWith('<!--') || !comment.endsWith('-->')) return {};
  const pairs = comment.slice('<!--'.length, -'-->'.length).split(';');
  return Object.fromEntries(
    pairs.flatMap((pair) => {
      const colon = pair.indexOf(':');
      const name = pair.slice(0, Math.max(0, colon)).trim();
      return /^\w+$/.test(name) ? [[name, pair.slice(colon + 1).trim()]] : [];
    }),
  );
}

import { readFence } from '../../domain/markdown/code.ts';

export interface MarkdownLine {
  number: number;
  text: string;
  /**
   * Hidden: comments, scripts and front matter. `open` begins content that opens with a click, named by `text`;
   * `close` ends it.
   */
  kind: 'text' | 'code' | 'hidden' | 'open' | 'close';
}

/** Longer fences are closed by this many marks, which bounds the lengths that are searched for in vain. */
const LONGEST_FENCE = 16;
/** A template that holds a component's title or text is read. */
const SCRIPT = /^\s*<(script|style|template)(?!\s[^<>]*(?:#|slot))(?:\s[^<>]*)?>/i;

/** The lines of a file. An unclosed fence, comment or script hides nothing: it is text. */
export function readLines(text: string): MarkdownLine[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  const kinds = readKinds(lines);
  return lines.map((line, index) => ({ number: index + 1, text: line, kind: kinds[index] ?? 'text' }));
}

function readKinds(lines: readonly string[]): MarkdownLine['kind'][] {
  const kinds = lines.map((): MarkdownLine['kind'] => 'text');
  const search = new EndSearch(lines);
  let index = frontMatterEnd(lines);
  kinds.fill('hidden', 0, index);
  while (index < lines.length) {
    const line = lines[index] ?? '';
    const fence = readFence(line);
    const [, script = ''] = SCRIPT.exec(line) ?? [];
    let end = index + 1;
    if (fence?.quote === '') {
      end = search.endOfFence(index, fence.mark);
      kinds.fill('code', index, end);
    } else if (line.trimStart().startsWith('<!--')) {
      end = search.endOfBlock(index, '-->');
      kinds.fill('hidden', index, end);
    } else if (script !== '') {
      end = search.endOfBlock(index, `</${script.toLowerCase()}>`);
      kinds.fill('hidden', index, end);
    }
    index = Math.max(index + 1, end);
  }
  return kinds;
}

const FRONT_MATTER: Record<string, string[]> = { '---': ['---', '...'], '+++': ['+++'] };
const FACT = /^["']?([\w.-]{1,40})["']?\s*(?::(?=\s|$)|=)\s*(.*)$/;

/** Counts the front matter's lines: between `---` or `+++` if they begin with a `key:` or `key =`. */
function frontMatterEnd(lines: readonly string[]): number {
  const ends = FRONT_MATTER[lines[0]?.trim() ?? ''] ?? [];
  const end = lines.findIndex((line, index) => index > 0 && ends.includes(line.trimEnd()));
  const first = lines.slice(1, end + 1).find((line) => line.trim() !== '' && !line.startsWith('#')) ?? '';
  return FACT.test(first) || first.startsWith('[') || ends.includes(first.trimEnd()) ? end + 1 : 0;
}

/** Finds ends in linear time: a failed search is not repeated. */
class EndSearch {
  readonly #lines: readonly string[];
  /** Per character, the shortest fence without an end further down. */
  readonly #endless = new Map<string, number>();
  readonly #missing = new Set<string>();

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** Returns the line after the block, or `start`. Code may end in its last line, as in Discord. */
  endOfFence(start: number, marks: string): number {
    const mark = marks.slice(0, 1);
    const length = Math.min(marks.length, LONGEST_FENCE);
    if (length >= (this.#endless.get(mark) ?? Number.POSITIVE_INFINITY)) return start;
    const closing = mark.repeat(length);
    const end = this.#find(start + 1, (line) => line.trimEnd().endsWith(closing));
    if (end < 0) this.#endless.set(mark, length);
    return end < 0 ? start : end + 1;
  }

  /** The same for a comment or script; a last line that goes on behind it is text. */
  endOfBlock(start: number, closing: string): number {
    if (this.#missing.has(closing)) return start;
    const end = this.#find(start, (line) => line.toLowerCase().includes(closing));
    if (end < 0) this.#missing.add(closing);
    if (end < 0) return start;
    return this.#lines[end]?.trimEnd().toLowerCase().endsWith(closing) ? end + 1 : end;
  }

  #find(start: number, isEnd: (line: string) => boolean): number {
    for (let index = start; index < this.#lines.length; index += 1) {
      if (isEnd(this.#lines[index] ?? '')) return index;
    }
    return -1;
  }
}

export function isBlank({ text }: MarkdownLine): boolean {
  return text.trim() === '';
}

/** The columns of the blanks before a text; a tab counts four. */
export function indentOf(text: string): number {
  const blanks = text.slice(0, text.length - text.trimStart().length);
  return blanks.length + 3 * (blanks.split('\t').length - 1);
}

/** The first line from there on that says something, or the number of lines. */
export function nextSaid(lines: readonly MarkdownLine[], from: number): number {
  let at = from;
  for (let line = lines[at]; line !== undefined && isBlank(line); line = lines[at]) at += 1;
  return at;
}

/** The name of a box, tab or panel as a bold line between blank ones. */
export function nameLines(line: MarkdownLine, name: string): MarkdownLine[] {
  const blank: MarkdownLine = { ...line, kind: 'text', text: '' };
  return name === '' ? [blank] : [blank, { ...blank, text: `**${name.replaceAll('**', '')}**` }, blank];
}

export function isQuoted(text: string): boolean {
  return text.trimStart().startsWith('>');
}

export function opensBold(text: string): boolean {
  const words = text.trimStart();
  return words.startsWith('**') || words.startsWith('__');
}

/** Tells whether a line leads to what stands below it. */
export function endsInColon(text: string): boolean {
  return [':', '：'].includes(text.trimEnd().slice(-1));
}

export function isAfterBlank(lines: readonly MarkdownLine[], index: number): boolean {
  return (lines[index - 1]?.text ?? '').trim() === '';
}

/** The page's title in its front matter; empty without one. */
export function readPageTitle(lines: readonly MarkdownLine[]): string {
  const found = new Map<string, string>();
  const end = frontMatterEnd(lines.map(({ text }) => text));
  for (const { text } of lines.slice(0, end)) {
    const [, key = '', value = ''] = FACT.exec(text) ?? [];
    if (value !== '' && !found.has(key)) found.set(key, unquote(value.trim()));
  }
  const named = ['title', 'question', 'sidebar_label', 'name'].map((key) => found.get(key) ?? '');
  return named.find((title) => title !== '' && !'>|&*'.includes(title.charAt(0))) ?? '';
}

function unquote(value: string): string {
  const quote = value.slice(0, 1);
  const end = value.indexOf(quote, 1);
  if ((quote === '"' || quote === "'") && end > 0) return value.slice(1, value.lastIndexOf(quote));
  return (value.split(' #', 1)[0] ?? '').trim();
}

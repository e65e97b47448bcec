import { isQuestion } from '../../domain/markdown/sentences.ts';
import { isAfterBlank, type MarkdownLine, nameLines } from './lines.ts';
import { HEADING_ID } from './question-marks.ts';

/** A heading or question with the text up to the next one. */
export interface MarkdownSection {
  /** Line number in the file, from 1. */
  line: number;
  /** 1 to 6 for headings, 0 above the first heading, 7 for a question that is no heading. */
  level: number;
  /** Plain words; empty at level 0. */
  title: string;
  /** The titles above it, the nearest last. */
  path: string[];
  /** Markdown without HTML; may be empty. */
  text: string;
  textLine: number;
  /** The heading's id, for a link straight to it. */
  anchor: string | null;
  /** From a comment right below the heading, by name. */
  facts: Record<string, string>;
  /** Headings or questions stand below it. */
  isGroup: boolean;
  /** It is one of the answers to the question above it. */
  isPart: boolean;
}

/** A heading with its unread lines. */
export type Stretch = Omit<MarkdownSection, 'text' | 'textLine' | 'isGroup'> & {
  lines: MarkdownLine[];
  /** It is one of several headings of which most ask. */
  isAsked: boolean;
};

const ANCHOR = /<a\s[^<>]*(?:name|id)=["']?([\w.:-]{1,100})/i;
const OPENED_LEVEL = 7;

interface Heading {
  level: number;
  title: string;
}

/** `#` alone is a heading too, with an empty title. */
export function readHeading(line: string): Heading | null {
  const [start, marks = ''] = /^ {0,3}(#{1,6})(?=\s|$)/.exec(line) ?? [];
  if (start === undefined) return null;
  return { level: marks.length, title: withoutClosingMarks(line.slice(start.length).trim()) };
}

/** `Title ##` is closed by its marks, `C#` is not. */
function withoutClosingMarks(title: string): string {
  let end = title.length;
  while (title[end - 1] === '#') end -= 1;
  return end === 0 || title.charAt(end - 1).trim() === '' ? title.slice(0, end).trimEnd() : title;
}

/** Puts lines below their headings. A question that opens is a section; its end leads back to the one around it. */
export class SectionList {
  readonly all: Stretch[] = [];
  /** Lines of headings without words; what stands below them belongs to the section above. */
  readonly untitled: number[] = [];
  readonly #toTitle: (title: string) => string;
  readonly #hasMarks: boolean;
  #current: Stretch;
  #above: Stretch[] = [];
  #opened: Stretch[] = [];
  /** The number of open boxes that ask something. */
  #questions = 0;
  readonly #withText = new Set<Stretch>();

  constructor(toTitle: (title: string) => string, hasMarks: boolean) {
    this.#toTitle = toTitle;
    this.#hasMarks = hasMarks;
    this.#current = this.#append({ level: 0, title: '' }, 1);
  }

  /** A heading within an open answer is part of it; within another box it begins a section. */
  begin(heading: Heading, line: number): void {
    const title = this.#toTitle(heading.title);
    if (title === '') {
      this.untitled.push(line);
      return;
    }
    if (this.#questions > 0) {
      this.#push({ number: line, kind: 'text', text: `**${title}**` });
      return;
    }
    this.#opened = [];
    while ((this.#above.at(-1)?.level ?? 0) >= heading.level) this.#above.pop();
    this.#current = this.#append({ ...heading, title }, line, anchorOf(heading.title));
    this.#above.push(this.#current);
  }

  add(line: MarkdownLine): void {
    if (line.kind === 'open') this.#open(line);
    else if (line.kind === 'close') this.#close();
    else if (line.kind === 'text' && isUnderline(line.text, this.#current.lines, this.#hasMarks)) {
      const above = this.#current.lines.pop();
      const level = line.text.startsWith('=') ? 1 : 2;
      this.begin({ level, title: above?.text.trim() ?? '' }, above?.number ?? line.number);
    } else if (line.kind === 'hidden') this.#hide(line);
    else this.#push(line);
  }

  #push(line: MarkdownLine): void {
    if (line.text.trim() !== '') this.#withText.add(this.#current);
    this.#current.lines.push(line);
  }

  #open(line: MarkdownLine): void {
    const title = this.#toTitle(line.text);
    const around = this.#above.at(-1)?.title ?? '';
    const isPart = title === '' || (!isQuestion(title) && isQuestion(around));
    if (isPart) for (const one of nameLines(line, title)) this.#push(one);
    this.#opened.push(this.#current);
    if (isPart) return;
    this.#current = this.#append({ level: OPENED_LEVEL, title }, line.number);
    if (isQuestion(title)) this.#questions += 1;
  }

  #close(): void {
    const around = this.#opened.pop() ?? this.#current;
    if (around !== this.#current && isQuestion(this.#current.title)) this.#questions -= 1;
    this.#current = around;
    this.#current.lines.push({ number: this.#current.line, kind: 'text', text: '' });
  }

  /** Hidden lines above the text may hold facts. */
  #hide({ text, number }: MarkdownLine): void {
    if (!this.#withText.has(this.#current)) Object.assign(this.#current.facts, readFacts(text));
    this.#current.lines.push({ number, kind: 'text', text: '' });
  }

  #append({ level, title }: Heading, line: number, anchor: string | null = null): Stretch {
    const path = this.#above.map((one) => one.title);
    const stretch = { line, level, title, path, anchor, facts: {}, lines: [], isAsked: false, isPart: false };
    this.all.push(stretch);
    return stretch;
  }
}

function anchorOf(heading: string): string | null {
  const id = /\{[^{}\n]*#([\w.:-]{1,100})[^{}\n]*\}$/.exec(HEADING_ID.exec(heading)?.[0].trim() ?? '')?.[1];
  return id ?? ANCHOR.exec(heading)?.[1] ?? null;
}

/**
 * Tells whether a line underlines the title above it, which has to stand alone; `---` is a rule where `#` marks
 * headings.
 */
function isUnderline(text: string, lines: readonly MarkdownLine[], hasMarks: boolean): boolean {
  const [, mark] = /^([-=])\1{2,}\s*$/.exec(text) ?? [];
  const title = lines.at(-1)?.text ?? '';
  if (mark === undefined || (mark === '-' && hasMarks && !isQuestion(title))) return false;
  return (
    isAfterBlank(lines, lines.length - 1) &&
    title.trim() !== '' &&
    !/^\s*(?:[>|#]|[-*+]\s|\d{1,9}[.)]\s|[-=]+\s*$)/.test(title)
  );
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

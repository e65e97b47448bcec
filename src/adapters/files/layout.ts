import { TAG_START } from '../html/inline.ts';
import type { PdfLine } from './pdf.ts';

/** The text of a document as Markdown, and on which page each of its lines stands. */
export interface LaidOut {
  markdown: string;
  /** By line of `markdown`, from 0; pages count from 1. */
  pages: number[];
  emptyPages: number[];
}

/** Letters so much larger than those of the text make a heading. */
const HEADING_FACTOR = 1.15;
const MAX_HEADING_CHARACTERS = 200;
const MAX_LEVEL = 5;
/** A gap of more than so many line heights begins a paragraph. */
const PARAGRAPH_FACTOR = 1.7;
/** A line that ends before this part of the widest one was ended on purpose. */
const FULL_LINE = 0.75;
const ITEM = /^(?:[•‣▪●◦∙–*-]|\d{1,3}[.)]|[a-z]\))\s+/;
const BULLET = /^[•‣▪●◦∙–*-]\s+/;
/** `Satur-` and `days` are one word; `Ein-` and `und Ausgang` are not. */
const BROKEN_WORD = /\p{L}[-\u00ad]$/u;
const NEXT_PART = /^(?!(?:und|oder|bzw|sowie|and|or)\b)\p{Ll}/u;

/**
 * Lines as paragraphs below headings, which are told by the size of their letters. Where there are none, each page
 * has a heading of its own. What stands at the top or bottom of most pages is left out.
 * @param name of the document; it names what stands above the first heading.
 */
export function layOut(printed: readonly PdfLine[][], name: string): LaidOut {
  const pages = withoutRunningLines(printed);
  const sizes = headingSizes(pages.flat());
  const out = new Paper();
  if (sizes.length > 0 || pages.length === 1) out.addHeading(1, name, 1);
  for (const [index, lines] of pages.entries()) {
    const page = index + 1;
    if (sizes.length === 0 && pages.length > 1 && lines.length > 0)
      out.addHeading(1, `${name} (p. ${page})`, page);
    const widest = lines.reduce((most, { to }) => Math.max(most, to), 0);
    for (const line of lines) {
      const level = levelOf(line, sizes);
      if (level > 0)
        out.addHeading(level + 1, toLetters(line.text), page, line.drop < line.size * 2 && line.drop > 0);
      else out.addText(line, page, widest);
    }
  }
  const emptyPages = printed.flatMap((lines, index) => (lines.length === 0 ? [index + 1] : []));
  return { ...out.end(), emptyPages };
}

function headingSizes(lines: readonly PdfLine[]): number[] {
  const body = bodySize(lines);
  return [...new Set(lines.map(({ size }) => size))]
    .filter((size) => size >= body * HEADING_FACTOR)
    .toSorted((one, other) => other - one)
    .slice(0, MAX_LEVEL);
}

/** The size of most letters. */
export function bodySize(lines: readonly { size: number; text: string }[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of lines) letters.set(size, (letters.get(size) ?? 0) + text.length);
  return [...letters].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}

function levelOf({ size, text }: PdfLine, sizes: readonly number[]): number {
  const isHeading = text.length <= MAX_HEADING_CHARACTERS && /\p{L}/u.test(text);
  return isHeading ? sizes.indexOf(size) + 1 : 0;
}

/** Lines at the edge of a page that may be its head or foot. */
const EDGE_LINES = 2;
const LEAST_PAGES = 3;
const PAGE_NUMBER =
  /^[-–|\s]*(?:(?:page|seite|p\.|s\.)\s*)?\d{1,4}(?:\s*(?:\/|of|von|-)\s*\d{1,4})?[-–|\s]*$/i;

function withoutRunningLines(pages: readonly PdfLine[][]): PdfLine[][] {
  const counts = new Map<string, number>();
  const edgesOf = (lines: readonly PdfLine[]) => [
    ...new Set([...lines.slice(0, EDGE_LINES), ...lines.slice(-EDGE_LINES)]),
  ];
  for (const lines of pages)
    for (const key of new Set(edgesOf(lines).map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const least = Math.max(LEAST_PAGES, pages.length / 2);
  return pages.map((lines) => {
    const edges = new Set(edgesOf(lines));
    const isRunning = (line: PdfLine) =>
      (counts.get(keyOf(line)) ?? 0) >= least || (pages.length > 1 && PAGE_NUMBER.test(line.text));
    const kept = lines.filter((line) => !(edges.has(line) && isRunning(line)));
    // A page with nothing else says this.
    return kept.length === 0 ? lines : kept;
  });
}

/** The same on every page but for its number. */
function keyOf({ text }: PdfLine): string {
  return text.replace(/\d+/g, '#').toLowerCase();
}

class Paper {
  readonly #lines: string[] = [];
  readonly #pages: number[] = [];
  #heading: { level: number } | null = null;
  #isShort = false;
  #isEnded = true;

  /** @param isNear it may go on with the heading right above it. */
  addHeading(level: number, text: string, page: number, isNear = false): void {
    if (isNear && this.#heading?.level === level) {
      this.#append(` ${text}`);
      return;
    }
    this.#push('', page);
    this.#push(`${'#'.repeat(level)} ${text}`, page);
    this.#push('', page);
    this.#heading = { level };
  }

  addText({ text, size, drop, to }: PdfLine, page: number, widest: number): void {
    const isNewPage = this.#pages.at(-1) !== page;
    const isApart = isNewPage ? this.#isEnded : drop > size * PARAGRAPH_FACTOR || drop < 0;
    const last = this.#lines.at(-1) ?? '';
    const plain = toLetters(text);
    this.#heading = null;
    if (plain === '') return;
    if (last !== '' && BROKEN_WORD.test(last) && NEXT_PART.test(plain)) {
      this.#lines[this.#lines.length - 1] = last.slice(0, -1);
      this.#append(plain);
    } else if (last === '' || ITEM.test(text)) this.#push(plain, page);
    else if (isApart) {
      this.#push('', page);
      this.#push(plain, page);
    } else if (this.#isShort) this.#push(plain, page);
    else this.#append(` ${plain}`);
    this.#isShort = to < widest * FULL_LINE;
    this.#isEnded = this.#isShort || /[.!?:]$/.test(text);
  }

  end(): Pick<LaidOut, 'markdown' | 'pages'> {
    return { markdown: this.#lines.join('\n'), pages: this.#pages };
  }

  #push(line: string, page: number): void {
    this.#lines.push(line);
    this.#pages.push(page);
  }

  #append(text: string): void {
    const at = this.#lines.findLastIndex((line) => line !== '');
    this.#lines[at] = `${this.#lines[at]}${text}`;
  }
}

/** A printed line knows no Markdown or HTML: what would be a mark of them stands there as a letter. */
function toLetters(text: string): string {
  if (/^[-=_*~#\s.]+$/.test(text)) return '';
  const plain = text
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(TAG_START, '&lt;')
    .replaceAll('`', "'");
  return plain.replace(BULLET, '- ').replace(/^[#>~](?=[#>~\s])/, (mark) => `&#${mark.charCodeAt(0)};`);
}

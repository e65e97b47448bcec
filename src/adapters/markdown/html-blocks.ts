import { isQuestion } from '../../domain/markdown/sentences.ts';
import { type Component, isTitleElement, joinTags, readComponent } from './components.ts';
import { isName } from './containers.ts';
import { htmlToMarkdown } from './html.ts';
import { CODE_SPAN, type FileMarks, TAG } from './inline.ts';
import { type MarkdownLine, nameLines } from './lines.ts';
import { toPlainTitle } from './question-marks.ts';
import { readHeading } from './sections.ts';

/**
 * HTML blocks become Markdown lines. Content that opens with a click (`<details>`, `<Accordion title="…">`) and the
 * questions of a `<dl>` are opened and closed as questions; other named panels keep their name in bold.
 */
export function readHtmlBlocks(lines: readonly MarkdownLine[], marks: FileMarks): MarkdownLine[] {
  const reader = new BlockReader(marks, lastEnds(lines));
  for (const line of joinTags(lines)) reader.read(line);
  return reader.finish();
}

/** The last line that ends a tag, by its name: an element without an end is not waited for. */
function lastEnds(lines: readonly MarkdownLine[]): Map<string, number> {
  const last = new Map<string, number>();
  for (const { text, kind, number } of lines) {
    if (kind !== 'text' || !text.includes('</')) continue;
    for (const [, slash, name = ''] of text.matchAll(TAG)) if (slash) last.set(name.toLowerCase(), number);
  }
  return last;
}

/** Tags that shape a file; the inline reader handles all others. */
const LISTS = new Set(['table', 'ul', 'ol']);
const TERMS = new Set(['dl', 'dt', 'dd']);
const SHAPING = new Set(['details', 'summary', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', ...LISTS, ...TERMS]);
/** A question beside its answer, without a box around them. */
const PAIR = '#pair';
const IN_PAGE_LINK = /<a\s[^<>]{0,300}href\s?=\s?["']?#[^<>]{0,300}>[^<>]{0,300}<\/a>/gi;
/** Larger ones are stripped of their tags only. */
const MAX_BLOCK_CHARACTERS = 20_000;

interface HtmlTag {
  /** As written, and in lower case. */
  name: string;
  tag: string;
  attributes: string;
  component: Component;
  isEnd: boolean;
  /** Nothing else stands in its line. */
  isWhole: boolean;
}

/** An element that waits for its end. */
interface OpenElement {
  tag: string;
  /** A question of its own stands for it. */
  opened: boolean;
  /** A component that opens, named by a title within it. */
  isOpener: boolean;
}

interface Capture {
  tag: string;
  /** The text names the component around it. */
  isTitle: boolean;
  line: MarkdownLine;
  depth: number;
  text: string;
}

class BlockReader {
  readonly #out: MarkdownLine[] = [];
  readonly #marks: FileMarks;
  readonly #lastEnds: ReadonlyMap<string, number>;
  readonly #open: OpenElement[] = [];
  readonly #counts = new Map<string, number>();
  #capture: Capture | null = null;

  constructor(marks: FileMarks, ends: ReadonlyMap<string, number>) {
    this.#marks = marks;
    this.#lastEnds = ends;
  }

  read(line: MarkdownLine): void {
    if (this.#capture) this.#capture.text += '\n';
    if (line.kind !== 'text') {
      if (this.#capture) this.#capture.text += line.kind === 'code' ? line.text : '';
      else this.#out.push(line);
      return;
    }
    if (this.#open.at(-1)?.tag === PAIR && readHeading(line.text)) this.#closeDown(PAIR, line.number);
    if (!line.text.includes('<')) this.#addText(line, line.text);
    else this.#readTags(line);
  }

  finish(): MarkdownLine[] {
    const capture = this.#capture;
    this.#capture = null;
    if (capture) this.#push(capture.line, capture.text);
    return this.#out;
  }

  #readTags(line: MarkdownLine): void {
    let text = '';
    const endText = () => {
      if (text !== '') this.#addText(line, text);
      text = '';
    };
    for (const [n, part] of line.text.split(CODE_SPAN).entries()) {
      let done = 0;
      for (const found of n % 2 === 1 ? [] : part.matchAll(TAG)) {
        const [whole, slash, name = '', attributes = ''] = found;
        text += part.slice(done, found.index);
        done = found.index + whole.length;
        const isWhole = line.text.trim() === whole;
        const component = readComponent(name, attributes);
        const tag = { name, tag: name.toLowerCase(), attributes, component, isEnd: slash !== '', isWhole };
        const isShaping = this.#isShaping(tag);
        if (isShaping) endText();
        if (!isShaping || !this.#readTag(line, tag)) text += whole;
      }
      text += part.slice(done);
    }
    endText();
  }

  #isShaping(tag: HtmlTag): boolean {
    if (SHAPING.has(tag.tag) || this.#capture?.tag === tag.tag) return true;
    return this.#isTitle(tag) || (this.#marks.components.has(tag.name) && this.#isBox(tag));
  }

  #isTitle({ attributes, isEnd }: HtmlTag): boolean {
    return !isEnd && attributes !== '' && this.#open.at(-1)?.isOpener === true && isTitleElement(attributes);
  }

  /** Within a line, only a component that opens is a box of its own. */
  #isBox({ tag, component, isEnd, isWhole }: HtmlTag): boolean {
    if (isEnd) return isWhole || (this.#counts.get(tag) ?? 0) > 0;
    return isWhole || component.isOpener || isQuestion(component.title);
  }

  #readTag(line: MarkdownLine, tag: HtmlTag): boolean {
    const isRead = this.#capture ? this.#readWithin(this.#capture, tag) : null;
    if (isRead !== null) return isRead;
    if (this.#isTitle(tag)) return this.#beginCapture(line, tag.tag, true);
    if (this.#marks.components.has(tag.name))
      return tag.isEnd ? this.#endComponent(line, tag) : this.#beginComponent(line, tag);
    return tag.isEnd ? this.#end(line, tag.tag) : this.#begin(line, tag.tag);
  }

  /** Returns null for a tag that ended the capture and has to be read as any other. */
  #readWithin(capture: Capture, { tag, isEnd }: HtmlTag): boolean | null {
    if (isEnd && tag === capture.tag) {
      capture.depth -= 1;
      if (capture.depth > 0) return false;
      this.#capture = null;
      this.#endCapture(capture);
      return true;
    }
    if (!isEnd && tag === capture.tag) capture.depth += 1;
    const isWhole = capture.isTitle || LISTS.has(capture.tag);
    if (isWhole || capture.depth > 1 || !TERMS.has(tag)) return false;
    // `<dt>` without its end tag.
    this.#capture = null;
    this.#endCapture(capture);
    return null;
  }

  #begin(line: MarkdownLine, tag: string): boolean {
    if (tag === 'details') return this.#enter(tag);
    if (tag === 'dd') return true;
    if (tag === 'dt') this.#closeDown('dt', line.number);
    if (tag === 'dl') return this.#enter(tag);
    return this.#beginCapture(line, tag, false) || tag === 'dt' || tag === 'summary';
  }

  #beginCapture(line: MarkdownLine, tag: string, isTitle: boolean): boolean {
    if (!this.#endsBelow(tag, line)) return false;
    this.#capture = { tag, isTitle, line, depth: 1, text: '' };
    return true;
  }

  #end(line: MarkdownLine, tag: string): boolean {
    if (tag === 'details' || tag === 'dl') {
      if (tag === 'dl') this.#closeDown('dt', line.number);
      this.#closeDown(tag, line.number);
    }
    return true;
  }

  #closeDown(tag: string, number: number): void {
    if ((this.#counts.get(tag) ?? 0) === 0) return;
    for (let box = this.#open.pop(); box !== undefined; box = this.#open.pop()) {
      this.#counts.set(box.tag, (this.#counts.get(box.tag) ?? 1) - 1);
      this.#out.push({ number, text: '', kind: box.opened ? 'close' : 'text' });
      if (box.tag === tag) return;
    }
  }

  #enter(tag: string, opened = false, isOpener = false): boolean {
    this.#open.push({ tag, opened, isOpener });
    this.#counts.set(tag, (this.#counts.get(tag) ?? 0) + 1);
    return true;
  }

  #endCapture({ tag, line, text, isTitle }: Capture): void {
    if (LISTS.has(tag)) {
      const html = `<${tag}>${text}</${tag}>`;
      if (tag !== 'table' && isContents(text)) return;
      this.#push(line, html.length > MAX_BLOCK_CHARACTERS ? text : `\n${htmlToMarkdown(html, null)}\n`);
      return;
    }
    const title = toPlainTitle(text.replace(/\s+/g, ' ').replace(/^ ?#{1,6} /, ''), this.#marks);
    if (title === '') return;
    if (isTitle) this.#nameComponent(line, title);
    else if (tag.startsWith('h')) this.#push(line, `\n${'#'.repeat(Number(tag.slice(1)))} ${title}`);
    else if (tag === 'dt') this.#openBox(line, 'dt', title, isQuestion(title));
    else this.#nameDetails(line, title);
  }

  #nameDetails(line: MarkdownLine, title: string): void {
    const box = this.#open.at(-1);
    const opens = isName(title) && box?.tag === 'details' && !box.opened && this.#endsBelow('details', line);
    if (opens) box.opened = true;
    if (opens) this.#out.push({ ...line, kind: 'open', text: title });
    else if (isName(title)) this.#out.push(...nameLines(line, title));
  }

  /** A title within a component opens it; the next one begins the next question. */
  #nameComponent(line: MarkdownLine, title: string): void {
    if (!isName(title)) return;
    const around = this.#open.at(-1);
    if (around?.tag === PAIR) this.#closeDown(PAIR, line.number);
    const box = this.#open.at(-1);
    if (box?.isOpener) {
      if (box.opened) this.#out.push({ ...line, kind: 'close', text: '' });
      box.opened = true;
    } else this.#enter(PAIR, true);
    this.#out.push({ ...line, kind: 'open', text: title });
  }

  #openBox(line: MarkdownLine, tag: string, title: string, opened: boolean, isOpener = false): void {
    this.#enter(tag, opened, isOpener);
    if (opened) this.#out.push({ ...line, kind: 'open', text: title });
    else this.#out.push(...nameLines(line, title));
  }

  #beginComponent(line: MarkdownLine, { tag, component, attributes }: HtmlTag): boolean {
    const { title, answer, isOpener, role } = component;
    if (attributes.endsWith('/')) return this.#addAlone(line, component);
    const isNaming = role === 'title' && title === '' && (isOpener || this.#open.at(-1)?.isOpener === true);
    if (isNaming) return this.#beginCapture(line, tag, true);
    const opens = isName(title) && (isOpener || isQuestion(title)) && this.#endsBelow(tag, line);
    this.#openBox(line, tag, title, opens, isOpener && role === 'box');
    if (answer !== undefined && opens) this.#push(line, answer);
    return true;
  }

  #addAlone(line: MarkdownLine, { title, answer }: Component): boolean {
    if (title !== '' && answer !== undefined) {
      this.#out.push({ ...line, kind: 'open', text: title }, { ...line, text: answer });
      this.#out.push({ ...line, kind: 'close', text: '' });
    }
    return true;
  }

  #endComponent(line: MarkdownLine, { tag, component: { role } }: HtmlTag): boolean {
    this.#closeDown(tag, line.number);
    if (role === 'answer' && this.#open.at(-1)?.tag === PAIR) this.#closeDown(PAIR, line.number);
    return true;
  }

  #endsBelow(tag: string, { number }: MarkdownLine): boolean {
    return (this.#lastEnds.get(tag) ?? 0) >= number;
  }

  #addText(line: MarkdownLine, text: string): void {
    if (this.#capture) this.#capture.text += text;
    else if (text === line.text || !/^\s*(?:[-*+]\s*)?$/.test(text)) this.#out.push({ ...line, text });
  }

  #push(line: MarkdownLine, text: string): void {
    for (const one of text.split('\n')) this.#out.push({ ...line, text: one });
  }
}

/** Tells whether a list holds nothing but links within the page. */
function isContents(items: string): boolean {
  const links = items.match(IN_PAGE_LINK) ?? [];
  const rest = links.length < 2 ? items : items.replace(IN_PAGE_LINK, '').replace(TAG, '');
  return links.length > 1 && rest.trim() === '';
}

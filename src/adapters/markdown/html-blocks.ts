import { isName, nameLines } from './containers.ts';
import { htmlToMarkdown } from './html.ts';
import { attributeOf, CODE_SPAN, type FileMarks } from './inline.ts';
import type { Line } from './lines.ts';
import { isQuestion, toPlainTitle } from './title.ts';

/** Tags that shape a file; all others are read where they stand in the text. */
const SHAPING = /<(\/?)(details|summary|dl|dt|dd|h[1-6]|table|ul|ol)((?:\s[^<>]*)?)>/gi;
const COMPONENT = /^\s*<(\/?)([A-Z][\w.]*)((?:\s[^<>]*)?)>\s*$/;
const NAMING = ['question', 'title', 'label', 'summary', 'header', 'heading', 'trigger', 'name'];
/** Larger ones are stripped of their tags only. */
const MAX_BLOCK_CHARACTERS = 20_000;

/**
 * HTML blocks of a Markdown file as its own lines: headings, tables and lists become Markdown; what opens with a click
 * (`<details>`, `<Accordion title="…">`) and questions of a `<dl>` are opened and closed as questions of their own;
 * other named panels (`<TabItem label="…">`) keep their name in bold.
 */
export function readHtmlBlocks(lines: readonly Line[], marks: FileMarks): Line[] {
  const reader = new BlockReader(marks, lastEnds(lines));
  for (const line of joinTags(lines)) reader.read(line);
  return reader.finish();
}

/** The last line in which a tag ends, by its name: what ends nowhere is not waited for. */
function lastEnds(lines: readonly Line[]): Map<string, number> {
  const last = new Map<string, number>();
  for (const { text, kind, number } of lines) {
    if (kind !== 'text' || !text.includes('</')) continue;
    for (const [, name = ''] of text.matchAll(/<\/([a-zA-Z][\w.]{0,40})\s?>/g))
      last.set(name.toLowerCase(), number);
  }
  return last;
}

/** Lines of one opening tag whose attributes stand below each other, as one line. */
function joinTags(lines: readonly Line[]): Line[] {
  const joined: Line[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (line === undefined) break;
    const isOpen = line.kind === 'text' && /^\s*<[a-zA-Z][\w.]*(?:\s[^<>]*)?$/.test(line.text);
    const end = isOpen ? endOfTag(lines, at) : at + 1;
    const rest = lines.slice(at + 1, end).map(({ text }) => text.trim());
    joined.push(end === at + 1 ? line : { ...line, text: [line.text, ...rest].join(' ') });
    at = end;
  }
  return joined;
}

/** The line behind the one that ends a tag; the next one where none does within 20 lines. */
function endOfTag(lines: readonly Line[], from: number): number {
  for (let at = from + 1; at <= from + 20; at += 1) {
    const line = lines[at];
    if (line?.kind !== 'text' || line.text.includes('<') || line.text.trim() === '') break;
    if (line.text.includes('>')) return at + 1;
  }
  return from + 1;
}

interface Capture {
  tag: string;
  line: Line;
  depth: number;
  text: string;
}

class BlockReader {
  readonly #out: Line[] = [];
  readonly #marks: FileMarks;
  readonly #lastEnds: ReadonlyMap<string, number>;
  /** Boxes that wait for their end, by tag; whether they are questions of their own. */
  readonly #open: { tag: string; opened: boolean }[] = [];
  readonly #counts = new Map<string, number>();
  #capture: Capture | null = null;

  constructor(marks: FileMarks, ends: ReadonlyMap<string, number>) {
    this.#marks = marks;
    this.#lastEnds = ends;
  }

  read(line: Line): void {
    if (this.#capture) this.#capture.text += '\n';
    if (line.kind !== 'text') {
      if (this.#capture) this.#capture.text += line.kind === 'code' ? line.text : '';
      else this.#out.push(line);
      return;
    }
    const component = COMPONENT.exec(line.text);
    if (component && !this.#capture && this.#readComponent(line, component)) return;
    if (!line.text.includes('<')) this.#addText(line, line.text);
    else this.#readTags(line);
  }

  finish(): Line[] {
    const capture = this.#capture;
    this.#capture = null;
    if (capture) this.#push(capture.line, capture.text);
    return this.#out;
  }

  #readTags(line: Line): void {
    let text = '';
    const endText = () => {
      if (text !== '') this.#addText(line, text);
      text = '';
    };
    for (const [n, part] of line.text.split(CODE_SPAN).entries()) {
      let done = 0;
      for (const found of n % 2 === 1 ? [] : part.matchAll(SHAPING)) {
        const [whole, slash = '', name = ''] = found;
        text += part.slice(done, found.index);
        done = found.index + whole.length;
        endText();
        if (!this.#readTag(line, name.toLowerCase(), slash !== '')) text += whole;
      }
      text += part.slice(done);
    }
    endText();
  }

  /** @returns false for a tag that shapes nothing here. */
  #readTag(line: Line, tag: string, isEnd: boolean): boolean {
    const capture = this.#capture;
    if (capture && isEnd && tag === capture.tag) {
      capture.depth -= 1;
      if (capture.depth > 0) return false;
      this.#capture = null;
      this.#endCapture(capture);
      return true;
    }
    if (capture) {
      const isList = /^(?:ul|ol|table)$/.test(capture.tag);
      if (!isEnd && tag === capture.tag) capture.depth += 1;
      if (isList || capture.depth > 1 || !/^d[dtl]$/.test(tag)) return false;
      // `<dt>` without its end tag.
      this.#capture = null;
      this.#endCapture(capture);
    }
    return isEnd ? this.#end(line, tag) : this.#begin(line, tag);
  }

  #begin(line: Line, tag: string): boolean {
    if (tag === 'details') return this.#enter(tag);
    if (tag === 'dd') return true;
    if (tag === 'dt') this.#closeDown('dt', line.number);
    if (tag === 'dl') return this.#enter(tag);
    if ((this.#lastEnds.get(tag) ?? 0) < line.number) return tag === 'dt' || tag === 'summary';
    this.#capture = { tag, line, depth: 1, text: '' };
    return true;
  }

  #end(line: Line, tag: string): boolean {
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

  #enter(tag: string, opened = false): boolean {
    this.#open.push({ tag, opened });
    this.#counts.set(tag, (this.#counts.get(tag) ?? 0) + 1);
    return true;
  }

  #endCapture({ tag, line, text }: Capture): void {
    if (/^(?:table|ul|ol)$/.test(tag)) {
      const html = `<${tag}>${text}</${tag}>`;
      this.#push(line, html.length > MAX_BLOCK_CHARACTERS ? text : `\n${htmlToMarkdown(html, null)}\n`);
      return;
    }
    const title = toPlainTitle(text.replace(/\s+/g, ' '), this.#marks);
    if (title === '') return;
    if (tag.startsWith('h')) this.#push(line, `\n${'#'.repeat(Number(tag.slice(1)))} ${title}`);
    else if (tag === 'dt') this.#openBox(line, 'dt', title, isQuestion(title));
    else this.#nameDetails(line, title);
  }

  #nameDetails(line: Line, title: string): void {
    const box = this.#open.at(-1);
    const opens = isName(title) && box?.tag === 'details' && !box.opened && this.#endsBelow('details', line);
    if (opens) box.opened = true;
    if (opens) this.#out.push({ ...line, kind: 'open', text: title });
    else if (isName(title)) this.#out.push(...nameLines(line, title));
  }

  #openBox(line: Line, tag: string, title: string, opened: boolean): void {
    this.#enter(tag, opened);
    if (opened) this.#out.push({ ...line, kind: 'open', text: title });
    else this.#out.push(...nameLines(line, title));
  }

  #readComponent(line: Line, [, slash, name = '', attributes = '']: RegExpExecArray): boolean {
    if (!this.#marks.components.has(name)) return false;
    const isAlone = attributes.endsWith('/');
    if (slash) this.#closeDown(name.toLowerCase(), line.number);
    if (slash) return true;
    const title = NAMING.map((key) => attributeOf(attributes, key) ?? '').find((value) => value !== '') ?? '';
    if (isAlone) {
      const answer = attributeOf(attributes, 'answer');
      if (title === '' || answer === undefined) return true;
      this.#out.push(
        { ...line, kind: 'open', text: title },
        { ...line, text: answer },
        { ...line, kind: 'close' },
      );
      return true;
    }
    this.#openBox(line, name.toLowerCase(), title, isQuestion(title) && this.#endsBelow(name, line));
    return true;
  }

  #endsBelow(tag: string, { number }: Line): boolean {
    return (this.#lastEnds.get(tag.toLowerCase()) ?? 0) >= number;
  }

  #addText(line: Line, text: string): void {
    if (this.#capture) this.#capture.text += text;
    else if (text === line.text || !/^\s*(?:[-*+]\s*)?$/.test(text)) this.#out.push({ ...line, text });
  }

  #push(line: Line, text: string): void {
    for (const one of text.split('\n')) this.#out.push({ ...line, text: one });
  }
}

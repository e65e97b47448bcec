import { isQuestion } from '../../domain/markdown/sentences.ts';
import { indentOf, isQuoted, type MarkdownLine, nameLines, opensBold } from './lines.ts';
import { listMarkOf } from './question-marks.ts';
import { readHeading } from './sections.ts';

/** `:::note Title`, `::: details Title`, `:::tip[Title]`, `::: {.callout title="x"}`. */
const COLONS = /^:{3,}\s*([\w-]*)\s*(?:\[([^\]]*)\]|(\{[^}]*\})|(\S.*))?$/;
/** `!!! note "Title"`, `??? question "Title"`, `=== "Tab"`: what is indented below belongs to it. */
const INDENTED = /^(!!!|\?\?\?\+?|===\+?!?)\s{1,9}([\w -]{0,40})(?:"(.*)")?$/;
/** Obsidian's callouts have names of any kind and stand within each other. */
const CALLOUT = /^\s*((?:>\s*)+)\[!([\w-]{1,40})(?:\|[^\][\n]{0,100})?\][+-]?(.*)$/i;
/** `{{% details title="…" %}}`, `{{< expand "…" >}}`, `{% tab title="…" %}`, and what ends them. */
const SHORTCODE =
  /^\s*\{(?:\{\s?[<%]|%)-?\s*(\/\s?|end)?(details|expand|accordion|collaps\w{1,6}|spoiler|faq|question|toggle|tab|step)(?:-?item)?\b([^{}]{0,500})\}?\}\s*$/i;
const QUESTION_KINDS = ['question', 'faq', 'help', 'details'];
const SAYS_NOTHING =
  /^\W*(?:(?:click|tap|press)\b.*|(?:show|see|view|read|expand|open|more|mehr|details?|anzeigen|ausklappen|aufklappen|klick\w*|hier)\b.{0,30})$/iu;

/**
 * Boxes of site generators become plain lines: text at the left margin, the name in bold above it. One that asks
 * something is opened and closed as a question of its own.
 */
export function readContainers(lines: readonly MarkdownLine[]): MarkdownLine[] {
  const boxes = new Boxes();
  const callouts = new Callouts(boxes.out);
  for (const line of lines) {
    if (line.text.trim() !== '') boxes.leaveIndented(line);
    const inner = { ...line, text: withoutIndent(line.text, boxes.indent) };
    if (callouts.read(inner)) continue;
    if (line.kind !== 'text' || !boxes.begin(inner)) boxes.out.push(inner);
  }
  callouts.end(lines.length);
  boxes.endAll(lines.length);
  return boxes.out;
}

/** Quotes that are boxes: `> [!tip] Title`. */
class Callouts {
  readonly #out: MarkdownLine[];
  #isOpen = false;
  #isAsked = false;

  constructor(out: MarkdownLine[]) {
    this.#out = out;
  }

  read(line: MarkdownLine): boolean {
    const [, marks, kind = '', name = ''] = (line.kind === 'text' && CALLOUT.exec(line.text)) || [];
    const isWithin = line.kind === 'text' && this.#isOpen && isQuoted(line.text);
    if (!isWithin || (marks !== undefined && depthOf(marks) === 1)) this.end(line.number);
    this.#isOpen = isWithin || marks !== undefined;
    if (!this.#isOpen) return false;
    if (marks === undefined) this.#out.push({ ...line, text: line.text.replace(/^\s*(?:>\s?)+/, '') });
    else if (this.#isAsked) this.#out.push(...nameLines(line, name.trim()));
    else this.#isAsked = openBox(line, kind, name, this.#out);
    return true;
  }

  end(number: number): void {
    if (this.#isAsked) this.#out.push({ number, kind: 'close', text: '' });
    this.#isAsked = false;
  }
}

function depthOf(marks: string): number {
  return marks.split('>').length - 1;
}

/** A box whose text is indented, or that lasts to its end mark. */
interface Box {
  /** Columns of its text beyond that of the box around; 0 for colons. */
  columns: number;
  opened: boolean;
}

class Boxes {
  readonly out: MarkdownLine[] = [];
  indent = 0;
  readonly #open: Box[] = [];
  #colons = 0;

  begin(line: MarkdownLine): boolean {
    const text = line.text.trim();
    const [, mark = '', kind = '', title] = INDENTED.exec(text) ?? [];
    if (mark !== '' && !(mark.startsWith('=') && title === undefined)) {
      const columns = indentOf(line.text) + 4;
      this.#push({ columns, opened: openBox(line, kind, title ?? '', this.out) });
      return true;
    }
    const shortcode = text.startsWith('{') ? SHORTCODE.exec(text) : null;
    if (shortcode) return this.#readShortcode(line, shortcode);
    const colons = text.startsWith(':::') ? COLONS.exec(text) : null;
    if (!colons) return false;
    const [, name = '', bracketed, attributes, rest] = colons;
    if (name === '' && attributes === undefined && rest === undefined) this.#endColons(line);
    else {
      const inBraces = /title="([^"]*)"/.exec(attributes ?? '')?.[1];
      this.#push({ columns: 0, opened: openBox(line, name, bracketed ?? rest ?? inBraces ?? '', this.out) });
    }
    return true;
  }

  leaveIndented(line: MarkdownLine): void {
    const column = indentOf(line.text);
    while (column < this.indent && (this.#open.at(-1)?.columns ?? 0) > 0) this.#pop(line.number - 1);
  }

  endAll(number: number): void {
    while (this.#open.length > 0) this.#pop(number);
  }

  #endColons(line: MarkdownLine): void {
    this.out.push({ ...line, text: '' });
    if (this.#colons === 0) return;
    while ((this.#open.at(-1)?.columns ?? 0) > 0) this.#pop(line.number);
    this.#pop(line.number);
  }

  /** Shortcodes without a name are left to `dropSiteMarks`. */
  #readShortcode(line: MarkdownLine, [, end, kind = '', attributes = '']: RegExpExecArray): boolean {
    if (end !== undefined) {
      if (this.#colons > 0) this.#endColons(line);
      return true;
    }
    const name = /["“]([^"“”]{1,300})["”]/.exec(attributes)?.[1] ?? '';
    if (name === '') return false;
    const isOpener = !['tab', 'step'].includes(kind.toLowerCase());
    this.#push({ columns: 0, opened: openBox(line, isOpener ? 'details' : kind, name, this.out) });
    return true;
  }

  #push(box: Box): void {
    this.#open.push(box);
    this.indent += box.columns;
    if (box.columns === 0) this.#colons += 1;
  }

  #pop(number: number): void {
    const box = this.#open.pop();
    if (!box) return;
    this.indent -= box.columns;
    if (box.columns === 0) this.#colons -= 1;
    this.out.push(box.opened ? { number, kind: 'close', text: '' } : { number, kind: 'text', text: '' });
  }
}

function openBox(line: MarkdownLine, kind: string, title: string, out: MarkdownLine[]): boolean {
  const name = title.trim();
  const opens =
    isQuestion(name) ||
    (QUESTION_KINDS.includes(kind.trim().toLowerCase().split(' ', 1)[0] ?? '') && isName(name));
  if (opens) out.push({ ...line, kind: 'open', text: name });
  else out.push(...nameLines(line, name));
  return opens;
}

function withoutIndent(text: string, columns: number): string {
  let end = 0;
  for (let column = 0; column < columns && text.charAt(end).trim() === '' && end < text.length; end += 1)
    column += text.charAt(end) === '\t' ? 4 : 1;
  return text.slice(end);
}

export function isName(name: string): boolean {
  return name !== '' && !SAYS_NOTHING.test(name);
}

const MEANING = /^ {0,3}:\s{1,9}(?=\S)/;

/** Lists of terms as PHP Markdown Extra and Pandoc write them: the term becomes a bold line. */
export function readDefinitions(lines: readonly MarkdownLine[]): MarkdownLine[] {
  const plain = [...lines];
  let columns = 0;
  for (const [index, line] of lines.entries()) {
    if (line.kind !== 'text' || line.text.trim() === '') continue;
    const mark = MEANING.exec(line.text)?.[0] ?? '';
    const term = mark === '' ? null : findTerm(lines, index, columns > 0);
    if (term) plain[term.index] = toBold(term.line);
    columns = columnsOf(line.text, mark, term ? mark.length : columns);
    if (columns > 0) plain[index] = { ...line, text: withoutColumns(line.text, mark, columns) };
  }
  return plain;
}

function columnsOf(text: string, mark: string, columns: number): number {
  if (columns === 0 || mark !== '') return columns === 0 ? 0 : mark.length;
  return indentOf(text) > 1 ? columns : 0;
}

function findTerm(lines: readonly MarkdownLine[], index: number, isWithin: boolean) {
  const at = lines[index - 1]?.text.trim() === '' ? index - 2 : index - 1;
  const line = lines[at];
  if (line?.kind !== 'text' || !/^ {0,3}[^\s>|:#]/.test(line.text) || (isWithin && at < index - 1))
    return null;
  return listMarkOf(line.text) === '' && !readHeading(line.text) ? { index: at, line } : null;
}

function toBold(line: MarkdownLine): MarkdownLine {
  return opensBold(line.text) ? line : { ...line, text: `**${line.text.trim()}**` };
}

function withoutColumns(text: string, mark: string, columns: number): string {
  const blanks = text.length - text.trimStart().length;
  return text.slice(mark === '' ? Math.min(columns, blanks) : mark.length);
}

import { decodeHTMLStrict } from 'entities';
import { resolveAddress } from '../html/inline.ts';

/** What the inline reader has to know of the whole file. */
export interface FileMarks {
  /** Addresses of `[label]: address` lines by label, lower case. */
  references: ReadonlyMap<string, string>;
  /** Names of components that the file closes or imports: `<Tabs>` is one, `<Player>` in a command is none. */
  components: ReadonlySet<string>;
}

const HTML_TAGS = new Set(
  `a abbr address article aside b bdi big blockquote body br caption center cite code col colgroup dd del details dfn div
   dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 head header hr html i iframe img ins kbd label li main mark nav
   ol p picture pre q rp rt ruby s samp script section small source span strike strong style sub summary sup svg table
   tbody td template tfoot th thead time title tr tt u ul var video wbr`.split(/\s+/),
);
const EMPHASIS = new Map([
  ...['b', 'strong'].map((tag) => [tag, '**'] as const),
  ...['i', 'em', 'cite', 'dfn'].map((tag) => [tag, '*'] as const),
  ...['del', 's', 'strike'].map((tag) => [tag, '~~'] as const),
  ...['code', 'kbd', 'samp', 'tt'].map((tag) => [tag, '`'] as const),
]);
const TAG = /<(\/?)([a-zA-Z][\w.-]{0,60})((?:[\s/][^<>]*)?)>/y;
/** Splits a line: every second part is code. */
export const CODE_SPAN = /((?<![`\\])(?:`[^`\n]+`|``[^`\n]+``)(?!`))/;
const BADGE = /badge|shields\.io|\.svg(?:$|[?#])/i;

const LINKED_IMAGE = /\[!\[([^\][\n]{0,500})\]\(([^()\n]{0,2000})\)\]\(([^()\n]{0,2000})\)/g;
const IMAGE = /!\[([^\][\n]{0,500})\](?:\(([^()\n]{0,2000})\)|\[[^\][\n]{0,200}\])/g;
const IN_PAGE_LINK = /\[([^\][\n]{1,500})\]\(<?#[^()\s]{0,500}(?:\s+"[^"\n]{0,200}")?\)/g;
/** A label with code in it, and where it leads. */
const CODE_LINK =
  /(?<!!)\[([^\][\n`]{0,200}`[^`\n]{1,200}`[^\][\n`]{0,200})\](?:\[([^\][\n]{0,200})\]|\((<?#[^()\s]{0,500})\))?(?![([:])/g;
const REFERENCE_LINK = /(?<!!)\[([^\][\n]{1,500})\](?:\[([^\][\n]{0,200})\])?(?![([:])/g;

/**
 * Text between code blocks as plain Markdown: HTML emphasis, breaks and links become Markdown, other HTML, comments,
 * images and marks of site generators go, reference links get their address. Code spans and placeholders such as
 * `<name>` stay. Takes linear time.
 */
export function cleanText(text: string, marks: FileMarks): string {
  const links = new TagReader(marks.components);
  const given = text.split('\n');
  const lines = given.map((line, n) => {
    if (line.trim() === '') return links.end();
    const plain = withoutBreak(dropSiteMarks(line), given[n + 1] ?? '');
    const parts = resolveCodeLinks(plain, marks).split(CODE_SPAN);
    return parts.map((part, n) => (n % 2 === 1 ? part : cleanProse(part, marks, links))).join('');
  });
  return lines.join('\n') + links.end();
}

/** Without the `\` or `\\` that breaks a line there; at the end of a paragraph one `\` is a sign like others. */
function withoutBreak(line: string, next: string): string {
  const [breaks = ''] = /(?<!\\)\\{1,2}\s{0,9}$/.exec(line.slice(-20)) ?? [];
  const isBreak = breaks.startsWith('\\\\') || (breaks !== '' && next.trim() !== '');
  return isBreak ? line.slice(0, -breaks.length) : line;
}

/** Links whose label holds code, before the line is split at it. */
function resolveCodeLinks(line: string, { references }: FileMarks): string {
  if (!line.includes('`') || !line.includes('[')) return line;
  return line.replace(CODE_LINK, (whole, label: string, named?: string, inPage?: string) =>
    inPage === undefined ? toLink(whole, label, references.get((named || label).toLowerCase())) : label,
  );
}

/** A link to an address of the file; one within the page is its label alone, one to nowhere stays as it stands. */
function toLink(whole: string, label: string, address: string | undefined): string {
  if (address === undefined) return whole;
  return address.startsWith('#') ? label : `[${label}](${address})`;
}

function cleanProse(text: string, { references }: FileMarks, tags: TagReader): string {
  let clean = withoutComments(text);
  if (clean.includes('](')) {
    clean = clean
      .replace(LINKED_IMAGE, (_, alt: string, image: string, address: string) =>
        alt === '' || BADGE.test(image) ? '' : `[${alt}](${address})`,
      )
      .replace(IMAGE, (_, alt: string, image = '') => (BADGE.test(image) ? '' : alt))
      .replace(IN_PAGE_LINK, '$1');
  }
  if (references.size > 0 && clean.includes(']')) {
    clean = clean
      .replace(IMAGE, '')
      .replace(REFERENCE_LINK, (whole, label: string, named = '') =>
        toLink(whole, label, references.get((named || label).toLowerCase())),
      );
  }
  if (clean.includes('<')) clean = tags.read(clean);
  return clean.includes('&') ? decodeEntities(clean) : clean;
}

/** `&lt;` stays: what it hides may be a tag. */
export function decodeEntities(text: string): string {
  return text.replace(/&#?\w{1,31};/g, (entity) => {
    const sign = decodeHTMLStrict(entity);
    if (sign === '\u00a0') return ' ';
    return sign === '<' ? '&lt;' : sign;
  });
}

/** Without comments within a line; those over whole lines are hidden before. */
function withoutComments(text: string): string {
  let clean = '';
  let done = 0;
  for (let at = text.indexOf('<!--'); at >= 0; at = text.indexOf('<!--', done)) {
    const end = text.indexOf('-->', at);
    if (end < 0) break;
    clean += text.slice(done, at);
    done = end + '-->'.length;
  }
  return clean + text.slice(done);
}

/** Attribute lists of kramdown, comments of MDX, shortcodes of Hugo, Jekyll and GitBook. */
function dropSiteMarks(line: string): string {
  if (!line.includes('{')) return line;
  if (/^\s*\{:[^{}]*\}\s*$/.test(line)) return '';
  return line
    .replace(/\{\/\*[^{\n]{0,2000}?\*\/\}/g, '')
    .replace(/\{\{[<%][^{}\n]{0,2000}[>%]\}\}/g, '')
    .replace(/\{%[^{}\n]{0,2000}%\}/g, '');
}

/** Reads the tags of a text line by line; a link may begin in one line and end in another. */
class TagReader {
  readonly #components: ReadonlySet<string>;
  /** Addresses of links that are open; null: of none that leads anywhere. */
  #open: (string | null)[] = [];

  constructor(components: ReadonlySet<string>) {
    this.#components = components;
  }

  read(text: string): string {
    let clean = '';
    let done = 0;
    for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
      TAG.lastIndex = at;
      const [whole = '', slash = '', name = '', rest = ''] = TAG.exec(text) ?? [];
      if (whole === '' || !this.#isTag(name)) continue;
      clean += text.slice(done, at);
      clean = this.#append(clean, name.toLowerCase(), slash !== '', rest);
      done = at + whole.length;
      at = done - 1;
    }
    return clean + text.slice(done);
  }

  /** What closes the links of a paragraph that ends. */
  end(): string {
    const closing = this.#open.map((address) => (address === null ? '' : `](${address})`)).join('');
    this.#open = [];
    return closing;
  }

  #isTag(name: string): boolean {
    return HTML_TAGS.has(name.toLowerCase()) || this.#components.has(name);
  }

  #append(before: string, tag: string, isEnd: boolean, attributes: string): string {
    if (tag === 'br') return `${before}\n`;
    if (tag === 'a') return isEnd ? this.#endLink(before) : before + this.#beginLink(attributes);
    const mark = EMPHASIS.get(tag);
    return mark === undefined ? before : before + mark;
  }

  #beginLink(attributes: string): string {
    const address = resolveAddress(attributeOf(attributes, 'href'), 'about:blank');
    this.#open.push(address);
    return address === null ? '' : '[';
  }

  #endLink(before: string): string {
    const address = this.#open.pop();
    if (!address) return before;
    return before.endsWith('[') ? before.slice(0, -1) : `${before}](${address})`;
  }
}

/** The value of an HTML attribute, as in `href="x"`, `href='x'` or `href=x`. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const [, double, single, bare] =
    new RegExp(`(?:^|\\s)${name}\\s?=\\s?(?:\\{?"([^"]*)"|\\{?'([^']*)'|([^\\s"'{]+))`, 'i').exec(
      attributes,
    ) ?? [];
  const value = double ?? single ?? bare;
  return value === undefined ? undefined : decodeEntities(value);
}

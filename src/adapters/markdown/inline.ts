import { decodeHTMLStrict } from 'entities';
import { Lexer, type Token, Tokenizer } from 'marked';
import { resolveAddress } from '../html/inline.ts';

/** Names that only the whole file declares. */
export interface FileMarks {
  /** Reads the inline Markdown of the file; it knows the addresses of `[label]: address` lines. */
  lexer: Lexer;
  /** Components that the file closes or imports: `<Tabs>` is one, `<Player>` in a command is none. */
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
/** Its slash, name and attributes. */
export const TAG = /<(\/?)([a-zA-Z][\w.-]{0,60})((?:[\s/][^<>]*)?)>/g;
/** Splits a line: every second part is code. */
export const CODE_SPAN = /((?<![`\\])(?:`[^`\n]+`|``[^`\n]+``)(?!`))/;
const BADGE = /badge|shields\.io|\.svg(?:$|[?#])/i;
/** The lexer takes seconds for longer hostile paragraphs, so only their tags are read. */
const MOST_CHARACTERS = 8_000;

/** Leaves bare addresses to the text, so that they do not split a faulty tag around them. */
class PlainTokenizer extends Tokenizer {
  override url(): undefined {
    return undefined;
  }
}

export function toFileMarks(
  references: ReadonlyMap<string, string>,
  components: ReadonlySet<string>,
): FileMarks {
  const lexer = new Lexer({ gfm: true, tokenizer: new PlainTokenizer() });
  for (const [label, href] of references) lexer.tokens.links[label] = { href, title: '' };
  return { lexer, components };
}

function readTokens(line: string, { lexer }: FileMarks): Token[] {
  Object.assign(lexer.state, { inLink: false, inRawBlock: false });
  return lexer.inlineTokens(line);
}

/**
 * Text between code blocks as plain Markdown: HTML becomes Markdown or goes, as do comments, images and marks of
 * site generators; reference links get their address. Code and placeholders (`<name>`) stay.
 */
export function cleanText(text: string, marks: FileMarks): string {
  const tags = new TagReader(marks.components);
  const given = text.split('\n').map(dropSiteMarks);
  const lines = given.map((line, n) => withoutBreak(line, given[n + 1] ?? ''));
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const end = endOfBlock(lines, at);
    const block = lines.slice(at, end).join('\n');
    const isPlain = !/[`[<&]/.test(block);
    if (block.trim() === '') blocks.push(tags.end());
    else if (block.length > MOST_CHARACTERS) blocks.push(tags.read('', block));
    else blocks.push(isPlain ? block : renderTokens(readTokens(block, marks), tags));
    at = end;
  }
  return blocks.join('\n') + tags.end();
}

/** Code and links may run over the lines of a paragraph, never into the next item, row or quote. */
function endOfBlock(lines: readonly string[], from: number): number {
  let [end, size] = [from + 1, lines[from]?.length ?? 0];
  if ((lines[from] ?? '').trim() === '') return end;
  for (let line = lines[end]; line !== undefined && line.trim() !== ''; line = lines[end]) {
    size += line.length;
    if (size > MOST_CHARACTERS || /^\s*(?:[-*+>|#:]|\d{1,9}[.)])/.test(line)) break;
    end += 1;
  }
  return end;
}

export function toPlainWords(text: string, marks: FileMarks): string {
  return text.length > MOST_CHARACTERS ? text : wordsOf(readTokens(cleanText(text, marks), marks));
}

function wordsOf(tokens: readonly Token[]): string {
  const words = tokens.map((token): string => {
    if (token.type === 'image') return altOf(token);
    if ('tokens' in token && token.tokens) return wordsOf(token.tokens);
    if (token.type === 'escape' || token.type === 'codespan') return token.text;
    return token.raw.replaceAll('&lt;', '<');
  });
  return words.join('');
}

function renderTokens(tokens: readonly Token[], tags: TagReader): string {
  const isText = ({ type }: Token) => type === 'html' || type === 'text';
  return tokens.reduce(
    (text, token) => (isText(token) ? tags.read(text, token.raw) : text + renderToken(token, tags)),
    '',
  );
}

function renderToken(token: Token, tags: TagReader): string {
  if (token.type === 'image') return altOf(token);
  if (token.type === 'link' && token.raw.startsWith('[')) return renderLink(token, tags);
  if (token.type !== 'strong' && token.type !== 'em' && token.type !== 'del') return token.raw;
  const mark = token.raw.slice(0, (token.raw.length - token.text.length) / 2);
  return mark + renderTokens(token.tokens ?? [], tags) + mark;
}

function renderLink(token: Token & { href?: string }, tags: TagReader): string {
  const { href = '', raw } = token;
  const label = renderTokens(('tokens' in token && token.tokens) || [], tags);
  if (href.startsWith('#') || label === '') return label;
  const target = raw.endsWith(')') ? raw.lastIndexOf('](') : -1;
  return `[${label}${target < 0 ? `](${href})` : decodeEntities(raw.slice(target))}`;
}

function altOf(image: Token): string {
  return 'text' in image && 'href' in image && !BADGE.test(`${image.href}`) ? `${image.text}` : '';
}

/** Drops the `\` or `\\` that breaks a line; at the end of a paragraph one `\` is a sign like others. */
function withoutBreak(line: string, next: string): string {
  const [breaks = ''] = /(?<!\\)\\{1,2}\s{0,9}$/.exec(line.slice(-20)) ?? [];
  const isBreak = breaks.startsWith('\\\\') || (breaks !== '' && next.trim() !== '');
  return isBreak ? line.slice(0, -breaks.length) : line;
}

/** `&lt;` stays: what it hides may be a tag. */
export function decodeEntities(text: string): string {
  return text.replace(/&#?\w{1,31};/g, (entity) => {
    const sign = decodeHTMLStrict(entity);
    if (sign === '\u00a0') return ' ';
    return sign === '<' ? '&lt;' : sign;
  });
}

/** Attribute lists of kramdown, comments of MDX, shortcodes of Hugo, Jekyll and GitBook. */
function dropSiteMarks(line: string): string {
  if (!line.includes('{')) return line;
  return line.replace(
    /^\s*\{:[^{}]*\}\s*$|\{\/\*[^{\n]{0,2000}?\*\/\}|\{\{[<%][^{}\n]{0,2000}[>%]\}\}|\{%[^{}\n]{0,2000}%\}/g,
    '',
  );
}

/** Reads the tags of a text; a link may begin in one line and end in another. */
class TagReader {
  readonly #components: ReadonlySet<string>;
  /** Addresses of open links; null for one that leads nowhere. */
  #open: (string | null)[] = [];

  constructor(components: ReadonlySet<string>) {
    this.#components = components;
  }

  /** Appends text: comments are left out, tags become Markdown, placeholders stay. */
  read(before: string, text: string): string {
    if (text.startsWith('<!--')) return before;
    let [clean, done] = [before, 0];
    for (const { 0: whole, 1: slash = '', 2: name = '', 3: attributes = '', index } of text.matchAll(TAG)) {
      if (!HTML_TAGS.has(name.toLowerCase()) && !this.#components.has(name)) continue;
      clean += decodeEntities(text.slice(done, index));
      clean = this.#append(clean, name.toLowerCase(), slash !== '', attributes);
      done = index + whole.length;
    }
    return clean + decodeEntities(text.slice(done));
  }

  #append(before: string, tag: string, isEnd: boolean, attributes: string): string {
    if (tag === 'br') return `${before}\n`;
    if (tag === 'a') return isEnd ? this.#endLink(before) : before + this.#beginLink(attributes);
    return before + (EMPHASIS.get(tag) ?? '');
  }

  end(): string {
    const closing = this.#open.map((address) => (address === null ? '' : `](${address})`)).join('');
    this.#open = [];
    return closing;
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

export function attributeOf(attributes: string, name: string): string | undefined {
  const [, double, single, bare] =
    new RegExp(`(?:^|\\s)${name}\\s?=\\s?(?:\\{?"([^"]*)"|\\{?'([^']*)'|([^\\s"'{]+))`, 'i').exec(
      attributes,
    ) ?? [];
  const value = double ?? single ?? bare;
  return value === undefined ? undefined : decodeEntities(value);
}

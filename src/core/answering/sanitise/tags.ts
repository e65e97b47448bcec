import { rememberNext } from '../../../domain/addresses.ts';
import { toLine } from '../../../domain/text.ts';

/** An address in angle brackets, or a replacement, and where to continue. */
export type Tag =
  | { kind: 'address'; url: string; end: number }
  | { kind: 'text'; text: string; end: number; closer?: { index: number; text: string } };

const MAX_TAG_CHARACTERS = 1_000;
const MAX_COMMENT_CHARACTERS = 2_000;

/** Tags that are removed; others, such as `<player>`, are placeholders and stay readable as ‹player›. */
const ELEMENTS = new Set(
  toLine(`a abbr acronym applet area article aside audio b base bdi bdo big blink blockquote body br button canvas
  caption center cite code col colgroup dd del details dfn dialog dir div dl dt em embed fieldset figcaption
  figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd
  keygen legend li link main mark marquee math meta nav noframes noscript ol optgroup p picture pre q rp rt
  ruby s samp script section select small span strike strong style sub sup svg table tbody td template
  textarea tfoot th thead tr tt u ul var video wbr`).split(' '),
);
const LINE_ENDS: Record<string, string> = { '<br': '\n', '</p': '\n\n' };

const ADDRESS = /<(https?:\/\/[^\s<>]*)>/iy;
const MAIL = /<(?:mailto:)?(?=[^\s<>@]{1,64}@[^\s<>@]{1,253}>)/iy;
const CONTENT_DROPPED = ['<script', '<style'];
const NAME = /<\/?([a-z][a-z0-9-]{0,40})(?=[\s/>])/iy;
const PLACEHOLDER = /<[^<>\n]{1,100}>/y;
const DECLARATION = /<[!?][^<>]{0,1000}>/y;

export function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

const [QUOTATION_MARK, APOSTROPHE, GREATER_THAN] = [0x22, 0x27, 0x3e];

/** Index after the tag's `>`, ignoring quoted attributes; undefined if there is none nearby. */
function endOfTag(text: string, start: number): number | undefined {
  const near = text.slice(start, start + MAX_TAG_CHARACTERS);
  if (!near.includes('>')) return undefined;
  // By character code: by string, 24,000 characters of unclosed tags take 60 ms.
  let quote = 0;
  for (let index = 0; index < near.length; index += 1) {
    const unit = near.charCodeAt(index);
    if (quote !== 0) quote = unit === quote ? 0 : quote;
    else if (unit === GREATER_THAN) return start + index + 1;
    else if (unit === QUOTATION_MARK || unit === APOSTROPHE) quote = unit;
  }
  const [open, close] = [near.indexOf('<'), near.indexOf('>')];
  return open < 0 || close < open ? start + close + 1 : undefined;
}

function endOfElement(text: string, start: number, name: string): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  const close = matchAt(closing, text, start);
  const end = close === null ? -1 : text.indexOf('>', close.index);
  return end === -1 ? text.length : end + 1;
}

const nextCommentEnd = rememberNext((text, from) => {
  const at = text.indexOf('-->', from);
  return at < 0 ? text.length : at;
});

/** Index after the comment that begins at `index`; undefined if none ends nearby. */
function endOfComment(text: string, index: number): number | undefined {
  if (!text.startsWith('<!--', index)) return undefined;
  const start = index + 4;
  const end = nextCommentEnd(text, start);
  return end === text.length || end - start > MAX_COMMENT_CHARACTERS ? undefined : end + 3;
}

function readElement(text: string, index: number): Tag | undefined {
  const [opening, name] = matchAt(NAME, text, index) ?? [];
  if (opening === undefined || name === undefined || !ELEMENTS.has(name.toLowerCase())) return undefined;
  if (CONTENT_DROPPED.includes(opening.toLowerCase()))
    return { kind: 'text', text: '', end: endOfElement(text, index, name) };
  const end = endOfTag(text, index + 1);
  if (end === undefined) return undefined;
  return { kind: 'text', text: LINE_ENDS[opening.toLowerCase()] ?? '', end };
}

/** Reads the `<` at `index`: tags and comments are dropped, with their content for script and style. */
export function readTag(text: string, index: number): Tag {
  const comment = endOfComment(text, index);
  if (comment !== undefined) return { kind: 'text', text: '', end: comment };
  const url = matchAt(ADDRESS, text, index)?.[1];
  if (url !== undefined) return { kind: 'address', url, end: ADDRESS.lastIndex };
  if (matchAt(MAIL, text, index)) {
    const closer = { index: text.indexOf('>', index), text: '' };
    return { kind: 'text', text: '', end: MAIL.lastIndex, closer };
  }
  const element = readElement(text, index);
  if (element) return element;
  if (matchAt(DECLARATION, text, index)) return { kind: 'text', text: '', end: DECLARATION.lastIndex };
  if (!/[a-z/!?]/i.test(text.charAt(index + 1))) return { kind: 'text', text: '<', end: index + 1 };
  if (!matchAt(PLACEHOLDER, text, index)) return { kind: 'text', text: '‹', end: index + 1 };
  return { kind: 'text', text: '‹', end: index + 1, closer: { index: PLACEHOLDER.lastIndex - 1, text: '›' } };
}

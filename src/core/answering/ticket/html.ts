import { Parser } from 'htmlparser2';
import { MAX_CONTENT_CHARACTERS } from '../../../domain/limits.ts';
import { saysAnything } from '../../../domain/text.ts';
import { type Line, type Part, toSet } from './line.ts';

const DOCUMENT = ['<!doctype html', '<html', '<head', '<body', '<?xml'];
const BEGINS_WITH_TAG =
  /^\s{0,99}<(?:!--|(?:div|p|span|table|style|meta|br|center|font|b|strong|em|i|a|img|blockquote|section|article|ul|ol|h[1-6])(?:\s[^<>]{0,500})?\/?>)/i;
const ENDS_WITH_TAG = /(?:<\/[a-z][a-z\d]{0,9}|<(?:br|hr|img)[^<>]{0,500})>\s{0,99}$/i;

const HIDDEN = new Set('style script head title template noscript object select textarea'.split(' '));
const HIDDEN_STYLES = ['display:none', 'mso-hide:all'];
const BLOCKS = new Set([
  ...['address', 'article', 'aside', 'body', 'center', 'dd', 'div', 'dt', 'fieldset', 'footer', 'form'],
  ...['header', 'hr', 'html', 'legend', 'li', 'main', 'nav', 'section', 'tbody', 'tfoot', 'thead', 'tr'],
]);
const PARAGRAPHS = new Set([
  ...['blockquote', 'dl', 'figure', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ol', 'p', 'pre', 'table', 'ul'],
]);

/** Parts of the names that mail programs give to quotes, and whole names. */
const QUOTE_PARTS =
  'gmail_quote gmail_attr yahoo_quoted moz-cite-prefix moz-forward-container protonmail_quote tutanota_quote zmail_extra'.split(
    ' ',
  );
const QUOTE_NAMES = toSet(
  'quote quoted quotetext quote-text quotedtext quoted-text quote-reply quoted-reply',
);
/** From here to the end, a mail quotes the one it answers. */
const DIVIDER_IDS = ['divrplyfwdmsg', 'appendonsend', 'stopspelling'];
const MAX_SHOWN_ADDRESS = 300;
const DIVIDER = '-----Original Message-----';

/** Tells the HTML body of a mail from words about HTML. */
function isHtml(text: string): boolean {
  if (text.length > MAX_CONTENT_CHARACTERS || !text.includes('<') || text.includes('```')) return false;
  const lower = text.trimStart().toLowerCase();
  if (DOCUMENT.some((start) => lower.startsWith(start))) return true;
  if (BEGINS_WITH_TAG.test(text)) return ENDS_WITH_TAG.test(text.slice(-700));
  return lower.split('<br').length > 2 && !text.includes('`');
}

/** The displayed lines of an HTML body, quotes and signatures marked; null if it is not HTML or empty. */
export function readHtml(text: string): Line[] | null {
  if (!isHtml(text)) return null;
  const reader = new BodyReader();
  const parser = new Parser(reader);
  parser.end(text);
  const lines = reader.finish();
  return lines.some((line) => saysAnything(line.text)) ? lines : null;
}

interface Frame {
  part: Part | 'hidden' | null;
  /** A quote ended in it: an answer may follow below. */
  hasQuote: boolean;
  isQuoteItself: boolean;
}

class BodyReader {
  readonly #lines: Line[] = [];
  readonly #frames: Frame[] = [];
  #text = '';
  #pre = 0;
  /** The open link and where its words begin. */
  #link: { address: string; start: number } | null = null;

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    const { id = '', style = '' } = attributes;
    const names = `${attributes.class ?? ''} ${id} ${attributes['data-smartmail'] ?? ''}`.toLowerCase();
    if (BLOCKS.has(name) || name === 'br') this.#endLine();
    if (PARAGRAPHS.has(name)) this.#endParagraph();
    if (DIVIDER_IDS.some((divider) => id.toLowerCase().includes(divider)))
      this.#lines.push({ text: DIVIDER, part: 'own' });
    if (name === 'pre') this.#pre += 1;
    if (name === 'li') this.#text = '- ';
    if ((name === 'td' || name === 'th') && saysAnything(this.#text)) this.#text += '\t';
    if (name === 'a') this.#link = { address: attributes.href ?? '', start: this.#text.length };
    this.#frames.push(openFrame(name, names, style));
  }

  ontext(text: string): void {
    if (this.#isHidden()) return;
    if (this.#pre === 0) {
      const line = text.replace(/\s+/g, ' ');
      this.#text += this.#text === '' || this.#text.endsWith(' ') ? line.trimStart() : line;
      return;
    }
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) this.#endLine();
      this.#text += line;
    }
  }

  onclosetag(name: string): void {
    if (name === 'a') this.#closeLink();
    if (BLOCKS.has(name)) this.#endLine();
    if (PARAGRAPHS.has(name)) this.#endParagraph();
    if (name === 'pre') this.#pre = Math.max(0, this.#pre - 1);
    const frame = this.#frames.pop();
    const outer = this.#frames.at(-1);
    if (outer && (frame?.isQuoteItself || frame?.hasQuote)) outer.hasQuote = true;
  }

  finish(): Line[] {
    this.#endLine();
    return this.#lines;
  }

  #closeLink(): void {
    const { address, start } = this.#link ?? { address: '', start: 0 };
    const words = this.#text.slice(start).trim();
    this.#link = null;
    if (this.#isHidden() || !isWebAddress(address) || words.includes('://')) return;
    this.#text += ` (${address})`;
  }

  #isHidden(): boolean {
    return this.#frames.some(({ part }) => part === 'hidden');
  }

  #endLine(): void {
    const text = this.#text.trimEnd();
    this.#text = '';
    if (text !== '' || (this.#lines.at(-1)?.text ?? '') !== '')
      this.#lines.push({ text, part: this.#partOf() });
  }

  #endParagraph(): void {
    this.#endLine();
    if ((this.#lines.at(-1)?.text ?? '') !== '') this.#lines.push({ text: '', part: 'own' });
  }

  /** Text that a program marked as quoted is a quote, except below the quote itself in the same frame. */
  #partOf(): Part {
    if (this.#frames.some(({ isQuoteItself }) => isQuoteItself)) return 'quoted';
    const frame = this.#frames.findLast(({ part }) => part !== null);
    if (frame?.part === 'quoted') return frame.hasQuote ? 'own' : 'quoted';
    return frame?.part === 'signature' ? 'signature' : 'own';
  }
}

function openFrame(name: string, names: string, style: string): Frame {
  const frame: Frame = { part: null, hasQuote: false, isQuoteItself: name === 'blockquote' };
  if (
    HIDDEN.has(name) ||
    HIDDEN_STYLES.some((hidden) => style.toLowerCase().replaceAll(' ', '').includes(hidden))
  )
    frame.part = 'hidden';
  else if (isNameOfQuote(names)) frame.part = 'quoted';
  else if (names.includes('signature')) frame.part = 'signature';
  return frame;
}

function isNameOfQuote(names: string): boolean {
  return (
    QUOTE_PARTS.some((part) => names.includes(part)) || names.split(' ').some((name) => QUOTE_NAMES.has(name))
  );
}

function isWebAddress(address: string): boolean {
  const isWeb = ['http://', 'https://'].some((scheme) => address.toLowerCase().startsWith(scheme));
  return isWeb && address.length <= MAX_SHOWN_ADDRESS && !address.includes(' ');
}

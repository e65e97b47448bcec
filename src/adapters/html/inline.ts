import { toLine } from '../../domain/text.ts';
import { type Element, elementsOf, hasClass, setOf, type TreeNode, textOf } from './tree.ts';

const MAX_ADDRESS_CHARACTERS = 2_000;
/** Names and texts of the little links beside headings. */
const PERMALINK_CLASSES =
  setOf(`headerlink header-anchor heading-anchor hash-link anchorlink anchor-link anchorjslink
  anchorjs-link permalink anchor`);
const PERMALINK_TEXT =
  /^(?:[#¶§🔗⚓\s\u200b]*|direct link to .*|link to this (?:heading|section).*|direkter link zu .*|permalink.*)$/iu;
const CODE_TAGS = setOf('code kbd samp tt');
const MARKS: Record<string, string> = {
  ...{ strong: '**', b: '**', em: '*', i: '*' },
  ...{ del: '~~', s: '~~', strike: '~~' },
};
/** A sign that opens a tag, here or in the text behind it. */
export const TAG_START = /<(?=[a-z/!?]|$)/gi;
/** Elements whose neighbours would otherwise grow together: `npmYarn`. */
const APART = setOf('button label td th');

/**
 * Elements of a line as Markdown: emphasis, code, links with absolute addresses, alternative texts.
 * Blanks are collapsed, line breaks are those of `<br>`. What looks like a tag is written as code.
 */
export function renderInline(nodes: readonly TreeNode[], baseUrl: string): string {
  return tidy(nodes.map((node) => renderNode(node, baseUrl)).join(''));
}

/** The words of a heading or a label: no markup, no permalink signs, one line. */
export function renderPlain(nodes: readonly TreeNode[]): string {
  const text = nodes.map(plainText).join('');
  return escapeName(toLine(toLine(text).replace(/^[#¶§]\s+|\s*[¶§]$|\s+#$/g, '')));
}

/**
 * Text that no Markdown reader takes for a tag, code or a link; `a < b` and `<3` stay. A stray backtick
 * would pair with that of a code span behind it, and set free a tag within.
 */
export function escapeText(text: string): string {
  return text
    .replace(/\\+(?=`|$)/g, '$&$&')
    .replaceAll('`', '\\`')
    .replace(TAG_START, '&lt;')
    .replaceAll('](', ']\\(');
}

/** A name is no Markdown, but ends up in some: tags in it are written as code. */
function escapeName(name: string): string {
  if (/[`\\]/.test(name)) return escapeText(name);
  return escapeTag(name.replace(/<\/?[a-z][^<>`\n]{0,200}>/gi, '`$&`'));
}

function escapeTag(text: string): string {
  return text.replace(/(?<!`)<(?=[a-z/!?]|$)/gi, '&lt;');
}

/** An absolute http(s) or mailto address, fit for the brackets of a link; null for all others. */
export function resolveAddress(href: string | undefined, baseUrl: string): string | null {
  if (href === undefined || href.length > MAX_ADDRESS_CHARACTERS) return null;
  const url = URL.parse(href.trim(), baseUrl);
  if (url === null || !['http:', 'https:', 'mailto:'].includes(url.protocol)) return null;
  const address = url.href.replace(/[()<>\s`]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return address.length > MAX_ADDRESS_CHARACTERS ? null : address;
}

/** Code in as many backticks as its content asks for. */
function renderCode(text: string): string {
  const code = toLine(text);
  if (code === '') return '';
  const mark = fenceFor(code, 1);
  return code.includes('`') ? `${mark} ${code} ${mark}` : mark + code + mark;
}

/** More backticks than stand in a row in the code. */
export function fenceFor(code: string, least: number): string {
  return '`'.repeat((code.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length + 1), least));
}

function renderNode(node: TreeNode, baseUrl: string): string {
  if (typeof node === 'string') return escapeText(cleanText(node));
  if (node.tag === 'br') return '\n';
  if (node.tag === 'img') return escapeText(cleanText(node.attributes.alt ?? ''));
  if (node.tag === 'input') return renderCheckbox(node);
  if (CODE_TAGS.has(node.tag)) return renderCode(textOf(node));
  if (node.tag === 'a') return renderLink(node, baseUrl);
  const inner = node.children.map((child) => renderNode(child, baseUrl)).join('');
  const mark = MARKS[node.tag];
  if (mark !== undefined) return surround(inner, mark);
  return node.isBlock || APART.has(node.tag) ? ` ${inner} ` : inner;
}

function renderCheckbox({ attributes }: Element): string {
  if (attributes.type?.toLowerCase() !== 'checkbox') return '';
  return attributes.checked === undefined ? '[ ] ' : '[x] ';
}

function renderLink(link: Element, baseUrl: string): string {
  if (isPermalink(link)) return '';
  const inner = link.children.map((child) => renderNode(child, baseUrl)).join('');
  const address = resolveAddress(link.attributes.href, baseUrl);
  const label = toLine(inner);
  if (address === null || label === '') return inner;
  return between(inner, `[${label}](${address})`);
}

function isPermalink(link: Element): boolean {
  const text = textOf(link).trim();
  if (PERMALINK_TEXT.test(text) && !elementsOf(link).some(({ tag }) => tag === 'img')) return true;
  return text.length < 3 && hasClass(link, PERMALINK_CLASSES);
}

function plainText(node: TreeNode): string {
  if (typeof node === 'string') return cleanText(node);
  if (node.tag === 'br') return ' ';
  if (node.tag === 'img') return node.attributes.alt ?? '';
  if (node.tag === 'a' && isPermalink(node)) return '';
  const inner = node.children.map(plainText).join('');
  return node.isBlock || APART.has(node.tag) ? ` ${inner} ` : inner;
}

/** Marks stand at the words, not at the blanks around them; an icon without text is nothing. */
function surround(text: string, mark: string): string {
  const inner = text.trim();
  if (inner === '') return text === '' ? '' : ' ';
  // Marks within marks would end them.
  return between(text, mark + toLine(inner.replaceAll(mark, '')) + mark);
}

/** Its replacement between the blanks that stand around a text. */
function between(text: string, replacement: string): string {
  return (text.trimStart() === text ? '' : ' ') + replacement + (text.trimEnd() === text ? '' : ' ');
}

/** Blanks of the source are one blank each; invisible signs go. */
function cleanText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\u200b\u200c\u2060\ufeff\u00ad]/g, '');
}

function tidy(text: string): string {
  return text
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}

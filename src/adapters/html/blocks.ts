import { escapeText, fenceFor, renderInline, renderPlain } from './inline.ts';
import { captionOf, isLayout, isTable, renderTable } from './table.ts';
import type { Element, TreeNode } from './tree.ts';
import { classesOf, descendants, elementsOf, hasClass, holdsBlock, isHeading, setOf } from './tree.ts';

/**
 * A heading opens a section, one without text ends those of its level and below; all other blocks are Markdown,
 * separated by blank lines.
 */
export type Block =
  | { kind: 'heading'; level: number; text: string; anchor: string | null }
  | { kind: 'text' | 'list'; markdown: string };

/** Those of HTML, and one below them for a question. */
const LEVELS = 7;

interface BlockContext {
  baseUrl: string;
  /** How many questions stand around: headings in an answer are below its question. */
  depth: number;
  around: readonly Element[];
  /** Id of an empty `<a name>` that waits for its heading. */
  waiting: { anchor: string | null };
}

/** The blocks of an element in reading order; links are resolved against `baseUrl`. */
export function renderBlocks(element: Element, baseUrl: string): Block[] {
  return renderChildren(element, { baseUrl, depth: 0, around: [], waiting: { anchor: null } });
}

function renderChildren(element: Element, place: BlockContext): Block[] {
  const inside = { ...place, around: [...place.around.slice(-4), element] };
  const blocks: Block[] = [];
  let line: TreeNode[] = [];
  const endLine = () => {
    if (line.length > 0) blocks.push(...paragraph(renderInline(line, place.baseUrl)));
    line = [];
  };
  const holdsCode = elementsOf(element).some(({ tag }) => tag === 'pre');
  for (const child of element.children) {
    if (holdsCode && typeof child !== 'string' && isBesideCode(child)) continue;
    if (typeof child === 'string' || !isOwnBlock(child)) {
      if (typeof child !== 'string') noteAnchor(child, place);
      line.push(child);
      continue;
    }
    endLine();
    for (const block of renderBlock(child, inside)) blocks.push(block);
  }
  endLine();
  return blocks;
}

/** A link around a card of blocks is one link, unless headings stand in it. */
function isOwnBlock(element: Element): boolean {
  if (!element.isBlock || element.tag !== 'a') return element.isBlock;
  return descendants(element).some(isHeading);
}

function renderBlock(element: Element, place: BlockContext): Block[] {
  const { tag } = element;
  if (isHeading(element)) return renderHeading(element, Number(tag.slice(1)), place);
  if (tag === '#question') return renderQuestion(element, place);
  if (tag === 'ul' || tag === 'ol' || tag === 'dir') return renderList(element, place);
  if (tag === 'dl') return renderDefinitions(element, place);
  if (tag === 'pre' || tag === 'listing' || tag === 'xmp')
    return text(renderCodeBlock(element, place.around));
  if (tag === 'blockquote')
    return text(nest(element, place).replace(/^(.?)/gm, (_, first: string) => (first ? `> ${first}` : '>')));
  if (isTable(element) && !isLayout(element)) return renderDataTable(element, place);
  if (tag === 'summary' && !holdsBlock(element)) return bold(renderInline(element.children, place.baseUrl));
  return renderChildren(element, place);
}

function renderHeading(heading: Element, level: number, place: BlockContext): Block[] {
  const title = renderPlain(heading.children);
  if (title === '') return [];
  const anchor =
    heading.attributes.id ?? innerAnchor(heading) ?? outerAnchor(heading, place) ?? place.waiting.anchor;
  place.waiting.anchor = null;
  return [{ kind: 'heading', level: place.depth * LEVELS + level, text: title, anchor: anchor || null }];
}

/** A section of its own, whatever headings stand around it and in it; an unanswered question is nothing. */
function renderQuestion(question: Element, place: BlockContext): Block[] {
  const { title = '', type, id } = question.attributes;
  const isSection = type === 'question';
  const answer = renderChildren(question, isSection ? { ...place, depth: place.depth + 1 } : place);
  if (answer.length === 0) return [];
  if (!isSection) return [...bold(title), ...answer];
  const level = (place.depth + 1) * LEVELS;
  return [
    { kind: 'heading', level, text: title, anchor: id || null },
    ...answer,
    { kind: 'heading', level, text: '', anchor: null },
  ];
}

/** `<h2><a name="x">` of older pages, `<h2><span id="x">` of wikis. */
function innerAnchor(heading: Element): string | undefined {
  const holder = descendants(heading).find(
    ({ tag, attributes }) => attributes.id || (tag === 'a' && attributes.name),
  );
  return holder?.attributes.id ?? holder?.attributes.name;
}

/** `<section id="x"><h2>` of Sphinx, `<div class="mw-heading">` of MediaWiki. */
function outerAnchor(heading: Element, { around }: BlockContext): string | undefined {
  const parent = around.at(-1);
  const first = parent && elementsOf(parent).find(({ textLength }) => textLength > 0);
  const isOpener =
    first === heading && (parent?.tag === 'section' || classesOf(parent ?? heading).includes('section'));
  return isOpener ? parent?.attributes.id : undefined;
}

function noteAnchor(element: Element, place: BlockContext): void {
  if (element.tag === 'a' && element.textLength === 0) {
    place.waiting.anchor = element.attributes.id ?? element.attributes.name ?? place.waiting.anchor;
  } else if (element.textLength > 0) place.waiting.anchor = null;
}

function renderList(list: Element, place: BlockContext): Block[] {
  let number = Number.parseInt(list.attributes.start ?? '1', 10);
  if (!Number.isSafeInteger(number) || number < 0 || number > 1e8) number = 1;
  const items = list.children.flatMap((child) => {
    const content = typeof child === 'string' ? escapeText(child.trim()) : nestItem(child, place);
    if (content === '') return [];
    const marker = list.tag === 'ol' ? `${number++}. ` : '- ';
    return [marker + indent(content, marker.length)];
  });
  return items.length === 0 ? [] : [{ kind: 'list', markdown: items.join('\n') }];
}

/** A list that stands in a list without an item around it is an item. */
function nestItem(child: Element, place: BlockContext): string {
  if (child.tag === 'li') return nest(child, place);
  return nest({ ...child, tag: '#item', children: [child] }, place);
}

/** Terms and what they mean as a list: `- **term**: meaning`. */
function renderDefinitions(list: Element, place: BlockContext): Block[] {
  const lines: string[] = [];
  let terms: string[] = [];
  const endTerms = (meaning: string) => {
    const term = terms.map((one) => `**${one}**`).join(', ');
    const isFlow = /^[^`|>\n-]/.test(meaning);
    if (term === '' && meaning !== '') lines.push(`  ${indent(meaning, 2)}`);
    else if (meaning === '') lines.push(...(term === '' ? [] : [`- ${term}`]));
    else lines.push(`- ${term}${isFlow ? ': ' : '\n\n  '}${indent(meaning, 2)}`);
    terms = [];
  };
  for (const part of definitionParts(list)) {
    if (part.tag === 'dt') terms.push(renderPlain(part.children).replace(/\s*:$/, ''));
    else endTerms(nest(part, place));
    terms = terms.filter((term) => term !== '');
  }
  if (terms.length > 0) endTerms('');
  return lines.length === 0 ? [] : [{ kind: 'list', markdown: lines.join('\n') }];
}

function definitionParts(list: Element): Element[] {
  return elementsOf(list).flatMap((part) => (part.tag === 'div' ? definitionParts(part) : [part]));
}

function renderDataTable(table: Element, place: BlockContext): Block[] {
  const caption = captionOf(table);
  const markdown = renderTable(table, (cell) => cellText(cell, place));
  return [...paragraph(renderPlain(caption)), ...text(markdown)];
}

/** Blocks of a cell stand in one line, items of a list apart by semicolons. */
function cellText(cell: Element, place: BlockContext): string {
  if (!holdsBlock(cell)) return renderInline(cell.children, place.baseUrl);
  const parts = cell.children.map((child) => {
    if (typeof child === 'string' || !child.isBlock) return renderInline([child], place.baseUrl);
    if (child.tag === 'ul' || child.tag === 'ol') return itemsOf(child, place).join('; ');
    if (child.tag === 'pre') return renderInline([{ ...child, tag: 'code' }], place.baseUrl);
    return cellText(child, place);
  });
  return parts.filter((part) => part !== '').join(' ');
}

function itemsOf(list: Element, place: BlockContext): string[] {
  const items = list.children.map((item) => (typeof item === 'string' ? item.trim() : cellText(item, place)));
  return items.filter((item) => item !== '');
}

/** Blocks within a list item or quote; headings there are bold lines, a list follows its sentence closely. */
function nest(element: Element, place: BlockContext): string {
  let markdown = '';
  for (const block of renderChildren(element, place)) {
    if (block.kind === 'heading' && block.text === '') continue;
    const next = block.kind === 'heading' ? `**${block.text}**` : block.markdown;
    const gap = markdown === '' ? '' : block.kind === 'list' && !markdown.endsWith('```') ? '\n' : '\n\n';
    markdown += gap + next;
  }
  return markdown;
}

/** Prose must not begin like a fence or a heading. */
function paragraph(line: string): Block[] {
  return text(line.replace(/^(?=`{3,}[^`\n]*$|~{3,}|#{1,6}\s)/gm, '\\'));
}

function bold(line: string): Block[] {
  const words = line.replaceAll('**', '').replace(/\n/g, ' ');
  return words === '' ? [] : [{ kind: 'text', markdown: `**${words}**` }];
}

function text(markdown: string): Block[] {
  return markdown === '' ? [] : [{ kind: 'text', markdown }];
}

function indent(content: string, width: number): string {
  return content.replace(/\n(?=[^\n])/g, `\n${' '.repeat(width)}`);
}

const LANGUAGE_CLASS =
  /^(?:language|lang|highlight-source|highlight|sourcecode|src|brush)[-:](\w[\w+#.-]{0,29})$/;
/** Signs beside the code: numbers of lines, copy buttons, the name of the language. */
const BESIDE_CODE =
  setOf(`lineno linenos line-number line-numbers line-numbers-rows gutter copy copybtn copy-button lang
  code-lang`);
const NO_LANGUAGE = setOf('default none plaintext notranslate text');

/** A fenced block with its language; its text as it stands, but for blank lines around it. */
function renderCodeBlock(pre: Element, around: readonly Element[]): string {
  const code = codeText(pre)
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  if (code === '') return '';
  const fence = fenceFor(code, 3);
  return `${fence}${languageOf(pre, around)}\n${code}\n${fence}`;
}

/** The language's name beside the block is the fence's already. */
function isBesideCode(element: Element): boolean {
  return hasClass(element, BESIDE_CODE);
}

function languageOf(pre: Element, around: readonly Element[]): string {
  const inner = descendants(pre)
    .filter(({ tag }) => tag === 'code')
    .take(1);
  for (const { attributes, ...element } of [...inner, pre, ...around.slice(-3).reverse()]) {
    const named = attributes['data-lang'] ?? attributes['data-language'];
    const found = classesOf({ attributes, ...element }).map((name) => LANGUAGE_CLASS.exec(name)?.[1]);
    const language = [named?.toLowerCase(), ...found].find(
      (name) => name !== undefined && /^[\w+#.-]{1,30}$/.test(name),
    );
    if (language !== undefined && !NO_LANGUAGE.has(language)) return language;
  }
  return '';
}

function codeText(node: TreeNode): string {
  if (typeof node === 'string') return node;
  if (node.tag === 'br') return '\n';
  if (node.tag === 'button' || isBesideCode(node)) return '';
  const inner = node.children.map(codeText).join('');
  const isLine = (node.tag === 'div' || node.tag === 'li' || node.tag === 'p') && !inner.endsWith('\n');
  return isLine ? `${inner}\n` : inner;
}

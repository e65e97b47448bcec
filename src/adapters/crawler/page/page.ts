import { createHash } from 'node:crypto';
import { PageFaultError } from '../../../domain/errors.ts';
import { type Block, renderBlocks } from '../../html/blocks.ts';
import { renderPlain, TAG_START } from '../../html/inline.ts';
import { descendants, type Element, measure, parseTree } from '../../html/tree.ts';
import { CODE_SPAN } from '../../markdown/inline.ts';
import { readLines } from '../../markdown/lines.ts';
import { readMarkdown } from '../../markdown/reader.ts';
import { readHeading } from '../../markdown/sections.ts';
import { decodeText, readMediaType } from '../decode.ts';
import { markQuestions } from '../questions/mark.ts';
import { readStructuredQuestions, renderMissing } from '../questions/structured-data.ts';
import { type AbsenceSigns, HAS_SCRIPT, readAbsence } from './absence.ts';
import { chooseTitle, nameOf, readHead, readRobots } from './head.ts';
import { isFurnitureSection } from './phrases.ts';
import { findReadable, findWikiContent, openExpanders, withoutSpace } from './readable.ts';
import { foldAnswers, type PageSection, splitIntoSections } from './sections.ts';

export interface PageInput {
  body: Uint8Array;
  contentType: string | null;
  url: string;
  robotsTag: string | null;
  refresh?: string | null;
}

/** The content of a page, ready to store: no HTML, no scripts, absolute addresses. */
export interface PageExtract extends AbsenceSigns {
  title: string;
  /** Primary subtag that the page declares, lower case. */
  language: string | null;
  canonical: string | null;
  isIndexable: boolean;
  mayFollow: boolean;
  /** Distinct http(s) addresses without fragment, at most 2,000. */
  links: string[];
  sections: PageSection[];
  /** SHA-256 in hex of title and sections. */
  hash: string;
}

const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml']);
const TEXT_TYPES = new Set(['text/plain', 'text/markdown', 'text/x-markdown']);
/** First element of documents that are no pages, whatever their header says. */
const FOREIGN_ROOT =
  /^(?:\s|<\?[^>]*>|<!--[\s\S]*?-->|<!doctype[^>]*>)*<(svg|rss|feed|rdf:rdf|urlset|sitemapindex)[\s>]/i;

/**
 * Bytes of a page as titled sections of Markdown.
 * @throws PageFaultError `not_text` for anything but HTML, plain text and Markdown, `no_text` for a page without words.
 */
export function readPage({ body, contentType, url, robotsTag, refresh = null }: PageInput): PageExtract {
  const type = readMediaType(contentType);
  if (type !== null && !HTML_TYPES.has(type) && !TEXT_TYPES.has(type))
    throw new PageFaultError('not_text', type);
  const text = decodeText(body, contentType);
  const isHtml = type === null ? /^\s*</.test(text) : HTML_TYPES.has(type);
  const foreign = isHtml ? FOREIGN_ROOT.exec(text.slice(0, 2_000))?.[1] : undefined;
  if (foreign !== undefined) throw new PageFaultError('not_text', type ?? `<${foreign}>`);
  const page = isHtml ? readHtml(text, url, robotsTag, refresh) : readTextFile(text, type, url, robotsTag);
  if (page.title === '') page.sections = page.sections.map((section) => withoutTitle(section, url));
  // A form without a word says something by what led to it.
  const isNothing = page.sections.length === 0 && page.refresh === null && !page.isForm;
  if (isNothing) throw new PageFaultError(page.absence ?? 'no_text');
  const hash = createHash('sha256')
    .update(JSON.stringify([page.title, page.sections]))
    .digest('hex');
  return { ...page, hash };
}

function readHtml(
  text: string,
  url: string,
  robotsTag: string | null,
  refreshHeader: string | null,
): Omit<PageExtract, 'hash'> {
  const questions = readStructuredQuestions(text);
  const parsed = parseTree(text);
  const wiki = findWikiContent(parsed);
  if (wiki) {
    openExpanders(wiki);
    measure(parsed);
  }
  const root = markQuestions(
    parsed,
    questions.map((question) => question.text),
  );
  const whole = readHead(parsed, url, robotsTag);
  const { baseUrl, title: declared, refresh: _, ...head } = whole;
  const found = withoutWaiting(renderBlocks(findReadable(root), baseUrl));
  const absence = readAbsence(text, { root: parsed, head: whole, blocks: found, url }, refreshHeader);
  const blocks = isShell(text, found) ? [] : foldAnswers(found);
  const title = wiki ? withoutSpace(declared) : chooseTitle(declared, mainHeadings(root, blocks), url);
  const own = splitIntoSections(title, blocks);
  const missing = renderMissing(questions, own, baseUrl);
  const sections = missing.length === 0 ? own : splitIntoSections(title, [...blocks, ...missing]);
  return {
    ...{ ...head, ...absence },
    title,
    sections: sections.filter((section) => !isFurnitureSection(section.path, section.text)),
  };
}

/** A text file is no form, and leads nowhere. */
const IS_TEXT = { absence: null, isTiny: false, isForm: false, refresh: null };

function readTextFile(text: string, type: string | null, url: string, robotsTag: string | null) {
  const isMarkdown = type?.endsWith('markdown') || /\.(?:md|markdown|mdx)$/i.test(new URL(url).pathname);
  const blocks = isMarkdown
    ? renderMarkdown(text, new URL(url).host === GITHUB_FILES)
    : renderPlainText(text);
  const title = chooseTitle('', headingsOf(blocks), url);
  const sections = splitIntoSections(title, blocks);
  const plain = { ...readRobots([robotsTag ?? '']), ...IS_TEXT };
  return { title, language: null, canonical: null, ...plain, links: [], sections };
}

const UNKNOWN_TAG = /<\/?[a-z][^<>\n]{0,500}>/gi;

/** Of files whose pages GitHub shows. */
const GITHUB_FILES = 'raw.githubusercontent.com';

/** A Markdown file as blocks: its headings and questions, and the text between them without HTML. */
function renderMarkdown(text: string, isOnGithub: boolean): Block[] {
  const anchors = isOnGithub ? githubAnchors(text) : null;
  return readMarkdown(text).sections.flatMap((section): Block[] => {
    const { level, title, line, text: said } = section;
    const anchor = anchors?.get(line) ?? section.anchor;
    const markdown = cleanText(said);
    const blocks: Block[] = level === 0 ? [] : [{ kind: 'heading', level, text: cleanLine(title), anchor }];
    return markdown === '' ? blocks : [...blocks, { kind: 'text', markdown }];
  });
}

/** By the line of its heading, as GitHub makes them: the words with `-`, and a number from the second of a name on. */
function githubAnchors(text: string): Map<number, string> {
  const counts = new Map<string, number>();
  return new Map(
    readLines(text).flatMap(({ kind, number, text: line }): [number, string][] => {
      const heading = kind === 'text' ? readHeading(line) : null;
      if (!heading) return [];
      const words = heading.title.replace(/!?\[([^\]\n]{0,300})\]\([^()\n]{0,2000}\)/g, '$1').toLowerCase();
      const name = words.replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '').replaceAll(' ', '-');
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return [[number, count === 0 ? name : `${name}-${count}`]];
    }),
  );
}

/** A text file as it stands, but for what a Markdown reader would take for a tag. */
function renderPlainText(text: string): Block[] {
  const markdown = text.replace(/\r\n?/g, '\n').split('\n').map(escapeTags).join('\n').trim();
  return markdown === '' ? [] : [{ kind: 'text', markdown }];
}

/** Without the tags that the reader does not know; a block of code that is left open is no code. */
function cleanText(text: string): string {
  const lines = readLines(text).map((line) => (line.kind === 'code' ? line.text : cleanLine(line.text)));
  return lines.join('\n').trim();
}

/** Backticks that pair with nothing in their line must not pair with another line's. */
function cleanLine(line: string): string {
  const parts = line.split(CODE_SPAN);
  return parts
    .map((part, n) =>
      n % 2 === 1 ? part : escapeTags(part.replace(UNKNOWN_TAG, '').replace(/\\*`/g, '\\`')),
    )
    .join('');
}

function escapeTags(text: string): string {
  return text.replace(TAG_START, '&lt;');
}

/** A section below several main headings is called by its own. */
function withoutTitle(section: PageSection, url: string): PageSection {
  const path = section.path.filter((title) => title !== '');
  return { ...section, path: path.length > 0 ? path : [nameOf(url)] };
}

/** Main headings of the text first, then those of the whole page, whose banner may hold the title. */
function mainHeadings(root: Element, blocks: readonly Block[]): string[] {
  const outside = descendants(root).filter(({ tag }) => tag === 'h1');
  return [...headingsOf(blocks), ...outside.map(({ children }) => renderPlain(children))];
}

function headingsOf(blocks: readonly Block[]): string[] {
  const headings = blocks
    .filter((block) => block.kind === 'heading')
    .filter(({ level, text }) => level < 7 && text !== '');
  const top = Math.min(...headings.map(({ level }) => level));
  return headings
    .filter(({ level }) => level === top)
    .map(({ text }) => text)
    .slice(0, 3);
}

/** Sentences that a page shows until its script has run. */
const WAITING =
  /^(?:(?:(?:the )?(?:page|content|app|application|site)|die seite|seite|der inhalt|inhalte?|die app|anwendung|daten)\s+)?(?:(?:is |are )?(?:still )?loading|(?:wird|werden) geladen|lädt|lade)(?:[\s,]+(?:the |your |die |den )?(?:page|app|application|content|data|site|docs|documentation|wiki|more|comments?|results?|seite|inhalte?|daten|bitte warten|please wait))*$|^(?:please|bitte)(?: .{0,20})? (?:wait|warten|geduld)\b.{0,30}$|^(?:one |just )?(?:an? )?(?:moment|second)(?: please)?$|^(?:einen |ein )?(?:kleinen )?(?:moment|augenblick)(?: bitte)?$|^(?:initiali[sz]ing|starting(?: up)?|connecting|redirecting|checking your browser|verifying|weiterleitung|verbinde)\b.{0,50}$/i;
const NEEDS_SCRIPT =
  /\b(?:enable|activate|turn(?:ed)? on|requires?|required|needs?|disabled|without|aktivier\w*|deaktiviert|benötigt|erforderlich|einschalten|eingeschaltet|braucht)\b.{0,60}\bjava ?script\b|\bjava ?script\b.{0,80}\b(?:enabled?|on|required|needed|disabled|aktivier\w*|deaktiviert|benötigt|erforderlich|einschalten|eingeschaltet|an|ein)\b/i;
const MAX_WAITING_CHARACTERS = 300;
/** A page of a script alone has no more words than its own name. */
const MAX_SHELL_LETTERS = 60;

function withoutWaiting(blocks: readonly Block[]): Block[] {
  return blocks.filter((block) => block.kind === 'heading' || !isWaiting(block.markdown));
}

/**
 * Whether the page is an empty shell that a script fills: hardly a word, no heading or list, and a place for an app.
 */
function isShell(html: string, blocks: readonly Block[]): boolean {
  const letters = blocks.reduce(
    (sum, block) => sum + (block.kind === 'text' ? block.markdown.length : MAX_SHELL_LETTERS + 1),
    0,
  );
  if (letters > MAX_SHELL_LETTERS || blocks.some(({ kind }) => kind === 'heading')) return false;
  if (blocks.some((block) => block.kind === 'text' && /[.?!:]$/.test(block.markdown))) return false;
  return (
    HAS_SCRIPT.test(html) &&
    /<[a-z-]+ [^<>]*\bid=["']?(?:app|root|__next|__nuxt|___gatsby|svelte|main-app|react-root|application)\b/i.test(
      html,
    )
  );
}

function isWaiting(markdown: string): boolean {
  if (markdown.length > MAX_WAITING_CHARACTERS) return false;
  const sentences = markdown
    .replace(/[*_`#>]/g, '')
    .split(/[.!…]+(?=\s|$)|\n+/)
    .map((sentence) => sentence.replace(/[^\p{L}\p{N}]+$/u, '').trim())
    .filter((sentence) => /\p{L}/u.test(sentence));
  return (
    sentences.length > 0 &&
    sentences.every((sentence) => WAITING.test(sentence) || NEEDS_SCRIPT.test(sentence))
  );
}

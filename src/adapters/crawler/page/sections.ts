import { MAX_PASSAGE_CHARACTERS } from '../../../domain/limits.ts';
import { cutMarkdown } from '../../../domain/markdown/cut.ts';
import { isQuestion } from '../../../domain/markdown/sentences.ts';
import { truncate } from '../../../domain/text.ts';
import type { Block } from '../../html/blocks.ts';
import { groupSiblings, LEADS, MANY } from '../../markdown/headings.ts';

export interface PageSection {
  /** The page's title first, then the headings above, the nearest last. */
  path: string[];
  /** Id of its heading, for a link straight to it. */
  anchor: string | null;
  /** Markdown without HTML, at most 20,000 UTF-16 units. */
  text: string;
}

const MAX_SECTION_CHARACTERS = 20_000;
const MAX_HEADING_CHARACTERS = 300;
/** Later headings become bold lines: 100,000 sections would take the main thread 300 ms to receive. */
const MAX_HEADINGS = 4_000;

/**
 * Sections of a page by its headings, without empty ones. A heading equal to the title is not repeated in the
 * path. Longer sections become several of the same path and anchor, cut at paragraph ends.
 */
export function splitIntoSections(title: string, blocks: readonly Block[]): PageSection[] {
  const sections: PageSection[] = [];
  const above: { level: number; text: string; anchor: string | null }[] = [];
  /** The section below each heading, which goes on behind a question that opens within it. */
  const begun = new Map<(typeof above)[number] | null, PageSection>();
  let texts: string[] = [];
  let headings = 0;
  const endSection = () => {
    const path = [title, ...above.map(({ text }) => text).filter((text, n) => n > 0 || !isSame(text, title))];
    const whole = texts.join('\n\n').trim();
    texts = [];
    if (whole === '') return;
    const heading = above.at(-1) ?? null;
    const before = begun.get(heading);
    if (before && before.text.length + whole.length < MAX_SECTION_CHARACTERS) {
      before.text += `\n\n${whole}`;
      return;
    }
    for (const text of cutMarkdown(whole, MAX_SECTION_CHARACTERS)) {
      const section = { path, anchor: heading?.anchor ?? null, text };
      sections.push(section);
      begun.set(heading, section);
    }
  };
  for (const block of blocks) {
    if (block.kind !== 'heading') {
      texts.push(block.markdown);
      continue;
    }
    headings += 1;
    if (headings > MAX_HEADINGS) {
      if (block.text !== '') texts.push(`**${block.text}**`);
      continue;
    }
    endSection();
    while ((above.at(-1)?.level ?? 0) >= block.level) above.pop();
    if (block.text !== '')
      above.push({ level: block.level, text: cutName(block.text), anchor: block.anchor });
  }
  endSection();
  return sections;
}

/** A name of at most 300 UTF-16 units that ends at a whole character. */
export function cutName(name: string): string {
  return truncate(name, MAX_HEADING_CHARACTERS);
}

export function isSame(first: string, second: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[\s`]+/g, '');
  return plain(first) === plain(second);
}

type HeadingBlock = Extract<Block, { kind: 'heading' }>;

/** More questions within an answer are entries of their own. */
const MOST_ASKED_BACK = 3;

/**
 * Headings that only divide the answer to a question, and questions it asks back, become bold lines of it where the
 * whole is one passage.
 */
export function foldAnswers(blocks: readonly Block[]): Block[] {
  const asked = findAsked(blocks);
  const folded: Block[] = [];
  for (let at = 0; at < blocks.length; ) {
    const block = blocks[at];
    if (block === undefined) break;
    folded.push(block);
    const answer = block.kind === 'heading' && asked.has(block) ? readAnswer(blocks, at, block) : null;
    for (const part of answer?.parts ?? []) folded.push(part);
    at = answer?.end ?? at + 1;
  }
  return folded;
}

/** Questions that open, and headings of which many beside each other ask. */
function findAsked(blocks: readonly Block[]): Set<HeadingBlock> {
  const asked = new Set<HeadingBlock>();
  const headings = blocks.filter((block) => block.kind === 'heading').filter(({ text }) => text !== '');
  for (const group of groupSiblings(headings)) {
    const asking = group.filter(asks);
    const isAsked = asking.length > 1 && asking.length >= group.length * MANY;
    for (const heading of asking) if (isAsked || isMarkedQuestion(heading)) asked.add(heading);
  }
  return asked;
}

/** The blocks below a heading as parts of one answer; null where they are more, or nothing divides them. */
function readAnswer(blocks: readonly Block[], at: number, { level }: HeadingBlock) {
  const parts: Block[] = [];
  const headings: HeadingBlock[] = [];
  let size = 0;
  let end = at + 1;
  for (let block = blocks[end]; block !== undefined && !isBehind(block, level); block = blocks[end]) {
    end += 1;
    const part = block.kind === 'heading' ? toBold(block) : block;
    if (part === null) continue;
    if (block.kind === 'heading') headings.push(block);
    size += part.markdown.length + 2;
    if (!isPart(block, parts.length > 0) || size > MAX_PASSAGE_CHARACTERS) return null;
    parts.push(part);
  }
  const isWhole = headings.length > 0 && headings.filter(isMarkedQuestion).length <= MOST_ASKED_BACK;
  return isWhole ? { parts, end } : null;
}

function isBehind(block: Block, level: number): boolean {
  return block.kind === 'heading' && block.level <= level;
}

/** A question it asks back stands behind what the answer says first. */
function isPart(block: Block, isSaid: boolean): boolean {
  if (block.kind !== 'heading') return true;
  return isMarkedQuestion(block) ? isSaid : !asks(block);
}

function toBold({ text }: HeadingBlock) {
  return text === '' ? null : ({ kind: 'text', markdown: `**${text}**` } as const);
}

/** Whether it stands for a question that opens or is marked, as `renderBlocks` puts it. */
function isMarkedQuestion({ level }: HeadingBlock): boolean {
  return level % 7 === 0;
}

function asks({ text }: HeadingBlock): boolean {
  return isQuestion(text) && !LEADS.test(text);
}

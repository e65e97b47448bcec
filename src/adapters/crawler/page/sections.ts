import { cutMarkdown } from '../../../domain/markdown/cut.ts';
import type { Block } from '../markdown/blocks.ts';

/** One stretch of a page under one heading. */
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
  let texts: string[] = [];
  let headings = 0;
  const endSection = () => {
    const path = [title, ...above.map(({ text }) => text).filter((text, n) => n > 0 || !isSame(text, title))];
    const whole = texts.join('\n\n').trim();
    texts = [];
    if (whole === '') return;
    const anchor = above.at(-1)?.anchor ?? null;
    for (const text of cutMarkdown(whole, MAX_SECTION_CHARACTERS)) sections.push({ path, anchor, text });
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
  if (name.length <= MAX_HEADING_CHARACTERS) return name;
  return `${name.slice(0, MAX_HEADING_CHARACTERS - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Equal but for case and blanks. */
export function isSame(first: string, second: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[\s`]+/g, '');
  return plain(first) === plain(second);
}

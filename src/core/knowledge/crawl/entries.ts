import { createHash } from 'node:crypto';
import type { PageExtract, PageSection } from '../../../adapters/crawler/crawler.ts';
import type { KnowledgeEntry, Language } from '../../../domain/types.ts';
import { guessLanguage, words } from '../../search/words/analyse.ts';
import { PAGE_ENTRY_PREFIX } from '../id.ts';
import { joinTitles, SEPARATOR } from '../title-path.ts';

/** This much of a page tells its language. */
const GUESS_CHARACTERS = 10_000;

/** The id of a link or a page: short, and the same in every crawl. */
export function idOf(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 16);
}

/**
 * The sections of a page as entries of the knowledge: title is the path of headings, link the section itself.
 * A section keeps its id as long as its path stays, so a change elsewhere on the page leaves it alone.
 */
export function toEntries(page: PageExtract, url: string, at: Date): KnowledgeEntry[] {
  const pageId = idOf(url);
  const language = languageOf(page);
  const counts = new Map<string, number>();
  return page.sections.map((section) => {
    const path = section.path.join(SEPARATOR);
    const number = counts.get(path) ?? 0;
    counts.set(path, number + 1);
    return {
      id: `${PAGE_ENTRY_PREFIX}${pageId}:${idOf(`${number} ${path}`)}`,
      title: joinTitles(section.path),
      text: section.text,
      link: toLink(url, section),
      language,
      source: 'link' as const,
      validUntil: null,
      provenance: { page: pageId, url, at: at.toISOString() },
    };
  });
}

function toLink(url: string, { anchor }: PageSection): string {
  return anchor === null ? url : `${url}#${encodeURIComponent(anchor.toWellFormed())}`;
}

/**
 * The words of a page are better proof than its `lang`, which many sites leave at their theme's default;
 * of another language than ours the words prove nothing.
 */
function languageOf(page: PageExtract): Language | null {
  const declared = page.language;
  if (declared !== null && declared !== 'de' && declared !== 'en') return null;
  const sample = page.sections.map(({ text }) => text.slice(0, GUESS_CHARACTERS)).join(' ');
  return guessLanguage(words(sample.slice(0, GUESS_CHARACTERS))) ?? declared;
}

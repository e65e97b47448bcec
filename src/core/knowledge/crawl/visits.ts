import { hash } from 'node:crypto';
import type { FetchOptions, PageExtract, Validators } from '../../../adapters/crawler/crawler.ts';
import type { Link } from '../../../adapters/db/knowledge/links.ts';
import { type Page, type PageVisit, writeVisits } from '../../../adapters/db/knowledge/pages.ts';
import { MAX_KNOWLEDGE_ENTRIES } from '../../../domain/limits.ts';
import { type CrawlLimit, type KnowledgeEntry, LANGUAGES, type Language } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import { guessLanguage } from '../../reading/language.ts';
import { joinTitles, SEPARATOR } from '../../search/parts.ts';
import { words } from '../../search/words/analyse.ts';
import { PAGE_ENTRY_PREFIX } from '../entry.ts';

/** Writes results together: each write makes every process rebuild its index with the next question. */
const MAX_WAITING = 50;
const MAX_WAITING_CHARACTERS = 4_000_000;
const MAX_WAITING_MS = 3_000;
/** How long a crawler may be silent before another one takes over. */
export const CLAIM_MS = 120_000;

export interface CrawlProgress {
  read: number;
  failed: number;
  queued: number;
}

/** A link that is being read; a reader adds what it left out to `limits`. */
export interface LinkReading {
  core: Core;
  link: Link;
  log: VisitLog;
  limits: Set<CrawlLimit>;
  options: FetchOptions;
}

/** Writes the results of a crawl to the database in batches. */
export class VisitLog {
  readonly #core: Core;
  readonly #link: Link;
  readonly #options: { by: string; onProgress(progress: CrawlProgress): void };
  /** The pages of the link by their ids. */
  readonly pages: Map<string, Page>;
  readonly #holders: Map<string, string>;
  #waiting: PageVisit[] = [];
  #characters = 0;
  #writtenAt: number;
  bytesRead = 0;
  entriesRead = 0;
  isFull = false;

  /** @param known the pages of the link, and for each content of the server the page that holds it. */
  constructor(
    core: Core,
    link: Link,
    options: { by: string; onProgress(progress: CrawlProgress): void },
    known: { pages: readonly Page[]; holders: Map<string, string> },
  ) {
    this.#core = core;
    this.#link = link;
    this.#options = options;
    this.pages = new Map(known.pages.map((page) => [page.id, page]));
    this.#holders = known.holders;
    this.#writtenAt = core.clock();
  }

  /** The validators to ask for changes by; null for a page whose content must be read anew. */
  versionOf(url: string): Validators | null {
    const page = this.pages.get(idOf(url));
    return page && page.hash !== null ? page : null;
  }

  /** The page that holds this content already, if it is another one. */
  holderOf(hash: string, id: string): string | null {
    const holder = this.#holders.get(hash);
    return holder === undefined || holder === id ? null : holder;
  }

  add(visit: PageVisit): void {
    const before = this.pages.get(visit.id);
    const { entries, ...page } = visit;
    this.pages.set(visit.id, page);
    if (entries !== undefined) {
      if (before?.hash && this.#holders.get(before.hash) === visit.id) this.#holders.delete(before.hash);
      if (visit.hash !== null && visit.mergedInto === null) this.#holders.set(visit.hash, visit.id);
      this.entriesRead += entries.length;
      this.#characters += entries.reduce((sum, entry) => sum + entry.text.length, 0);
    }
    this.#waiting.push(visit);
  }

  /** Writes when enough is waiting. @throws ClaimLostError */
  async writeSome(): Promise<void> {
    const isDue =
      this.#waiting.filter(({ state }) => state !== 'queued').length >= MAX_WAITING ||
      this.#characters >= MAX_WAITING_CHARACTERS ||
      this.#core.clock() - this.#writtenAt >= MAX_WAITING_MS;
    if (isDue) await this.write();
  }

  /** @throws ClaimLostError */
  async write(): Promise<void> {
    // The reading of a page replaces its finding.
    const visits = [...new Map(this.#waiting.map((visit) => [visit.id, visit])).values()];
    this.#waiting = [];
    this.#characters = 0;
    this.#writtenAt = this.#core.clock();
    const { serverId, id: linkId } = this.#link;
    const claim = { serverId, linkId, by: this.#options.by, until: new Date(this.#core.clock() + CLAIM_MS) };
    const full = await writeVisits(this.#core.database, claim, visits, MAX_KNOWLEDGE_ENTRIES);
    for (const id of full) {
      const page = this.pages.get(id);
      if (page) this.pages.set(id, { ...page, hash: null, state: 'failed', fault: 'knowledge_full' });
    }
    this.isFull ||= full.length > 0;
    this.#options.onProgress(this.count());
  }

  count(): CrawlProgress {
    const counts = { read: 0, failed: 0, queued: 0 };
    for (const { state } of this.pages.values()) {
      if (state === 'failed') counts.failed += 1;
      else if (state === 'queued') counts.queued += 1;
      else counts.read += 1;
    }
    return counts;
  }
}

const GUESS_CHARACTERS = 10_000;

export function idOf(url: string): string {
  return hash('sha256', url).slice(0, 16);
}

export interface EntryPage extends Pick<PageExtract, 'language'> {
  sections: readonly (PageExtract['sections'][number] & { questions?: string[] })[];
}

/**
 * Makes an entry of each section: its title is the path of headings, its link the section. A section keeps its id as
 * long as its path stays, so a change elsewhere on the page leaves it alone.
 */
export function toEntries(page: EntryPage, url: string, at: Date): KnowledgeEntry[] {
  const pageId = idOf(url);
  const language = languageOf(page);
  const counts = new Map<string, number>();
  return page.sections.map(({ path: titles, text, anchor, questions = [] }) => {
    const path = titles.join(SEPARATOR);
    const number = counts.get(path) ?? 0;
    counts.set(path, number + 1);
    return {
      id: `${PAGE_ENTRY_PREFIX}${pageId}:${idOf(`${number} ${path}`)}`,
      title: joinTitles(titles),
      text,
      link: anchor === null ? url : `${url}#${encodeURIComponent(anchor.toWellFormed())}`,
      language,
      source: 'link' as const,
      validUntil: null,
      ...{ questions, proposed: [] },
      provenance: { page: pageId, url, at: at.toISOString() },
    };
  });
}

/**
 * Trusts the words before `lang`, which many sites leave at their theme's default; the words prove nothing of a
 * language other than ours.
 */
function languageOf(page: EntryPage): Language | null {
  const declared = page.language;
  const ours = LANGUAGES.find((language) => language === declared) ?? null;
  if (declared !== null && ours === null) return null;
  const sample = page.sections.map(({ text }) => text.slice(0, GUESS_CHARACTERS)).join(' ');
  return guessLanguage(words(sample.slice(0, GUESS_CHARACTERS))) ?? ours;
}

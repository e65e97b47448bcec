import {
  CRAWL_REFRESH_HOURS,
  MAX_CRAWL_MINUTES,
  MAX_KNOWLEDGE_ENTRIES,
  MAX_LINKS_PER_SERVER,
  MAX_PAGES_PER_LINK,
} from '../../../domain/limits.ts';
import type { CrawlLimit, LinkState, PageState } from '../../../domain/types.ts';
import { defineTexts } from './frame.ts';

export const linksTexts = defineTexts(
  {
    title: 'Documentation links',
    intro: `Web pages that the bot reads and knows. Every link is read again each ${CRAWL_REFRESH_HOURS} hours; what changed there changes here.`,
    add: 'Add a link',
    url: 'Address',
    kinds: 'A link may be:',
    kindPage: 'a single page, such as https://example.com/help/shipping: only this page is read;',
    kindSite:
      'a site or a part of it, an address that ends in “/”, such as https://example.com/help/: everything below it is read;',
    kindSitemap: 'a sitemap, such as https://example.com/sitemap.xml: every page listed in it is read.',
    caps: `Up to ${MAX_LINKS_PER_SERVER} links, each with up to ${MAX_PAGES_PER_LINK.toLocaleString('en')} pages. Only public pages are read, and only where the site's robots.txt allows it.`,
    save: 'Add',
    known: 'This link is there already.',
    openKnown: 'See its pages',
    full: `A server has at most ${MAX_LINKS_PER_SERVER} links. Remove one first.`,
    noAddress: 'This is not an address such as https://example.com/help.',
    gone: 'This link is not there any more.',
    links: 'Links',
    none: 'There is no link yet. Add your help pages, for example.',
    underWay: 'Pages are being read; what the bot has read, it knows at once.',
    settled: 'Nothing is being read right now.',
    reload: 'Reload',
    pages: 'Pages',
    read: (n: string) => (n === '1' ? '1 page read' : `${n} pages read`),
    failed: (n: string) => `${n} failed`,
    waiting: (n: string) => `${n} waiting`,
    lastRead: 'Last read',
    nextRead: 'Read again',
    never: 'never',
    soon: 'in a moment',
    showPages: 'Show pages',
    showPagesOf: (url: string) => `Show pages of ${url}`,
    crawl: 'Read again now',
    crawlOf: (url: string) => `Read ${url} again now`,
    crawlAll: 'Read all again now',
    remove: 'Remove',
    removeOf: (url: string) => `Remove ${url}`,
    removeQuestion: (url: string) => `Remove ${url}, with everything that the bot knows only from there?`,
    back: 'All links',
    pagesOf: 'Pages of',
    noPages: 'No page is known yet.',
    page: 'Page',
    state: 'State',
    merged: 'same content as another page',
  },
  {
    title: 'Doku-Links',
    intro: `Webseiten, die der Bot liest und kennt. Jeder Link wird alle ${CRAWL_REFRESH_HOURS} Stunden neu gelesen; was sich dort ändert, ändert sich hier.`,
    add: 'Link hinzufügen',
    url: 'Adresse',
    kinds: 'Ein Link kann sein:',
    kindPage:
      'eine einzelne Seite, zum Beispiel https://example.com/hilfe/versand: Nur diese Seite wird gelesen;',
    kindSite:
      'eine Website oder ein Teil davon, eine Adresse mit „/“ am Ende, zum Beispiel https://example.com/hilfe/: Alles darunter wird gelesen;',
    kindSitemap:
      'eine Sitemap, zum Beispiel https://example.com/sitemap.xml: Jede Seite, die darin steht, wird gelesen.',
    caps: `Bis zu ${MAX_LINKS_PER_SERVER} Links mit je bis zu ${MAX_PAGES_PER_LINK.toLocaleString('de')} Seiten. Gelesen werden nur öffentliche Seiten, und nur, wo die robots.txt der Website es erlaubt.`,
    save: 'Hinzufügen',
    known: 'Diesen Link gibt es schon.',
    openKnown: 'Seine Seiten ansehen',
    full: `Ein Server hat höchstens ${MAX_LINKS_PER_SERVER} Links. Entferne zuerst einen.`,
    noAddress: 'Das ist keine Adresse wie https://example.com/hilfe.',
    gone: 'Diesen Link gibt es nicht mehr.',
    links: 'Links',
    none: 'Es gibt noch keinen Link. Füge zum Beispiel deine Hilfeseiten hinzu.',
    underWay: 'Seiten werden gelesen; was der Bot gelesen hat, weiß er sofort.',
    settled: 'Gerade wird nichts gelesen.',
    reload: 'Neu laden',
    pages: 'Seiten',
    read: (n: string) => (n === '1' ? '1 Seite gelesen' : `${n} Seiten gelesen`),
    failed: (n: string) => `${n} fehlgeschlagen`,
    waiting: (n: string) => `${n} offen`,
    lastRead: 'Zuletzt gelesen',
    nextRead: 'Wird wieder gelesen',
    never: 'noch nie',
    soon: 'gleich',
    showPages: 'Seiten ansehen',
    showPagesOf: (url: string) => `Seiten von ${url} ansehen`,
    crawl: 'Jetzt neu lesen',
    crawlOf: (url: string) => `${url} jetzt neu lesen`,
    crawlAll: 'Alle jetzt neu lesen',
    remove: 'Entfernen',
    removeOf: (url: string) => `${url} entfernen`,
    removeQuestion: (url: string) => `${url} entfernen, mit allem, was der Bot nur von dort weiß?`,
    back: 'Alle Links',
    pagesOf: 'Seiten von',
    noPages: 'Noch ist keine Seite bekannt.',
    page: 'Seite',
    state: 'Stand',
    merged: 'gleicher Inhalt wie eine andere Seite',
  },
);

type LinkStateTexts = { [State in LinkState]: string };

export const linkStateTexts = defineTexts<LinkStateTexts>(
  {
    queued: 'will be read in a moment',
    crawling: 'is being read',
    crawled: 'read',
    failed: 'could not be read',
  },
  {
    queued: 'wird gleich gelesen',
    crawling: 'wird gerade gelesen',
    crawled: 'gelesen',
    failed: 'nicht lesbar',
  },
);

type PageStateTexts = { [State in PageState]: string };

export const pageStateTexts = defineTexts<PageStateTexts>(
  { queued: 'waiting', fetched: 'read', unchanged: 'read, unchanged', failed: 'failed' },
  { queued: 'offen', fetched: 'gelesen', unchanged: 'gelesen, unverändert', failed: 'fehlgeschlagen' },
);

type LimitTexts = { [Limit in CrawlLimit]: string };

/** What a cap has left out. */
export const limitTexts = defineTexts<LimitTexts>(
  {
    pages: `Only the first ${MAX_PAGES_PER_LINK.toLocaleString('en')} pages were read.`,
    bytes: 'It was too large to be read whole.',
    entries: `The server holds its ${MAX_KNOWLEDGE_ENTRIES.toLocaleString('en')} entries; the rest found no place.`,
    time: `Reading took longer than ${MAX_CRAWL_MINUTES} minutes and was ended.`,
  },
  {
    pages: `Nur die ersten ${MAX_PAGES_PER_LINK.toLocaleString('de')} Seiten wurden gelesen.`,
    bytes: 'Es war zu groß, um ganz gelesen zu werden.',
    entries: `Der Server hat seine ${MAX_KNOWLEDGE_ENTRIES.toLocaleString('de')} Einträge; der Rest fand keinen Platz.`,
    time: `Das Lesen dauerte länger als ${MAX_CRAWL_MINUTES} Minuten und wurde beendet.`,
  },
);

import { CRAWL_REFRESH_HOURS, MAX_LINKS_PER_SERVER, MAX_PAGES_PER_LINK } from '../../../domain/limits.ts';
import type { PageState } from '../../../domain/types.ts';
import { defineTexts, plural } from './frame.ts';

export const linksTexts = defineTexts({
  title: ['Documentation links', 'Doku-Links'],
  intro: [
    `Web pages that the bot reads and knows. Every link is read again each ${CRAWL_REFRESH_HOURS} hours; what changed there changes here.`,
    `Webseiten, die der Bot liest und kennt. Jeder Link wird alle ${CRAWL_REFRESH_HOURS} Stunden neu gelesen; was sich dort ändert, ändert sich hier.`,
  ],
  add: ['Add a link', 'Link hinzufügen'],
  url: ['Address', 'Adresse'],
  kinds: ['A link may be:', 'Ein Link kann sein:'],
  kindPage: [
    'a single page, such as https://example.com/help/shipping: only this page is read;',
    'eine einzelne Seite, zum Beispiel https://example.com/hilfe/versand: Nur diese Seite wird gelesen;',
  ],
  kindSite: [
    'a site or a part of it, an address that ends in “/”, such as https://example.com/help/: everything below it is read;',
    'eine Website oder ein Teil davon, eine Adresse mit „/“ am Ende, zum Beispiel https://example.com/hilfe/: Alles darunter wird gelesen;',
  ],
  kindSitemap: [
    'a sitemap, such as https://example.com/sitemap.xml: every page listed in it is read.',
    'eine Sitemap, zum Beispiel https://example.com/sitemap.xml: Jede Seite, die darin steht, wird gelesen.',
  ],
  caps: [
    `Up to ${MAX_LINKS_PER_SERVER} links, each with up to ${MAX_PAGES_PER_LINK.toLocaleString('en')} pages. Only public pages are read, and only where the site's robots.txt allows it.`,
    `Bis zu ${MAX_LINKS_PER_SERVER} Links mit je bis zu ${MAX_PAGES_PER_LINK.toLocaleString('de')} Seiten. Gelesen werden nur öffentliche Seiten, und nur, wo die robots.txt der Website es erlaubt.`,
  ],
  save: ['Add', 'Hinzufügen'],
  known: ['This link is there already.', 'Diesen Link gibt es schon.'],
  openKnown: ['See its pages', 'Seine Seiten ansehen'],
  full: [
    `A server has at most ${MAX_LINKS_PER_SERVER} links. Remove one first.`,
    `Ein Server hat höchstens ${MAX_LINKS_PER_SERVER} Links. Entferne zuerst einen.`,
  ],
  noAddress: [
    'This is not an address such as https://example.com/help.',
    'Das ist keine Adresse wie https://example.com/hilfe.',
  ],
  gone: ['This link is not there any more.', 'Diesen Link gibt es nicht mehr.'],
  links: ['Links', 'Links'],
  none: [
    'There is no link yet. Add your help pages, for example.',
    'Es gibt noch keinen Link. Füge zum Beispiel deine Hilfeseiten hinzu.',
  ],
  underWay: [
    'Pages are being read; what the bot has read, it knows at once.',
    'Seiten werden gelesen; was der Bot gelesen hat, weiß er sofort.',
  ],
  settled: ['Nothing is being read right now.', 'Gerade wird nichts gelesen.'],
  reload: ['Reload', 'Neu laden'],
  pages: ['Pages', 'Seiten'],
  read: [
    plural('1 page read', '{{count}} pages read'),
    plural('1 Seite gelesen', '{{count}} Seiten gelesen'),
  ],
  failed: ['{{n}} failed', '{{n}} fehlgeschlagen'],
  waiting: ['{{n}} waiting', '{{n}} offen'],
  lastRead: ['Last read', 'Zuletzt gelesen'],
  nextRead: ['Read again', 'Wird wieder gelesen'],
  never: ['never', 'noch nie'],
  soon: ['in a moment', 'gleich'],
  showPages: ['Show pages', 'Seiten ansehen'],
  showPagesOf: ['Show pages of {{url}}', 'Seiten von {{url}} ansehen'],
  crawl: ['Read again now', 'Jetzt neu lesen'],
  crawlOf: ['Read {{url}} again now', '{{url}} jetzt neu lesen'],
  crawlAll: ['Read all again now', 'Alle jetzt neu lesen'],
  remove: ['Remove', 'Entfernen'],
  removeOf: ['Remove {{url}}', '{{url}} entfernen'],
  removeQuestion: [
    'Remove {{url}}, with everything that the bot knows only from there?',
    '{{url}} entfernen, mit allem, was der Bot nur von dort weiß?',
  ],
  back: ['All links', 'Alle Links'],
  pagesOf: ['Pages of', 'Seiten von'],
  noPages: ['No page is known yet.', 'Noch ist keine Seite bekannt.'],
  page: ['Page', 'Seite'],
  state: ['State', 'Stand'],
  merged: ['same content as another page', 'gleicher Inhalt wie eine andere Seite'],
});

type PageStateTexts = { [State in PageState]: string };

export const pageStateTexts = defineTexts<PageStateTexts>({
  queued: ['waiting', 'offen'],
  fetched: ['read', 'gelesen'],
  unchanged: ['read, unchanged', 'gelesen, unverändert'],
  failed: ['failed', 'fehlgeschlagen'],
});

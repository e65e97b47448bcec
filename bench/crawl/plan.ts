import type { Language } from './prose.ts';

export const DOCS = 'http://docs.example';
export const BOMBS = 'http://bombs.example';
export const VICTIM = 'http://victim.example';
/** No request may come for it. */
export const FORBIDDEN = '/private/';
/** The page of 100,000 links leads to itself under as many queries. */
export const MANY_LINKS = '/bad/many-links';

const FOLDERS = 20;
const PAGES_PER_FOLDER = 50;
const STYLES = 5;

export interface GoodPage {
  path: string;
  title: string;
  language: Language;
  style: number;
  /** What it leads to: a folder's first page to all of the folder. */
  menu: string[];
  isInSitemap: boolean;
  hasEtag: boolean;
  hasDate: boolean;
}

/** 1,000 pages of a handbook in twenty folders, half of them German. */
export function planPages(): GoodPage[] {
  return Array.from({ length: FOLDERS }, (_, folder) => planFolder(folder)).flat();
}

function planFolder(folder: number): GoodPage[] {
  const language = folder % 2 === 0 ? 'de' : 'en';
  const name = language === 'de' ? 'handbuch' : 'guide';
  const paths = Array.from({ length: PAGES_PER_FOLDER }, (_, n) =>
    n === 0
      ? `/${language}/${name}-${folder}/`
      : `/${language}/${name}-${folder}/part-${n % 7}/page-${n}.html`,
  );
  return paths.map((path, n) => ({
    path,
    title: `${language === 'de' ? 'Kapitel' : 'Chapter'} ${folder}.${n}`,
    language,
    style: Math.floor(folder / 2) % STYLES,
    menu: n === 0 ? paths : [paths[0] ?? '/', ...paths.slice(n, n + 5)],
    isInSitemap: n % 2 === 0,
    // Of ten pages six have an ETag, two a date, one both and one neither.
    hasEtag: n % 10 < 7,
    hasDate: n % 10 >= 6 && n % 10 < 9,
  }));
}

/** Addresses that are no good pages, and the fault that each must end with: its code and how its detail begins. */
export const BAD_PAGES: Record<string, string> = {
  '/bad/404': 'http_status 404',
  '/bad/410': 'http_status 410',
  '/bad/500': 'http_status 500',
  '/bad/503': 'http_status 503',
  '/bad/noindex': 'noindex',
  '/bad/gzip-bomb': 'too_large',
  '/bad/br-bomb': 'too_large',
  '/bad/endless': 'too_large',
  '/bad/large': 'too_large',
  '/bad/slow-1': 'timeout',
  '/bad/slow-2': 'timeout',
  '/bad/slow-head': 'timeout',
  '/bad/reset': 'unreachable docs.example',
  '/bad/cut': 'unreadable gzip',
  '/bad/coding': 'unreadable zstd',
  '/bad/empty': 'no_text',
  '/bad/manual': 'not_text application/pdf',
  '/bad/setup': 'not_text application/octet-stream',
  '/bad/drawing': 'not_text image/svg+xml',
  '/bad/pdf-as-page': 'not_text text/html',
  '/bad/exe-as-page': 'not_text text/html',
  '/bad/svg-as-page': 'not_text text/html',
  '/bad/to-host': 'leads_elsewhere victim.example',
  '/bad/to-inner': 'not_public 169.254.169.254',
  '/bad/to-file': 'invalid_address only http and https',
  '/bad/to-port': 'leads_elsewhere docs.example:8080',
  '/bad/to-ssh': 'invalid_address only the ports',
  '/bad/to-itself': 'too_many_redirects',
  '/bad/loop-a': 'too_many_redirects',
  '/bad/loop-b': 'too_many_redirects',
  '/bad/chain-5': 'too_many_redirects',
  '/private/a': 'robots',
  '/private/b/c': 'robots',
  '/private/?d=1': 'robots',
};

/** Redirects that end at a page; chain-0 leads on to chain-5, which is one too many. */
export const MOVED: Record<string, string> = {
  '/old/home': '/',
  '/old/chapter': '/en/guide-1/',
  '/old/short-0': '/old/short-1',
  '/old/short-1': '/old/short-2',
  '/old/short-2': '/de/handbuch-2/',
};

/** Where the four traps begin; below each of them are more addresses than anybody can read. */
export const TRAPS = ['/calendar/2031/1', '/events?day=0', '/deep/a/b/', '/shop?session=0'];

/** The same text as a good page of the sitemap, and a printed form that names it as canonical. */
export const TWINS: Record<string, string> = Object.fromEntries(
  [3, 5, 7].flatMap((folder) => {
    const original = `/en/guide-${folder}/`;
    return [
      [`/copy/${folder}`, original],
      [`/print/${folder}`, original],
    ];
  }),
);

/** Never asked for: their names say what they are. */
export const FILES = ['/files/manual.pdf', '/files/setup.exe', '/files/drawing.svg', '/files/all.zip'];

export const BOMB_PATHS = Array.from(
  { length: 10 },
  (_, n) => `/${['gzip', 'br', 'endless'][n % 3]}-bomb-${n}`,
);

/** Pages that the third crawl finds changed, all of them with validators. */
export function chooseChanged(pages: readonly GoodPage[]): GoodPage[] {
  return pages.filter((_, n) => n % 100 === 13);
}

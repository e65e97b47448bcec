import type { Page } from '../../src/adapters/db/knowledge/pages.ts';
import { PAGE_TIMEOUT_SECONDS } from '../../src/domain/limits.ts';
import type { KnowledgeEntry } from '../../src/domain/types.ts';
import type { Observed } from './observe.ts';
import { CANARY } from './pages.ts';
import * as plan from './plan.ts';
import type { Seen } from './site.ts';

/** What one crawl left behind. */
export interface Crawled {
  observed: Observed;
  seen: Seen[];
  pages: Page[];
  entries: KnowledgeEntry[];
  revision: number;
}

/** A promise, and what is wrong with it; '' when it was kept. */
export type Verdict = readonly [promise: string, wrong: string];

const MOST_TRAP_PAGES = 300;
const MOST_BOMB_MEGABYTES = 64;
const TAG =
  /<\/?(a|b|body|br|center|code|div|font|h\d|head|html|img|li|link|main|meta|nav|ol|p|pre|script|section|span|strong|style|svg|table|td|th|tr|ul)\b/i;
const TRAP = /^\/(calendar|events|deep|shop)\b/;
const goodPages = plan.planPages();
const isGood = new Set(goodPages.map(({ path }) => path));

export function isTrap({ path }: { path: string }): boolean {
  return TRAP.test(path) || path.startsWith(`${plan.MANY_LINKS}?`);
}

/** What holds of every crawl. */
export function judgeSafety(
  { seen, observed }: Crawled,
  strays: readonly string[],
  longestBlockMs: number,
): Verdict[] {
  const longest = Math.max(...seen.map(({ ms }) => ms));
  const forbidden = seen.filter(({ path }) => path.startsWith(plan.FORBIDDEN));
  const strangers = seen.filter(({ host }) => !/^(docs|bombs)\.example$/.test(host));
  const traps = seen.filter(isTrap).length;
  return [
    ['victims see no request', list([...strangers.map(({ host, path }) => host + path), ...strays])],
    ['the forbidden folder sees no request', list(forbidden.map(({ path }) => path))],
    [`at most ${MOST_TRAP_PAGES} pages of traps`, traps > MOST_TRAP_PAGES ? `${traps}` : ''],
    [
      `every fetch ends within ${PAGE_TIMEOUT_SECONDS} s and 1 s more`,
      longest > (PAGE_TIMEOUT_SECONDS + 1) * 1000 ? `${(longest / 1000).toFixed(1)} s` : '',
    ],
    [
      `no block of the event loop of ${longestBlockMs} ms`,
      observed.longestBlockMs >= longestBlockMs ? `${observed.longestBlockMs.toFixed(0)} ms` : '',
    ],
    ['/healthz answers always', observed.healthFailed > 0 ? `${observed.healthFailed} failed` : ''],
  ];
}

export function judgeFirst({ pages, entries, seen }: Crawled): Verdict[] {
  const states = new Map(pages.map((page) => [pathOf(page.url), describe(page)]));
  const unread = goodPages.filter(({ path }) => states.get(path) !== 'fetched').map(({ path }) => path);
  const faults = Object.entries(plan.BAD_PAGES).filter(
    ([path, fault]) => !(states.get(path) ?? 'unknown').startsWith(`failed ${fault}`),
  );
  const moved = Object.keys(plan.MOVED).filter((path) => states.get(path) !== 'fetched');
  const twins = entries.filter(({ link }) => link !== null && pathOf(link).replace(/#.*/, '') in plan.TWINS);
  const tagged = entries.filter(
    ({ title, text }) => TAG.test(text) || TAG.test(title) || text.includes(CANARY),
  );
  const told = new Set(entries.map(({ provenance }) => provenance?.url));
  const silent = goodPages.filter(({ path }) => !told.has(plan.DOCS + path));
  const files = seen.filter(({ path }) => plan.FILES.includes(path));
  return [
    [`all ${goodPages.length} good pages are read`, list(unread)],
    ['every good page has entries', list(silent.map(({ path }) => path))],
    [
      'every bad page has its fault',
      list(faults.map(([path, fault]) => `${path}: ${states.get(path)}, not ${fault}`)),
    ],
    ['redirects inside the site are followed', list(moved)],
    ['what reads the same is known once', list(twins.map(({ title }) => title))],
    ['files are not asked for', list(files.map(({ path }) => path))],
    [
      'no tag and no script is stored',
      list(tagged.map(({ title, text }) => `${title}: ${TAG.exec(text)?.[0]}`)),
    ],
  ];
}

/** @param before the crawl of the same site before it. */
export function judgeUnchanged(before: Crawled, after: Crawled): Verdict[] {
  const again = goodPages.filter((page) => hasValidators(page) && wasSent(after.seen, page.path));
  const changed = differences(before.entries, after.entries);
  const isSame = after.revision === before.revision;
  return [
    ['nothing that has a validator is sent again', list(again.map(({ path }) => path))],
    ['no entry changes', list(changed)],
    ['the revision stays', isSame ? '' : `${before.revision} became ${after.revision}`],
  ];
}

export function judgeChanged(before: Crawled, after: Crawled): Verdict[] {
  const wanted = plan.chooseChanged(goodPages).map(({ path }) => path);
  const sent = goodPages.filter((page) => hasValidators(page) && wasSent(after.seen, page.path));
  const read = after.pages.filter(({ url, state }) => state === 'fetched' && isGood.has(pathOf(url)));
  const changed = differences(before.entries, after.entries);
  return [
    [
      'the ten changed pages are sent, and they alone',
      compare(
        wanted,
        sent.map(({ path }) => path),
      ),
    ],
    [
      'the ten changed pages are read, and they alone',
      compare(
        wanted,
        read.map(({ url }) => pathOf(url)),
      ),
    ],
    ['one section of each changes', changed.length === wanted.length ? '' : list(changed)],
  ];
}

export function judgeBombs({ pages, observed }: Crawled): Verdict[] {
  const wrong = pages.filter((page) => pathOf(page.url) !== '/' && describe(page) !== 'failed too_large');
  const growth = observed.memory.peak - observed.memory.before;
  const isAll = pages.length === plan.BOMB_PATHS.length + 1;
  return [
    [
      'every bomb is too large',
      isAll ? list(wrong.map((page) => `${page.url}: ${describe(page)}`)) : 'some unseen',
    ],
    [
      `bombs of 1 GB cost less than ${MOST_BOMB_MEGABYTES} MB`,
      growth < MOST_BOMB_MEGABYTES ? '' : `${growth.toFixed(0)} MB`,
    ],
  ];
}

function hasValidators({ hasEtag, hasDate }: plan.GoodPage): boolean {
  return hasEtag || hasDate;
}

function wasSent(seen: readonly Seen[], path: string): boolean {
  return seen.some((answer) => answer.path === path && answer.status === 200);
}

/** Titles of entries that came, went or read otherwise. */
function differences(before: readonly KnowledgeEntry[], after: readonly KnowledgeEntry[]): string[] {
  const textsOf = (entries: readonly KnowledgeEntry[]) =>
    new Map(entries.map(({ id, title, text }) => [id, `${title}\n${text}`]));
  const [old, now] = [textsOf(before), textsOf(after)];
  const ids = new Set([...old.keys(), ...now.keys()]);
  return [...ids]
    .filter((id) => old.get(id) !== now.get(id))
    .map((id) => (now.get(id) ?? old.get(id) ?? '').slice(0, 60));
}

function describe({ state, fault, detail }: Page): string {
  return [state, fault, detail].filter((part) => part !== null).join(' ');
}

function pathOf(url: string): string {
  return url.replace(plan.DOCS, '').replace(plan.BOMBS, '');
}

function compare(wanted: readonly string[], found: readonly string[]): string {
  const missing = wanted.filter((path) => !found.includes(path)).map((path) => `not ${path}`);
  return list([...missing, ...found.filter((path) => !wanted.includes(path))]);
}

/** The first of many, for a line of text. */
function list(items: readonly string[]): string {
  return items.length === 0 ? '' : `${items.length}: ${items.slice(0, 6).join(', ')}`;
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Fetched, FetchOptions, PageExtract } from '../../../adapters/crawler/crawler.ts';
import type { Link } from '../../../adapters/db/knowledge/links.ts';
import { deletePages, type Page } from '../../../adapters/db/knowledge/pages.ts';
import { PageFaultError } from '../../../domain/errors.ts';
import { MAX_CRAWL_BYTES, MAX_CRAWL_DEPTH, MAX_CRAWL_MINUTES } from '../../../domain/limits.ts';
import type { CrawlLimit } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import type { Target } from './frontier.ts';
import { countHops, Frontier, isGone, isRedirect, NO_CONTENT, newPage } from './frontier.ts';
import { checkForm, isNoPage } from './lookalike.ts';
import { type Entrance, isServerFault, MAX_HOPS, readSitemaps } from './seeds.ts';
import { Versions } from './versions.ts';
import { idOf, toEntries, type VisitLog } from './visits.ts';

/** With a pause in robots.txt it is one. */
const CONCURRENCY = 4;
/** Leaves a site alone that fails so often in a row, until the next crawl. */
const MAX_FAULTS_IN_A_ROW = 8;
const MINUTE_MS = 60_000;

/** Walks through a site, from its entrance and sitemaps along the links, page by page into the log. */
export class SiteWalk {
  readonly #core: Core;
  readonly #link: Link;
  readonly #log: VisitLog;
  readonly #entrance: Entrance;
  readonly #options: FetchOptions;
  #frontier = new Frontier();
  readonly #startedAt: number;
  #faultsInRow = 0;
  readonly #gone: Page[] = [];
  /** Pages that redirect now, as they were: the target decides whether their text stays. */
  readonly #moved = new Map<string, Page>();
  readonly #versions = new Versions();
  /** Pages of other versions of a manual, which are not read where the current one is. */
  readonly #older = new Map<string, Target>();
  /** The fault of the first unreadable page says most when none can be read. */
  firstFault: PageFaultError | null = null;
  /** The site stopped answering in the middle. */
  outage: PageFaultError | null = null;
  readonly limits = new Set<CrawlLimit>();

  constructor(core: Core, link: Link, log: VisitLog, entrance: Entrance, options: FetchOptions) {
    this.#core = core;
    this.#link = link;
    this.#log = log;
    this.#entrance = entrance;
    this.#options = options;
    this.#startedAt = core.clock();
  }

  async seed(known: readonly Page[]): Promise<void> {
    const { scope, landed } = this.#entrance;
    const isSitemap = scope.kind === 'sitemap';
    if (!isSitemap) this.#enqueue({ url: landed, depth: 0, hops: 0 });
    const { pages, isWhole } = await readSitemaps(this.#core.crawler, this.#entrance, this.#options);
    for (const url of pages) this.#enqueue({ url, depth: 0, hops: 0 });
    const listed = new Set([...pages, ...(isSitemap ? [] : [landed])]);
    // A page goes when the sitemap no longer names it, but not because the sitemap could not be read today.
    const mayStay = scope.kind === 'site' || (isSitemap && !isWhole);
    const isWanted = (page: Page) => listed.has(page.url) || (mayStay && scope.toPageUrl(page.url) !== null);
    const dropped = known.filter((page) => !isWanted(page)).map(({ id }) => id);
    for (const id of dropped) this.#log.pages.delete(id);
    await deletePages(this.#core.database, this.#link, dropped);
    const redirects = new Map(known.filter(isRedirect).map((page) => [page.mergedInto, page.id]));
    for (const page of known.filter(isWanted))
      this.#enqueue({ ...page, hops: countHops(page.id, redirects) });
  }

  async work(): Promise<void> {
    const active = new Set<Promise<void>>();
    const { delayMs } = this.#entrance.robots;
    const width = delayMs > 0 ? 1 : CONCURRENCY;
    try {
      for (;;) {
        while (active.size < width && !this.#isOver()) {
          const target = this.#frontier.next();
          if (!target) break;
          const visit = this.#visit(target).finally(() => active.delete(visit));
          active.add(visit);
        }
        if (active.size === 0) break;
        await Promise.race(active);
        await this.#log.writeSome();
        if (delayMs > 0) await delay(delayMs, undefined, { signal: this.#options.signal });
      }
    } finally {
      await Promise.allSettled(active);
      await this.#log.write();
    }
    if (this.#frontier.isCut) this.limits.add('pages');
  }

  /** Waits for the end: a site that says so of every page has another trouble. */
  async removeGone(): Promise<void> {
    for (const page of this.#gone) this.#log.add({ ...page, ...NO_CONTENT, entries: [] });
    await this.#log.write();
  }

  /** Reads pages again whose content is no longer held by the page they were the same as. */
  async workAgain(pages: readonly Page[]): Promise<void> {
    if (pages.length === 0) return;
    for (const page of pages) this.#log.pages.set(page.id, page);
    this.#frontier = new Frontier();
    for (const page of pages) this.#enqueue({ ...page, hops: 0 });
    await this.work();
  }

  /** A redirect to a page that is none keeps the old text; any other replaces it. */
  async settleMoved(): Promise<void> {
    for (const page of this.#moved.values()) {
      const now = this.#log.pages.get(page.id);
      if (!now || !isRedirect(now)) continue;
      let end: Page | undefined = now;
      for (let hops = 0; end && isRedirect(end) && hops <= MAX_HOPS; hops += 1)
        end = this.#log.pages.get(end.mergedInto ?? '');
      const { fault = null, detail = null, crawledAt = null } = end ?? {};
      if (end?.state === 'failed' && isNoPage(end))
        this.#log.add({ ...page, state: 'failed', fault, detail, crawledAt });
      else this.#log.add({ ...now, entries: [] });
    }
    await this.#log.write();
  }

  /** Reads pages of older versions whose newer ones cannot be read, and removes the others. */
  async settleVersions(): Promise<void> {
    const isRead = (url: string) => {
      const page = this.#log.pages.get(idOf(url));
      return page !== undefined && page.state !== 'failed' && page.state !== 'queued';
    };
    const lone = [...this.#older.values()].filter(({ url }) => !this.#versions.newerThan(url).some(isRead));
    this.#older.clear();
    if (lone.length > 0) {
      this.#frontier = new Frontier();
      for (const target of lone) this.#enqueue({ ...target, isLone: true });
      await this.work();
    }
    const old = [...this.#log.pages.values()].filter(({ url }) => this.#versions.newerThan(url).some(isRead));
    for (const { id } of old) this.#log.pages.delete(id);
    await deletePages(
      this.#core.database,
      this.#link,
      old.map(({ id }) => id),
    );
  }

  #isOver(): boolean {
    if (this.#log.bytesRead >= MAX_CRAWL_BYTES) this.limits.add('bytes');
    if (this.#core.clock() - this.#startedAt >= MAX_CRAWL_MINUTES * MINUTE_MS) this.limits.add('time');
    this.#options.signal.throwIfAborted();
    return this.outage !== null || this.limits.has('bytes') || this.limits.has('time');
  }

  async #visit(target: Target): Promise<void> {
    if (!target.isLone && this.#versions.newerThan(target.url).length > 0) {
      this.#older.set(target.url, target);
      return;
    }
    try {
      await this.#record(target, await this.#fetch(target));
      this.#faultsInRow = 0;
    } catch (error) {
      if (!(error instanceof PageFaultError)) throw error;
      this.#fail(target, error);
    }
  }

  async #fetch({ url }: Target): Promise<Fetched> {
    const { robots, landed, first } = this.#entrance;
    if (url === landed) {
      if (first instanceof PageFaultError) throw first;
      return first;
    }
    if (!robots.isAllowed(url)) throw new PageFaultError('robots');
    const known = this.#log.versionOf(url);
    return this.#core.crawler.fetchPage(url, { ...this.#options, known, maySitemap: false });
  }

  async #record(target: Target, fetched: Fetched): Promise<void> {
    if (fetched.kind === 'moved') return this.#move(target, fetched);
    if (fetched.kind !== 'page') return this.#log.add({ ...this.#pageOf(target), state: 'unchanged' });
    const { page, validators } = fetched;
    const { landed, lookalike } = this.#entrance;
    if (target.from !== undefined) checkForm(page, target.from, target.url, false);
    if (target.url !== landed) await lookalike.check(page, target.url, false);
    if (page.mayFollow && this.#entrance.scope.kind === 'site' && target.depth < MAX_CRAWL_DEPTH) {
      for (const url of page.links.map((link) => this.#entrance.scope.toPageUrl(link)))
        if (url !== null) this.#enqueue({ url, depth: target.depth + 1, hops: 0 });
    }
    if (!page.isIndexable) throw new PageFaultError('noindex');
    const before = this.#pageOf(target);
    const isSame = before.hash === page.hash;
    const read = isSame ? { state: 'unchanged' as const } : this.#read(target, page);
    this.#log.add({ ...before, ...validators, ...read });
  }

  #read(target: Target, page: PageExtract) {
    const id = idOf(target.url);
    const mergedInto = this.#log.holderOf(page.hash, id);
    return {
      state: 'fetched' as const,
      hash: page.hash,
      canonicalId: this.#canonicalOf(target.url, page.canonical),
      mergedInto,
      entries: mergedInto === null ? toEntries(page, target.url, this.#now()) : [],
    };
  }

  /** The page that this one names as its true form. A whole site that names its home page means nothing by it. */
  #canonicalOf(url: string, canonical: string | null): string | null {
    const target = canonical === null ? null : this.#entrance.scope.toPageUrl(canonical);
    if (target === null || target === url || new URL(target).pathname === '/') return null;
    if (this.#entrance.scope.kind === 'site') this.#enqueue({ url: target, depth: 0, hops: 0 });
    return idOf(target);
  }

  async #move(target: Target, { to: address, isRefresh }: { to: string; isRefresh: boolean }): Promise<void> {
    const to = this.#entrance.scope.toPageUrl(address);
    if (to === null) throw await this.#outside(target, address);
    if (isRefresh && target.isRefreshed) throw new PageFaultError('too_many_redirects');
    const circle = this.#circleOf(target, to);
    for (const page of circle ?? [])
      this.#fail({ ...page, hops: 0 }, new PageFaultError('too_many_redirects'));
    if (circle || target.hops >= MAX_HOPS) throw new PageFaultError('too_many_redirects');
    const isRefreshed = isRefresh || target.isRefreshed === true;
    const { url: from, depth, hops } = target;
    this.#enqueue({ url: to, depth, hops: hops + 1, from, isRefreshed });
    const before = this.#pageOf(target);
    if (before.hash !== null) this.#moved.set(before.id, before);
    const moved = { ...before, ...NO_CONTENT, mergedInto: idOf(to), state: 'fetched' as const };
    this.#log.add(before.hash === null ? { ...moved, entries: [] } : moved);
  }

  /** A page that leads out of the site's part is no page; its target on the same site says best why. */
  async #outside(target: Target, address: string): Promise<PageFaultError> {
    const { scope, robots } = this.#entrance;
    const elsewhere = new PageFaultError('leads_elsewhere', new URL(address).host);
    if (!scope.isOnSite(address) || !robots.isAllowed(address)) return elsewhere;
    try {
      const options = { ...this.#options, known: null, maySitemap: false };
      const fetched = await this.#core.crawler.fetchPage(address, options);
      if (fetched.kind === 'page') checkForm(fetched.page, target.url, address, true);
    } catch (error) {
      if (!(error instanceof PageFaultError)) throw error;
      if (isNoPage(error)) return error;
    }
    return elsewhere;
  }

  /** The redirects that lead from `to` back to the target; null when they lead elsewhere. */
  #circleOf(target: Target, to: string): Page[] | null {
    const passed: Page[] = [];
    for (let id: string | null = idOf(to); id !== null && passed.length <= MAX_HOPS; ) {
      if (id === idOf(target.url)) return passed;
      const page = this.#log.pages.get(id);
      if (!page || !isRedirect(page)) return null;
      passed.push(page);
      id = page.mergedInto;
    }
    return null;
  }

  #fail(target: Target, error: PageFaultError): void {
    this.firstFault ??= error;
    // A page that cannot be parsed costs a thread five seconds: as bad as no answer.
    const isCostly = isServerFault(error) || error.fault === 'unreadable';
    this.#faultsInRow = isCostly ? this.#faultsInRow + 1 : 0;
    if (this.#faultsInRow >= MAX_FAULTS_IN_A_ROW) this.outage = error;
    const { fault, detail } = error;
    const failed = { ...this.#pageOf(target), state: 'failed' as const, fault, detail };
    this.#log.add(failed);
    if (isGone(error)) this.#gone.push(failed);
  }

  #enqueue(target: Target): void {
    this.#versions.add(target.url);
    if (!this.#frontier.add(target)) return;
    const known = this.#log.pages.get(idOf(target.url));
    this.#log.add({ ...(known ?? newPage(target)), state: 'queued' });
  }

  #pageOf(target: Target): Page {
    const known = this.#log.pages.get(idOf(target.url)) ?? newPage(target);
    return { ...known, fault: null, detail: null, crawledAt: this.#now() };
  }

  #now(): Date {
    return new Date(this.#core.clock());
  }
}

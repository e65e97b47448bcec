import { refreshStatistics } from '../../../adapters/db/knowledge/knowledge.ts';
import type { CrawlEnd, Link } from '../../../adapters/db/knowledge/links.ts';
import {
  listForgotten,
  listHolders,
  listPages,
  mergeCanonical,
  settleQueued,
} from '../../../adapters/db/knowledge/pages.ts';
import { PageFaultError } from '../../../domain/errors.ts';
import { CRAWL_REFRESH_HOURS, CRAWL_RETRY_HOURS } from '../../../domain/limits.ts';
import type { CrawlLimit } from '../../../domain/types.ts';
import type { Core } from '../../core.ts';
import { isChannelLink } from './channel-address.ts';
import { readFolder, toFolder } from './folder.ts';
import { readChannel, readNoticedPosts } from './posts.ts';
import { enterSite } from './seeds.ts';
import { type CrawlProgress, type LinkReading, VisitLog } from './visits.ts';
import { SiteWalk } from './walk.ts';

const HOUR_MS = 3_600_000;
/** A site that asks for a longer pause is asked again after a week. */
const MAX_PAUSE_MS = 7 * 24 * HOUR_MS;

export interface CrawlOptions {
  by: string;
  signal: AbortSignal;
  onProgress(progress: CrawlProgress): void;
}

/**
 * Reads a claimed link: a site from its robots.txt and sitemap on, a folder of GitHub file by file, a channel of the
 * platform post by post. An unreadable page keeps its last good version; a page that is gone (404, 410, noindex) goes
 * at the end, unless nothing could be read. @throws ClaimLostError, AppError('service_unavailable'), or the reason of
 * an abort; what was read stays.
 */
export async function crawl(core: Core, link: Link, options: CrawlOptions): Promise<CrawlEnd> {
  const pages = await listPages(core.database, link.serverId, link.id);
  const holders = await listHolders(core.database, link.serverId);
  const log = new VisitLog(core, link, options, { pages, holders });
  const onBytes = (count: number) => {
    log.bytesRead += count;
  };
  const fetchOptions = { signal: options.signal, onBytes };
  const limits = new Set<CrawlLimit>();
  const reading = { core, link, log, limits, options: fetchOptions };
  const fault = await readerOf(link)(reading).then(() => null, orFault);
  await settleQueued(core.database, link.serverId, link.id);
  await refreshStatistics(core.database, log.entriesRead);
  return fault ? failedEnd(core, fault) : goodEnd(core, log, limits);
}

/** Reads noticed posts of a claimed channel. @returns null unless the channel cannot be read */
export async function lookAgain(core: Core, link: Link, options: CrawlOptions): Promise<CrawlEnd | null> {
  const pages = await listPages(core.database, link.serverId, link.id);
  const log = new VisitLog(core, link, options, { pages, holders: new Map() });
  const fetchOptions = { signal: options.signal, onBytes: () => undefined };
  const reading = { core, link, log, limits: new Set<CrawlLimit>(), options: fetchOptions };
  const fault = await readNoticedPosts(reading).then(() => null, orFault);
  return fault && failedEnd(core, fault);
}

function readerOf({ url }: Link): (reading: LinkReading) => Promise<void> {
  if (isChannelLink(url)) return readChannel;
  return toFolder(url) ? readFolder : readSite;
}

function orFault(error: unknown): PageFaultError {
  if (error instanceof PageFaultError) return error;
  throw error;
}

async function readSite({ core, link, log, limits, options }: LinkReading): Promise<void> {
  const pages = [...log.pages.values()];
  const entrance = await enterSite(core.crawler, new URL(link.url), log, options);
  const walk = new SiteWalk(core, link, log, entrance, options);
  await walk.seed(pages);
  await walk.work();
  await walk.settleVersions();
  await walk.settleMoved();
  const fault = faultOf(log, walk);
  if (fault) throw fault;
  await tidyUp(core, link, walk);
  for (const limit of walk.limits) limits.add(limit);
}

/** Only a visit of all pages tells which are gone, and which are the same. */
async function tidyUp(core: Core, { serverId, id }: Link, walk: SiteWalk): Promise<void> {
  await walk.removeGone();
  await walk.workAgain(await listForgotten(core.database, serverId, id));
  await mergeCanonical(core.database, serverId, id);
}

/** Why the crawl as a whole has failed, so that the last good version stays; null when it has not. */
function faultOf(log: VisitLog, walk: SiteWalk): PageFaultError | null {
  if (walk.outage) return walk.outage;
  if (log.count().read > 0) return null;
  // Nothing failed and nothing was read: the sitemap has no pages, or the knowledge no room.
  return walk.firstFault ?? new PageFaultError(log.isFull ? 'knowledge_full' : 'no_text');
}

function goodEnd(core: Core, log: VisitLog, limits: Set<CrawlLimit>): CrawlEnd {
  if (log.isFull) limits.add('entries');
  const now = core.clock();
  const dueAt = new Date(now + CRAWL_REFRESH_HOURS * HOUR_MS);
  return {
    state: 'crawled',
    fault: null,
    detail: null,
    limits: [...limits],
    dueAt,
    crawledAt: new Date(now),
  };
}

function failedEnd(core: Core, { fault, detail, retryAfterMs }: PageFaultError): CrawlEnd {
  const pauseMs = Math.max(CRAWL_RETRY_HOURS * HOUR_MS, Math.min(retryAfterMs ?? 0, MAX_PAUSE_MS));
  const dueAt = new Date(core.clock() + pauseMs);
  return { state: 'failed', fault, detail, limits: [], dueAt, crawledAt: null };
}

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import * as store from '../../adapters/db/knowledge/links.ts';
import { listPages, type Page, pagePages } from '../../adapters/db/knowledge/pages.ts';
import { deletePosts } from '../../adapters/db/knowledge/posts.ts';
import { parsePublicUrl } from '../../adapters/outbound/outbound.ts';
import { AppError, PageFaultError } from '../../domain/errors.ts';
import { MAX_LINKS_PER_SERVER } from '../../domain/limits.ts';
import type { Core } from '../core.ts';
import { invalid } from '../owners/invalid-input.ts';
import { getServer } from '../owners/servers.ts';
import { urlSchema } from '../owners/settings.ts';
import { CHANNEL_ADDRESS, channelOf, isChannelLink } from './crawl/channel-address.ts';
import { type CrawlOptions, crawl, lookAgain } from './crawl/crawl.ts';
import { describeFault } from './crawl/faults.ts';
import { CLAIM_MS, idOf } from './crawl/visits.ts';

const CRAWLS_AT_ONCE = 2;
const CHECK_MS = 5_000;
const NEVER_READ: ReadonlySet<string> = new Set(['no_bot', 'no_channel', 'not_posts']);
/** Spares a link another crawl for the sake of another one within this time. */
const HASTE_PAUSE_MS = 10 * 60 * 1000;

/** An address of the web, or `discord:` with the id of a channel. */
export const linkSchema = z.object({
  url: z.union([z.string().trim().regex(CHANNEL_ADDRESS), urlSchema], {
    error: 'must be an http or https address, or discord:CHANNEL',
  }),
});

/** People leave `https://` out. */
export function completeAddress(given: string): string {
  const address = given.trim();
  return address === '' || /^(?:[a-z][a-z\d+.-]*:\/\/|discord:)/i.test(address)
    ? address
    : `https://${address}`;
}

/**
 * Adds a page, a sitemap, a site (its address ends in `/`), a folder of GitHub or a channel, to be read with the next
 * crawl. @throws
 * AppError('not_found' | 'already_exists', its `details.url` | 'invalid_input': `url` with a PageFaultError as cause,
 * or `links` when the server has all it may have)
 */
export async function addLink(core: Core, serverId: string, given: string): Promise<store.LinkOverview> {
  await getServer(core, serverId);
  const url = toAddress(given);
  if (isChannelLink(url)) await checkChannel(core, serverId, url);
  const link = { serverId, id: idOf(url), url, dueAt: new Date(core.clock()) };
  const outcome = await store.insertLink(core.database, link, MAX_LINKS_PER_SERVER);
  if (outcome === 'exists')
    throw new AppError('already_exists', { message: `The link ${url} already exists.`, details: { url } });
  if (outcome === 'full')
    throw invalid('links', `A server holds at most ${MAX_LINKS_PER_SERVER} documentation links.`);
  return getLink(core, serverId, url);
}

/** Another server's channel is none of this one. What may pass, such as a missing right, is told when it is read. */
async function checkChannel(core: Core, serverId: string, url: string): Promise<void> {
  const signal = AbortSignal.timeout(CHECK_MS);
  const opening = core.discord?.posts.open({ serverId, channelId: channelOf(url) }, signal);
  const error = await (opening ?? Promise.reject(new PageFaultError('no_bot'))).then(
    () => null,
    (cause) => cause,
  );
  if (error instanceof PageFaultError && NEVER_READ.has(error.fault))
    throw invalid('url', `${url}: ${describeFault(error.fault, error.detail)}`, { cause: error });
}

/** The one form of an address. @throws AppError('invalid_input') for one that can never be read */
function toAddress(given: string): string {
  if (isChannelLink(given.trim())) return given.trim();
  try {
    const url = parsePublicUrl(given);
    url.hash = '';
    return url.href;
  } catch (error) {
    if (!(error instanceof PageFaultError)) throw error;
    throw invalid('url', `${given}: ${describeFault(error.fault, error.detail)}`, { cause: error });
  }
}

export async function listLinks(core: Core, serverId: string): Promise<store.LinkOverview[]> {
  await getServer(core, serverId);
  return store.listLinks(core.database, serverId);
}

function getLink(core: Core, serverId: string, given: string): Promise<store.LinkOverview> {
  return findLink(core, serverId, toAddress(given));
}

async function findLink(core: Core, serverId: string, url: string): Promise<store.LinkOverview> {
  const link = (await listLinks(core, serverId)).find((known) => known.url === url);
  if (!link) throw new AppError('not_found', { message: `There is no link ${url}.` });
  return link;
}

/** @throws AppError('not_found') */
export async function listLinkPages(core: Core, serverId: string, url: string): Promise<Page[]> {
  const link = await getLink(core, serverId, url);
  return listPages(core.database, serverId, link.id);
}

/** Lists failed pages first, then waiting ones, each by address. @throws AppError('not_found'), also for no address */
export async function pageLinkPages(
  core: Core,
  serverId: string,
  url: string,
  slice: { offset: number; limit: number },
): Promise<{ link: store.LinkOverview; pages: Page[]; total: number }> {
  const link = await findLink(core, serverId, url);
  return { link, ...(await pagePages(core.database, link, slice)) };
}

/** Removes a link and the entries that only it brought. @throws AppError('not_found') */
export async function removeLink(core: Core, serverId: string, url: string): Promise<void> {
  const link = await getLink(core, serverId, url);
  // What members wrote leaves no version.
  if (isChannelLink(link.url)) await emptyChannel(core, link);
  await store.deleteLink(core.database, link);
  await hasten(core, serverId);
}

async function emptyChannel({ database }: Core, link: store.Link): Promise<void> {
  const posts = await listPages(database, link.serverId, link.id);
  await deletePosts(
    database,
    link,
    posts.map(({ id }) => id),
  );
}

/** Has a link read in a moment, by whichever process crawls. @throws AppError('not_found' | 'invalid_input') */
export async function queueLink(core: Core, serverId: string, url: string): Promise<store.LinkOverview> {
  const { id } = await getLink(core, serverId, url);
  await store.queueLinks(core.database, { serverId, id }, new Date(core.clock()));
  return getLink(core, serverId, url);
}

export async function queueLinks(core: Core, serverId: string): Promise<store.LinkOverview[]> {
  await getServer(core, serverId);
  await store.queueLinks(core.database, { serverId }, new Date(core.clock()));
  return listLinks(core, serverId);
}

/**
 * Crawls a link now, whether it is due or not. @throws AppError('not_found' | 'invalid_input' while another crawl
 * runs)
 */
export async function crawlNow(
  core: Core,
  serverId: string,
  url: string,
  options: Omit<CrawlOptions, 'by'>,
): Promise<store.LinkOverview> {
  const { id } = await getLink(core, serverId, url);
  const isDone = await crawlOne(core, { serverId, id }, options);
  if (!isDone) throw new AppError('invalid_input', { message: `${url} is being crawled right now.` });
  return getLink(core, serverId, url);
}

/** Reads posts that the platform told of, of channels that nobody reads at the moment. @param which null: of all */
export async function readNoticed(
  core: Core,
  which: { serverId: string; id: string } | null,
  signal: AbortSignal,
): Promise<void> {
  while (core.discord && !signal.aborted) {
    const by = randomUUID();
    const now = core.clock();
    const claim = { by, now: new Date(now), until: new Date(now + CLAIM_MS) };
    const link = await store.claimNoticed(core.database, which, claim);
    if (!link) return;
    try {
      const end = await lookAgain(core, link, { by, signal, onProgress: () => undefined });
      if (end) await store.releaseLink(core.database, link, by, end);
    } finally {
      await store.releaseNoticed(core.database, link, by);
    }
  }
}

export async function crawlDueLinks(core: Core, signal: AbortSignal): Promise<void> {
  const crawlInTurn = async () => {
    while (!signal.aborted && (await crawlOne(core, null, { signal, onProgress: () => undefined }))) {
      // The next one, until none is due.
    }
  };
  await Promise.all([
    readNoticed(core, null, signal),
    ...Array.from({ length: CRAWLS_AT_ONCE }, crawlInTurn),
  ]);
}

/** @returns false when there was nothing to claim. */
async function crawlOne(
  core: Core,
  which: { serverId: string; id: string } | null,
  options: Omit<CrawlOptions, 'by'>,
): Promise<boolean> {
  const by = randomUUID();
  const now = core.clock();
  const claim = {
    by,
    now: new Date(now),
    until: new Date(now + CLAIM_MS),
    hasPlatform: core.discord !== null,
  };
  const link = await store.claimLink(core.database, which, claim);
  if (!link) return false;
  try {
    const end = await crawl(core, link, { ...options, by });
    await store.releaseLink(core.database, link, by, end);
    await hasten(core, link.serverId);
    const { state, fault } = end;
    core.log.info({ server: link.serverId, link: link.id, state, fault }, 'link crawled');
    // What came between its last look and its end.
    if (isChannelLink(link.url)) await readNoticed(core, link, options.signal);
  } catch (error) {
    // A stopped crawl goes on where it was with the next claim; the end of this claim frees it at the latest.
    const rest = { fault: null, detail: null, limits: [], dueAt: new Date(core.clock()), crawledAt: null };
    await store
      .releaseLink(core.database, link, by, { state: 'queued', ...rest })
      .catch((err: unknown) =>
        core.log.warn({ err }, 'link stays reserved for a stopped crawl until the reservation expires'),
      );
    throw error;
  }
  return true;
}

function hasten(core: Core, serverId: string): Promise<void> {
  return store.hastenForgotten(core.database, serverId, new Date(core.clock()), HASTE_PAUSE_MS);
}

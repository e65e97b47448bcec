import type { Command } from 'commander';
import { z } from 'zod';
import { describeFault } from '../../../core/knowledge/crawl/faults.ts';
import {
  addLink,
  crawlNow,
  linkSchema,
  listLinkPages,
  listLinks,
  removeLink,
} from '../../../core/knowledge/links.ts';
import { serverIdSchema } from '../../../core/owners/servers.ts';
import { MAX_CRAWL_MINUTES, MAX_KNOWLEDGE_ENTRIES, MAX_PAGES_PER_LINK } from '../../../domain/limits.ts';
import { type CommandContext, CommandFault, onInput } from '../input.ts';
import { COMMAND, formatCount, formatDate, toTable } from '../print.ts';

const serverSchema = z.object({ SERVER: serverIdSchema });
const oneSchema = serverSchema.extend({ URL: linkSchema.shape.url });
const pagesSchema = oneSchema.extend({ failed: z.boolean().optional() });
const someSchema = serverSchema.extend({ URL: linkSchema.shape.url.optional() });

type CrawledLink = Awaited<ReturnType<typeof listLinks>>[number];

export function addLinkCommands(program: Command, context: CommandContext): void {
  const link = program.command('link').description('documentation that is read from the web');
  addPlainCommands(link, context);

  const pagesCommand = link
    .command('pages <SERVER> <URL>')
    .description('the pages of a link, with the reason where one could not be read')
    .option('--failed', 'only those');
  onInput(pagesCommand, pagesSchema, async ({ SERVER, URL, failed }) => {
    const pages = await listLinkPages(await context.openCore(), SERVER, URL);
    showPages(context, failed ? pages.filter(({ state }) => state === 'failed') : pages);
  });

  const crawlCommand = link.command('crawl <SERVER> [URL]').description('read a link, or all of them, now');
  onInput(crawlCommand, someSchema, async ({ SERVER, URL }) => {
    await crawlSome(context, SERVER, URL);
  });
}

function addPlainCommands(link: Command, context: CommandContext): void {
  const addCommand = link
    .command('add <SERVER> <URL>')
    .description('add a page, a sitemap, or a site: an address that ends in / with everything below it');
  onInput(addCommand, oneSchema, async ({ SERVER, URL }) => {
    const added = await addLink(await context.openCore(), SERVER, URL);
    await context.record(SERVER, 'link.added', added.url);
    const next = `A running service reads it in a moment; or now: ${COMMAND} link crawl ${SERVER} ${added.url}`;
    context.show(toShape(added), `Added ${added.url}. ${next}`);
  });

  const listCommand = link.command('list <SERVER>').description('list the links of a server');
  onInput(listCommand, serverSchema, async ({ SERVER }) => {
    const links = await listLinks(await context.openCore(), SERVER);
    const hint = `This server has no documentation links yet. Add: ${COMMAND} link add ${SERVER} URL`;
    context.show(links.map(toShape), links.length === 0 ? hint : toLinkTable(links));
  });

  const removeCommand = link
    .command('remove <SERVER> <URL>')
    .description('remove a link with everything that it brought');
  onInput(removeCommand, oneSchema, async ({ SERVER, URL }) => {
    await removeLink(await context.openCore(), SERVER, URL);
    await context.record(SERVER, 'link.removed', URL);
    context.show({ removed: URL }, `Removed ${URL}.`);
  });
}

/** @throws CommandFault with a line for every link that could not be read; the list stands on stdout all the same. */
async function crawlSome(context: CommandContext, serverId: string, url: string | undefined): Promise<void> {
  const core = await context.openCore();
  const urls = url === undefined ? (await listLinks(core, serverId)).map((link) => link.url) : [url];
  // Nobody leaves here: Ctrl+C ends the process, and the link is free again after two minutes.
  const { signal } = new AbortController();
  const crawled: CrawledLink[] = [];
  for (const address of urls) {
    const onProgress = ({ read, failed, queued }: { read: number; failed: number; queued: number }) =>
      context.note(`${address}: ${read} read, ${failed} failed, ${queued} to go`);
    crawled.push(await crawlNow(core, serverId, address, { signal, onProgress }));
  }
  if (urls.length > 0) await context.record(serverId, 'link.crawled', urls.join(' '));
  const hint = `This server has no documentation links yet. Add: ${COMMAND} link add ${serverId} URL`;
  context.show(crawled.map(toShape), crawled.length === 0 ? hint : toLinkTable(crawled));
  const failed = crawled.filter(({ state }) => state === 'failed');
  if (failed.length === 0) return;
  throw new CommandFault(
    failed.map((link) => `${link.url}: ${describeFault(link.fault, link.detail)}`).join('\n'),
  );
}

function toShape(link: CrawledLink) {
  return {
    url: link.url,
    state: link.state,
    pages: link.pages,
    failed: link.failed,
    queued: link.queued,
    error: describeFault(link.fault, link.detail),
    limits: link.limits,
    crawled_at: link.crawledAt,
    next_crawl_at: link.dueAt,
  };
}

/** What a cap has left out. */
const LIMIT_NOTES: Record<CrawledLink['limits'][number], string> = {
  pages: `only the first ${formatCount(MAX_PAGES_PER_LINK)} pages`,
  bytes: 'too large to be read whole',
  entries: `the server holds its ${formatCount(MAX_KNOWLEDGE_ENTRIES)} entries`,
  time: `stopped after ${MAX_CRAWL_MINUTES} minutes`,
};

function toLinkTable(links: readonly CrawledLink[]): string {
  const rows = links.map((link) => [
    link.url,
    link.state,
    formatCount(link.pages),
    formatCount(link.failed),
    formatCount(link.queued),
    formatDate(link.crawledAt),
    describeFault(link.fault, link.detail) ?? link.limits.map((limit) => LIMIT_NOTES[limit]).join(', '),
  ]);
  return toTable([['link', 'state', 'pages', 'failed', 'queued', 'crawled', 'note'], ...rows]);
}

function showPages(context: CommandContext, pages: Awaited<ReturnType<typeof listLinkPages>>): void {
  const urls = new Map(pages.map(({ id, url }) => [id, url]));
  const shapes = pages.map((page) => ({
    url: page.url,
    state: page.state,
    error: describeFault(page.fault, page.detail),
    merged_into: page.mergedInto === null ? null : (urls.get(page.mergedInto) ?? 'another link'),
    crawled_at: page.crawledAt,
  }));
  const rows = shapes.map((page) => [
    page.url,
    page.state,
    formatDate(page.crawled_at),
    page.error ?? (page.merged_into === null ? '' : `same as ${page.merged_into}`),
  ]);
  const table = toTable([['page', 'state', 'read', 'note'], ...rows]);
  context.show(shapes, rows.length === 0 ? 'No such pages.' : table);
}

import type { Command } from 'commander';
import { z } from 'zod';
import type { Core } from '../../../core/core.ts';
import { describeFault } from '../../../core/knowledge/crawl/faults.ts';
import {
  addLink,
  crawlNow,
  linkSchema,
  listLinkPages,
  listLinks,
  removeLink,
} from '../../../core/knowledge/links.ts';
import {
  MAX_CRAWL_MINUTES,
  MAX_KNOWLEDGE_ENTRIES,
  MAX_MESSAGES_PER_LINK,
  MAX_PAGES_PER_LINK,
} from '../../../domain/limits.ts';
import type { CommandContext } from '../input.ts';
import { addNoun, serverSchema, tell } from '../noun.ts';
import type { ListColumns } from '../print.ts';
import { COMMAND, formatCount, toList } from '../print.ts';

const oneSchema = serverSchema.extend({ URL: linkSchema.shape.url });

type CrawledLink = Awaited<ReturnType<typeof listLinks>>[number];

export function addLinkCommands(program: Command, context: CommandContext): void {
  const add = addNoun(
    program,
    context,
    'link',
    'web documentation, GitHub folders and Discord channels that the bot reads',
  );

  add('add <SERVER> <URL>', {
    about:
      'add a page, a sitemap, a site (its address ends in /), a folder of Markdown on GitHub, or discord:CHANNEL',
    input: oneSchema,
    run: async (core, { SERVER, URL }) => {
      const added = await addLink(core, SERVER, URL);
      const next = `If the service is running, it will read this link shortly; to read it now: ${COMMAND} link crawl ${SERVER} ${added.url}`;
      return tell(toShape(added), `Added ${added.url}. ${next}`, 'link.added', added.url);
    },
  });
  add('list <SERVER>', {
    about: 'list the links of a server',
    run: async (core, { SERVER }) => showLinks(SERVER, await listLinks(core, SERVER)),
  });
  add('remove <SERVER> <URL>', {
    about: 'remove a link and everything read from it',
    input: oneSchema,
    run: async (core, { SERVER, URL }) => {
      await removeLink(core, SERVER, URL);
      return tell({ removed: URL }, `Removed ${URL}.`, 'link.removed', URL);
    },
  });
  add('pages <SERVER> <URL>', {
    about: 'list the pages of a link, and why any could not be read',
    options: { '--failed': 'only pages that could not be read' },
    input: oneSchema.extend({ failed: z.boolean().optional() }),
    run: async (core, { SERVER, URL, failed }) => {
      const pages = await listLinkPages(core, SERVER, URL);
      return showPages(failed ? pages.filter(({ state }) => state === 'failed') : pages);
    },
  });
  add('crawl <SERVER> [URL]', {
    about: 'read a link, or all of them, now',
    input: serverSchema.extend({ URL: linkSchema.shape.url.optional() }),
    run: async (core, { SERVER, URL }) => {
      const crawled = await crawlSome(core, { serverId: SERVER, url: URL }, context.note);
      const failed = crawled.filter(({ state }) => state === 'failed');
      return {
        ...showLinks(SERVER, crawled),
        ...(crawled.length > 0 && { done: ['link.crawled', crawled.map(({ url }) => url).join(' ')] }),
        fault: failed.map((link) => `${link.url}: ${describeFault(link.fault, link.detail)}`).join('\n'),
      };
    },
  });
}

async function crawlSome(
  core: Core,
  { serverId, url }: { serverId: string; url: string | undefined },
  note: CommandContext['note'],
): Promise<CrawledLink[]> {
  const urls = url === undefined ? (await listLinks(core, serverId)).map((link) => link.url) : [url];
  // Nobody leaves here: Ctrl+C ends the process, and the link is free again after two minutes.
  const { signal } = new AbortController();
  const crawled: CrawledLink[] = [];
  for (const address of urls) {
    const onProgress = ({ read, failed, queued }: { read: number; failed: number; queued: number }) =>
      note(
        `${address}, pages done: ${formatCount(read + failed)} of about ${formatCount(read + failed + queued)}${failed > 0 ? `, ${formatCount(failed)} failed` : ''}`,
      );
    crawled.push(await crawlNow(core, serverId, address, { signal, onProgress }));
  }
  return crawled;
}

function toShape(link: CrawledLink) {
  const { url, state, pages, failed, queued, limits } = link;
  const error = describeFault(link.fault, link.detail);
  return {
    url,
    state,
    pages,
    failed,
    queued,
    error,
    limits,
    crawled_at: link.crawledAt,
    next_crawl_at: link.dueAt,
  };
}

/** What a cap has left out. */
const LIMIT_NOTES: Record<CrawledLink['limits'][number], string> = {
  pages: `only the first ${formatCount(MAX_PAGES_PER_LINK)} pages`,
  posts: `only the newest ${formatCount(MAX_MESSAGES_PER_LINK)} messages, and the pinned ones`,
  tree: 'GitHub does not list all files: the repository has too many',
  bytes: 'too large to be read in full',
  entries: `the server has the maximum of ${formatCount(MAX_KNOWLEDGE_ENTRIES)} entries`,
  time: `stopped after ${MAX_CRAWL_MINUTES} minutes`,
};

function showLinks(serverId: string, links: readonly CrawledLink[]) {
  const columns: ListColumns<CrawledLink> = {
    ...{ link: 'url', state: 'state' },
    pages: ({ pages }) => formatCount(pages),
    failed: ({ failed }) => formatCount(failed),
    queued: ({ queued }) => formatCount(queued),
    crawled: 'crawledAt',
    note: ({ fault, detail, limits }) =>
      describeFault(fault, detail) ?? limits.map((limit) => LIMIT_NOTES[limit]).join(', '),
  };
  const none = `This server has no documentation links yet. Add one: ${COMMAND} link add ${serverId} URL`;
  return { shape: links.map(toShape), text: toList(links, columns, none) };
}

function showPages(pages: Awaited<ReturnType<typeof listLinkPages>>) {
  const urls = new Map(pages.map(({ id, url }) => [id, url]));
  const shapes = pages.map((page) => ({
    url: page.url,
    state: page.state,
    error: describeFault(page.fault, page.detail),
    merged_into: page.mergedInto === null ? null : (urls.get(page.mergedInto) ?? 'another link'),
    crawled_at: page.crawledAt,
  }));
  const columns: ListColumns<(typeof shapes)[number]> = {
    ...{ page: 'url', state: 'state', read: 'crawled_at' },
    note: ({ error, merged_into: other }) => error ?? (other === null ? '' : `same as ${other}`),
  };
  return { shape: shapes, text: toList(shapes, columns, 'There are no pages to show.') };
}

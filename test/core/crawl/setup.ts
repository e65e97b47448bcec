import type { OutsideWorld } from '../../../src/adapters/outbound/outbound.ts';
import type { Core } from '../../../src/core/core.ts';
import { listKnowledge } from '../../../src/core/knowledge/knowledge.ts';
import { addLink, crawlNow, listLinkPages } from '../../../src/core/knowledge/links.ts';
import { deleteServer } from '../../../src/core/owners/servers.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type DocsSite, type SiteAnswer, startDocsSite } from '../../support/site.ts';

export const SITE = 'http://docs.example';

export interface CrawlTest {
  app: TestApp;
  site: DocsSite;
  serverId: string;
  key: string;
  /** Adds a link when it is new, crawls it and gives its overview. */
  crawl(path?: string): ReturnType<typeof crawlNow>;
  /** `state path` of every page, with the fault where there is one. */
  pages(path?: string): Promise<string[]>;
  /** Titles of what is known now, in order. */
  titles(): Promise<string[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** One service for all tests of a file, which ends it with `stopCrawlApp`; the site that it reads is the running test's. */
let app: TestApp | undefined;
let network: OutsideWorld | undefined;

export async function stopCrawlApp(): Promise<void> {
  await app?.stop();
  app = undefined;
}

async function getApp(): Promise<TestApp> {
  const current = () => network ?? Promise.reject(new Error('there is no site now'));
  app ??= await startApp(
    {},
    {
      resolve: async (host) => (await current()).resolve(host),
      dial: async (target) => (await current()).dial(target),
    },
  );
  return app;
}

/** A service that reads a site of this machine, with one server. */
export async function startCrawlTest(answers: Record<string, SiteAnswer>): Promise<CrawlTest> {
  const service = await getApp();
  const site = await startDocsSite(answers);
  network = site.world;
  const { id: serverId, key } = await service.addServer();
  return {
    app: service,
    site,
    serverId,
    key,
    crawl: (path = '/') => crawlPath(service.core, serverId, path),
    pages: async (path = '/') =>
      (await listLinkPages(service.core, serverId, SITE + path))
        .map(({ state, url, fault, detail }) =>
          [state, url.replace(SITE, ''), fault, detail].filter((part) => part !== null).join(' '),
        )
        .toSorted(),
    titles: async () => (await listKnowledge(service.core, serverId)).map(({ title }) => title).toSorted(),
    // Links left over would be due in the next test.
    [Symbol.asyncDispose]: async () => {
      await deleteServer(service.core, serverId);
      await site.close();
    },
  };
}

async function crawlPath(core: Core, serverId: string, path: string) {
  const url = SITE + path;
  await addLink(core, serverId, url).catch((error: { code?: string }) => {
    if (error.code !== 'already_exists') throw error;
  });
  return crawlNow(core, serverId, url, { signal: new AbortController().signal, onProgress: () => undefined });
}

/** Paths that were asked for, without robots.txt and sitemap, sorted. */
export function askedFor(seen: readonly string[]): string[] {
  return seen
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => !/^\/(robots\.txt|sitemap\.xml)$/.test(path))
    .toSorted();
}

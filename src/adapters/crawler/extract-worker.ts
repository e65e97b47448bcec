import type { PageFault } from '../../domain/errors.ts';
import { PageFaultError } from '../../domain/errors.ts';
import { type PageExtract, type PageInput, readPage } from './page/page.ts';
import { readSitemap, type SitemapExtract, type SitemapInput } from './sitemap.ts';

/** Errors lose their class between threads, so a fault travels as data. */
export type ExtractResult<Extract> = { extract: Extract } | { fault: PageFault; detail: string | null };

export function page(input: PageInput): ExtractResult<PageExtract> {
  return answer(() => readPage(input));
}

export function sitemap(input: SitemapInput): ExtractResult<SitemapExtract> {
  return answer(() => readSitemap(input));
}

function answer<Extract>(read: () => Extract): ExtractResult<Extract> {
  try {
    return { extract: read() };
  } catch (error) {
    if (error instanceof PageFaultError) return { fault: error.fault, detail: error.detail };
    throw error;
  }
}

import { PageFaultError } from '../../domain/errors.ts';
import { createIsolate, IsolateError } from '../isolate.ts';
import type { Answer } from './extract-worker.ts';
import type { PageExtract, PageInput } from './page/page.ts';
import type { SitemapExtract, SitemapInput } from './sitemap.ts';

export type { PageExtract, PageInput } from './page/page.ts';
export type { PageSection } from './page/sections.ts';
export type { SitemapExtract, SitemapInput } from './sitemap.ts';

/** Turns bytes from the network into text, away from the main thread. */
export interface Extractor {
  /** @throws PageFaultError `not_text`, `no_text`, or `unreadable` when it takes too long or too much memory. */
  readPage(input: PageInput, signal?: AbortSignal): Promise<PageExtract>;
  /** @throws PageFaultError `not_text`, `too_large` or `unreadable`. */
  readSitemap(input: SitemapInput, signal?: AbortSignal): Promise<SitemapExtract>;
  /** Ends the thread; pages not yet read are `unreadable`. */
  close(): Promise<void>;
}

type Input = PageInput | SitemapInput;

/** The largest pages, 2 MB, take 1 to 2 s. */
const DEADLINE_MS = 5_000;
const IDLE_MS = 30_000;
const WORKER = new URL('./extract-worker.ts', import.meta.url).href;

/** A page that takes longer than the deadline or too much memory is `unreadable`, and the next page gets its turn. */
export function createExtractor({ deadlineMs = DEADLINE_MS } = {}): Extractor {
  const isolate = createIsolate({ deadlineMs, heapMb: 192, bytesMb: 192, idleMs: IDLE_MS });

  async function run<Extract>(name: string, input: Input, signal?: AbortSignal): Promise<Extract> {
    const task = { module: WORKER, name, input };
    const answer = await isolate.run<Answer<Extract>>(task, signal).catch((error: unknown) => {
      throw error instanceof IsolateError ? new PageFaultError('unreadable', null, error) : error;
    });
    if ('extract' in answer) return answer.extract;
    throw new PageFaultError(answer.fault, answer.detail);
  }

  return {
    readPage: (input, signal) => run('page', input, signal),
    readSitemap: (input, signal) => run('sitemap', input, signal),
    close: isolate.close,
  };
}

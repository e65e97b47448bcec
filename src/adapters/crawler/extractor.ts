import { Tinypool } from 'tinypool';
import { PageFaultError } from '../../domain/errors.ts';
import { untilAborted } from '../outbound/connect.ts';
import type { ExtractResult } from './extract-worker.ts';
import type { PageExtract, PageInput } from './page/page.ts';
import type { SitemapExtract, SitemapInput } from './sitemap.ts';

export type { PageExtract, PageInput } from './page/page.ts';
export type { PageSection } from './page/sections.ts';
export type { SitemapExtract, SitemapInput } from './sitemap.ts';

export interface Extractor {
  /** @throws PageFaultError `not_text`, `no_text`, or `unreadable` when it takes too long or too much memory. */
  readPage(input: PageInput, signal?: AbortSignal): Promise<PageExtract>;
  /** @throws PageFaultError `not_text`, `too_large` or `unreadable`. */
  readSitemap(input: SitemapInput, signal?: AbortSignal): Promise<SitemapExtract>;
  /** Ends the thread; pages not yet read are `unreadable`. */
  close(): Promise<void>;
}

type ExtractInput = PageInput | SitemapInput;

/** The largest pages, 2 MB, take 1 to 2 s. */
const DEADLINE_MS = 5_000;
const IDLE_MS = 30_000;
const WORKER = new URL('./extract-worker.ts', import.meta.url).href;

/**
 * One worker thread, started with the first page and ended after 30 s without one. A page that takes longer
 * than the deadline or more than 192 MB ends the thread, and the next page gets a new one.
 */
export function createExtractor({ deadlineMs = DEADLINE_MS } = {}): Extractor {
  const pool = new Tinypool({
    filename: WORKER,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 },
    // Secrets of the environment have no business beside other people's pages.
    env: {},
    // Inherited `--input-type` kept the thread from starting.
    execArgv: [],
  });
  // A thread that dies between two tasks is an event; nobody listening would end the process.
  pool.on('error', () => {});
  const closing = new AbortController();
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other: the deadline counts from a task's own start. */
  async function run<Extract>(name: string, input: ExtractInput, signal?: AbortSignal): Promise<Extract> {
    signal?.throwIfAborted();
    const turn = last.then(() => runAlone<Extract>(name, input, signal));
    last = turn.catch(() => {});
    // The caller's signal counts at once, also while other pages are being read.
    return signal === undefined ? await turn : await untilAborted(turn, signal);
  }

  async function runAlone<Extract>(
    name: string,
    input: ExtractInput,
    signal?: AbortSignal,
  ): Promise<Extract> {
    signal?.throwIfAborted();
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), deadlineMs);
    const signals = [deadline.signal, closing.signal, ...(signal === undefined ? [] : [signal])];
    try {
      const answer: ExtractResult<Extract> = await pool.run(input, {
        name,
        signal: AbortSignal.any(signals),
      });
      if ('extract' in answer) return answer.extract;
      throw new PageFaultError(answer.fault, answer.detail);
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof PageFaultError ? error : new PageFaultError('unreadable', null, error);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    readPage: (input, signal) => run('page', input, signal),
    readSitemap: (input, signal) => run('sitemap', input, signal),
    close: async () => {
      closing.abort();
      await last;
      await pool.destroy();
    },
  };
}

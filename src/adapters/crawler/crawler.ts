import { createHash } from 'node:crypto';
import { type PageFault, PageFaultError } from '../../domain/errors.ts';
import {
  MAX_PAGE_BYTES,
  MAX_ROBOTS_BYTES,
  MAX_SITEMAP_BYTES,
  PAGE_TIMEOUT_SECONDS,
} from '../../domain/limits.ts';
import type { OutboundRequest, OutboundResponse, OutsideWorld } from '../outbound/outbound.ts';
import { createOutbound } from '../outbound/outbound.ts';
import { createExtractor, type Extractor, type PageExtract, type SitemapExtract } from './extractor.ts';
import { parseRobots, type Robots } from './robots.ts';

export type { PageExtract, PageSection, SitemapExtract } from './extractor.ts';
export type { Robots } from './robots.ts';

export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export type Fetched =
  | { kind: 'unchanged' }
  /** `isRefresh`: the page itself leads there, not the server. */
  | { kind: 'moved'; to: string; isRefresh: boolean }
  /** `blob` is the name that Git gives to its bytes. */
  | { kind: 'page'; page: PageExtract; validators: Validators; blob: string }
  | { kind: 'sitemap'; sitemap: SitemapExtract };

export interface FetchOptions {
  signal: AbortSignal;
  /** Told the decoded bytes of every body, also of one that is of no use. */
  onBytes(count: number): void;
}

/** Reads sites of strangers, one address at a time; which ones, and how many, its caller decides. */
export interface Crawler {
  /**
   * The rules of a site. Without a robots.txt (any 4xx) everything is allowed.
   * @throws PageFaultError('robots_unavailable') when they cannot be read: then nothing is allowed.
   */
  readRobots(origin: string, signal: AbortSignal): Promise<Robots>;
  /**
   * A page, unless it is still the version of `known`. A redirect is not followed but given back.
   * @throws PageFaultError
   */
  fetchPage(
    url: string,
    options: FetchOptions & { known: Validators | null; maySitemap: boolean },
  ): Promise<Fetched>;
  /** Follows redirects on its own host only. @throws PageFaultError */
  fetchSitemap(url: string, options: FetchOptions): Promise<SitemapExtract>;
  /** What an interface answers; follows redirects on its own host only. @throws PageFaultError */
  fetchText(url: string, options: FetchOptions): Promise<string>;
  close(): Promise<void>;
}

const AGENT = 'LotseBot';
const TIMEOUT_MS = PAGE_TIMEOUT_SECONDS * 1000;
const PAGE_TYPES = 'text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.8';

/** @param options.contactUrl where a site's owner learns who reads there. `world` stands in for the network in tests. */
export function createCrawler(options: {
  contactUrl: string | null;
  world?: Partial<OutsideWorld> | undefined;
}): Crawler {
  const contact = options.contactUrl ? ` (+${options.contactUrl})` : '';
  const outbound = createOutbound({
    userAgent: `${AGENT}/1.0${contact}`,
    ...(options.world && { world: options.world }),
  });
  const extractor = createExtractor();
  const get = async (
    request: Pick<OutboundRequest, 'url' | 'headers' | 'maxBytes' | 'mayFollow'>,
    { signal, onBytes }: FetchOptions,
  ): Promise<OutboundResponse> => {
    try {
      const response = await outbound.fetch({ ...request, timeoutMs: TIMEOUT_MS, signal });
      onBytes(response.body.length);
      return response;
    } catch (error) {
      if (error instanceof PageFaultError && error.fault === 'too_large') onBytes(request.maxBytes);
      throw error;
    }
  };

  return {
    async readRobots(origin, signal) {
      const request = { url: `${origin}/robots.txt`, maxBytes: MAX_ROBOTS_BYTES };
      const response = await get(request, { signal, onBytes: () => undefined }).catch(failRobots);
      const { status, body } = response;
      if (status >= 500) throw refuse('robots_unavailable', response, `HTTP ${status}`);
      return parseRobots(status < 300 ? body.toString('utf8') : '', AGENT);
    },

    async fetchPage(url, { known, maySitemap, ...options }) {
      let movedTo: string | null = null;
      const mayFollow = (target: URL) => {
        movedTo = target.href;
        return false;
      };
      try {
        const headers = {
          accept: PAGE_TYPES,
          ...(known?.etag && { 'if-none-match': known.etag }),
          ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
        };
        const maxBytes = maySitemap ? MAX_SITEMAP_BYTES : MAX_PAGE_BYTES;
        const response = await get({ url, headers, maxBytes, mayFollow }, options);
        if (response.status === 304 && known) return { kind: 'unchanged' };
        return await readResponse(extractor, requireSuccess(response), maySitemap, options.signal);
      } catch (error) {
        if (movedTo !== null && error instanceof PageFaultError)
          return { kind: 'moved', to: movedTo, isRefresh: false };
        throw error;
      }
    },

    async fetchSitemap(url, options) {
      const mayFollow = (target: URL) => target.host === new URL(url).host;
      const response = await get({ url, maxBytes: MAX_SITEMAP_BYTES, mayFollow }, options);
      return extractor.readSitemap(toInput(requireSuccess(response)), options.signal);
    },

    async fetchText(url, options) {
      const mayFollow = (target: URL) => target.host === new URL(url).host;
      const response = await get({ url, maxBytes: MAX_SITEMAP_BYTES, mayFollow }, options);
      return requireSuccess(response).body.toString('utf8');
    },

    close: async () => {
      await Promise.all([outbound.close(), extractor.close()]);
    },
  };
}

async function readResponse(
  extractor: Extractor,
  response: OutboundResponse,
  maySitemap: boolean,
  signal: AbortSignal,
): Promise<Fetched> {
  const input = toInput(response);
  const isXml = /^\s*(application|text)\/(xml|(x-)?gzip)\b/i.test(input.contentType ?? '');
  if (maySitemap && isXml) {
    return { kind: 'sitemap', sitemap: await extractor.readSitemap(input, signal) };
  }
  if (response.body.length > MAX_PAGE_BYTES) throw new PageFaultError('too_large');
  const robotsTag = response.headers.get('x-robots-tag');
  const refresh = response.headers.get('refresh');
  const page = await extractor.readPage({ ...input, robotsTag, refresh }, signal);
  const isLeft = page.isTiny && response.headers.has('retry-after');
  if (page.absence !== null || isLeft) throw refuse(page.absence ?? 'maintenance', response);
  if (page.refresh !== null) return { kind: 'moved', to: page.refresh, isRefresh: true };
  const readValidator = (name: string) => toHeaderValue(response.headers.get(name));
  const validators = { etag: readValidator('etag'), lastModified: readValidator('last-modified') };
  return { kind: 'page', page, validators, blob: blobOf(response.body) };
}

function blobOf(body: Buffer): string {
  return createHash('sha1').update(`blob ${body.length}\0`).update(body).digest('hex');
}

function failRobots(error: unknown): never {
  // A fault of the address itself says more than a missing file.
  const missing = ['unreachable', 'timeout', 'unreadable', 'too_many_redirects', 'too_large'];
  if (!(error instanceof PageFaultError) || !missing.includes(error.fault)) throw error;
  const detail = error.fault === 'too_large' ? 'larger than 512 KB' : error.fault;
  throw new PageFaultError('robots_unavailable', detail, error);
}

/** It is sent back one day, so it must be short and fit into a header. */
function toHeaderValue(text: string | null): string | null {
  return text !== null && text.length <= 200 && /^[\x20-\x7E]+$/.test(text) ? text : null;
}

function requireSuccess(response: OutboundResponse): OutboundResponse {
  const { status, headers } = response;
  if (
    CHECKS.some((name) =>
      ['challenge', 'captcha'].some((word) => headers.get(name)?.toLowerCase().includes(word)),
    )
  )
    throw refuse('robot_check', response);
  const isLimited = status === 429 || (status === 403 && headers.get('x-ratelimit-remaining') === '0');
  if (isLimited && headers.has('x-ratelimit-reset')) throw refuse('rate_limited', response);
  if (status < 200 || status > 299) throw refuse('http_status', response, String(status));
  return response;
}

/** By these headers services say that they sent a check instead of the page. */
const CHECKS = ['cf-mitigated', 'x-amzn-waf-action', 'x-vercel-mitigated'];

/** A fault with the pause that the response asks for, in seconds or as a date (RFC 9110, 10.2.3). */
function refuse(
  fault: PageFault,
  { headers }: OutboundResponse,
  detail: string | null = null,
): PageFaultError {
  const error = new PageFaultError(fault, detail);
  const field = headers.get('retry-after')?.trim() ?? '';
  const reset =
    fault === 'rate_limited' && field === '' ? Number(headers.get('x-ratelimit-reset')) : Number.NaN;
  const until = Number.isNaN(reset) ? Date.parse(field) : reset * 1000;
  const ms = /^\d{1,9}$/.test(field) ? Number(field) * 1000 : until - Date.now();
  if (ms > 0) error.retryAfterMs = ms;
  return error;
}

function toInput({ body, headers, url }: OutboundResponse) {
  return { body, contentType: headers.get('content-type'), url };
}

import type { Page } from '../../../adapters/db/knowledge/pages.ts';
import type { PageFaultError } from '../../../domain/errors.ts';
import type { Target } from './frontier.ts';
import { MAX_HOPS } from './seeds.ts';
import { idOf } from './visits.ts';

export const NO_CONTENT = { etag: null, lastModified: null, hash: null, canonicalId: null, mergedInto: null };

export function newPage({ url, depth }: Target): Page {
  const unread = { state: 'queued' as const, fault: null, detail: null, crawledAt: null };
  return { id: idOf(url), url, depth, ...unread, ...NO_CONTENT };
}

export function isRedirect({ hash, mergedInto }: Page): boolean {
  return hash === null && mergedInto !== null;
}

/** Redirects that led to a page in the last crawl: counted from 0 again, a chain would grow with every crawl. */
export function countHops(id: string, redirects: ReadonlyMap<string | null, string>): number {
  let hops = 0;
  for (let at = redirects.get(id); at !== undefined && hops < MAX_HOPS; at = redirects.get(at)) hops += 1;
  return hops;
}

export function isGone({ fault, detail }: PageFaultError): boolean {
  const isMissing = fault === 'http_status' && (detail === '404' || detail === '410');
  return isMissing || fault === 'noindex' || fault === 'too_many_redirects';
}

import { decodeXML } from 'entities';
import { PageFaultError } from '../../domain/errors.ts';
import { decodeText, isGzip, readMediaType, unzip } from './decode.ts';

export interface SitemapInput {
  body: Uint8Array;
  contentType: string | null;
  url: string;
}

/** Absolute http(s) addresses, distinct, at most 50,000 in all. */
export interface SitemapExtract {
  pages: string[];
  sitemaps: string[];
}

const MAX_ADDRESSES = 50_000;
const MAX_ADDRESS_CHARACTERS = 2_000;
const ROOT = /<(?:[\w-]+:)?(urlset|sitemapindex|rss|feed|rdf|html)[\s>]/i;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
/** An opening tag with its text; the bounds keep a file of unclosed marks linear. */
const OPENING =
  /<(?:([\w.-]{1,40}):)?(url|sitemap|item|entry|loc|link)(\s[^<>]{0,4000})?>([^<]{0,4000})(?:<!\[CDATA\[([\s\S]{0,4000}?)\]\]>)?/gi;
const WEB = new Set(['http:', 'https:']);
const HOLDERS = new Set(['url', 'sitemap', 'item', 'entry']);

/**
 * Addresses of a sitemap, a sitemap index, a feed or a plain list. XML is read by scanning, so that a map of
 * 50 MB needs no tree and no entity is ever looked up.
 * @throws PageFaultError `too_large` above 50 MB unpacked, `not_text` for a web page or binary, `unreadable` for all else.
 */
export function readSitemap({ body, contentType, url }: SitemapInput): SitemapExtract {
  const text = decodeText(isGzip(body) ? unzip(body) : body, contentType);
  const start = text.slice(0, 10_000);
  if (!/^\s*</.test(start)) return collect(readList(text), url);
  const root = ROOT.exec(start)?.[1]?.toLowerCase();
  if (root === 'html') throw new PageFaultError('not_text', readMediaType(contentType) ?? 'text/html');
  if (root === undefined) throw new PageFaultError('unreadable');
  return collect(readElements(text), url);
}

interface SitemapEntry {
  address: string;
  isSitemap: boolean;
}

function collect(found: Iterable<SitemapEntry>, url: string): SitemapExtract {
  const pages = new Set<string>();
  const sitemaps = new Set<string>();
  for (const { address, isSitemap } of found) {
    if (address === '' || address.length > MAX_ADDRESS_CHARACTERS) continue;
    const target = URL.parse(address, url);
    if (target === null || !WEB.has(target.protocol)) continue;
    target.hash = '';
    (isSitemap ? sitemaps : pages).add(target.href);
    if (pages.size + sitemaps.size >= MAX_ADDRESSES) break;
  }
  return { pages: [...pages], sitemaps: [...sitemaps] };
}

function* readList(text: string): Generator<SitemapEntry> {
  for (const line of text.split('\n')) {
    const address = line.trim();
    if (/^https?:\/\//i.test(address)) yield { address, isSitemap: false };
  }
}

/** `loc` of `url` and `sitemap`, `link` of feed entries; those of images and videos have another prefix. */
function* readElements(text: string): Generator<SitemapEntry> {
  let holder = '';
  let prefix = '';
  for (const [, namespace = '', tag = '', attributes = '', plain = '', cdata] of text
    .replace(COMMENT, '')
    .matchAll(OPENING)) {
    const name = tag.toLowerCase();
    if (HOLDERS.has(name)) {
      holder = name;
      prefix = namespace;
    } else if (namespace === prefix && isAddress(name, holder)) {
      const value = linkHref(name, attributes) ?? plain;
      yield { address: (cdata ?? decodeXML(value)).trim(), isSitemap: holder === 'sitemap' };
    }
  }
}

function isAddress(name: string, holder: string): boolean {
  return holder !== '' && name === (holder === 'item' || holder === 'entry' ? 'link' : 'loc');
}

/** Atom's `<link href>`; those to other forms of the entry are no pages. */
function linkHref(name: string, attributes: string): string | undefined {
  if (name !== 'link') return undefined;
  const found = attributes.matchAll(/\s(href|rel)\s*=\s*["']([^"']*)/gi);
  const { href, rel = 'alternate' } = Object.fromEntries(
    found.map(([, key = '', value = '']) => [key.toLowerCase(), value]),
  );
  return href !== undefined && rel !== 'alternate' ? '' : href;
}

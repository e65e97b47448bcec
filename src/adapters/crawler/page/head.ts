import { renderPlain, resolveAddress } from '../../html/inline.ts';
import { descendants, type Element, textOf, wordsOf } from '../../html/tree.ts';
import { cutName, isSame } from './sections.ts';

export interface PageHead {
  /** As in `<title>`, or the one for shared links; empty when absent. */
  title: string;
  language: string | null;
  canonical: string | null;
  baseUrl: string;
  refresh: string | null;
  isIndexable: boolean;
  mayFollow: boolean;
  links: string[];
}

const MAX_TITLE_CHARACTERS = 1_000;
const MAX_LINKS = 2_000;
const SEPARATOR = /\s*[|·•»«:–—]\s*|\s+[-/]\s+/g;

/** Reads title, language, addresses and wishes of a page; `robotsTag` is the X-Robots-Tag header. */
export function readHead(root: Element, url: string, robotsTag: string | null): PageHead {
  const elements = [...descendants(root)];
  const base = elements.find(({ tag, attributes }) => tag === 'base' && attributes.href !== undefined);
  const baseUrl = toWebAddress(base?.attributes.href, url) ?? url;
  const metas = elements.filter(({ tag }) => tag === 'meta').map(({ attributes }) => attributes);
  const contentOf = (name: string) =>
    metas.find((meta) =>
      [meta.name, meta.property, meta['http-equiv']].some((key) => key?.toLowerCase() === name),
    )?.content ?? '';
  const robots = metas
    .filter((meta) => meta.name?.toLowerCase() === 'robots')
    .map((meta) => meta.content ?? '');
  const html = elements.find(({ tag }) => tag === 'html');
  const title = textOf(elements.find(({ tag }) => tag === 'title') ?? '').slice(0, MAX_TITLE_CHARACTERS);
  return {
    title: renderPlain([title.toWellFormed()]) || renderPlain([contentOf('og:title')]),
    language: readLanguage(html?.attributes.lang) ?? readLanguage(contentOf('content-language')),
    canonical: toWebAddress(elements.find(isCanonical)?.attributes.href, baseUrl),
    baseUrl,
    refresh: contentOf('refresh') || null,
    ...readRobots([...robots, robotsTag ?? '']),
    links: readLinks(elements, baseUrl),
  };
}

/** Reads directives for robots, such as `noindex, nofollow`, `none` or `unavailable_after`. */
export function readRobots(values: readonly string[]): { isIndexable: boolean; mayFollow: boolean } {
  const words = new Set(values.flatMap(ownRules));
  const isNone = words.has('none');
  return { isIndexable: !isNone && !words.has('noindex'), mayFollow: !isNone && !words.has('nofollow') };
}

/**
 * The page's name: its main heading where the title only adds the site's, as in `Install | Acme Docs`. Of several main
 * headings on a page without a title none names it: each stands for itself, below nothing.
 */
export function chooseTitle(title: string, headings: readonly string[], url: string): string {
  const [main, other] = new Set(headings.filter((heading) => heading !== ''));
  if (title === '') return other === undefined ? cutName(main ?? nameOf(url)) : '';
  const named = headings.find((heading) => isTitleWithSite(title, heading));
  return cutName(named ?? title);
}

function isTitleWithSite(title: string, heading: string): boolean {
  if (heading === '' || isSame(title, heading)) return heading !== '';
  const parts = title.split(SEPARATOR);
  const ends = parts.flatMap((_, n) => [parts.slice(0, n).join(''), parts.slice(n).join('')]);
  return ends.some((part) => part !== '' && isSame(part, heading.replace(SEPARATOR, '')));
}

const OURS = ['lotse', 'unavailable_after', 'max-'];

/** A header may name its robot first, `otherbot: noindex`; rules for others are not ours. */
function ownRules(value: string): string[] {
  let isOurs = true;
  return value.split(',').flatMap((part) => {
    const [name = '', rule] = part
      .toLowerCase()
      .split(':', 2)
      .map((word) => word.trim());
    if (rule !== undefined) isOurs = OURS.some((start) => name.startsWith(start));
    return isOurs ? wordsOf(rule ?? name) : [];
  });
}

function isCanonical({ tag, attributes }: Element): boolean {
  return tag === 'link' && relationsOf(attributes).includes('canonical');
}

function relationsOf({ rel }: Record<string, string>): string[] {
  return wordsOf(rel?.toLowerCase());
}

function readLinks(elements: readonly Element[], baseUrl: string): string[] {
  const links = new Set<string>();
  for (const { tag, attributes } of elements) {
    if (tag !== 'a' && tag !== 'area') continue;
    if (relationsOf(attributes).includes('nofollow')) continue;
    const address = toWebAddress(attributes.href, baseUrl);
    if (address !== null) links.add(address);
    if (links.size === MAX_LINKS) break;
  }
  return [...links];
}

function readLanguage(value: string | undefined): string | null {
  return /^\s*([a-z]{2,3})(?![a-z])/i.exec(value ?? '')?.[1]?.toLowerCase() ?? null;
}

export function toWebAddress(href: string | undefined, baseUrl: string): string | null {
  const address = resolveAddress(href, baseUrl);
  return address?.startsWith('http') ? (address.split('#', 1)[0] ?? null) : null;
}

/** A page that names nothing goes by the last part of its address. */
export function nameOf(url: string): string {
  const { pathname, hostname } = new URL(url);
  const last = pathname.split('/').findLast((part) => part !== '') ?? hostname;
  const words = decodeSafely(last)
    .replace(/\.\w{1,5}$/, '')
    .replace(/[-_]+/g, ' ');
  return renderPlain([words]) || hostname;
}

function decodeSafely(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

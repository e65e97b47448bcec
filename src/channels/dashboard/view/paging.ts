import type { Language } from '../../../domain/types.ts';
import { pagingTexts } from '../i18n/paging.ts';
import { formatNumber } from './format.ts';
import { type Html, html, NOTHING } from './html.ts';

const MAX_NUMBER = 100_000;

/** Rows of one page of a long list. */
export interface Paged<Rows> {
  rows: Rows;
  /** Of the page, from 1. */
  number: number;
  last: number;
  total: number;
}

/** Reads the page that `?page=` asks for; beyond the ends the nearest one. */
export async function readPaged<Rows>(
  url: URL,
  limit: number,
  read: (slice: { offset: number; limit: number }) => Promise<{ rows: Rows; total: number }>,
): Promise<Paged<Rows>> {
  const asked = Number(url.searchParams.get('page') ?? 1);
  const wanted = Number.isSafeInteger(asked) && asked > 0 ? Math.min(asked, MAX_NUMBER) : 1;
  const at = async (number: number) => ({
    ...(await read({ offset: (number - 1) * limit, limit })),
    number,
  });
  const page = await at(wanted);
  const last = Math.max(1, Math.ceil(page.total / limit));
  return { ...(wanted > last ? await at(last) : page), last };
}

/** Links to the pages before and after; nothing where there is only one. @param query of the address, kept in both */
export function pager(
  language: Language,
  { number, last }: Pick<Paged<unknown>, 'number' | 'last'>,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Html {
  if (last === 1) return NOTHING;
  const t = pagingTexts[language];
  const position = t.position(formatNumber(number, language), formatNumber(last, language));
  const toLink = (target: number, label: string, rel: string) =>
    target < 1 || target > last
      ? NOTHING
      : html`<a href="${path}?${new URLSearchParams({ ...query, page: String(target) }).toString()}" rel="${rel}" role="button" class="secondary outline">${label}</a>`;
  return html`<nav class="pager" aria-label="${t.label}">${toLink(number - 1, t.back, 'prev')}<span>${position}</span>${toLink(number + 1, t.next, 'next')}</nav>`;
}

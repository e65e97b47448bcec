import type { Reading } from '../../../core/runtime/readings.ts';
import type { InterfaceLanguage } from '../../../domain/types.ts';
import type { Tab } from '../i18n/frame.ts';
import { pagingTexts, readingTexts } from '../i18n/statistics.ts';
import { addressOf, type ServerVisit, type Visit } from '../route.ts';
import type { Html } from './html.ts';
import {
  formatDate,
  formatDateTime,
  formatNumber,
  formatParts,
  formatRelative,
  html,
  NOTHING,
  raw,
} from './html.ts';

export function note(text: string | Html): Html {
  return html`<p class="note">${text}</p>`;
}

/** Says up to when a page read from a standby has what happened; nothing where it is up to date. */
export function asOf({ language, zone }: PageViewer, { asOf: at }: Reading): Html {
  if (at === null) return NOTHING;
  const time = formatParts(at, language, { timeStyle: 'medium', timeZone: zone });
  return html`<p class="note" role="status" data-as-of="${at.toISOString()}">${readingTexts[language].asOf(time)}</p>`;
}

type PageViewer = Pick<Visit, 'core' | 'language' | 'zone'>;

/** How long ago, or until when; a week away and further the date. Exactly when stands behind it, for who points at it. */
export function moment(visit: PageViewer, at: Date): Html {
  const { core, language, zone } = visit;
  const text = formatRelative(at.getTime() - core.clock(), language) ?? formatDate(at, language, zone);
  return html`<time datetime="${at.toISOString()}" title="${tellMoment(visit, at)} (${zone})">${text}</time>`;
}

/** A moment inside a sentence. */
export function exactMoment(visit: PageViewer, at: Date): Html {
  return html`<time datetime="${at.toISOString()}" title="${visit.zone}">${tellMoment(visit, at)}</time>`;
}

/** The same as a plain text. */
export function tellMoment({ language, zone }: PageViewer, at: Date): string {
  return formatDateTime(at, language, zone);
}

export function day({ language, zone }: PageViewer, at: Date): Html {
  return html`<time datetime="${at.toISOString()}">${formatDate(at, language, zone)}</time>`;
}

/** Below a table with moments: whose clock they are told by. */
export function zoneNote({ language, zone }: PageViewer): Html {
  return html`<p class="quiet"><small>${readingTexts[language].zone(zone)}</small></p>`;
}

/** A date without a time of day, as readers of a language write it. */
export function plainDate(date: string, language: InterfaceLanguage): Html {
  return html`<time datetime="${date}">${formatDate(new Date(date), language, 'UTC')}</time>`;
}

/** A way to a page; nothing where the reader's right does not reach it. */
export function tabLink(
  visit: Pick<ServerVisit, 'server' | 'opens'>,
  tab: string,
  label: string | Html,
): Html {
  if (!visit.opens(tab)) return NOTHING;
  return html`<a href="${addressOf(visit, tab)}">${label}</a>`;
}

/**
 * A list of things that are cards on a phone: there each cell stands below its head, and the roles keep saying to
 * those who hear it what it is. @param label names it for them
 */
export function table(label: string, heads: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="overflow-auto" role="region" aria-label="${label}" tabindex="0"><table role="table">
<thead role="rowgroup"><tr role="row">${heads.map((head) => html`<th scope="col" role="columnheader">${head}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map((row) => labelCells(row, heads))}</tbody></table></div>`;
}

/** A table of figures: it stays one on a phone, where the first column says what the numbers are. */
export function numberTable(label: string, heads: readonly (string | Html)[], rows: readonly Html[]): Html {
  return html`<div class="overflow-auto" role="region" aria-label="${label}" tabindex="0"><table class="numbers">
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

/** What people wrote is escaped in a row, so what looks like the tag of a cell is one. */
function labelCells(row: Html, heads: readonly string[]): Html {
  let column = 0;
  const marked = row.toString().replace(/<(tr|td|th)\b/g, (tag, name: string) => {
    if (name === 'tr') return `${tag} role="row"`;
    const head = heads[column++] ?? '';
    return `${tag} role="${name === 'td' ? 'cell' : 'rowheader'}"${html` data-label="${head}"`}`;
  });
  return raw(marked);
}

/** `good`, `bad` and `team` differ by colour; the word says what it is. */
type BadgeTone = 'good' | 'bad' | 'team' | 'busy' | 'quiet';

export function badge(tone: BadgeTone, text: string): Html {
  return html`<span class="badge ${tone}">${text}</span>`;
}

/** An address that people wrote, as a link where it leads to the web and as text where it would do something else. */
export function outLink(address: string, label: string = address): Html {
  if (!/^https?:\/\//i.test(address)) return html`${label}`;
  return html`<a href="${address}" rel="noopener nofollow">${label}</a>`;
}

const MAX_NUMBER = 100_000;

/** Rows of one page of a long list. */
export interface Paged<Rows> {
  rows: Rows;
  /** Counts pages from 1. */
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
  const at = async (number: number) => ({ ...(await read({ offset: (number - 1) * limit, limit })), number });
  const page = await at(wanted);
  const last = Math.max(1, Math.ceil(page.total / limit));
  return { ...(wanted > last ? await at(last) : page), last };
}

/** Links to the pages before and after; nothing where there is only one. @param query of the address, kept in both */
export function pager(
  visit: ServerVisit,
  { number, last }: Paged<unknown>,
  tab: Tab,
  query: Readonly<Record<string, string>> = {},
): Html {
  if (last === 1) return NOTHING;
  const { language } = visit;
  const t = pagingTexts[language];
  const toLink = (target: number, label: string, rel: string) => {
    const search = new URLSearchParams({ ...query, page: String(target) });
    return html`<a href="${addressOf(visit, tab)}?${search.toString()}" rel="${rel}" role="button" class="secondary outline">${label}</a>`;
  };
  return html`<nav class="pager" aria-label="${t.label}">${number > 1 && toLink(number - 1, t.back, 'prev')}
<span>${t.position(formatNumber(number, language), formatNumber(last, language))}</span>
${number < last && toLink(number + 1, t.next, 'next')}</nav>`;
}

/** First and last row of a page and how many there are, as readers of a language write them. */
export function rangeOf(
  { rows, number, total }: Paged<readonly unknown[]>,
  limit: number,
  language: InterfaceLanguage,
): [first: string, last: string, total: string] {
  const first = (number - 1) * limit + 1;
  const format = (count: number) => formatNumber(count, language);
  return [format(first), format(first + rows.length - 1), format(total)];
}

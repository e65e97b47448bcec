import { pageKnowledge, prepareSearch, searchKnowledge } from '../../../../core/knowledge/knowledge.ts';
import { cutAt, truncate } from '../../../../domain/text.ts';
import type { KnowledgeSource } from '../../../../domain/types.ts';
import { ENTRY_SOURCES } from '../../../../domain/words.ts';
import { knowledgeTexts } from '../../i18n/knowledge.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import {
  day,
  outLink,
  type Paged,
  pager,
  readPaged,
  selectField,
  table,
  textField,
} from '../../view/components.ts';
import { formatNumber, type Html, html, NOTHING } from '../../view/html.ts';

const ENTRIES_PER_PAGE = 50;
const MAX_QUERY_CHARACTERS = 1_000;
const EXCERPT_CHARACTERS = 240;
const SOURCES: readonly KnowledgeSource[] = ['manual', 'training', 'link', 'import'];

type Row = Awaited<ReturnType<typeof pageKnowledge>>['entries'][number];
type Hit = Awaited<ReturnType<typeof searchKnowledge>>[number];

interface Wanted {
  q: string;
  source: KnowledgeSource | undefined;
  isExpired: boolean;
}

/** What the address asks for; what it asks wrongly is left out. */
function readWanted({ searchParams }: URL): Wanted {
  const q = cutAt(searchParams.get('q') ?? '', MAX_QUERY_CHARACTERS).toWellFormed();
  return {
    q: q.replaceAll('\0', ' ').trim(),
    source: SOURCES.find((source) => source === searchParams.get('source')),
    isExpired: searchParams.get('show') === 'expired',
  };
}

/** The entries with search and filters; the part that changes has the id `entries`. */
export async function renderList(visit: ServerVisit): Promise<Html> {
  const wanted = readWanted(visit.url);
  const page = await readRows(visit, wanted);
  // Filters are none of the members'.
  const isAsked = wanted.q !== '' && wanted.source === undefined && !wanted.isExpired && page.number === 1;
  const hits = isAsked ? await searchKnowledge(visit.core, visit.server.id, wanted.q) : null;
  if (!isAsked) prepareSearch(visit.core, visit.server);
  const t = knowledgeTexts[visit.language];
  const total = formatNumber(page.total, visit.language);
  return html`<section>
<h2>${t.entries}</h2>
${searchForm(visit, wanted)}
<div id="entries">
<p role="status" data-total="${page.total}">${hits ? t.countFound(String(hits.length), total) : t.count(total)}</p>
${hits ? html`<h3>${t.found}</h3>${renderHits(visit, hits)}<h3>${t.titles}</h3>` : NOTHING}
${renderRows(visit, page, wanted)}
</div>
</section>`;
}

function readRows({ core, server, url }: ServerVisit, { q, source, isExpired }: Wanted) {
  const filter = {
    ...(source ? { source } : {}),
    ...(q ? { typed: q } : {}),
    ...(isExpired ? { isExpired } : {}),
  };
  return readPaged(url, ENTRIES_PER_PAGE, async (slice) => {
    const { entries: rows, total } = await pageKnowledge(core, server.id, { ...slice, ...filter });
    return { rows, total };
  });
}

function searchForm(visit: ServerVisit, { q, source, isExpired }: Wanted): Html {
  const t = knowledgeTexts[visit.language];
  const sources = SOURCES.map((value) => ({ value, label: ENTRY_SOURCES[value][visit.language] }));
  const shown = [
    { value: '', label: t.showAll },
    { value: 'expired', label: t.showExpired },
  ];
  const address = addressOf(visit, 'knowledge');
  return html`<search><form method="get" action="${address}" hx-get="${address}"
 hx-trigger="input changed delay:300ms target:input, change target:select, submit" hx-sync="this:replace"
 hx-select="#entries" hx-target="#entries" hx-swap="outerMorph">
${textField({ name: 'q', type: 'search', label: t.search, value: q, hint: t.searchHint, maxLength: MAX_QUERY_CHARACTERS })}
<div class="columns"><div>${selectField({ name: 'source', label: t.source, value: source ?? '', choices: [{ value: '', label: t.everySource }, ...sources] })}</div>
<div>${selectField({ name: 'show', label: t.show, value: isExpired ? 'expired' : '', choices: shown })}</div></div>
<button type="submit" class="secondary">${t.search}</button>
</form></search>`;
}

function renderHits(visit: ServerVisit, hits: readonly Hit[]): Html {
  const t = knowledgeTexts[visit.language];
  if (hits.length === 0) return html`<p>${t.foundNone}</p>`;
  return html`<ol>${hits.map(
    ({ entryId, title, text, score }) => html`<li data-hit>
<a href="${entryAddress(visit, entryId)}">${title}</a> <small>${t.score(formatNumber(score, visit.language, 2))}</small>
<p>${truncate(text.replace(/\s+/g, ' '), EXCERPT_CHARACTERS)}</p></li>`,
  )}</ol>`;
}

function renderRows(visit: ServerVisit, page: Paged<Row[]>, { q, source, isExpired }: Wanted): Html {
  const { language } = visit;
  const t = knowledgeTexts[language];
  const query = {
    ...(q ? { q } : {}),
    ...(source ? { source } : {}),
    ...(isExpired ? { show: 'expired' } : {}),
  };
  if (page.total === 0) return html`<p>${Object.keys(query).length > 0 ? t.none : t.empty}</p>`;
  const heads = [t.entryTitle, t.source, t.language, t.validUntil, t.link];
  return html`${table(
    t.entries,
    heads,
    page.rows.map((row) => renderRow(visit, row)),
  )}
${pager(language, page, addressOf(visit, 'knowledge'), query)}`;
}

function renderRow(visit: ServerVisit, row: Row): Html {
  const { language } = visit;
  const t = knowledgeTexts[language];
  return html`<tr data-entry="${row.id}"${row.isExpired ? html` data-expired` : ''}>
<td><a href="${entryAddress(visit, row.id)}">${row.title}</a></td>
<td>${ENTRY_SOURCES[row.source][language]}</td>
<td>${row.language ? t[row.language] : '–'}</td>
<td class="nowrap">${lastDay(visit, row.validUntil)}${row.isExpired ? html` <strong class="fault-text">${t.expired}</strong>` : ''}</td>
<td>${row.link ? outLink(row.link, hostOf(row.link)) : '–'}</td>
</tr>`;
}

/** The last day on which an entry is valid. */
export function lastDay({ core, language }: ServerVisit, validUntil: Date | null): Html {
  if (validUntil === null) return html`${knowledgeTexts[language].forever}`;
  return day(new Date(validUntil.getTime() - 1), language, core.config.QUOTA_TIME_ZONE);
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address;
}

/** Ids that an address cannot hold as they are: a page of that name stands there, or browsers fold them away. */
const RESERVED: ReadonlySet<string> = new Set(['import', '.', '..']);
/** No id holds it. */
const MARK = '~';

/** The part of an address that stands for an entry; ids may hold slashes. */
export function toSegment(entryId: string): string {
  return encodeURIComponent(RESERVED.has(entryId) ? MARK + entryId : entryId);
}

/** The id that a decoded part of an address stands for. */
export function toEntryId(part: string): string {
  return part.startsWith(MARK) ? part.slice(MARK.length) : part;
}

export function entryAddress(visit: ServerVisit, entryId: string): string {
  return addressOf(visit, `knowledge/${toSegment(entryId)}`);
}

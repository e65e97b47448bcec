import { pageKnowledge, prepareSearch, searchKnowledge } from '../../../../core/knowledge/knowledge.ts';
import { cutAt, toLine, truncate } from '../../../../domain/text.ts';
import type { KnowledgeSource } from '../../../../domain/types.ts';
import { ENTRY_SOURCES, nameLanguage } from '../../../../domain/words.ts';
import { knowledgeTexts } from '../../i18n/knowledge.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import { day, outLink, pager, readPaged, table } from '../../view/components.ts';
import { field, filterForm } from '../../view/controls.ts';
import { formatNumber, type Html, html } from '../../view/html.ts';

const ENTRIES_PER_PAGE = 50;
const MAX_QUERY_CHARACTERS = 1_000;
const EXCERPT_CHARACTERS = 240;
const SOURCES: readonly KnowledgeSource[] = ['manual', 'training', 'link', 'import'];

type KnowledgeRow = Awaited<ReturnType<typeof pageKnowledge>>['entries'][number];
type KnowledgeHit = Awaited<ReturnType<typeof searchKnowledge>>[number];

interface KnowledgeFilter {
  q: string;
  source: KnowledgeSource | undefined;
  isExpired: boolean;
}

/** Reads the filter from an address; values that do not exist are left out. */
function readWanted({ searchParams }: URL): KnowledgeFilter {
  const q = cutAt(searchParams.get('q') ?? '', MAX_QUERY_CHARACTERS).toWellFormed();
  return {
    q: q.replaceAll('\0', ' ').trim(),
    source: SOURCES.find((source) => source === searchParams.get('source')),
    isExpired: searchParams.get('show') === 'expired',
  };
}

/** The entries with search and filters; the part that changes has the id `entries`. */
export async function renderList(visit: ServerVisit): Promise<Html> {
  const { core, server, url, language } = visit;
  const t = knowledgeTexts[language];
  const wanted = readWanted(url);
  const { q, source, isExpired } = wanted;
  const filter = { ...(source && { source }), ...(q && { typed: q }), ...(isExpired && { isExpired }) };
  const page = await readPaged(url, ENTRIES_PER_PAGE, async (slice) => {
    const { entries: rows, total } = await pageKnowledge(core, server.id, { ...slice, ...filter });
    return { rows, total };
  });
  // Members search without filters.
  const isAsked = q !== '' && source === undefined && !isExpired && page.number === 1;
  const hits = isAsked ? await searchKnowledge(core, server.id, q) : null;
  if (!isAsked) prepareSearch(core, server);
  const total = formatNumber(page.total, language);
  const query = { ...(q && { q }), ...(source && { source }), ...(isExpired && { show: 'expired' }) };
  const heads = [t.entryTitle, t.source, t.language, t.validUntil, t.link];
  const none = Object.keys(query).length > 0 ? t.none : t.empty;
  const rows = page.rows.map((row) => renderRow(visit, row));
  return html`<section>
<h2>${t.entries}</h2>
${searchForm(visit, wanted)}
<div id="entries">
<p role="status" data-total="${page.total}">${hits ? t.countFound(hits.length, total) : t.count(total)}</p>
${hits && html`<h3>${t.found}</h3>${renderHits(visit, hits)}<h3>${t.titles}</h3>`}
${page.total === 0 ? html`<p>${none}</p>` : table(t.entries, heads, rows)}
${pager(visit, page, 'knowledge', query)}
</div>
</section>`;
}

function searchForm(visit: ServerVisit, { q, source, isExpired }: KnowledgeFilter): Html {
  const t = knowledgeTexts[visit.language];
  const sources = SOURCES.map((value) => ({ value, label: ENTRY_SOURCES[value][visit.language] }));
  const shown = [
    { value: '', label: t.showAll },
    { value: 'expired', label: t.showExpired },
  ];
  const text = { name: 'q', type: 'search', label: t.search, value: q, hint: t.searchHint } as const;
  const choices = [{ value: '', label: t.everySource }, ...sources];
  const fields = html`${field({ ...text, maxLength: MAX_QUERY_CHARACTERS })}
<div class="columns"><div>${field({ name: 'source', label: t.source, value: source ?? '', choices })}</div>
<div>${field({ name: 'show', label: t.show, value: isExpired ? 'expired' : '', choices: shown })}</div></div>`;
  return filterForm(visit, { tab: 'knowledge', part: 'entries', button: t.search }, fields);
}

function renderHits(visit: ServerVisit, hits: readonly KnowledgeHit[]): Html {
  const t = knowledgeTexts[visit.language];
  if (hits.length === 0) return html`<p>${t.foundNone}</p>`;
  return html`<ol>${hits.map(
    ({ entryId, title, text, score }) => html`<li data-hit>
<a href="${entryAddress(visit, entryId)}">${title}</a> <small>${t.score(formatNumber(score, visit.language, 2))}</small>
<p>${truncate(toLine(text), EXCERPT_CHARACTERS)}</p></li>`,
  )}</ol>`;
}

function renderRow(visit: ServerVisit, row: KnowledgeRow): Html {
  const { language } = visit;
  return html`<tr data-entry="${row.id}"${row.isExpired && html` data-expired`}>
<td><a href="${entryAddress(visit, row.id)}">${row.title}</a></td>
<td>${ENTRY_SOURCES[row.source][language]}</td>
<td>${row.language ? nameLanguage(row.language, language) : '–'}</td>
<td class="nowrap">${lastDay(visit, row.validUntil, row.isExpired)}</td>
<td>${row.link ? outLink(row.link, URL.parse(row.link)?.host ?? row.link) : '–'}</td>
</tr>`;
}

export function lastDay(visit: ServerVisit, validUntil: Date | null, isExpired = false): Html {
  const t = knowledgeTexts[visit.language];
  const last = validUntil ? day(visit, new Date(validUntil.getTime() - 1)) : t.forever;
  return html`${last}${isExpired && html` <strong class="fault-text">${t.expired}</strong>`}`;
}

/** Ids that an address cannot hold as they are: a page of that name stands there, or browsers fold them away. */
const RESERVED: ReadonlySet<string> = new Set(['import', '.', '..']);
/** No id holds it. */
const MARK = '~';

/** The place of an entry among the pages of its server; ids may hold slashes. */
export function entryPath(entryId: string): string {
  return `knowledge/${encodeURIComponent(RESERVED.has(entryId) ? MARK + entryId : entryId)}`;
}

export function entryAddress(visit: ServerVisit, entryId: string): string {
  return addressOf(visit, entryPath(entryId));
}

/** The id that a decoded part of an address stands for. */
export function toEntryId(part: string): string {
  return part.startsWith(MARK) ? part.slice(MARK.length) : part;
}

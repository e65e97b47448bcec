import { describeFault } from '../../../../core/knowledge/crawl/faults.ts';
import { pageLinkPages } from '../../../../core/knowledge/links.ts';
import { linksTexts, pageStateTexts } from '../../i18n/links.ts';
import { addressOf, type Outcome, type ServerVisit, show } from '../../route.ts';
import { moment, outLink, table } from '../../view/components.ts';
import { type Html, html, NOTHING } from '../../view/html.ts';
import { pager, readPaged } from '../../view/paging.ts';
import { PROGRESS_ID, renderProgress } from './progress.ts';
import { renderState } from './state.ts';

const PAGES_PER_PAGE = 50;

type Page = Awaited<ReturnType<typeof pageLinkPages>>['pages'][number];

/** Where the pages of a link are listed. */
export function pagesAddress(visit: ServerVisit, url: string): string {
  return `${addressOf(visit, 'links')}?${new URLSearchParams({ url }).toString()}`;
}

/** The pages of one link with the state of each. @throws AppError('not_found') */
export async function renderPages(visit: ServerVisit, url: string): Promise<Outcome> {
  const { core, server, language } = visit;
  const t = linksTexts[language];
  const page = await readPaged(visit.url, PAGES_PER_PAGE, async (slice) => {
    const { link, pages, total } = await pageLinkPages(core, server.id, url, slice);
    return { rows: { link, pages }, total };
  });
  const { link, pages } = page.rows;
  const here = `${pagesAddress(visit, url)}&page=${page.number}`;
  const rows = pages.map((one) => renderPage(visit, one));
  const content = html`<p><a href="${addressOf(visit, 'links')}">${t.back}</a></p>
<section id="${PROGRESS_ID}"><h2>${t.pagesOf} ${outLink(url)}</h2>
${renderProgress(visit, [link.state], here)}
${renderState(visit, link)}
${rows.length === 0 ? html`<p>${t.noPages}</p>` : table(t.pages, [t.page, t.state, t.lastRead], rows)}
${pager(language, page, addressOf(visit, 'links'), { url })}</section>`;
  return show({ title: t.title, tab: 'links', content });
}

function renderPage({ core, language }: ServerVisit, page: Page): Html {
  const t = linksTexts[language];
  return html`<tr data-page="${page.state}"><td>${outLink(page.url)}</td>
<td>${pageStateTexts[language][page.state]}${
    page.fault
      ? html`<br><span class="fault-text">${describeFault(page.fault, page.detail, language)}</span>`
      : NOTHING
  }${page.mergedInto === null ? NOTHING : html`<br><small>${t.merged}</small>`}</td>
<td>${page.crawledAt ? moment(page.crawledAt, language, core.config.QUOTA_TIME_ZONE) : '–'}</td></tr>`;
}

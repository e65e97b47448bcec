import { listLinks } from '../../../../core/knowledge/links.ts';
import { linksTexts } from '../../i18n/links.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import { actionButton, outLink } from '../../view/components.ts';
import { type Html, html } from '../../view/html.ts';
import { pagesAddress } from './pages.ts';
import { PROGRESS_ID, renderProgress } from './progress.ts';
import { type Link, renderState } from './state.ts';

/** Every link with how reading it went. */
export async function renderLinks(visit: ServerVisit): Promise<Html> {
  const t = linksTexts[visit.language];
  const links = await listLinks(visit.core, visit.server.id);
  if (links.length === 0) return html`<section><h2>${t.links}</h2><p>${t.none}</p></section>`;
  const states = links.map(({ state }) => state);
  return html`<section id="${PROGRESS_ID}"><h2>${t.links}</h2>
${renderProgress(visit, states, addressOf(visit, 'links'))}
${links.map((link) => renderLink(visit, link))}
${actionButton(visit.session, { action: addressOf(visit, 'links/crawl'), label: t.crawlAll })}
</section>`;
}

function renderLink(visit: ServerVisit, link: Link): Html {
  const t = linksTexts[visit.language];
  const { url } = link;
  return html`<article class="card link-card" data-link="${url}" data-state="${link.state}">
<h3>${outLink(url)}</h3>
${renderState(visit, link)}
<div class="actions"><a href="${pagesAddress(visit, url)}" role="button" class="secondary outline" aria-label="${t.showPagesOf(url)}">${t.showPages}</a>
${actionButton(visit.session, {
  action: addressOf(visit, 'links/crawl'),
  label: t.crawl,
  spoken: t.crawlOf(url),
  fields: { url },
})}
${actionButton(visit.session, {
  action: addressOf(visit, 'links/delete'),
  label: t.remove,
  spoken: t.removeOf(url),
  kind: 'danger',
  question: t.removeQuestion(url),
  fields: { url },
})}</div>
</article>`;
}

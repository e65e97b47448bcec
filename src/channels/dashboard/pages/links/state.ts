import { describeFault } from '../../../../core/knowledge/crawl/faults.ts';
import type { listLinks } from '../../../../core/knowledge/links.ts';
import { limitTexts, linkStateTexts, linksTexts } from '../../i18n/links.ts';
import type { ServerVisit } from '../../route.ts';
import { moment } from '../../view/components.ts';
import { formatNumber } from '../../view/format.ts';
import { type Html, html, NOTHING } from '../../view/html.ts';

export type Link = Awaited<ReturnType<typeof listLinks>>[number];

/** State, numbers, times, and why something is missing. */
export function renderState({ core, language }: ServerVisit, link: Link): Html {
  const t = linksTexts[language];
  const zone = core.config.QUOTA_TIME_ZONE;
  const count = (n: number) => formatNumber(n, language);
  const isDue = link.state === 'queued' || link.dueAt.getTime() <= core.clock();
  return html`<p><strong>${linkStateTexts[language][link.state]}</strong> · ${t.read(count(link.pages))}${
    link.failed > 0 ? html` · <span class="fault-text">${t.failed(count(link.failed))}</span>` : NOTHING
  }${link.queued > 0 ? html` · ${t.waiting(count(link.queued))}` : NOTHING}</p>
${link.fault ? html`<p class="fault-text" data-fault>${describeFault(link.fault, link.detail, language)}</p>` : NOTHING}
${link.limits.map((limit) => html`<p data-limit>${limitTexts[language][limit]}</p>`)}
<p><small>${t.lastRead}: ${link.crawledAt ? moment(link.crawledAt, language, zone) : t.never} ·</small>
<small>${t.nextRead}: ${isDue ? t.soon : moment(link.dueAt, language, zone)}</small></p>`;
}

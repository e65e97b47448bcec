import type { LinkState } from '../../../../domain/types.ts';
import { linksTexts } from '../../i18n/links.ts';
import type { ServerVisit } from '../../route.ts';
import { type Html, html } from '../../view/html.ts';

/** The part of the page that shows how reading goes. */
export const PROGRESS_ID = 'progress';

/** Whether something is being read; as long as it is, the page looks again every two seconds. @param here of the page */
export function renderProgress(visit: ServerVisit, states: readonly LinkState[], here: string): Html {
  const t = linksTexts[visit.language];
  const isUnderWay = states.some((state) => state === 'queued' || state === 'crawling');
  return html`<p role="status">${isUnderWay ? t.underWay : t.settled}</p>
${
  isUnderWay
    ? html`<p id="poll" hx-get="${here}" hx-trigger="every 2s" hx-select="#${PROGRESS_ID}"
 hx-target="#${PROGRESS_ID}" hx-swap="outerMorph"><a href="${here}">${t.reload}</a></p>`
    : ''
}`;
}

import { MAX_COUNTED_QUESTIONS, type Overview } from '../../../../core/owners/overview.ts';
import type { Tab } from '../../i18n/frame.ts';
import { overviewTexts } from '../../i18n/overview.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import { formatNumber } from '../../view/format.ts';
import { type Html, html } from '../../view/html.ts';

type Work = keyof Overview['waiting'];

/** Where each is done. */
const PLACES: Record<Work, Tab> = {
  pending: 'training',
  suspended: 'training',
  openQuestions: 'unanswered',
  failingTests: 'tests',
  failedLinks: 'links',
};

/** What an admin has to decide or repair, each with the way there. */
export function renderWaiting(visit: ServerVisit, waiting: Overview['waiting']): Html {
  const t = overviewTexts[visit.language];
  const open = (Object.keys(PLACES) as Work[]).filter((work) => waiting[work] > 0);
  const list = html`<ul>${open.map(
    (work) =>
      html`<li data-waiting="${work}"><a href="${addressOf(visit, PLACES[work])}">${describe(visit, work, waiting[work])}</a></li>`,
  )}</ul>`;
  return html`<section><h2>${t.waiting}</h2>${open.length === 0 ? html`<p>${t.nothing}</p>` : list}</section>`;
}

function describe({ language }: ServerVisit, work: Work, count: number): string {
  const t = overviewTexts[language];
  const shown = formatNumber(count, language);
  const isCut = work === 'openQuestions' && count >= MAX_COUNTED_QUESTIONS;
  return t[work](count, isCut ? t.moreThan(shown) : shown);
}

import type { Alert } from '../../../../core/alerts/alerts.ts';
import { findAccessRefusal, findMissingForTrial } from '../../../../core/answering/admission/admission.ts';
import { MAX_COUNTED_QUESTIONS, type Overview } from '../../../../core/operations/overview.ts';
import { planLimitsOf } from '../../../../core/quota/plan-limits.ts';
import type { Tab } from '../../i18n/frame.ts';
import { overviewTexts } from '../../i18n/overview.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import { formatDateTime, formatNumber, type Html, html, NOTHING } from '../../view/html.ts';

/** What the API still asks for where it is shut. */
export function renderTrial(visit: ServerVisit): Html {
  const { core, server, language } = visit;
  const t = overviewTexts[language];
  const refusal = findAccessRefusal(core, server, planLimitsOf(core, server));
  const trial = refusal && findMissingForTrial(refusal);
  if (!trial) return NOTHING;
  const { members, days_present: days } = trial;
  const number = (value: number) => formatNumber(value, language);
  const terms = t.trial(number(members.need), number(members.have), number(days.need), number(days.have));
  return html`<p class="note warn" data-trial>${terms}
<a href="${addressOf(visit, 'ki')}">${t.toPremium}</a></p>`;
}

/** The alerts of the week, and whether anybody was told. */
export function renderAlerts(visit: ServerVisit, alerts: readonly Alert[]): Html {
  if (alerts.length === 0) return NOTHING;
  const t = overviewTexts[visit.language];
  const isTold = alerts.every(({ deliveredAt }) => deliveredAt !== null);
  return html`<div class="note alerts${isTold ? '' : ' warn'}" data-alerts><h2>${t.alerts}</h2>
<ul>${alerts.map((alert) => html`<li>${describeAlert(visit, alert)}</li>`)}</ul>
${!isTold && html`<p><a href="${addressOf(visit, 'channels')}">${t.toChannels}</a></p>`}</div>`;
}

function describeAlert(visit: ServerVisit, { scope, percent, reachedAt, deliveredAt, fault }: Alert): string {
  const { core, language } = visit;
  const t = overviewTexts[language];
  const tell = (at: Date) => formatDateTime(at, language, core.config.QUOTA_TIME_ZONE);
  const reached = t.reached(percent, scope === 'week' ? t.ofWeek : t.ofApi, tell(reachedAt));
  if (deliveredAt !== null) return `${reached} ${t.told(tell(deliveredAt))}`;
  if (visit.settings.alerts_channel === null) return `${reached} ${t.nobodyTold}`;
  return `${reached} ${fault === null ? t.notYetTold : t[fault]}`;
}

type WorkKind = keyof Overview['waiting'];

/** Where each is done. */
const WORK_TABS: Record<WorkKind, Tab> = {
  pending: 'training',
  suspended: 'training',
  openQuestions: 'unanswered',
  failingTests: 'tests',
  failedLinks: 'links',
};

/** What an admin has to decide or repair, each with the way there. */
export function renderWaiting(visit: ServerVisit, waiting: Overview['waiting']): Html {
  const t = overviewTexts[visit.language];
  const open = (Object.keys(WORK_TABS) as WorkKind[]).filter((work) => waiting[work] > 0);
  const items = open.map((work) => {
    const count = waiting[work];
    const shown = formatNumber(count, visit.language);
    const isCut = work === 'openQuestions' && count >= MAX_COUNTED_QUESTIONS;
    const text = t[work](count, isCut ? t.moreThan(shown) : shown);
    return html`<li data-waiting="${work}"><a href="${addressOf(visit, WORK_TABS[work])}">${text}</a></li>`;
  });
  if (items.length === 0) return html`<p class="quiet" data-waiting-none>${t.nothing}</p>`;
  return html`<section><h2>${t.waiting}</h2><ul class="waiting">${items}</ul></section>`;
}

import { leastForAnswer } from '../../../../core/quota/quota.ts';
import { type Alert, listAlerts } from '../../../../core/quota/quota-alerts.ts';
import { type Forecast, forecastApiShare } from '../../../../core/quota/statistics.ts';
import { readUsage } from '../../../../core/quota/usage.ts';
import { overviewTexts } from '../../i18n/overview.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import { formatDateTime, formatNumber, formatPercent } from '../../view/format.ts';
import { type Html, html, NOTHING } from '../../view/html.ts';

/** What the section shows: usage as the API tells it, the alerts of the week and how long the rest lasts. */
export interface QuotaFacts {
  usage: Awaited<ReturnType<typeof readUsage>>;
  forecast: Forecast;
  alerts: Alert[];
}

export async function readQuota({ core, server }: ServerVisit): Promise<QuotaFacts> {
  const [usage, alerts] = await Promise.all([readUsage(core, server), listAlerts(core, server)]);
  return { usage, forecast: await forecastApiShare(core, server, usage.week), alerts };
}

export function renderQuota(visit: ServerVisit, facts: QuotaFacts): Html {
  const { language } = visit;
  const { usage } = facts;
  const t = overviewTexts[language];
  const percent = (value: number) => formatPercent(value, language);
  const number = (value: number) => formatNumber(value, language);
  const used = usedPercentOf(usage);
  return html`<section><h2>${t.quota}</h2>
${renderAlerts(visit, facts)}
<div class="columns">
${figure(
  'api',
  t.api,
  percent(usage.available_percent),
  html`${bar(t.apiPart, usage.available_percent)}
<p data-forecast="${facts.forecast.kind}">${describeForecast(visit, facts)}</p>`,
)}
${figure('week', t.week, percent(used), html`${bar(t.weekPart, used)}<p>${describeRestart(visit, usage)}</p>`)}
${figure('credit', t.credit, percent(usage.credit_percent), html`<p>${t.creditIs}</p>`)}
${figure(
  'requests',
  t.requests,
  t.ofRequests(number(usage.requests_today), number(usage.requests_per_day)),
  html`<p>${t.perMinute(number(usage.requests_per_minute))}</p>`,
)}
</div></section>`;
}

/** Of the whole week's units, used and held, rounded up to two decimals: what is left is rounded down. */
function usedPercentOf({ week }: QuotaFacts['usage']): number {
  if (week.quota_units <= 0) return 100;
  const units = week.used_units + week.reserved_units;
  return Math.min(100, Math.ceil((units * 10_000) / week.quota_units) / 100);
}

function figure(name: string, label: string, value: string, below: Html): Html {
  return html`<div class="card" data-figure="${name}"><h3>${label}</h3><p class="figure">${value}</p>${below}</div>`;
}

function bar(label: string, percent: number): Html {
  return html`<progress value="${percent}" max="100" aria-label="${label}"></progress>`;
}

function describeRestart(visit: ServerVisit, usage: QuotaFacts['usage']): string {
  const t = overviewTexts[visit.language];
  return t.restarts(tell(visit, new Date(usage.week.resets_at)), visit.core.config.QUOTA_TIME_ZONE);
}

function describeForecast(visit: ServerVisit, { forecast, usage }: QuotaFacts): string {
  const t = overviewTexts[visit.language];
  switch (forecast.kind) {
    case 'lasts':
      return t.lasts(tell(visit, new Date(usage.week.resets_at)));
    case 'runs_out':
      return t.runsOut(tell(visit, forecast.at));
    case 'empty': {
      const { balance_units, reserved_units } = usage.credit;
      const hasCredit = balance_units - reserved_units >= leastForAnswer(visit.core, visit.server);
      return hasCredit ? t.empty : t.emptyWithoutCredit;
    }
    case 'unknown':
      return t.unknown;
  }
}

function renderAlerts(visit: ServerVisit, { alerts }: QuotaFacts): Html {
  if (alerts.length === 0) return NOTHING;
  const t = overviewTexts[visit.language];
  const isTold = alerts.every(({ deliveredAt }) => deliveredAt !== null);
  return html`<div class="note alerts${isTold ? '' : ' warn'}" data-alerts><h3>${t.alerts}</h3>
<ul>${alerts.map((alert) => html`<li>${describeAlert(visit, alert)}</li>`)}</ul>
${isTold ? NOTHING : html`<p><a href="${addressOf(visit, 'channels')}">${t.toChannels}</a></p>`}</div>`;
}

function describeAlert(visit: ServerVisit, { scope, percent, reachedAt, deliveredAt, fault }: Alert): string {
  const t = overviewTexts[visit.language];
  const reached = t.reached(percent, scope === 'week' ? t.ofWeek : t.ofApi, tell(visit, reachedAt));
  if (deliveredAt !== null) return `${reached} ${t.told(tell(visit, deliveredAt))}`;
  if (visit.settings.alerts_channel === null) return `${reached} ${t.nobodyTold}`;
  return `${reached} ${fault === null ? t.notYetTold : t[fault]}`;
}

function tell({ core, language }: ServerVisit, at: Date): string {
  return formatDateTime(at, language, core.config.QUOTA_TIME_ZONE);
}

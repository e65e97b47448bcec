import { leastForAnswer } from '../../../../core/answering/admission/bounds.ts';
import { planLimitsOf } from '../../../../core/quota/plan-limits.ts';
import { type Forecast, forecastApiShare } from '../../../../core/quota/statistics.ts';
import { readUsage } from '../../../../core/quota/usage.ts';
import { overviewTexts } from '../../i18n/overview.ts';
import type { ServerVisit } from '../../route.ts';
import { tabLink, tellMoment } from '../../view/components.ts';
import { formatNumber, formatPercent, type Html, html } from '../../view/html.ts';
import { renderFigure } from './figures.ts';

type QuotaUsage = Awaited<ReturnType<typeof readUsage>>;

interface QuotaFacts {
  usage: QuotaUsage;
  forecast: Forecast;
}

export async function readQuota({ core, server }: ServerVisit): Promise<QuotaFacts> {
  const usage = await readUsage(core, server);
  return { usage, forecast: await forecastApiShare(core, server, usage.week) };
}

export function renderQuota(visit: ServerVisit, facts: QuotaFacts): Html {
  const { core, server, language } = visit;
  const { usage, forecast } = facts;
  const { plan, level } = planLimitsOf(core, server);
  const t = overviewTexts[language];
  const percent = (value: number) => formatPercent(value, language);
  const number = (value: number) => formatNumber(value, language);
  const used = usedPercentOf(usage);
  const restart = t.restarts(tellMoment(visit, new Date(usage.week.resets_at)), core.config.QUOTA_TIME_ZONE);
  const bar = (label: string, value: number) =>
    html`<progress value="${value}" max="100" aria-label="${label}"></progress>`;
  const left = html`${bar(t.apiPart, usage.available_percent)}
<p data-forecast="${forecast.kind}">${describeForecast(visit, facts)}</p>`;
  const requests = t.ofRequests(number(usage.requests_today), number(usage.requests_per_day));
  return html`<section><h2>${t.quota}</h2>
<p data-plan="${plan}">${t.plan(t[plan], level)} ${tabLink(visit, 'ki', t.toPlan)}</p>
<div class="figures">
${renderFigure('api', t.api, percent(usage.available_percent), left)}
${renderFigure('week', t.week, percent(used), html`${bar(t.weekPart, used)}<p>${restart}</p>`)}
${renderFigure('credit', t.credit, percent(usage.credit_percent), html`<p>${t.creditIs}</p>`)}
${renderFigure('requests', t.requests, requests, html`<p>${t.perMinute(number(usage.requests_per_minute))}</p>`)}
</div></section>`;
}

/** Units used and held of the whole week, rounded up to two decimals, since the rest is rounded down. */
function usedPercentOf({ week }: QuotaUsage): number {
  if (week.quota_units <= 0) return 100;
  const units = week.used_units + week.reserved_units;
  return Math.min(100, Math.ceil((units * 10_000) / week.quota_units) / 100);
}

function describeForecast(visit: ServerVisit, { forecast, usage }: QuotaFacts): string {
  const t = overviewTexts[visit.language];
  const { balance_units, reserved_units } = usage.credit;
  switch (forecast.kind) {
    case 'lasts':
      return t.lasts(tellMoment(visit, new Date(usage.week.resets_at)));
    case 'runs_out':
      return t.runsOut(tellMoment(visit, forecast.at));
    case 'empty':
      return balance_units - reserved_units >= leastForAnswer(visit.core, visit.server)
        ? t.empty
        : t.emptyWithoutCredit;
    case 'unknown':
      return t.unknown;
  }
}

import { findAccessRefusal, findMissingForTrial } from '../../../core/answering/admission.ts';
import {
  MAX_COUNTED_QUESTIONS,
  type OnboardingStep,
  type Overview,
  readOverview,
} from '../../../core/owners/overview.ts';
import { planLimitsOf } from '../../../core/quota/plan-limits.ts';
import { leastForAnswer } from '../../../core/quota/quota.ts';
import { type Alert, listAlerts } from '../../../core/quota/quota-alerts.ts';
import {
  type DailyUse,
  type Forecast,
  forecastApiShare,
  readDailyUse,
} from '../../../core/quota/statistics.ts';
import { readUsage } from '../../../core/quota/usage.ts';
import { readWeeklyUse } from '../../../core/quota/weekly-use.ts';
import type { Tab } from '../i18n/frame.ts';
import { overviewTexts, stepTexts } from '../i18n/overview.ts';
import { addressOf, type Outcome, type Route, type ServerVisit, show } from '../route.ts';
import { table } from '../view/components.ts';
import {
  formatDate,
  formatDateTime,
  formatNumber,
  formatPercent,
  type Html,
  html,
  NOTHING,
} from '../view/html.ts';
import { describeToday } from './channels/limit.ts';
import { renderStatistics } from './statistics.ts';

export const overviewRoutes: Route[] = [
  { method: 'get', path: '/servers/:server', access: 'server', run: showOverview },
];

async function showOverview(visit: ServerVisit): Promise<Outcome> {
  const { core, server, language } = visit;
  const [overview, today, quota, use, weeks] = await Promise.all([
    readOverview(core, server),
    describeToday(visit),
    readQuota(visit),
    readDailyUse(core, server.id),
    readWeeklyUse(core, server.id),
  ]);
  const content = html`${renderPlan(visit)}
${renderSteps(visit, overview.steps)}
${renderWaiting(visit, overview.waiting)}
${today}
${renderQuota(visit, quota)}
${renderUse(visit, use)}
${renderStatistics(visit, weeks)}`;
  return show({ title: overviewTexts[language].title, tab: '', hasChart: true, content });
}

type Step = Overview['steps'][number];

/** Where each step is done; the bot is invited on Discord. */
const STEP_TABS: Record<OnboardingStep, Tab | null> = {
  knowledge: 'knowledge',
  question: 'playground',
  persona: 'ki',
  key: 'ki',
  bot: null,
  team: 'channels',
};

/** The checklist: open until everything is done, then folded. */
function renderSteps(visit: ServerVisit, steps: readonly Step[]): Html {
  const t = overviewTexts[visit.language];
  const done = steps.filter(({ isDone }) => isDone).length;
  const list = html`<ul class="steps">${steps.map((step) => renderStep(visit, step))}</ul>`;
  if (done === steps.length)
    return html`<details data-steps="done"><summary>${t.stepsDone(done)}</summary>${list}</details>`;
  return html`<section data-steps="open"><h2>${t.steps}</h2>
<p>${t.progress(done, steps.length)} <progress value="${done}" max="${steps.length}" aria-label="${t.steps}"></progress></p>
${list}</section>`;
}

function renderStep(visit: ServerVisit, { step, isDone }: Step): Html {
  const t = overviewTexts[visit.language];
  const text = stepTexts[visit.language][step];
  const tab = STEP_TABS[step];
  const address = tab === null ? invitationOf(visit) : addressOf(visit, tab);
  return html`<li data-step="${step}" data-done="${isDone ? 'true' : 'false'}">
<span aria-hidden="true">${isDone ? '✓' : '○'}</span> <span class="visually-hidden">${isDone ? t.done : t.open}</span>
${address ? html`<a href="${address}">${text}</a>` : text}</li>`;
}

function invitationOf({ core, server }: ServerVisit): string | null {
  const { DISCORD_CLIENT_ID: client_id, DISCORD_WEB_URL: discord } = core.config;
  if (!client_id) return null;
  const scope = 'bot applications.commands';
  return `${discord}/oauth2/authorize?${new URLSearchParams({ client_id, scope, guild_id: server.id })}`;
}

/** What the server pays for, and what the API still asks for where it is shut. */
function renderPlan(visit: ServerVisit): Html {
  const { core, server, language } = visit;
  const t = overviewTexts[language];
  const planLimits = planLimitsOf(core, server);
  const refusal = findAccessRefusal(core, server, planLimits);
  const trial = refusal && findMissingForTrial(refusal);
  const number = (value: number) => formatNumber(value, language);
  const describe = ({ members, days_present: days }: NonNullable<typeof trial>) =>
    t.trial(number(members.need), number(members.have), number(days.need), number(days.have));
  return html`<p data-plan="${planLimits.plan}">${t.plan(t[planLimits.plan], planLimits.level)} <a href="${addressOf(visit, 'ki')}">${t.toPlan}</a></p>
${
  trial &&
  html`<p class="note warn" data-trial>${describe(trial)}
<a href="${addressOf(visit, 'ki')}">${t.toPremium}</a></p>`
}`;
}

type Usage = Awaited<ReturnType<typeof readUsage>>;

/** What the section shows: usage as the API tells it, the alerts of the week and how long the rest lasts. */
interface QuotaFacts {
  usage: Usage;
  forecast: Forecast;
  alerts: Alert[];
}

async function readQuota({ core, server }: ServerVisit): Promise<QuotaFacts> {
  const [usage, alerts] = await Promise.all([readUsage(core, server), listAlerts(core, server)]);
  return { usage, forecast: await forecastApiShare(core, server, usage.week), alerts };
}

function renderQuota(visit: ServerVisit, facts: QuotaFacts): Html {
  const { core, language } = visit;
  const { usage, forecast } = facts;
  const t = overviewTexts[language];
  const percent = (value: number) => formatPercent(value, language);
  const number = (value: number) => formatNumber(value, language);
  const used = usedPercentOf(usage);
  const restart = t.restarts(tell(visit, new Date(usage.week.resets_at)), core.config.QUOTA_TIME_ZONE);
  const figure = (name: string, label: string, value: string, below: Html) =>
    html`<div class="card" data-figure="${name}"><h3>${label}</h3><p class="figure">${value}</p>${below}</div>`;
  const bar = (label: string, value: number) =>
    html`<progress value="${value}" max="100" aria-label="${label}"></progress>`;
  const left = html`${bar(t.apiPart, usage.available_percent)}
<p data-forecast="${forecast.kind}">${describeForecast(visit, facts)}</p>`;
  const requests = t.ofRequests(number(usage.requests_today), number(usage.requests_per_day));
  return html`<section><h2>${t.quota}</h2>
${renderAlerts(visit, facts.alerts)}
<div class="columns">
${figure('api', t.api, percent(usage.available_percent), left)}
${figure('week', t.week, percent(used), html`${bar(t.weekPart, used)}<p>${restart}</p>`)}
${figure('credit', t.credit, percent(usage.credit_percent), html`<p>${t.creditIs}</p>`)}
${figure('requests', t.requests, requests, html`<p>${t.perMinute(number(usage.requests_per_minute))}</p>`)}
</div></section>`;
}

/** Of the whole week's units, used and held, rounded up to two decimals: what is left is rounded down. */
function usedPercentOf({ week }: Usage): number {
  if (week.quota_units <= 0) return 100;
  const units = week.used_units + week.reserved_units;
  return Math.min(100, Math.ceil((units * 10_000) / week.quota_units) / 100);
}

function describeForecast(visit: ServerVisit, { forecast, usage }: QuotaFacts): string {
  const t = overviewTexts[visit.language];
  const { balance_units, reserved_units } = usage.credit;
  switch (forecast.kind) {
    case 'lasts':
      return t.lasts(tell(visit, new Date(usage.week.resets_at)));
    case 'runs_out':
      return t.runsOut(tell(visit, forecast.at));
    case 'empty':
      return balance_units - reserved_units >= leastForAnswer(visit.core, visit.server)
        ? t.empty
        : t.emptyWithoutCredit;
    case 'unknown':
      return t.unknown;
  }
}

function renderAlerts(visit: ServerVisit, alerts: readonly Alert[]): Html {
  if (alerts.length === 0) return NOTHING;
  const t = overviewTexts[visit.language];
  const isTold = alerts.every(({ deliveredAt }) => deliveredAt !== null);
  return html`<div class="note alerts${isTold ? '' : ' warn'}" data-alerts><h3>${t.alerts}</h3>
<ul>${alerts.map((alert) => html`<li>${describeAlert(visit, alert)}</li>`)}</ul>
${!isTold && html`<p><a href="${addressOf(visit, 'channels')}">${t.toChannels}</a></p>`}</div>`;
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

/** Answers by day and channel: a table for everyone, and a chart that a script draws from it. */
function renderUse({ core, language }: ServerVisit, use: readonly DailyUse[]): Html {
  const t = overviewTexts[language];
  const sum = (count: (one: DailyUse) => number) => use.reduce((all, one) => all + count(one), 0);
  const answers = sum(({ api, discord }) => api + discord);
  if (answers === 0) return html`<section><h2>${t.use}</h2><p>${t.noUse(use.length)}</p></section>`;
  const number = (value: number) => formatNumber(value, language);
  const total = t.total(number(answers), use.length, number(sum(({ handedOver }) => handedOver)));
  // The script reads the attributes, whatever the language of the texts.
  const cell = (count: number) => html`<td data-count="${count}">${number(count)}</td>`;
  const rows = use.toReversed().map(({ day, api, discord, handedOver }) => {
    // A date alone is midnight UTC.
    const name = html`<time datetime="${day}">${formatDate(new Date(day), language, 'UTC')}</time>`;
    return html`<tr data-day="${day}"><th scope="row">${name}</th>${[api, discord, handedOver].map(cell)}</tr>`;
  });
  return html`<section data-use><h2>${t.use}</h2>
<p>${total}</p>
<div data-script-only>
<ul class="legend"><li class="api">${t.ofTheApi}</li><li class="discord">${t.ofDiscord}</li><li class="handed-over">${t.handedOver}</li></ul>
<div class="chart" data-chart role="img" aria-label="${t.chart(use.length)}"></div>
<p class="readout" data-readout aria-hidden="true"></p>
</div>
<details><summary>${t.numbers}</summary>
${table(t.use, [t.day, t.ofTheApi, t.ofDiscord, t.handedOver], rows)}
<p><small>${t.zone(core.config.QUOTA_TIME_ZONE)}</small></p>
</details></section>`;
}

type Work = keyof Overview['waiting'];

/** Where each is done. */
const WORK_TABS: Record<Work, Tab> = {
  pending: 'training',
  suspended: 'training',
  openQuestions: 'unanswered',
  failingTests: 'tests',
  failedLinks: 'links',
};

/** What an admin has to decide or repair, each with the way there. */
function renderWaiting(visit: ServerVisit, waiting: Overview['waiting']): Html {
  const t = overviewTexts[visit.language];
  const open = (Object.keys(WORK_TABS) as Work[]).filter((work) => waiting[work] > 0);
  const items = open.map((work) => {
    const count = waiting[work];
    const shown = formatNumber(count, visit.language);
    const isCut = work === 'openQuestions' && count >= MAX_COUNTED_QUESTIONS;
    const text = t[work](count, isCut ? t.moreThan(shown) : shown);
    return html`<li data-waiting="${work}"><a href="${addressOf(visit, WORK_TABS[work])}">${text}</a></li>`;
  });
  return html`<section><h2>${t.waiting}</h2>${
    items.length === 0 ? html`<p>${t.nothing}</p>` : html`<ul>${items}</ul>`
  }</section>`;
}

import { type Alert, listAlerts } from '../../../../core/alerts/alerts.ts';
import { findAccessRefusal, findMissingForTrial } from '../../../../core/answering/admission/admission.ts';
import { leastForAnswer } from '../../../../core/answering/admission/bounds.ts';
import type { OnboardingStep, Overview } from '../../../../core/operations/overview.ts';
import {
  MAX_COUNTED_QUESTIONS,
  MAX_COUNTED_WAITING,
  readOverview,
} from '../../../../core/operations/overview.ts';
import { planLimitsOf } from '../../../../core/quota/plan-limits.ts';
import { type Forecast, forecastApiShare, readDailyUse } from '../../../../core/quota/statistics.ts';
import { readUsage } from '../../../../core/quota/usage.ts';
import { countThisWeek, readWeeklyUse } from '../../../../core/quota/weekly-use.ts';
import type { Tab } from '../../i18n/frame.ts';
import { overviewTexts, stepTexts } from '../../i18n/overview.ts';
import { addressOf, type Outcome, type Route, type ServerVisit, show } from '../../route.ts';
import { asOf, tabLink, tellMoment } from '../../view/components.ts';
import { formatNumber, formatPercent, type Html, html, NOTHING } from '../../view/html.ts';
import { describeToday } from '../channels/presence.ts';
import { renderFigure } from './figures.ts';
import { renderHistory } from './history.ts';
import { readWeek, renderWeek } from './week.ts';

export const overviewRoutes: Route[] = [
  { method: 'get', path: '/servers/:server', access: 'server', right: 'viewer', run: showOverview },
];

/** The work that waits comes first, then what is left of the quota and this week; the weeks before are folded. */
async function showOverview(visit: ServerVisit): Promise<Outcome> {
  const { core, server } = visit;
  const reading = await core.readings.choose();
  const thisWeek = countThisWeek(core, server.id, reading);
  const [overview, today, alerts, week, quota, days, weeks] = await Promise.all([
    readOverview(core, server),
    describeToday(visit),
    listAlerts(core, server),
    readWeek(visit, { reading, thisWeek }),
    readQuota(visit),
    readDailyUse(core, server.id, reading),
    readWeeklyUse(core, server.id, { reading, thisWeek }),
  ]);
  const { steps } = overview;
  // Most steps are an admin's; nobody else is asked to take them.
  const checklist = visit.opens('ki') && renderSteps(visit, steps);
  const isReady = steps.every(({ isDone }) => isDone);
  const isUsed = weeks.some(({ channels }) => channels.some(({ answers }) => answers > 0));
  const content = html`${renderTrial(visit)}
${renderAlerts(visit, alerts)}
${renderWaiting(visit, overview.waiting)}
${today}
${!isUsed && !isReady && checklist}
${renderQuota(visit, quota)}
${asOf(visit, reading)}
${renderWeek(visit, { ...week, overview, weeks })}
${isUsed && !isReady && checklist}
${renderHistory(visit, { days, weeks })}
${isReady && checklist}`;
  return show({ tab: '', content });
}

type Step = Overview['steps'][number];

/** Where each step is done; the bot is invited on Discord. */
const STEP_TABS: Record<OnboardingStep, Tab | null> = {
  knowledge: 'knowledge',
  question: 'playground',
  persona: 'ki',
  key: 'ki',
  bot: null,
  team: 'team',
};

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

/** The conditions of the free plan that the server does not meet yet. */
function renderTrial(visit: ServerVisit): Html {
  const { core, server, language } = visit;
  const t = overviewTexts[language];
  const refusal = findAccessRefusal(core, server, planLimitsOf(core, server));
  const trial = refusal && findMissingForTrial(refusal);
  if (!trial) return NOTHING;
  const { members, days_present: days } = trial;
  const number = (value: number) => formatNumber(value, language);
  const terms = t.trial(number(members.need), number(members.have), number(days.need), number(days.have));
  return html`<p class="note warn" data-trial>${terms}
${tabLink(visit, 'payments', t.toPremium)}</p>`;
}

function renderAlerts(visit: ServerVisit, alerts: readonly Alert[]): Html {
  if (alerts.length === 0) return NOTHING;
  const t = overviewTexts[visit.language];
  const isTold = alerts.every(({ deliveredAt }) => deliveredAt !== null);
  return html`<div class="note alerts${isTold ? '' : ' warn'}" data-alerts><h2>${t.alerts}</h2>
<ul>${alerts.map((alert) => html`<li>${describeAlert(visit, alert)}</li>`)}</ul>
${!isTold && html`<p>${tabLink(visit, 'limits', t.toChannels)}</p>`}</div>`;
}

function describeAlert(visit: ServerVisit, { scope, percent, reachedAt, deliveredAt, fault }: Alert): string {
  const t = overviewTexts[visit.language];
  const reached = t.reached(percent, scope === 'week' ? t.ofWeek : t.ofApi, tellMoment(visit, reachedAt));
  if (deliveredAt !== null) return `${reached} ${t.told(tellMoment(visit, deliveredAt))}`;
  if (visit.settings.alerts_channel === null) return `${reached} ${t.nobodyTold}`;
  return `${reached} ${fault === null ? t.notYetTold : t[fault]}`;
}

type WorkKind = keyof Overview['waiting'];

const WORK_TABS: Record<WorkKind, Tab> = {
  drafts: 'drafts',
  pending: 'training',
  suspended: 'training',
  openQuestions: 'unanswered',
  failingTests: 'tests',
  failedLinks: 'links',
};

function renderWaiting(visit: ServerVisit, waiting: Overview['waiting']): Html {
  const t = overviewTexts[visit.language];
  const own = (Object.keys(WORK_TABS) as WorkKind[]).filter((work) => visit.opens(WORK_TABS[work]));
  if (own.length === 0) return NOTHING;
  const open = own.filter((work) => waiting[work] > 0);
  const items = open.map((work) => {
    const count = waiting[work];
    const shown = formatNumber(count, visit.language);
    const isCut = count >= (work === 'drafts' ? MAX_COUNTED_WAITING : MAX_COUNTED_QUESTIONS);
    const text = t[work](count, isCut ? t.moreThan(shown) : shown);
    return html`<li data-waiting="${work}">${tabLink(visit, WORK_TABS[work], text)}</li>`;
  });
  if (items.length === 0) return html`<p class="quiet" data-waiting-none>${t.nothing}</p>`;
  return html`<section><h2>${t.waiting}</h2><ul class="waiting">${items}</ul></section>`;
}

type QuotaUsage = Awaited<ReturnType<typeof readUsage>>;

interface QuotaFacts {
  usage: QuotaUsage;
  forecast: Forecast;
}

async function readQuota({ core, server }: ServerVisit): Promise<QuotaFacts> {
  const usage = await readUsage(core, server);
  return { usage, forecast: await forecastApiShare(core, server, usage.week) };
}

function renderQuota(visit: ServerVisit, facts: QuotaFacts): Html {
  const { core, server, language } = visit;
  const { usage, forecast } = facts;
  const { plan, level } = planLimitsOf(core, server);
  const t = overviewTexts[language];
  const percent = (value: number) => formatPercent(value, language);
  const number = (value: number) => formatNumber(value, language);
  const used = usedPercentOf(usage);
  const restart = t.restarts(tellMoment(visit, new Date(usage.week.resets_at)), visit.zone);
  const bar = (label: string, value: number) =>
    html`<progress value="${value}" max="100" aria-label="${label}"></progress>`;
  const left = html`${bar(t.apiPart, usage.available_percent)}
<p data-forecast="${forecast.kind}">${describeForecast(visit, facts)}</p>`;
  const requests = t.ofRequests(number(usage.requests_today), number(usage.requests_per_day));
  return html`<section><h2>${t.quota}</h2>
<p data-plan="${plan}">${t.plan(t[plan], level)} ${tabLink(visit, 'payments', t.toPlan)}</p>
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

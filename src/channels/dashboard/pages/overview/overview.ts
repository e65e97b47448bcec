import { listAlerts } from '../../../../core/alerts/alerts.ts';
import { type OnboardingStep, type Overview, readOverview } from '../../../../core/operations/overview.ts';
import { readDailyUse } from '../../../../core/quota/statistics.ts';
import { countThisWeek, readWeeklyUse } from '../../../../core/quota/weekly-use.ts';
import type { Tab } from '../../i18n/frame.ts';
import { overviewTexts, stepTexts } from '../../i18n/overview.ts';
import { addressOf, type Outcome, type Route, type ServerVisit, show } from '../../route.ts';
import { asOf } from '../../view/components.ts';
import { type Html, html } from '../../view/html.ts';
import { describeToday } from '../channels/limit.ts';
import { renderHistory } from './history.ts';
import { readQuota, renderQuota } from './quota.ts';
import { renderAlerts, renderTrial, renderWaiting } from './waiting.ts';
import { readWeek, renderWeek } from './week.ts';

export const overviewRoutes: Route[] = [
  { method: 'get', path: '/servers/:server', access: 'server', run: showOverview },
];

/** What needs somebody first, then this week, then what is left of the quota; what is longer ago is folded. */
async function showOverview(visit: ServerVisit): Promise<Outcome> {
  const { core, server, language } = visit;
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
  const checklist = renderSteps(visit, steps);
  const isReady = steps.every(({ isDone }) => isDone);
  const isUsed = weeks.some(({ channels }) => channels.some(({ answers }) => answers > 0));
  const content = html`${renderTrial(visit)}
${renderAlerts(visit, alerts)}
${renderWaiting(visit, overview.waiting)}
${today}
${!isUsed && !isReady && checklist}
${asOf(visit, reading)}
${renderWeek(visit, { ...week, overview, weeks })}
${isUsed && !isReady && checklist}
${renderQuota(visit, quota)}
${renderHistory(visit, { days, weeks })}
${isReady && checklist}`;
  return show({ title: overviewTexts[language].title, tab: '', content });
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

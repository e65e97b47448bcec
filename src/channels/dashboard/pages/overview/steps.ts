import { findAccessRefusal, findMissingForTrial } from '../../../../core/answering/admission.ts';
import type { OnboardingStep, Overview } from '../../../../core/owners/overview.ts';
import { termsOf } from '../../../../core/quota/plan-limits.ts';
import type { AppError } from '../../../../domain/errors.ts';
import type { Tab } from '../../i18n/frame.ts';
import { overviewTexts, stepTexts } from '../../i18n/overview.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import { formatNumber } from '../../view/format.ts';
import { type Html, html, NOTHING } from '../../view/html.ts';

/** Where each step is done; the bot is invited on Discord. */
const PLACES: Record<OnboardingStep, Tab | null> = {
  knowledge: 'knowledge',
  question: 'playground',
  persona: 'ki',
  key: 'ki',
  bot: null,
  team: 'channels',
};

/** The checklist: open until everything is done, then folded. */
export function renderSteps(visit: ServerVisit, steps: Overview['steps']): Html {
  const t = overviewTexts[visit.language];
  const done = steps.filter(({ isDone }) => isDone).length;
  const list = html`<ul class="steps">${steps.map((step) => renderStep(visit, step))}</ul>`;
  if (done === steps.length) {
    return html`<details data-steps="done"><summary>${t.stepsDone(done)}</summary>${list}</details>`;
  }
  return html`<section data-steps="open"><h2>${t.steps}</h2>
<p>${t.progress(done, steps.length)} <progress value="${done}" max="${steps.length}" aria-label="${t.steps}"></progress></p>
${list}</section>`;
}

function renderStep(visit: ServerVisit, { step, isDone }: Overview['steps'][number]): Html {
  const t = overviewTexts[visit.language];
  const text = stepTexts[visit.language][step];
  const address = addressOfStep(visit, step);
  return html`<li data-step="${step}" data-done="${isDone ? 'true' : 'false'}">
<span aria-hidden="true">${isDone ? '✓' : '○'}</span> <span class="visually-hidden">${isDone ? t.done : t.open}</span>
${address ? html`<a href="${address}">${text}</a>` : text}</li>`;
}

function addressOfStep(visit: ServerVisit, step: OnboardingStep): string | null {
  const tab = PLACES[step];
  if (tab !== null) return addressOf(visit, tab);
  const { DISCORD_CLIENT_ID: id, DISCORD_WEB_URL: discord } = visit.core.config;
  if (!id) return null;
  const search = new URLSearchParams({
    client_id: id,
    scope: 'bot applications.commands',
    guild_id: visit.server.id,
  });
  return `${discord}/oauth2/authorize?${search}`;
}

/** What the server pays for, and what the API still asks for where it is shut. */
export function renderPlan(visit: ServerVisit): Html {
  const { core, server, language } = visit;
  const t = overviewTexts[language];
  const terms = termsOf(core, server);
  const plan = terms.plan === 'premium' ? t.premium : t.free;
  return html`<p data-plan="${terms.plan}">${t.plan(plan, terms.level)} <a href="${addressOf(visit, 'ki')}">${t.toPlan}</a></p>
${renderTrial(visit, findAccessRefusal(core, server, terms))}`;
}

function renderTrial(visit: ServerVisit, refusal: AppError | null): Html {
  const { language } = visit;
  const trial = refusal && findMissingForTrial(refusal);
  if (!trial) return NOTHING;
  const t = overviewTexts[language];
  const { members, days_present: days } = trial;
  const [have, need, present, needed] = [members.have, members.need, days.have, days.need].map((count) =>
    formatNumber(count, language),
  );
  return html`<p class="note warn" data-trial>${t.trial(have ?? '', need ?? '', present ?? '', needed ?? '')}
<a href="${addressOf(visit, 'ki')}">${t.toPremium}</a></p>`;
}

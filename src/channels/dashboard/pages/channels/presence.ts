import { readMetLimits } from '../../../../core/members/member-limit.ts';
import { findAbsence } from '../../../../core/owners/hours.ts';
import { hoursTexts } from '../../i18n/hours.ts';
import type { ServerVisit } from '../../route.ts';
import { tabLink } from '../../view/components.ts';
import { formatDateTime, formatNumber, type Html, html, NOTHING } from '../../view/html.ts';

/** Whether the team is there right now, in one sentence. */
export function describePresence(visit: ServerVisit): Html | string {
  const t = hoursTexts[visit.language];
  return visit.settings.hours === null ? t.none : (describeAway(visit) ?? t.there);
}

/** That the team is away, and until when; null: it is there, or has set no hours. */
function describeAway(visit: ServerVisit): Html | null {
  const { core, settings, language } = visit;
  const t = hoursTexts[language];
  const absence = findAbsence(settings, core.clock());
  if (!absence) return null;
  return absence.backAt ? sayBack(visit, absence.backAt) : html`${t.away}`;
}

/** When the team is back, by the clock on its own wall. */
export function sayBack({ core, settings, language }: ServerVisit, at: Date): Html {
  const zone = settings.hours?.zone ?? core.config.QUOTA_TIME_ZONE;
  const text = `${formatDateTime(at, language, zone)} (${zone})`;
  return html`${hoursTexts[language].awayUntil} <time datetime="${at.toISOString()}">${text}</time>.`;
}

type MetLimits = Awaited<ReturnType<typeof readMetLimits>>;

/** How often members met the limit. Counts alone: nobody is named. null: nobody met it. */
export function describeMet({ language }: ServerVisit, { members, questions }: MetLimits): Html | null {
  if (members === 0) return null;
  const t = hoursTexts[language];
  const number = (value: number) => formatNumber(value, language);
  return html`<span data-met="${members} ${questions}">${t.met(members, number(members))} ${t.leftOut(questions, number(questions))}</span>`;
}

/** For the overview: that the team is away, and that members met the limit; nothing where neither is so. */
export async function describeToday(visit: ServerVisit): Promise<Html> {
  const t = hoursTexts[visit.language];
  const away = describeAway(visit);
  const met = describeMet(visit, await readMetLimits(visit.core, visit.server.id));
  if (!away && !met) return NOTHING;
  return html`<section data-today><h2>${t.now}</h2><ul>
${away && html`<li data-away>${away} ${tabLink(visit, 'hours', t.toHours)}</li>`}
${met && html`<li>${met} ${tabLink(visit, 'limits', t.toLimit)}</li>`}</ul></section>`;
}

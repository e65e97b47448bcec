import { readMetLimits } from '../../../../core/members/member-limit.ts';
import { listSettings } from '../../../../core/owners/settings.ts';
import { hoursTexts } from '../../i18n/hours.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import { postForm } from '../../view/controls.ts';
import type { Faults } from '../../view/form.ts';
import { formatNumber, type Html, html, NOTHING } from '../../view/html.ts';
import { settingFields } from '../settings.ts';
import { describeAway } from './hours.ts';

type MetLimits = Awaited<ReturnType<typeof readMetLimits>>;

/** How much one member may ask, and how often that was met. @param faults of this form, where it was refused */
export function limitSection(visit: ServerVisit, met: MetLimits, faults: Faults | undefined): Html {
  const t = hoursTexts[visit.language];
  const fields = settingFields(visit, listSettings('limits'), faults);
  return html`<section id="limit"><h2>${t.limit}</h2>
<p>${t.limitIntro} ${describeMet(visit, met) ?? t.metByNobody}</p>
${postForm(visit, 'limits', html`${fields}<button type="submit">${t.save}</button>`)}</section>`;
}

/** Counts alone: nobody is named. null: nobody met it. */
function describeMet({ language }: ServerVisit, { members, questions }: MetLimits): Html | null {
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
  const link = (part: string, text: string) =>
    visit.opens('channels') && html`<a href="${addressOf(visit, 'channels')}#${part}">${text}</a>`;
  return html`<section data-today><h2>${t.now}</h2><ul>
${away && html`<li data-away>${away} ${link('hours', t.toHours)}</li>`}
${met && html`<li>${met} ${link('limit', t.toLimit)}</li>`}</ul></section>`;
}

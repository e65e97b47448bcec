import type { NewGap } from '../../../../core/learning/new-gaps.ts';
import type { WeekSoFar } from '../../../../core/quota/week-so-far.ts';
import { TEAM_REASONS, type TeamReason } from '../../../../domain/types.ts';
import { reasonTexts } from '../../i18n/errors.ts';
import { weekTexts } from '../../i18n/overview.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import { formatNumber, type Html, html } from '../../view/html.ts';
import { compare } from './figures.ts';

/** Of more reasons the table tells. */
const MAX_REASONS = 5;

/** Why questions of this week went to a person, most often first. @param isCalling a role is called, or cannot be */
export function renderReasons(
  visit: ServerVisit,
  week: WeekSoFar,
  { isCalling }: { isCalling: boolean },
): Html {
  const { language } = visit;
  const t = weekTexts[language];
  const { current, previous } = week;
  const occurred = TEAM_REASONS.filter((reason) => current.reasons[reason] > 0).toSorted(
    (one, other) => current.reasons[other] - current.reasons[one],
  );
  const [most = 'model'] = occurred;
  const rows = occurred.slice(0, MAX_REASONS).map((reason) => {
    const count = current.reasons[reason];
    const width = Math.round((1_000 * count) / current.reasons[most]) / 10;
    return html`<li data-week-reason="${reason}"><p>${linkToAnswers(visit, reason)} <strong>${formatNumber(count, language)}</strong></p>
<svg class="share" width="100%" height="6" aria-hidden="true"><rect width="100%" height="6"/><rect class="part" width="${width}%" height="6"/></svg>
<small>${compare(count, previous.reasons[reason], { language, isShort: true })}</small></li>`;
  });
  const rest = occurred.slice(MAX_REASONS).reduce((sum, reason) => sum + current.reasons[reason], 0);
  return html`<div data-week-reasons><h3>${t.reasons}</h3>
${rows.length === 0 ? html`<p>${t.noReasons}</p>` : html`<ul class="ranking">${rows}</ul>`}
${rest > 0 && html`<p><small>${t.otherReasons(rest, formatNumber(rest, language))}</small></p>`}
${!isCalling && html`<p data-hint="team">${t.nobodyCalled} <a href="${addressOf(visit, 'channels')}">${t.toRoles}</a></p>`}</div>`;
}

/** A reason with the way to the answers that were handed over for it. */
function linkToAnswers(visit: ServerVisit, reason: TeamReason): Html {
  return html`<a href="${addressOf(visit, 'answers')}?reason=${reason}">${reasonTexts[visit.language][reason]}</a>`;
}

export interface NewGaps {
  gaps: readonly NewGap[];
  /** Gaps of this week. */
  total: number;
  /** Whether questions of earlier weeks are open, where none of this week is. */
  hasOlder: boolean;
}

/** The topics of this week that had no good answer, most often asked first. */
export function renderGaps(visit: ServerVisit, { gaps, total, hasOlder }: NewGaps): Html {
  const { language } = visit;
  const t = weekTexts[language];
  const number = (value: number) => formatNumber(value, language);
  const link = (tab: string, text: string) => html`<a href="${addressOf(visit, tab)}">${text}</a>`;
  const rows = gaps.map(
    ({ answerId, question, count }) =>
      html`<li data-week-gap="${answerId}"><p><a href="${addressOf(visit, 'unanswered')}" class="clipped">${question}</a> <strong>${number(count)}</strong></p>
<small>${t.asked(count, number(count))}</small></li>`,
  );
  const none = html`<p data-hint="gaps">${t.noGaps} ${hasOlder ? link('unanswered', t.olderGaps) : link('tests', t.toTests)}</p>`;
  return html`<div data-week-gaps><h3>${t.gaps}</h3>
${rows.length === 0 ? none : html`<ol class="ranking">${rows}</ol><p>${link('unanswered', t.toGaps(total, number(total)))}</p>`}</div>`;
}

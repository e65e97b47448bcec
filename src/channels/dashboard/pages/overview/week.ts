import { listNewGaps, type NewGap } from '../../../../core/learning/new-gaps.ts';
import type { Overview } from '../../../../core/operations/overview.ts';
import type * as week from '../../../../core/quota/week-so-far.ts';
import { readWeekSoFar } from '../../../../core/quota/week-so-far.ts';
import type { countThisWeek, WeeklyUse } from '../../../../core/quota/weekly-use.ts';
import type { Reading } from '../../../../core/runtime/readings.ts';
import { TEAM_REASONS } from '../../../../domain/types.ts';
import { reasonTexts } from '../../i18n/errors.ts';
import { weekTexts } from '../../i18n/overview.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import { drawColumns } from '../../view/columns.ts';
import { tabLink } from '../../view/components.ts';
import { formatNumber, formatParts, type Html, html } from '../../view/html.ts';
import { compare, renderFigures, renderNumbers } from './figures.ts';

const MAX_GAPS = 3;
/** The table of numbers lists the other reasons. */
const MAX_REASONS = 5;

interface WeekFacts {
  week: week.WeekSoFar;
  /** The topics of this week that had no good answer, and how many there are. */
  gaps: { gaps: readonly NewGap[]; total: number };
}

/** @param from.thisWeek its answers by day */
export async function readWeek(
  { core, server }: ServerVisit,
  from: { reading: Reading; thisWeek: ReturnType<typeof countThisWeek> },
): Promise<WeekFacts> {
  const since = new Date(core.calendar.weekOf(core.clock()).startsAt);
  const [week, gaps] = await Promise.all([
    readWeekSoFar(core, server, from),
    listNewGaps(core, server.id, { since, limit: MAX_GAPS, reading: from.reading }),
  ]);
  return { week, gaps };
}

export function renderWeek(
  visit: ServerVisit,
  facts: WeekFacts & { overview: Overview; weeks: readonly WeeklyUse[] },
): Html {
  const { week, gaps, overview, weeks } = facts;
  const t = weekTexts[visit.language];
  const isKnowing = overview.steps.some(({ step, isDone }) => step === 'knowledge' && isDone);
  const isAsked = week.days.some(({ counts, before, later }) => sum(counts) + sum(before) + sum(later) > 0);
  const isSilent = weeks.every(({ channels }) =>
    channels.every(({ helpful, unhelpful }) => helpful + unhelpful === 0),
  );
  const isCalling = !overview.isOnDiscord || visit.settings.handover_role !== null;
  const way = (tab: string, text: string) =>
    visit.opens(tab) &&
    html`<a href="${addressOf(visit, tab)}" role="button" class="secondary outline">${text}</a>`;
  const ways = [way('playground', t.toPlayground), way('channels', t.toChannels), way('api', t.toConnect)];
  return html`<section data-this-week><h2>${t.title}</h2>
${!isKnowing && html`<p class="note warn" data-hint="knowledge">${t.noKnowledge} ${tabLink(visit, 'knowledge', t.toFirstEntry)}</p>`}
${
  isAsked
    ? html`<p class="period">${describePeriod(visit, week)}</p>
${renderFigures(visit, week, isSilent)}
${drawWeek(visit, week.days)}
<div class="columns">${renderReasons(visit, week, isCalling)}${renderGaps(visit, gaps, overview.waiting.openQuestions > 0)}</div>
${renderNumbers(visit, week)}`
    : html`<p data-hint="answers">${t.noAnswers}</p><p class="actions">${ways}</p>`
}</section>`;
}

const sum = (counts: week.DayCounts | null) => (counts ? counts.answered + counts.handedOver : 0);

function describePeriod({ core, language }: ServerVisit, { current, previous }: week.WeekSoFar): string {
  const zone = core.config.QUOTA_TIME_ZONE;
  const day = { weekday: 'long', day: 'numeric', month: 'short', timeZone: zone } as const;
  const time = { ...day, hour: '2-digit', minute: '2-digit' } as const;
  return weekTexts[language].period(
    formatParts(current.from, language, day),
    formatParts(previous.from, language, day),
    formatParts(previous.until, language, time),
    zone,
  );
}

const WEEKDAY = { weekday: 'short', timeZone: 'UTC' } as const;
const SHORT_DATE = { ...WEEKDAY, day: 'numeric', month: 'short' } as const;

function drawWeek({ language }: ServerVisit, days: readonly week.DayPair[]): Html {
  const t = weekTexts[language];
  const number = (value: number) => formatNumber(value, language);
  const name = (date: string) => formatParts(new Date(date), language, SHORT_DATE);
  const slots = days.map(({ date, counts, dateBefore, before, later }, place) => {
    const { answered = 0, handedOver = 0 } = counts ?? {};
    const told = t.dayBefore(name(dateBefore), number(sum(before) + sum(later)));
    const own = [
      { kind: 'answered', count: answered, told: t.dayAnswered(name(date), number(answered)) },
      { kind: 'handedOver', count: handedOver, told: t.dayHandedOver(name(date), number(handedOver)) },
    ];
    const past = [
      { kind: 'before', count: sum(before), told },
      { kind: 'later', count: sum(later), told },
    ];
    return {
      label: [formatParts(new Date(date), language, WEEKDAY), String(Number(date.slice(-2)))],
      isCurrent: counts !== null && !days[place + 1]?.counts,
      bars: [{ parts: past, width: 0.26 }, { parts: own }],
    };
  });
  const legend = (['answered', 'handedOver', 'before', 'later'] as const).map(
    (kind) => html`<li class="${kind}">${t[kind]}</li>`,
  );
  return html`<ul class="legend">${legend}</ul>
${drawColumns({ name: 'week', label: t.chart, slots }, language)}`;
}

/** Why questions of this week went to a person, most often first. @param isCalling a role is called, or cannot be */
function renderReasons(
  visit: ServerVisit,
  { current: { reasons }, previous }: week.WeekSoFar,
  isCalling: boolean,
): Html {
  const { language, settings } = visit;
  const t = weekTexts[language];
  const hasOwnRoles = Object.keys(settings.handover_roles).length > 0;
  const occurred = TEAM_REASONS.filter((reason) => reasons[reason] > 0).toSorted(
    (one, other) => reasons[other] - reasons[one],
  );
  const [most = 'model'] = occurred;
  const rows = occurred.slice(0, MAX_REASONS).map((reason) => {
    const count = reasons[reason];
    const width = Math.round((1_000 * count) / reasons[most]) / 10;
    return html`<li data-week-reason="${reason}"><p><a href="${addressOf(visit, 'answers')}?reason=${reason}">${reasonTexts[language][reason]}</a> <strong>${formatNumber(count, language)}</strong></p>
<svg class="share" width="100%" height="6" aria-hidden="true"><rect width="100%" height="6"/><rect class="part" width="${width}%" height="6"/></svg>
<small>${compare(count, previous.reasons[reason], language, true)}</small></li>`;
  });
  const rest = occurred.slice(MAX_REASONS).reduce((all, reason) => all + reasons[reason], 0);
  return html`<div data-week-reasons><h3>${t.reasons}</h3>
${rows.length === 0 ? html`<p>${t.noReasons}</p>` : html`<ul class="ranking">${rows}</ul>`}
${rest > 0 && html`<p><small>${t.otherReasons(rest, formatNumber(rest, language))}</small></p>`}
${!isCalling && html`<p data-hint="team">${hasOwnRoles ? t.calledInPlaces : t.nobodyCalled} ${tabLink(visit, 'team', t.toRoles)}</p>`}</div>`;
}

/** The topics that had no good answer, most often asked first. @param hasOlder questions of earlier weeks are open */
function renderGaps(visit: ServerVisit, { gaps, total }: WeekFacts['gaps'], hasOlder: boolean): Html {
  const { language } = visit;
  const t = weekTexts[language];
  const number = (value: number) => formatNumber(value, language);
  const rows = gaps.map(
    ({ answerId, question, count }) =>
      html`<li data-week-gap="${answerId}"><p>${visit.opens('unanswered') ? html`<a href="${addressOf(visit, 'unanswered')}" class="clipped">${question}</a>` : html`<span class="clipped">${question}</span>`} <strong>${number(count)}</strong></p>
<small>${t.asked(count, number(count))}</small></li>`,
  );
  const way = hasOlder ? tabLink(visit, 'unanswered', t.olderGaps) : tabLink(visit, 'tests', t.toTests);
  const all = tabLink(visit, 'unanswered', t.toGaps(total, number(total)));
  return html`<div data-week-gaps><h3>${t.gaps}</h3>
${rows.length === 0 ? html`<p data-hint="gaps">${t.noGaps} ${way}</p>` : html`<ol class="ranking">${rows}</ol><p>${all}</p>`}</div>`;
}

import { listNewGaps } from '../../../../core/learning/new-gaps.ts';
import type { Overview } from '../../../../core/operations/overview.ts';
import {
  type DayCounts,
  type DayPair,
  readWeekSoFar,
  type WeekSoFar,
} from '../../../../core/quota/week-so-far.ts';
import type { countThisWeek, WeeklyUse } from '../../../../core/quota/weekly-use.ts';
import type { Reading } from '../../../../core/runtime/readings.ts';
import { weekTexts } from '../../i18n/overview.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import { drawColumns } from '../../view/columns.ts';
import { formatNumber, formatParts, type Html, html } from '../../view/html.ts';
import { renderFigures } from './figures.ts';
import { renderNumbers } from './numbers.ts';
import { type NewGaps, renderGaps, renderReasons } from './topics.ts';

const MAX_GAPS = 3;

interface WeekFacts {
  week: WeekSoFar;
  gaps: Pick<NewGaps, 'gaps' | 'total'>;
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

/** This week in one picture, or what to do so that there is one. */
export function renderWeek(
  visit: ServerVisit,
  facts: WeekFacts & { overview: Overview; weeks: readonly WeeklyUse[] },
): Html {
  const { week, gaps, overview, weeks } = facts;
  const { language, settings } = visit;
  const t = weekTexts[language];
  const link = (tab: string, text: string) => html`<a href="${addressOf(visit, tab)}">${text}</a>`;
  const isKnowing = overview.steps.some(({ step, isDone }) => step === 'knowledge' && isDone);
  const isAsked = week.days.some(({ counts, before, later }) => sum(counts) + sum(before) + sum(later) > 0);
  const isSilent = weeks.every(({ channels }) =>
    channels.every(({ helpful, unhelpful }) => helpful + unhelpful === 0),
  );
  const isCalling = !overview.isOnDiscord || settings.handover_role !== null;
  const way = (tab: string, text: string) =>
    html`<a href="${addressOf(visit, tab)}" role="button" class="secondary outline">${text}</a>`;
  const ways = [way('playground', t.toPlayground), way('channels', t.toChannels), way('api', t.toConnect)];
  return html`<section data-this-week><h2>${t.title}</h2>
${!isKnowing && html`<p class="note warn" data-hint="knowledge">${t.noKnowledge} ${link('knowledge', t.toFirstEntry)}</p>`}
${
  isAsked
    ? html`<p class="period">${describePeriod(visit, week)}</p>
${renderFigures(visit, week, { isSilent })}
${drawWeek(visit, week.days)}
<div class="columns">${renderReasons(visit, week, { isCalling })}${renderGaps(visit, { ...gaps, hasOlder: overview.waiting.openQuestions > 0 })}</div>
${renderNumbers(visit, week)}`
    : html`<p data-hint="answers">${t.noAnswers}</p><p class="actions">${ways}</p>`
}</section>`;
}

const sum = (counts: DayCounts | null) => (counts ? counts.answered + counts.handedOver : 0);

function describePeriod({ core, language }: ServerVisit, { current, previous }: WeekSoFar): string {
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
const SHORT_DATE = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const;

function drawWeek({ language }: ServerVisit, days: readonly DayPair[]): Html {
  const t = weekTexts[language];
  const number = (value: number) => formatNumber(value, language);
  const name = (date: string) => formatParts(new Date(date), language, SHORT_DATE);
  const isLast = (place: number) => days[place]?.counts !== null && !days[place + 1]?.counts;
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
      isCurrent: isLast(place),
      bars: [{ parts: past, width: 0.26 }, { parts: own }],
    };
  });
  const legend = (['answered', 'handedOver', 'before', 'later'] as const).map(
    (kind) => html`<li class="${kind}">${t[kind]}</li>`,
  );
  return html`<ul class="legend">${legend}</ul>
${drawColumns({ name: 'week', label: t.chart, slots }, language)}`;
}

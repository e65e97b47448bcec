import type { DailyUse } from '../../../../core/quota/statistics.ts';
import { type ChannelUse, sumUse, type WeeklyUse } from '../../../../core/quota/weekly-use.ts';
import { TEAM_REASONS } from '../../../../domain/types.ts';
import { reasonTexts } from '../../i18n/errors.ts';
import { statisticsTexts } from '../../i18n/statistics.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import { drawColumns } from '../../view/columns.ts';
import { numberTable, plainDate, tabLink } from '../../view/components.ts';
import type { Html } from '../../view/html.ts';
import { formatDate, formatNumber, formatParts, formatPercent, html, NOTHING } from '../../view/html.ts';

/** Answers by day and their outcomes by week, folded; nothing where nothing was asked before this week. */
export function renderHistory(
  visit: ServerVisit,
  { days, weeks }: { days: readonly DailyUse[]; weeks: readonly WeeklyUse[] },
): Html {
  const total = sumUse(weeks.flatMap(({ channels }) => channels));
  if (total.answers === 0) return NOTHING;
  return html`<section><h2>${statisticsTexts[visit.language].history}</h2>
${renderDays(visit, days)}
${renderWeeks(visit, weeks)}
</section>`;
}

const KINDS = ['api', 'discord', 'handedOver'] as const;

function renderDays(visit: ServerVisit, days: readonly DailyUse[]): Html {
  const { core, language } = visit;
  const t = statisticsTexts[language];
  const number = (value: number) => formatNumber(value, language);
  const sum = (count: (one: DailyUse) => number) => days.reduce((all, one) => all + count(one), 0);
  const answers = sum(({ api, discord }) => api + discord);
  const rows = days.toReversed().map((one) => {
    const cells = KINDS.map((kind) => html`<td>${number(one[kind])}</td>`);
    return html`<tr data-day="${one.day}"><th scope="row">${plainDate(one.day, language)}</th>${cells}</tr>`;
  });
  const title = t.days(days.length);
  return html`<details data-use><summary>${title}</summary>
<p>${t.total(number(answers), days.length, number(sum(({ handedOver }) => handedOver)))}</p>
<ul class="legend">${KINDS.map((kind) => html`<li class="${kind}">${t[kind]}</li>`)}</ul>
${drawDays(visit, days)}
${numberTable(title, [t.day, t.api, t.discord, t.handedOver], rows)}
<p><small>${t.dayZone(core.config.QUOTA_TIME_ZONE)}</small></p>
</details>`;
}

const MONDAY = 1;
/** A date alone is midnight UTC. */
const SHORT_DATE = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;

function drawDays({ language }: ServerVisit, days: readonly DailyUse[]): Html {
  const t = statisticsTexts[language];
  const slots = days.map((one) => {
    const date = new Date(one.day);
    const name = formatDate(date, language, 'UTC');
    const toPart = (kind: (typeof KINDS)[number]) => ({
      ...{ kind, count: one[kind] },
      told: t.dayTold(name, t[kind], formatNumber(one[kind], language)),
    });
    return {
      label: date.getUTCDay() === MONDAY ? [formatParts(date, language, SHORT_DATE)] : [],
      bars: [{ parts: [toPart('api'), toPart('discord')] }, { parts: [toPart('handedOver')] }],
    };
  });
  return drawColumns({ name: 'days', label: t.daysChart(days.length), slots }, language);
}

function renderWeeks(visit: ServerVisit, weeks: readonly WeeklyUse[]): Html {
  const t = statisticsTexts[visit.language];
  return html`<details data-statistics><summary>${t.title(weeks.length)}</summary>
${renderTotal(visit, weeks)}
${renderNumbers(visit, weeks)}
${renderReasons(visit, weeks)}
<p><small>${t.zone(visit.core.config.QUOTA_TIME_ZONE)}</small></p>
</details>`;
}

function renderTotal(visit: ServerVisit, weeks: readonly WeeklyUse[]): Html {
  const { language } = visit;
  const t = statisticsTexts[language];
  const total = sumUse(weeks.flatMap(({ channels }) => channels));
  const number = (value: number) => formatNumber(value, language);
  const votes = total.helpful + total.unhelpful;
  if (votes + total.resolved + total.teamAnswered + total.reopened === 0)
    return html`<p data-silent>${t.silent} ${tabLink(visit, 'api', t.toApi)}</p>`;
  const share =
    total.helpfulPercent === null ? '' : `, ${t.share(formatPercent(total.helpfulPercent, language))}`;
  const { resolved, teamAnswered, reopened } = total;
  const outcomes = t.outcomes(number(resolved), number(teamAnswered), number(reopened));
  return html`<p>${t.votes(votes, number(votes))}${share}. ${outcomes}.</p>
<ul class="legend">${BARS.flat().map((field) => html`<li class="${field}">${t[field]}</li>`)}</ul>
${drawWeeks(visit, weeks)}`;
}

/** Stacked from below: votes to the left, tickets to the right. */
const BARS = [
  ['helpful', 'unhelpful'],
  ['resolved', 'teamAnswered', 'reopened'],
] as const;

function drawWeeks({ language }: ServerVisit, weeks: readonly WeeklyUse[]): Html {
  const t = statisticsTexts[language];
  const slots = weeks.map(({ week, channels }) => {
    const use = sumUse(channels);
    const bars = BARS.map((fields) => ({
      parts: fields.map((field) => ({
        ...{ kind: field, count: use[field] },
        told: `${t[field]}: ${formatNumber(use[field], language)}`,
      })),
    }));
    const date = new Date(week);
    const parts = [{ day: 'numeric' }, { month: 'short' }] as const;
    return { label: parts.map((part) => formatParts(date, language, { ...part, timeZone: 'UTC' })), bars };
  });
  return drawColumns({ name: 'weeks', label: t.chart(weeks.length), slots }, language);
}

const COLUMNS = [
  ...(['answers', 'helpful', 'unhelpful', 'helpfulPercent', 'resolved', 'teamAnswered', 'reopened'] as const),
  ...(['handedOver', 'drafts', 'repeated'] as const),
];

/** A table for each channel: what became of its answers, week by week. */
function renderNumbers(visit: ServerVisit, weeks: readonly WeeklyUse[]): Html[] {
  const { language } = visit;
  const t = statisticsTexts[language];
  return usedChannels(weeks).map((channel) => {
    const uses = listUses(weeks, channel);
    const rows = COLUMNS.map((column) => {
      const cells = uses.map((use) => html`<td>${describe(use[column], column, language)}</td>`);
      const label = column === 'helpfulPercent' ? t.helpfulShare : t[column];
      return html`<tr data-outcome="${column}" data-channel="${channel}"><th scope="row">${label}</th>${cells}</tr>`;
    });
    return weekTable(visit, weeks, { title: t.channelNumbers(t[channel]), head: t.measure, rows });
  });
}

/** The newest week first. */
function listUses(weeks: readonly WeeklyUse[], channel: ChannelUse['channel']): ChannelUse[] {
  return weeks.toReversed().flatMap(({ channels }) => channels.filter((use) => use.channel === channel));
}

/** A column for each week, the newest first, by its Monday: day and month stand below each other on a phone. */
function weekTable(
  { language }: ServerVisit,
  weeks: readonly WeeklyUse[],
  { title, head, rows }: { title: string; head: string; rows: readonly Html[] },
): Html {
  const dates = weeks.toReversed().map(({ week }) => formatParts(new Date(week), language, SHORT_DATE));
  return html`<h3>${title}</h3>
${numberTable(title, [head, ...dates], rows)}`;
}

function usedChannels(weeks: readonly WeeklyUse[]): ChannelUse['channel'][] {
  const all = weeks.flatMap(({ channels }) => channels.filter(({ answers }) => answers > 0));
  return (['api', 'discord'] as const).filter((name) => all.some(({ channel }) => channel === name));
}

function describe(value: number | null, column: (typeof COLUMNS)[number], language: ServerVisit['language']) {
  if (value === null) return '–';
  return column === 'helpfulPercent' ? formatPercent(value, language) : formatNumber(value, language);
}

/** A table for each channel: reasons by week, those that occurred, each with the way to its answers. */
function renderReasons(visit: ServerVisit, weeks: readonly WeeklyUse[]): Html[] {
  const { language } = visit;
  const t = statisticsTexts[language];
  return usedChannels(weeks).flatMap((channel) => {
    const uses = listUses(weeks, channel);
    const occurred = TEAM_REASONS.filter((reason) => uses.some(({ reasons }) => reasons[reason] > 0));
    const rows = occurred.map(
      (reason) =>
        html`<tr data-reason="${reason}" data-channel="${channel}"><th scope="row"><a href="${addressOf(visit, 'answers')}?channel=${channel}&amp;reason=${reason}">${reasonTexts[language][reason]}</a></th>${uses.map(
          ({ reasons }) => html`<td>${formatNumber(reasons[reason], language)}</td>`,
        )}</tr>`,
    );
    if (rows.length === 0) return [];
    return weekTable(visit, weeks, { title: t.reasons(t[channel]), head: t.reason, rows });
  });
}

import { type ChannelUse, sumUse, type WeeklyUse } from '../../../core/quota/weekly-use.ts';
import { TEAM_REASONS } from '../../../domain/types.ts';
import { reasonTexts } from '../i18n/errors.ts';
import { statisticsTexts } from '../i18n/statistics.ts';
import { addressOf, type ServerVisit } from '../route.ts';
import { table } from '../view/components.ts';
import { formatDate, formatNumber, formatPercent, type Html, html } from '../view/html.ts';

/** What became of the answers of the last weeks: a chart that needs no script, and all numbers as tables. */
export function renderStatistics(visit: ServerVisit, weeks: readonly WeeklyUse[]): Html {
  const t = statisticsTexts[visit.language];
  const total = sumUse(weeks.flatMap(({ channels }) => channels));
  if (total.answers === 0) {
    const link = html`<a href="${addressOf(visit, 'api')}">${t.toConnect}</a>`;
    return html`<section data-statistics><h2>${t.title}</h2><p>${t.none(weeks.length)} ${link}</p></section>`;
  }
  return html`<section data-statistics><h2>${t.title}</h2>
${renderTotal(visit, total, weeks)}
<details><summary>${t.numbers}</summary>
${renderNumbers(visit, weeks)}
${renderReasons(visit, weeks)}
<p><small>${t.zone(visit.core.config.QUOTA_TIME_ZONE)}</small></p>
</details></section>`;
}

type Total = ReturnType<typeof sumUse>;

function renderTotal(visit: ServerVisit, total: Total, weeks: readonly WeeklyUse[]): Html {
  const { language } = visit;
  const t = statisticsTexts[language];
  const number = (value: number) => formatNumber(value, language);
  const votes = total.helpful + total.unhelpful;
  if (votes + total.resolved + total.teamAnswered + total.reopened === 0)
    return html`<p data-silent>${t.silent} <a href="${addressOf(visit, 'api')}">${t.toApi}</a></p>`;
  const share =
    total.helpfulPercent === null ? '' : `, ${t.share(formatPercent(total.helpfulPercent, language))}`;
  const { resolved, teamAnswered, reopened } = total;
  const outcomes = t.outcomes(number(resolved), number(teamAnswered), number(reopened));
  return html`<p>${t.votes(votes, number(votes))}${share}. ${outcomes}.</p>
<ul class="legend">${BARS.flat().map((field) => html`<li class="${field}">${t[field]}</li>`)}</ul>
${drawChart(visit, weeks)}`;
}

/** Stacked from below: votes to the left, tickets to the right. */
const BARS = [
  ['helpful', 'unhelpful'],
  ['resolved', 'teamAnswered', 'reopened'],
] as const;

/** In units of the drawing, which grows with the page. */
const CHART = { width: 640, height: 220, left: 44, top: 10, bottom: 24 };

function drawChart(visit: ServerVisit, weeks: readonly WeeklyUse[]): Html {
  const { language } = visit;
  const t = statisticsTexts[language];
  const { width, height, left, top, bottom } = CHART;
  const sums = weeks.map(({ week, channels }) => ({ week, use: sumUse(channels) }));
  const heights = sums.flatMap(({ use }) =>
    BARS.map((fields) => fields.reduce((sum, field) => sum + use[field], 0)),
  );
  const most = Math.max(1, ...heights);
  const scale = (height - top - bottom) / most;
  const slot = (width - left) / weeks.length;
  const drawn = sums.map(({ week, use }, index) => {
    const at = left + index * slot;
    const bars = BARS.map((fields, side) =>
      drawBar(visit, { fields, use, scale, at: at + slot * (0.15 + 0.37 * side), width: slot * 0.33 }),
    );
    const day = new Date(week).toLocaleDateString(language === 'de' ? 'de-DE' : 'en-GB', SHORT_DATE);
    return html`${bars}<text x="${round(at + slot / 2)}" y="${height - 6}" text-anchor="middle">${day}</text>`;
  });
  const ground = height - bottom;
  return html`<svg class="bars" viewBox="0 0 ${width} ${height}" role="img" aria-label="${t.chart(weeks.length)}">
<line x1="${left}" y1="${ground}" x2="${width}" y2="${ground}" /><line x1="${left}" y1="${top}" x2="${width}" y2="${top}" />
<text x="${left - 6}" y="${top + 5}" text-anchor="end">${formatNumber(most, language)}</text>
<text x="${left - 6}" y="${ground}" text-anchor="end">0</text>
${drawn}</svg>`;
}

/** A date alone is midnight UTC. */
const SHORT_DATE = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;

type Field = (typeof BARS)[number][number];

function drawBar(
  { language }: ServerVisit,
  bar: { fields: readonly Field[]; use: Total; scale: number; at: number; width: number },
): Html[] {
  let y = CHART.height - CHART.bottom;
  return bar.fields.flatMap((field) => {
    const count = bar.use[field];
    if (count === 0) return [];
    const size = count * bar.scale;
    y -= size;
    const told = `${statisticsTexts[language][field]}: ${formatNumber(count, language)}`;
    return html`<rect class="${field}" x="${round(bar.at)}" y="${round(y)}" width="${round(bar.width)}" height="${round(size)}"><title>${told}</title></rect>`;
  });
}

const round = (value: number) => Math.round(value * 100) / 100;

const COLUMNS = [
  ...(['answers', 'helpful', 'unhelpful', 'helpfulPercent', 'resolved', 'teamAnswered', 'reopened'] as const),
  ...(['handedOver', 'drafts', 'repeated'] as const),
];

/** One row for each week and channel, the newest first; a channel without any answer has none. */
function renderNumbers({ language }: ServerVisit, weeks: readonly WeeklyUse[]): Html {
  const t = statisticsTexts[language];
  const heads = COLUMNS.map((column) => (column === 'helpfulPercent' ? t.helpfulShare : t[column]));
  const used = new Set(usedChannels(weeks));
  const rows = weeks.toReversed().flatMap(({ week, channels }) =>
    channels
      .filter(({ channel }) => used.has(channel))
      .map((use) => {
        const cells = COLUMNS.map((column) => html`<td>${describe(use[column], column, language)}</td>`);
        const name = html`<time datetime="${week}">${formatDate(new Date(week), language, 'UTC')}</time>`;
        return html`<tr data-week="${week}" data-channel="${use.channel}"><th scope="row">${name}</th><td>${t[use.channel]}</td>${cells}</tr>`;
      }),
  );
  return table(t.title, [t.week, t.channel, ...heads], rows);
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
  const addressFor = (query: Record<string, string>) =>
    `${addressOf(visit, 'answers')}?${new URLSearchParams(query)}`;
  const newest = weeks.toReversed();
  const dates = newest.map(({ week }) => formatDate(new Date(week), language, 'UTC'));
  return usedChannels(weeks).flatMap((channel) => {
    const uses = newest.flatMap(({ channels }) => channels.filter((use) => use.channel === channel));
    const occurred = TEAM_REASONS.filter((reason) => uses.some(({ reasons }) => reasons[reason] > 0));
    const rows = occurred.map(
      (reason) =>
        html`<tr data-reason="${reason}" data-channel="${channel}"><th scope="row"><a href="${addressFor({ channel, reason })}">${reasonTexts[language][reason]}</a></th>${uses.map(
          ({ reasons }) => html`<td>${formatNumber(reasons[reason], language)}</td>`,
        )}</tr>`,
    );
    return rows.length === 0
      ? []
      : [
          html`<h3>${t.reasons(t[channel])}</h3>
${table(t.reasons(t[channel]), [t.reason, ...dates], rows)}`,
        ];
  });
}

import type { DailyUse } from '../../../../core/quota/statistics.ts';
import { overviewTexts } from '../../i18n/overview.ts';
import type { ServerVisit } from '../../route.ts';
import { table } from '../../view/components.ts';
import { formatDate, formatNumber } from '../../view/format.ts';
import { type Html, html } from '../../view/html.ts';

/** Answers by day and channel: a table for everyone, and a chart that a script draws from it. */
export function renderUse(visit: ServerVisit, use: readonly DailyUse[]): Html {
  const { core, language } = visit;
  const t = overviewTexts[language];
  const sum = (count: (one: DailyUse) => number) => use.reduce((all, one) => all + count(one), 0);
  const answers = sum(({ api, discord }) => api + discord);
  if (answers === 0) return html`<section><h2>${t.use}</h2><p>${t.noUse(use.length)}</p></section>`;
  const number = (value: number) => formatNumber(value, language);
  return html`<section data-use><h2>${t.use}</h2>
<p>${t.total(number(answers), use.length, number(sum(({ handedOver }) => handedOver)))}</p>
<div data-script-only>
<ul class="legend"><li class="api">${t.ofTheApi}</li><li class="discord">${t.ofDiscord}</li><li class="handed-over">${t.handedOver}</li></ul>
<div class="chart" data-chart role="img" aria-label="${t.chart(use.length)}"></div>
<p class="readout" data-readout aria-hidden="true"></p>
</div>
<details><summary>${t.numbers}</summary>
${table(
  t.use,
  [t.day, t.ofTheApi, t.ofDiscord, t.handedOver],
  use.toReversed().map((one) => renderDay(visit, one)),
)}
<p><small>${t.zone(core.config.QUOTA_TIME_ZONE)}</small></p>
</details></section>`;
}

/** Newest first. The script reads the attributes, whatever the language of the texts. */
function renderDay({ language }: ServerVisit, { day, api, discord, handedOver }: DailyUse): Html {
  // A date alone is midnight UTC.
  const name = formatDate(new Date(day), language, 'UTC');
  const cell = (count: number) => html`<td data-count="${count}">${formatNumber(count, language)}</td>`;
  return html`<tr data-day="${day}"><th scope="row"><time datetime="${day}">${name}</time></th>${cell(api)}${cell(discord)}${cell(handedOver)}</tr>`;
}

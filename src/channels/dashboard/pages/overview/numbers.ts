import type { WeekPart, WeekSoFar } from '../../../../core/quota/week-so-far.ts';
import { TEAM_REASONS } from '../../../../domain/types.ts';
import { reasonTexts } from '../../i18n/errors.ts';
import { weekTexts } from '../../i18n/overview.ts';
import { statisticsTexts } from '../../i18n/statistics.ts';
import type { ServerVisit } from '../../route.ts';
import { table } from '../../view/components.ts';
import { formatChange, formatDate, formatNumber, type Html, html } from '../../view/html.ts';

/** Every number of the week and of the week before, as tables. */
export function renderNumbers(visit: ServerVisit, week: WeekSoFar): Html {
  const t = weekTexts[visit.language];
  return html`<details data-week-numbers><summary>${t.numbers}</summary>
${renderMeasures(visit, week)}
${renderDays(visit, week)}
</details>`;
}

interface Measure {
  key: string;
  label: string;
  count(part: WeekPart): number;
}

function renderMeasures({ language }: ServerVisit, { current, previous, taughtUse }: WeekSoFar): Html {
  const t = weekTexts[language];
  const number = (value: number) => formatNumber(value, language);
  const rows = listMeasures(language)
    .filter(({ key, count }) => !key.startsWith('reason:') || count(current) + count(previous) > 0)
    .map(({ key, label, count }) => {
      const [now, before] = [count(current), count(previous)];
      const change = formatChange(now - before, language);
      return html`<tr data-measure="${key}"><th scope="row">${label}</th><td>${number(now)}</td><td>${number(before)}</td><td>${change}</td></tr>`;
    });
  const used = html`<tr data-measure="used"><th scope="row">${t.used}</th><td>${number(taughtUse)}</td><td>–</td><td>–</td></tr>`;
  return table(t.title, [t.measure, t.title, t.upToNow, t.change], [...rows, used]);
}

function listMeasures(language: ServerVisit['language']): Measure[] {
  const t = weekTexts[language];
  const s = statisticsTexts[language];
  const outcomes = [
    'helpful',
    'unhelpful',
    'resolved',
    'teamAnswered',
    'reopened',
    'drafts',
    'repeated',
  ] as const;
  const taught = {
    ...{ approved: t.approvedHead, added: t.addedHead },
    ...{ changed: t.changedHead, imported: t.importedHead },
  };
  return [
    { key: 'questions', label: t.questions, count: ({ use }) => use.answers },
    { key: 'answered', label: t.answered, count: ({ use }) => use.answers - use.handedOver },
    { key: 'handedOver', label: t.handedOver, count: ({ use }) => use.handedOver },
    ...TEAM_REASONS.map((reason) => ({
      key: `reason:${reason}`,
      label: `${t.handedOver}: ${reasonTexts[language][reason]}`,
      count: ({ reasons }: WeekPart) => reasons[reason],
    })),
    ...outcomes.map((key) => ({ key, label: s[key], count: ({ use }: WeekPart) => use[key] })),
    ...(['approved', 'added', 'changed', 'imported'] as const).map((key) => ({
      ...{ key, label: taught[key], count: (part: WeekPart) => part.taught[key] },
    })),
  ];
}

function renderDays({ language }: ServerVisit, { days }: WeekSoFar): Html {
  const t = weekTexts[language];
  const number = (value: number) => formatNumber(value, language);
  const day = (date: string) =>
    html`<time datetime="${date}">${formatDate(new Date(date), language, 'UTC')}</time>`;
  const rows = days.map(({ date, counts, dateBefore, before, later }) => {
    const now = [counts?.answered, counts?.handedOver].map((count) =>
      count === undefined ? '–' : number(count),
    );
    const then = [before.answered + later.answered, before.handedOver + later.handedOver].map(number);
    return html`<tr data-week-day="${date}"><th scope="row">${day(date)}</th>${now.map((count) => html`<td>${count}</td>`)}<td>${day(dateBefore)}</td>${then.map((count) => html`<td>${count}</td>`)}</tr>`;
  });
  const heads = [t.day, t.answered, t.handedOver, t.dayBeforeHead, t.answered, t.handedOver];
  return table(t.day, heads, rows);
}

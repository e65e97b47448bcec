import type { WeekPart, WeekSoFar } from '../../../../core/quota/week-so-far.ts';
import { type InterfaceLanguage, TEAM_REASONS } from '../../../../domain/types.ts';
import { reasonTexts } from '../../i18n/errors.ts';
import { weekTexts } from '../../i18n/overview.ts';
import { statisticsTexts } from '../../i18n/statistics.ts';
import type { ServerVisit } from '../../route.ts';
import { numberTable, plainDate, tabLink } from '../../view/components.ts';
import { formatChange, formatNumber, formatPercent, type Html, html, NOTHING } from '../../view/html.ts';

/** Below it a share or a change in percent says more than there is to know. */
const LEAST_FOR_PERCENT = 10;
/** Beyond it a percentage is harder to read than the difference. */
const MOST_PERCENT = 200;

/** Sign and number stay on one line. */
function percentOf(percent: number, language: InterfaceLanguage): string {
  return formatPercent(percent, language).replace(' ', '\u00a0');
}

type Direction = 'up' | 'down' | 'same';
const SIGNS: Record<Direction, string> = { up: '▲', down: '▼', same: '=' };

/** A direction in sign and words, never by colour. */
function trend(direction: Direction, words: string): Html {
  return html`<span class="trend" data-trend="${direction}"><span aria-hidden="true">${SIGNS[direction]}</span> ${words}</span>`;
}

function directionOf(difference: number): Direction {
  if (difference === 0) return 'same';
  return difference > 0 ? 'up' : 'down';
}

/** How a number changed: in percent where both are ten or more, else by how many. @param isShort in a list */
export function compare(
  current: number,
  previous: number,
  language: InterfaceLanguage,
  isShort = false,
): Html {
  const t = weekTexts[language];
  const [more, fewer, same, none] = isShort
    ? ([t.moreShort, t.fewerShort, () => t.sameShort, t.noneBeforeShort] as const)
    : ([t.more, t.fewer, t.same, t.noneBefore] as const);
  const direction = directionOf(current - previous);
  if (previous === 0) return trend(direction, none);
  const before = formatNumber(previous, language);
  if (direction === 'same') return trend(direction, same(before));
  const difference = Math.abs(current - previous);
  const percent = Math.round((100 * difference) / previous);
  const isTold = Math.min(current, previous) >= LEAST_FOR_PERCENT && percent > 0 && percent <= MOST_PERCENT;
  const much = isTold ? percentOf(percent, language) : formatNumber(difference, language);
  return trend(direction, direction === 'up' ? more(much, before) : fewer(much, before));
}

/** A share in whole percent, 0 and 100 only where it is exactly that; null of fewer than ten. */
function shareOf(some: number, all: number): number | null {
  if (all < LEAST_FOR_PERCENT) return null;
  if (some === 0 || some === all) return some === 0 ? 0 : 100;
  return Math.min(99, Math.max(1, Math.round((100 * some) / all)));
}

/** A large number, with the words that explain it below. */
export function renderFigure(name: string, label: string, value: string, below: Html): Html {
  return html`<div class="card" data-figure="${name}"><h3>${label}</h3><p class="figure">${value}</p>${below}</div>`;
}

export function renderFigures(visit: ServerVisit, week: WeekSoFar, isSilent: boolean): Html {
  return html`<div class="figures">
${renderQuestions(visit, week, 'answered')}
${renderQuestions(visit, week, 'handedOver')}
${renderVotes(visit, week, isSilent)}
${renderTaught(visit, week)}
</div>
<div class="figures">${STANDINGS.map((name) => renderStanding(visit, week, name))}</div>`;
}

const COUNTS = {
  answered: ({ use }: WeekPart) => use.answers - use.handedOver,
  handedOver: ({ use }: WeekPart) => use.handedOver,
};

function renderQuestions(
  { language }: ServerVisit,
  { current, previous }: WeekSoFar,
  name: keyof typeof COUNTS,
): Html {
  const t = weekTexts[language];
  const [count, before] = [COUNTS[name](current), COUNTS[name](previous)];
  const { answers } = current.use;
  const all = formatNumber(answers, language);
  const share = shareOf(count, answers);
  const shareBefore = shareOf(before, previous.use.answers);
  const told = share === null ? t.ofQuestions(answers, all) : t.share(percentOf(share, language), all);
  const last =
    share === null || shareBefore === null ? '' : ` (${t.shareBefore(percentOf(shareBefore, language))})`;
  const below = html`<p>${told}${last}</p><p>${compare(count, before, language)}</p>`;
  return renderFigure(name, t[name], formatNumber(count, language), below);
}

const STANDINGS = ['confirmed', 'silent', 'reopened'] as const;

/** Each alone: silence is no sign that an answer helped. */
function renderStanding(
  { language }: ServerVisit,
  { current, previous }: WeekSoFar,
  name: (typeof STANDINGS)[number],
): Html {
  const t = statisticsTexts[language];
  const [count, before] = [current.use[name], previous.use[name]];
  const below = html`<p>${compare(count, before, language)} <small>${t[`${name}Means`]}</small></p>`;
  return renderFigure(name, t[name], formatNumber(count, language), below);
}

function renderVotes(visit: ServerVisit, { current, previous }: WeekSoFar, isSilent: boolean): Html {
  const { language } = visit;
  const t = weekTexts[language];
  const number = (value: number) => formatNumber(value, language);
  const read = ({ use: { helpful, unhelpful } }: WeekPart) => {
    const votes = helpful + unhelpful;
    return { votes, share: shareOf(helpful, votes), told: t.someOf(number(helpful), number(votes)) };
  };
  const [now, then] = [read(current), read(previous)];
  const last = then.votes === 0 ? t.noneBefore : t.votesBefore(then.told);
  if (now.votes === 0) {
    const hint = html`<p>${t.silent} ${tabLink(visit, 'api', t.toApi)}</p>`;
    return renderFigure('helpful', t.helpful, '–', isSilent ? hint : html`<p>${t.noVotes}</p><p>${last}</p>`);
  }
  const value = now.share === null ? now.told : percentOf(now.share, language);
  const of = now.share === null ? t.votes(now.votes) : t.ofVotes(number(now.votes));
  const change =
    now.share === null || then.share === null ? last : compareShares(now.share, then.share, language);
  return renderFigure('helpful', t.helpful, value, html`<p>${of}</p><p>${change}</p>`);
}

function compareShares(share: number, before: number, language: InterfaceLanguage): Html {
  const t = weekTexts[language];
  const points = Math.abs(share - before);
  const told = percentOf(before, language);
  const direction = directionOf(share - before);
  if (direction === 'same') return trend(direction, t.same(told));
  return trend(direction, `${direction === 'up' ? t.pointsUp(points) : t.pointsDown(points)} (${told})`);
}

const TAUGHT = ['approved', 'added', 'changed', 'imported'] as const;

function renderTaught(visit: ServerVisit, { current, previous, taughtUse }: WeekSoFar): Html {
  const { language } = visit;
  const t = weekTexts[language];
  const number = (value: number) => formatNumber(value, language);
  const sum = ({ taught }: WeekPart) => TAUGHT.reduce((all, one) => all + taught[one], 0);
  const count = sum(current);
  const parts = TAUGHT.filter((one) => current.taught[one] > 0).map((one) =>
    t[one](current.taught[one], number(current.taught[one])),
  );
  const use = taughtUse > 0 && html` ${t.taughtUse(taughtUse, number(taughtUse))}`;
  const below = html`${count > 0 && html`<p>${parts.join(', ')}.${use}</p>`}<p>${compare(count, sum(previous), language)}</p>${hintAtTeaching(visit, count)}`;
  return renderFigure('taught', t.taught, number(count), below);
}

/** Says why nobody teaches, with the way there. */
function hintAtTeaching(visit: ServerVisit, count: number): Html {
  const { settings, language } = visit;
  const t = weekTexts[language];
  const hint = (name: string, text: string, way: Html) => html`<p data-hint="${name}">${text} ${way}</p>`;
  if (!settings.learning) return hint('learning', t.learningOff, tabLink(visit, 'team', t.toLearning));
  if (settings.teach_roles.length === 0)
    return hint('teach', t.nobodyTeaches, tabLink(visit, 'team', t.toRoles));
  return count > 0 ? NOTHING : hint('taught', t.nothingTaught, tabLink(visit, 'knowledge', t.toKnowledge));
}

export function renderNumbers(visit: ServerVisit, week: WeekSoFar): Html {
  const t = weekTexts[visit.language];
  return html`<details data-week-numbers><summary>${t.numbers}</summary>
${renderMeasures(visit, week)}
${renderDays(visit, week)}
</details>`;
}

function renderMeasures({ language }: ServerVisit, { current, previous, taughtUse }: WeekSoFar): Html {
  const t = weekTexts[language];
  const row = (key: string, label: string, values: readonly string[]) =>
    html`<tr data-measure="${key}"><th scope="row">${label}</th>${values.map((value) => html`<td>${value}</td>`)}</tr>`;
  const rows = listMeasures(language)
    .map(([key, label, count]) => ({ key, label, now: count(current), before: count(previous) }))
    .filter(({ key, now, before }) => !key.startsWith('reason:') || now + before > 0)
    .map(({ key, label, now, before }) => {
      const counts = [now, before].map((count) => formatNumber(count, language));
      return row(key, label, [...counts, formatChange(now - before, language)]);
    });
  const used = row('used', t.used, [formatNumber(taughtUse, language), '–', '–']);
  return numberTable(t.title, [t.measure, t.title, t.upToNow, t.change], [...rows, used]);
}

const OUTCOMES = [...STANDINGS, ...(['helpful', 'unhelpful', 'drafts', 'repeated', 'givenBack'] as const)];

type Measure = readonly [key: string, label: string, count: (part: WeekPart) => number];

function listMeasures(language: InterfaceLanguage): Measure[] {
  const t = weekTexts[language];
  return [
    ['questions', t.questions, ({ use }) => use.answers],
    ['answered', t.answered, COUNTS.answered],
    ['handedOver', t.handedOver, COUNTS.handedOver],
    ...TEAM_REASONS.map((reason): Measure => {
      const label = `${t.handedOver}: ${reasonTexts[language][reason]}`;
      return [`reason:${reason}`, label, ({ reasons }) => reasons[reason]];
    }),
    ...OUTCOMES.map((key): Measure => [key, statisticsTexts[language][key], ({ use }) => use[key]]),
    ...TAUGHT.map((key): Measure => [key, t[`${key}Head`], ({ taught }) => taught[key]]),
  ];
}

function renderDays({ language }: ServerVisit, { days }: WeekSoFar): Html {
  const t = weekTexts[language];
  const cells = (...counts: (number | undefined)[]) =>
    counts.map((count) => html`<td>${count === undefined ? '–' : formatNumber(count, language)}</td>`);
  const rows = days.map(({ date, counts, before, later }) => {
    const now = cells(counts?.answered, counts?.handedOver);
    const then = cells(before.answered + later.answered, before.handedOver + later.handedOver);
    return html`<tr data-week-day="${date}"><th scope="row">${plainDate(date, language)}</th>${now}${then}</tr>`;
  });
  const heads = [t.day, t.answered, t.handedOver, t.answeredBefore, t.handedOverBefore];
  return numberTable(t.day, heads, rows);
}

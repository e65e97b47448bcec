import type { WeekPart, WeekSoFar } from '../../../../core/quota/week-so-far.ts';
import type { InterfaceLanguage } from '../../../../domain/types.ts';
import { weekTexts } from '../../i18n/overview.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import { formatNumber, formatPercent, type Html, html, NOTHING } from '../../view/html.ts';

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

/** How a number changed: in percent where both are ten or more, else by how many. @param isShort: in a list */
export function compare(
  current: number,
  previous: number,
  { language, isShort = false }: { language: InterfaceLanguage; isShort?: boolean },
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

function directionOf(difference: number): Direction {
  if (difference === 0) return 'same';
  return difference > 0 ? 'up' : 'down';
}

/** A share in whole percent, 0 and 100 only where it is exactly that; null of fewer than ten. */
function shareOf(some: number, all: number): number | null {
  if (all < LEAST_FOR_PERCENT) return null;
  if (some === 0 || some === all) return some === 0 ? 0 : 100;
  return Math.min(99, Math.max(1, Math.round((100 * some) / all)));
}

/** A number of the overview, large, with what is to be said of it below. */
interface Figure {
  name: string;
  label: string;
  value: string;
  below: Html;
}

export function renderFigure({ name, label, value, below }: Figure): Html {
  return html`<div class="card" data-figure="${name}"><h3>${label}</h3><p class="figure">${value}</p>${below}</div>`;
}

/** The four figures of the week: answered, handed over, helpful, taught. @param isSilent nobody ever voted */
export function renderFigures(
  visit: ServerVisit,
  week: WeekSoFar,
  { isSilent }: { isSilent: boolean },
): Html {
  return html`<div class="figures">
${renderFigure(describeQuestions(visit, week, 'answered'))}
${renderFigure(describeQuestions(visit, week, 'handedOver'))}
${renderFigure(describeVotes(visit, week, isSilent))}
${renderFigure(describeTaught(visit, week))}
</div>`;
}

function questionsOf({ use }: WeekPart): { answered: number; handedOver: number } {
  return { answered: use.answers - use.handedOver, handedOver: use.handedOver };
}

function describeQuestions(
  { language }: ServerVisit,
  { current, previous }: WeekSoFar,
  name: 'answered' | 'handedOver',
): Figure {
  const t = weekTexts[language];
  const number = (value: number) => formatNumber(value, language);
  const [count, before] = [questionsOf(current)[name], questionsOf(previous)[name]];
  const { answers } = current.use;
  const share = shareOf(count, answers);
  const shareBefore = shareOf(before, previous.use.answers);
  const told =
    share === null
      ? t.ofQuestions(answers, number(answers))
      : t.share(percentOf(share, language), number(answers));
  const last =
    share === null || shareBefore === null ? '' : ` (${t.shareBefore(percentOf(shareBefore, language))})`;
  return {
    ...{ name, label: t[name], value: number(count) },
    below: html`<p>${told}${last}</p><p>${compare(count, before, { language })}</p>`,
  };
}

function describeVotes(visit: ServerVisit, { current, previous }: WeekSoFar, isSilent: boolean): Figure {
  const { language } = visit;
  const t = weekTexts[language];
  const number = (value: number) => formatNumber(value, language);
  const read = ({ use: { helpful, unhelpful } }: WeekPart) => {
    const votes = helpful + unhelpful;
    return { votes, share: shareOf(helpful, votes), told: t.someOf(number(helpful), number(votes)) };
  };
  const [now, then] = [read(current), read(previous)];
  const named = { name: 'helpful', label: t.helpful };
  const last = then.votes === 0 ? t.noneBefore : t.votesBefore(then.told);
  if (now.votes === 0) {
    const hint = html`<p>${t.silent} <a href="${addressOf(visit, 'api')}">${t.toApi}</a></p>`;
    return { ...named, value: '–', below: isSilent ? hint : html`<p>${t.noVotes}</p><p>${last}</p>` };
  }
  const value = now.share === null ? now.told : percentOf(now.share, language);
  const of = now.share === null ? t.votes : t.ofVotes(number(now.votes));
  const change =
    now.share === null || then.share === null ? last : compareShares(now.share, then.share, language);
  return { ...named, value, below: html`<p>${of}</p><p>${change}</p>` };
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

function describeTaught(visit: ServerVisit, { current, previous, taughtUse }: WeekSoFar): Figure {
  const { language } = visit;
  const t = weekTexts[language];
  const number = (value: number) => formatNumber(value, language);
  const sum = ({ taught }: WeekPart) => TAUGHT.reduce((all, one) => all + taught[one], 0);
  const count = sum(current);
  const parts = TAUGHT.flatMap((one) => {
    const some = current.taught[one];
    return some === 0 ? [] : [t[one](some, number(some))];
  });
  const use = taughtUse > 0 && html` ${t.taughtUse(taughtUse, number(taughtUse))}`;
  const told = html`<p>${parts.join(', ')}.${use}</p>`;
  return {
    ...{ name: 'taught', label: t.taught, value: number(count) },
    below: html`${count > 0 && told}<p>${compare(count, sum(previous), { language })}</p>${hintAtTeaching(visit, count)}`,
  };
}

/** What keeps the team from teaching, and the way there. */
function hintAtTeaching(visit: ServerVisit, count: number): Html {
  const { settings, language } = visit;
  const t = weekTexts[language];
  const link = (tab: string, text: string) => html`<a href="${addressOf(visit, tab)}">${text}</a>`;
  if (!settings.learning)
    return html`<p data-hint="learning">${t.learningOff} ${link('channels', t.toLearning)}</p>`;
  if (settings.teach_roles.length === 0)
    return html`<p data-hint="teach">${t.nobodyTeaches} ${link('channels', t.toRoles)}</p>`;
  return count > 0
    ? NOTHING
    : html`<p data-hint="taught">${t.nothingTaught} ${link('knowledge', t.toKnowledge)}</p>`;
}

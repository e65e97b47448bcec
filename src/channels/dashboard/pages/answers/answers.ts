import * as log from '../../../../core/answering/log/answer-log.ts';
import { prepareText } from '../../../../core/learning/suggestions/suggestions.ts';
import { toLine, truncate } from '../../../../domain/text.ts';
import { answersTexts } from '../../i18n/answers.ts';
import { reasonTexts } from '../../i18n/errors.ts';
import { addressOf, type Outcome, openTo, pageAt, type Route, type ServerVisit, show } from '../../route.ts';
import { asOf, moment, tabLink, table } from '../../view/components.ts';
import { type Choice, field, filterForm } from '../../view/controls.ts';
import { formatPercent, type Html, html } from '../../view/html.ts';
import { answerRoutes } from './answer.ts';
import { markRoutes } from './marks.ts';

const ANSWERS_PER_PAGE = 50;
const QUESTION_CHARACTERS = 160;

export const answersRoutes: Route[] = [
  ...markRoutes,
  ...openTo('viewer', [pageAt('answers', showLog)]),
  ...answerRoutes,
];

const FILTERS = ['channel', 'reason', 'vote', 'draft'] as const;
type Filter = (typeof FILTERS)[number];

async function showLog(visit: ServerVisit): Promise<Outcome> {
  const { core, server, language, url } = visit;
  const t = answersTexts[language];
  const query = log.toLogQuery(Object.fromEntries(url.searchParams));
  const reading = await core.readings.choose();
  const page = { query, limit: ANSWERS_PER_PAGE, reading };
  const { answers, next } = await log.pageLog(core, server.id, page);
  const content = html`<p>${t.intro(core.config.RETENTION_DAYS)} ${tabLink(visit, 'marks', t.marks)}</p>
${renderFilters(visit, query)}
<div id="answers">
${asOf(visit, reading)}
${answers.length === 0 ? html`<p role="status">${sayNone(visit, query)}</p>` : renderAnswers(visit, answers)}
<p class="actions">${query.before !== undefined && html`<a href="${addressWith(visit, query)}">${t.newest}</a>`}
${next !== null && html`<a href="${addressWith(visit, query, next)}" rel="next">${t.older}</a>`}</p>
</div>`;
  return show({ tab: 'answers', content });
}

function sayNone({ language }: ServerVisit, query: log.LogQuery): string {
  const t = answersTexts[language];
  if (query.before !== undefined) return t.noMore;
  return FILTERS.some((name) => query[name] !== undefined) ? t.noneFits : t.none;
}

/** @param before the answer where the list begins; the newest when left out */
function addressWith(visit: ServerVisit, query: log.LogQuery, before?: string): string {
  const search = new URLSearchParams();
  for (const name of FILTERS) if (query[name] !== undefined) search.set(name, query[name]);
  if (before !== undefined) search.set('before', before);
  const address = addressOf(visit, 'answers');
  return search.size === 0 ? address : `${address}?${search}`;
}

function renderFilters(visit: ServerVisit, query: log.LogQuery): Html {
  const t = answersTexts[visit.language];
  const choices = choicesFor(visit);
  const labels: Record<Filter, string> = {
    channel: t.channel,
    reason: t.result,
    vote: t.vote,
    draft: t.draft,
  };
  const fields = FILTERS.map(
    (name) =>
      html`<div>${field({ name, label: labels[name], value: query[name] ?? '', choices: choices[name] })}</div>`,
  );
  const content = html`<div class="columns">${fields}</div>`;
  return filterForm(visit, { tab: 'answers', part: 'answers', button: t.filter }, content);
}

function choicesFor({ language }: ServerVisit): Record<Filter, Choice[]> {
  const t = answersTexts[language];
  const toChoices = <Value extends string>(
    all: string,
    values: readonly Value[],
    labels: Record<Value, string>,
  ) => [{ value: '', label: all }, ...values.map((value) => ({ value, label: labels[value] }))];
  const reasons = { answered: t.answered, handed_over: t.handedOver, ...reasonTexts[language] };
  return {
    channel: toChoices(t.everyChannel, log.LOG_CHANNELS, t),
    reason: toChoices(t.everyResult, log.LOG_REASONS, reasons),
    vote: toChoices(t.everyVote, log.LOG_VOTES, { up: t.up, down: t.down, none: t.noVote }),
    draft: toChoices(t.everyDraft, log.LOG_DRAFTS, { yes: t.drafts, no: t.noDrafts }),
  };
}

function renderAnswers(visit: ServerVisit, answers: readonly log.LoggedAnswer[]): Html {
  const t = answersTexts[visit.language];
  const heads = [t.when, t.question, t.channel, t.result, t.vote, t.confidence, t.level];
  const rows = answers.map((answer) => renderRow(visit, answer));
  return table(t.title, heads, rows);
}

function renderRow(visit: ServerVisit, answer: log.LoggedAnswer): Html {
  const { language } = visit;
  const t = answersTexts[language];
  const { id, question, channel, reason, feedback, hasComment, isDraft, isRepeated } = answer;
  const asked = truncate(toLine(prepareText(question)), QUESTION_CHARACTERS) || t.noWords;
  const vote = log.toVote(feedback);
  const voted = [vote && t[vote], hasComment && t.comment].filter(Boolean).join(', ');
  const marks = [isDraft && t.isDraft, isRepeated && t.repeated].filter(Boolean).join(', ');
  return html`<tr data-answer-row="${id}"><td>${moment(visit, answer.at)}</td>
<td>${tabLink(visit, `answers/${id}`, asked)}</td>
<td>${channel === 'discord' || channel === 'test' ? t[channel] : t.api}</td>
<td data-reason="${reason ?? ''}">${reason === null ? t.answered : html`${t.handedOver}: ${reasonTexts[language][reason]}`}${
    marks && html` <small>${marks}</small>`
  }</td>
<td>${voted || '–'}</td><td>${formatPercent(Math.round(answer.confidence * 100), language)}</td>
<td>${answer.level}</td></tr>`;
}

import * as log from '../../../../core/answering/log/answer-log.ts';
import { prepareText } from '../../../../core/learning/suggestions/suggestions.ts';
import { toLine, truncate } from '../../../../domain/text.ts';
import { answersTexts } from '../../i18n/answers.ts';
import { reasonTexts } from '../../i18n/errors.ts';
import { type Outcome, openTo, pageAt, type Route, type ServerVisit, show } from '../../route.ts';
import { asOf, badge, moment, tabLink, table, zoneNote } from '../../view/components.ts';
import { faultNote } from '../../view/controls.ts';
import { formatPercent, type Html, html } from '../../view/html.ts';
import { nameChannel } from '../channels/names.ts';
import { answerRoutes } from './answer.ts';
import { draftRoutes } from './drafts.ts';
import { exportLog } from './export.ts';
import { addressWith, isFiltered, type LogView, readView, renderFilters } from './filters.ts';
import { markRoutes } from './marks.ts';
import { outdatedRoutes, renderOutdated } from './outdated.ts';
import { messageAddress } from './place.ts';

const ANSWERS_PER_PAGE = 50;
const QUESTION_CHARACTERS = 160;

export const answersRoutes: Route[] = [
  ...markRoutes,
  ...openTo('viewer', [pageAt('answers', (visit) => showLog(visit)), pageAt('answers.csv', exportLog)]),
  ...outdatedRoutes(showLog),
  ...answerRoutes,
  ...draftRoutes,
];

/** @param fault of a correction that was not posted */
async function showLog(visit: ServerVisit, fault?: string): Promise<Outcome> {
  const { core, server, language, zone } = visit;
  const t = answersTexts[language];
  const [view, reading] = [await readView(visit), await core.readings.choose()];
  const { query } = view;
  const page = { query, zone, limit: ANSWERS_PER_PAGE, reading };
  const { answers, next } = await log.pageLog(core, server.id, page);
  const isEmpty = answers.length === 0;
  const content = html`${faultNote(fault)}<p>${t.intro(core.config.RETENTION_DAYS)} ${tabLink(visit, 'marks', t.marks)}</p>
${!isFiltered(view) && query.before === undefined && (await renderOutdated(visit, reading))}
${renderFilters(visit, view)}
<div id="answers">
${asOf(visit, reading)}
${isEmpty ? html`<p role="status">${sayNone(visit, view)}</p>` : html`${renderAnswers(visit, view, answers)}${zoneNote(visit)}`}
<p class="actions">${query.before !== undefined && html`<a href="${addressWith(visit, view)}" role="button" class="secondary outline">${t.newest}</a>`}
${next !== null && html`<a href="${addressWith(visit, view, next)}" rel="next" role="button" class="secondary outline">${t.older}</a>`}
${!isEmpty && html`<a href="${addressWith(visit, view, undefined, 'answers.csv')}" download>${t.csv}</a>`}</p>
</div>`;
  return show({ tab: 'answers', content }, fault === undefined ? 200 : 422);
}

function sayNone({ language }: ServerVisit, view: LogView): string {
  const t = answersTexts[language];
  if (view.query.before !== undefined) return t.noMore;
  return isFiltered(view) ? t.noneFits : t.none;
}

/** Two lines a row: what was asked, and below it what it was about and where. */
function renderAnswers(visit: ServerVisit, view: LogView, answers: readonly log.LoggedAnswer[]): Html {
  const t = answersTexts[visit.language];
  const heads = [t.question, t.result, t.confidence, t.vote, t.when];
  return html`<div class="dense">${table(
    t.title,
    heads,
    answers.map((answer) => renderRow(visit, view, answer)),
  )}</div>`;
}

function renderRow(visit: ServerVisit, view: LogView, answer: log.LoggedAnswer): Html {
  const { language } = visit;
  const t = answersTexts[language];
  const { id, question, reason, feedback, hasComment, isDraft } = answer;
  const asked = truncate(toLine(prepareText(question)), QUESTION_CHARACTERS) || t.noWords;
  const vote = log.toVote(feedback);
  return html`<tr data-answer-row="${id}"><td><span class="one-line">${tabLink(visit, `answers/${id}`, asked)}</span>
<small class="one-line">${renderDetails(visit, view, answer)}</small></td>
<td class="lead" data-reason="${reason ?? ''}">${reason === null ? badge('good', t.answered) : badge('team', t.handedOver)}${
    isDraft && html` ${badge('busy', t.isDraft)}`
  }</td>
<td class="lead">${formatPercent(Math.round(answer.confidence * 100), language)}</td>
<td>${vote === null ? '–' : badge(vote === 'up' ? 'good' : 'bad', t[vote])}${hasComment && html` <small>${t.comment}</small>`}</td>
<td>${moment(visit, answer.at)}</td></tr>`;
}

function renderDetails(visit: ServerVisit, { guild }: LogView, answer: log.LoggedAnswer): Html {
  const { language } = visit;
  const t = answersTexts[language];
  const { channel, channelId, reason, isRepeated, level } = answer;
  const address = messageAddress(visit, answer);
  const place = channelId === null ? t[channel] : nameChannel(guild, channelId, language);
  const where =
    address === null ? place : html`<a href="${address}" rel="noopener" data-message>${place}</a>`;
  const parts = [reason && reasonTexts[language][reason], where, level, isRepeated && t.repeated];
  return html`${parts.filter(Boolean).map((part, index) => html`${index > 0 && ' · '}${part}`)}`;
}

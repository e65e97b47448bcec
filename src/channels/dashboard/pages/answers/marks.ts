import type { AnswerPage } from '../../../../core/answering/log/answer-log.ts';
import {
  findMark,
  listMarks,
  markIdSchema,
  nameMark,
  type StoredMark,
  unmark,
  VERDICTS,
} from '../../../../core/learning/marks.ts';
import { AppError } from '../../../../domain/errors.ts';
import { toLine, truncate } from '../../../../domain/text.ts';
import { markTexts } from '../../i18n/answers.ts';
import { addressOf, done, type Outcome, type Route, type ServerVisit, show } from '../../route.ts';
import { moment, table } from '../../view/components.ts';
import { actionButton, faultNote } from '../../view/controls.ts';
import { type Html, html } from '../../view/html.ts';

const PAGE = '/servers/:server/marks';
const SHOWN_CHARACTERS = 160;

export const markRoutes: Route[] = [
  { method: 'get', path: PAGE, access: 'server', run: showMarks },
  { method: 'post', path: `${PAGE}/:mark/delete`, page: PAGE, access: 'server', run: takeBack },
];

/** Two buttons, and what somebody pressed before. @param fault why the last one was refused */
export async function renderMark(visit: ServerVisit, answer: AnswerPage, fault?: string): Promise<Html> {
  const { core, server, language } = visit;
  const t = markTexts[language];
  const mark = await findMark(core, server.id, answer.id);
  const buttons = VERDICTS.map((verdict) =>
    actionButton(visit, { to: `answers/${answer.id}/mark`, label: t[verdict], fields: { verdict } }),
  );
  return html`<section data-mark="${mark ? toVerdict(mark) : ''}"><h2>${t.question}</h2>
${faultNote(fault)}
<p>${t.hint}</p>
${mark && html`<p class="note">${t.marked} <strong>${t[toVerdict(mark)]}</strong></p>`}
<div class="actions">${buttons}${mark && removeButton(visit, mark)}</div>
<p><a href="${addressOf(visit, 'marks')}">${t.title}</a></p></section>`;
}

function toVerdict({ isNeeded }: StoredMark): (typeof VERDICTS)[number] {
  return isNeeded ? 'needed' : 'not-needed';
}

function removeButton(visit: ServerVisit, { id, text }: StoredMark): Html {
  const t = markTexts[visit.language];
  const spoken = t.removeSpoken(truncate(toLine(text), SHOWN_CHARACTERS));
  return actionButton(visit, { to: `marks/${id}/delete`, label: t.remove, spoken, kind: 'danger' });
}

async function showMarks(visit: ServerVisit): Promise<Outcome> {
  const { core, server, language } = visit;
  const t = markTexts[language];
  const marks = await listMarks(core, server.id);
  const rows = marks.map(
    (mark) => html`<tr data-mark="${mark.id}"><td>${truncate(toLine(mark.text), SHOWN_CHARACTERS)}</td>
<td>${t[toVerdict(mark)]}</td><td>${moment(visit, mark.createdAt)}</td>
<td><a href="${addressOf(visit, `answers/${mark.answerId}`)}">${t.answer}</a></td><td>${removeButton(visit, mark)}</td></tr>`,
  );
  const content = html`<p>${t.intro}</p>
${marks.length === 0 ? html`<p role="status">${t.none}</p>` : table(t.title, [t.text, t.verdict, t.when, t.answer, t.action], rows)}
<p><a href="${addressOf(visit, 'answers')}">${t.back}</a></p>`;
  return show({ title: t.title, tab: 'answers', content });
}

async function takeBack(visit: ServerVisit): Promise<Outcome> {
  const { core, server, params } = visit;
  const id = markIdSchema.safeParse(params.mark);
  if (!id.success) throw new AppError('not_found');
  const gone = await unmark(core, server.id, id.data);
  return done(visit, 'marks', 'answer_unmarked', { action: 'answer.unmarked', subject: nameMark(gone) });
}

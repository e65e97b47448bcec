import type { AnswerPage } from '../../../../core/answering/log/answer-log.ts';
import * as marks from '../../../../core/learning/marks.ts';
import { toLine, truncate } from '../../../../domain/text.ts';
import { markTexts } from '../../i18n/answers.ts';
import type { Outcome, ServerVisit } from '../../route.ts';
import { done, formAt, openTo, pageAt, parseId, show } from '../../route.ts';
import { moment, tabLink, table } from '../../view/components.ts';
import { actionButton, faultNote } from '../../view/controls.ts';
import { type Html, html } from '../../view/html.ts';
import type { AnswerRefusal } from './forms.ts';

const SHOWN_CHARACTERS = 160;

export const markRoutes = openTo('editor', [
  pageAt('marks', showMarks),
  formAt('marks/:mark/delete', 'marks', takeBack),
]);

export async function renderMark(
  visit: ServerVisit,
  answer: AnswerPage,
  refusal?: AnswerRefusal,
): Promise<Html> {
  const { core, server, language } = visit;
  const t = markTexts[language];
  const mark = await marks.findMark(core, server.id, answer.id);
  const buttons = marks.VERDICTS.map((verdict) =>
    actionButton(visit, { to: `answers/${answer.id}/mark`, label: t[verdict], fields: { verdict } }),
  );
  return html`<section data-mark="${mark ? toVerdict(mark) : ''}"><h2>${t.question}</h2>
${faultNote(refusal?.form === 'mark' ? refusal.fault : undefined)}
<p>${t.hint}</p>
${mark && html`<p class="note">${t.marked} <strong>${t[toVerdict(mark)]}</strong></p>`}
<div class="actions">${buttons}${mark && removeButton(visit, mark)}</div>
<p>${tabLink(visit, 'marks', t.title)}</p></section>`;
}

function toVerdict({ isNeeded }: marks.StoredMark): (typeof marks.VERDICTS)[number] {
  return isNeeded ? 'needed' : 'not-needed';
}

function removeButton(visit: ServerVisit, { id, text }: marks.StoredMark): Html {
  const t = markTexts[visit.language];
  const spoken = t.removeSpoken(truncate(toLine(text), SHOWN_CHARACTERS));
  return actionButton(visit, { to: `marks/${id}/delete`, label: t.remove, spoken, kind: 'danger' });
}

async function showMarks(visit: ServerVisit): Promise<Outcome> {
  const { core, server, language } = visit;
  const t = markTexts[language];
  const stored = await marks.listMarks(core, server.id);
  const rows = stored.map(
    (mark) => html`<tr data-mark="${mark.id}"><td>${truncate(toLine(mark.text), SHOWN_CHARACTERS)}</td>
<td>${t[toVerdict(mark)]}</td><td>${moment(visit, mark.createdAt)}</td>
<td>${tabLink(visit, `answers/${mark.answerId}`, t.answer)}</td><td>${removeButton(visit, mark)}</td></tr>`,
  );
  const content = html`<p>${t.intro}</p>
${stored.length === 0 ? html`<p role="status">${t.none}</p>` : table(t.title, [t.text, t.verdict, t.when, t.answer, t.action], rows)}
<p>${tabLink(visit, 'answers', t.back)}</p>`;
  return show({ title: t.title, tab: 'answers', content });
}

async function takeBack(visit: ServerVisit): Promise<Outcome> {
  const { core, server, params } = visit;
  const gone = await marks.unmark(core, server.id, parseId(marks.markIdSchema, params.mark));
  return done(visit, 'marks', 'answer_unmarked', {
    action: 'answer.unmarked',
    subject: marks.nameMark(gone),
  });
}

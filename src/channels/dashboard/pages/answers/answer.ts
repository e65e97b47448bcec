import { z } from 'zod';
import { type AnswerPage, getLogged } from '../../../../core/answering/log/answer-log.ts';
import { toPlainMarks } from '../../../../core/answering/sanitise/plain-marks.ts';
import { explainAnswer } from '../../../../core/learning/marks.ts';
import type { FoundReason } from '../../../../core/reading/reader.ts';
import { AppError } from '../../../../domain/errors.ts';
import { answerTexts } from '../../i18n/answers.ts';
import { addressOf, type Outcome, type ServerVisit, show } from '../../route.ts';
import { type Html, html } from '../../view/html.ts';
import { type FormRefusal, renderForms } from './forms.ts';
import { renderMark } from './marks.ts';
import { renderAnswer, renderFacts, renderPassages, renderTicket } from './sections.ts';

const answerIdSchema = z.uuid();

/** The id of the answer in the address, as the database has it. @throws AppError('not_found') */
export function toAnswerId({ params }: ServerVisit): string {
  const id = answerIdSchema.safeParse(params.answer?.toLowerCase());
  if (!id.success) throw new AppError('not_found');
  return id.data;
}

/** What was asked and said, why, and what can be done about it. @param refusal of one of its forms */
export async function showAnswer(visit: ServerVisit, refusal?: FormRefusal): Promise<Outcome> {
  const { core, server } = visit;
  const answer = await getLogged(core, server.id, toAnswerId(visit));
  if (answer === null) return showGone(visit);
  // A correction begins with what was said, marks and all.
  const fault = refusal?.form === 'mark' ? refusal.fault : undefined;
  const forms = html`${await renderMark(visit, answer, fault)}${renderForms(visit, answer, refusal)}`;
  const why = await explainAnswer(core, server.id, answer);
  return renderPage(visit, await makeReadable(visit, answer), { why, forms }, refusal ? 422 : 200);
}

/** What was said on a platform holds its marks, as knowledge does. */
async function makeReadable({ core, server }: ServerVisit, page: AnswerPage): Promise<AnswerPage> {
  const at = { serverId: server.id, language: page.language ?? 'en' };
  const given = [page.answer ?? '', ...page.passages.map(({ text }) => text ?? '')];
  const [answer = '', ...texts] = await toPlainMarks(core, at, given);
  const passages = page.passages.map((one, index) => ({ ...one, text: one.text && (texts[index] ?? '') }));
  return { ...page, answer: page.answer && answer, passages };
}

function renderPage(
  visit: ServerVisit,
  answer: AnswerPage,
  { why, forms }: { why: readonly FoundReason[]; forms: Html },
  status: number,
): Outcome {
  const t = answerTexts[visit.language];
  const content = html`<p><a href="${addressOf(visit, 'answers')}">${t.back}</a></p>
${renderTicket(visit, answer)}
${renderAnswer(visit, answer, why)}
${forms}
${renderPassages(visit, answer)}
${renderFacts(visit, answer)}`;
  return show({ title: t.title, tab: 'answers', content }, status);
}

function showGone(visit: ServerVisit): Outcome {
  const t = answerTexts[visit.language];
  const content = html`<p class="note" role="status" data-gone>${t.gone(visit.core.config.RETENTION_DAYS)}</p>
<p><a href="${addressOf(visit, 'answers')}">${t.back}</a></p>`;
  return show({ title: t.title, tab: 'answers', content }, 404);
}

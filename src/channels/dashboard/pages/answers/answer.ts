import { z } from 'zod';
import { type AnswerPage, getLogged } from '../../../../core/answering/log/answer-log.ts';
import { toPlainMarks } from '../../../../core/answering/sanitise/plain-marks.ts';
import { correctAnswer } from '../../../../core/learning/corrections.ts';
import { explainAnswer, markAnswer, nameMark, verdictSchema } from '../../../../core/learning/marks.ts';
import { findAuthor } from '../../../../core/members/privacy.ts';
import { AppError } from '../../../../domain/errors.ts';
import { answerTexts, markTexts } from '../../i18n/answers.ts';
import { unansweredTexts } from '../../i18n/quality.ts';
import { refusalTexts } from '../../i18n/training.ts';
import type { Outcome, Route, ServerVisit } from '../../route.ts';
import { done, formAt, openTo, pageAt, parseId, show } from '../../route.ts';
import { tabLink } from '../../view/components.ts';
import { html } from '../../view/html.ts';
import { addTyped, refuseTest } from '../tests.ts';
import { explainRefusal } from '../training/suggestion-form.ts';
import { type AnswerRefusal, renderForms } from './forms.ts';
import { renderMark } from './marks.ts';
import { renderAnswer, renderFacts, renderPassages, renderTicket } from './sections.ts';

const ANSWER = 'answers/:answer';

export const answerRoutes: Route[] = [
  ...openTo('viewer', [pageAt(ANSWER, (visit) => showAnswer(visit))]),
  ...openTo('editor', [
    formAt(`${ANSWER}/correct`, ANSWER, correctOne),
    formAt(`${ANSWER}/mark`, ANSWER, markOne),
    formAt(`${ANSWER}/test`, ANSWER, makeTest),
  ]),
];

/** The id in the address, as the database has it. */
const toAnswerId = ({ params }: ServerVisit) => parseId(z.uuid(), params.answer?.toLowerCase());

async function showAnswer(visit: ServerVisit, refusal?: AnswerRefusal): Promise<Outcome> {
  const { core, server, language } = visit;
  const t = answerTexts[language];
  const back = html`<p>${tabLink(visit, 'answers', t.back)}</p>`;
  const stored = await getLogged(core, server.id, toAnswerId(visit));
  if (stored === null) {
    const gone = html`<p class="note" role="status" data-gone>${t.gone(core.config.RETENTION_DAYS)}</p>`;
    return show({ title: t.title, tab: 'answers', content: html`${gone}\n${back}` }, 404);
  }
  // A correction begins with the stored texts, marks and all.
  const isEditor = visit.opens(`answers/${stored.id}/correct`, 'post');
  const forms =
    isEditor && html`${await renderMark(visit, stored, refusal)}${renderForms(visit, stored, refusal)}`;
  const why = await explainAnswer(core, server.id, stored);
  const answer = await makeReadable(visit, stored);
  const content = html`${back}
${renderTicket(visit, answer)}
${renderAnswer(visit, answer, why)}
${forms}
${renderPassages(visit, answer)}
${renderFacts(visit, answer)}`;
  return show({ title: t.title, tab: 'answers', content }, refusal && 422);
}

/** Texts of a platform hold its marks, as knowledge does. */
async function makeReadable({ core, server }: ServerVisit, page: AnswerPage): Promise<AnswerPage> {
  const at = { serverId: server.id, language: page.language ?? 'en' };
  const given = [page.answer ?? '', ...page.passages.map(({ text }) => text ?? '')];
  const [answer = '', ...texts] = await toPlainMarks(core, at, given);
  const passages = page.passages.map((one, index) => ({ ...one, text: one.text && (texts[index] ?? '') }));
  return { ...page, answer: page.answer && answer, passages };
}

async function correctOne(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, session, language } = visit;
  const authorId = await findAuthor(core, session.person.id);
  const answerId = toAnswerId(visit);
  try {
    const texts = { question: form.text('question'), answer: form.text('answer') };
    const { id, state } = await correctAnswer(core, { serverId: server.id, answerId, authorId, ...texts });
    if (state === 'pending')
      return done(visit, 'training', 'answer_corrected', { action: 'training.suggested', subject: id });
    return showAnswer(visit, { form: 'correct', fault: answerTexts[language].decided });
  } catch (error) {
    if (isGone(error)) return showAnswer(visit);
    const { optedOut: forbidden, tooMany: suggestions } = unansweredTexts[language];
    const { question, answer } = refusalTexts[language];
    const words = { forbidden, suggestions, question, answer };
    return showAnswer(visit, { form: 'correct', ...explainRefusal(error, words) });
  }
}

/** The page of an answer that is gone says so itself. */
function isGone(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_found';
}

async function makeTest(visit: ServerVisit): Promise<Outcome> {
  const { core, server } = visit;
  // The answer of another server is gone for this one.
  if ((await getLogged(core, server.id, toAnswerId(visit))) === null) return showAnswer(visit);
  try {
    return await addTyped(visit);
  } catch (error) {
    return showAnswer(visit, { form: 'test', ...refuseTest(visit, error) });
  }
}

async function markOne(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, language } = visit;
  const answerId = toAnswerId(visit);
  const verdict = verdictSchema.safeParse(form.text('verdict'));
  if (!verdict.success) return showAnswer(visit);
  try {
    const mark = await markAnswer(core, { serverId: server.id, answerId, verdict: verdict.data });
    const deed = { action: 'answer.marked' as const, subject: nameMark(mark) };
    return done(visit, `answers/${answerId}`, 'answer_marked', deed);
  } catch (error) {
    if (isGone(error)) return showAnswer(visit);
    const { optedOut: forbidden, full: marks, noWords: answer } = markTexts[language];
    return showAnswer(visit, { form: 'mark', ...explainRefusal(error, { forbidden, marks, answer }, []) });
  }
}

import { getLogged } from '../../../../core/answering/log/answer-log.ts';
import { correctAnswer } from '../../../../core/learning/corrections.ts';
import { markAnswer, nameMark, verdictSchema } from '../../../../core/learning/marks.ts';
import { findAuthor } from '../../../../core/members/privacy.ts';
import { AppError } from '../../../../domain/errors.ts';
import { answerTexts, markTexts } from '../../i18n/answers.ts';
import { unansweredTexts } from '../../i18n/quality.ts';
import { refusalTexts } from '../../i18n/training.ts';
import { done, type Outcome, type ServerVisit } from '../../route.ts';
import { addTyped, toTestFaults } from '../tests.ts';
import { showAnswer, toAnswerId } from './answer.ts';
import type { FormRefusal } from './forms.ts';

const NO_FAULTS = new Map<string, string>();

/** What the bot should have said, as a suggestion to be decided under Training. */
export async function correctOne(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, session, language } = visit;
  const authorId = await findAuthor(core, session.person.id);
  const answerId = toAnswerId(visit);
  try {
    const texts = { question: form.text('question'), answer: form.text('answer') };
    const { id, state } = await correctAnswer(core, { serverId: server.id, answerId, authorId, ...texts });
    if (state === 'pending')
      return done(visit, 'training', 'answer_corrected', { action: 'training.suggested', subject: id });
    return showAnswer(visit, { form: 'correct', fault: answerTexts[language].decided, faults: NO_FAULTS });
  } catch (error) {
    return showAnswer(visit, toRefusal(visit, error));
  }
}

/** @throws the error when nobody could foresee it; of an answer that is gone the page itself tells. */
function toRefusal({ language }: ServerVisit, error: unknown): FormRefusal | undefined {
  if (!(error instanceof AppError)) throw error;
  const t = unansweredTexts[language];
  const form = 'correct' as const;
  if (error.code === 'not_found') return undefined;
  if (error.code === 'forbidden') return { form, fault: t.optedOut, faults: NO_FAULTS };
  const { param } = error.context;
  if (param === 'suggestions') return { form, fault: t.tooMany, faults: NO_FAULTS };
  if (param !== 'question' && param !== 'answer') throw error;
  return { form, faults: new Map([[param, refusalTexts[language][param]]]) };
}

/** The question as one that is held against the knowledge from now on. */
export async function makeTest(visit: ServerVisit): Promise<Outcome> {
  const { core, server } = visit;
  // What is not kept is not offered, and another server's answer is none.
  if ((await getLogged(core, server.id, toAnswerId(visit))) === null) return showAnswer(visit);
  try {
    return await addTyped(visit);
  } catch (error) {
    const faults = toTestFaults(visit, error);
    return showAnswer(visit, { form: 'test', fault: faults.get('tests'), faults });
  }
}

/** Whether the team was needed. */
export async function markOne(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, language } = visit;
  const answerId = toAnswerId(visit);
  const verdict = verdictSchema.safeParse(form.text('verdict'));
  if (!verdict.success) return showAnswer(visit);
  try {
    const mark = await markAnswer(core, { serverId: server.id, answerId, verdict: verdict.data });
    return done(visit, `answers/${answerId}`, 'answer_marked', {
      ...{ action: 'answer.marked', subject: nameMark(mark) },
    });
  } catch (error) {
    // Of an answer that is gone the page itself tells.
    if (error instanceof AppError && error.code === 'not_found') return showAnswer(visit);
    const fault = sayFault(error, language);
    return showAnswer(visit, { form: 'mark', fault, faults: NO_FAULTS });
  }
}

/** @throws the error when nobody could foresee it. */
function sayFault(error: unknown, language: ServerVisit['language']): string {
  const t = markTexts[language];
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'forbidden') return t.optedOut;
  const { param } = error.context;
  if (param !== 'marks' && param !== 'answer') throw error;
  return param === 'marks' ? t.full : t.noWords;
}

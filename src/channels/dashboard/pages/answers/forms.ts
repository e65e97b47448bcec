import type { AnswerPage } from '../../../../core/answering/log/answer-log.ts';
import { prepareText } from '../../../../core/learning/suggestions/suggestions.ts';
import { MAX_TEST_QUESTION_CHARACTERS } from '../../../../core/learning/test-questions/test-questions.ts';
import { MAX_ENTRY_TEXT_CHARACTERS, MAX_ENTRY_TITLE_CHARACTERS } from '../../../../domain/limits.ts';
import { toLine, truncate } from '../../../../domain/text.ts';
import { answerTexts } from '../../i18n/answers.ts';
import type { ServerVisit } from '../../route.ts';
import { faultNote, field, postForm } from '../../view/controls.ts';
import type { Faults } from '../../view/form.ts';
import { type Html, html } from '../../view/html.ts';
import { renderTestFields } from '../tests.ts';

/** Why a form was not taken; what was typed stands in it. */
export interface FormRefusal {
  form: 'correct' | 'test' | 'mark';
  /** Of the form as a whole. */
  fault?: string | undefined;
  faults: Faults;
}

/** What an owner can make of an answer. */
export function renderForms(visit: ServerVisit, answer: AnswerPage, refusal: FormRefusal | undefined): Html {
  const t = answerTexts[visit.language];
  const fold = (form: FormRefusal['form'], label: string, content: Html) => {
    const own = refusal?.form === form ? refusal : undefined;
    return html`<details class="edit"${own && html` open`}><summary>${label}</summary>
${faultNote(own?.fault)}
${postForm(visit, `answers/${answer.id}/${form}`, content)}</details>`;
  };
  const ofTest = refusal?.form === 'test' ? refusal.faults : undefined;
  return html`<section>${fold('correct', t.correct, correctFields(visit, answer, refusal))}
${fold('test', t.makeTest, testFields(visit, answer, ofTest))}</section>`;
}

function correctFields(visit: ServerVisit, answer: AnswerPage, refusal: FormRefusal | undefined): Html {
  const { form, language } = visit;
  const t = answerTexts[language];
  const faults = refusal?.form === 'correct' ? refusal.faults : undefined;
  const offered = {
    question: truncate(toLine(prepareText(answer.question)), MAX_ENTRY_TITLE_CHARACTERS),
    answer: truncate(prepareText(answer.answer ?? ''), MAX_ENTRY_TEXT_CHARACTERS),
  };
  const typed = (name: keyof typeof offered) => ({
    ...{ name, faults, idPrefix: 'correct-', isRequired: true },
    value: faults ? form.text(name) : offered[name],
  });
  return html`<p>${t.correctHint}</p>
${field({ ...typed('question'), label: t.ticket, hint: t.noNames, maxLength: MAX_ENTRY_TITLE_CHARACTERS })}
${field({ ...typed('answer'), label: t.rightAnswer, rows: 6, maxLength: MAX_ENTRY_TEXT_CHARACTERS })}
<button type="submit">${t.suggest}</button>`;
}

function testFields(visit: ServerVisit, answer: AnswerPage, faults: Faults | undefined): Html {
  const question = truncate(toLine(prepareText(answer.question)), MAX_TEST_QUESTION_CHARACTERS);
  return html`<p>${answerTexts[visit.language].makeTestHint}</p>
${renderTestFields(visit, { faults, values: { question, expected: '', needs_team: 'any' }, idPrefix: 'test-' })}`;
}

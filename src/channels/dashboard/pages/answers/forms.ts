import type { AnswerPage } from '../../../../core/answering/log/answer-log.ts';
import { prepareText } from '../../../../core/learning/suggestions/suggestions.ts';
import { MAX_TEST_QUESTION_CHARACTERS } from '../../../../core/learning/test-questions/test-questions.ts';
import { MAX_ENTRY_TEXT_CHARACTERS, MAX_ENTRY_TITLE_CHARACTERS } from '../../../../domain/limits.ts';
import { toLine, truncate } from '../../../../domain/text.ts';
import { answerTexts } from '../../i18n/answers.ts';
import type { ServerVisit } from '../../route.ts';
import { faultNote, postForm } from '../../view/controls.ts';
import { type Html, html } from '../../view/html.ts';
import { renderTestFields } from '../tests.ts';
import { type FormRefusal, suggestionFields } from '../training/suggestion-form.ts';

export interface AnswerRefusal extends FormRefusal {
  form: 'correct' | 'test' | 'mark';
}

export function renderForms(visit: ServerVisit, answer: AnswerPage, refusal?: AnswerRefusal): Html {
  const t = answerTexts[visit.language];
  const fold = (
    form: AnswerRefusal['form'],
    label: string,
    renderFields: (visit: ServerVisit, answer: AnswerPage, own?: FormRefusal) => Html,
  ) => {
    const own = refusal?.form === form ? refusal : undefined;
    return html`<details class="edit"${own && html` open`}><summary>${label}</summary>
${faultNote(own?.fault)}
${postForm(visit, `answers/${answer.id}/${form}`, renderFields(visit, answer, own))}</details>`;
  };
  return html`<section>${fold('correct', t.correct, correctFields)}
${fold('test', t.makeTest, testFields)}</section>`;
}

function correctFields(visit: ServerVisit, answer: AnswerPage, refusal?: FormRefusal): Html {
  const { form, language } = visit;
  const t = answerTexts[language];
  const offered = {
    question: truncate(toLine(prepareText(answer.question)), MAX_ENTRY_TITLE_CHARACTERS),
    answer: truncate(prepareText(answer.answer ?? ''), MAX_ENTRY_TEXT_CHARACTERS),
  };
  const toValue = (name: keyof typeof offered) => (refusal ? form.text(name) : offered[name]);
  const fields = suggestionFields({
    question: { label: t.ticket, hint: t.noNames, value: toValue('question') },
    answer: { label: t.rightAnswer, value: toValue('answer') },
    ...{ rows: 6, faults: refusal?.faults, idPrefix: 'correct-' },
  });
  return html`<p>${t.correctHint}</p>
${fields}
<button type="submit">${t.suggest}</button>`;
}

function testFields(visit: ServerVisit, answer: AnswerPage, refusal?: FormRefusal): Html {
  const question = truncate(toLine(prepareText(answer.question)), MAX_TEST_QUESTION_CHARACTERS);
  const values = { question, expected: '', needs_team: 'any' };
  return html`<p>${answerTexts[visit.language].makeTestHint}</p>
${renderTestFields(visit, { refusal, values, idPrefix: 'test-' })}`;
}

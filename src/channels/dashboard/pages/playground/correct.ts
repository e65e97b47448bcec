import { suggest } from '../../../../core/learning/suggestions/suggestions.ts';
import { findAuthor } from '../../../../core/members/privacy.ts';
import { MAX_ENTRY_TITLE_CHARACTERS } from '../../../../domain/limits.ts';
import { unansweredTexts } from '../../i18n/quality.ts';
import { correctionTexts, refusalTexts } from '../../i18n/training.ts';
import { done, formAt, type Outcome, openTo, pageAt, type ServerVisit, show } from '../../route.ts';
import { faultNote, postForm } from '../../view/controls.ts';
import { html } from '../../view/html.ts';
import { explainRefusal, type FormRefusal, suggestionFields } from '../training/suggestion-form.ts';

/** A better answer to a question in the playground becomes a suggestion that waits for a decision like every other. */
export const correctionRoutes = openTo('editor', [
  pageAt('playground/correct', (visit) => render(visit)),
  formAt('playground/correct', 'playground/correct', correct),
]);

async function correct(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, session } = visit;
  const authorId = await findAuthor(core, session.person.id);
  try {
    const { id } = await suggest(core, {
      ...{ serverId: server.id, question: form.text('question'), answer: form.text('answer') },
      source: 'correction',
      sources: authorId === null ? [] : [{ part: 'answer', memberId: authorId, isOriginal: false }],
    });
    return done(visit, 'training', 'training_saved', { action: 'training.suggested', subject: id });
  } catch (error) {
    const { question, answer } = refusalTexts[visit.language];
    const words = { question, answer, suggestions: unansweredTexts[visit.language].tooMany };
    return render(visit, explainRefusal(error, words));
  }
}

function render(visit: ServerVisit, refusal?: FormRefusal): Outcome {
  const { language, form, url } = visit;
  const t = correctionTexts[language];
  const words = unansweredTexts[language];
  const asked = (url.searchParams.get('question') ?? '').slice(0, MAX_ENTRY_TITLE_CHARACTERS);
  const typed = form.has('question') ? form.text('question') : asked;
  const fields = suggestionFields({
    question: { label: words.question, hint: words.questionHint, value: typed },
    answer: { label: words.yourAnswer, value: form.text('answer') },
    ...{ rows: 6, faults: refusal?.faults },
  });
  const content = html`<p>${t.intro}</p>
${faultNote(refusal?.fault)}
${postForm(
  visit,
  'playground/correct',
  html`${fields}
<button type="submit">${t.suggest}</button>`,
)}`;
  return show({ title: t.title, tab: 'playground', content }, refusal && 422);
}

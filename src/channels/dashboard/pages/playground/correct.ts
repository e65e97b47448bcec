import { suggest } from '../../../../core/learning/suggestions/suggestions.ts';
import { findAuthor } from '../../../../core/members/privacy.ts';
import { AppError } from '../../../../domain/errors.ts';
import { MAX_ENTRY_TEXT_CHARACTERS, MAX_ENTRY_TITLE_CHARACTERS } from '../../../../domain/limits.ts';
import { unansweredTexts } from '../../i18n/quality.ts';
import { correctionTexts, refusalTexts } from '../../i18n/training.ts';
import { done, type Outcome, type Route, type ServerVisit, show } from '../../route.ts';
import { faultNote, field, postForm } from '../../view/controls.ts';
import type { Faults } from '../../view/form.ts';
import { html } from '../../view/html.ts';

const PAGE = '/servers/:server/playground/correct';

/** A better answer to what was tried, as a suggestion that waits for a decision like every other. */
export const correctionRoutes: Route[] = [
  { method: 'get', path: PAGE, access: 'server', run: (visit) => render(visit) },
  { method: 'post', path: PAGE, page: PAGE, access: 'server', run: correct },
];

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
    return refuse(visit, error);
  }
}

/** @throws the error when nobody could foresee it. */
function refuse(visit: ServerVisit, error: unknown): Outcome {
  if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error;
  const { param } = error.context;
  if (param === 'suggestions') return render(visit, { fault: unansweredTexts[visit.language].tooMany });
  if (param !== 'question' && param !== 'answer') throw error;
  return render(visit, { faults: new Map([[param, refusalTexts[visit.language][param]]]) });
}

function render(visit: ServerVisit, refused?: { fault?: string; faults?: Faults }): Outcome {
  const { language, form, url } = visit;
  const t = correctionTexts[language];
  const words = unansweredTexts[language];
  const asked = (url.searchParams.get('question') ?? '').slice(0, MAX_ENTRY_TITLE_CHARACTERS);
  const common = { isRequired: true, faults: refused?.faults };
  const question = { name: 'question', label: words.question, hint: words.questionHint };
  const answer = { name: 'answer', label: words.yourAnswer, value: form.text('answer'), rows: 6 };
  const fields = html`${field({
    ...{ ...common, ...question, value: form.has('question') ? form.text('question') : asked },
    maxLength: MAX_ENTRY_TITLE_CHARACTERS,
  })}
${field({ ...common, ...answer, maxLength: MAX_ENTRY_TEXT_CHARACTERS })}
<button type="submit">${t.suggest}</button>`;
  const content = html`<p>${t.intro}</p>
${faultNote(refused?.fault)}
${postForm(visit, 'playground/correct', fields)}`;
  return show({ title: t.title, tab: 'playground', content }, refused ? 422 : 200);
}

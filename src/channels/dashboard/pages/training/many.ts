import type { Suggestion } from '../../../../core/learning/suggestions/suggestions.ts';
import * as suggestions from '../../../../core/learning/suggestions/suggestions.ts';
import type { Deed } from '../../../../domain/types.ts';
import { refusalTexts, trainingTexts } from '../../i18n/training.ts';
import type { ServerVisit } from '../../route.ts';
import { tabLink } from '../../view/components.ts';
import { hiddenFields, postForm } from '../../view/controls.ts';
import { type Html, html, NOTHING } from '../../view/html.ts';
import type { TrainingView } from './decisions.ts';
import { explainRefusal } from './suggestion-form.ts';

const FORM = 'many';
/** More than a page shows. */
const MAX_AT_ONCE = 100;
const NAME_CHARACTERS = 80;

const VERBS = {
  approve: { action: 'training.approved', run: suggestions.approve },
  reject: { action: 'training.rejected', run: suggestions.reject },
} as const;

export type ManyVerb = keyof typeof VERBS;

export interface ManyDecided {
  deeds: Deed[];
  /** Those that stay as they were, each with the reason. */
  refused: { id: string; question: string; why: string }[];
}

export function toVerb(given: string): ManyVerb | null {
  return given === 'approve' || given === 'reject' ? given : null;
}

/** Decides the chosen ones one after another; one that cannot be decided holds up none of the others. */
export async function decideMany(
  { core, server, form, language }: ServerVisit,
  verb: ManyVerb,
): Promise<ManyDecided> {
  const { action, run } = VERBS[verb];
  const chosen = [...new Set(form.all('chosen'))]
    .filter((id) => suggestions.suggestionIdSchema.safeParse(id).success)
    .slice(0, MAX_AT_ONCE);
  const decided: ManyDecided = { deeds: [], refused: [] };
  for (const id of chosen) {
    const before = await suggestions.getSuggestion(core, server.id, id).catch(() => null);
    if (before === null) continue;
    try {
      await run(core, server.id, id);
      decided.deeds.push({ action, subject: id });
    } catch (error) {
      decided.refused.push({ id, question: before.question, why: explain(error, language) });
    }
  }
  return decided;
}

function explain(error: unknown, language: ServerVisit['language']): string {
  const { state, entries, questions, incomplete, someTests } = refusalTexts[language];
  const words = { state, entries, questions, question: incomplete, answer: incomplete };
  return explainRefusal(error, words, []).fault ?? someTests;
}

/** What happened to the chosen ones where not all could be decided. */
export function renderDecided(visit: ServerVisit, { deeds, refused }: ManyDecided): Html {
  const t = trainingTexts[visit.language];
  if (deeds.length + refused.length === 0)
    return html`<p class="note fault" role="alert">${t.noneChosen}</p>`;
  const items = refused.map(
    ({ id, question, why }) =>
      html`<li data-left="${id}">${tabLink(visit, `training/${id}`, question || t.noQuestion)}: ${why}</li>`,
  );
  return html`<div class="note fault" role="alert" data-many><p>${t.manyDecided(deeds.length, refused.length)}</p><ul>${items}</ul></div>`;
}

/** The two buttons for what is chosen on the cards below. */
export function renderMany(visit: ServerVisit, { state, query, page }: TrainingView): Html {
  const t = trainingTexts[visit.language];
  const content = html`${hiddenFields({ place: 'list', state, q: query, page })}
<label data-script-only><input type="checkbox" data-select-all> ${t.selectAll}</label>
<span>${t.many}</span>
<button type="submit" name="verb" value="approve" class="secondary">${t.approve}</button>
<button type="submit" name="verb" value="reject" class="danger">${t.reject}</button>`;
  return postForm(visit, 'training/decide', content, html` id="${FORM}" class="many"`);
}

/** Stands on a card and belongs to the form above the list. */
export function chooseBox(visit: ServerVisit, { id, question, state }: Suggestion): Html {
  if (state !== 'pending') return NOTHING;
  const t = trainingTexts[visit.language];
  const spoken = t.of(t.choose, question.slice(0, NAME_CHARACTERS));
  return html`<label class="choose"><input type="checkbox" name="chosen" value="${id}" form="${FORM}" aria-label="${spoken}"> ${t.choose}</label>`;
}

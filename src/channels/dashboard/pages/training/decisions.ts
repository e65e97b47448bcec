import { z } from 'zod';
import type { Conflict, Conflicts, Suggestion } from '../../../../core/learning/suggestions/suggestions.ts';
import { TRAINING_STATES } from '../../../../domain/types.ts';
import { sameEntryTexts, trainingTexts } from '../../i18n/training.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import { tabLink } from '../../view/components.ts';
import { hiddenFields, inPlace, postForm } from '../../view/controls.ts';
import { type Html, html, NOTHING } from '../../view/html.ts';
import { isOpen, isWhole } from './changes.ts';
import { type FormRefusal, suggestionFields } from './suggestion-form.ts';

/** More than a server has suggestions of one state. */
const MAX_PAGE = 10_000;
export const MAX_QUERY_CHARACTERS = 200;

const viewSchema = z.object({
  /** Whether the form stood in the list, or on the page of one suggestion. */
  place: z.enum(['list', 'one']).catch('one'),
  state: z.enum(TRAINING_STATES).catch('pending'),
  query: z
    .string()
    .trim()
    .transform((text) => text.slice(0, MAX_QUERY_CHARACTERS)),
  page: z.coerce.number().int().min(1).max(MAX_PAGE).catch(1),
});

export type TrainingView = z.infer<typeof viewSchema>;

export function viewOf({ url }: ServerVisit): TrainingView {
  const [state, query, page] = ['state', 'q', 'page'].map((name) => url.searchParams.get(name));
  return viewSchema.parse({ place: 'list', state, query: query ?? '', page });
}

export function viewOfForm({ form }: ServerVisit): TrainingView {
  const [place, state, query, page] = ['place', 'state', 'q', 'page'].map((name) => form.text(name));
  return viewSchema.parse({ place, state, query, page });
}

/** The list as an address within the server's pages; what is usual is left out. */
export function toList({ state, query, page }: Omit<TrainingView, 'place'>): string {
  const search = new URLSearchParams();
  if (state !== 'pending') search.set('state', state);
  if (query !== '') search.set('q', query);
  if (page > 1) search.set('page', String(page));
  return search.size > 0 ? `training?${search}` : 'training';
}

export interface DecisionRefusal extends FormRefusal {
  suggestion: Suggestion;
}

/** A suggestion with all that its card shows. */
export interface SuggestionFacts {
  suggestion: Suggestion;
  /** Open near-duplicates, some of them, and how many there are. */
  similar: readonly Suggestion[];
  similarCount: number;
  conflicts: readonly Conflict[];
  unchecked: Conflicts['unchecked'];
  /** The entry that it would replace, where that says something else. */
  replaced: { id: string; title: string; text: string } | null;
  corrected: string | null;
}

/** A question is cut to it in the name of a button. */
const NAME_CHARACTERS = 80;

interface Around {
  view: TrainingView;
  refusal?: DecisionRefusal | undefined;
}

export function renderForms(visit: ServerVisit, looked: SuggestionFacts, around: Around): Html {
  const { suggestion } = looked;
  const t = trainingTexts[visit.language];
  const decide = (options: ButtonOptions) => renderButton(visit, suggestion, options, around);
  if (suggestion.state === 'approved') {
    const revert = decide({ verb: 'revert', label: t.revert, kind: 'secondary' });
    return html`<div class="actions">${revert}</div>`;
  }
  if (!isOpen(suggestion)) return NOTHING;
  const isFailing = around.refusal?.regressions !== undefined;
  const approve = suggestion.state === 'suspended' ? t.approveAgain : t.approve;
  return html`${renderSimilar(visit, looked, around)}<div class="actions">
${isFailing && decide({ verb: 'approve', label: t.approveAnyway, kind: 'danger', isForced: true })}
${isWhole(suggestion) && !isFailing && decide({ verb: 'approve', label: approve, shortcut: 'a' })}
${decide({ verb: 'reject', label: t.reject, kind: 'danger', shortcut: 'r' })}
${suggestion.question !== '' && html`<a href="${addressOf(visit, `training/${suggestion.id}/same`)}" role="button" class="secondary outline">${sameEntryTexts[visit.language].open}</a>`}
</div>
${renderEdit(visit, suggestion, around)}`;
}

interface ButtonOptions {
  verb: 'approve' | 'reject' | 'revert';
  label: string;
  kind?: 'secondary' | 'danger';
  isForced?: boolean;
  shortcut?: 'a' | 'r';
}

/** With script the list changes in place, so the next suggestion is there without a new page. */
function verbForm(
  visit: ServerVisit,
  { to, view, attributes = NOTHING }: { to: string; view: TrainingView; attributes?: Html },
  content: Html,
): Html {
  const { place, state, query, page } = view;
  // Where it stands, so that one comes back to it.
  const where = hiddenFields({ place, state, q: query, page });
  const swap = place === 'list' && inPlace(visit, to, 'main');
  return postForm(visit, to, html`${where}${content}`, html`${swap}${attributes}`);
}

function renderButton(
  visit: ServerVisit,
  { id, question }: Suggestion,
  { verb, label, kind, isForced, shortcut }: ButtonOptions,
  { view }: Around,
): Html {
  const spoken = trainingTexts[visit.language].of(label, question.slice(0, NAME_CHARACTERS));
  const content = html`${isForced && hiddenFields({ force: 'yes' })}<button type="submit"${
    kind && html` class="${kind}"`
  } aria-label="${spoken}"${shortcut && html` data-shortcut="${shortcut}"`}>${label}</button>`;
  const attributes = html` class="action" data-verb="${verb}"`;
  return verbForm(visit, { to: `training/${id}/${verb}`, view, attributes }, content);
}

function renderEdit(visit: ServerVisit, suggestion: Suggestion, { view, refusal }: Around): Html {
  const t = trainingTexts[visit.language];
  const faults = refusal?.faults;
  const typed = (name: 'question' | 'answer') => ({
    label: t[name],
    value: faults ? visit.form.text(name) : suggestion[name],
  });
  const content = html`${suggestionFields({ question: typed('question'), answer: typed('answer'), rows: 5, faults, idPrefix: `${suggestion.id}-` })}
<button type="submit">${t.save}</button>`;
  return html`<details class="edit"${faults && html` open`}><summary data-shortcut="e">${t.edit}</summary>
${verbForm(visit, { to: `training/${suggestion.id}/edit`, view }, content)}</details>`;
}

/** Merging takes the open suggestions that are shown here and nothing else. */
function renderSimilar(visit: ServerVisit, looked: SuggestionFacts, { view }: Around): Html {
  const { suggestion, similar, similarCount } = looked;
  if (suggestion.state !== 'pending' || similar.length === 0) return NOTHING;
  const t = trainingTexts[visit.language];
  const hidden = similarCount - similar.length;
  const items = similar.map(
    ({ id, question, answer }) =>
      html`<li>${tabLink(visit, `training/${id}`, question || t.noQuestion)}
<p class="whole">${answer || t.noAnswer}</p></li>`,
  );
  const content = html`${similar.map(({ id }) => hiddenFields({ other: id }))}
<p><small>${t.mergeHint}</small></p>
<button type="submit" class="secondary">${t.merge}</button>`;
  return html`<details data-similar><summary>${t.similar(similarCount)}</summary>
<ul>${items}</ul>
${hidden > 0 && html`<p>${t.similarMore(hidden)}</p>`}
${verbForm(visit, { to: `training/${suggestion.id}/merge`, view }, content)}</details>`;
}

import { z } from 'zod';
import type { Regression } from '../../../../core/learning/suggestions/refusals.ts';
import type { Conflict, Conflicts, Suggestion } from '../../../../core/learning/suggestions/suggestions.ts';
import { MAX_ENTRY_TEXT_CHARACTERS, MAX_ENTRY_TITLE_CHARACTERS } from '../../../../domain/limits.ts';
import type { TrainingState } from '../../../../domain/types.ts';
import { sameEntryTexts, trainingTexts } from '../../i18n/training.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import { field, hiddenFields, inPlace, postForm } from '../../view/controls.ts';
import type { Faults } from '../../view/form.ts';
import { type Html, html, NOTHING } from '../../view/html.ts';
import { isOpen, isWhole } from './changes.ts';

/** More than a server has suggestions of one state. */
const MAX_PAGE = 10_000;
export const MAX_QUERY_CHARACTERS = 200;

export const STATES = ['pending', 'approved', 'rejected', 'suspended'] as const satisfies TrainingState[];

const viewSchema = z.object({
  /** Whether the form stood in the list, or on the page of one suggestion. */
  place: z.enum(['list', 'one']).catch('one'),
  state: z.enum(STATES).catch('pending'),
  query: z
    .string()
    .trim()
    .transform((text) => text.slice(0, MAX_QUERY_CHARACTERS)),
  page: z.coerce.number().int().min(1).max(MAX_PAGE).catch(1),
});

/** What somebody is looking at: where, which state, what they searched for, and which page of it. */
export type View = z.infer<typeof viewSchema>;

/** From the address of the list. */
export function viewOf({ url }: ServerVisit): View {
  const [state, query, page] = ['state', 'q', 'page'].map((name) => url.searchParams.get(name));
  return viewSchema.parse({ place: 'list', state, query: query ?? '', page });
}

/** Where a form was sent from. */
export function viewOfForm({ form }: ServerVisit): View {
  const [place, state, query, page] = ['place', 'state', 'q', 'page'].map((name) => form.text(name));
  return viewSchema.parse({ place, state, query, page });
}

/** The list as an address within the server's pages; what is usual is left out. */
export function toList({ state, query, page }: Pick<View, 'state' | 'query' | 'page'>): string {
  const search = new URLSearchParams();
  if (state !== 'pending') search.set('state', state);
  if (query !== '') search.set('q', query);
  if (page > 1) search.set('page', String(page));
  return search.size > 0 ? `training?${search}` : 'training';
}

/** What was not done to a suggestion, and why; in the reader's language. */
export interface DecisionRefusal {
  suggestion: Suggestion;
  fault?: string;
  /** By field of the form in which it is edited. */
  faults?: Faults;
  regressions?: readonly Regression[];
}

/** A suggestion with all that its card shows. */
export interface Looked {
  suggestion: Suggestion;
  /** Open near-duplicates, some of them, and how many there are. */
  similar: readonly Suggestion[];
  similarCount: number;
  conflicts: readonly Conflict[];
  unchecked: Conflicts['unchecked'];
  /** The entry that it was, and would replace, where that says something else. */
  replaced: { id: string; title: string; text: string } | null;
  /** What the bot said that it corrects. */
  corrected: string | null;
}

/** Of a question in the name of a button. */
const NAME_CHARACTERS = 80;

interface Around {
  view: View;
  refusal?: DecisionRefusal | undefined;
}

/** What can be done with a suggestion, as forms. */
export function renderForms(visit: ServerVisit, looked: Looked, around: Around): Html {
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

/** With script in the list in place: the next suggestion is there without a new page. */
function verbForm(
  visit: ServerVisit,
  { to, view, attributes = NOTHING }: { to: string; view: View; attributes?: Html },
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
  const { id } = suggestion;
  const faults = refusal?.faults;
  const of = (name: 'question' | 'answer') => ({
    ...{ name, label: t[name], value: faults ? visit.form.text(name) : suggestion[name] },
    ...{ idPrefix: `${id}-`, isRequired: true, faults },
  });
  const content = html`${field({ ...of('question'), maxLength: MAX_ENTRY_TITLE_CHARACTERS })}
${field({ ...of('answer'), rows: 5, maxLength: MAX_ENTRY_TEXT_CHARACTERS })}
<button type="submit">${t.save}</button>`;
  return html`<details class="edit"${faults && html` open`}><summary data-shortcut="e">${t.edit}</summary>
${verbForm(visit, { to: `training/${id}/edit`, view }, content)}</details>`;
}

/** What is open besides it; merging takes what is shown here and nothing else. */
function renderSimilar(visit: ServerVisit, looked: Looked, { view }: Around): Html {
  const { suggestion, similar, similarCount } = looked;
  if (suggestion.state !== 'pending' || similar.length === 0) return NOTHING;
  const t = trainingTexts[visit.language];
  const hidden = similarCount - similar.length;
  const items = similar.map(
    ({ id, question, answer }) =>
      html`<li><a href="${addressOf(visit, `training/${id}`)}">${question || t.noQuestion}</a>
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

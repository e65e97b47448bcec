import { z } from 'zod';
import type { Regression } from '../../../../core/learning/suggestions/refusals.ts';
import type { Conflict, Suggestion } from '../../../../core/learning/suggestions/suggestions.ts';
import { MAX_ENTRY_TEXT_CHARACTERS, MAX_ENTRY_TITLE_CHARACTERS } from '../../../../domain/limits.ts';
import type { TrainingState } from '../../../../domain/types.ts';
import { trainingTexts } from '../../i18n/training.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import { csrfField, textArea, textField } from '../../view/components.ts';
import type { Faults } from '../../view/form.ts';
import { type Html, html, NOTHING } from '../../view/html.ts';
import { isOpen, isWhole } from './changes.ts';

export const PER_PAGE = 25;
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
export function viewOf({ url }: Pick<ServerVisit, 'url'>): View {
  const { searchParams: search } = url;
  return viewSchema.parse({
    place: 'list',
    state: search.get('state'),
    query: search.get('q') ?? '',
    page: search.get('page'),
  });
}

/** Where a form was sent from. */
export function viewOfForm({ form }: Pick<ServerVisit, 'form'>): View {
  return viewSchema.parse({
    place: form.text('place'),
    state: form.text('state'),
    query: form.text('q'),
    page: form.text('page'),
  });
}

/** Carries where a form stands, so that one comes back to it. */
function viewFields({ place, state, query, page }: View): Html {
  return html`<input type="hidden" name="place" value="${place}"><input type="hidden" name="state" value="${state}"
><input type="hidden" name="q" value="${query}"><input type="hidden" name="page" value="${page}">`;
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
export interface Refusal {
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
  /** The entry that it was, and would replace, where that says something else. */
  replaced: { id: string; title: string; text: string } | null;
  /** What the bot said that it corrects. */
  corrected: string | null;
}

/** Of a question in the name of a button. */
const NAME_CHARACTERS = 80;

interface Around {
  view: View;
  refusal?: Refusal | undefined;
}

/** What can be done with a suggestion, as forms. */
export function renderForms(visit: ServerVisit, looked: Looked, around: Around): Html {
  const { suggestion } = looked;
  const t = trainingTexts[visit.language];
  const decide = (verb: Verb, label: string, more: ButtonOptions = {}) =>
    renderButton(visit, { id: suggestion.id, verb, label, question: suggestion.question, ...more }, around);
  if (suggestion.state === 'approved')
    return html`<div class="actions">${decide('revert', t.revert, { kind: 'secondary' })}</div>`;
  if (!isOpen(suggestion)) return NOTHING;
  const isFailing = around.refusal?.regressions !== undefined;
  const approve = suggestion.state === 'suspended' ? t.approveAgain : t.approve;
  return html`${renderSimilar(visit, looked, around)}<div class="actions">
${isFailing ? decide('approve', t.approveAnyway, { kind: 'danger', isForced: true }) : NOTHING}
${isWhole(suggestion) && !isFailing ? decide('approve', approve, { shortcut: 'a' }) : NOTHING}
${decide('reject', t.reject, { kind: 'danger', shortcut: 'r' })}
</div>${renderEdit(visit, looked, around)}`;
}

type Verb = 'approve' | 'reject' | 'revert' | 'edit' | 'merge';

interface ButtonOptions {
  kind?: 'secondary' | 'danger';
  isForced?: boolean;
  shortcut?: 'a' | 'r';
}

/** What sends a form, with script in the list in place: the next suggestion is there without a new page. */
function sending(visit: ServerVisit, id: string, verb: Verb, { view }: Around): Html {
  const action = addressOf(visit, `training/${id}/${verb}`);
  const inPlace = html` hx-post="${action}" hx-select="#main" hx-target="#main" hx-swap="outerHTML"`;
  return html`method="post" action="${action}"${view.place === 'list' ? inPlace : ''}`;
}

function renderButton(
  visit: ServerVisit,
  options: ButtonOptions & { id: string; verb: Verb; label: string; question: string },
  around: Around,
): Html {
  const { id, verb, label, question, kind, isForced, shortcut } = options;
  const spoken = trainingTexts[visit.language].of(label, question.slice(0, NAME_CHARACTERS));
  return html`<form ${sending(visit, id, verb, around)} class="action" data-verb="${verb}">${csrfField(visit.session)}${viewFields(around.view)}${
    isForced ? html`<input type="hidden" name="force" value="yes">` : ''
  }<button type="submit"${kind ? html` class="${kind}"` : ''} aria-label="${spoken}"${
    shortcut ? html` data-shortcut="${shortcut}"` : ''
  }>${label}</button></form>`;
}

function renderEdit(visit: ServerVisit, { suggestion }: Looked, around: Around): Html {
  const t = trainingTexts[visit.language];
  const { id } = suggestion;
  const { faults } = around.refusal ?? {};
  const { question, answer } = faults
    ? { question: visit.form.text('question'), answer: visit.form.text('answer') }
    : suggestion;
  const field = { idPrefix: `${id}-`, isRequired: true, ...(faults ? { faults } : {}) };
  return html`<details class="edit"${faults ? html` open` : ''}><summary data-shortcut="e">${t.edit}</summary>
<form ${sending(visit, id, 'edit', around)}>${csrfField(visit.session)}${viewFields(around.view)}
${textField({ ...field, name: 'question', label: t.question, value: question, maxLength: MAX_ENTRY_TITLE_CHARACTERS })}
${textArea({ ...field, name: 'answer', label: t.answer, value: answer, maxLength: MAX_ENTRY_TEXT_CHARACTERS })}
<button type="submit">${t.save}</button></form></details>`;
}

/** What is open besides it; merging takes what is shown here and nothing else. */
function renderSimilar(visit: ServerVisit, looked: Looked, around: Around): Html {
  const { suggestion, similar, similarCount } = looked;
  if (suggestion.state !== 'pending' || similar.length === 0) return NOTHING;
  const t = trainingTexts[visit.language];
  const hidden = similarCount - similar.length;
  return html`<details data-similar><summary>${t.similar(similarCount)}</summary>
<ul>${similar.map(
    (one) =>
      html`<li><a href="${addressOf(visit, `training/${one.id}`)}">${one.question || t.noQuestion}</a>
<p class="whole">${one.answer || t.noAnswer}</p></li>`,
  )}</ul>
${hidden > 0 ? html`<p>${t.similarMore(hidden)}</p>` : NOTHING}
<form ${sending(visit, suggestion.id, 'merge', around)}>${csrfField(visit.session)}${viewFields(around.view)}
${similar.map(({ id }) => html`<input type="hidden" name="other" value="${id}">`)}
<p><small>${t.mergeHint}</small></p>
<button type="submit" class="secondary">${t.merge}</button></form></details>`;
}

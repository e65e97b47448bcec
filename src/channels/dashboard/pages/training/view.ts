import { z } from 'zod';
import type { Regression } from '../../../../core/learning/suggestions/refusals.ts';
import type { Suggestion } from '../../../../core/learning/suggestions/suggestions.ts';
import type { TrainingState } from '../../../../domain/types.ts';
import type { ServerVisit } from '../../route.ts';
import type { Faults } from '../../view/form.ts';
import { type Html, html } from '../../view/html.ts';

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
export function viewFields({ place, state, query, page }: View): Html {
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

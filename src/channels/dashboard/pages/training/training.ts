import { readRegressions } from '../../../../core/learning/suggestions/refusals.ts';
import {
  approve,
  editSuggestion,
  getGroup,
  getSuggestion,
  listSimilar,
  merge,
  reject,
  revert,
  type Suggestion,
  suggestionIdSchema,
} from '../../../../core/learning/suggestions/suggestions.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { AuditAction } from '../../../../domain/types.ts';
import type { NoticeCode } from '../../i18n/frame.ts';
import { refusalTexts, trainingTexts } from '../../i18n/training.ts';
import { addressOf, done, type Outcome, type Route, type ServerVisit, show } from '../../route.ts';
import { type Html, html } from '../../view/html.ts';
import { look, renderCards } from './card.ts';
import { isWhole, offerProof, renderProof } from './changes.ts';
import { type Refusal, toList, type View, viewOf, viewOfForm } from './decisions.ts';
import { showList, showRefused } from './list.ts';

const PAGE = '/servers/:server/training';
const ONE = `${PAGE}/:entry`;
/** Merging takes what a card showed. */
const MAX_MERGED = 50;

/** What can be decided of a suggestion, by the end of the address that its form posts to. */
const DECISIONS: Record<string, Decision> = {
  approve: {
    ...{ notice: 'training_approved', action: 'training.approved' },
    run: ({ core, server, form }, id) =>
      approve(core, server.id, id, { isForced: form.text('force') === 'yes' }),
  },
  edit: {
    ...{ notice: 'training_saved', action: 'training.edited', isEdit: true, stays: true },
    run: ({ core, server, form }, id) =>
      editSuggestion(core, server.id, id, { question: form.text('question'), answer: form.text('answer') }),
  },
  reject: {
    ...{ notice: 'training_rejected', action: 'training.rejected' },
    run: ({ core, server }, id) => reject(core, server.id, id),
  },
  revert: {
    ...{ notice: 'training_reverted', action: 'training.reverted', stays: true },
    run: ({ core, server }, id) => revert(core, server.id, id),
  },
  merge: { notice: 'training_merged', action: 'training.merged', stays: true, run: mergeShown },
};

interface Decision {
  notice: NoticeCode;
  action: AuditAction;
  isEdit?: boolean;
  /** On the page of one suggestion one stays there. */
  stays?: boolean;
  run(visit: ServerVisit, id: string): Promise<Suggestion>;
}

export const trainingRoutes: Route[] = [
  { method: 'get', path: PAGE, access: 'server', run: (visit) => showList(visit, viewOf(visit)) },
  { method: 'get', path: ONE, access: 'server', run: showOne },
  ...Object.entries(DECISIONS).map(([verb, decision]): Route => {
    const run = (visit: ServerVisit) => decide(visit, decision);
    return { method: 'post', path: `${ONE}/${verb}`, page: ONE, access: 'server', run };
  }),
];

/** What was decided meanwhile is left out; with none of the others left there is nothing to merge. */
async function mergeShown({ core, server, form }: ServerVisit, id: string): Promise<Suggestion> {
  const given = form.all('other').filter((other) => suggestionIdSchema.safeParse(other).success);
  const open = new Set(await listSimilar(core, server.id, id));
  const others = given.filter((other) => open.has(other)).slice(0, MAX_MERGED);
  if (others.length === 0) throw new AppError('invalid_input', { param: 'others' });
  return merge(core, server.id, id, others);
}

/** Carries a decision out; a refused one is the same page again and says why. */
async function decide(visit: ServerVisit, decision: Decision): Promise<Outcome> {
  const { core, server } = visit;
  const { notice, action, isEdit = false, stays = false } = decision;
  const id = toId(visit);
  const view = viewOfForm(visit);
  try {
    await decision.run(visit, id);
    const tab = view.place === 'one' && stays ? `training/${id}` : toList(view);
    return done(visit, tab, notice, { action, subject: id });
  } catch (error) {
    const suggestion = await getSuggestion(core, server.id, id);
    const refusal = toRefusal(visit, { error, suggestion, isEdit });
    // Where the form stood; a card that is not there any more is shown by itself.
    const inList = view.place === 'list' ? await showRefused(visit, view, refusal) : null;
    return inList ?? renderOne(visit, suggestion, { refusal, proof: offerProof(visit, suggestion) });
  }
}

/** @throws AppError('not_found') */
function toId({ params }: ServerVisit): string {
  const id = suggestionIdSchema.safeParse(params.entry);
  if (!id.success) throw new AppError('not_found');
  return id.data;
}

/** @throws the error when nobody could foresee it. */
function toRefusal(
  { language }: ServerVisit,
  { error, suggestion, isEdit }: { error: unknown; suggestion: Suggestion; isEdit: boolean },
): Refusal {
  const t = refusalTexts[language];
  if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error;
  const regressions = readRegressions(error);
  if (regressions) return { suggestion, regressions };
  const { param = '' } = error.context;
  if (isEdit && (param === 'question' || param === 'answer'))
    return { suggestion, faults: new Map([[param, t[param]]]) };
  const faults: Record<string, string> = {
    state: t.state,
    entries: t.entries,
    others: t.alone,
    question: t.incomplete,
    answer: isWhole(suggestion) ? t.too_long : t.incomplete,
  };
  const fault = faults[param];
  if (fault === undefined) throw error;
  return { suggestion, fault };
}

async function showOne(visit: ServerVisit): Promise<Outcome> {
  const suggestion = await getSuggestion(visit.core, visit.server.id, toId(visit));
  const isAsked = visit.url.searchParams.has('proof');
  const proof = isAsked ? await renderProof(visit, suggestion) : offerProof(visit, suggestion, true);
  return renderOne(visit, suggestion, { proof });
}

async function renderOne(
  visit: ServerVisit,
  suggestion: Suggestion,
  { refusal, proof }: { refusal?: Refusal; proof: Html },
): Promise<Outcome> {
  const t = trainingTexts[visit.language];
  const looked = await look(visit, await getGroup(visit.core, visit.server.id, suggestion.id));
  const view: View = { place: 'one', state: suggestion.state, query: '', page: 1 };
  const cards = await renderCards(visit, [looked], { view, refusal, proof });
  const content = html`${cards}
<p><a href="${addressOf(visit, toList(view))}">${t.all}</a></p>`;
  return show({ title: t.one, tab: 'training', content }, refusal ? 422 : 200);
}

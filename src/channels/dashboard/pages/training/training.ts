import * as suggestions from '../../../../core/learning/suggestions/suggestions.ts';
import { AppError } from '../../../../domain/errors.ts';
import { type AuditAction, TRAINING_STATES } from '../../../../domain/types.ts';
import type { NoticeCode } from '../../i18n/frame.ts';
import { refusalTexts, stateTexts, trainingTexts } from '../../i18n/training.ts';
import type { Outcome, ServerVisit } from '../../route.ts';
import { addressOf, done, formAt, openTo, pageAt, parseId, show } from '../../route.ts';
import { type Paged, pager, rangeOf, readPaged, tabLink, table } from '../../view/components.ts';
import { field, hiddenFields } from '../../view/controls.ts';
import { formatNumber, type Html, html, NOTHING } from '../../view/html.ts';
import { look, renderCards } from './card.ts';
import { isWhole, offerProof, renderProof } from './changes.ts';
import type { DecisionRefusal, SuggestionFacts, TrainingView } from './decisions.ts';
import { MAX_QUERY_CHARACTERS, toList, viewOf, viewOfForm } from './decisions.ts';
import { historyRoutes, renderHistory } from './history.ts';
import { decideMany, renderDecided, renderMany, toVerb } from './many.ts';
import { explainRefusal } from './suggestion-form.ts';

type TrainingSuggestion = suggestions.Suggestion;
type CardGroup = Pick<SuggestionFacts, 'suggestion' | 'similar' | 'similarCount'>;

const PER_PAGE = 25;
/** Merging takes what a card showed. */
const MAX_MERGED = 50;

const DECISIONS: Record<string, TrainingDecision> = {
  approve: {
    ...{ notice: 'training_approved', action: 'training.approved' },
    run: ({ core, server, form }, id) =>
      suggestions.approve(core, server.id, id, { isForced: form.text('force') === 'yes' }),
  },
  edit: {
    ...{ notice: 'training_saved', action: 'training.edited', isEdit: true, stays: true },
    run: ({ core, server, form }, id) =>
      suggestions.editSuggestion(core, server.id, id, {
        question: form.text('question'),
        answer: form.text('answer'),
      }),
  },
  reject: {
    ...{ notice: 'training_rejected', action: 'training.rejected' },
    run: ({ core, server }, id) => suggestions.reject(core, server.id, id),
  },
  revert: {
    ...{ notice: 'training_reverted', action: 'training.reverted', stays: true },
    run: ({ core, server }, id) => suggestions.revert(core, server.id, id),
  },
  merge: { notice: 'training_merged', action: 'training.merged', stays: true, run: mergeShown },
};

interface TrainingDecision {
  notice: NoticeCode;
  action: AuditAction;
  isEdit?: boolean;
  /** On the page of one suggestion one stays there. */
  stays?: boolean;
  run(visit: ServerVisit, id: string): Promise<TrainingSuggestion>;
}

export const trainingRoutes = openTo('editor', [
  pageAt('training', showList),
  formAt('training/decide', 'training', decideChosen),
  pageAt('training/:entry', showOne),
  ...historyRoutes,
  ...Object.entries(DECISIONS).map(([verb, decision]) =>
    formAt(`training/:entry/${verb}`, 'training/:entry', (visit) => decide(visit, decision)),
  ),
]);

async function decideChosen(visit: ServerVisit): Promise<Outcome> {
  const verb = toVerb(visit.form.text('verb'));
  if (verb === null) throw new AppError('invalid_input', { param: 'verb' });
  const view: TrainingView = { ...viewOfForm(visit), place: 'list' };
  const decided = await decideMany(visit, verb);
  const { deeds, refused } = decided;
  const notice = verb === 'approve' ? 'training_approved_some' : 'training_rejected_some';
  if (deeds.length > 0 && refused.length === 0) return done(visit, toList(view), notice, deeds);
  const page = await renderList(visit, view, await readGroups(visit, view), {
    told: renderDecided(visit, decided),
  });
  return page.kind === 'page' ? { ...page, status: 422, audited: deeds } : page;
}

/** Leaves out those decided meanwhile; with none of the others left there is nothing to merge. */
async function mergeShown({ core, server, form }: ServerVisit, id: string): Promise<TrainingSuggestion> {
  const given = form.all('other').filter((other) => suggestions.suggestionIdSchema.safeParse(other).success);
  const open = new Set(await suggestions.listSimilar(core, server.id, id));
  const others = given.filter((other) => open.has(other)).slice(0, MAX_MERGED);
  if (others.length === 0) throw new AppError('invalid_input', { param: 'others' });
  return suggestions.merge(core, server.id, id, others);
}

async function decide(visit: ServerVisit, decision: TrainingDecision): Promise<Outcome> {
  const { core, server } = visit;
  const { notice, action, isEdit = false, stays = false } = decision;
  const id = toId(visit);
  const view = viewOfForm(visit);
  try {
    await decision.run(visit, id);
    const tab = view.place === 'one' && stays ? `training/${id}` : toList(view);
    return done(visit, tab, notice, { action, subject: id });
  } catch (error) {
    const suggestion = await suggestions.getSuggestion(core, server.id, id);
    const refusal = toRefusal(visit, { error, suggestion, isEdit });
    // Where the form stood; a card that is not there any more is shown by itself.
    const page = view.place === 'list' ? await readGroups(visit, view) : null;
    return page?.rows.some((group) => group.suggestion.id === id)
      ? renderList(visit, view, page, { refusal })
      : renderOne(visit, suggestion, { refusal, proof: offerProof(visit, suggestion) });
  }
}

const toId = ({ params }: ServerVisit) => parseId(suggestions.suggestionIdSchema, params.entry);

function toRefusal(
  { language }: ServerVisit,
  { error, suggestion, isEdit }: { error: unknown; suggestion: TrainingSuggestion; isEdit: boolean },
): DecisionRefusal {
  const t = refusalTexts[language];
  const decided = { question: t.incomplete, answer: isWhole(suggestion) ? t.too_long : t.incomplete };
  const words = {
    ...{ state: t.state, entries: t.entries, questions: t.questions, others: t.alone },
    ...(isEdit ? { question: t.question, answer: t.answer } : decided),
  };
  return { suggestion, ...explainRefusal(error, words, isEdit ? undefined : []) };
}

async function showOne(visit: ServerVisit): Promise<Outcome> {
  const suggestion = await suggestions.getSuggestion(visit.core, visit.server.id, toId(visit));
  const isAsked = visit.url.searchParams.has('proof');
  const proof = isAsked ? await renderProof(visit, suggestion) : offerProof(visit, suggestion, true);
  return renderOne(visit, suggestion, { proof });
}

async function renderOne(
  visit: ServerVisit,
  suggestion: TrainingSuggestion,
  { refusal, proof }: { refusal?: DecisionRefusal; proof: Html },
): Promise<Outcome> {
  const t = trainingTexts[visit.language];
  const looked = await look(visit, await suggestions.getGroup(visit.core, visit.server.id, suggestion.id));
  const view: TrainingView = { place: 'one', state: suggestion.state, query: '', page: 1 };
  const cards = await renderCards(visit, [looked], { view, refusal, proof });
  const content = html`${cards}
<p><a href="${addressOf(visit, toList(view))}">${t.all}</a></p>`;
  return show({ title: t.one, tab: 'training', content }, refusal ? 422 : 200);
}

async function showList(visit: ServerVisit): Promise<Outcome> {
  const view = viewOf(visit);
  return renderList(visit, view, await readGroups(visit, view));
}

async function renderList(
  visit: ServerVisit,
  view: TrainingView,
  page: Paged<CardGroup[]>,
  { refusal, told }: { refusal?: DecisionRefusal; told?: Html } = {},
): Promise<Outcome> {
  const { language, settings } = visit;
  const { state, query } = view;
  const t = trainingTexts[language];
  const looked = await Promise.all(page.rows.map((group) => look(visit, group)));
  const cards = await renderCards(visit, looked, { view: { ...view, page: page.number }, refusal });
  const history = await renderHistory(visit);
  const none = query === '' ? (state === 'pending' ? t.none : t.noneHere) : t.noneFound(query);
  const shown = page.total === 0 ? none : t.shown(...rangeOf(page, PER_PAGE, language));
  const content = html`${told ?? NOTHING}<p>${t.intro}</p>
${history.run}
${await renderStates(visit, view)}
${renderSearch(visit, view)}
${state === 'pending' && cards.length > 0 && renderKeys(visit)}
<div id="queue" data-queue data-position="${t.position('{index}', '{count}')}">
<p role="status" data-total="${page.total}">${shown}</p>
${state === 'pending' && cards.length > 1 && renderMany(visit, { ...view, page: page.number })}
${cards}
</div>
<p class="visually-hidden" aria-live="polite" data-said></p>
${pager(visit, page, 'training', { ...(state !== 'pending' && { state }), ...(query && { q: query }) })}
<p class="note" data-learning="${settings.learning ? 'on' : 'off'}">${settings.learning ? t.learningOn : t.learningOff}
${tabLink(visit, 'team', t.learningLink)}</p>
${history.hint}`;
  return show({ tab: 'training', content }, refusal ? 422 : 200);
}

function readGroups(visit: ServerVisit, { state, query, page }: TrainingView): Promise<Paged<CardGroup[]>> {
  const { core, server } = visit;
  const url = new URL(visit.url);
  url.searchParams.set('page', String(page));
  return readPaged(url, PER_PAGE, async (slice) => {
    const wanted = { ...slice, ...(query && { mentioning: query }) };
    if (state === 'pending') {
      const { groups: rows, total } = await suggestions.pageGroups(core, server.id, wanted);
      return { rows, total };
    }
    const [found, total] = await Promise.all([
      suggestions.listTraining(core, server.id, state, wanted),
      suggestions.countTraining(core, server.id, state, query || undefined),
    ]);
    return { rows: found.map((suggestion) => ({ suggestion, similar: [], similarCount: 0 })), total };
  });
}

async function renderStates({ core, server, language }: ServerVisit, view: TrainingView): Promise<Html> {
  const counts = await Promise.all(
    TRAINING_STATES.map((state) => suggestions.countTraining(core, server.id, state)),
  );
  const links = TRAINING_STATES.map((state, index) => {
    const address = addressOf({ server }, toList({ state, query: view.query, page: 1 }));
    const current = state === view.state ? html` aria-current="true"` : '';
    return html`<li><a href="${address}"${current}>${stateTexts[language][state]} (${formatNumber(counts[index] ?? 0, language)})</a></li>`;
  });
  return html`<nav class="states" aria-label="${trainingTexts[language].states}"><ul>${links}</ul></nav>`;
}

function renderSearch(visit: ServerVisit, { state, query }: TrainingView): Html {
  const t = trainingTexts[visit.language];
  return html`<form method="get" action="${addressOf(visit, 'training')}" role="search">
${state !== 'pending' && hiddenFields({ state })}
${field({ name: 'q', type: 'search', label: t.search, value: query, maxLength: MAX_QUERY_CHARACTERS })}
<div class="actions"><button type="submit" class="secondary">${t.find}</button>
${query !== '' && html`<a href="${addressOf(visit, toList({ state, query: '', page: 1 }))}">${t.clear}</a>`}</div></form>`;
}

function renderKeys({ language }: ServerVisit): Html {
  const t = trainingTexts[language];
  const does = {
    j: t.keyNext,
    k: t.keyPrevious,
    a: t.keyApprove,
    e: t.keyEdit,
    r: t.keyReject,
    '?': t.keyHelp,
  };
  const rows = Object.entries(does).map(
    ([key, text]) => html`<tr><td><kbd>${key}</kbd></td><td>${text}</td></tr>`,
  );
  return html`<details data-script-only data-keys><summary>${t.keys}</summary><p>${t.keysIntro}</p>
${table(t.keys, [t.key, t.does], rows)}</details>`;
}

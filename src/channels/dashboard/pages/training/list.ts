import {
  countTraining,
  listTraining,
  pageGroups,
} from '../../../../core/learning/suggestions/suggestions.ts';
import { stateTexts, trainingTexts } from '../../i18n/training.ts';
import { addressOf, type Outcome, type ServerVisit, show } from '../../route.ts';
import { type Paged, pager, rangeOf, readPaged, table } from '../../view/components.ts';
import { field, hiddenFields } from '../../view/controls.ts';
import { formatNumber, type Html, html } from '../../view/html.ts';
import { look, renderCards } from './card.ts';
import {
  type Looked,
  MAX_QUERY_CHARACTERS,
  PER_PAGE,
  type Refusal,
  STATES,
  toList,
  type View,
} from './decisions.ts';

type Group = Pick<Looked, 'suggestion' | 'similar' | 'similarCount'>;

/** Suggestions of one state, newest first; those that wait with their near-duplicates. */
export async function showList(visit: ServerVisit, view: View): Promise<Outcome> {
  return renderList(visit, view, { page: await readGroups(visit, view) });
}

/** The list with what was not done to one of its suggestions; null when that is not on the page any more. */
export async function showRefused(visit: ServerVisit, view: View, refusal: Refusal): Promise<Outcome | null> {
  const page = await readGroups(visit, view);
  const isShown = page.rows.some(({ suggestion }) => suggestion.id === refusal.suggestion.id);
  return isShown ? renderList(visit, view, { page, refusal }) : null;
}

async function renderList(
  visit: ServerVisit,
  view: View,
  { page, refusal }: { page: Paged<Group[]>; refusal?: Refusal },
): Promise<Outcome> {
  const { language, settings } = visit;
  const { state, query } = view;
  const t = trainingTexts[language];
  const looked = await Promise.all(page.rows.map((group) => look(visit, group)));
  const cards = await renderCards(visit, looked, { view: { ...view, page: page.number }, refusal });
  const none = query === '' ? (state === 'pending' ? t.none : t.noneHere) : t.noneFound(query);
  const shown = page.total === 0 ? none : t.shown(...rangeOf(page, PER_PAGE, language));
  const content = html`<p>${t.intro}</p>
<p class="note" data-learning="${settings.learning ? 'on' : 'off'}">${settings.learning ? t.learningOn : t.learningOff}
<a href="${addressOf(visit, 'channels')}">${t.learningLink}</a></p>
${await renderStates(visit, view)}
${renderSearch(visit, view)}
${state === 'pending' && cards.length > 0 && renderKeys(visit)}
<div id="queue" data-queue data-position="${t.position('{index}', '{count}')}">
<p role="status" data-total="${page.total}">${shown}</p>
${cards}
</div>
<p class="visually-hidden" aria-live="polite" data-said></p>
${pager(visit, page, 'training', { ...(state !== 'pending' && { state }), ...(query && { q: query }) })}`;
  return show({ title: t.title, tab: 'training', content }, refusal ? 422 : 200);
}

function readGroups(visit: ServerVisit, { state, query, page }: View): Promise<Paged<Group[]>> {
  const { core, server } = visit;
  const url = new URL(visit.url);
  url.searchParams.set('page', String(page));
  return readPaged(url, PER_PAGE, async (slice) => {
    const wanted = { ...slice, ...(query && { mentioning: query }) };
    if (state === 'pending') {
      const { groups: rows, total } = await pageGroups(core, server.id, wanted);
      return { rows, total };
    }
    const [found, total] = await Promise.all([
      listTraining(core, server.id, state, wanted),
      countTraining(core, server.id, state, query || undefined),
    ]);
    return { rows: found.map((suggestion) => ({ suggestion, similar: [], similarCount: 0 })), total };
  });
}

/** Links to the states, each with how many there are. */
async function renderStates({ core, server, language }: ServerVisit, view: View): Promise<Html> {
  const counts = await Promise.all(STATES.map((state) => countTraining(core, server.id, state)));
  const links = STATES.map((state, index) => {
    const address = addressOf({ server }, toList({ state, query: view.query, page: 1 }));
    const current = state === view.state ? html` aria-current="true"` : '';
    return html`<li><a href="${address}"${current}>${stateTexts[language][state]} (${formatNumber(counts[index] ?? 0, language)})</a></li>`;
  });
  return html`<nav class="states" aria-label="${trainingTexts[language].states}"><ul>${links}</ul></nav>`;
}

function renderSearch(visit: ServerVisit, { state, query }: View): Html {
  const t = trainingTexts[visit.language];
  return html`<form method="get" action="${addressOf(visit, 'training')}" role="search">
${state !== 'pending' && hiddenFields({ state })}
${field({ name: 'q', type: 'search', label: t.search, value: query, maxLength: MAX_QUERY_CHARACTERS })}
<div class="actions"><button type="submit" class="secondary">${t.find}</button>
${query !== '' && html`<a href="${addressOf(visit, toList({ state, query: '', page: 1 }))}">${t.clear}</a>`}</div></form>`;
}

/** What the keys do; without script there are none. */
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

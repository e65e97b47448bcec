import {
  acceptContradiction,
  lookForContradictions,
} from '../../../../core/contradictions/contradictions.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { StoredContradiction } from '../../../../domain/types.ts';
import { describeUncompared } from '../../../../domain/words.ts';
import { knowledgeTexts } from '../../i18n/knowledge.ts';
import { done, type Outcome, type ServerVisit } from '../../route.ts';
import { note } from '../../view/components.ts';
import { actionButton } from '../../view/controls.ts';
import { formatNumber, type Html, html, NOTHING } from '../../view/html.ts';
import { entryAddress } from './list.ts';

const MAX_SHOWN = 50;

/** The entries that contradict each other; nothing where none do, or where the list is searched. */
export async function renderContradictions(visit: ServerVisit): Promise<Html> {
  const { core, server, url, language } = visit;
  const t = knowledgeTexts[language];
  if (['q', 'source', 'show', 'page'].some((name) => url.searchParams.get(name))) return NOTHING;
  const known = await lookForContradictions(core, server.id);
  if (known === null) return note(t.contradictionsPending);
  const { found: pairs, isRunning } = known;
  const rest = describeUncompared(known);
  const compare = { to: 'knowledge/contradictions/compare', label: t.contradictionsCompare };
  return html`${rest && html`<div data-uncompared="${known.uncompared}">${note(rest[language])}${!isRunning && actionButton(visit, compare)}</div>`}
${renderPairs(visit, pairs)}`;
}

function renderPairs(visit: ServerVisit, pairs: readonly StoredContradiction[]): Html {
  if (pairs.length === 0) return NOTHING;
  const { language } = visit;
  const t = knowledgeTexts[language];
  const rest = pairs.length - MAX_SHOWN;
  return html`<section id="contradictions" data-contradictions="${pairs.length}"><h2>${t.contradictions}</h2>
<p>${t.contradictionsIntro}</p>
${pairs.slice(0, MAX_SHOWN).map((pair) => renderPair(visit, pair))}
${rest > 0 && html`<p>${t.contradictionsMore(formatNumber(rest, language))}</p>`}</section>`;
}

function renderPair(visit: ServerVisit, { id, why, one, other }: StoredContradiction): Html {
  const t = knowledgeTexts[visit.language];
  const fine = {
    ...{ to: 'knowledge/contradictions/fine', label: t.contradictionFine, fields: { pair: id } },
    spoken: t.contradictionFineSpoken(one.title, other.title),
  };
  return html`<article class="card" data-contradiction="${id}">${why !== '' && html`<p data-why>${why}</p>`}<div class="columns">
${[one, other].map((entry) => renderEntry(visit, entry))}</div>
${actionButton(visit, fine)}</article>`;
}

function renderEntry(visit: ServerVisit, { id, title, text }: StoredContradiction['one']): Html {
  return html`<div><h3><a href="${entryAddress(visit, id)}">${title}</a></h3>
<p class="whole">${text}</p></div>`;
}

export async function comparePairs(visit: ServerVisit): Promise<Outcome> {
  await lookForContradictions(visit.core, visit.server.id, true);
  return done(visit, 'knowledge', 'entries_compared');
}

/** @returns null when the pair is none any more. */
export async function acceptPair(visit: ServerVisit): Promise<Outcome | null> {
  const { core, server, form } = visit;
  try {
    const { one, other } = await acceptContradiction(core, server.id, form.text('pair'));
    const subject = `${one.id} / ${other.id}`;
    return done(visit, 'knowledge', 'contradiction_accepted', { action: 'contradiction.accepted', subject });
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

import * as contradictions from '../../../../core/contradictions/contradictions.ts';
import { addEntry } from '../../../../core/knowledge/knowledge.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { StoredContradiction } from '../../../../domain/types.ts';
import { describeUncompared } from '../../../../domain/words.ts';
import { knowledgeTexts } from '../../i18n/knowledge.ts';
import { done, formAt, type Outcome, openTo, pageAt, type ServerVisit, show } from '../../route.ts';
import { note } from '../../view/components.ts';
import { actionButton, faultNote, postForm } from '../../view/controls.ts';
import { formatNumber, type Html, html, NOTHING } from '../../view/html.ts';
import * as entries from './entry.ts';
import { type ImportReport, importPreviewed, previewUpload, renderCounts, renderImport } from './import.ts';
import { entryAddress, renderList } from './list.ts';

const ENTRY = 'knowledge/:entry';

export const knowledgeRoutes = openTo('editor', [
  pageAt('knowledge', (visit) => render(visit)),
  formAt('knowledge', 'knowledge', add),
  formAt('knowledge/import', 'knowledge', (visit) => runImport(visit, previewUpload), true),
  formAt('knowledge/import/confirm', 'knowledge', (visit) => runImport(visit, importPreviewed)),
  formAt('knowledge/contradictions/fine', 'knowledge', declareFine),
  formAt('knowledge/contradictions/compare', 'knowledge', comparePairs),
  pageAt(ENTRY, entries.showEntry),
  formAt(ENTRY, ENTRY, save),
  formAt(`${ENTRY}/propose`, ENTRY, entries.proposeForEntry),
  formAt(`${ENTRY}/restore`, ENTRY, entries.restore),
  formAt(`${ENTRY}/delete`, ENTRY, entries.removeEntry),
]);

async function add(visit: ServerVisit): Promise<Outcome> {
  const checked = entries.checkTyped(visit);
  if (checked.faults) return render(visit, { adding: checked, status: 422 });
  try {
    await addEntry(visit.core, { serverId: visit.server.id, ...checked.given });
  } catch (error) {
    const adding = error instanceof AppError ? entries.refusalOf(visit, error) : undefined;
    if (!adding) throw error;
    return render(visit, { adding, status: 422 });
  }
  const audited = { action: 'knowledge.added' as const, subject: checked.given.title };
  return done(visit, 'knowledge', 'entry_added', audited);
}

async function save(visit: ServerVisit): Promise<Outcome> {
  const saved = await entries.saveEntry(visit);
  return saved ?? render(visit, { adding: { note: knowledgeTexts[visit.language].gone }, status: 404 });
}

async function declareFine(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, language } = visit;
  try {
    const { one, other } = await contradictions.acceptContradiction(core, server.id, form.text('pair'));
    const deed = { action: 'contradiction.accepted' as const, subject: `${one.id} / ${other.id}` };
    return done(visit, 'knowledge', 'contradiction_accepted', deed);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    return render(visit, { fault: knowledgeTexts[language].contradictionGone, status: 404 });
  }
}

interface KnowledgeState {
  fault?: string;
  adding?: entries.EntryRefusal;
  importing?: ImportReport;
  status?: number;
}

async function render(
  visit: ServerVisit,
  { fault, adding, importing, status }: KnowledgeState = {},
): Promise<Outcome> {
  const { language, form } = visit;
  const t = knowledgeTexts[language];
  const entry = html`${entries.entryFields(language, entries.readTyped(adding && form), adding)}
<div class="save"><button type="submit">${t.save}</button></div>`;
  const content = html`<p>${t.intro}</p>
${faultNote(fault)}
${renderCounts(visit)}
${await renderContradictions(visit)}
<details id="add"${adding && html` open`}><summary>${t.add}</summary>
${entries.refusalNote(visit, adding)}
${postForm(visit, 'knowledge', entry)}</details>
${renderImport(visit, importing)}
${await renderList(visit)}`;
  return show({ tab: 'knowledge', content }, status);
}

/** A report instead of an outcome means that nothing was imported. */
async function runImport(
  visit: ServerVisit,
  run: (visit: ServerVisit) => Promise<Outcome | ImportReport>,
): Promise<Outcome> {
  const ended = await run(visit);
  return 'kind' in ended ? ended : render(visit, { importing: ended, status: 422 });
}

const MAX_SHOWN = 50;

/** The entries that contradict each other; nothing where none do, or where the list is searched. */
async function renderContradictions(visit: ServerVisit): Promise<Html> {
  const { core, server, url, language } = visit;
  const t = knowledgeTexts[language];
  if (['q', 'source', 'show', 'page'].some((name) => url.searchParams.get(name))) return NOTHING;
  const known = await contradictions.lookForContradictions(core, server.id);
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

async function comparePairs(visit: ServerVisit): Promise<Outcome> {
  await contradictions.lookForContradictions(visit.core, visit.server.id, true);
  return done(visit, 'knowledge', 'entries_compared');
}

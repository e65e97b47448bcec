import { addEntry } from '../../../../core/knowledge/knowledge.ts';
import { AppError } from '../../../../domain/errors.ts';
import { knowledgeTexts } from '../../i18n/knowledge.ts';
import { done, formAt, type Outcome, pageAt, type Route, type ServerVisit, show } from '../../route.ts';
import { faultNote, postForm } from '../../view/controls.ts';
import { html } from '../../view/html.ts';
import { acceptPair, comparePairs, renderContradictions } from './contradictions.ts';
import * as entries from './entry.ts';
import { type ImportReport, importPreviewed, previewUpload, renderCounts, renderImport } from './import.ts';
import { renderList } from './list.ts';

const ENTRY = 'knowledge/:entry';

export const knowledgeRoutes: Route[] = [
  pageAt('knowledge', (visit) => render(visit)),
  formAt('knowledge', 'knowledge', add),
  formAt('knowledge/import', 'knowledge', (visit) => runImport(visit, previewUpload), true),
  formAt('knowledge/import/confirm', 'knowledge', (visit) => runImport(visit, importPreviewed)),
  formAt('knowledge/contradictions/fine', 'knowledge', declareFine),
  formAt('knowledge/contradictions/compare', 'knowledge', comparePairs),
  pageAt(ENTRY, entries.showEntry),
  formAt(ENTRY, ENTRY, save),
  formAt(`${ENTRY}/propose`, ENTRY, entries.proposeForEntry),
  formAt(`${ENTRY}/delete`, ENTRY, entries.removeEntry),
];

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
  const accepted = await acceptPair(visit);
  const fault = knowledgeTexts[visit.language].contradictionGone;
  return accepted ?? render(visit, { fault, status: 404 });
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
<button type="submit">${t.save}</button>`;
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

import { addEntry } from '../../../../core/knowledge/knowledge.ts';
import { AppError } from '../../../../domain/errors.ts';
import { knowledgeTexts } from '../../i18n/knowledge.ts';
import { done, type Outcome, type Route, type ServerVisit, show } from '../../route.ts';
import { faultNote, postForm } from '../../view/controls.ts';
import { html } from '../../view/html.ts';
import { acceptPair, comparePairs, renderContradictions } from './contradictions.ts';
import {
  checkTyped,
  type EntryRefusal,
  entryFields,
  proposeForEntry,
  readTyped,
  refusalNote,
  refusalOf,
  removeEntry,
  saveEntry,
  showEntry,
} from './entry.ts';
import { type ImportReport, importPreviewed, previewUpload, renderCounts, renderImport } from './import.ts';
import { renderList } from './list.ts';

const PAGE = '/servers/:server/knowledge';
const ENTRY = `${PAGE}/:entry`;

export const knowledgeRoutes: Route[] = [
  { method: 'get', path: PAGE, access: 'server', run: (visit) => render(visit) },
  { method: 'post', path: PAGE, page: PAGE, access: 'server', run: add },
  { method: 'post', path: `${PAGE}/import`, page: PAGE, takesFile: true, access: 'server', run: runImport },
  { method: 'post', path: `${PAGE}/import/confirm`, page: PAGE, access: 'server', run: runConfirmed },
  { method: 'post', path: `${PAGE}/contradictions/fine`, page: PAGE, access: 'server', run: declareFine },
  { method: 'post', path: `${PAGE}/contradictions/compare`, page: PAGE, access: 'server', run: comparePairs },
  { method: 'get', path: ENTRY, access: 'server', run: showEntry },
  { method: 'post', path: ENTRY, page: ENTRY, access: 'server', run: save },
  { method: 'post', path: `${ENTRY}/propose`, page: ENTRY, access: 'server', run: proposeForEntry },
  { method: 'post', path: `${ENTRY}/delete`, page: ENTRY, access: 'server', run: removeEntry },
];

async function add(visit: ServerVisit): Promise<Outcome> {
  const checked = checkTyped(visit);
  if (checked.faults) return render(visit, { adding: checked, status: 422 });
  try {
    await addEntry(visit.core, { serverId: visit.server.id, ...checked.given });
  } catch (error) {
    const adding = error instanceof AppError ? refusalOf(visit, error) : undefined;
    if (!adding) throw error;
    return render(visit, { adding, status: 422 });
  }
  const audited = { action: 'knowledge.added' as const, subject: checked.given.title };
  return done(visit, 'knowledge', 'entry_added', audited);
}

async function save(visit: ServerVisit): Promise<Outcome> {
  const saved = await saveEntry(visit);
  return saved ?? render(visit, { adding: { note: knowledgeTexts[visit.language].gone }, status: 404 });
}

async function declareFine(visit: ServerVisit): Promise<Outcome> {
  return (
    (await acceptPair(visit)) ??
    render(visit, { fault: knowledgeTexts[visit.language].contradictionGone, status: 404 })
  );
}

/** What a form adds to the page as it stands. */
interface KnowledgeState {
  fault?: string;
  adding?: EntryRefusal;
  importing?: ImportReport;
  status?: number;
}

async function render(
  visit: ServerVisit,
  { fault, adding, importing, status }: KnowledgeState = {},
): Promise<Outcome> {
  const { language, form } = visit;
  const t = knowledgeTexts[language];
  const entry = html`${entryFields(language, readTyped(adding && form), adding)}
<button type="submit">${t.save}</button>`;
  const content = html`<p>${t.intro}</p>
${faultNote(fault)}
${renderCounts(visit)}
${await renderContradictions(visit)}
<details id="add"${adding && html` open`}><summary>${t.add}</summary>
${refusalNote(visit, adding)}
${postForm(visit, 'knowledge', entry)}</details>
${renderImport(visit, importing)}
${await renderList(visit)}`;
  return show({ title: t.title, tab: 'knowledge', content }, status);
}

/** What becomes of an import, or the page with why nothing does. */
async function runImport(visit: ServerVisit): Promise<Outcome> {
  const ended = await previewUpload(visit);
  return 'kind' in ended ? ended : render(visit, { importing: ended, status: 422 });
}

async function runConfirmed(visit: ServerVisit): Promise<Outcome> {
  const ended = await importPreviewed(visit);
  return 'kind' in ended ? ended : render(visit, { importing: ended, status: 422 });
}

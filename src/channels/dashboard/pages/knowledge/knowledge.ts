import { addEntry } from '../../../../core/knowledge/knowledge.ts';
import { AppError } from '../../../../domain/errors.ts';
import { knowledgeTexts } from '../../i18n/knowledge.ts';
import { addressOf, done, type Outcome, type Route, type ServerVisit, show } from '../../route.ts';
import { csrfField } from '../../view/components.ts';
import { type Html, html } from '../../view/html.ts';
import {
  checkTyped,
  EMPTY,
  entryFields,
  type Refusal,
  readTyped,
  refusalNote,
  refusalOf,
  removeEntry,
  saveEntry,
  showEntry,
} from './entry.ts';
import { type ImportReport, importForm, renderCounts, renderImport } from './import.ts';
import { renderList } from './list.ts';

const PAGE = '/servers/:server/knowledge';
const ENTRY = `${PAGE}/:entry`;

export const knowledgeRoutes: Route[] = [
  { method: 'get', path: PAGE, access: 'server', run: (visit) => render(visit) },
  { method: 'post', path: PAGE, page: PAGE, access: 'server', run: add },
  { method: 'post', path: `${PAGE}/import`, page: PAGE, takesFile: true, access: 'server', run: runImport },
  { method: 'get', path: ENTRY, access: 'server', run: showEntry },
  { method: 'post', path: ENTRY, page: ENTRY, access: 'server', run: save },
  { method: 'post', path: `${ENTRY}/delete`, page: ENTRY, access: 'server', run: removeEntry },
];

async function add(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, language } = visit;
  const checked = checkTyped(readTyped(form), language);
  if (checked.faults) return render(visit, { adding: checked, status: 422 });
  const { title, text, link = null, language: spoken = null, valid_until } = checked.values;
  const given = { title, text, link, language: spoken, validUntil: valid_until ?? null };
  try {
    await addEntry(core, { serverId: server.id, ...given });
  } catch (error) {
    const adding = error instanceof AppError ? refusalOf(visit, error) : undefined;
    if (!adding) throw error;
    return render(visit, { adding, status: 422 });
  }
  return done(visit, 'knowledge', 'entry_added', { action: 'knowledge.added', subject: title });
}

async function save(visit: ServerVisit): Promise<Outcome> {
  const saved = await saveEntry(visit);
  return saved ?? render(visit, { adding: { note: knowledgeTexts[visit.language].gone }, status: 404 });
}

async function runImport(visit: ServerVisit): Promise<Outcome> {
  const outcome = await importForm(visit);
  if ('kind' in outcome) return outcome;
  const page = await render(visit, { importing: outcome, status: outcome.taken ? 200 : 422 });
  return page.kind === 'page' && outcome.taken?.audited ? { ...page, audited: outcome.taken.audited } : page;
}

async function render(
  visit: ServerVisit,
  { adding, importing, status = 200 }: { adding?: Refusal; importing?: ImportReport; status?: number } = {},
): Promise<Outcome> {
  const t = knowledgeTexts[visit.language];
  const content = html`<p>${t.intro}</p>
${renderCounts(visit)}
${renderAdding(visit, adding)}
${renderImport(visit, importing)}
${await renderList(visit)}`;
  return show({ title: t.title, tab: 'knowledge', content }, status);
}

function renderAdding(visit: ServerVisit, refusal?: Refusal): Html {
  const { session, language, form } = visit;
  return html`<details id="add"${refusal ? html` open` : ''}><summary>${knowledgeTexts[language].add}</summary>
${refusalNote(language, refusal)}
<form method="post" action="${addressOf(visit, 'knowledge')}">
${csrfField(session)}
${entryFields(language, refusal ? readTyped(form) : EMPTY, refusal)}
<button type="submit">${knowledgeTexts[language].save}</button>
</form></details>`;
}

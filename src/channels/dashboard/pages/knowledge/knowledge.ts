import {
  addEntry,
  formatOf,
  type ImportFormat,
  importEntries,
  type Rejection,
  type Warning,
} from '../../../../core/knowledge/knowledge.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { Deed, Language } from '../../../../domain/types.ts';
import { knowledgeTexts } from '../../i18n/knowledge.ts';
import { addressOf, done, type Outcome, type Route, type ServerVisit, show } from '../../route.ts';
import { csrfField, faultNote, table, textArea } from '../../view/components.ts';
import type { Form } from '../../view/form.ts';
import { formatNumber, type Html, html, NOTHING } from '../../view/html.ts';
import {
  checkTyped,
  EMPTY,
  entryFields,
  explainField,
  type Refusal,
  readTyped,
  refusalNote,
  refusalOf,
  removeEntry,
  saveEntry,
  showEntry,
} from './entry.ts';
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

/** Bad lines that are shown at once. */
const MAX_SHOWN = 1_000;
const COUNTS = ['added', 'updated', 'unchanged'] as const;

type Counts = Record<(typeof COUNTS)[number], number>;

/** Why nothing was imported, or what was taken otherwise than it stands in the file. */
interface ImportReport {
  fault?: string;
  rejected?: readonly Rejection[];
  taken?: { counts: Counts; warnings: readonly Warning[]; audited?: Deed };
}

/** Imports what the form brought. @returns what is to be said of it, or where to go on. */
async function importForm(visit: ServerVisit): Promise<Outcome | ImportReport> {
  const { core, server, form, language } = visit;
  const given = readGiven(form, language);
  if ('fault' in given) return given;
  try {
    const { rejected, warnings, ...counts } = await importEntries(core, { serverId: server.id, ...given });
    if (rejected.length > 0) return { rejected };
    const query = new URLSearchParams(Object.fromEntries(COUNTS.map((name) => [name, String(counts[name])])));
    const subject = `${given.file ?? '–'} +${counts.added} ~${counts.updated}`;
    const isChange = counts.added + counts.updated > 0;
    const audited: Deed | undefined = isChange ? { action: 'knowledge.imported', subject } : undefined;
    if (warnings.length > 0) return { taken: { counts, warnings, ...(audited ? { audited } : {}) } };
    return done(visit, `knowledge?${query}`, 'entries_imported', audited);
  } catch (error) {
    if (!(error instanceof AppError) || error.context.param !== 'entries') throw error;
    return { fault: knowledgeTexts[language].full };
  }
}

/** A file by its name, a pasted text by how it begins. */
function readGiven(
  form: Form,
  language: Language,
): { text: string; format: ImportFormat; file?: string } | { fault: string } {
  const t = knowledgeTexts[language];
  const file = form.file('file');
  const pasted = form.text('text');
  if (file && pasted.trim() !== '') return { fault: t.importBoth };
  if (!file && pasted.trim() === '') return { fault: t.importNothing };
  if (!file) return { text: pasted, format: pasted.trimStart().startsWith('{') ? 'jsonl' : 'markdown' };
  const format = formatOf(file.name);
  if (!format) return { fault: t.importKind };
  return file.text === null ? { fault: t.importEncoding } : { text: file.text, format, file: file.name };
}

function renderImport(visit: ServerVisit, report?: ImportReport): Html {
  const { session, language, form } = visit;
  const t = knowledgeTexts[language];
  const isRefused = report !== undefined && report.taken === undefined;
  return html`<details id="import"${report ? html` open` : ''}><summary>${t.import}</summary>
${report ? renderReport(language, report) : NOTHING}
<form method="post" action="${addressOf(visit, 'knowledge/import')}" enctype="multipart/form-data">
${csrfField(session)}
<p>${t.importIntro}</p>
<label for="import-file">${t.importFile}</label>
<input type="file" id="import-file" name="file" accept=".md,.mdx,.markdown,.jsonl,.csv,.tsv">
${textArea({ name: 'text', label: t.importText, value: isRefused ? form.text('text') : '', rows: 6, idPrefix: 'import-' })}
<button type="submit">${t.importButton}</button>
</form></details>`;
}

function renderReport(language: Language, { fault, rejected = [], taken }: ImportReport): Html {
  const t = knowledgeTexts[language];
  if (fault) return faultNote(fault);
  if (!taken) {
    const note = faultNote(t.rejected(formatNumber(rejected.length, language)));
    return html`${note}
${renderIssues(rejected, language, 'data-rejected')}`;
  }
  return html`${renderTaken(taken.counts, language)}
<p class="note">${t.warnings(formatNumber(taken.warnings.length, language))}</p>
${renderIssues(taken.warnings, language, 'data-warning')}`;
}

function renderIssues(
  issues: readonly Rejection[],
  language: Language,
  mark: 'data-rejected' | 'data-warning',
): Html {
  const t = knowledgeTexts[language];
  const rest = issues.length - MAX_SHOWN;
  const rows = issues.slice(0, MAX_SHOWN).map((issue) => {
    const cells = html`<td>${issue.line}</td><td>${explainRejection(issue, language)}</td>`;
    return mark === 'data-warning'
      ? html`<tr data-warning>${cells}</tr>`
      : html`<tr data-rejected>${cells}</tr>`;
  });
  return html`${table(t.import, [t.line, t.reason], rows)}${rest > 0 ? html`<p>${t.more(formatNumber(rest, language))}</p>` : ''}`;
}

function explainRejection(rejection: Rejection, language: Language): string {
  const t = knowledgeTexts[language];
  switch (rejection.kind) {
    case 'not_json':
      return t.notJson;
    case 'not_csv':
      return t.notCsv;
    case 'no_columns':
      return t.noColumns;
    case 'other_kind':
      return t.importKind;
    case 'above_first_heading':
      return t.aboveHeading(rejection.title);
    case 'same_title':
      return t.sameTitle(rejection.title);
    case 'same_entry':
      return t.sameEntry;
    case 'cut':
      return t.cut(rejection.title);
    case 'no_text':
      return t.noText;
    case 'twice':
      return t.twice(rejection.name, rejection.firstLine);
    case 'nothing':
      return t.nothing;
    case 'faulty':
      return rejection.error.issues.map((issue) => explainField(issue, language)).join(' ');
  }
}

/** How many entries the import before brought, as the address says. */
function renderCounts({ url, language }: ServerVisit): Html {
  const [added = -1, updated = -1, unchanged = -1] = COUNTS.map((name) =>
    Number(url.searchParams.get(name) ?? Number.NaN),
  );
  const isGiven = [added, updated, unchanged].every((count) => Number.isSafeInteger(count) && count >= 0);
  return isGiven ? renderTaken({ added, updated, unchanged }, language) : NOTHING;
}

function renderTaken(counts: Counts, language: Language): Html {
  const [added = '', updated = '', unchanged = ''] = COUNTS.map((name) =>
    formatNumber(counts[name], language),
  );
  return html`<p class="note good" data-imported>${knowledgeTexts[language].importDone(added, updated, unchanged)}</p>`;
}

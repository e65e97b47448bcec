import {
  addEntry,
  formatOf,
  type ImportFormat,
  importEntries,
  type Rejection,
  type Warning,
} from '../../../../core/knowledge/knowledge.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { Deed, InterfaceLanguage } from '../../../../domain/types.ts';
import { knowledgeTexts } from '../../i18n/knowledge.ts';
import { done, type Outcome, type Route, type ServerVisit, show } from '../../route.ts';
import { table } from '../../view/components.ts';
import { faultNote, field, postForm } from '../../view/controls.ts';
import { formatNumber, type Html, html } from '../../view/html.ts';
import { acceptPair, renderContradictions } from './contradictions.ts';
import {
  checkTyped,
  entryFields,
  explainField,
  proposeForEntry,
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
  { method: 'post', path: `${PAGE}/contradictions/fine`, page: PAGE, access: 'server', run: declareFine },
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
  adding?: Refusal;
  importing?: ImportReport;
  status?: number;
  audited?: Deed | undefined;
}

async function render(
  visit: ServerVisit,
  { fault, adding, importing, status, audited }: KnowledgeState = {},
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
  return show({ title: t.title, tab: 'knowledge', content }, status, audited);
}

/** Bad lines that are shown at once. */
const MAX_SHOWN = 1_000;
const COUNTS = ['added', 'updated', 'unchanged'] as const;

type Counts = Record<(typeof COUNTS)[number], number>;

/** Why nothing was imported, or what was taken otherwise than it stands in the file. */
interface ImportReport {
  fault?: string;
  rejected?: readonly Rejection[];
  taken?: { counts: Counts; warnings: readonly Warning[] };
}

/** Imports what the form brought, and says what is to be said of it. */
async function runImport(visit: ServerVisit): Promise<Outcome> {
  const { core, server, language } = visit;
  const given = readGiven(visit);
  if ('fault' in given) return render(visit, { importing: given, status: 422 });
  try {
    const { rejected, warnings, ...counts } = await importEntries(core, { serverId: server.id, ...given });
    if (rejected.length > 0) return await render(visit, { importing: { rejected }, status: 422 });
    const query = new URLSearchParams(Object.fromEntries(COUNTS.map((name) => [name, String(counts[name])])));
    const subject = `${given.file ?? '–'} +${counts.added} ~${counts.updated}`;
    const isChange = counts.added + counts.updated > 0;
    const audited: Deed | undefined = isChange ? { action: 'knowledge.imported', subject } : undefined;
    if (warnings.length === 0) return done(visit, `knowledge?${query}`, 'entries_imported', audited);
    return await render(visit, { importing: { taken: { counts, warnings } }, audited });
  } catch (error) {
    if (!(error instanceof AppError) || error.context.param !== 'entries') throw error;
    return render(visit, { importing: { fault: knowledgeTexts[language].full }, status: 422 });
  }
}

type Given = { text: string; format: ImportFormat; file?: string } | { fault: string };

/** A file by its name, a pasted text by how it begins. */
function readGiven({ form, language }: ServerVisit): Given {
  const t = knowledgeTexts[language];
  const file = form.file('file');
  const pasted = form.text('text');
  if (file && pasted.trim() !== '') return { fault: t.importBoth };
  if (!file && pasted.trim() === '') return { fault: t.importNothing };
  if (!file) return { text: pasted, format: pasted.trimStart().startsWith('{') ? 'jsonl' : 'markdown' };
  const format = formatOf(file.name);
  if (!format) return { fault: t.other_kind };
  return file.text === null ? { fault: t.importEncoding } : { text: file.text, format, file: file.name };
}

function renderImport(visit: ServerVisit, report?: ImportReport): Html {
  const { language, form } = visit;
  const t = knowledgeTexts[language];
  const value = report && !report.taken ? form.text('text') : '';
  const content = html`<p>${t.importIntro}</p>
<label for="import-file">${t.importFile}</label>
<input type="file" id="import-file" name="file" accept=".md,.mdx,.markdown,.jsonl,.csv,.tsv">
${field({ name: 'text', label: t.importText, value, rows: 6, idPrefix: 'import-' })}
<button type="submit">${t.importButton}</button>`;
  return html`<details id="import"${report && html` open`}><summary>${t.import}</summary>
${report && renderReport(language, report)}
${postForm(visit, 'knowledge/import', content, html` enctype="multipart/form-data"`)}</details>`;
}

function renderReport(language: InterfaceLanguage, { fault, rejected = [], taken }: ImportReport): Html {
  const t = knowledgeTexts[language];
  if (fault) return faultNote(fault);
  if (!taken)
    return html`${faultNote(t.rejected(formatNumber(rejected.length, language)))}
${renderIssues(rejected, language, html` data-rejected`)}`;
  return html`${renderTaken(taken.counts, language)}
<p class="note">${t.warnings(formatNumber(taken.warnings.length, language))}</p>
${renderIssues(taken.warnings, language, html` data-warning`)}`;
}

function renderIssues(issues: readonly Rejection[], language: InterfaceLanguage, mark: Html): Html {
  const t = knowledgeTexts[language];
  const rest = issues.length - MAX_SHOWN;
  const rows = issues.slice(0, MAX_SHOWN).map((issue) => {
    const reason = explainRejection(issue, language);
    return html`<tr${mark}><td>${issue.line}</td><td>${reason}</td></tr>`;
  });
  return html`${table(t.import, [t.line, t.reason], rows)}${
    rest > 0 && html`<p>${t.more(formatNumber(rest, language))}</p>`
  }`;
}

function explainRejection(rejection: Rejection, language: InterfaceLanguage): string {
  const t = knowledgeTexts[language];
  switch (rejection.kind) {
    case 'above_first_heading':
      return t.aboveHeading(rejection.title);
    case 'same_title':
      return t.sameTitle(rejection.title);
    case 'cut':
      return t.cut(rejection.title);
    case 'many_questions':
      return t.manyQuestions(rejection.title);
    case 'twice':
      return t.twice(rejection.name, rejection.firstLine);
    case 'faulty':
      return rejection.error.issues.map((issue) => explainField(issue, language)).join(' ');
    default:
      return t[rejection.kind];
  }
}

/** How many entries the import before brought, as the address says. */
function renderCounts({ url, language }: ServerVisit): Html {
  const given = COUNTS.map((name) => Number(url.searchParams.get(name) ?? Number.NaN));
  const [added = -1, updated = -1, unchanged = -1] = given;
  const isGiven = given.every((count) => Number.isSafeInteger(count) && count >= 0);
  return html`${isGiven && renderTaken({ added, updated, unchanged }, language)}`;
}

function renderTaken({ added, updated, unchanged }: Counts, language: InterfaceLanguage): Html {
  const number = (count: number) => formatNumber(count, language);
  const text = knowledgeTexts[language].importDone(number(added), number(updated), number(unchanged));
  return html`<p class="note good" data-imported>${text}</p>`;
}

import { type ImportFormat, importEntries, type Rejection } from '../../../../core/knowledge.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { Language } from '../../../../domain/types.ts';
import { csrfField, faultNote, table, textArea } from '../../components.ts';
import type { Form } from '../../form.ts';
import { formatNumber } from '../../format.ts';
import { type Html, html, NOTHING } from '../../html.ts';
import { knowledgeTexts } from '../../i18n/knowledge.ts';
import { addressOf, done, type Outcome, type ServerVisit } from '../../route.ts';
import { explainField } from './fields.ts';

/** Bad lines that are shown at once. */
const MAX_SHOWN = 1_000;
const FORMATS = new Map<string, ImportFormat>([
  ['jsonl', 'jsonl'],
  ['md', 'markdown'],
]);
const COUNTS = ['added', 'updated', 'unchanged'] as const;

/** Why nothing was imported. */
export interface ImportRefusal {
  fault?: string;
  rejected?: readonly Rejection[];
}

/** Imports what the form brought. @returns what was wrong with it, or where to go on. */
export async function importForm(visit: ServerVisit): Promise<Outcome | ImportRefusal> {
  const { core, server, form, language } = visit;
  const given = readGiven(form, language);
  if ('fault' in given) return given;
  try {
    const { rejected, ...counts } = await importEntries(core, { serverId: server.id, ...given });
    if (rejected.length > 0) return { rejected };
    const query = new URLSearchParams(Object.fromEntries(COUNTS.map((name) => [name, String(counts[name])])));
    const subject = `${given.file ?? '–'} +${counts.added} ~${counts.updated}`;
    const isChange = counts.added + counts.updated > 0;
    const audited = isChange ? { action: 'knowledge.imported' as const, subject } : undefined;
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
  const format = FORMATS.get(/\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '');
  if (!format) return { fault: t.importKind };
  return file.text === null ? { fault: t.importEncoding } : { text: file.text, format, file: file.name };
}

export function renderImport(visit: ServerVisit, refusal?: ImportRefusal): Html {
  const { session, language, form } = visit;
  const t = knowledgeTexts[language];
  return html`<details id="import"${refusal ? html` open` : ''}><summary>${t.import}</summary>
${refusal ? renderRefusal(language, refusal) : NOTHING}
<form method="post" action="${addressOf(visit, 'knowledge/import')}" enctype="multipart/form-data">
${csrfField(session)}
<p>${t.importIntro}</p>
<label for="import-file">${t.importFile}</label>
<input type="file" id="import-file" name="file" accept=".jsonl,.md">
${textArea({ name: 'text', label: t.importText, value: refusal ? form.text('text') : '', rows: 6, idPrefix: 'import-' })}
<button type="submit">${t.importButton}</button>
</form></details>`;
}

function renderRefusal(language: Language, { fault, rejected = [] }: ImportRefusal): Html {
  const t = knowledgeTexts[language];
  if (fault) return faultNote(fault);
  const rest = rejected.length - MAX_SHOWN;
  const rows = rejected
    .slice(0, MAX_SHOWN)
    .map(
      (rejection) =>
        html`<tr data-rejected><td>${rejection.line}</td><td>${explainRejection(rejection, language)}</td></tr>`,
    );
  return html`${faultNote(t.rejected(formatNumber(rejected.length, language)))}
${table(t.import, [t.line, t.reason], rows)}${rest > 0 ? html`<p>${t.more(formatNumber(rest, language))}</p>` : ''}`;
}

function explainRejection(rejection: Rejection, language: Language): string {
  const t = knowledgeTexts[language];
  switch (rejection.kind) {
    case 'not_json':
      return t.notJson;
    case 'no_heading':
      return t.noHeading;
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
export function renderCounts({ url, language }: ServerVisit): Html {
  const counts = COUNTS.map((name) => Number(url.searchParams.get(name) ?? Number.NaN));
  if (!counts.every((count) => Number.isSafeInteger(count) && count >= 0)) return NOTHING;
  const [added = '', updated = '', unchanged = ''] = counts.map((count) => formatNumber(count, language));
  return html`<p class="note good" data-imported>${knowledgeTexts[language].importDone(added, updated, unchanged)}</p>`;
}

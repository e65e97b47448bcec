import type {
  ImportPreview,
  ImportUnit,
  ReadImport,
  Rejection,
} from '../../../../core/knowledge/knowledge.ts';
import * as imports from '../../../../core/knowledge/knowledge.ts';
import { AppError } from '../../../../domain/errors.ts';
import { toLine, truncate } from '../../../../domain/text.ts';
import type { Deed, InterfaceLanguage } from '../../../../domain/types.ts';
import { importTexts } from '../../i18n/import.ts';
import { knowledgeTexts } from '../../i18n/knowledge.ts';
import { done, type Outcome, type ServerVisit, show } from '../../route.ts';
import { note, tabLink, table } from '../../view/components.ts';
import { faultNote, field, hiddenFields, postForm } from '../../view/controls.ts';
import { formatNumber, type Html, html, NOTHING } from '../../view/html.ts';
import { explainField } from './entry.ts';

const COUNTS = ['added', 'updated', 'unchanged'] as const;
const EXCERPT_CHARACTERS = 240;
const MAX_SHOWN = 1_000;
const ACCEPTED = '.md,.mdx,.markdown,.jsonl,.ndjson,.csv,.tsv,.html,.htm,.pdf,.docx,.json';

export interface ImportReport {
  fault?: string;
  read?: Pick<ReadImport, 'rejected' | 'warnings' | 'unit'>;
}

/** Shows which entries the file or text in the form would make; writes nothing. */
export async function previewUpload(visit: ServerVisit): Promise<Outcome | ImportReport> {
  const { core, server, session, signal } = visit;
  const given = readGiven(visit);
  if ('fault' in given) return given;
  const read = await imports.readImport(core, { serverId: server.id, ...given }, signal);
  if (read.rejected.length > 0) return { read };
  const owner = { serverId: server.id, sessionId: session.id };
  return withinRoom(visit, async () => {
    const preview = await imports.previewImport(core, server.id, read.entries);
    return renderPreview(visit, { read, preview, token: await imports.keepPreview(core, owner, read) });
  });
}

/** Writes exactly what the preview was made of. */
export async function importPreviewed(visit: ServerVisit): Promise<Outcome | ImportReport> {
  const { core, server, session, form, language } = visit;
  const owner = { serverId: server.id, sessionId: session.id };
  const kept = await imports.openPreview(core, owner, form.text('preview'));
  if (!kept) return { fault: importTexts[language].gone };
  return withinRoom(visit, async () => {
    const { writtenIds, ...counts } = await imports.writeImport(core, server.id, kept.entries);
    const query = new URLSearchParams(Object.fromEntries(COUNTS.map((name) => [name, String(counts[name])])));
    const subject = `${kept.file ?? '–'} +${counts.added} ~${counts.updated}`;
    const audited: Deed = { action: 'knowledge.imported', subject };
    const isChange = writtenIds.length > 0;
    return done(visit, `knowledge?${query}`, 'entries_imported', isChange ? audited : undefined);
  });
}

async function withinRoom(
  { language }: ServerVisit,
  run: () => Promise<Outcome>,
): Promise<Outcome | ImportReport> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError) || error.context.param !== 'entries') throw error;
    return { fault: knowledgeTexts[language].full };
  }
}

type ImportInput = { bytes: Uint8Array; format: imports.ImportFormat; file?: string } | { fault: string };

/** A file by its name, a pasted text by how it begins. */
function readGiven({ form, language }: ServerVisit): ImportInput {
  const t = importTexts[language];
  const file = form.file('file');
  const pasted = form.text('text');
  if (file && pasted.trim() !== '') return { fault: t.both };
  if (!file && pasted.trim() === '') return { fault: t.nothingChosen };
  if (!file) {
    const isJson = /^\s*(?:\{|\[\s*\{)/.test(pasted);
    return { bytes: Buffer.from(pasted), format: isJson ? 'jsonl' : 'markdown' };
  }
  const format = imports.formatOf(file.name);
  return format
    ? { bytes: file.bytes, format, file: file.name }
    : { fault: t[imports.foreignOf(file.name) ?? 'other_kind'] };
}

function renderPreview(
  visit: ServerVisit,
  { read, preview, token }: { read: ReadImport; preview: ImportPreview; token: string },
): Outcome {
  const { language } = visit;
  const t = importTexts[language];
  const { added, updated, unchanged } = preview;
  const number = (count: number) => formatNumber(count, language);
  const confirm = html`${hiddenFields({ preview: token })}<button type="submit">${t.confirm}</button>`;
  const content = html`<p>${tabLink(visit, 'knowledge', t.cancel)}</p>
<p class="note" role="status" data-preview>${read.file && html`<strong>${read.file}</strong>: `}${t.preview(
    number(added),
    number(updated),
    number(unchanged),
  )}</p>
${added + updated > 0 ? postForm(visit, 'knowledge/import/confirm', confirm) : note(t.nothingNew)}
${renderShown(preview, language)}
${renderWarnings(read, language, t.warnings)}`;
  return show({ title: t.previewTitle, tab: 'knowledge', content });
}

function renderShown({ added, updated, shown }: ImportPreview, language: InterfaceLanguage): Html {
  const t = importTexts[language];
  const rest = added + updated - shown.length;
  const rows = shown.map(({ change, entry: { title, text } }) => {
    const excerpt = truncate(toLine(text), EXCERPT_CHARACTERS);
    return html`<tr data-shown="${change}"><td>${t[change]}</td><td><strong>${title}</strong><br>
${excerpt}</td></tr>`;
  });
  return html`${shown.length > 0 && html`<h2>${t.first}</h2>${table(t.first, [t.change, t.entry], rows)}`}
${rest > 0 && html`<p>${t.more(formatNumber(rest, language))}</p>`}`;
}

export function renderImport(visit: ServerVisit, report?: ImportReport): Html {
  const { language, form } = visit;
  const t = importTexts[language];
  const content = html`<p>${t.intro}</p>
<label for="import-file">${t.file}</label>
<input type="file" id="import-file" name="file" accept="${ACCEPTED}">
${field({ name: 'text', label: t.text, value: report ? form.text('text') : '', rows: 6, idPrefix: 'import-' })}
<button type="submit">${t.show}</button>`;
  return html`<details id="import"${report && html` open`}><summary>${t.title}</summary>
${report && renderReport(language, report)}
${postForm(visit, 'knowledge/import', content, html` enctype="multipart/form-data"`)}</details>`;
}

function renderReport(language: InterfaceLanguage, { fault, read }: ImportReport): Html {
  const t = importTexts[language];
  if (!read) return faultNote(fault);
  const { rejected, unit } = read;
  return html`${faultNote(t.rejected(formatNumber(rejected.length, language)))}
${renderIssues(rejected, unit, language, html` data-rejected`)}
${renderWarnings(read, language, t.remarks)}`;
}

function renderWarnings(
  { warnings, unit }: Pick<ReadImport, 'warnings' | 'unit'>,
  language: InterfaceLanguage,
  intro: (count: string) => string,
): Html {
  if (warnings.length === 0) return NOTHING;
  return html`<p class="note">${intro(formatNumber(warnings.length, language))}</p>
${renderIssues(warnings, unit, language, html` data-warning`)}`;
}

function renderIssues(
  issues: readonly Rejection[],
  unit: ImportUnit,
  language: InterfaceLanguage,
  mark: Html,
): Html {
  const t = importTexts[language];
  const rest = issues.length - MAX_SHOWN;
  const rows = issues
    .slice(0, MAX_SHOWN)
    .map(
      (issue) => html`<tr${mark}><td>${issue.line}</td><td>${explainIssue(issue, unit, language)}</td></tr>`,
    );
  return html`${table(t.title, [t[unit], t.reason], rows)}${
    rest > 0 && html`<p>${t.more(formatNumber(rest, language))}</p>`
  }`;
}

function explainIssue(issue: Rejection, unit: ImportUnit, language: InterfaceLanguage): string {
  const t = importTexts[language];
  switch (issue.kind) {
    case 'above_first_heading':
    case 'same_title':
    case 'cut':
    case 'many_questions':
    case 'unknown_columns':
    case 'no_question':
    case 'not_utf8':
      return t[issue.kind](issue.title);
    case 'drafts':
    case 'restricted':
      return t[issue.kind](formatNumber(issue.count, language));
    case 'twice':
      return t.twice(issue.name, `${t[unit]} ${issue.firstLine}`);
    case 'faulty':
      return issue.error.issues.map((fault) => explainField(fault, language)).join(' ');
    case 'no_text':
      if (unit === 'page') return t.no_page_text;
      return unit === 'article' ? t.no_article_text : t.no_text;
    default:
      return t[issue.kind];
  }
}

/** How many entries the import before brought, as the address says. */
export function renderCounts({ url, language }: ServerVisit): Html {
  const given = COUNTS.map((name) => Number(url.searchParams.get(name) ?? Number.NaN));
  if (!given.every((count) => Number.isSafeInteger(count) && count >= 0)) return NOTHING;
  const [added = '', updated = '', unchanged = ''] = given.map((count) => formatNumber(count, language));
  const text = importTexts[language].done(added, updated, unchanged);
  return html`<p class="note good" data-imported>${text}</p>`;
}

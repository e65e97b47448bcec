import type { z } from 'zod';
import {
  changeEntry,
  entrySchema,
  getEntry,
  lastDayOf,
  removeKnowledge,
  versionOf,
} from '../../../../core/knowledge/knowledge.ts';
import { nameEntry } from '../../../../core/owners/audit.ts';
import { AppError } from '../../../../domain/errors.ts';
import {
  MAX_ENTRY_TEXT_CHARACTERS,
  MAX_ENTRY_TITLE_CHARACTERS,
  MAX_URL_CHARACTERS,
} from '../../../../domain/limits.ts';
import type { KnowledgeEntry, Language } from '../../../../domain/types.ts';
import { ENTRY_SOURCES } from '../../../../domain/words.ts';
import { explain } from '../../errors.ts';
import { explainIssue, faultTexts } from '../../i18n/errors.ts';
import { knowledgeTexts } from '../../i18n/knowledge.ts';
import { addressOf, done, type Outcome, type ServerVisit, show } from '../../route.ts';
import {
  actionButton,
  csrfField,
  note,
  outLink,
  selectField,
  textArea,
  textField,
} from '../../view/components.ts';
import { check, type Faults, type Form } from '../../view/form.ts';
import { type Html, html, NOTHING } from '../../view/html.ts';
import { entryAddress, lastDay, toEntryId, toSegment } from './list.ts';

interface Refused extends Refusal {
  /** The stored entry is shown beside what was typed. */
  isChangedMeanwhile?: boolean;
}

export async function showEntry(visit: ServerVisit): Promise<Outcome> {
  return renderEntry(visit, await readEntry(visit));
}

function readEntry({ core, server, params }: ServerVisit): Promise<KnowledgeEntry> {
  return getEntry(core, server.id, toEntryId(params.entry ?? ''));
}

/** @returns null when the entry is gone: nothing that was typed may be lost then. */
export async function saveEntry(visit: ServerVisit): Promise<Outcome | null> {
  const { core, server, form, language } = visit;
  const entryId = toEntryId(visit.params.entry ?? '');
  const checked = checkTyped(readTyped(form), language);
  try {
    if (checked.faults) return renderEntry(visit, await readEntry(visit), checked);
    const { title, text, link = null, language: spoken = null, valid_until } = checked.values;
    const given = { title, text, link, language: spoken, validUntil: valid_until ?? null };
    const version = form.text('version');
    const change = { serverId: server.id, entryId, ...given, ...(version ? { version } : {}) };
    const changed = await changeEntry(core, change);
    const audited = { action: 'knowledge.changed' as const, subject: nameEntry(changed) };
    return done(visit, `knowledge/${toSegment(entryId)}`, 'entry_saved', audited);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'not_found') return null;
    const refused = refusedBy(visit, error);
    if (!refused) throw error;
    return renderEntry(visit, await readEntry(visit), refused);
  }
}

function refusedBy(visit: ServerVisit, error: AppError): Refused | undefined {
  const t = knowledgeTexts[visit.language];
  if (error.context.param === 'source') return { note: t.ofLink };
  if (error.context.param === 'version') return { note: t.changedMeanwhile, isChangedMeanwhile: true };
  return refusalOf(visit, error);
}

export async function removeEntry(visit: ServerVisit): Promise<Outcome> {
  const entry = await readEntry(visit);
  try {
    await removeKnowledge(visit.core, visit.server.id, entry.id);
  } catch (error) {
    if (!(error instanceof AppError) || error.context.param !== 'source') throw error;
    return renderEntry(visit, entry, { note: knowledgeTexts[visit.language].ofLink });
  }
  const audited = { action: 'knowledge.removed' as const, subject: nameEntry(entry) };
  return done(visit, 'knowledge', 'entry_removed', audited);
}

function renderEntry(visit: ServerVisit, entry: KnowledgeEntry, refused?: Refused): Outcome {
  const t = knowledgeTexts[visit.language];
  const content = html`<p><a href="${addressOf(visit, 'knowledge')}">${t.back}</a></p>
${refusalNote(visit.language, refused)}
${entry.source === 'link' ? renderReadOnly(visit, entry) : renderForm(visit, entry, refused)}
${facts(visit, entry)}
${entry.source === 'link' ? NOTHING : removeButton(visit, entry)}`;
  return show({ title: t.edit, tab: 'knowledge', content }, refused ? 422 : 200);
}

function renderReadOnly(visit: ServerVisit, entry: KnowledgeEntry): Html {
  const t = knowledgeTexts[visit.language];
  return html`${note(html`${t.ofLink} <a href="${addressOf(visit, 'links')}">${t.toLinks}</a>`)}
<article class="card"><h2>${entry.title}</h2><p class="whole">${entry.text}</p></article>`;
}

function renderForm(visit: ServerVisit, entry: KnowledgeEntry, refused?: Refused): Html {
  const { core, session, language, form } = visit;
  const t = knowledgeTexts[language];
  const hint = { import: t.ofImport, training: t.ofTraining, manual: null, link: null }[entry.source];
  const stored = {
    ...{ title: entry.title, text: entry.text, link: entry.link ?? '', language: entry.language ?? '' },
    valid_until: lastDayOf(core, entry) ?? '',
  };
  return html`${hint ? note(hint) : NOTHING}
${refused?.isChangedMeanwhile ? renderStored(visit, entry) : NOTHING}
<form method="post" action="${entryAddress(visit, entry.id)}">
${csrfField(session)}<input type="hidden" name="version" value="${shownVersion(visit, entry, refused)}">
${entryFields(language, refused ? readTyped(form) : stored, refused)}
<button type="submit">${t.save}</button>
</form>`;
}

/** Of what the reader has seen: another fault does not show what changed meanwhile. */
function shownVersion({ form }: ServerVisit, entry: KnowledgeEntry, refused?: Refused): string {
  return refused && !refused.isChangedMeanwhile ? form.text('version') : versionOf(entry);
}

function renderStored(visit: ServerVisit, entry: KnowledgeEntry): Html {
  const t = knowledgeTexts[visit.language];
  return html`<section data-stored><h2>${t.stored}</h2>
<article class="card"><h3>${entry.title}</h3><p class="whole">${entry.text}</p>
<p><small>${t.link}: ${entry.link ?? '–'} ·</small>
<small>${t.language}: ${entry.language ? t[entry.language] : '–'} ·</small>
<small>${t.validUntil}: ${lastDay(visit, entry.validUntil)}</small></p></article></section>`;
}

function facts(visit: ServerVisit, entry: KnowledgeEntry): Html {
  const { core, language } = visit;
  const t = knowledgeTexts[language];
  const { file, url } = entry.provenance;
  const isExpired = entry.validUntil !== null && entry.validUntil.getTime() <= core.clock();
  return html`<p><small>${t.source}: ${ENTRY_SOURCES[entry.source][language]}</small><br>
<small>${t.id}: <code>${entry.id}</code></small><br>
${file ? html`<small>${t.file}: ${file}</small><br>` : NOTHING}${url ? html`<small>${t.page}: ${outLink(url)}</small><br>` : NOTHING}
<small>${t.validUntil}: ${lastDay(visit, entry.validUntil)}${isExpired ? html` <strong class="fault-text">${t.expired}</strong>` : ''}</small></p>`;
}

function removeButton(visit: ServerVisit, entry: KnowledgeEntry): Html {
  const t = knowledgeTexts[visit.language];
  return actionButton(visit.session, {
    action: `${entryAddress(visit, entry.id)}/delete`,
    label: t.remove,
    kind: 'danger',
    question: t.removeQuestion,
  });
}

/** The fields of an entry as they stand in a form. */
interface Typed {
  title: string;
  text: string;
  link: string;
  language: string;
  valid_until: string;
}

export const EMPTY: Typed = { title: '', text: '', link: '', language: '', valid_until: '' };

/** What is wrong with a form: in its fields, and above it. */
export interface Refusal {
  faults?: Faults;
  note?: Html | string;
}

export function readTyped(form: Form): Typed {
  return {
    title: form.text('title'),
    text: form.text('text'),
    link: form.text('link'),
    language: form.text('language'),
    valid_until: form.text('valid_until'),
  };
}

/** Checks what was typed as every door does; an empty field is one that was left out. */
export function checkTyped(typed: Typed, language: Language) {
  const { title, text } = typed;
  const given = {
    ...{ title, text, link: typed.link.trim() || null },
    ...{ language: typed.language || null, valid_until: typed.valid_until || null },
  };
  const checked = check(entrySchema, given, language);
  if (!checked.faults?.has('valid_until')) return checked;
  return { ...checked, faults: new Map(checked.faults).set('valid_until', faultTexts[language].date) };
}

/** What core refused of a checked entry, for the form; undefined for what no form can say. */
export function refusalOf(visit: ServerVisit, error: AppError): Refusal | undefined {
  const t = knowledgeTexts[visit.language];
  if (error.code === 'already_exists') {
    const id = String(error.context.details?.id ?? '');
    const note = html`${t.knownTitle} <a href="${entryAddress(visit, id)}">${t.openKnown}</a>`;
    return { faults: new Map([['title', t.knownTitle]]), note };
  }
  if (error.code !== 'invalid_input') return undefined;
  const { param = '' } = error.context;
  if (param === 'entries') return { note: t.full };
  return { faults: new Map([[param, explain(error, visit.language)]]) };
}

/** What is wrong with one field of an imported entry. */
export function explainField(issue: z.core.$ZodIssue, language: Language): string {
  const t = knowledgeTexts[language];
  const [field] = issue.path;
  if (field === undefined) return t.notEntry;
  if (field === 'id') return `id: ${t.idFault}`;
  if (field === 'valid_until') return `valid_until: ${faultTexts[language].date}`;
  return `${String(field)}: ${explainIssue(issue, language)}`;
}

/** What stands above a form that was refused. */
export function refusalNote(language: Language, refusal: Refusal | undefined): Html {
  if (!refusal) return NOTHING;
  return html`<p class="note fault" role="alert">${refusal.note ?? knowledgeTexts[language].notSaved}</p>`;
}

export function entryFields(language: Language, typed: Typed, refusal?: Refusal): Html {
  const t = knowledgeTexts[language];
  const faults = refusal?.faults ? { faults: refusal.faults } : {};
  const languages = [
    { value: '', label: t.anyLanguage },
    { value: 'de', label: t.de },
    { value: 'en', label: t.en },
  ];
  return html`${textField({ name: 'title', label: t.entryTitle, value: typed.title, hint: t.titleHint, isRequired: true, maxLength: MAX_ENTRY_TITLE_CHARACTERS, ...faults })}
${textArea({ name: 'text', label: t.text, value: typed.text, hint: t.textHint, rows: 10, isRequired: true, maxLength: MAX_ENTRY_TEXT_CHARACTERS, ...faults })}
${textField({ name: 'link', type: 'url', label: t.link, value: typed.link, hint: t.linkHint, maxLength: MAX_URL_CHARACTERS, placeholder: 'https://', ...faults })}
<div class="columns"><div>${selectField({ name: 'language', label: t.language, value: typed.language, choices: languages, ...faults })}</div>
<div>${textField({ name: 'valid_until', type: 'date', label: t.validUntil, value: typed.valid_until, hint: t.validUntilHint, ...faults })}</div></div>`;
}

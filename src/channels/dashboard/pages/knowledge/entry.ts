import type { z } from 'zod';
import * as knowledge from '../../../../core/knowledge/knowledge.ts';
import { proposeWordings } from '../../../../core/learning/proposals.ts';
import { nameEntry } from '../../../../core/members/audit.ts';
import { AppError } from '../../../../domain/errors.ts';
import * as limits from '../../../../domain/limits.ts';
import type { InterfaceLanguage, KnowledgeEntry } from '../../../../domain/types.ts';
import { ENTRY_SOURCES, nameLanguage } from '../../../../domain/words.ts';
import { explain } from '../../errors.ts';
import { explainIssue, faultTexts } from '../../i18n/errors.ts';
import { knowledgeTexts } from '../../i18n/knowledge.ts';
import { done, type Outcome, type ServerVisit, show } from '../../route.ts';
import { note, outLink, tabLink } from '../../view/components.ts';
import type { FieldOptions } from '../../view/controls.ts';
import { actionButton, faultNote, field, LANGUAGE_CHOICES, postForm } from '../../view/controls.ts';
import { check, type Faults, Form } from '../../view/form.ts';
import { type Html, html, NOTHING } from '../../view/html.ts';
import { entryAddress, entryPath, lastDay, toEntryId } from './list.ts';
import { renderVersions, restoreEntry } from './versions.ts';

interface Refused extends EntryRefusal {
  /** The stored entry is shown beside the typed one. */
  isChangedMeanwhile?: boolean;
  /** The form shows the stored texts. */
  isUntyped?: boolean;
}

export async function showEntry(visit: ServerVisit): Promise<Outcome> {
  return renderEntry(visit, await readEntry(visit));
}

function readEntry({ core, server, params }: ServerVisit): Promise<KnowledgeEntry> {
  return knowledge.getEntry(core, server.id, toEntryId(params.entry ?? ''));
}

/** @returns null when the entry is gone, since typed text must not be lost then */
export async function saveEntry(visit: ServerVisit): Promise<Outcome | null> {
  const { core, server, form, params } = visit;
  const entryId = toEntryId(params.entry ?? '');
  const checked = checkTyped(visit);
  try {
    if (checked.faults) return await renderEntry(visit, await readEntry(visit), checked);
    const version = form.text('version');
    const change = { serverId: server.id, entryId, ...checked.given, ...(version && { version }) };
    const subject = nameEntry(await knowledge.changeEntry(core, change));
    return done(visit, entryPath(entryId), 'entry_saved', { action: 'knowledge.changed', subject });
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
    await knowledge.removeKnowledge(visit.core, visit.server.id, entry.id);
  } catch (error) {
    if (!(error instanceof AppError) || error.context.param !== 'source') throw error;
    return renderEntry(visit, entry, { note: knowledgeTexts[visit.language].ofLink });
  }
  const audited = { action: 'knowledge.removed' as const, subject: nameEntry(entry) };
  return done(visit, 'knowledge', 'entry_removed', audited);
}

export async function restore(visit: ServerVisit): Promise<Outcome> {
  const ended = await restoreEntry(visit);
  if (typeof ended !== 'string') return ended;
  return renderEntry(visit, await readEntry(visit), { note: ended, isUntyped: true });
}

export async function proposeForEntry(visit: ServerVisit): Promise<Outcome> {
  const { core, server, signal } = visit;
  const entry = await readEntry(visit);
  try {
    const added = await proposeWordings(core, { serverId: server.id, entryId: entry.id }, signal);
    const deed = { action: 'knowledge.changed' as const, subject: nameEntry(entry) };
    if (added.length === 0) return done(visit, entryPath(entry.id), 'wordings_none');
    return done(visit, entryPath(entry.id), 'wordings_proposed', deed);
  } catch (error) {
    return renderEntry(visit, entry, { note: proposalFault(visit, error), isUntyped: true });
  }
}

function proposalFault({ language }: ServerVisit, error: unknown): string {
  const t = knowledgeTexts[language];
  if (!(error instanceof AppError) || error.code === 'not_found') throw error;
  const { param } = error.context;
  if (error.code === 'quota_exhausted') return t.proposeQuota;
  if (error.code !== 'invalid_input') return explain(error, language);
  if (param === 'backend') return t.proposeBackend;
  return param === 'source' ? t.ofLink : t.proposeFull;
}

async function renderEntry(visit: ServerVisit, entry: KnowledgeEntry, refused?: Refused): Promise<Outcome> {
  const { core, language } = visit;
  const t = knowledgeTexts[language];
  const { file, url } = entry.provenance;
  const isExpired = entry.validUntil !== null && entry.validUntil.getTime() <= core.clock();
  const readOnly = html`${note(html`${t.ofLink} ${tabLink(visit, 'links', t.toLinks)}`)}
<article class="card"><h2>${entry.title}</h2><p class="whole">${entry.text}</p></article>`;
  const remove = { to: `${entryPath(entry.id)}/delete`, label: t.remove, question: t.removeQuestion };
  const content = html`<div class="actions">${tabLink(visit, 'knowledge', t.back)}
${entry.source !== 'link' && actionButton(visit, { ...remove, kind: 'danger' })}</div>
${refusalNote(visit, refused)}
${entry.source === 'link' ? readOnly : renderForm(visit, entry, refused)}
<p><small>${t.source}: ${ENTRY_SOURCES[entry.source][language]}</small><br>
<small>${t.id}: <code>${entry.id}</code></small><br>
${file && html`<small>${t.file}: ${file}</small><br>`}${url && html`<small>${t.page}: ${outLink(url)}</small><br>`}
<small>${t.validUntil}: ${lastDay(visit, entry.validUntil, isExpired)}</small></p>
${entry.source !== 'link' && core.ai && actionButton(visit, { to: `${entryPath(entry.id)}/propose`, label: t.propose })}
${await renderVersions(visit, entry.id)}`;
  return show({ title: t.edit, tab: 'knowledge', content }, refused ? 422 : 200);
}

function renderForm(visit: ServerVisit, entry: KnowledgeEntry, given?: Refused): Html {
  const refused = given?.isUntyped ? undefined : given;
  const { core, form, language } = visit;
  const t = knowledgeTexts[language];
  const hint = { import: t.ofImport, training: t.ofTraining, manual: null, link: null }[entry.source];
  const { title, text, link, language: spoken, validUntil, questions, proposed } = entry;
  const own = questions.filter((question) => !proposed.includes(question));
  const wordings = { questions: own.join('\n'), proposed: proposed.join('\n') };
  const optional = {
    link: link ?? '',
    language: spoken ?? '',
    valid_until: knowledge.lastDayOf(core, entry) ?? '',
  };
  // The version that the reader has seen: other faults do not show what changed meanwhile.
  const isSeen = refused && !refused.isChangedMeanwhile;
  const fields = html`<input type="hidden" name="version" value="${isSeen ? form.text('version') : knowledge.versionOf(entry)}">
${entryFields(language, refused ? readTyped(form) : { title, text, ...wordings, ...optional }, refused)}
<div class="save"><button type="submit">${t.save}</button></div>`;
  const stored = html`<section data-stored><h2>${t.stored}</h2>
<article class="card"><h3>${title}</h3><p class="whole">${text}</p>
${questions.length > 0 && html`<p><small>${t.questions}</small></p><ul>${questions.map((one) => html`<li>${one}</li>`)}</ul>`}
<p><small>${t.link}: ${link ?? '–'} ·</small>
<small>${t.language}: ${spoken ? nameLanguage(spoken, language) : '–'} ·</small>
<small>${t.validUntil}: ${lastDay(visit, validUntil)}</small></p></article></section>`;
  return html`${hint && note(hint)}
${refused?.isChangedMeanwhile && stored}
${postForm(visit, entryPath(entry.id), fields)}`;
}

const FIELDS = ['title', 'text', 'questions', 'proposed', 'link', 'language', 'valid_until'] as const;

const MAX_WORDINGS_CHARACTERS = limits.MAX_ENTRY_QUESTIONS * (limits.MAX_ENTRY_TITLE_CHARACTERS + 2);

type Typed = Record<(typeof FIELDS)[number], string>;

export interface EntryRefusal {
  faults?: Faults;
  /** Stands above the form. */
  note?: Html | string;
}

export function readTyped(form = new Form()): Typed {
  return Object.fromEntries(FIELDS.map((name) => [name, form.text(name)])) as Typed;
}

/** Checks the form as every door does; an empty field counts as left out. */
export function checkTyped({ form, language }: ServerVisit) {
  const { title, text, ...typed } = readTyped(form);
  const optional = { language: typed.language || null, valid_until: typed.valid_until || null };
  const own = linesOf(typed.questions);
  const proposed = linesOf(typed.proposed);
  // A form without the field leaves the wordings as they are.
  const wordings = form.has('questions') ? { questions: [...own, ...proposed] } : {};
  const given = { title, text, link: typed.link.trim() || null, ...optional, ...wordings };
  const checked = check(knowledge.entrySchema, given, language);
  if (checked.faults) {
    const faults = new Map(checked.faults);
    if (faults.has('valid_until')) faults.set('valid_until', faultTexts[language].date);
    if (faults.has('questions')) faults.set('questions', knowledgeTexts[language].questionsFault);
    return { given: null, faults };
  }
  const { link = null, language: spoken = null, valid_until: validUntil = null, ...whole } = checked.values;
  return { given: { ...whole, link, language: spoken, validUntil, own }, faults: null };
}

function linesOf(typed: string): string[] {
  return typed.split('\n').filter((line) => line.trim() !== '');
}

/** Why core refused an entry; undefined where the form has no words for it. */
export function refusalOf(visit: ServerVisit, error: AppError): EntryRefusal | undefined {
  const t = knowledgeTexts[visit.language];
  const { param = '', details } = error.context;
  if (error.code === 'already_exists') {
    const address = entryAddress(visit, String(details?.id ?? ''));
    const note = html`${t.knownTitle} <a href="${address}">${t.openKnown}</a>`;
    return { faults: new Map([['title', t.knownTitle]]), note };
  }
  if (error.code !== 'invalid_input') return undefined;
  if (param === 'entries') return { note: t.full };
  return { faults: new Map([[param, explain(error, visit.language)]]) };
}

export function explainField(issue: z.core.$ZodIssue, language: InterfaceLanguage): string {
  const t = knowledgeTexts[language];
  const [field] = issue.path;
  if (field === undefined) return t.notEntry;
  if (field === 'id') return `id: ${t.idFault}`;
  if (field === 'valid_until') return `valid_until: ${faultTexts[language].date}`;
  return `${String(field)}: ${explainIssue(issue, language)}`;
}

export function refusalNote({ language }: ServerVisit, refusal: EntryRefusal | undefined): Html {
  return refusal ? faultNote(refusal.note ?? knowledgeTexts[language].notSaved) : NOTHING;
}

export function entryFields(language: InterfaceLanguage, typed: Typed, refusal?: EntryRefusal): Html {
  const t = knowledgeTexts[language];
  const render = (name: keyof Typed, options: Omit<FieldOptions, 'name'>) =>
    field({ name, value: typed[name], faults: refusal?.faults, ...options });
  const wordings = { rows: 4, maxLength: MAX_WORDINGS_CHARACTERS };
  const title = { label: t.entryTitle, hint: t.titleHint, maxLength: limits.MAX_ENTRY_TITLE_CHARACTERS };
  const text = { label: t.text, hint: t.textHint, rows: 10, maxLength: limits.MAX_ENTRY_TEXT_CHARACTERS };
  const link = { label: t.link, hint: t.linkHint, placeholder: 'https://' };
  const choices = [{ value: '', label: t.anyLanguage }, ...LANGUAGE_CHOICES];
  return html`${render('title', { ...title, isRequired: true })}
${render('text', { ...text, isRequired: true })}
${render('questions', { label: t.questions, hint: t.questionsHint, ...wordings })}
${typed.proposed !== '' && render('proposed', { label: t.proposed, hint: t.proposedHint, ...wordings })}
${render('link', { ...link, type: 'url', maxLength: limits.MAX_URL_CHARACTERS })}
<div class="columns"><div>${render('language', { label: t.language, choices })}</div>
<div>${render('valid_until', { label: t.validUntil, hint: t.validUntilHint, type: 'date' })}</div></div>`;
}

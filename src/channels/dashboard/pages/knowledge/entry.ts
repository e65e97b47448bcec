import {
  changeEntry,
  getEntry,
  lastDayOf,
  removeKnowledge,
  versionOf,
} from '../../../../core/knowledge/knowledge.ts';
import { nameEntry } from '../../../../core/owners/audit.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { KnowledgeEntry } from '../../../../domain/types.ts';
import { knowledgeTexts, sourceTexts } from '../../i18n/knowledge.ts';
import { addressOf, done, type Outcome, type ServerVisit, show } from '../../route.ts';
import { actionButton, csrfField, note, outLink } from '../../view/components.ts';
import { type Html, html, NOTHING } from '../../view/html.ts';
import { entryAddress, toEntryId, toSegment } from './address.ts';
import { checkTyped, entryFields, type Refusal, readTyped, refusalNote, refusalOf } from './fields.ts';
import { lastDay } from './list.ts';

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
  return html`<p><small>${t.source}: ${sourceTexts[language][entry.source]}</small><br>
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

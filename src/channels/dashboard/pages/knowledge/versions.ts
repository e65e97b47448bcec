import * as knowledge from '../../../../core/knowledge/knowledge.ts';
import { nameEntry } from '../../../../core/members/audit.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { EntryVersion } from '../../../../domain/types.ts';
import { nameLanguage } from '../../../../domain/words.ts';
import { knowledgeTexts } from '../../i18n/knowledge.ts';
import { trainingTexts } from '../../i18n/training.ts';
import { done, type Outcome, type ServerVisit } from '../../route.ts';
import { moment, tellMoment } from '../../view/components.ts';
import { actionButton } from '../../view/controls.ts';
import { type Html, html, NOTHING } from '../../view/html.ts';
import { compareWords, renderDiff } from '../training/changes.ts';
import { entryPath, toEntryId } from './list.ts';

/** Of an entry that changes every day; the command line lists all. */
const MAX_SHOWN = 20;

/** What the entry said before, and how that differs from what came after it. */
export async function renderVersions(visit: ServerVisit, entryId: string): Promise<Html> {
  const history = await knowledge.listVersions(visit.core, visit.server.id, entryId);
  const told = history.flatMap(({ entry, next, ...one }) => (entry && next ? [{ ...one, entry, next }] : []));
  if (told.length === 0) return NOTHING;
  return html`<section id="versions"><h2>${knowledgeTexts[visit.language].versions}</h2>
${told.slice(0, MAX_SHOWN).map((one) => renderVersion(visit, one))}</section>`;
}

interface Told extends Pick<knowledge.EntryHistory, 'version' | 'until'> {
  entry: EntryVersion;
  next: EntryVersion;
}

function renderVersion(visit: ServerVisit, { version, until, entry, next }: Told): Html {
  const { language } = visit;
  const t = knowledgeTexts[language];
  const [before, after] = [sayFields(visit, entry), sayFields(visit, next)];
  const changes = before.flatMap(([label, text], index) => {
    const now = after[index]?.[1] ?? '';
    return text === now ? [] : [html`<h3>${label}</h3>${renderDiff(compareWords(text, now), language)}`];
  });
  const restore = { to: `${entryPath(entry.id)}/restore`, label: t.restore, question: t.restoreQuestion };
  const which = { fields: { version: String(version) }, spoken: t.restoreSpoken(tellMoment(visit, until)) };
  return html`<details class="card" data-version="${version}">
<summary>${t.versionUntil} ${moment(visit, until)}: ${entry.title}</summary>
${changes}<p><small>${trainingTexts[language].legend}</small></p>
${entry.source !== 'link' && actionButton(visit, { ...restore, ...which })}</details>`;
}

function sayFields({ core, language }: ServerVisit, entry: EntryVersion): [label: string, text: string][] {
  const t = knowledgeTexts[language];
  const validUntil = entry.valid_until === null ? null : new Date(entry.valid_until);
  return [
    [t.entryTitle, entry.title],
    [t.text, entry.text],
    [t.link, entry.link ?? ''],
    [t.language, entry.language ? nameLanguage(entry.language, language) : ''],
    [t.validUntil, knowledge.lastDayOf(core, { validUntil }) ?? t.forever],
  ];
}

/** @returns the refusal as a text where the core refused it. */
export async function restoreEntry(visit: ServerVisit): Promise<Outcome | string> {
  const { core, server, params, form, language } = visit;
  const entryId = toEntryId(params.entry ?? '');
  const version = Number(form.text('version'));
  try {
    const entry = await knowledge.restoreVersion(core, { serverId: server.id, entryId, version });
    const deed = { action: 'knowledge.restored' as const, subject: nameEntry(entry) };
    return done(visit, entryPath(entryId), 'entry_restored', deed);
  } catch (error) {
    const isRefused = error instanceof AppError && ['already_exists', 'invalid_input'].includes(error.code);
    if (!isRefused) throw error;
    return error.code === 'already_exists'
      ? knowledgeTexts[language].knownTitle
      : knowledgeTexts[language].notRestored;
  }
}

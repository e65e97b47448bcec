import { findCorrectedAnswer, findReplacedEntry } from '../../../../core/learning/suggestions/entries.ts';
import {
  type Conflict,
  describeConflicts,
  type Suggestion,
} from '../../../../core/learning/suggestions/suggestions.ts';
import { type GuildReading, readGuild } from '../../../../core/members/chat-rules.ts';
import { CONFLICTS, SUGGESTION_SOURCES, SUSPENSION_REASONS } from '../../../../domain/words.ts';
import { refusalTexts, trainingTexts } from '../../i18n/training.ts';
import type { ServerVisit } from '../../route.ts';
import { faultNote, moment } from '../../view/components.ts';
import { type Html, html, NOTHING } from '../../view/html.ts';
import { entryAddress } from '../knowledge/list.ts';
import { compareWords, isOpen, offerProof, renderDiff, renderRegressions } from './changes.ts';
import { type Looked, type Refusal, renderForms, type View } from './decisions.ts';

/** @param group the suggestion and what is open beside it. */
export async function look(
  { core, server }: ServerVisit,
  group: Pick<Looked, 'suggestion' | 'similar' | 'similarCount'>,
): Promise<Looked> {
  const { suggestion } = group;
  const [conflicts, replaced, corrected] = await Promise.all([
    isOpen(suggestion) ? describeConflicts(core, server.id, suggestion) : [],
    isOpen(suggestion) ? findReplacedEntry(core, server.id, suggestion) : null,
    findCorrectedAnswer(core, server.id, suggestion),
  ]);
  const others = conflicts.filter(({ entryId }) => entryId !== suggestion.entryId);
  return { ...group, conflicts: others, replaced, corrected };
}

interface CardOptions {
  view: View;
  refusal?: Refusal | undefined;
  /** In place of the link to it. */
  proof?: Html;
}

/** Cards; the names of roles are looked up once for all. */
export async function renderCards(
  visit: ServerVisit,
  all: readonly Looked[],
  { view, refusal, proof }: CardOptions,
): Promise<Html[]> {
  const hasRoles = all.some(({ suggestion }) => suggestion.authorRole !== null);
  const reading = hasRoles ? await readGuild(visit.core, visit.server.id) : null;
  return Promise.all(
    all.map((looked) => {
      const own = refusal?.suggestion.id === looked.suggestion.id ? refusal : undefined;
      return renderCard(visit, looked, { view, refusal: own, reading, ...(proof ? { proof } : {}) });
    }),
  );
}

async function renderCard(
  visit: ServerVisit,
  looked: Looked,
  { view, refusal, proof, reading }: CardOptions & { reading: GuildReading | null },
): Promise<Html> {
  const { suggestion } = looked;
  const { id, question, answer, suspendedFor } = suggestion;
  const { language } = visit;
  const t = trainingTexts[language];
  return html`<article class="card suggestion" id="s-${id}" tabindex="-1" data-suggestion="${id}" aria-labelledby="q-${id}">
<h2 id="q-${id}">${question || t.noQuestion}</h2>
${suspendedFor ? html`<p class="note warn">${t.suspended} ${SUSPENSION_REASONS[suspendedFor][language]}</p>` : NOTHING}
<p class="whole" data-answer>${answer || t.noAnswer}</p>
<p><small>${renderOrigin(visit, suggestion, reading)}</small></p>
${renderTaught(visit, suggestion)}
${renderCorrected(visit, looked)}
${renderReplaced(visit, looked)}
${looked.conflicts.map((conflict) => renderConflict(visit, suggestion, conflict))}
${refusal ? await renderRefusal(visit, refusal) : NOTHING}
${proof ?? offerProof(visit, suggestion)}
${renderForms(visit, looked, { view, refusal })}
</article>`;
}

/** Where it came from, who by role, and when; with the way to the message. */
function renderOrigin(visit: ServerVisit, suggestion: Suggestion, reading: GuildReading | null): Html {
  const { core, server, language } = visit;
  const t = trainingTexts[language];
  const { source, sources, authorRole, createdAt, decidedAt, state } = suggestion;
  const origin = sources.find(({ channelId, messageId }) => channelId && messageId);
  const parts = [
    SUGGESTION_SOURCES[source][language],
    authorRole ? nameRole(authorRole, reading, visit) : '',
  ];
  const when = moment(createdAt, language, core.config.QUOTA_TIME_ZONE);
  const address = [core.config.DISCORD_WEB_URL, 'channels', server.id, origin?.channelId, origin?.messageId];
  return html`${parts.filter(Boolean).join(', ')} · ${t.suggested} ${when}${
    decidedAt && state !== 'pending'
      ? html` · ${t.decided} ${moment(decidedAt, language, core.config.QUOTA_TIME_ZONE)}`
      : ''
  }${origin ? html` · <a href="${address.join('/')}" rel="noopener" data-source>${t.message}</a>` : ''}`;
}

function nameRole(id: string, reading: GuildReading | null, { language }: ServerVisit): string {
  const t = trainingTexts[language];
  const roles = reading?.state === 'known' ? reading.guild.roles : [];
  return t.role(roles.find((role) => role.id === id)?.name ?? t.unknownRole(id));
}

/** What the teacher wrote, beside what a backend made of it. */
function renderTaught({ language }: ServerVisit, { taught, answer }: Suggestion): Html {
  if (taught === null) return NOTHING;
  const head = trainingTexts[language].taught;
  return renderSides(language, { head, before: taught, after: answer, kind: 'taught' });
}

function renderCorrected({ language }: ServerVisit, { suggestion, corrected }: Looked): Html {
  if (corrected === null || suggestion.answer === '') return NOTHING;
  const t = trainingTexts[language];
  return renderSides(language, {
    head: t.corrects,
    before: corrected,
    after: suggestion.answer,
    kind: 'corrected',
  });
}

/** The entry that an approval replaces. */
function renderReplaced(visit: ServerVisit, { suggestion, replaced }: Looked): Html {
  if (!replaced) return NOTHING;
  const t = trainingTexts[visit.language];
  return renderSides(visit.language, {
    head: html`${t.replaces}: <a href="${entryAddress(visit, replaced.id)}">${replaced.title}</a>`,
    before: replaced.text,
    after: suggestion.answer,
    kind: 'replaced',
  });
}

/** An entry that says something else. */
function renderConflict(visit: ServerVisit, { answer }: Suggestion, conflict: Conflict): Html {
  const { entryId, title, kind, text } = conflict;
  const { language } = visit;
  const known = `${trainingTexts[language].knownSoFar}, ${CONFLICTS[kind][language]}`;
  return renderSides(language, {
    head: html`${known}: <a href="${entryAddress(visit, entryId)}">${title}</a>`,
    before: text,
    after: answer,
    kind: 'conflict',
  });
}

/** Both texts side by side, and what changes between them where enough stays the same to be compared. */
function renderSides(
  language: ServerVisit['language'],
  { head, before, after, kind }: { head: string | Html; before: string; after: string; kind: string },
): Html {
  const t = trainingTexts[language];
  const parts = compareWords(before, after);
  const isComparable = parts.some((part) => part.kind === 'same' && part.text.trim() !== '');
  return html`<section class="sides" data-sides="${kind}"><h3>${head}</h3>
<div class="columns"><div><p class="whole">${before}</p></div>
<div><p><strong>${t.suggestion}</strong></p><p class="whole">${after || t.noAnswer}</p></div></div>
${isComparable ? html`${renderDiff(parts, language)}<p><small>${t.legend}</small></p>` : NOTHING}</section>`;
}

async function renderRefusal(visit: ServerVisit, { fault, regressions }: Refusal): Promise<Html> {
  if (!regressions) return faultNote(fault);
  return html`<div class="note fault" role="alert" data-regressions><p>${refusalTexts[visit.language].tests}</p>
${await renderRegressions(visit, regressions)}</div>`;
}

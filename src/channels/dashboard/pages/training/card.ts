import { findCorrectedAnswer, findReplacedEntry } from '../../../../core/learning/suggestions/entries.ts';
import { lookAtConflicts, type Suggestion } from '../../../../core/learning/suggestions/suggestions.ts';
import { type GuildReading, readGuild } from '../../../../core/members/chat-rules.ts';
import {
  CONFLICTS,
  describeUnchecked,
  SUGGESTION_SOURCES,
  SUSPENSION_REASONS,
} from '../../../../domain/words.ts';
import { refusalTexts, trainingTexts } from '../../i18n/training.ts';
import type { ServerVisit } from '../../route.ts';
import { moment } from '../../view/components.ts';
import { type Html, html } from '../../view/html.ts';
import { entryAddress } from '../knowledge/list.ts';
import { compareWords, isOpen, offerProof, renderDiff } from './changes.ts';
import { type DecisionRefusal, renderForms, type SuggestionFacts, type TrainingView } from './decisions.ts';
import { chooseBox } from './many.ts';
import { renderRefusal } from './suggestion-form.ts';

/** @param group the suggestion and what is open beside it. */
export async function look(
  { core, server }: ServerVisit,
  group: Pick<SuggestionFacts, 'suggestion' | 'similar' | 'similarCount'>,
): Promise<SuggestionFacts> {
  const { suggestion } = group;
  const [{ conflicts, unchecked }, replaced, corrected] = await Promise.all([
    isOpen(suggestion) ? lookAtConflicts(core, server.id, suggestion) : { conflicts: [], unchecked: null },
    isOpen(suggestion) ? findReplacedEntry(core, server.id, suggestion) : null,
    findCorrectedAnswer(core, server.id, suggestion),
  ]);
  const others = conflicts.filter(({ entryId }) => entryId !== suggestion.entryId);
  return { ...group, conflicts: others, unchecked, replaced, corrected };
}

interface CardOptions {
  view: TrainingView;
  refusal?: DecisionRefusal | undefined;
  /** Stands in place of the link to it. */
  proof?: Html;
}

/** Looks the names of roles up once for all cards. */
export async function renderCards(
  visit: ServerVisit,
  all: readonly SuggestionFacts[],
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
  looked: SuggestionFacts,
  { view, refusal, proof, reading }: CardOptions & { reading: GuildReading | null },
): Promise<Html> {
  const { suggestion } = looked;
  const { id, question, answer, wordings, suspendedFor } = suggestion;
  const { language } = visit;
  const t = trainingTexts[language];
  const missing = describeUnchecked(looked.unchecked);
  return html`<article class="card suggestion" id="s-${id}" tabindex="-1" data-suggestion="${id}" aria-labelledby="q-${id}">
${view.place === 'list' && chooseBox(visit, suggestion)}
<h2 id="q-${id}">${question || t.noQuestion}</h2>
${suspendedFor && html`<p class="note warn">${t.suspended} ${SUSPENSION_REASONS[suspendedFor][language]}</p>`}
<p class="whole" data-answer>${answer || t.noAnswer}</p>
${wordings.length > 0 && html`<div data-wordings><p><small>${t.wordings}:</small></p><ul>${wordings.map((wording) => html`<li>${wording}</li>`)}</ul></div>`}
<p><small>${renderOrigin(visit, suggestion, reading)}</small></p>
${renderComparisons(visit, looked)}
${missing && html`<p data-unchecked="${looked.unchecked}"><small>${missing[language]}</small></p>`}
${refusal && (await renderRefusal(visit, refusal, { before: refusalTexts[language].tests }))}
${proof ?? offerProof(visit, suggestion)}
${renderForms(visit, looked, { view, refusal })}
</article>`;
}

function renderOrigin(visit: ServerVisit, suggestion: Suggestion, reading: GuildReading | null): Html {
  const { core, server, language } = visit;
  const t = trainingTexts[language];
  const { source, sources, authorRole, createdAt, decidedAt, state } = suggestion;
  const origin = sources.find(({ channelId, messageId }) => channelId && messageId);
  const roles = reading?.state === 'known' ? reading.guild.roles : [];
  const role = authorRole && (roles.find(({ id }) => id === authorRole)?.name ?? t.unknownRole(authorRole));
  const parts = [SUGGESTION_SOURCES[source][language], role && t.role(role)];
  const address = [core.config.DISCORD_WEB_URL, 'channels', server.id, origin?.channelId, origin?.messageId];
  return html`${parts.filter(Boolean).join(', ')} · ${t.suggested} ${moment(visit, createdAt)}${
    decidedAt && state !== 'pending' && html` · ${t.decided} ${moment(visit, decidedAt)}`
  }${origin && html` · <a href="${address.join('/')}" rel="noopener" data-source>${t.message}</a>`}`;
}

/** The answer beside the words of the teacher, of the bot, of the entry that it replaces, and of others. */
function renderComparisons(visit: ServerVisit, looked: SuggestionFacts): Html {
  const { language } = visit;
  const { suggestion, corrected, replaced, conflicts } = looked;
  const { taught, answer: after } = suggestion;
  const t = trainingTexts[language];
  const linkTo = (id: string, title: string) => html`<a href="${entryAddress(visit, id)}">${title}</a>`;
  const sides = (kind: string, head: string | Html, before: string) =>
    renderSides(language, { kind, head, before, after });
  return html`${taught !== null && sides('taught', t.taught, taught)}
${corrected !== null && after !== '' && sides('corrected', t.corrects, corrected)}
${replaced && sides('replaced', html`${t.replaces}: ${linkTo(replaced.id, replaced.title)}`, replaced.text)}
${conflicts.map(({ entryId, title, kind, text, why }) => {
  const known = `${t.knownSoFar}, ${CONFLICTS[kind][language]}`;
  return sides(
    'conflict',
    html`${known}: ${linkTo(entryId, title)}${why && html` <small data-why>${why}</small>`}`,
    text,
  );
})}`;
}

/** Shows what changes only where enough stays the same to be compared. */
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
${isComparable && html`${renderDiff(parts, language)}<p><small>${t.legend}</small></p>`}</section>`;
}

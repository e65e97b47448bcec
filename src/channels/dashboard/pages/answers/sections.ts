import type { AnswerPage, ShownPassage } from '../../../../core/answering/log/answer-log.ts';
import type { SourcedSentence } from '../../../../core/answering/receipts/claims.ts';
import { prepareText } from '../../../../core/learning/suggestions/suggestions.ts';
import type { FoundReason } from '../../../../core/reading/reader.ts';
import type { InterfaceLanguage, TeamReason } from '../../../../domain/types.ts';
import { nameLanguage } from '../../../../domain/words.ts';
import { answersTexts, answerTexts, whyTexts } from '../../i18n/answers.ts';
import { reasonTexts } from '../../i18n/errors.ts';
import type { ServerVisit } from '../../route.ts';
import { exactMoment, outLink } from '../../view/components.ts';
import { formatNumber, formatPercent, type Html, html, NOTHING, renderMarkdown } from '../../view/html.ts';
import { entryAddress } from '../knowledge/list.ts';
import { messageAddress } from './place.ts';

/** Words of members stand on this page without personal data. */

export function renderTicket(
  { language }: ServerVisit,
  { question, answer, history, turns }: AnswerPage,
): Html {
  const t = answerTexts[language];
  const kept = history ?? [];
  const left = (turns ?? 0) - kept.length;
  const asked = [...kept, { by: 'customer' as const, text: question }];
  return html`<section data-ticket><h2>${t.ticket}</h2>
${left > 0 && html`<p data-left>${answer === null ? t.leftWithContext : t.left(left)}</p>`}
${asked.map(
  ({ by, text }) => html`<article class="card" data-turn="${by}"><h3>${t[by]}</h3>
<p class="whole">${prepareText(text)}</p></article>`,
)}
<p><small>${t.masked}</small></p></section>`;
}

/** @param found why the team would be called for it today */
export function renderAnswer(
  visit: ServerVisit,
  { answer, reason, claims, passages }: AnswerPage,
  found: readonly FoundReason[],
): Html {
  const { language } = visit;
  const t = answerTexts[language];
  const why =
    reason &&
    html`<strong>${t.handedOver}</strong> ${reasonTexts[language][reason]}${isInWords(reason) && html` ${t.byWords}`}`;
  return html`<section><h2>${t.answer}</h2>
${answer === null ? html`<p data-withheld>${t.withContext}</p>` : html`<div class="card" data-answer>${renderMarkdown(answer)}</div>`}
<p class="note" data-reason="${reason ?? ''}">${why ?? t.alone}</p>
${renderClaims(visit, claims, passages)}
${found.length > 0 && html`<h3>${t.read}</h3>`}${renderReasons(language, found)}</section>`;
}

/** Each sentence with the one of the knowledge that carries it. */
function renderClaims(
  visit: ServerVisit,
  claims: readonly SourcedSentence[],
  passages: readonly ShownPassage[],
): Html {
  if (claims.length === 0) return NOTHING;
  const t = answerTexts[visit.language];
  const titleOf = (entryId: string) => passages.find((one) => one.entryId === entryId)?.title ?? entryId;
  const items = claims.map(({ text, entryId, quote }) => {
    const entry = html`<a href="${entryAddress(visit, entryId)}">${titleOf(entryId)}</a>`;
    return html`<li>${text}<br><small>${visit.opens(`knowledge/${entryId}`) ? entry : titleOf(entryId)}: <q>${quote}</q></small></li>`;
  });
  return html`<details data-claims><summary>${t.claims}</summary><ul>${items}</ul></details>`;
}

/** Each reason that the words of a customer give, with its score and the words that weighed most. */
export function renderReasons(language: InterfaceLanguage, reasons: readonly FoundReason[]): Html {
  if (reasons.length === 0) return NOTHING;
  const t = whyTexts[language];
  const items = reasons.map(({ reason, score, words, by }) => {
    const weighed = words.length > 0 && html` ${t.words} ${words.map((word) => html`<mark>${word}</mark> `)}`;
    return html`<li data-by="${by}">${reasonTexts[language][reason]} ${t[by]} ${t.score(formatNumber(score, language, 2))}${weighed}</li>`;
  });
  return html`<ul data-why>${items}</ul>`;
}

/** Whether the customer's words gave the reason, not the search or the model. */
function isInWords(reason: TeamReason): boolean {
  return reason !== 'not_in_knowledge' && reason !== 'model';
}

export function renderPassages(
  visit: ServerVisit,
  { passages, turns, isWhole, isRepeated }: AnswerPage,
): Html {
  const t = answerTexts[visit.language];
  const isNoted = turns !== null && !isRepeated;
  const none = isNoted ? t.noPassages : t.notRecorded;
  return html`<section><h2>${t.passages}</h2>
${passages.length === 0 ? html`<p>${none}</p>` : html`<p>${isWhole && html`${t.whole} `}${t.passagesHint}</p>`}
${passages.map((passage) => renderPassage(visit, passage))}</section>`;
}

function renderPassage(visit: ServerVisit, passage: ShownPassage): Html {
  const { language } = visit;
  const t = answerTexts[language];
  const { id, entryId, title, score, text, isUsed, isChanged } = passage;
  const marks = [
    score === null ? t.noScore : t.score(formatNumber(score, language, 2)),
    isUsed && t.used,
    isChanged && text !== null && t.changed,
  ];
  const summary = marks.filter(Boolean).join(' · ');
  const body =
    text === null
      ? html`<p>${t.removed}</p>`
      : html`<p class="whole">${text}</p>
${visit.opens(`knowledge/${entryId}`) && html`<p><a href="${entryAddress(visit, entryId)}" aria-label="${t.openEntrySpoken(title ?? id)}">${t.openEntry}</a></p>`}`;
  return html`<article class="card" data-passage="${id}" data-used="${isUsed ? 'true' : 'false'}"><h3>${title ?? id}</h3>
<details${isUsed && html` open`}><summary>${summary}</summary>
${body}</details></article>`;
}

export function renderFacts(visit: ServerVisit, answer: AnswerPage): Html {
  const { language } = visit;
  const t = answerTexts[language];
  const rows = Object.entries(factsOf(visit, answer)).map(
    ([name, [label, value]]) => html`<dt>${label}</dt><dd data-fact="${name}">${value ?? '–'}</dd>`,
  );
  return html`<section><h2>${t.facts}</h2>
<dl class="facts">${rows}</dl></section>`;
}

type AnswerFacts = Record<string, [label: string, value: string | Html | null]>;

function factsOf(visit: ServerVisit, answer: AnswerPage): AnswerFacts {
  const { language } = visit;
  const t = answerTexts[language];
  const names = answersTexts[language];
  const { channel, vote, comment, outcome, isDraft, isRepeated, conversationId } = answer;
  const inTests = channel === 'test' ? names.test : names.api;
  return {
    when: [t.when, exactMoment(visit, answer.at)],
    channel: [t.channel, channel === 'discord' ? names.discord : inTests],
    ...(conversationId && { conversation: [t.conversation, conversationId] }),
    ...placeFacts(visit, answer),
    vote: [t.vote, vote === null ? names.noVote : names[vote]],
    comment: [t.comment, comment === null ? null : html`<span class="whole">${prepareText(comment)}</span>`],
    outcome: [t.outcome, outcome === null ? t.unknown : t[outcome]],
    draft: [t.draft, isDraft ? t.isDraft : t.no],
    repeated: [t.repeated, isRepeated ? t.isRepeated : t.no],
    confidence: [t.confidence, formatPercent(Math.round(answer.confidence * 100), language)],
    ...costsOf(visit, answer),
  };
}

/** Admins see who asked, by an id alone: names are not kept. */
function placeFacts(visit: ServerVisit, { place }: AnswerPage): AnswerFacts {
  if (place === null || place.channelId === null) return {};
  const mayName = visit.opens('audit');
  const t = answerTexts[visit.language];
  const message = messageAddress(visit, place);
  const asker =
    mayName && place.askerId && [visit.core.config.DISCORD_WEB_URL, 'users', place.askerId].join('/');
  return {
    ...(message && { message: [t.message, outLink(message, t.openMessage)] }),
    ...(asker && { asker: [t.asker, outLink(asker, place.askerId ?? '')] }),
  };
}

function costsOf({ language }: ServerVisit, answer: AnswerPage): AnswerFacts {
  const t = answerTexts[language];
  const { units, givenBackAt, promptTokens, completionTokens, tookMs } = answer;
  const number = (value: number) => formatNumber(value, language);
  const tokens =
    promptTokens === null || completionTokens === null
      ? null
      : t.inAndOut(number(promptTokens), number(completionTokens));
  const cost = units === null ? null : number(units);
  const charged = cost !== null && givenBackAt !== null ? t.givenBack(cost) : cost;
  return {
    level: [t.level, answer.level],
    engine: [t.engine, answer.engine],
    language: [t.language, answer.language && nameLanguage(answer.language, language)],
    units: [t.units, charged],
    tokens: [t.tokens, tokens],
    took: [t.took, tookMs === null ? null : t.seconds(formatNumber(tookMs / 1000, language, 1))],
  };
}

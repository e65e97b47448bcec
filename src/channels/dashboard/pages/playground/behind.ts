import type { Tried, TriedPassage, TriedQuery } from '../../../../core/playground/playground.ts';
import { ANSWER_THRESHOLD } from '../../../../core/search/search.ts';
import { truncate } from '../../../../domain/text.ts';
import type { InterfaceLanguage } from '../../../../domain/types.ts';
import { reasonTexts } from '../../i18n/errors.ts';
import { callTexts, deciderTexts, playgroundTexts } from '../../i18n/quality.ts';
import { correctionTexts } from '../../i18n/training.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import { tabLink } from '../../view/components.ts';
import { formatNumber, formatPercent, type Html, html } from '../../view/html.ts';
import { renderReasons } from '../answers/sections.ts';

/** Longer queries are cut, since they stand beside others. */
const SHOWN_CHARACTERS = 300;
/** An address holds no longer question, each character of it percent-encoded. */
const LINKED_CHARACTERS = 1_000;

export function renderBehind(visit: ServerVisit, tried: Tried, question: string): Html {
  const { language } = visit;
  const t = playgroundTexts[language];
  const facts = listFacts(language, tried).map(
    ([name, label, value]) => html`<dt>${label}</dt><dd data-fact="${name}">${value}</dd>\n`,
  );
  return html`<details open><summary>${t.behind}</summary>
<section><h2>${t.decision}</h2>
<dl class="facts">${facts}</dl>
${renderReasons(language, tried.reasons)}
${renderNextSteps(visit, tried, question)}</section>
<section><h2>${t.queries}</h2>
${tried.queries.length === 0 && html`<p>${t.noQueries}</p>`}
<ul>${tried.queries.map((query) => renderQuery(language, query))}</ul></section>
<section><h2>${t.passages}</h2>
${tried.isWhole && html`<p>${t.whole}</p>`}
${tried.passages.length === 0 && html`<p>${t.noPassages}</p>`}
${tried.passages.map((passage, index) => renderPassage(visit, passage, index === 0))}</section>
</details>`;
}

type Fact = readonly [name: string, label: string, value: string];

function listFacts(language: InterfaceLanguage, tried: Tried): Fact[] {
  const t = playgroundTexts[language];
  const { answer, cost, calls, weekPercent, elapsedMs } = tried;
  const format = (count: number, digits = 0) => formatNumber(count, language, digits);
  const tokens = t.tokenCounts(format(cost.promptTokens), format(cost.completionTokens));
  const spared = cost.cachedTokens ? ` ${t.cached(format(cost.cachedTokens))}` : '';
  return [
    ['team', t.handover, explainDecision(language, tried)],
    ['confidence', t.confidence, explainConfidence(language, tried)],
    ['draft', t.draft, answer.isDraft ? t.isDraft : t.noDraft],
    ['level', t.levelAndEngine, `${answer.level}, ${answer.engine}`],
    ['calls', t.calls, nameCalls(language, calls)],
    ['tokens', t.tokens, `${tokens}${spared}`],
    ['units', t.units, t.unitsAndPart(format(cost.units), formatPercent(weekPercent, language))],
    ['time', t.time, t.seconds(format(elapsedMs / 1000, 1))],
  ];
}

function explainDecision(language: InterfaceLanguage, { answer, decidedBy }: Tried): string {
  const t = playgroundTexts[language];
  if (answer.teamReason === null || decidedBy === null) return t.noTeam;
  return `${reasonTexts[language][answer.teamReason]} ${deciderTexts[language][decidedBy]}`;
}

function explainConfidence(language: InterfaceLanguage, { answer, calls }: Tried): string {
  const t = playgroundTexts[language];
  const [confidence, limit] = [answer.confidence, ANSWER_THRESHOLD].map((share) =>
    formatNumber(share, language, 2),
  );
  const means = calls.length > 0 ? t.sureFrom : t.answersFrom;
  return `${confidence}. ${means(limit ?? '')}`;
}

function nameCalls(language: InterfaceLanguage, calls: readonly string[]): string {
  if (calls.length === 0) return playgroundTexts[language].noCalls;
  const counts = Map.groupBy(calls, (call) => call);
  const names: Readonly<Record<string, string>> = callTexts[language];
  return [...counts]
    .map(([call, { length }]) => `${names[call] ?? call}${length > 1 ? ` ×${length}` : ''}`)
    .join(', ');
}

function renderQuery(language: InterfaceLanguage, { text, weight, isWorded }: TriedQuery): Html {
  const t = playgroundTexts[language];
  const about = t.weight(formatNumber(weight, language, 3));
  return html`<li data-query>${t.quoted(truncate(text, SHOWN_CHARACTERS))} <small>${about}${isWorded && html`, ${t.worded}`}</small></li>\n`;
}

function renderPassage(visit: ServerVisit, passage: TriedPassage, isOpen: boolean): Html {
  const { language } = visit;
  const t = playgroundTexts[language];
  const { entryId, title, text, score, isUsed } = passage;
  const found = score === null ? t.notFound : t.score(formatNumber(score, language, 2));
  return html`<article class="card passage" data-passage data-used="${isUsed ? 'true' : 'false'}">
<h3>${tabLink(visit, `knowledge/${encodeURIComponent(entryId)}`, title)}</h3>
<details${isOpen && html` open`}><summary>${found}${isUsed && html` · <strong>${t.used}</strong>`}</summary>
<p class="whole">${text}</p></details>
</article>`;
}

/** Where to go on from an answer; in another tab, so that the conversation stays. */
function renderNextSteps(visit: ServerVisit, { answer }: Tried, question: string): Html {
  const t = playgroundTexts[visit.language];
  const steps: (readonly [address: string, label: string])[] = [];
  if (answer.teamReason === 'not_in_knowledge')
    steps.push([`${addressOf(visit, 'knowledge')}#add`, t.addEntry]);
  if (question.length <= LINKED_CHARACTERS) {
    const query = new URLSearchParams({ question }).toString();
    steps.push(
      [`${addressOf(visit, 'playground/correct')}?${query}`, correctionTexts[visit.language].title],
      [`${addressOf(visit, 'tests')}?${query}#add`, t.makeTest],
    );
  }
  const links = steps.map(
    ([address, label]) =>
      html`<a href="${address}" target="_blank" rel="noopener" role="button" class="secondary outline">${label}</a>\n`,
  );
  return html`<p class="actions">${links}</p>`;
}

import type { FoundReason } from '../../../../core/reading/reader.ts';
import type { InterfaceLanguage } from '../../../../domain/types.ts';
import { whyTexts } from '../../i18n/answers.ts';
import { reasonTexts } from '../../i18n/errors.ts';
import { formatNumber, type Html, html, NOTHING } from '../../view/html.ts';

/** What a customer's words say about the team, each reason with its score and the words that weighed most. */
export function renderReasons(language: InterfaceLanguage, reasons: readonly FoundReason[]): Html {
  if (reasons.length === 0) return NOTHING;
  return html`<ul data-why>${reasons.map((found) => renderReason(language, found))}</ul>`;
}

function renderReason(language: InterfaceLanguage, { reason, score, words, by }: FoundReason): Html {
  const t = whyTexts[language];
  const weighed = words.length > 0 && html` ${t.words} ${words.map((word) => html`<mark>${word}</mark> `)}`;
  return html`<li data-by="${by}">${reasonTexts[language][reason]} ${t[by]} ${t.score(formatNumber(score, language, 2))}${weighed}</li>`;
}

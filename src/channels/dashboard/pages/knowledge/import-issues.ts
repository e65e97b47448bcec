import type { ImportUnit, Rejection } from '../../../../core/knowledge/knowledge.ts';
import type { InterfaceLanguage } from '../../../../domain/types.ts';
import { importTexts } from '../../i18n/import.ts';
import { table } from '../../view/components.ts';
import { formatNumber, type Html, html } from '../../view/html.ts';
import { explainField } from './entry.ts';

/** Issues that are shown at once. */
const MAX_SHOWN = 1_000;

/** What is to be said of a file, by line, page, article or section. @param mark attribute of each row */
export function renderIssues(
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

import type { ExampleKind, RehearsalExample, RehearsalReport } from '../../../../core/rehearsals/report.ts';
import { EXAMPLE_KINDS } from '../../../../core/rehearsals/report.ts';
import type { SkipReason } from '../../../../domain/rehearsals.ts';
import type { TeamReason } from '../../../../domain/types.ts';
import { reasonTexts } from '../../i18n/errors.ts';
import { rehearsalTexts } from '../../i18n/rehearsals.ts';
import type { ServerVisit } from '../../route.ts';
import { note, table } from '../../view/components.ts';
import { formatNumber, formatPercent, type Html, html, NOTHING } from '../../view/html.ts';

const MAX_LINES = 20;

/** The numbers, the entries that would add most, and examples side by side. */
export function renderReport(visit: ServerVisit, report: RehearsalReport): Html {
  const { conversations, waiting, examples } = report;
  if (conversations === waiting) return renderSkipped(visit, report);
  return html`${renderFigures(visit, report)}
${renderSkipped(visit, report)}
${renderEntries(visit, report)}
${EXAMPLE_KINDS.map((kind) => renderExamples(visit, kind, examples[kind]))}`;
}

function renderFigures({ language }: ServerVisit, report: RehearsalReport): Html {
  const t = rehearsalTexts[language];
  const { outcomes, reasons, differs, pricePercent, answeredShare } = report;
  const number = (count: number) => formatNumber(count, language);
  const row = (name: string, figure: string, value: Html | string) =>
    html`<dt>${name}</dt><dd data-figure="${figure}">${value}</dd>`;
  const byReason = (Object.keys(reasons) as TeamReason[]).map(
    (reason) =>
      html`<li data-reason="${reason}">${reasonTexts[language][reason]}: ${number(reasons[reason] ?? 0)}</li>`,
  );
  const share = answeredShare && t.percents(answeredShare.percent, answeredShare.from, answeredShare.to);
  return html`<dl class="facts">${row(t.answered, 'answered', number(outcomes.answered))}
${share && row(t.ofOthers, 'answered_percent', share)}
${row(
  t.handedOver,
  'handed_over',
  html`${number(outcomes.handed_over)}${byReason.length > 0 && html`<ul>${byReason}</ul>`}`,
)}
${row(t.drafted, 'drafted', number(outcomes.drafted))}
${row(t.differs, 'differs', html`${number(differs)} <small>${t.differsHint}</small>`)}
${outcomes.asked_back > 0 && row(t.asked_back, 'asked_back', number(outcomes.asked_back))}
${outcomes.nothing_asked > 0 && row(t.nothing_asked, 'nothing_asked', number(outcomes.nothing_asked))}
${outcomes.failed > 0 && row(t.failedOnes, 'failed', number(outcomes.failed))}
${pricePercent !== null && row(t.price, 'price_percent', t.ofWeek(formatPercent(pricePercent, language)))}</dl>`;
}

function renderSkipped({ language }: ServerVisit, { leftOut }: RehearsalReport): Html {
  if (leftOut.length === 0) return NOTHING;
  const t = rehearsalTexts[language];
  const names: Record<SkipReason, string> = {
    ...{ not_json: t.not_json, unknown: t.unknown_one, no_customer: t.no_customer_one },
  };
  const lines = leftOut.slice(0, MAX_LINES).map(({ line, reason }) => `${line} (${names[reason]})`);
  const rest = leftOut.length - lines.length;
  return note(t.skipped([...lines, ...(rest > 0 ? [`+${rest}`] : [])].join(', ')));
}

function renderEntries({ language }: ServerVisit, { entries }: RehearsalReport): Html {
  if (entries.length === 0) return NOTHING;
  const t = rehearsalTexts[language];
  const rows = entries.map(
    ({ question, count, answer }) =>
      html`<tr data-entry><td>${question}</td><td>${formatNumber(count, language)}</td><td>${said(answer || t.nothingSaid)}</td></tr>`,
  );
  return html`<h3>${t.entries}</h3>${table(t.entries, [t.question, t.count, t.proposed], rows)}`;
}

function renderExamples(
  { language }: ServerVisit,
  kind: ExampleKind,
  examples: readonly RehearsalExample[],
): Html {
  if (examples.length === 0) return NOTHING;
  const t = rehearsalTexts[language];
  const titles = {
    ...{ differs: t.differs, handed_over: t.handedOver, drafted: t.drafted, answered: t.answered },
  };
  const rows = examples.map(
    ({ asked, team, answer, reason }) =>
      html`<tr data-example="${kind}"><td>${said(asked)}</td><td>${said(team || t.nothingSaid)}</td><td>${
        reason && html`<strong>${reasonTexts[language][reason]}</strong><br>`
      }${said(answer || t.nothingSaid)}</td></tr>`,
  );
  const heads = [t.asked, t.proposed, t.bot];
  return html`<h3>${titles[kind]}</h3>${table(titles[kind], heads, rows)}`;
}

/** Line breaks stay as they were written. */
function said(text: string): Html {
  return html`<span class="whole">${text}</span>`;
}

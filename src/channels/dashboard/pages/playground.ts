import { z } from 'zod';
import { tryQuestion } from '../../../core/answering/answer.ts';
import { AppError } from '../../../domain/errors.ts';
import { MAX_CONTENT_CHARACTERS } from '../../../domain/limits.ts';
import { toCleanText } from '../../../domain/text.ts';
import { explain, statusOf } from '../errors.ts';
import { reasonTexts } from '../i18n/errors.ts';
import { playgroundTexts } from '../i18n/quality.ts';
import { addressOf, type Outcome, type Route, type ServerVisit, show } from '../route.ts';
import { csrfField, faultNote, outLink, textArea } from '../view/components.ts';
import { check, type Faults } from '../view/form.ts';
import { formatNumber, type Html, html, NOTHING, renderMarkdown } from '../view/html.ts';

const PAGE = '/servers/:server/playground';

export const playgroundRoutes: Route[] = [
  { method: 'get', path: PAGE, access: 'server', run: (visit) => render(visit) },
  { method: 'post', path: PAGE, page: PAGE, access: 'server', run: askQuestion },
];

const questionSchema = z.object({
  question: z.string().trim().min(1).max(MAX_CONTENT_CHARACTERS).transform(toCleanText),
});

type Tried = Awaited<ReturnType<typeof tryQuestion>>;

async function askQuestion(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, language, signal } = visit;
  const checked = check(questionSchema, { question: form.text('question') }, language);
  if (checked.faults) return render(visit, { faults: checked.faults, status: 422 });
  try {
    return render(visit, { tried: await tryQuestion(core, server.id, checked.values.question, signal) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return render(visit, { fault: explain(error, language), status: statusOf(error) });
  }
}

function render(
  visit: ServerVisit,
  {
    tried,
    faults,
    fault,
    status = 200,
  }: { tried?: Tried; faults?: Faults; fault?: string; status?: number } = {},
): Outcome {
  const { session, form, language } = visit;
  const t = playgroundTexts[language];
  const content = html`<p>${t.intro}</p>
<form method="post" action="${addressOf(visit, 'playground')}" hx-post="${addressOf(visit, 'playground')}"
 hx-select="#tried" hx-target="#tried" hx-swap="outerHTML">
${csrfField(session)}
${textArea({ name: 'question', label: t.question, value: form.text('question'), rows: 3, isRequired: true, maxLength: MAX_CONTENT_CHARACTERS, ...(faults ? { faults } : {}) })}
<button type="submit">${t.ask}</button>
</form>
<div id="tried" aria-live="polite">${faultNote(fault ?? faults?.get('question'))}${tried ? renderTried(visit, tried) : NOTHING}</div>`;
  return show({ title: t.title, tab: 'playground', content }, status);
}

function renderTried(visit: ServerVisit, tried: Tried): Html {
  const { language } = visit;
  const t = playgroundTexts[language];
  return html`<section>
<h2>${t.answer}</h2>
<div class="card" data-answer>${renderMarkdown(tried.answer)}</div>
<p class="note" data-needs-team="${tried.needs_team ? 'true' : 'false'}">${
    tried.team_reason
      ? html`<strong>${t.team}</strong> ${reasonTexts[language][tried.team_reason]}`
      : t.noTeam
  }</p>
<p><small>${t.facts(tried.level, tried.engine)}</small></p>
${tried.sources.length > 0 ? renderSources(t.sources, tried.sources) : NOTHING}
</section>
<section>
<h2>${t.passages}</h2>
${
  tried.passages.length === 0
    ? html`<p>${t.noPassages}</p>`
    : tried.passages.map((passage, index) => renderPassage(visit, passage, index === 0))
}
</section>`;
}

/** The best one is open; the others are there to be looked at. */
function renderPassage(
  { language }: ServerVisit,
  { title, text, score }: Tried['passages'][number],
  isOpen: boolean,
): Html {
  const t = playgroundTexts[language];
  return html`<article class="card" data-passage>
<h3>${title}</h3>
<details${isOpen ? html` open` : NOTHING}><summary>${t.score(formatNumber(score, language, 2))}</summary>
<p class="whole">${text}</p></details>
</article>`;
}

function renderSources(label: string, sources: Tried['sources']): Html {
  return html`<p>${label}</p><ul>${sources.map(
    ({ title, url }) => html`<li>${url ? outLink(url, title) : title}</li>`,
  )}</ul>`;
}

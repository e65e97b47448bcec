import { z } from 'zod';
import { tryQuestion } from '../../../core/answering/answer.ts';
import { AppError } from '../../../domain/errors.ts';
import { MAX_CONTENT_CHARACTERS } from '../../../domain/limits.ts';
import { toCleanText } from '../../../domain/text.ts';
import { explain, statusOf } from '../errors.ts';
import { reasonTexts } from '../i18n/errors.ts';
import { playgroundTexts } from '../i18n/quality.ts';
import { type Outcome, type Route, type ServerVisit, show } from '../route.ts';
import { outLink } from '../view/components.ts';
import { faultNote, field, inPlace, postForm } from '../view/controls.ts';
import { check, type Faults } from '../view/form.ts';
import { formatNumber, type Html, html, renderMarkdown } from '../view/html.ts';

const PAGE = '/servers/:server/playground';

export const playgroundRoutes: Route[] = [
  { method: 'get', path: PAGE, access: 'server', run: (visit) => render(visit) },
  { method: 'post', path: PAGE, page: PAGE, access: 'server', run: askQuestion },
];

const questionSchema = z.object({
  question: z.string().trim().min(1).max(MAX_CONTENT_CHARACTERS).transform(toCleanText),
});

type Tried = Awaited<ReturnType<typeof tryQuestion>>;

/** What came of a question. */
interface Result {
  tried?: Tried;
  faults?: Faults;
  fault?: string;
  status?: number;
}

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

function render(visit: ServerVisit, { tried, faults, fault, status }: Result = {}): Outcome {
  const t = playgroundTexts[visit.language];
  const question = { name: 'question', label: t.question, value: visit.form.text('question'), faults };
  const form = html`${field({ ...question, rows: 3, isRequired: true, maxLength: MAX_CONTENT_CHARACTERS })}
<button type="submit">${t.ask}</button>`;
  const content = html`<p>${t.intro}</p>
${postForm(visit, 'playground', form, inPlace(visit, 'playground', 'tried'))}
<div id="tried" aria-live="polite">${faultNote(fault ?? faults?.get('question'))}${tried && renderTried(visit, tried)}</div>`;
  return show({ title: t.title, tab: 'playground', content }, status);
}

function renderTried({ language }: ServerVisit, tried: Tried): Html {
  const t = playgroundTexts[language];
  const { team_reason: reason, sources, passages } = tried;
  return html`<section>
<h2>${t.answer}</h2>
<div class="card" data-answer>${renderMarkdown(tried.answer)}</div>
<p class="note" data-needs-team="${tried.needs_team ? 'true' : 'false'}">${
    reason ? html`<strong>${t.team}</strong> ${reasonTexts[language][reason]}` : t.noTeam
  }</p>
<p><small>${t.facts(tried.level, tried.engine)}</small></p>
${
  sources.length > 0 &&
  html`<p>${t.sources}</p>
<ul>${sources.map(({ title, url }) => html`<li>${url ? outLink(url, title) : title}</li>`)}</ul>`
}
</section>
<section>
<h2>${t.passages}</h2>
${passages.length === 0 && html`<p>${t.noPassages}</p>`}
${passages.map(
  ({ title, text, score }, index) => html`<article class="card" data-passage>
<h3>${title}</h3>
<details${index === 0 && html` open`}><summary>${t.score(formatNumber(score, language, 2))}</summary>
<p class="whole">${text}</p></details>
</article>`,
)}
</section>`;
}

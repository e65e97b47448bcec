import { z } from 'zod';
import { answerGap, closeGap, type Gap, pageGaps } from '../../../core/learning/gaps.ts';
import { findAuthor } from '../../../core/members/privacy.ts';
import { MAX_ENTRY_TITLE_CHARACTERS } from '../../../domain/limits.ts';
import { truncate } from '../../../domain/text.ts';
import { unansweredTexts } from '../i18n/quality.ts';
import { refusalTexts, sameEntryTexts } from '../i18n/training.ts';
import type { Outcome, ServerVisit } from '../route.ts';
import { addressOf, done, formAt, openTo, pageAt, parseId, show } from '../route.ts';
import { moment, type Paged, pager, rangeOf, readPaged, tabLink } from '../view/components.ts';
import { field, hiddenFields, postForm } from '../view/controls.ts';
import { type Html, html, NOTHING } from '../view/html.ts';
import type { FormRefusal } from './training/suggestion-form.ts';
import { explainRefusal, renderRefusal, suggestionFields } from './training/suggestion-form.ts';

const GAPS_PER_PAGE = 25;
const ANSWER_CHARACTERS = 600;
/** A question is cut to it in the name of a button. */
const NAME_CHARACTERS = 80;

export const unansweredRoutes = openTo('editor', [
  pageAt('unanswered', (visit) => render(visit)),
  formAt('unanswered/:answer', 'unanswered', answerOne),
  formAt('unanswered/:answer/close', 'unanswered', closeOne),
]);

const toAnswerId = ({ params }: ServerVisit) => parseId(z.uuid(), params.answer);

interface GapRefusal extends FormRefusal {
  answerId: string;
  status: number;
}

async function answerOne(visit: ServerVisit): Promise<Outcome> {
  const { core, server, form, session } = visit;
  const answerId = toAnswerId(visit);
  const authorId = await findAuthor(core, session.person.id);
  try {
    const { id } = await answerGap(core, {
      ...{ serverId: server.id, answerId, authorId, authorRole: null },
      ...{ question: form.text('question'), answer: form.text('answer') },
      isForced: form.text('force') === 'yes',
    });
    return done(visit, toPage(visit), 'gap_answered', { action: 'gap.answered', subject: id });
  } catch (error) {
    return render(visit, toRefusal(visit, answerId, error));
  }
}

/** Without its words in the log: a member asked it. */
async function closeOne(visit: ServerVisit): Promise<Outcome> {
  await closeGap(visit.core, { serverId: visit.server.id, answerId: toAnswerId(visit) });
  return done(visit, toPage(visit), 'gap_closed', { action: 'gap.closed', subject: null });
}

function toPage({ form }: ServerVisit): string {
  const number = Number(form.text('page'));
  return Number.isSafeInteger(number) && number > 1 ? `unanswered?page=${number}` : 'unanswered';
}

function toRefusal({ language }: ServerVisit, answerId: string, error: unknown): GapRefusal {
  const { gone, optedOut: forbidden, tooMany: suggestions } = unansweredTexts[language];
  const { entries, questions, question, answer } = refusalTexts[language];
  const words = { not_found: gone, forbidden, suggestions, entries, questions, question, answer };
  const refusal = explainRefusal(error, words);
  return { answerId, ...refusal, status: refusal.fault === gone ? 404 : 422 };
}

async function render(visit: ServerVisit, refusal?: GapRefusal): Promise<Outcome> {
  const { core, server, language, form } = visit;
  const t = unansweredTexts[language];
  const url = new URL(visit.url);
  if (refusal) url.searchParams.set('page', form.text('page') || '1');
  const page = await readPaged(url, GAPS_PER_PAGE, async (slice) => {
    const isHasty = !url.searchParams.has('covered');
    const { gaps: rows, total } = await pageGaps(core, server.id, { ...slice, isHasty });
    return { rows, total };
  });
  const isListed = page.rows.some(({ answerIds }) => refusal && answerIds.includes(refusal.answerId));
  const cards = await Promise.all(page.rows.map((gap) => renderGap(visit, gap, page.number, refusal)));
  const some = page.last === 1 ? t.total(page.total) : t.shown(...rangeOf(page, GAPS_PER_PAGE, language));
  const content = html`<p>${t.intro}</p>
${refusal && !isListed && (await renderStray(visit, refusal))}
<p role="status" data-total="${page.total}">${page.total === 0 ? t.none : some}</p>
${offerCoverage(visit, page)}
${cards}
${page.rows.length > 0 && html`<p><small>${t.closeHint}</small></p>`}
${pager(visit, page, 'unanswered')}`;
  return show({ tab: 'unanswered', content }, refusal?.status);
}

/**
 * After a change of the knowledge a large index takes longer than a page may. With script the coverage follows by
 * itself and replaces nothing else, since somebody may be writing an answer meanwhile.
 */
function offerCoverage(visit: ServerVisit, { rows, number }: Paged<Gap[]>): Html {
  const open = rows.filter(({ isCovered }) => isCovered === null);
  if (open.length === 0) return NOTHING;
  const address = `${addressOf(visit, 'unanswered')}?covered=1&page=${number}`;
  const parts = open.map(({ answerId }) => `#covered-${answerId}`).join(',');
  return html`<p id="coverage"><a href="${address}" hx-get="${address}" hx-trigger="load" hx-select-oob="${parts}"
 hx-target="#coverage" hx-swap="delete">${unansweredTexts[visit.language].coverage}</a></p>`;
}

/** Keeps the text that was typed for a question that has left the page. */
async function renderStray(visit: ServerVisit, refusal: GapRefusal): Promise<Html> {
  const label = unansweredTexts[visit.language].typed;
  const value = `${visit.form.text('question')}\n\n${visit.form.text('answer')}`;
  return html`<section data-stray>${await renderFault(visit, refusal)}
${field({ name: 'typed', label, value, rows: 5 })}</section>`;
}

async function renderGap(visit: ServerVisit, gap: Gap, page: number, given?: GapRefusal): Promise<Html> {
  const t = unansweredTexts[visit.language];
  const { answerId, question, count, unanswered, votedDown, at } = gap;
  // Somebody may have asked the question once more while it was answered.
  const refusal = given && gap.answerIds.includes(given.answerId) ? given : undefined;
  const name = question.slice(0, NAME_CHARACTERS);
  const where = hiddenFields({ page });
  const counts = [
    t.asked(count),
    unanswered > 0 && t.handedOver(unanswered),
    votedDown > 0 && t.votedDown(votedDown),
  ];
  const answering = html`${where}
${renderFields(visit, gap, refusal)}
${refusal?.regressions && html`<button type="submit" name="force" value="yes" class="danger">${t.force}</button>`}
<button type="submit">${t.save}</button>`;
  const closing = html`${where}
<button type="submit" class="secondary" aria-label="${t.closeSpoken(name)}">${t.close}</button>`;
  return html`<article class="card gap" data-gap="${answerId}">
<h2>${question}</h2>
<p><small>${counts.filter(Boolean).join(' · ')} · ${t.last} ${moment(visit, at)}</small></p>
${renderKnown(visit, gap)}
${refusal && (await renderFault(visit, refusal))}
<details class="edit"${refusal && html` open`}><summary aria-label="${t.answerSpoken(name)}">${t.answer}</summary>
${postForm(visit, `unanswered/${answerId}`, answering)}</details>
<p><a href="${addressOf(visit, `answers/${answerId}`)}" aria-label="${t.openAnswerSpoken(name)}">${t.openAnswer}</a> ·
${tabLink(visit, `unanswered/${answerId}/same`, sameEntryTexts[visit.language].open)}</p>
${postForm(visit, `unanswered/${answerId}/close`, closing, html` class="action"`)}
</article>`;
}

function renderFields({ language, form }: ServerVisit, gap: Gap, refusal: GapRefusal | undefined): Html {
  const t = unansweredTexts[language];
  const value = refusal ? form.text('question') : gap.question.slice(0, MAX_ENTRY_TITLE_CHARACTERS);
  return suggestionFields({
    question: { label: t.question, hint: t.questionHint, value },
    answer: { label: t.yourAnswer, value: refusal ? form.text('answer') : '' },
    ...{ rows: 4, faults: refusal?.faults, idPrefix: `${gap.answerId}-` },
  });
}

function renderFault(visit: ServerVisit, refusal: GapRefusal): Promise<Html> {
  const t = unansweredTexts[visit.language];
  const after = html`<p>${t.waits} <a href="${addressOf(visit, 'training')}">Training</a></p>`;
  return renderRefusal(visit, refusal, { before: t.failingTests, after });
}

function renderKnown(visit: ServerVisit, { answerId, answer, comment, isCovered, unanswered }: Gap): Html {
  const t = unansweredTexts[visit.language];
  const said = answer === null ? t.notKept : `${t.said} ${truncate(answer, ANSWER_CHARACTERS)}`;
  const past = html`<p class="whole" data-said-then>${said}</p>
${comment !== null && html`<p class="whole" data-comment>${t.comment} ${comment}</p>`}`;
  const id = `covered-${answerId}`;
  if (isCovered === null) return html`${past}<p id="${id}" hidden></p>`;
  // A question that was only voted down had an answer, and would get it again.
  const link = html` ${tabLink(visit, 'playground', t.tryIt)}`;
  return html`${past}<p id="${id}" data-covered="${isCovered ? 'true' : 'false'}">${
    isCovered ? t.covered : t.notCovered
  }${isCovered && unanswered > 0 && link}</p>`;
}

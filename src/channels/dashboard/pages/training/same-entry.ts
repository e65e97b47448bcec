import { z } from 'zod';
import { searchKnowledge } from '../../../../core/knowledge/knowledge.ts';
import { answerGapWithEntry, getGap } from '../../../../core/learning/gaps.ts';
import {
  approve,
  getSuggestion,
  suggestionIdSchema,
} from '../../../../core/learning/suggestions/suggestions.ts';
import { MAX_CONTENT_CHARACTERS, MAX_ENTRY_TITLE_CHARACTERS } from '../../../../domain/limits.ts';
import { cutAt, toLine, truncate } from '../../../../domain/text.ts';
import { unansweredTexts } from '../../i18n/quality.ts';
import { refusalTexts, sameEntryTexts } from '../../i18n/training.ts';
import type { Outcome, ServerVisit } from '../../route.ts';
import { addressOf, done, formAt, openTo, pageAt, parseId, show } from '../../route.ts';
import { field, hiddenFields, postForm } from '../../view/controls.ts';
import { type Html, html } from '../../view/html.ts';
import { entryAddress } from '../knowledge/list.ts';
import { explainRefusal, type FormRefusal, renderRefusal } from './suggestion-form.ts';

const SUGGESTION = 'training/:entry/same';
const GAP = 'unanswered/:answer/same';
const EXCERPT_CHARACTERS = 240;

export const sameEntryRoutes = openTo('editor', [
  pageAt(SUGGESTION, (visit) => renderChoice(visit, readSuggestion)),
  formAt(SUGGESTION, SUGGESTION, approveAsWording),
  pageAt(GAP, (visit) => renderChoice(visit, readGap)),
  formAt(GAP, GAP, answerWithEntry),
]);

interface QuestionContext {
  tab: 'training' | 'unanswered';
  /** Where its form posts to. */
  to: string;
  back: string;
  question: string;
  /** The question may be put in other words. */
  isOpen: boolean;
}

type ReadAsked = (visit: ServerVisit) => Promise<QuestionContext>;

const readSuggestion: ReadAsked = async ({ core, server, params }) => {
  const id = parseId(suggestionIdSchema, params.entry);
  const { question } = await getSuggestion(core, server.id, id);
  return { tab: 'training', to: `training/${id}/same`, back: `training/${id}`, question, isOpen: false };
};

const readGap: ReadAsked = async ({ core, server, params }) => {
  const id = parseId(z.uuid(), params.answer);
  const gap = await getGap(core, server.id, id);
  const question = cutAt(gap.question, MAX_ENTRY_TITLE_CHARACTERS);
  return { tab: 'unanswered', to: `unanswered/${id}/same`, back: 'unanswered', question, isOpen: true };
};

async function approveAsWording(visit: ServerVisit): Promise<Outcome> {
  const { core, server, params } = visit;
  const id = parseId(suggestionIdSchema, params.entry);
  try {
    await approve(core, server.id, id, choiceOf(visit));
    return done(visit, 'training', 'training_approved', { action: 'training.approved', subject: id });
  } catch (error) {
    return renderChoice(visit, readSuggestion, toRefusal(visit, error));
  }
}

async function answerWithEntry(visit: ServerVisit): Promise<Outcome> {
  const { core, server, params, form } = visit;
  const answerId = parseId(z.uuid(), params.answer);
  try {
    const given = { serverId: server.id, answerId, question: form.text('question'), ...choiceOf(visit) };
    const { id } = await answerGapWithEntry(core, given);
    return done(visit, 'unanswered', 'gap_answered', { action: 'gap.answered', subject: id });
  } catch (error) {
    return renderChoice(visit, readGap, toRefusal(visit, error));
  }
}

function choiceOf({ form }: ServerVisit) {
  return { entryId: form.text('entry'), isForced: form.text('force') === 'yes' };
}

interface ChoiceRefusal extends FormRefusal {
  entryId: string;
}

function toRefusal({ language, form }: ServerVisit, error: unknown): ChoiceRefusal {
  const { gone: not_found, question, questions, source, state } = refusalTexts[language];
  const words = {
    not_found,
    forbidden: unansweredTexts[language].optedOut,
    question,
    questions,
    source,
    state,
  };
  return { entryId: form.text('entry'), ...explainRefusal(error, words, []) };
}

async function renderChoice(visit: ServerVisit, read: ReadAsked, refusal?: ChoiceRefusal): Promise<Outcome> {
  const { core, server, url, language } = visit;
  const asked = await read(visit);
  const t = sameEntryTexts[language];
  const typed = cutAt(url.searchParams.get('q')?.trim() ?? '', MAX_CONTENT_CHARACTERS).toWellFormed();
  const hits = await searchKnowledge(core, server.id, typed || asked.question);
  // Entries of links come back without their wordings.
  const own = hits.filter(({ entryId }) => !entryId.startsWith('page:'));
  const entries = [...new Map(own.toReversed().map((hit) => [hit.entryId, hit])).values()].toReversed();
  const content = html`<p>${t.intro}</p>
<p class="whole"><strong data-asked>${asked.question}</strong></p>
${refusal && (await renderRefusal(visit, refusal, { before: refusalTexts[language].tests, after: forceForm(visit, asked, refusal) }))}
<search><form method="get" action="${addressOf(visit, asked.to)}">
${field({ name: 'q', type: 'search', label: t.search, value: typed, maxLength: MAX_CONTENT_CHARACTERS })}
<button type="submit" class="secondary">${t.find}</button></form></search>
${entries.length === 0 ? html`<p>${t.none}</p>` : entries.map((hit) => renderEntry(visit, asked, hit))}
<p><a href="${addressOf(visit, asked.back)}">${t.back}</a></p>`;
  return show({ title: t.title, tab: asked.tab, content }, refusal ? 422 : 200);
}

function renderEntry(
  visit: ServerVisit,
  asked: QuestionContext,
  { entryId, title, text }: Awaited<ReturnType<typeof searchKnowledge>>[number],
): Html {
  const t = sameEntryTexts[visit.language];
  const value = visit.form.text('question') || asked.question;
  const question = { name: 'question', label: t.question, value, idPrefix: `${entryId}-`, isRequired: true };
  const content = html`${hiddenFields({ entry: entryId })}
${asked.isOpen && field({ ...question, maxLength: MAX_ENTRY_TITLE_CHARACTERS })}
<button type="submit" class="secondary" aria-label="${t.chooseSpoken(title)}">${t.choose}</button>`;
  return html`<article class="card" data-same="${entryId}"><h2><a href="${entryAddress(visit, entryId)}">${title}</a></h2>
<p>${truncate(toLine(text), EXCERPT_CHARACTERS)}</p>
${postForm(visit, asked.to, content)}</article>`;
}

function forceForm(visit: ServerVisit, { to }: QuestionContext, { entryId }: ChoiceRefusal): Html {
  const question = visit.form.text('question');
  const content = html`${hiddenFields({ entry: entryId, question, force: 'yes' })}
<button type="submit" class="danger">${sameEntryTexts[visit.language].force}</button>`;
  return postForm(visit, to, content);
}

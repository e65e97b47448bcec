import type { DraftFigures, VerdictCounts } from '../../../../core/answering/draft-verdicts.ts';
import { readDraftFigures, takeThreshold } from '../../../../core/answering/draft-verdicts.ts';
import * as drafts from '../../../../core/answering/drafts.ts';
import { prepareText } from '../../../../core/learning/suggestions/suggestions.ts';
import { listSettings } from '../../../../core/owners/settings.ts';
import { toLine, truncate } from '../../../../domain/text.ts';
import { DRAFT_VERDICTS } from '../../../../domain/types.ts';
import { answersTexts, draftTexts, verdictTexts } from '../../i18n/answers.ts';
import { done, formAt, type Outcome, openTo, pageAt, type ServerVisit, show } from '../../route.ts';
import { moment, numberTable, tabLink, table, zoneNote } from '../../view/components.ts';
import { actionButton, postForm } from '../../view/controls.ts';
import type { Faults } from '../../view/form.ts';
import { formatNumber, formatPercent, type Html, html } from '../../view/html.ts';
import { saveSettings, settingFields } from '../settings.ts';
import { messageAddress } from './place.ts';

const QUESTION_CHARACTERS = 160;
const DRAFT_CHARACTERS = 300;

export const draftRoutes = [
  ...openTo('editor', [pageAt('drafts', showDrafts)]),
  formAt('drafts/threshold', 'drafts', take),
  formAt('drafts/wrong', 'drafts', saveWrong),
];

type WaitingDraft = Awaited<ReturnType<typeof drafts.listWaiting>>[number];

function showDrafts(visit: ServerVisit): Promise<Outcome> {
  return renderDrafts(visit);
}

async function renderDrafts(visit: ServerVisit, faults?: Faults): Promise<Outcome> {
  const { core, server, language } = visit;
  const t = draftTexts[language];
  const [waiting, figures] = await Promise.all([
    drafts.listWaiting(core, server.id),
    readDraftFigures(core, server.id),
  ]);
  const heads = [t.question, t.text, t.confidence, t.waitsSince, t.action];
  const rows = waiting.map((draft) => renderDraft(visit, draft));
  const isCut = waiting.length >= drafts.MAX_WAITING_DRAFTS;
  const content = html`<p>${t.intro}</p>
${rows.length === 0 ? html`<p role="status">${t.none}</p>` : html`${table(t.intro, heads, rows)}${zoneNote(visit)}`}
${isCut && html`<p>${t.more(drafts.MAX_WAITING_DRAFTS)}</p>`}
${renderFigures(visit, figures)}
${visit.opens('drafts/wrong') && wrongForm(visit, faults)}`;
  return show({ tab: 'drafts', content }, faults ? 422 : 200);
}

function renderDraft(visit: ServerVisit, draft: WaitingDraft): Html {
  const { language } = visit;
  const t = draftTexts[language];
  const { answerId, cardChannelId, cardIds, createdAt, confidence } = draft;
  const question = toLine(prepareText(draft.question ?? ''));
  const asked = truncate(question, QUESTION_CHARACTERS) || answersTexts[language].noWords;
  const said = truncate(toLine(prepareText(draft.answer ?? '')), DRAFT_CHARACTERS);
  const card = messageAddress(visit, { channelId: cardChannelId, messageId: cardIds[0] ?? null });
  const link =
    card &&
    html`<a href="${card}" rel="noopener" aria-label="${t.openCardSpoken(asked)}" data-card>${t.openCard}</a>`;
  return html`<tr data-draft="${answerId}"><td>${tabLink(visit, `answers/${answerId}`, asked)}</td><td>${said}</td>
<td class="lead">${formatPercent(Math.round(confidence * 100), language)}</td>
<td>${moment(visit, createdAt)}</td><td>${link || t.noCard}</td></tr>`;
}

function renderFigures(visit: ServerVisit, { levels, topics, threshold, ...counts }: DraftFigures): Html {
  const { language } = visit;
  const t = verdictTexts[language];
  const judged = DRAFT_VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);
  if (judged === 0) return html`<section id="verdicts"><h2>${t.title}</h2><p>${t.none}</p></section>`;
  const heads = DRAFT_VERDICTS.map((verdict) => t[verdict]);
  const ofLevels = levels.map((level) => countsRow(visit, formatNumber(level.from, language, 1), level));
  const ofTopics = topics.map((topic) => countsRow(visit, topic.title ?? t.noTopic, topic));
  return html`<section id="verdicts"><h2>${t.title}</h2><p>${t.intro(judged)}</p>
${renderThreshold(visit, threshold)}
${numberTable(t.level, [t.level, ...heads], ofLevels)}
${numberTable(t.topic, [t.topic, ...heads], ofTopics)}</section>`;
}

function countsRow({ language }: ServerVisit, head: string, counts: VerdictCounts): Html {
  const cells = DRAFT_VERDICTS.map((verdict) => html`<td>${formatNumber(counts[verdict], language)}</td>`);
  return html`<tr><th scope="row">${head}</th>${cells}</tr>`;
}

function renderThreshold(visit: ServerVisit, { wrongIn100, confidence }: DraftFigures['threshold']): Html {
  const t = verdictTexts[visit.language];
  if (confidence === null) return html`<p>${t.unknown(wrongIn100)}</p>`;
  const shown = formatNumber(confidence, visit.language, 2);
  const button = actionButton(visit, { to: 'drafts/threshold', label: t.take(shown) });
  return html`<p>${t.holds(shown, wrongIn100)}</p>${visit.opens('drafts/threshold') && button}`;
}

/** What is not sure enough stays a draft; everything else goes out unseen from now on. */
async function take(visit: ServerVisit): Promise<Outcome> {
  const { deeds } = await takeThreshold(visit.core, visit.server.id);
  return done(visit, 'drafts', 'threshold_taken', deeds);
}

function wrongForm(visit: ServerVisit, faults: Faults | undefined): Html {
  const fields = settingFields(visit, listSettings('threshold'), faults);
  const save = html`<button type="submit">${verdictTexts[visit.language].save}</button>`;
  return postForm(visit, 'drafts/wrong', html`${fields}${save}`);
}

async function saveWrong(visit: ServerVisit): Promise<Outcome> {
  const saved = await saveSettings(visit, 'threshold');
  return 'faults' in saved
    ? renderDrafts(visit, saved.faults)
    : done(visit, 'drafts', 'access_saved', saved.deeds);
}

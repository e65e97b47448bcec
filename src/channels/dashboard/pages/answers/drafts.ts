import * as drafts from '../../../../core/answering/drafts.ts';
import { prepareText } from '../../../../core/learning/suggestions/suggestions.ts';
import { toLine, truncate } from '../../../../domain/text.ts';
import { answersTexts, draftTexts } from '../../i18n/answers.ts';
import { type Outcome, openTo, pageAt, type ServerVisit, show } from '../../route.ts';
import { moment, tabLink, table, zoneNote } from '../../view/components.ts';
import { formatPercent, type Html, html } from '../../view/html.ts';
import { messageAddress } from './place.ts';

const QUESTION_CHARACTERS = 160;
const DRAFT_CHARACTERS = 300;

export const draftRoutes = openTo('editor', [pageAt('drafts', showDrafts)]);

type WaitingDraft = Awaited<ReturnType<typeof drafts.listWaiting>>[number];

async function showDrafts(visit: ServerVisit): Promise<Outcome> {
  const { core, server, language } = visit;
  const t = draftTexts[language];
  const waiting = await drafts.listWaiting(core, server.id);
  const heads = [t.question, t.text, t.confidence, t.waitsSince, t.action];
  const rows = waiting.map((draft) => renderDraft(visit, draft));
  const isCut = waiting.length >= drafts.MAX_WAITING_DRAFTS;
  const content = html`<p>${t.intro}</p>
${rows.length === 0 ? html`<p role="status">${t.none}</p>` : html`${table(t.intro, heads, rows)}${zoneNote(visit)}`}
${isCut && html`<p>${t.more(drafts.MAX_WAITING_DRAFTS)}</p>`}`;
  return show({ tab: 'drafts', content });
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

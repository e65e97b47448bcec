import { z } from 'zod';
import { getLogged } from '../../../../core/answering/log/answer-log.ts';
import { correctInPublic } from '../../../../core/answering/outdated/correction.ts';
import { type ListedClaim, readOutdated } from '../../../../core/answering/outdated/outdated.ts';
import { prepareText } from '../../../../core/learning/suggestions/suggestions.ts';
import type { Reading } from '../../../../core/runtime/readings.ts';
import { AppError } from '../../../../domain/errors.ts';
import { toLine, truncate } from '../../../../domain/text.ts';
import { answersTexts, outdatedTexts } from '../../i18n/answers.ts';
import { done, formAt, type Outcome, openTo, parseId, type ServerVisit } from '../../route.ts';
import { moment, outLink, tabLink, table } from '../../view/components.ts';
import { actionButton } from '../../view/controls.ts';
import { type Html, html, NOTHING } from '../../view/html.ts';
import { entryAddress } from '../knowledge/list.ts';

const MAX_SHOWN = 30;
const TEXT_CHARACTERS = 300;

type ShowList = (visit: ServerVisit, fault: string) => Promise<Outcome>;

/** @param showList the page, where nothing was posted, with why */
export function outdatedRoutes(showList: ShowList) {
  return openTo('editor', [
    formAt('outdated/:answer/correct', 'answers', (visit) => correctOne(visit, showList)),
  ]);
}

/** What people were told and an entry makes wrong by now; nothing where all still holds. */
export async function renderOutdated(visit: ServerVisit, reading: Reading): Promise<Html> {
  const t = outdatedTexts[visit.language];
  const claims = await readOutdated(visit.core, visit.server, { limit: MAX_SHOWN, reading });
  if (claims.length === 0) return NOTHING;
  const heads = [t.said, t.now, t.asked];
  const rows = claims.map((claim, index) =>
    // One press corrects all that an answer says.
    renderClaim(visit, claim, claims[index - 1]?.answerId !== claim.answerId),
  );
  return html`<section id="outdated"><h2>${t.title}</h2><p>${t.intro}</p>
${table(t.title, heads, rows)}</section>`;
}

/** Admins see who asked, as on the answer's own page. */
function renderClaim(visit: ServerVisit, claim: ListedClaim, isFirst: boolean): Html {
  const { core, language } = visit;
  const t = outdatedTexts[language];
  const { answerId, entryId, said, now, question, askerId, channel, at, isPosted } = claim;
  const shown = (text: string) => truncate(toLine(prepareText(text)), TEXT_CHARACTERS);
  const asker =
    askerId === null || !visit.opens('audit')
      ? answersTexts[language][channel === 'discord' ? 'discord' : 'api']
      : outLink([core.config.DISCORD_WEB_URL, 'users', askerId].join('/'), askerId);
  const stands = now === null ? t.gone : shown(now);
  const asked = shown(question) || answersTexts[language].noWords;
  const button = actionButton(visit, {
    ...{ to: `outdated/${answerId}/correct`, label: t.correct, spoken: t.correctSpoken(asked) },
  });
  return html`<tr data-outdated="${answerId}"><td>${shown(said)}</td>
<td>${visit.opens(`knowledge/${entryId}`) ? html`<a href="${entryAddress(visit, entryId)}">${stands}</a>` : stands}</td>
<td>${tabLink(visit, `answers/${answerId}`, asked)}
<small class="one-line">${asker} · ${moment(visit, at)}</small>${core.discord && isPosted && isFirst && button}</td></tr>`;
}

async function correctOne(visit: ServerVisit, showList: ShowList): Promise<Outcome> {
  const { core, server, params, language } = visit;
  const t = outdatedTexts[language];
  const answerId = parseId(z.uuid(), params.answer);
  // The answer of another server is not there.
  await getLogged(core, server.id, answerId);
  try {
    if (!(await correctInPublic(core, { serverId: server.id, answerId }))) return showList(visit, t.known);
  } catch (error) {
    const code = error instanceof AppError ? error.code : null;
    if (code === 'not_found') return showList(visit, t.messageGone);
    if (code === 'forbidden') return showList(visit, t.rightMissing);
    if (code === 'discord_unavailable') return showList(visit, t.discordAway);
    throw error;
  }
  return done(visit, 'answers', 'outdated_corrected', { action: 'answer.corrected', subject: answerId });
}

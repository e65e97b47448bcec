import { type ListedClaim, readOutdated } from '../../../../core/answering/outdated/outdated.ts';
import { prepareText } from '../../../../core/learning/suggestions/suggestions.ts';
import type { Reading } from '../../../../core/runtime/readings.ts';
import { toLine, truncate } from '../../../../domain/text.ts';
import { answersTexts, outdatedTexts } from '../../i18n/answers.ts';
import type { ServerVisit } from '../../route.ts';
import { moment, outLink, tabLink, table } from '../../view/components.ts';
import { type Html, html, NOTHING } from '../../view/html.ts';
import { entryAddress } from '../knowledge/list.ts';

const MAX_SHOWN = 30;
const TEXT_CHARACTERS = 300;

/** What people were told and an entry makes wrong by now; nothing where all still holds. */
export async function renderOutdated(visit: ServerVisit, reading: Reading): Promise<Html> {
  const t = outdatedTexts[visit.language];
  const claims = await readOutdated(visit.core, visit.server, { limit: MAX_SHOWN, reading });
  if (claims.length === 0) return NOTHING;
  const heads = [t.said, t.now, t.asked];
  return html`<section id="outdated"><h2>${t.title}</h2><p>${t.intro}</p>
${table(
  t.title,
  heads,
  claims.map((claim) => renderClaim(visit, claim)),
)}</section>`;
}

/** Admins see who asked, as on the answer's own page. */
function renderClaim(visit: ServerVisit, claim: ListedClaim): Html {
  const { core, language } = visit;
  const t = outdatedTexts[language];
  const { answerId, entryId, said, now, question, askerId, channel, at } = claim;
  const shown = (text: string) => truncate(toLine(prepareText(text)), TEXT_CHARACTERS);
  const asker =
    askerId === null || !visit.opens('audit')
      ? answersTexts[language][channel === 'discord' ? 'discord' : 'api']
      : outLink([core.config.DISCORD_WEB_URL, 'users', askerId].join('/'), askerId);
  const stands = now === null ? t.gone : shown(now);
  return html`<tr data-outdated="${answerId}"><td>${shown(said)}</td>
<td>${visit.opens(`knowledge/${entryId}`) ? html`<a href="${entryAddress(visit, entryId)}">${stands}</a>` : stands}</td>
<td>${tabLink(visit, `answers/${answerId}`, shown(question) || answersTexts[language].noWords)}
<small class="one-line">${asker} · ${moment(visit, at)}</small></td></tr>`;
}

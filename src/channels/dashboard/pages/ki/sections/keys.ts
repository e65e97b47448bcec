import { nameKey } from '../../../../../core/owners/audit.ts';
import { type ApiKey, drawKeyId } from '../../../../../core/owners/keys.ts';
import { MAX_KEYS_PER_SERVER, MAX_NAME_CHARACTERS } from '../../../../../domain/limits.ts';
import { kiTexts } from '../../../i18n/ki.ts';
import { addressOf, type ServerVisit } from '../../../route.ts';
import {
  actionButton,
  checkbox,
  csrfField,
  faultNote,
  moment,
  note,
  table,
  textField,
} from '../../../view/components.ts';
import type { Faults } from '../../../view/form.ts';
import { formatNumber } from '../../../view/format.ts';
import { type Html, html, NOTHING } from '../../../view/html.ts';

interface Shown {
  keys: ApiKey[];
  faults: Faults;
  created: { key: string } | null;
}

/** The keys of a server: what is known of each, never the key itself but right after it was made. */
export function keySection(visit: ServerVisit, { keys, faults, created }: Shown): Html {
  const t = kiTexts[visit.language];
  const valid = keys.filter(({ revokedAt }) => revokedAt === null);
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null).toReversed();
  const isFull = valid.length >= MAX_KEYS_PER_SERVER;
  return html`<section id="keys">
<h2>${t.keys}</h2>
<p>${t.keysIntro} <a href="${addressOf(visit, 'api')}">${t.samples}</a></p>
${created ? newKey(visit, created.key) : NOTHING}
${valid.length === 0 ? html`<p>${t.noKeys}</p>` : keyTable(visit, valid)}
${isFull ? limitReached(visit, faults) : keyForm(visit, { faults, isCreated: created !== null })}
${revoked.length === 0 ? NOTHING : revokedKeys(visit, revoked)}
</section>`;
}

function newKey({ core, language }: ServerVisit, key: string): Html {
  const t = kiTexts[language];
  const lines = `read -rs LOTSE_API_KEY
curl -s -H "Authorization: Bearer $LOTSE_API_KEY" ${core.config.PUBLIC_URL}/api/v1/status`;
  return html`<div class="card new-key" role="status">
<h3>${t.newKey}</h3>
<p><code id="new-key" data-new-key>${key}</code> ${copyButton(t, '#new-key')}</p>
<p><strong>${t.shownOnce}</strong></p>
<p>${t.tryIt}</p>
<pre tabindex="0"><code id="new-key-test">${lines}</code></pre>
${copyButton(t, '#new-key-test')}
<p>${t.leaked}</p>
</div>`;
}

function copyButton({ copy, copied }: { copy: string; copied: string }, selector: string): Html {
  return html`<button type="button" class="secondary outline copy" data-script-only data-copy="${selector}" data-copied="${copied}">${copy}</button>`;
}

function limitReached({ language }: ServerVisit, faults: Faults): Html {
  const refused = faults.get('name');
  return refused ? faultNote(refused) : note(kiTexts[language].limit);
}

function keyForm(visit: ServerVisit, { faults, isCreated }: { faults: Faults; isCreated: boolean }): Html {
  const { form, session, language } = visit;
  const t = kiTexts[language];
  const address = addressOf(visit, 'keys');
  const typed = isCreated ? '' : form.text('name');
  return html`<form method="post" action="${address}">
${csrfField(session)}<input type="hidden" name="once" value="${drawKeyId()}">
${faultNote(faults.get('once'))}
${textField({ name: 'name', label: t.name, hint: t.nameHint, value: typed, maxLength: MAX_NAME_CHARACTERS, faults })}
${checkbox({ name: 'test', label: t.test, isChecked: !isCreated && form.has('test') })}
<p><small>${t.testHint}</small></p>
<button type="submit">${t.create}</button>
</form>`;
}

function keyTable(visit: ServerVisit, keys: readonly ApiKey[]): Html {
  const { core, session, language } = visit;
  const t = kiTexts[language];
  const zone = core.config.QUOTA_TIME_ZONE;
  const rows = keys.map((key) => {
    const spoken = nameKey({ ...key, name: key.name || t.unnamed });
    return html`<tr>${keyCells(visit, key)}
<td>${key.lastUsedAt ? moment(key.lastUsedAt, language, zone) : t.never}</td>
<td>${actionButton(session, {
      action: `${addressOf(visit, 'keys')}/${encodeURIComponent(key.id)}/revoke`,
      label: t.revoke,
      kind: 'danger',
      spoken: t.revokeOne(spoken),
      question: t.revokeQuestion(spoken),
    })}</td></tr>`;
  });
  return table(t.keys, [t.name, t.ending, t.created, t.lastUsed, t.actions], rows);
}

function keyCells({ core, language }: ServerVisit, { name, isTest, last4, createdAt }: ApiKey): Html {
  const t = kiTexts[language];
  return html`<td>${name || t.unnamed}${isTest ? html` <small>(${t.test})</small>` : ''}</td>
<td class="nowrap"><code>…${last4}</code></td>
<td>${moment(createdAt, language, core.config.QUOTA_TIME_ZONE)}</td>`;
}

const MAX_REVOKED_SHOWN = 20;

function revokedKeys(visit: ServerVisit, keys: readonly ApiKey[]): Html {
  const { core, language } = visit;
  const t = kiTexts[language];
  const title = t.revokedKeys(formatNumber(keys.length, language));
  const rows = keys.slice(0, MAX_REVOKED_SHOWN).map(
    (key) => html`<tr>${keyCells(visit, key)}
<td>${key.revokedAt ? moment(key.revokedAt, language, core.config.QUOTA_TIME_ZONE) : ''}</td></tr>`,
  );
  return html`<details><summary>${title}</summary>
${table(title, [t.name, t.ending, t.created, t.revokedAt], rows)}</details>`;
}

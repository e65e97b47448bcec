import { describeBot } from '../../../../core/answering/conclusion.ts';
import { NOTICES } from '../../../../core/answering/notices.ts';
import { buildPrompt } from '../../../../core/answering/prompt.ts';
import type { Core } from '../../../../core/core.ts';
import { nameKey } from '../../../../core/members/audit.ts';
import { type ApiKey, drawKeyId } from '../../../../core/owners/keys.ts';
import { describeSetting, listSettings, type Settings } from '../../../../core/owners/settings.ts';
import { planLimitsOf } from '../../../../core/quota/plan-limits.ts';
import { runAtOnce } from '../../../../core/runtime/slices.ts';
import { MAX_KEYS_PER_SERVER, MAX_NAME_CHARACTERS } from '../../../../domain/limits.ts';
import { KEY_SCOPES } from '../../../../domain/types.ts';
import { KEY_SCOPE_NAMES } from '../../../../domain/words.ts';
import { kiTexts } from '../../i18n/ki.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import { badge, moment, note, table } from '../../view/components.ts';
import {
  actionButton,
  checkbox,
  faultNote,
  field,
  inPlace,
  postForm,
  saidHere,
  saveRow,
} from '../../view/controls.ts';
import type { Faults } from '../../view/form.ts';
import { formatNumber, type Html, html } from '../../view/html.ts';
import { settingFields } from '../settings.ts';

export const DRAFT_FIELDS = listSettings('drafts');
export const PERSONA_FIELDS = listSettings('persona', ['bot_name', 'avatar', 'tone', 'level']);

/** Stands where every process has a token of its own that must never come out. */
const HIDDEN_TOKEN = '…';

interface PersonaShown {
  faults: Faults | undefined;
  /** What the preview shows; null: what was typed makes none. */
  imagined: Settings | null;
}

/** Persona and drafts: one form, and below it what comes of what is typed. */
export function personaSections(visit: ServerVisit, { faults, imagined }: PersonaShown): Html {
  const t = kiTexts[visit.language];
  const refresh = html`<button type="submit" class="secondary" formaction="${addressOf(visit, 'persona/preview')}" formnovalidate
 hx-trigger="click, input from:#persona-form delay:500ms"${inPlace(visit, 'persona/preview', 'preview')}>${t.previewShow}</button>`;
  const drafts = settingFields(visit, DRAFT_FIELDS, faults, { drafts: { idPrefix: 'set-' } });
  const form = html`<section id="persona">
<h2>${t.persona}</h2>
<p>${t.personaIntro}</p>
${personaFields(visit, faults)}
</section>
<section id="drafts">
<h2>${t.drafts}</h2>
<p>${t.draftsIntro}</p>
${drafts}
</section>
${saveRow(visit, 'persona', t.save, refresh)}`;
  return html`${postForm(visit, 'persona', form, html` id="persona-form"`)}
<section id="preview"><h2>${t.preview}</h2>${imagined ? preview(visit, imagined) : note(t.previewFaulty)}</section>`;
}

function personaFields(visit: ServerVisit, faults: Faults | undefined): Html {
  const { core, server, language } = visit;
  const isFree = planLimitsOf(core, server).plan === 'free';
  const hint = `${kiTexts[language].levelOnFree} ${describeSetting('level').hint?.[language]}`;
  return settingFields(visit, PERSONA_FIELDS, faults, isFree ? { level: { hint } } : {});
}

/** The bot as it would be shown, and the very text that the model would be given. */
function preview({ core, server, language, form }: ServerVisit, settings: Settings): Html {
  const t = kiTexts[language];
  const { level, levelLimits } = planLimitsOf(core, { ...server, settings });
  const { name, avatar } = describeBot(core, server.id, settings);
  const notice = NOTICES[settings.language].ai;
  const steps = buildPrompt({
    ...{
      settings,
      level,
      serverName: server.name,
      maxTokens: levelLimits.promptTokens,
      canary: HIDDEN_TOKEN,
    },
    ...{ messages: [], passages: [], whole: null, teamReason: null, today: '' },
  });
  const [system] = runAtOnce(steps).messages;
  return html`${form.has('bot_name') && html`<p>${t.previewIntro}</p>`}
<div class="card bot" aria-live="polite">
<img src="${toShownImage(core, avatar)}" alt="" width="48" height="48" referrerpolicy="no-referrer">
<div><strong data-preview-name>${name}</strong>
<p>${t.answersWith(level)}</p>
<p lang="${settings.language}"><small>${notice}</small></p></div>
</div>
<h3>${t.systemPart}</h3>
<p><small>${t.systemIntro}</small></p>
<pre class="whole told" tabindex="0" role="region" aria-label="${t.systemPart}" lang="en" data-preview-system>${system?.content ?? ''}</pre>`;
}

/** Our own picture by its path, whatever name the service is visited by; over plain http nothing else is loaded. */
function toShownImage({ config }: Core, avatar: string): string {
  if (avatar.startsWith(`${config.PUBLIC_URL}/`)) return avatar.slice(config.PUBLIC_URL.length);
  return avatar.startsWith('https:') ? avatar : '/avatar.svg';
}

interface KeysShown {
  keys: ApiKey[];
  faults: Faults | undefined;
  created: { key: string } | undefined;
}

const MAX_REVOKED_SHOWN = 20;

/** The keys of a server: what is known of each, never the key itself but right after it was made. */
export function keySection(visit: ServerVisit, { keys, faults, created }: KeysShown): Html {
  const t = kiTexts[visit.language];
  const valid = keys.filter(({ revokedAt }) => revokedAt === null);
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null).toReversed();
  const refused = faults?.get('name');
  const full = refused ? faultNote(refused) : note(t.limit);
  const title = t.revokedKeys(formatNumber(revoked.length, visit.language));
  const revokedRows = revoked.slice(0, MAX_REVOKED_SHOWN).map(
    (key) => html`<tr>${keyCells(visit, key)}
<td>${key.revokedAt && moment(visit, key.revokedAt)}</td></tr>`,
  );
  return html`<section id="keys">
<h2>${t.keys}</h2>
<p>${t.keysIntro} <a href="${addressOf(visit, 'api')}">${t.samples}</a></p>
${created && newKey(visit, created.key)}
${saidHere(visit, 'keys')}
${valid.length === 0 ? html`<p>${t.noKeys}</p>` : keyTable(visit, valid)}
${valid.length >= MAX_KEYS_PER_SERVER ? full : keyForm(visit, faults, created !== undefined)}
${
  revoked.length > 0 &&
  html`<details><summary>${title}</summary>
${table(title, [t.name, t.ending, t.created, t.revokedAt], revokedRows)}</details>`
}
</section>`;
}

function newKey({ core, language }: ServerVisit, key: string): Html {
  const t = kiTexts[language];
  const lines = `read -rs LOTSE_API_KEY
curl -s -H "Authorization: Bearer $LOTSE_API_KEY" ${core.config.PUBLIC_URL}/api/v1/status`;
  const copy = (selector: string) =>
    html`<button type="button" class="secondary outline copy" data-script-only data-copy="${selector}" data-copied="${t.copied}">${t.copy}</button>`;
  return html`<div class="card new-key" role="status">
<h3>${t.newKey}</h3>
<p><code id="new-key" data-new-key>${key}</code> ${copy('#new-key')}</p>
<p><strong>${t.shownOnce}</strong></p>
<p>${t.tryIt}</p>
<pre tabindex="0"><code id="new-key-test">${lines}</code></pre>
${copy('#new-key-test')}
<p>${t.leaked}</p>
</div>`;
}

function keyForm(visit: ServerVisit, faults: Faults | undefined, isCreated: boolean): Html {
  const { form, language } = visit;
  const t = kiTexts[language];
  const value = isCreated ? '' : form.text('name');
  const choices = KEY_SCOPES.map((scope) => ({ value: scope, label: KEY_SCOPE_NAMES[scope][language] }));
  const scope = { label: t.scope, choices, value: isCreated ? 'chat' : form.text('scope') };
  const testFault = faults?.get('test');
  const content = html`<input type="hidden" name="once" value="${drawKeyId()}">
${faultNote(faults?.get('once'))}
${field({ name: 'name', label: t.name, hint: t.nameHint, value, maxLength: MAX_NAME_CHARACTERS, faults })}
${field({ name: 'scope', ...scope, faults })}
${checkbox({ name: 'test', label: t.test, isChecked: !isCreated && form.has('test') })}
${testFault && html`<p><small class="fault">${testFault}</small></p>`}
<p><small>${t.testHint}</small></p>
${checkbox({ name: 'observed', label: t.observe, isChecked: !isCreated && form.has('observed') })}
<p><small>${t.observeHint}</small></p>
<button type="submit">${t.create}</button>`;
  return postForm(visit, 'keys', content);
}

function keyTable(visit: ServerVisit, keys: readonly ApiKey[]): Html {
  const t = kiTexts[visit.language];
  const rows = keys.map((key) => {
    const spoken = nameKey({ ...key, name: key.name || t.unnamed });
    const revoke = actionButton(visit, {
      ...{ to: `keys/${encodeURIComponent(key.id)}/revoke`, label: t.revoke, kind: 'danger' },
      ...{ spoken: t.revokeOne(spoken), question: t.revokeQuestion(spoken) },
    });
    return html`<tr>${keyCells(visit, key)}
<td>${key.lastUsedAt ? moment(visit, key.lastUsedAt) : t.never}</td>
<td>${revoke}</td></tr>`;
  });
  return table(t.keys, [t.name, t.ending, t.created, t.lastUsed, t.actions], rows);
}

function keyCells(visit: ServerVisit, key: ApiKey): Html {
  const t = kiTexts[visit.language];
  const { name, scope, isTest, isObserved, last4, createdAt, revokedAt } = key;
  const state = revokedAt === null ? badge('good', t.active) : badge('quiet', t.revokedAt);
  return html`<td>${name || t.unnamed} ${state}${isTest && html` ${badge('busy', t.test)}`}${
    isObserved && html` ${badge('busy', t.observe)}`
  }${scope === 'knowledge' && html` ${badge('team', t.knowledgeKey)}`}</td>
<td class="nowrap"><code>…${last4}</code></td>
<td>${moment(visit, createdAt)}</td>`;
}

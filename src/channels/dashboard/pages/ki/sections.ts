import { describeBot } from '../../../../core/answering/answer.ts';
import { NOTICES } from '../../../../core/answering/notices.ts';
import { buildPrompt } from '../../../../core/answering/prompt.ts';
import type { Core } from '../../../../core/core.ts';
import { nameKey } from '../../../../core/owners/audit.ts';
import { type ApiKey, drawKeyId } from '../../../../core/owners/keys.ts';
import {
  MAX_BOT_NAME_CHARACTERS,
  MAX_TONE_CHARACTERS,
  type Settings,
} from '../../../../core/owners/settings.ts';
import { termsOf } from '../../../../core/quota/plan-limits.ts';
import { runAtOnce } from '../../../../core/slices.ts';
import {
  MAX_INSTRUCTIONS_CHARACTERS,
  MAX_KEYS_PER_SERVER,
  MAX_NAME_CHARACTERS,
  MAX_URL_CHARACTERS,
} from '../../../../domain/limits.ts';
import { kiTexts } from '../../i18n/ki.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import {
  actionButton,
  checkbox,
  csrfField,
  faultNote,
  moment,
  note,
  selectField,
  table,
  textArea,
  textField,
} from '../../view/components.ts';
import type { Faults } from '../../view/form.ts';
import { formatNumber, type Html, html, NOTHING } from '../../view/html.ts';

/** Stands where every process has a token of its own that must never come out. */
const HIDDEN_TOKEN = '…';

interface PersonaShown {
  faults: Faults;
  /** What the preview shows; null: what was typed makes none. */
  imagined: Settings | null;
}

export function personaSection(visit: ServerVisit, { faults, imagined }: PersonaShown): Html {
  const t = kiTexts[visit.language];
  const address = addressOf(visit, 'persona');
  return html`<section id="persona">
<h2>${t.persona}</h2>
<p>${t.personaIntro}</p>
<form method="post" action="${address}" id="persona-form">
${csrfField(visit.session)}
${personaFields(visit, faults)}
<p class="actions"><button type="submit">${t.save}</button>
<button type="submit" class="secondary" formaction="${address}/preview" formnovalidate
 hx-post="${address}/preview" hx-trigger="click, input from:#persona-form delay:500ms"
 hx-select="#preview" hx-target="#preview" hx-swap="outerHTML">${t.previewShow}</button></p>
</form>
${preview(visit, imagined)}
</section>`;
}

/** What was typed, where the form was sent; else what is stored. */
function personaFields(visit: ServerVisit, faults: Faults): Html {
  const { form, settings, language } = visit;
  const t = kiTexts[language];
  const valueIn = (name: keyof Settings, stored: string) => (form.has(name) ? form.text(name) : stored);
  return html`${textField({ name: 'bot_name', label: t.botName, value: valueIn('bot_name', settings.bot_name), isRequired: true, maxLength: MAX_BOT_NAME_CHARACTERS, faults })}
${textField({ name: 'avatar', type: 'url', label: t.avatar, hint: t.avatarHint, value: valueIn('avatar', settings.avatar ?? ''), maxLength: MAX_URL_CHARACTERS, faults })}
${textField({ name: 'tone', label: t.tone, hint: t.toneHint, value: valueIn('tone', settings.tone), maxLength: MAX_TONE_CHARACTERS, faults })}
${selectField({ name: 'level', label: t.level, hint: levelHint(visit), value: valueIn('level', settings.level), choices: (['V1', 'V1.5', 'V2'] as const).map((level) => ({ value: level, label: t[`level${level}`] })), faults })}
${textArea({ name: 'instructions', label: t.instructions, hint: t.instructionsHint, value: valueIn('instructions', settings.instructions), rows: 6, maxLength: MAX_INSTRUCTIONS_CHARACTERS, faults })}
${selectField({
  name: 'language',
  label: t.language,
  hint: t.languageHint,
  value: valueIn('language', settings.language),
  choices: [
    { value: 'de', label: t.german },
    { value: 'en', label: t.english },
  ],
  faults,
})}`;
}

function levelHint({ core, server, language }: ServerVisit): string {
  const t = kiTexts[language];
  return termsOf(core, server).plan === 'premium' ? t.levelHint : `${t.levelOnFree} ${t.levelHint}`;
}

function preview(visit: ServerVisit, imagined: Settings | null): Html {
  const t = kiTexts[visit.language];
  const shown = imagined ? previewOf(visit, imagined) : note(t.previewFaulty);
  return html`<div id="preview"><h3>${t.preview}</h3>${shown}</div>`;
}

/** The bot as it would be shown, and the very text that the model would be given. */
function previewOf({ core, server, language, form }: ServerVisit, settings: Settings): Html {
  const t = kiTexts[language];
  const { level, levelTerms } = termsOf(core, { ...server, settings });
  const { name, avatar } = describeBot(core, settings);
  const notice = NOTICES[settings.language].ai;
  const steps = buildPrompt({
    ...{ settings, level, serverName: server.name, maxTokens: levelTerms.promptTokens, canary: HIDDEN_TOKEN },
    ...{ messages: [], passages: [], whole: null, teamReason: null },
  });
  const [system] = runAtOnce(steps).messages;
  return html`${form.has('bot_name') ? html`<p>${t.previewIntro}</p>` : ''}
<div class="card bot" aria-live="polite">
<img src="${toShownImage(core, avatar)}" alt="" width="48" height="48" referrerpolicy="no-referrer">
<div><strong data-preview-name>${name}</strong>
<p>${t.answersWith(level)}</p>
<p lang="${settings.language}"><small>${notice}</small></p></div>
</div>
<h4>${t.systemPart}</h4>
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
  faults: Faults;
  created: { key: string } | null;
}

/** The keys of a server: what is known of each, never the key itself but right after it was made. */
export function keySection(visit: ServerVisit, { keys, faults, created }: KeysShown): Html {
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

import { describeBot } from '../../../../../core/answering/answer.ts';
import { NOTICES } from '../../../../../core/answering/notices.ts';
import { buildPrompt } from '../../../../../core/answering/prompt.ts';
import type { Core } from '../../../../../core/core.ts';
import {
  MAX_BOT_NAME_CHARACTERS,
  MAX_TONE_CHARACTERS,
  type Settings,
} from '../../../../../core/owners/settings.ts';
import { termsOf } from '../../../../../core/quota/plan-limits.ts';
import { runAtOnce } from '../../../../../core/slices.ts';
import { MAX_INSTRUCTIONS_CHARACTERS, MAX_URL_CHARACTERS } from '../../../../../domain/limits.ts';
import { kiTexts } from '../../../i18n/ki.ts';
import { addressOf, type ServerVisit } from '../../../route.ts';
import { csrfField, note, selectField, textArea, textField } from '../../../view/components.ts';
import type { Faults } from '../../../view/form.ts';
import { type Html, html } from '../../../view/html.ts';

/** Stands where every process has a token of its own that must never come out. */
const HIDDEN_TOKEN = '…';

interface Shown {
  faults: Faults;
  /** What the preview shows; null: what was typed makes none. */
  imagined: Settings | null;
}

export function personaSection(visit: ServerVisit, { faults, imagined }: Shown): Html {
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

import { channelInstructionsSchema, setChannelInstructions } from '../../../../core/members/chat-rules.ts';
import { AppError } from '../../../../domain/errors.ts';
import { MAX_PLACE_INSTRUCTIONS, MAX_PLACE_INSTRUCTIONS_CHARACTERS } from '../../../../domain/limits.ts';
import { channelsTexts } from '../../i18n/channels.ts';
import { addressOf, doneAt, type Outcome, type ServerVisit } from '../../route.ts';
import { table } from '../../view/components.ts';
import { actionButton, field, postForm, saveRow } from '../../view/controls.ts';
import { check, type Faults } from '../../view/form.ts';
import { type Html, html } from '../../view/html.ts';
import type { SettingsView } from './names.ts';
import { channelChoices, hasChannel, ID_CHARACTERS, nameChannel, stateOf } from './names.ts';

/** In the address: whose instructions the form begins with. */
const CHOSEN = 'place';

/** What the bot minds in single places; a link of each row brings its text into the form. */
export function renderInstructions(view: SettingsView): Html {
  const { visit, reading } = view;
  const { language, settings } = visit;
  const t = channelsTexts[language];
  const chosen = visit.url.searchParams.get(CHOSEN) ?? '';
  const own = Object.hasOwn(settings.place_instructions, chosen) ? chosen : '';
  const channel = { ...stateOf(view, 'instructions', 'channel', own), idPrefix: 'place-', isRequired: true };
  const text = stateOf(view, 'instructions', 'instructions', settings.place_instructions[own] ?? '');
  const choices = channelChoices(view, channel.value, { empty: t.choose });
  const form = html`${
    choices
      ? field({ ...channel, label: t.channel, choices })
      : field({ ...channel, label: t.channelId, maxLength: ID_CHARACTERS })
  }
${field({
  ...{ ...text, idPrefix: 'place-', label: t.instructionsField, rows: 4, isRequired: true },
  ...{
    maxLength: MAX_PLACE_INSTRUCTIONS_CHARACTERS,
    hint: t.instructionsHint(MAX_PLACE_INSTRUCTIONS_CHARACTERS),
  },
})}
${saveRow(visit, 'instructions', t.save)}`;
  const rows = Object.entries(settings.place_instructions).map(([id, said]) => {
    const name = nameChannel(reading, id, language);
    const address = `${addressOf(visit, 'channels')}?${new URLSearchParams({ [CHOSEN]: id })}#instructions`;
    const remove = actionButton(visit, {
      ...{ to: 'channels/instructions', label: t.remove, spoken: t.removeOf(name) },
      fields: { channel: id, remove: 'yes' },
    });
    return html`<tr><td>${name}</td><td>${said}</td>
<td><a href="${address}" role="button" class="secondary outline" aria-label="${t.changeOf(name)}">${t.change}</a> ${remove}</td></tr>`;
  });
  return html`<section id="instructions"><h2>${t.instructions}</h2><p>${t.instructionsIntro}</p>
${rows.length > 0 && table(t.instructions, [t.channel, t.instructionsField, t.change], rows)}
${postForm(visit, 'channels/instructions', form)}</section>`;
}

/** @returns what is wrong with the form; else where to go on. */
export async function saveInstructions(visit: ServerVisit): Promise<Outcome | Faults> {
  const { core, server, form, language, settings } = visit;
  const t = channelsTexts[language];
  const channel = form.text('channel').trim();
  const isRemoved = form.text('remove') !== '';
  const typed = { channel, instructions: isRemoved ? null : form.text('instructions') };
  const checked = check(channelInstructionsSchema, typed, language);
  if (checked.faults) {
    const what = { channel: channel === '' ? t.noneChosen : t.notAnId };
    const texts = { ...what, instructions: t.instructionsLength(MAX_PLACE_INSTRUCTIONS_CHARACTERS) };
    return new Map([...checked.faults.keys()].map((name) => [name, texts[name as keyof typeof texts]]));
  }
  if (!Object.hasOwn(settings.place_instructions, channel) && !(await hasChannel(visit, channel)))
    return new Map([['channel', t.notOfServer]]);
  try {
    const deeds = await setChannelInstructions(core, server.id, checked.values);
    return doneAt(visit, { tab: 'channels', place: 'instructions' }, 'channels_saved', deeds);
  } catch (error) {
    if (!(error instanceof AppError) || error.context.param !== 'instructions') throw error;
    return new Map([['channel', t.tooManyInstructions(MAX_PLACE_INSTRUCTIONS)]]);
  }
}

import {
  channelModeSchema,
  MAX_CHANNELS,
  readGuild,
  setChannelMode,
} from '../../../../core/members/chat-rules.ts';
import { AppError } from '../../../../domain/errors.ts';
import { CHANNEL_MODES } from '../../../../domain/types.ts';
import { channelsTexts, modeTexts } from '../../i18n/channels.ts';
import { doneAt, type Outcome, type ServerVisit } from '../../route.ts';
import { table } from '../../view/components.ts';
import { actionButton, field, postForm, saveRow } from '../../view/controls.ts';
import { check, type Faults } from '../../view/form.ts';
import { type Html, html } from '../../view/html.ts';
import type { SettingsView } from './names.ts';
import { channelChoices, findChannel, ID_CHARACTERS, nameChannel, replaceFaults, stateOf } from './names.ts';

/** Where the bot answers without being mentioned, or not at all. */
export function renderModes(view: SettingsView): Html {
  const { visit, reading } = view;
  const { language, settings } = visit;
  const t = channelsTexts[language];
  const channel = { ...stateOf(view, 'channels', 'channel', ''), isRequired: true };
  const mode = stateOf(view, 'channels', 'mode', 'mention');
  const modes = CHANNEL_MODES.map((value) => ({ value, label: modeTexts[language][value] }));
  const channels = channelChoices(view, channel.value, { empty: t.choose });
  const form = html`${
    channels
      ? field({ ...channel, label: t.channel, choices: channels })
      : field({ ...channel, label: t.channelId, maxLength: ID_CHARACTERS })
  }
${field({ ...mode, label: t.mode, choices: modes })}
${saveRow(visit, 'modes', t.setMode)}`;
  const rows = Object.entries(settings.channels).map(([id, own]) => {
    const name = nameChannel(reading, id, language);
    const button = actionButton(visit, {
      ...{ to: 'channels', label: t.toDefault, spoken: t.toDefaultOf(name) },
      fields: { channel: id, mode: 'mention', back: 'yes' },
    });
    return html`<tr><td>${name}</td><td>${modeTexts[language][own]}</td><td>${button}</td></tr>`;
  });
  return html`<section id="modes"><h2>${t.channels}</h2>
${rows.length > 0 && table(t.modeList, [t.channel, t.mode, t.change], rows)}
<p>${t.elsewhere}</p>
${postForm(visit, 'channels', form)}</section>`;
}

/** @returns what is wrong with the form; else where to go on. */
export async function saveMode(visit: ServerVisit): Promise<Outcome | Faults> {
  const { core, server, form, language, settings } = visit;
  const t = channelsTexts[language];
  const typed = { channel: form.text('channel').trim(), mode: form.text('mode') };
  const checked = check(channelModeSchema, typed, language);
  if (checked.faults)
    return replaceFaults(checked.faults, { channel: typed.channel === '' ? t.noneChosen : t.notAnId });
  const { channel } = checked.values;
  const reading = await readGuild(core, server.id);
  const found = findChannel(reading, channel);
  const isOwn = reading.state !== 'known' || found || Object.hasOwn(settings.channels, channel);
  if (!isOwn) return new Map([['channel', t.notOfServer]]);
  // Where a category has a setting, `mention` is one of its own, unless the channel goes back to the default.
  const above = found?.above && !form.text('back') ? [found.above] : [];
  try {
    const deeds = await setChannelMode(core, server.id, checked.values, above);
    return doneAt(visit, { tab: 'channels', place: 'modes' }, 'channels_saved', deeds);
  } catch (error) {
    if (!(error instanceof AppError) || error.context.param !== 'channel') throw error;
    return new Map([['channel', t.full(MAX_CHANNELS)]]);
  }
}

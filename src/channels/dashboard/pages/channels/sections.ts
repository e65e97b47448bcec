import { needsMessageContent } from '../../../../core/members/chat-rules.ts';
import { listSettings } from '../../../../core/owners/settings.ts';
import { CHANNEL_MODES } from '../../../../domain/types.ts';
import { alertFaultTexts, channelsTexts, modeTexts } from '../../i18n/channels.ts';
import { note, table } from '../../view/components.ts';
import { actionButton, checkbox, faultNote, field, postForm } from '../../view/controls.ts';
import { type Html, html } from '../../view/html.ts';
import { settingFields } from '../settings.ts';
import { renderInstructions } from './instructions.ts';
import type { ChannelsView } from './names.ts';
import { channelChoices, ID_CHARACTERS, nameChannel, roleChoices, stateOf, takesMessages } from './names.ts';

export function renderSections(view: ChannelsView): Html {
  return html`${renderState(view)}${renderChannels(view)}${renderInstructions(view)}${renderTeam(view)}
${renderLists(view)}${renderLearning(view)}${renderAlerts(view)}`;
}

/** What to know about names and rights before anything else. */
function renderState({ visit, reading }: ChannelsView): Html {
  const t = channelsTexts[visit.language];
  if (reading.state !== 'known') return note(t[reading.state]);
  const isLacking = needsMessageContent(visit.settings) && !reading.mayReadMessages;
  return html`${isLacking && html`<p class="note warn">${t.mayNotRead}</p>`}`;
}

function renderChannels(view: ChannelsView): Html {
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
<button type="submit">${t.setMode}</button>`;
  const rows = Object.entries(settings.channels).map(([id, own]) => {
    const name = nameChannel(reading, id, language);
    const button = actionButton(visit, {
      ...{ to: 'channels', label: t.toDefault, spoken: t.toDefaultOf(name) },
      fields: { channel: id, mode: 'mention', back: 'yes' },
    });
    return html`<tr><td>${name}</td><td>${modeTexts[language][own]}</td><td>${button}</td></tr>`;
  });
  return html`<section><h2>${t.channels}</h2>
${rows.length > 0 && table(t.modeList, [t.channel, t.mode, t.change], rows)}
<p>${t.elsewhere}</p>
${postForm(visit, 'channels', form)}</section>`;
}

function renderTeam(view: ChannelsView): Html {
  const { visit, reading } = view;
  const { language, settings } = visit;
  const t = channelsTexts[language];
  const role = stateOf(view, 'team', 'handover_role', settings.handover_role ?? '');
  const form = html`${renderTeachers(view)}
${
  reading.state === 'known'
    ? field({
        ...{ ...role, label: t.handoverRole },
        choices: [{ value: '', label: t.nobody }, ...roleChoices(reading.guild, [role.value], language)],
      })
    : field({ ...role, label: t.handoverRoleId, hint: t.handoverRoleHint, maxLength: ID_CHARACTERS })
}
<button type="submit">${t.save}</button>`;
  return html`<section><h2>${t.team}</h2>
${postForm(visit, 'team', form)}</section>`;
}

function renderTeachers(view: ChannelsView): Html {
  const { visit, reading, refused } = view;
  const t = channelsTexts[visit.language];
  const chosen = refused?.form === 'team' ? visit.form.all('teach_roles') : visit.settings.teach_roles;
  const faults = refused?.form === 'team' ? refused.faults : undefined;
  if (reading.state !== 'known')
    return field({
      ...{ name: 'teach_roles', label: t.teachRoleIds, value: chosen.join('\n'), rows: 3, faults },
      hint: `${t.teachRolesHint} ${t.teachRoleIdsHint}`,
    });
  const choices = roleChoices(reading.guild, chosen, visit.language);
  return html`<fieldset><legend>${t.teachRoles}</legend>
${faultNote(faults?.get('teach_roles'))}
<div class="choices">${choices.map(({ value, label }) =>
    checkbox({ name: 'teach_roles', label, value, isChecked: chosen.includes(value) }),
  )}</div>
<small>${choices.length === 0 ? t.noRoles : t.teachRolesHint}</small></fieldset>`;
}

/** The forms of lists: names of the team in tickets, and words that hand over. */
function renderLists({ visit, refused }: ChannelsView): Html[] {
  const t = channelsTexts[visit.language];
  const lists = [
    { name: 'team_names', to: 'team-names', title: t.teamNames, intro: t.teamNamesIntro },
    { name: 'topics', to: 'topics', title: t.topics, intro: t.topicsIntro },
  ] as const;
  return lists.map(({ name, to, title, intro }) => {
    const faults = refused?.form === name ? refused.faults : undefined;
    const form = html`${settingFields(visit, listSettings(name), faults)}<button type="submit">${t.save}</button>`;
    return html`<section><h2>${title}</h2><p>${intro}</p>
${postForm(visit, to, form)}</section>`;
  });
}

function renderLearning({ visit }: ChannelsView): Html {
  const { core, language, settings } = visit;
  const t = channelsTexts[language];
  const isOn = settings.learning;
  return html`<section id="learning"><h2>${t.learning}</h2>
<p><strong data-learning="${isOn ? 'on' : 'off'}">${isOn ? t.learningOn : t.learningOff}</strong> ${t.means}</p>
${settings.teach_roles.length === 0 && html`<p class="note warn">${t.noTeachers}</p>`}
<ul><li>${t.reads}</li><li>${t.texts}</li>${core.ai && html`<li>${t.distilling}</li>`}
<li>${t.ends(core.config.RETENTION_DAYS)}</li></ul>
${actionButton(visit, {
  ...{ to: 'learning', label: isOn ? t.switchOff : t.switchOn, kind: isOn ? 'secondary' : 'primary' },
  fields: { state: isOn ? 'off' : 'on' },
})}</section>`;
}

function renderAlerts(view: ChannelsView): Html {
  const { visit, alerts } = view;
  const { language, settings } = visit;
  const t = channelsTexts[language];
  const channel = stateOf(view, 'alerts', 'channel', settings.alerts_channel ?? '');
  const own = { ...channel, idPrefix: 'alerts-' };
  const choices = channelChoices(view, channel.value, { empty: t.nowhere, fits: takesMessages });
  const fault = alerts.findLast(({ deliveredAt }) => deliveredAt === null)?.fault ?? null;
  const isFaulty = fault !== null && settings.alerts_channel !== null;
  const form = html`${
    choices
      ? field({ ...own, label: t.alertsChannel, choices })
      : field({ ...own, label: t.alertsChannelId, hint: t.alertsHint, maxLength: ID_CHARACTERS })
  }
<button type="submit">${t.save}</button>`;
  return html`<section><h2>${t.alerts}</h2><p>${t.alertsIntro}</p>
${isFaulty && html`<p class="note warn">${alertFaultTexts[language][fault]}</p>`}
${postForm(visit, 'alerts', form)}</section>`;
}

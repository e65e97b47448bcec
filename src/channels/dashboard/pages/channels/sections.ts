import { type Guild, type GuildReading, needsMessageContent } from '../../../../core/members/chat-rules.ts';
import { MAX_TEAM_NAMES, MAX_TOPIC_CHARACTERS, MAX_TOPICS } from '../../../../core/owners/settings.ts';
import type { Alert } from '../../../../core/quota/quota-alerts.ts';
import { MAX_NAME_CHARACTERS } from '../../../../domain/limits.ts';
import { CHANNEL_MODES, type Language } from '../../../../domain/types.ts';
import { alertFaultTexts, channelsTexts, modeTexts } from '../../i18n/channels.ts';
import { addressOf, type ServerVisit } from '../../route.ts';
import {
  actionButton,
  type Choice,
  checkbox,
  csrfField,
  faultNote,
  note,
  selectField,
  table,
  textArea,
  textField,
} from '../../view/components.ts';
import { type Faults, NO_FAULTS } from '../../view/form.ts';
import { type Html, html, NOTHING } from '../../view/html.ts';

export type FormName = 'channels' | 'team' | 'team_names' | 'topics' | 'alerts';

/** The page of a visit: what is known of the server, and the form that was refused, if one was. */
export interface ChannelsView {
  visit: ServerVisit;
  reading: GuildReading;
  alerts: readonly Alert[];
  refused: { form: FormName; faults: Faults } | null;
}

const faultsOf = ({ refused }: ChannelsView, form: FormName): Faults =>
  refused?.form === form ? refused.faults : NO_FAULTS;
/** What was typed into the refused form; of any other form what is stored. */
const typedIn = (view: ChannelsView, form: FormName, name: string, stored: string): string =>
  view.refused?.form === form ? view.visit.form.text(name) : stored;

/** What to know about names and rights before anything else. */
export function renderState({ visit, reading }: ChannelsView): Html {
  const t = channelsTexts[visit.language];
  if (reading.state !== 'known') return note(t[reading.state]);
  const isLacking = needsMessageContent(visit.settings) && !reading.mayReadMessages;
  return isLacking ? html`<p class="note warn">${t.mayNotRead}</p>` : NOTHING;
}

export function renderChannels(view: ChannelsView): Html {
  const { visit, reading } = view;
  const { language, session, settings } = visit;
  const t = channelsTexts[language];
  const faults = faultsOf(view, 'channels');
  const value = typedIn(view, 'channels', 'channel', '');
  const field = { name: 'channel', value, faults, isRequired: true };
  return html`<section><h2>${t.channels}</h2>
${Object.keys(settings.channels).length > 0 ? renderModes(view) : NOTHING}
<p>${t.elsewhere}</p>
<form method="post" action="${addressOf(visit, 'channels')}">${csrfField(session)}
${
  reading.state === 'known'
    ? selectField({
        ...field,
        label: t.channel,
        choices: [{ value: '', label: t.choose }, ...channelChoices(reading.guild, value, language)],
      })
    : textField({ ...field, label: t.channelId, maxLength: 20 })
}
${selectField({
  name: 'mode',
  label: t.mode,
  value: typedIn(view, 'channels', 'mode', 'mention'),
  faults,
  choices: CHANNEL_MODES.map((mode) => ({ value: mode, label: modeTexts[language][mode] })),
})}
<button type="submit">${t.setMode}</button></form></section>`;
}

function renderModes({ visit, reading }: ChannelsView): Html {
  const { language, session, settings } = visit;
  const t = channelsTexts[language];
  const rows = Object.entries(settings.channels).map(([id, mode]) => {
    const name = nameChannel(reading, id, language);
    const button = actionButton(session, {
      action: addressOf(visit, 'channels'),
      label: t.toDefault,
      spoken: t.toDefaultOf(name),
      fields: { channel: id, mode: 'mention', back: 'yes' },
    });
    return html`<tr><td>${name}</td><td>${modeTexts[language][mode]}</td><td>${button}</td></tr>`;
  });
  return table(t.modeList, [t.channel, t.mode, t.change], rows);
}

export function renderTeam(view: ChannelsView): Html {
  const { visit } = view;
  const t = channelsTexts[visit.language];
  const stored = visit.settings.teach_roles;
  const teachers = view.refused?.form === 'team' ? visit.form.all('teach_roles') : stored;
  return html`<section><h2>${t.team}</h2>
<form method="post" action="${addressOf(visit, 'team')}">${csrfField(visit.session)}
${renderTeachers(view, teachers)}
${renderHandover(view)}
<button type="submit">${t.save}</button></form></section>`;
}

function renderTeachers(view: ChannelsView, chosen: readonly string[]): Html {
  const { visit, reading } = view;
  const t = channelsTexts[visit.language];
  const faults = faultsOf(view, 'team');
  if (reading.state !== 'known')
    return textArea({
      ...{ name: 'teach_roles', label: t.teachRoleIds, value: chosen.join('\n'), rows: 3, faults },
      hint: `${t.teachRolesHint} ${t.teachRoleIdsHint}`,
    });
  const choices = roleChoices(reading.guild, chosen, visit.language);
  return html`<fieldset><legend>${t.teachRoles}</legend>
${faultNote(faults.get('teach_roles'))}
<div class="choices">${choices.map(({ value, label }) =>
    checkbox({ name: 'teach_roles', label, value, isChecked: chosen.includes(value) }),
  )}</div>
<small>${choices.length === 0 ? t.noRoles : t.teachRolesHint}</small></fieldset>`;
}

function renderHandover(view: ChannelsView): Html {
  const { visit, reading } = view;
  const { language, settings } = visit;
  const t = channelsTexts[language];
  const value = typedIn(view, 'team', 'handover_role', settings.handover_role ?? '');
  const field = { name: 'handover_role', value, faults: faultsOf(view, 'team') };
  if (reading.state !== 'known')
    return textField({ ...field, label: t.handoverRoleId, hint: t.handoverRoleHint, maxLength: 20 });
  const choices = [{ value: '', label: t.nobody }, ...roleChoices(reading.guild, [value], language)];
  return selectField({ ...field, label: t.handoverRole, choices });
}

/** By which names people of the team write in tickets that other programs send. */
export function renderTeamNames(view: ChannelsView): Html {
  const { visit } = view;
  const t = channelsTexts[visit.language];
  return html`<section><h2>${t.teamNames}</h2><p>${t.teamNamesIntro}</p>
<form method="post" action="${addressOf(visit, 'team-names')}">${csrfField(visit.session)}
${textArea({
  ...{ name: 'team_names', label: t.teamNamesField, rows: 3, faults: faultsOf(view, 'team_names') },
  value: typedIn(view, 'team_names', 'team_names', visit.settings.team_names.join('\n')),
  hint: t.teamNamesHint(MAX_TEAM_NAMES, MAX_NAME_CHARACTERS),
})}
<button type="submit">${t.save}</button></form></section>`;
}

export function renderTopics(view: ChannelsView): Html {
  const { visit } = view;
  const t = channelsTexts[visit.language];
  return html`<section><h2>${t.topics}</h2><p>${t.topicsIntro}</p>
<form method="post" action="${addressOf(visit, 'topics')}">${csrfField(visit.session)}
${textArea({
  ...{ name: 'topics', label: t.topicsField, faults: faultsOf(view, 'topics') },
  value: typedIn(view, 'topics', 'topics', visit.settings.topics.join('\n')),
  hint: t.topicsHint(MAX_TOPICS, MAX_TOPIC_CHARACTERS),
})}
<button type="submit">${t.save}</button></form></section>`;
}

export function renderLearning({ visit }: ChannelsView): Html {
  const { core, language, settings, session } = visit;
  const t = channelsTexts[language];
  const isOn = settings.learning;
  return html`<section id="learning"><h2>${t.learning}</h2>
<p><strong data-learning="${isOn ? 'on' : 'off'}">${isOn ? t.learningOn : t.learningOff}</strong> ${t.means}</p>
${settings.teach_roles.length === 0 ? html`<p class="note warn">${t.noTeachers}</p>` : NOTHING}
<ul><li>${t.reads}</li><li>${t.texts}</li>${core.ai ? html`<li>${t.distilling}</li>` : NOTHING}
<li>${t.ends(core.config.RETENTION_DAYS)}</li></ul>
${actionButton(session, {
  action: addressOf(visit, 'learning'),
  label: isOn ? t.switchOff : t.switchOn,
  kind: isOn ? 'secondary' : 'primary',
  fields: { state: isOn ? 'off' : 'on' },
})}</section>`;
}

export function renderAlerts(view: ChannelsView): Html {
  const { visit, reading, alerts } = view;
  const { language, session, settings } = visit;
  const t = channelsTexts[language];
  const value = typedIn(view, 'alerts', 'channel', settings.alerts_channel ?? '');
  const field = { name: 'channel', value, faults: faultsOf(view, 'alerts'), idPrefix: 'alerts-' };
  const fault = alerts.findLast(({ deliveredAt }) => deliveredAt === null)?.fault ?? null;
  const isFaulty = fault !== null && settings.alerts_channel !== null;
  return html`<section><h2>${t.alerts}</h2><p>${t.alertsIntro}</p>
${isFaulty ? html`<p class="note warn">${alertFaultTexts[language][fault]}</p>` : NOTHING}
<form method="post" action="${addressOf(visit, 'alerts')}">${csrfField(session)}
${
  reading.state === 'known'
    ? selectField({
        ...field,
        label: t.alertsChannel,
        choices: [
          { value: '', label: t.nowhere },
          ...channelChoices(reading.guild, value, language, takesMessages),
        ],
      })
    : textField({ ...field, label: t.alertsChannelId, hint: t.alertsHint, maxLength: 20 })
}
<button type="submit">${t.save}</button></form></section>`;
}

/** Channels and roles by their names, where those are known. */

type Channel = Guild['channels'][number];

/** A channel as its server calls it; by its id where the name is not known. */
function nameChannel(reading: GuildReading, id: string, language: Language): string {
  if (reading.state !== 'known') return id;
  const channel = reading.guild.channels.find((one) => one.id === id);
  return channel ? labelOf(channel, language) : channelsTexts[language].unknown(id);
}

/** A forum takes posts only, and a category nothing. */
export function takesMessages({ kind }: Channel): boolean {
  return kind !== 'forum' && kind !== 'category';
}

/** All channels to choose from, and the chosen one where it is gone. */
function channelChoices(
  guild: Guild,
  chosen: string,
  language: Language,
  fits: (channel: Channel) => boolean = () => true,
): Choice[] {
  const choices = guild.channels
    .filter((channel) => fits(channel) || channel.id === chosen)
    .map((channel) => ({ value: channel.id, label: labelOf(channel, language) }));
  return addMissing(choices, chosen, language);
}

function roleChoices(guild: Guild, chosen: readonly string[], language: Language): Choice[] {
  const choices = guild.roles.map(({ id, name }) => ({ value: id, label: name }));
  return chosen.reduce((all, id) => addMissing(all, id, language), choices);
}

function addMissing(choices: Choice[], id: string, language: Language): Choice[] {
  if (id === '' || choices.some(({ value }) => value === id)) return choices;
  return [...choices, { value: id, label: channelsTexts[language].unknown(id) }];
}

function labelOf({ name, kind }: Channel, language: Language): string {
  const t = channelsTexts[language];
  if (kind === 'text') return `#${name}`;
  if (kind === 'category') return `${name} (${t.category})`;
  return `#${name} (${kind === 'forum' ? t.forumKind : t.voice})`;
}

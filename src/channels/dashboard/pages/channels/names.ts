import type { Guild, GuildReading } from '../../../../core/members/chat-rules.ts';
import { needsMessageContent, readGuild } from '../../../../core/members/chat-rules.ts';
import type { InterfaceLanguage } from '../../../../domain/types.ts';
import { channelsTexts } from '../../i18n/channels.ts';
import type { ServerVisit } from '../../route.ts';
import { note } from '../../view/components.ts';
import type { Choice } from '../../view/controls.ts';
import type { Faults } from '../../view/form.ts';
import { type Html, html } from '../../view/html.ts';

/** A page of settings: what is known of the server, and the form that was refused, if one was. */
export interface SettingsView {
  visit: ServerVisit;
  reading: GuildReading;
  refused: RefusedForm | null;
}

export interface RefusedForm {
  form: 'channels' | 'instructions' | 'team' | 'access' | 'limits' | 'role' | 'place';
  faults: Faults;
}

/** A field of a form: of the refused one as it was typed and with its fault, of any other as it is stored. */
export function stateOf(
  { visit, refused }: SettingsView,
  form: RefusedForm['form'],
  name: string,
  stored: string,
) {
  const isRefused = refused?.form === form;
  const value = isRefused && visit.form.has(name) ? visit.form.text(name) : stored;
  return { name, value, faults: isRefused ? refused.faults : undefined };
}

/** What to know about names and rights before anything else. */
export function renderState({ visit, reading }: SettingsView): Html {
  const t = channelsTexts[visit.language];
  if (reading.state !== 'known') return note(t[reading.state]);
  const isLacking = needsMessageContent(visit.settings) && !reading.mayReadMessages;
  return html`${isLacking && html`<p class="note warn">${t.mayNotRead}</p>`}`;
}

/** The texts for the fields that are at fault. */
export function replaceFaults(faults: Faults, texts: Record<string, string>): Faults {
  return new Map([...faults].map(([field, text]) => [field, texts[field] ?? text]));
}

/** Channels and roles by their names, where those are known. */

export const ID_CHARACTERS = 20;

type ServerChannel = Guild['channels'][number];

/** Undefined where it is not there, or nothing is known of the server. */
export function findChannel(reading: GuildReading, channel: string): ServerChannel | undefined {
  return reading.state === 'known' ? reading.guild.channels.find(({ id }) => id === channel) : undefined;
}

/** Also where the channels of the server are not known. */
export async function hasChannel({ core, server }: ServerVisit, channel: string): Promise<boolean> {
  const reading = await readGuild(core, server.id);
  return reading.state !== 'known' || findChannel(reading, channel) !== undefined;
}

/** A channel as its server calls it; by its id where the name is not known. */
export function nameChannel(reading: GuildReading, id: string, language: InterfaceLanguage): string {
  if (reading.state !== 'known') return id;
  const channel = findChannel(reading, id);
  return channel ? labelOf(channel, language) : channelsTexts[language].unknown(id);
}

/** A forum takes posts only, and a category nothing. */
export function takesMessages({ kind }: ServerChannel): boolean {
  return kind !== 'forum' && kind !== 'category';
}

/** All channels to choose from, and the chosen one where it is gone; null where names are not known. */
export function channelChoices(
  { visit, reading }: SettingsView,
  chosen: string,
  { empty, fits = () => true }: { empty: string; fits?: (channel: ServerChannel) => boolean },
): Choice[] | null {
  if (reading.state !== 'known') return null;
  const choices = reading.guild.channels
    .filter((channel) => fits(channel) || channel.id === chosen)
    .map((channel) => ({ value: channel.id, label: labelOf(channel, visit.language) }));
  return [{ value: '', label: empty }, ...addMissing(choices, chosen, visit.language)];
}

export function roleChoices(guild: Guild, chosen: readonly string[], language: InterfaceLanguage): Choice[] {
  const choices = guild.roles.map(({ id, name }) => ({ value: id, label: name }));
  return chosen.reduce((all, id) => addMissing(all, id, language), choices);
}

export function addMissing(choices: Choice[], id: string, language: InterfaceLanguage): Choice[] {
  if (id === '' || choices.some(({ value }) => value === id)) return choices;
  return [...choices, { value: id, label: channelsTexts[language].unknown(id) }];
}

function labelOf({ name, kind }: ServerChannel, language: InterfaceLanguage): string {
  const t = channelsTexts[language];
  if (kind === 'text') return `#${name}`;
  if (kind === 'category') return `${name} (${t.category})`;
  return `#${name} (${kind === 'forum' ? t.forumKind : t.voice})`;
}

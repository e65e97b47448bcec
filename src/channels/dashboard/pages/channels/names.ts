import type { Guild, GuildReading } from '../../../../core/members/guild.ts';
import type { Language } from '../../../../domain/types.ts';
import { channelsTexts } from '../../i18n/channels.ts';
import type { Choice } from '../../view/components.ts';

/** Channels and roles by their names, where those are known. */

type Channel = Guild['channels'][number];

/** A channel as its server calls it; by its id where the name is not known. */
export function nameChannel(reading: GuildReading, id: string, language: Language): string {
  if (reading.state !== 'known') return id;
  const channel = reading.guild.channels.find((one) => one.id === id);
  return channel ? labelOf(channel, language) : channelsTexts[language].unknown(id);
}

/** A forum takes posts only, and a category nothing. */
export function takesMessages({ kind }: Channel): boolean {
  return kind !== 'forum' && kind !== 'category';
}

/** All channels to choose from, and the chosen one where it is gone. */
export function channelChoices(
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

export function roleChoices(guild: Guild, chosen: readonly string[], language: Language): Choice[] {
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

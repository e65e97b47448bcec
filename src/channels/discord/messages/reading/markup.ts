import type { APIEmbed, APIMessage, Guild } from 'discord.js';
import { EmbedType } from 'discord.js';
import { MAX_CONTENT_CHARACTERS, MAX_NAME_CHARACTERS } from '../../../../domain/limits.ts';
import { readMarks } from '../../../../domain/platform-marks.ts';
import { toCleanName, toCleanText } from '../../../../domain/text.ts';

const VISIBLE = /[^\p{C}\p{Z}\s]/u;
/** Others are previews of addresses. */
const WRITTEN_EMBEDS: ReadonlySet<string> = new Set([EmbedType.Rich, EmbedType.AutoModerationMessage]);
const MAX_EMBEDS = 10;
const UNKNOWN = '…';

/** undefined: not known; empty: the mention itself says nothing. */
interface Names {
  user(id: string): string | undefined;
  role(id: string): string | undefined;
  channel(id: string): string | undefined;
}

export interface Snapshot {
  content: string;
  embeds: readonly APIEmbed[];
  users: ReadonlyMap<string, string>;
}

export function toShortName(name: string): string {
  return toCleanText(toCleanName(name).slice(0, MAX_NAME_CHARACTERS));
}

export function nameOf(user: { global_name?: string | null; username: string }): string {
  return toShortName(user.global_name ?? user.username);
}

export function namesOn(guild: Guild | null, botId: string, users: ReadonlyMap<string, string>): Names {
  const botRole = guild?.roles.botRoleFor(botId)?.id;
  const known = (name: string | undefined) => (name === undefined ? undefined : toShortName(name));
  return {
    user: (id) => {
      if (id === botId) return '';
      return users.get(id) ?? known(guild?.members.cache.get(id)?.displayName);
    },
    role: (id) => (id === botRole ? '' : known(guild?.roles.cache.get(id)?.name)),
    channel: (id) => known(guild?.channels.cache.get(id)?.name),
  };
}

/**
 * A message as its reader sees it: names for ids, `:name:` for emoji, dates for time stamps. Empty when nothing can be
 * seen. Linear in its length.
 */
export function readMarkup(content: string, names: Names): string {
  const mark = (sign: string, name: string | undefined) => (name === '' ? '' : `${sign}${name ?? UNKNOWN}`);
  return seen(
    readMarks(content, {
      user: (id) => mark('@', names.user(id)),
      role: (id) => mark('@', names.role(id)),
      channel: (id) => mark('#', names.channel(id)),
      time: readTime,
    }),
  );
}

/** Keeps everything but people as the platform writes it, because a lesson is said again on the platform. */
export function keepMarkup(content: string, names: Names): string {
  const person = (name: string | undefined) => (name === '' ? '' : `@${name ?? UNKNOWN}`);
  return seen(content.replace(/<@!?(\d{1,20})>/g, (_, id: string) => person(names.user(id))));
}

function seen(text: string): string {
  return VISIBLE.test(text) ? toCleanText(text).trim() : '';
}

/** A message of the API as people read it: its own words, or what it forwards. */
export function readApiText(message: APIMessage, botId: string, guild: Guild | null): string {
  const own = readMarkup(message.content, namesOn(guild, botId, namesIn(message)));
  return joinForwarded(own, readForwarded(snapshotsOf(message), botId, guild));
}

/** null: there are none, or nothing in them can be read. */
export function readForwarded(
  snapshots: readonly Snapshot[],
  botId: string,
  guild: Guild | null,
): string | null {
  const texts = snapshots.map(({ content, embeds, users }) => {
    const names = namesOn(guild, botId, users);
    return [content, ...embedTexts(embeds)]
      .map((text) => readMarkup(text, names))
      .filter(Boolean)
      .join('\n');
  });
  const text = texts.filter(Boolean).join('\n\n').slice(0, MAX_CONTENT_CHARACTERS);
  return text === '' ? null : toCleanText(text);
}

/** A forward is quoted where its sender comments on it; alone it is the message. */
export function joinForwarded(own: string, forwarded: string | null): string {
  if (forwarded === null) return own;
  return own === '' ? forwarded : `${quoteLines(forwarded)}\n\n${own}`;
}

/** Only texts that a program wrote, such as a ticket bot. */
export function embedTexts(embeds: readonly APIEmbed[]): string[] {
  return embeds
    .slice(0, MAX_EMBEDS)
    .filter(({ type }) => type === undefined || WRITTEN_EMBEDS.has(type))
    .flatMap(({ title, description, fields = [] }) => [
      title ?? '',
      description ?? '',
      ...fields.map(({ name, value }) => `${name}: ${value}`),
    ])
    .filter((text) => text !== '');
}

/** Compatible servers leave out empty fields. */
export function snapshotsOf({ message_snapshots: snapshots }: Partial<APIMessage>): Snapshot[] {
  return (snapshots ?? []).flatMap(({ message }) => {
    const { content = '', embeds = [] } = (message ?? {}) as Partial<APIMessage>;
    return [{ content, embeds, users: namesIn(message ?? {}) }];
  });
}

export function namesIn({
  mentions = [],
}: Partial<Pick<APIMessage, 'mentions'>>): ReadonlyMap<string, string> {
  return new Map(mentions.map((user) => [user.id, nameOf(user)]));
}

export function quoteLines(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

/** In UTC: nobody says in which zone a reader is. */
function readTime(date: Date, style: string): string {
  const [day = '', time = ''] = date.toISOString().split('T');
  const clock = `${time.slice(0, 5)} UTC`;
  if (style === 'd' || style === 'D') return day;
  return style === 't' || style === 'T' ? clock : `${day} ${clock}`;
}

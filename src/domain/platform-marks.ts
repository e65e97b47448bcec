/** A chat platform shows these marks as channels, people, roles, commands, times, emoji or pages of the server. */

const MARKS =
  /<(?:@!?(?<user>\d{1,20})|@&(?<role>\d{1,20})|#(?<channel>\d{1,20})|a?:(?<emoji>\w{1,64}):\d{1,20}|\/(?<command>[^<>:\n]{1,100}):\d{1,20}|id:(?<page>customize|browse|guide|linked-roles)(?::\d{1,20})?|t:(?<seconds>-?\d{1,13})(?::(?<style>[tTdDfFRsS]))?)>/g;
/** Sticky, for callers that look at one place. */
export const MARK_AT = new RegExp(MARKS.source, 'y');

/** Words for marks; undefined leaves the mark as it is. */
export interface MarkReader {
  user(id: string): string | undefined;
  role(id: string): string | undefined;
  channel(id: string): string | undefined;
  time(at: Date, style: string): string | undefined;
}

/** The text with its marks as people read them, in linear time. */
export function readMarks(text: string, reader: MarkReader): string {
  if (!text.includes('<')) return text;
  return text.replace(MARKS, (mark: string, ...found) => readMark(found.at(-1), reader) ?? mark);
}

function readMark(found: Record<string, string | undefined>, reader: MarkReader): string | undefined {
  const { user, role, channel, emoji, command, page, seconds, style = 'f' } = found;
  if (user !== undefined) return reader.user(user);
  if (role !== undefined) return reader.role(role);
  if (channel !== undefined) return reader.channel(channel);
  if (emoji !== undefined) return `:${emoji}:`;
  if (command !== undefined) return `/${command}`;
  if (page !== undefined) return `#${page}`;
  const at = new Date(Number(seconds) * 1_000);
  return Number.isNaN(at.getTime()) ? undefined : reader.time(at, style);
}

export function marksIn(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => (text.includes('<') ? (text.match(MARKS) ?? []) : [])));
}

/** The times of a text by their marks; null without any. */
export function timesIn(text: string): Record<string, string> | null {
  const times: Record<string, string> = {};
  for (const mark of marksIn([text])) {
    const at = new Date(Number(/^<t:(-?\d+)/.exec(mark)?.[1]) * 1_000);
    if (!Number.isNaN(at.getTime())) times[mark] = `${at.toISOString().slice(0, 16)}Z`;
  }
  return Object.keys(times).length > 0 ? times : null;
}

/** Models and Markdown escape a mark as `\<#1>`, `&lt;#1&gt;` or `‹#1›`. */
const ESCAPED = /(?:\\?<|&lt;|&#60;|‹)([^<>\n‹›]{2,140}?)(?:\\?>|&gt;|&#62;|›)/g;

/** Restores known marks that somebody escaped. */
export function unescapeMarks(text: string, known: ReadonlySet<string>): string {
  if (known.size === 0) return text;
  return text.replace(ESCAPED, (written, inner: string) => {
    const mark = `<${inner.replace(/\\(?=[^\p{L}\p{N}\s])/gu, '')}>`;
    return known.has(mark) ? mark : written;
  });
}

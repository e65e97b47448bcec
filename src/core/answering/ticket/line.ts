import { toLine, withoutGaps } from '../../../domain/text.ts';

/** `quoted`: somebody else's words; `signature`: text that a mail program or a habit adds. */
export type Part = 'own' | 'quoted' | 'signature';

export interface Line {
  text: string;
  part: Part;
}

/** Longer lines are prose, never headers, labels or contact details. */
export const MAX_MARK_CHARACTERS = 400;

const BREAK = /\r\n?|[\n\u2028\u2029]/;

export function toLines(text: string): Line[] {
  return text.split(BREAK).map((line) => ({ text: line, part: 'own' as const }));
}

export function textOf(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join('\n');
}

export function isBlank({ text }: Line): boolean {
  return text.trim() === '';
}

/** Joins the wanted lines; a gap becomes the end of a paragraph, so that its sides are not read as one sentence. */
export function joinParts(lines: readonly Line[], isWanted: (line: Line) => boolean): string {
  const kept: string[] = [];
  let isGap = false;
  for (const line of lines) {
    if (!isWanted(line)) {
      isGap = true;
      continue;
    }
    if (isGap && kept.length > 0) kept.push('');
    isGap = false;
    kept.push(line.text);
  }
  return withoutGaps(kept.join('\n'), 1);
}

export function toSet(words: string): ReadonlySet<string> {
  return new Set(toLine(words).split(' '));
}

/** Words of people who speak of themselves. */
const MYSELF = toSet('i im ive my mine myself ich mir mich mein meine meinem meinen meiner meines');

export function speaksOfMyself(said: readonly string[]): boolean {
  return said.some((word) => MYSELF.has(word));
}

const FILE = String.raw`[^\]\n<>]{0,200}`;
const KINDS =
  '(?:inline )?(?:image|img|photo|picture|bild|foto|grafik|screenshot|attachment|attached|file|anhang|anlage|datei|document|dokument|video|audio|voice message|sprachnachricht|sticker|gif|cid|embed|imagen|pièce jointe|adjunto|allegato|bijlage|załącznik|anexo|ek)';
/** Placeholders of files, and marks of Discord and Slack; of links and clickable commands the words are caught. */
const MARKS = new RegExp(
  [
    // Slack's `<address|words>`; `</report:123>` is a command, and its name is a word.
    String.raw`<(?:https?:|mailto:)[^<>|\n]{1,2000}\|([^<>|\n]{1,300})>`,
    String.raw`<(\/[\p{L}\d_ -]{1,60}):\d{1,22}>`,
    String.raw`!?\[${KINDS}(?:\s?\d{1,3})?(?:\s?[:=]${FILE})?\](?:\([^)\n]{0,500}\))?`,
    String.raw`\[(?:📎|🖼️?|📷)${FILE}\]`,
    String.raw`\(?(?:see|siehe) (?:the )?(?:attached|attachment|angehängte|anhang)\s?(?:files?|images?|datei|dateien)?\s?:\s?[\w. -]{1,100}\.\w{2,5}\)?`,
    String.raw`<(?:image|img|bild|pic|inline|attachment|mail attachment|cid:)[^<>\n]{0,120}>`,
    String.raw`<(?:media|medien|multimedia|attached|angehängt)[^<>\n]{0,60}>`,
    String.raw`!\[[^\]\n]{0,200}\]\([^)\n]{0,500}\)`,
    String.raw`^[ \t]{0,8}(?:attachments?|anhänge|anlagen?)\s?: ?[^\n]{0,200}\.\w{2,5}[ \t]{0,8}$`,
    String.raw`^[ \t]{0,8}[\w()][\w() -]{0,80}\.(?:png|jpe?g|gif|webp|heic|bmp|log|txt|zip|pdf|docx?|mp4|mov)(?: ?\([\d.,]{1,8} ?[kmg]?i?b(?:ytes)?\))?[ \t]{0,8}$`,
    // Times, people, channels, custom emoji, and emoji by their short codes.
    String.raw`<(?:t:-?\d{1,17}(?::[a-z])?|a?:\w{1,40}:\d{1,22}|@[!&]?\d{1,22}|@[uw][a-z\d]{5,15}(?:\|[^<>\n]{1,80})?|#\w{1,22}(?:\|[^<>\n]{1,80})?|![a-z^\d|-]{2,60}|id:\w{1,20})>`,
    String.raw`(?<=^|\s):[a-z][\w+-]{1,40}:(?=$|\s|[.,!?:])`,
    // `[14:05] `, `[3.11.26, 14:05:11] ` and `Kim — today at 14:05` before a line copied from a chat.
    String.raw`^[ \t]{0,4}(?:\[(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s)?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?\]|[^\n]{1,40}\s[—–]\s(?:today|yesterday|heute|gestern|\d{1,2}[./]\d{1,2}[./]\d{2,4})[^\n]{0,20}\d{1,2}:\d{2}(?: ?[ap]m)?[ \t]{0,8}$)`,
  ].join('|'),
  'gimu',
);
const MAY_HOLD_MARKS = /[<[:]|\.\w/;

/** `[words](address)`. */
const LINKS = /\[([^[\]\n]{1,300})\]\(\s?<?(?:https?:|mailto:|\/|#)[^)\n]{0,2000}\)/gi;
/** Up to its last character that is no punctuation. */
const REST_OF_ADDRESS = String.raw`[^\s<>"']*[^\s<>"'.,!?;:)\]]`;
const ADDRESSES = new RegExp(
  [
    String.raw`(?:\b[a-z][a-z\d+.-]{1,10}:\/\/|\bmailto:|\bwww\.)${REST_OF_ADDRESS}`,
    String.raw`(?<![\w.+-])[\w.+-]{1,64}@(?:[a-z\d][a-z\d-]{0,62}\.){1,6}[a-z]{2,24}(?![\w-])`,
    String.raw`(?<![\w.@/-])(?:[a-z\d][a-z\d-]{0,62}\.){1,6}[a-z]{2,12}\/(?:${REST_OF_ADDRESS})?`,
    // Names of channels.
    String.raw`(?<=^|\s)#\p{L}[\p{L}\p{N}_-]{0,99}`,
  ].join('|'),
  'gimu',
);
const SIGNS_OF_ADDRESSES = ['/', '@', ':', '[', '#', 'www.', 'WWW.'];

/** Removes placeholders and platform marks; links keep their words. */
export function withoutMarks(text: string): string {
  if (!MAY_HOLD_MARKS.test(text)) return text;
  return text.replace(MARKS, (_, words?: string, command?: string) => words ?? command ?? ' ');
}

/** Removes web and mail addresses and channel names; punctuation after one stays. */
export function withoutAddresses(text: string): string {
  if (!SIGNS_OF_ADDRESSES.some((sign) => text.includes(sign))) return text;
  return text.replace(LINKS, '$1').replace(ADDRESSES, ' ');
}
